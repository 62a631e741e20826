//! What stands in scripts and styles for those who read them, and not for browsers: comments, blank lines, indentation. They
//! are served without.
//!
//! A library would do more and hardly gain by it, for what is served is compressed. Measured with brotli: lightningcss
//! (1.0.0-alpha.72, 36 crates more for xtask, a minute of processor) makes of 12,912 bytes of styles 12,866, one of the three
//! sheets larger; a minifier of scripts takes 0.8 KiB off a page's 300, and oxc's, in the newest release that the pinned compiler
//! builds, brings 90 crates.

/// A style sheet without what browsers pass over.
pub(super) fn styles(sheet: &[u8]) -> Vec<u8> {
    let Ok(text) = str::from_utf8(sheet) else {
        return sheet.to_vec();
    };
    let mut parts = text.split("/*");
    let mut slim = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // A comment that does not end takes the rest with it, as in a browser.
        slim += part.split_once("*/").map_or("", |(_, rest)| rest);
    }
    without_blanks(&slim, |line| line)
}

/// A script without what browsers pass over: of comments, only those with which lines begin. A script with a
/// text of several lines stays as it is, for there blanks are a part of it.
pub(super) fn script(script: &[u8]) -> Vec<u8> {
    let Ok(text) = str::from_utf8(script) else {
        return script.to_vec();
    };
    let is_open = |line: &str| line.matches('`').count() % 2 == 1;
    if text.lines().any(is_open) {
        return script.to_vec();
    }
    let mut in_comment = false;
    without_blanks(text, |line| {
        let mut rest = line;
        loop {
            if let Some(begun) = rest.strip_prefix("/*").filter(|_| !in_comment) {
                (in_comment, rest) = (true, begun);
            }
            if !in_comment {
                break;
            }
            let Some((_, behind)) = rest.split_once("*/") else {
                return "";
            };
            (in_comment, rest) = (false, behind.trim_start());
        }
        match rest.starts_with("//") {
            true => "",
            false => rest,
        }
    })
}

/// What counts of each line, without the blanks at its ends; nothing of a line of which nothing does.
fn without_blanks(text: &str, mut counts: impl FnMut(&str) -> &str) -> Vec<u8> {
    let mut slim = String::with_capacity(text.len());
    for line in text.lines() {
        let line = counts(line.trim());
        if !line.is_empty() {
            slim.push_str(line);
            slim.push('\n');
        }
    }
    slim.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(slim: &[u8], expected: &str) {
        assert_eq!(str::from_utf8(slim).unwrap(), expected);
    }

    #[test]
    fn styles_keep_what_browsers_read() {
        let sheet = "/* One\n   two. */\n.a,\n.b {\n  margin: 0; /* none */\n\n  font: 1em\n    serif;\n}\n/* open";
        check(
            &styles(sheet.as_bytes()),
            ".a,\n.b {\nmargin: 0;\nfont: 1em\nserif;\n}\n",
        );
    }

    #[test]
    fn scripts_lose_only_comments_with_which_lines_begin() {
        let text = "// One\nconst a = \"//x\"; // kept\n  /**\n   * two\n   */ a();\n  /*/ in */ /**/ b();\n  f(`${a}`);\n";
        check(
            &script(text.as_bytes()),
            "const a = \"//x\"; // kept\na();\nb();\nf(`${a}`);\n",
        );
    }

    #[test]
    fn a_script_with_a_text_of_several_lines_stays() {
        let text = "  f(`one\n  // two`);\n";
        check(&script(text.as_bytes()), text);
    }
}
