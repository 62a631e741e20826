//! What people paste along with a row, before it: prompts, comment marks, quotation marks, line numbers.

use super::fate::Reason;
use super::prompt;
use super::text::uncoded;

/// How many marks may stand before one another.
const MARKS: usize = 3;

/// Reads a line, first as it stands, then behind whatever may stand before a row.
pub(super) fn behind<T>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<T, Reason>,
) -> Result<T, Reason> {
    let text = uncoded(text);
    let first = read(text);
    if !matches!(first, Err(Reason::NoAddress)) {
        return first;
    }
    if let Some(physical) = physical(text) {
        let found = read(physical);
        if !matches!(found, Err(Reason::NoAddress)) {
            return found;
        }
    }
    let unmarked = unmarked(prompt::prompt(text).unwrap_or(text));
    let found = match unmarked.len() == text.len() {
        true => first,
        false => read(unmarked),
    };
    match (found, unnumbered(unmarked)) {
        (Err(Reason::NoAddress), Some(text)) => read(text),
        (found, _) => found,
    }
}

/// A physical address behind other marks: `> #  e9000 000ea002`.
fn physical(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(['/', ' ', ';', '>', '*', '|']);
    let marked = rest.len() < text.len() && rest.starts_with('#');
    marked.then_some(rest)
}

/// Behind `//`, `>`, `;`, `*` and the like.
pub(super) fn unmarked(text: &str) -> &str {
    let mut rest = text.trim_start_matches(' ');
    for _ in 0..MARKS {
        // The mark of a list, in Markdown and in a difference.
        for mark in ["- ", "+ ", "• "] {
            rest = rest.strip_prefix(mark).unwrap_or(rest);
        }
        for mark in ["//", "/*"] {
            while let Some(behind) = rest.strip_prefix(mark) {
                rest = behind;
            }
        }
        rest = rest.trim_start_matches([' ', ';', '>', '*', '$', '|', '\'']);
        // A number behind it is a physical address.
        let hash = rest.trim_start_matches('#');
        if !hash.starts_with(|c: char| c.is_ascii_hexdigit()) {
            rest = hash;
        }
    }
    uncoded(rest)
}

/// Behind the number of a line: `7  `, `12: `, `3. `, `4) `, `5| `.
pub(super) fn unnumbered(text: &str) -> Option<&str> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = match behind.len() < text.len() {
        true => behind.trim_start_matches(['.', ':', ')', '|']),
        false => return None,
    };
    let text = behind.strip_prefix(' ')?.trim_start_matches([' ', '|']);
    Some(uncoded(text))
}
