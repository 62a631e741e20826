//! A text into lines: numbered, and with the blanks, dashes and control characters of web pages and word processors
//! made plain.

use std::borrow::Cow;

use super::ReadError;
use crate::decode::limits::LINES_LIMIT;

/// A line that is not blank.
#[derive(Debug)]
pub(in crate::decode) struct Line<'t> {
    /// Its number, from 1.
    pub(in crate::decode) number: usize,
    /// What it says, without blanks at the end. A tab is two blanks: it divides columns as they do.
    pub(in crate::decode) text: Cow<'t, str>,
}

/// The lines that are not blank.
pub(in crate::decode) fn lines(text: &str) -> Result<Vec<Line<'_>>, ReadError> {
    let mut lines = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(split(text)) {
        if number > LINES_LIMIT {
            return Err(ReadError::TooManyLines);
        }
        let text = plain(line);
        if !text.is_empty() {
            lines.push(Line { number, text });
        }
    }
    Ok(lines)
}

/// The lines of a text, be their ends those of Unix, of Windows or of old Macs.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    let chunks = text.split_terminator('\n');
    chunks.flat_map(|chunk| chunk.strip_suffix('\r').unwrap_or(chunk).split('\r'))
}

/// The line as a debugger would have printed it.
fn plain(line: &str) -> Cow<'_, str> {
    let trimmed = line.trim_ascii_end();
    // Without a way out the loop runs on many bytes at once.
    let unprinted = |odd, byte| odd | !matches!(byte, b' '..=b'~');
    if !trimmed.bytes().fold(false, unprinted) {
        return Cow::Borrowed(trimmed);
    }
    let mut plain = String::with_capacity(line.len() + line.len() / 4);
    for piece in trimmed.split_inclusive(|c: char| !matches!(c, ' '..='~')) {
        let Some(last) = piece.chars().next_back() else {
            continue;
        };
        let text = piece.strip_suffix(last).unwrap_or(piece);
        plain.push_str(text);
        push_plain(&mut plain, last);
    }
    plain.truncate(plain.trim_end().len());
    Cow::Owned(plain)
}

/// Adds a character as a debugger would have printed it.
fn push_plain(plain: &mut String, c: char) {
    match c {
        '\t' => plain.push_str("  "),
        // Characters without a width.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
        // What a word processor makes of a hyphen.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
        c if c.is_whitespace() || c.is_control() => plain.push(' '),
        c => plain.push(c),
    }
}

/// Whether the line begins or ends a block of code in Markdown, or a comment.
pub(in crate::decode) fn is_fence(text: &str) -> bool {
    let text = text.trim();
    if matches!(text, "" | "/*" | "/**" | "*/" | "//") {
        return true;
    }
    let mark = |mark: &str| {
        text.strip_prefix(mark).is_some_and(|rest| {
            let word = rest.trim_start_matches(['`', '~']).trim();
            word.chars()
                .all(|c| c.is_alphanumeric() || "+-_.#".contains(c))
        })
    };
    mark("```") || mark("~~~")
}

/// Whether the line says that something was left out: `...`, `[…]`, `--snip--`, `<snip>`.
pub(in crate::decode) fn is_gap(text: &str) -> bool {
    const WORDS: [&str; 6] = ["snip", "snipped", "snap", "cut", "omitted", "truncated"];
    const MARKS: [char; 4] = ['\u{2026}', '\u{22ee}', '\u{22ef}', '\u{b7}'];
    let word =
        text.trim_matches(|c: char| c.is_ascii_punctuation() || c == ' ' || MARKS.contains(&c));
    let bare = || text.contains("..") || text.contains(MARKS);
    // pwndbg says how many rows are like the one above.
    match word {
        _ if word.starts_with('↓') => bare(),
        "" => bare(),
        word => {
            word.len() < text.trim().len()
                && WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
        }
    }
}

/// The line without the back-ticks that make it code in Markdown.
pub(in crate::decode) fn uncoded(text: &str) -> &str {
    let text = text.trim_start();
    let rest = text.trim_start_matches('`');
    if rest.len() == text.len() {
        return text;
    }
    rest.trim_end_matches('`').trim()
}

/// What follows a pattern with which `text` begins: `0` is a decimal number in it, perhaps with a full stop, `#` one before which blanks may stand, `A` a
/// word of letters, `W` a name.
pub(super) fn after<'t>(text: &'t str, pattern: &str) -> Option<&'t str> {
    pattern.chars().try_fold(text, |rest, sign| {
        let (rest, is_part): (&str, fn(char) -> bool) = match sign {
            '0' => (rest, |c| c.is_ascii_digit() || c == '.'),
            '#' => (rest.trim_start_matches(' '), |c| c.is_ascii_digit()),
            'A' => (rest.trim_start_matches(' '), |c| c.is_ascii_alphabetic()),
            'W' => (rest, |c| c.is_ascii_alphanumeric() || "_-.".contains(c)),
            sign => {
                let mut behind = rest.chars();
                return (behind.next() == Some(sign)).then_some(behind.as_str());
            }
        };
        let behind = rest.trim_start_matches(is_part);
        (behind.len() < rest.len()).then_some(behind)
    })
}

/// Whether a word is hexadecimal digits and nothing else.
pub(super) fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Whether a word is a byte in hexadecimal.
pub(super) fn is_pair(word: &str) -> bool {
    word.len() == 2 && is_hex(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers() {
        let text = "\u{feff}a\r\n\r\n b\u{a0}c\td \rd\n\u{a0}\ne\u{200b}f";
        let lines: Vec<_> = lines(text)
            .unwrap()
            .into_iter()
            .map(|line| (line.number, line.text.into_owned()))
            .collect();
        let expected = [(1, "a"), (3, " b c  d"), (4, "d"), (6, "ef")];
        assert_eq!(lines, expected.map(|(n, text)| (n, text.to_owned())));
    }

    #[test]
    fn gaps() {
        for text in [
            "...",
            " [...] ",
            "…",
            "--snip--",
            "<snip>",
            "...SNIP...",
            "[cut]",
        ] {
            assert!(is_gap(text), "{text}");
        }
        for text in ["", "---", "*", "cut", "snip here ...", "4d 5a ..."] {
            assert!(!is_gap(text), "{text}");
        }
    }

    #[test]
    fn fences() {
        assert!(is_fence("```") && is_fence("  ```text") && is_fence("~~~~"));
        assert!(!is_fence("``") && !is_fence("```4d 5a```"));
        assert_eq!(uncoded("``00`00 4d``"), "00`00 4d");
        assert_eq!(uncoded("00`00 4d  a`"), "00`00 4d  a`");
    }
}
