//! Lines that name the columns of a dump.

use super::Dialect;

/// The words with which headings begin, and whose they are.
const HEADINGS: [(&str, Option<Dialect>); 8] = [
    ("Offset(h)", Some(Dialect::Hxd)),
    ("Offset(d)", Some(Dialect::Hxd)),
    ("Offset(o)", Some(Dialect::Hxd)),
    ("- offset -", Some(Dialect::Radare2)),
    ("Hex View", Some(Dialect::ImHex)),
    ("Address  Hex", None),
    ("Address   Hex", None),
    ("Offset  0", None),
];

/// Whether the line names columns, and whose dump that shows.
pub(super) fn heading(text: &str) -> Option<Option<Dialect>> {
    let text = text.trim_start_matches([' ', '/', ';', '#', '>', '*']);
    let mut headings = HEADINGS.iter();
    headings.find_map(|(words, dialect)| text.starts_with(words).then_some(*dialect))
}
