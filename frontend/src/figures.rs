//! Formats offsets, sizes and counts: offsets and sizes in hexadecimal, sizes also in decimal.

use std::fmt::Display;

use crate::any::IntoAny;
use leptos::prelude::*;
use strata_core::{BitRange, ByteOffset, ByteSize};

/// `0x5c`
pub fn offset(bytes: u32) -> String {
    ByteOffset::new(bytes).to_string()
}

/// `0x18`
pub fn size(bytes: u32) -> String {
    ByteSize::new(bytes).to_string()
}

/// `1 byte`, `24 bytes`
pub fn bytes(count: u32) -> String {
    counted(count as usize, "byte")
}

/// `1 member`, `24 members`
pub fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// `1 row`, `1,806 offsets`, `61 errata`
pub fn many(count: usize, what: &str) -> String {
    let words = match (count, what) {
        (1, _) => what.to_owned(),
        (_, "erratum") => "errata".to_owned(),
        (_, "member and bit field") => "members and bit fields".to_owned(),
        _ => format!("{what}s"),
    };
    format!("{} {words}", thousands(count))
}

/// `3`, `4–11`
pub fn bit_range(range: BitRange) -> String {
    match (range.bit(), range.width()) {
        (first, 0 | 1) => first.to_string(),
        (first, width) => format!("{first}–{}", first + width - 1),
    }
}

/// `bit 3`, `bits 4–11`
pub fn bits(range: BitRange) -> String {
    let plural = if range.width() > 1 { "s" } else { "" };
    format!("bit{plural} {}", bit_range(range))
}

/// A count with thousands separators: `2,440`.
pub fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `6.1`, `6.1 to 1607`: a range from the first value to the last.
pub fn span<T: Display + PartialEq>(first: &T, last: &T) -> String {
    match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    }
}

/// `6.1`, `6.1 – 1607`: the same range in a table.
pub fn dash<T: Display + PartialEq>(first: &T, last: &T) -> String {
    span(first, last).replace(" to ", " – ")
}

/// `0x88`, `0x88 → 0x98`: a value before and after.
pub fn change<T: Display + PartialEq>(from: &T, to: &T) -> String {
    span(from, to).replace(" to ", " → ")
}

/// The range of a list; empty for an empty list.
pub fn span_of<T: Display + PartialEq>(all: &[T]) -> String {
    let ends = all.first().zip(all.last());
    ends.map_or_else(String::new, |(first, last)| span(first, last))
}

/// The parts as one text.
pub fn joined(parts: impl IntoIterator<Item = impl ToString>, between: &str) -> String {
    let parts: Vec<String> = parts.into_iter().map(|it| it.to_string()).collect();
    parts.join(between)
}

pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first_word = words.split(' ').next().unwrap_or_default();
    // A member's name keeps its spelling.
    let is_name = first_word.chars().any(char::is_uppercase);
    match letters.next() {
        Some(first) if !is_name => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        _ => format!("{words}."),
    }
}

pub fn size_figure(count: u32) -> AnyView {
    view! { <span class="figure" title=bytes(count)>{size(count)}</span> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_threes_and_one_is_one() {
        assert_eq!(many(1, "row"), "1 row");
        assert_eq!(many(1806, "offset"), "1,806 offsets");
        assert_eq!(many(1_234_567, "cell"), "1,234,567 cells");
        assert_eq!(many(2, "erratum"), "2 errata");
        assert_eq!(many(999, "place"), "999 places");
    }

    #[test]
    fn a_summary_becomes_a_sentence() {
        assert_eq!(sentence("the tail moved"), "The tail moved.");
        assert_eq!(sentence("4 members added"), "4 members added.");
        assert_eq!(sentence("iFlags added"), "iFlags added.");
    }
}
