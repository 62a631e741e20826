//! What cannot be seen: left out where it means nothing, named where a line is shown.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How many characters of a line are shown.
const SHOWN: usize = 80;

/// Marks of byte order, and blanks without width.
const fn means_nothing(c: char) -> bool {
    matches!(
        c,
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}'
    )
}

/// The text without what means nothing.
pub(super) fn cleaned(text: &str) -> Cow<'_, str> {
    match text.is_ascii() || !text.contains(means_nothing) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().filter(|c| !means_nothing(*c)).collect()),
    }
}

/// A line that can be read: blanks once, without what cannot be seen, clipped.
pub(super) fn shown(line: &str) -> String {
    let mut shown = String::new();
    let mut characters = line.split_whitespace().flat_map(|word| {
        let blank = std::iter::once(' ');
        blank.chain(word.chars())
    });
    for c in characters.by_ref().skip(1).take(SHOWN) {
        match c.is_control() || c == '\u{fffd}' || matches!(c, '\u{202a}'..='\u{202e}') {
            // Writing to a text cannot fail.
            true => drop(write!(shown, "\\u{:04x}", u32::from(c))),
            false => shown.push(c),
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
