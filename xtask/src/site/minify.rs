//! Minifies scripts and styles: removes comments, blank lines and indentation.
//!
//! A library would gain hardly anything more, because the files are served compressed. Measured with brotli:
//! lightningcss (1.0.0-alpha.72, 36 more crates for xtask, a minute of processor time) makes 12,866 of 12,912 bytes of
//! styles, with one of the three sheets larger; a script minifier takes 0.8 KiB off a page's 300, and oxc's, in the
//! newest release that the pinned compiler builds, brings 90 crates.

/// A style sheet without comments and indentation.
pub(super) fn styles(sheet: &[u8]) -> Vec<u8> {
    let Ok(text) = str::from_utf8(sheet) else {
        return sheet.to_vec();
    };
    let mut parts = text.split("/*");
    let mut slim = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // An unclosed comment extends to the end, as in a browser.
        slim += part.split_once("*/").map_or("", |(_, rest)| rest);
    }
    without_blanks(&slim, |line| line)
}

/// A script without indentation and without comments that begin a line. A script with a multi-line template literal
/// stays unchanged, because blanks are a part of that.
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

/// Trims each line, applies `counts`, and drops empty lines.
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
