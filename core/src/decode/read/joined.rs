//! Rows whose line breaks were lost on the way, in a chat or a ticket: the addresses that recur give them back.

use super::fate::{Fate, LineFate};
use super::lead::{Kind, Lead, lead};
use super::text::Line;

/// No line with two rows is shorter.
const SHORTEST: usize = 48;
/// How many characters an address has at least, with its colon.
const ADDRESS: usize = 5;
/// How many bytes a row has where nothing but its address shows where it begins.
const ROW: u64 = 16;
/// How many bytes the longest row has.
const LONGEST: u64 = 64;

/// The lines, each row in one of its own.
pub(super) fn apart(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    if lines.iter().all(|line| line.text.len() < SHORTEST) {
        return lines;
    }
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        let starts = starts(&line.text);
        if starts.is_empty() {
            rows.push(line);
            continue;
        }
        let mut begin = 0;
        for end in starts.into_iter().chain([line.text.len()]) {
            let row = line.text.get(begin..end).unwrap_or_default().trim_end();
            rows.push(Line {
                number: line.number,
                text: row.to_owned().into(),
            });
            begin = end;
        }
    }
    rows
}

/// The fates of lines, one for each: where a line has several rows, their bytes follow one another.
pub(super) fn together(fates: Vec<LineFate>) -> Vec<LineFate> {
    let mut lines: Vec<LineFate> = Vec::with_capacity(fates.len());
    for fate in fates {
        let before = lines.last_mut().filter(|before| before.line == fate.line);
        let Some(before) = before else {
            lines.push(fate);
            continue;
        };
        match (&mut before.fate, &fate.fate) {
            (
                Fate::Bytes { region, at, count },
                Fate::Bytes {
                    region: other,
                    at: next,
                    count: more,
                },
            ) if region == other && *at + *count == *next => *count += more,
            (Fate::Bytes { .. }, _) => {}
            (_, Fate::Bytes { .. }) => *before = fate,
            _ => {}
        }
    }
    lines
}

/// Where rows begin in a line, but for the first.
fn starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    // The row that a word begins, and how many bytes were counted behind it.
    let mut row: Option<(Lead<'_>, Count)> = None;
    for (at, word) in words(text) {
        let found = (text.len() >= SHORTEST && word.len() >= ADDRESS)
            .then(|| lead(text.get(at..).unwrap_or_default()))
            .flatten()
            .filter(|lead| begins(lead));
        match (&mut row, found) {
            (Some((last, count)), Some(next)) if follows(last, count, &next) => {
                starts.push(at);
                row = Some((next, Count::default()));
            }
            (None, Some(first)) => row = Some((first, Count::default())),
            (Some((_, count)), _) => count.add(word),
            (None, None) => {}
        }
    }
    // One address alone may be a pointer to what lies behind it, unless a whole row follows.
    let whole = row.is_some_and(|(last, count)| has_colon(&last) || count.bytes == ROW);
    match starts.len() {
        1 if !whole => Vec::new(),
        _ => starts,
    }
}

/// The words of a text, and where each begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Whether rows begin so.
fn begins(lead: &Lead<'_>) -> bool {
    match lead.kind {
        Kind::Ticked => true,
        Kind::Bare => matches!(lead.digits.len(), 6..=8 | 16),
        _ => has_colon(lead) && lead.digits.len() >= 4,
    }
}

fn has_colon(lead: &Lead<'_>) -> bool {
    matches!(lead.kind, Kind::Colon | Kind::Hexed)
}

/// Whether the next row begins there.
fn follows(last: &Lead<'_>, count: &Count, next: &Lead<'_>) -> bool {
    let step = |radix| {
        let value = |lead: &Lead<'_>| match radix {
            16 => Some(lead.value),
            radix => u64::from_str_radix(lead.digits, radix).ok(),
        };
        Some(value(next)?.wrapping_sub(value(last)?))
    };
    // `od` counts in octal and decimal, too.
    let is_row = || {
        [16, 8, 10]
            .into_iter()
            .any(|radix| step(radix) == Some(ROW))
    };
    next.kind == last.kind
        && match has_colon(next) {
            true => step(16).is_some_and(|step| (1..=LONGEST).contains(&step)),
            false => count.bytes == ROW && is_row(),
        }
}

/// How many bytes the numbers behind an address have, up to the first word that is none.
#[derive(Debug, Default)]
struct Count {
    bytes: u64,
    ended: bool,
}

impl Count {
    fn add(&mut self, word: &str) {
        let digits = word.bytes().filter(u8::is_ascii_hexdigit).count();
        let others = word
            .bytes()
            .all(|b| b.is_ascii_hexdigit() || b"`-?".contains(&b));
        let unknown = word.bytes().filter(|b| *b == b'?').count();
        self.ended |= !others || self.bytes >= ROW;
        if !self.ended {
            self.bytes += (digits as u64 + unknown as u64) / 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, rows: usize) {
        let lines = super::super::text::lines(text).unwrap();
        assert_eq!(apart(lines).len(), rows, "{text}");
    }

    #[test]
    fn addresses_that_recur_begin_rows() {
        check(
            "ffffe001`12345010  ffffe001`1234a010 ffffe001`12349810 ffffe001`12345020  00000000`00000a4c ffffe001`0fe3c080",
            2,
        );
        check(
            "8056e340  1234a010 ffffe001 12349810 ffffe001 8056e350  00000a4c 00000000 0fe3c080 ffffe001 8056e360  00000000",
            3,
        );
        check(
            "00000000: 10a0 3412 01e0 ffff 1098 3412 01e0 ffff  ..4.......4..... 00000010: 4c0a 0000  L...",
            2,
        );
        check(
            "0x404060:  0xffffe0011234a010  0xffffe00112349810 0x404070:  0x0000000000000a4c  0xffffe0010fe3c080",
            2,
        );
    }

    #[test]
    fn pointers_begin_none() {
        // To itself, to what lies behind it, in a row of four.
        check(
            "ffffe001`12345010  ffffe001`12345020 ffffe001`12345020  nt!Something+0x123456",
            1,
        );
        check(
            "ffffe001`12345010  ffffe001`1234a010 ffffe001`12345018  nt!Something+0x123456",
            1,
        );
        check(
            "ffffe001`12345010  00000000`00000000 00000000`00000001 ffffe001`12345020 ffffe001`12345020",
            1,
        );
    }
}
