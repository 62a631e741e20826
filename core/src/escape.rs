//! Text of foreign files in messages: what a terminal would obey instead of showing is escaped.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a terminal obeys a character: control characters, ends of lines, and marks that change the direction of text.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text in one line, with such characters as `\u001b`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false)
}

/// Returns the text with such characters escaped, except those that are kept.
pub fn escaped_but(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |c: char| is_obeyed(c) && !is_kept(c);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_escaped(c) {
            // Writing to a string cannot fail.
            true => drop(write!(shown, "\\u{:04x}", u32::from(c))),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(escaped("plain ↦ ü"), "plain ↦ ü");
        assert_eq!(
            escaped("a\x1b[2J\r\nb\u{85}\u{202e}"),
            "a\\u001b[2J\\u000d\\u000ab\\u0085\\u202e"
        );
        assert_eq!(escaped_but("a\n\x07", |c| c == '\n'), "a\n\\u0007");
    }
}
