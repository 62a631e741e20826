//! Uses rows to repair each other: the address of a row that is unreadable, the known bytes of a damaged row,
//! truncated rows, mistyped addresses.
//!
//! Each rule compares a row with its neighbours, by three kinds of evidence: their addresses, the columns of the
//! widest row, and the bytes in the widest row. No rule makes a byte known that its digits do not state.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::Note;
use super::super::cells::{Notation, Order, byte};
use super::super::format::RowFeatures;
use super::super::html;
use super::super::outcome::{Outcome, SkipReason, excerpt};
use super::super::prompt::row_starts;
use super::super::row::Row;
use super::super::row_address::{AddressNotation, RowAddress};
use super::super::row_stats;
use super::super::text::{is_digit, is_number, is_pair, uncoded};
use super::{Entry, LOWEST_ADDRESS, NEAR, PlacedRow, Reader, USUAL_ROW, is_zero_padded};
use crate::decode::limits::BYTES_LIMIT;
use crate::decode::memory::Byte;

/// The most damaged rows before a readable one that are examined.
const LOST_LIMIT: usize = 64;
/// The most bytes in one of them.
const LOST_ROW: u64 = 64;
/// At most one in this many numbers may be damaged; otherwise the text is not a row.
const DAMAGED: usize = 4;
/// The bytes of the widest number.
const POINTER: usize = 8;
/// The characters of a number of eight bytes with a backtick.
const TICKED: usize = 17;

#[derive(Debug)]
pub(super) struct Columns {
    /// The ranges of the numbers, relative to the first digit of the first one.
    words: Vec<Range<usize>>,
    /// The blanks between the address and the first number.
    before: usize,
    /// The bytes per number.
    unit: usize,
}

/// The readable part of a damaged row.
#[derive(Debug)]
struct Repaired {
    /// Its bytes in memory order; `None` for unreadable ones.
    bytes: Vec<Option<u8>>,
    /// The first unreadable number; empty if there is none.
    damaged: String,
    /// Whether the row is truncated in that number.
    is_cut: bool,
}

impl Columns {
    /// Returns the columns of a parsed row; `None` if its numbers are not pairs of hexadecimal digits.
    pub(super) fn of(row: &Row) -> Option<Self> {
        let (unit, before) = (row.cells.unit, row.evidence.before);
        let mut start = 0;
        let mut words = Vec::new();
        let cells = row.cells.cells.iter();
        for cell in cells.take_while(|cell| cell.bytes <= row.bytes().len()) {
            let digits = cell.end.checked_sub(start)?;
            if digits != 2 * unit && (unit, digits) != (8, TICKED) {
                return None;
            }
            words.push(start..cell.end);
            start = cell.end + cell.gap;
        }
        let is_hex = !row.cells.other_radix && words.len() > 1;
        is_hex.then_some(Self {
            words,
            before,
            unit,
        })
    }

    /// Returns the bytes of a row with these columns.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * self.unit
    }

    /// Returns the number of bytes before the column in which a row of `count` bytes begins.
    fn bytes_before(&self, before: usize, count: usize) -> Option<usize> {
        let start = before.checked_sub(self.before)?;
        let column = self.words.iter().position(|word| word.start == start)?;
        let skipped = column * self.unit;
        (skipped + count <= self.bytes()).then_some(skipped)
    }

    /// Parses the text after the address of a damaged row; `None` if it does not fit these columns, or is too damaged.
    fn repair(&self, text: &str, order: Order) -> Option<Repaired> {
        let columns = text.trim_start_matches(' ');
        if text.len() - columns.len() != self.before {
            return None;
        }
        let mut bytes = Vec::with_capacity(self.bytes());
        let mut damaged = Vec::new();
        for range in &self.words {
            if columns.len() < range.end && !bytes.is_empty() {
                // Truncated in this number; those before it are complete.
                damaged.push(columns.get(range.start..).filter(|cut| !cut.is_empty())?);
                break;
            }
            let word = columns.get(range.clone())?;
            let between =
                |at: usize| matches!(columns.as_bytes().get(at), None | Some(b' ' | b'-'));
            let apart = between(range.end) && range.start.checked_sub(1).is_none_or(between);
            if !apart || word.contains(' ') {
                return None;
            }
            let first = bytes.len();
            let is_tick = |at: usize| word.len() == TICKED && at == TICKED / 2;
            let digits = word.bytes().enumerate().filter(|(at, _)| !is_tick(*at));
            let digits: Vec<u8> = digits.map(|(_, digit)| digit).collect();
            bytes.extend(digits.chunks(2).map(|pair| byte(pair).flatten()));
            let is_part = |byte| is_digit(byte) || byte == b'`';
            if bytes.get(first..)?.contains(&None) && !word.bytes().all(is_part) {
                damaged.push(word);
            }
            if order == Order::Number {
                bytes.get_mut(first..)?.reverse();
            }
        }
        let is_row = damaged.len() <= self.words.len().div_ceil(DAMAGED);
        is_row.then(|| Repaired {
            is_cut: bytes.len() < self.bytes(),
            bytes,
            damaged: excerpt(damaged.first().copied().unwrap_or_default()),
        })
    }
}

/// A row that could not be parsed.
struct DamagedRow {
    /// The index of its line among the entries.
    entry: usize,
    /// The word in place of its address.
    word: String,
    /// Its address, if that is readable.
    address: Option<u64>,
    /// The readable part after the address.
    repaired: Option<Repaired>,
    /// Whether it begins with numbers of a row, so that its front is lost.
    is_rest: bool,
}

/// The fewest digits that are left of an address whose front is lost.
const LAST_DIGITS: usize = 3;

impl DamagedRow {
    /// Whether its address is `place` with `digits` digits, apart from a few damaged characters, or characters missing
    /// at its start or end.
    fn is_at(&self, place: u64, digits: usize) -> bool {
        let word = self.word.trim_start_matches("0x").replace('`', "");
        let word = unnamed(&word).to_ascii_lowercase();
        let meant = format!("{place:0digits$x}");
        if word == meant || is_end(&word, &meant) || is_one_longer(&word, &meant) {
            return true;
        }
        let mut is = word.chars();
        let pairs = meant.chars().map(|meant| (is.next(), meant));
        let is_other = |(is, meant): &(Option<char>, char)| {
            is.is_none_or(|is| !is.eq_ignore_ascii_case(meant))
        };
        let changed: Vec<Option<char>> = pairs.filter(is_other).map(|(is, _)| is).collect();
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_hexdigit());
        meant.len() == digits
            && changed.len() < digits.div_ceil(2)
            && !changed.iter().any(|is| is_digit(*is))
            && !is_digit(is.next())
    }
}

/// Strips the section name before an address, and the colon or bar after it.
fn unnamed(address: &str) -> &str {
    let address = address.split('│').next().unwrap_or(address);
    let address = address.trim_end_matches(':');
    address.rsplit(':').next().unwrap_or(address)
}

/// Whether a line is the rest of a row: the end of an address or of a number, and the digits of several bytes.
fn is_rest(text: &str) -> bool {
    const DIGITS: usize = 16;
    let mut words = text.split([' ', '-']).filter(|word| !word.is_empty());
    // The columns of a heading.
    let mut counts = words
        .clone()
        .take(3)
        .map(|word| u8::from_str_radix(word, 16));
    let is_heading = (0..3).all(|column| counts.next() == Some(Ok(column)));
    let is_first = words.next().map(unnamed).is_some_and(is_number);
    let digits = words.take_while(|word| is_number(word)).map(str::len);
    is_first && !is_heading && digits.sum::<usize>() >= DIGITS
}

/// Whether a word is the end of a longer one: the text was copied from the middle of a line on.
fn is_end(word: &str, other: &str) -> bool {
    (LAST_DIGITS..other.len()).contains(&word.len()) && other.ends_with(word)
}

/// Whether a word is another one with one more character.
fn is_one_longer(word: &str, other: &str) -> bool {
    let pairs = word.bytes().zip(other.bytes());
    let same = pairs.take_while(|(one, other)| one == other).count();
    word.len() == other.len() + 1 && word.get(same + 1..) == other.get(same..)
}

impl Reader<'_> {
    /// Compares each row with its neighbours; returns whether the dump states its end.
    pub(super) fn repair_rows(&mut self) -> bool {
        self.mark_shorter_numbers();
        self.place_indented();
        let mut is_ended = false;
        let mut widest = 0;
        // The last row, and the last row without an omission after it.
        let (mut last, mut close) = (None::<PlacedRow>, None::<PlacedRow>);
        let (mut star, mut is_known) = (None, true);
        // The command of the rows that follow, and the address from which it prints.
        let mut stated = None::<(usize, u64)>;
        let mut lost: Vec<DamagedRow> = Vec::new();
        // The number of bytes of rows in which the dump ends; the rest pads the last word.
        let mut ends: BTreeMap<(u64, usize), usize> = BTreeMap::new();
        for entry in 0..self.entries.len() {
            if let Some(Entry::Damaged) = self.entries.get(entry) {
                self.check_broken_number(entry, close);
                match self.damaged_row(entry) {
                    Some(own) if self.repair(&own, last.is_some()) => {}
                    own => {
                        lost.extend(own.filter(|_| lost.len() < LOST_LIMIT));
                        is_known = false;
                    }
                }
            }
            let found = self.entries.get(entry).copied();
            let to = match found {
                Some(Entry::Row(row)) => row.address,
                Some(Entry::End(to)) => to,
                Some(Entry::Star) => {
                    (star, close) = (Some(entry), None);
                    continue;
                }
                Some(Entry::Break { start, .. }) => {
                    lost.clear();
                    close = None;
                    stated = start.map(|start| (entry, start)).or(stated);
                    continue;
                }
                _ => continue,
            };
            if let (Some(row), Some(star)) = (last, star.take()) {
                last = self.repeat_row(star, row, to, is_known).or(last);
            }
            match (found, last) {
                (Some(Entry::Row(row)), _) => {
                    widest = row.count.max(widest);
                    if let Some(close) = close {
                        self.check_truncated(&close, &row, widest);
                    }
                    let mut first = to;
                    if !lost.is_empty() {
                        first = self.recover(last, &lost, entry, to);
                        lost.clear();
                    }
                    if let Some((command, start)) = stated.take() {
                        self.leave_room(command, start, first);
                    }
                    (last, close, is_known) = (Some(row), Some(row), true);
                }
                (_, Some(row)) if row.address < to && to - 1 <= row.last() => {
                    is_ended = true;
                    let count = usize::try_from(to - row.address).unwrap_or(row.count);
                    ends.entry((row.address, row.count)).or_insert(count);
                    self.set_outcome(entry, Outcome::End);
                }
                _ => {
                    // The dump may begin with an address without numbers.
                    let is_first = last.is_none() && lost.len() < LOST_LIMIT;
                    lost.extend(self.damaged_row(entry).filter(|_| is_first));
                    is_known = false;
                }
            }
        }
        let entries = std::mem::take(&mut self.entries).into_iter();
        let rows = entries.filter_map(|entry| match entry {
            // The last row may be there twice.
            Entry::Row(row) => Some(PlacedRow {
                count: *ends.get(&(row.address, row.count)).unwrap_or(&row.count),
                ..row
            }),
            _ => None,
        });
        self.assembly.rows = rows.collect();
        is_ended
    }

    /// Makes the single number of a row unknown if it has fewer digits than the numbers of all neighbour rows, or than
    /// the command prints.
    fn mark_shorter_numbers(&mut self) {
        if self.format.order != Order::Number || !self.format.cut {
            return;
        }
        let same_command = |_: &Entry, next: &Entry| !matches!(next, Entry::Break { .. });
        for section in self.entries.clone().chunk_by(same_command) {
            let said = match section.first() {
                Some(Entry::Break { unit, .. }) => *unit,
                _ => 0,
            };
            let rows = || section.iter().filter_map(Entry::row);
            let widest = rows().map(|row| row.width).max().unwrap_or(0);
            let is_single = |row: &&PlacedRow| row.count == row.unit();
            let are_alike = rows().all(|row| row.width == widest || is_single(&row));
            for row in rows().filter(is_single) {
                let Some(addr) = self.address(row.outcome) else {
                    continue;
                };
                // An address with a backtick has 64 bits, and `dps` prints pointers.
                let all = match addr.kind == AddressNotation::Ticked && said > row.width {
                    true => said,
                    false if are_alike => widest,
                    false => 0,
                };
                if row.width < all {
                    let word = excerpt(addr.rest.split_ascii_whitespace().next().unwrap_or(""));
                    let bytes = vec![None; all];
                    if let Some(new) =
                        self.replace_entry(row.outcome, row.outcome, row.address, &bytes)
                    {
                        new.evidence = row.evidence;
                    }
                    self.narrow_numbers.push((row.line, word));
                }
            }
        }
    }

    /// Places rows whose first columns are blank by the column of their first number. If other rows have no number there,
    /// the bytes are unknown.
    fn place_indented(&mut self) {
        // The most blanks after the address of a whole row.
        const MOST: usize = 12;
        // Decimal numbers are padded with blanks.
        let is_column = self.format.notation != Notation::Binary && self.unit.column.is_none();
        let rows: Vec<&PlacedRow> = self.entries.iter().filter_map(Entry::row).collect();
        let is_alone = rows.len() == 1;
        let whole = rows.iter().filter(|row| row.count == self.widest);
        let widest = self.widest.max(1) as u64;
        let aligned = whole.clone().next().map_or(0, |row| row.address % widest);
        let usual = whole.map(|row| row.evidence.before).min().unwrap_or(0);
        let usual = if is_alone { usual.min(MOST) } else { usual };
        for entry in 0..self.entries.len() {
            let row = self.entries.get(entry).and_then(Entry::row).copied();
            let is_part = |row: &PlacedRow| is_alone || row.count < self.widest;
            let row = row.filter(|row| is_part(row) && row.evidence.before > usual + 1);
            let Some(row) = row.filter(|_| is_column && !self.format.indented) else {
                continue;
            };
            let columns = self.columns.as_ref().filter(|_| !is_alone);
            let skipped = columns.and_then(|it| it.bytes_before(row.evidence.before, row.count));
            let place = row.address % widest;
            if skipped.is_some_and(|bytes| place == (aligned + bytes as u64) % widest) {
                // It is the address of the first number, not of the first column.
                continue;
            }
            let skipped = skipped.filter(|_| place == aligned);
            let text = match skipped {
                Some(skipped) => {
                    let address = row.address.saturating_add(skipped as u64);
                    if let Some(entry) = self.entries.get_mut(entry) {
                        *entry = Entry::Row(PlacedRow { address, ..row });
                    }
                    let bytes = row_stats::count(skipped, "byte");
                    format!("its columns show that {bytes} before its first number are missing")
                }
                None => {
                    self.mark_end_unknown(&row, row.count, |_| true);
                    "its first number is in no column of the other rows: its bytes are unknown"
                        .to_owned()
                }
            };
            self.note(row.line, text);
        }
    }

    /// Adds notes on numbers narrower than their column; a single one for a whole column.
    fn note_lost_digits(&mut self) {
        let mut lost = std::mem::take(&mut self.narrow_numbers);
        let more = row_stats::count(lost.len().saturating_sub(1), "number");
        let is_column = lost.len() > 2 && lost.len() + 1 >= self.assembly.rows.len();
        lost.truncate(if is_column { 1 } else { lost.len() });
        for (line, word) in lost {
            let text = match is_column {
                true => format!(
                    "`{word}` and {more} in the rows behind are not as wide as other columns: their bytes are unknown"
                ),
                false => format!("`{word}` is not as wide as its column: its bytes are unknown"),
            };
            self.note(line, text);
        }
    }

    fn address(&self, entry: usize) -> Option<RowAddress<'_>> {
        let text = uncoded(self.text(entry)).trim_start();
        row_starts(text).find_map(|row| self.format.parse_address(row))
    }

    /// Returns the row that a damaged line may have been.
    fn damaged_row(&self, entry: usize) -> Option<DamagedRow> {
        let plain = html::plain(self.text(entry));
        let text = uncoded(&plain).trim_start();
        let (word, _) = text.split_once(' ').unwrap_or((text, ""));
        let is_address = |addr: &RowAddress<'_>| {
            let is_odd = self.is_odd(addr.kind, addr.digits.len(), is_zero_padded(addr.digits));
            addr.kind != AddressNotation::Label && !is_odd
        };
        let addr = self.format.parse_address(text).filter(is_address);
        let address = addr.and_then(|addr| self.format.address(&addr));
        let behind = match addr.filter(|_| address.is_some()) {
            Some(addr) => addr.rest,
            None => text.get(word.len()..)?,
        };
        let columns = self.columns.as_ref();
        Some(DamagedRow {
            entry,
            word: word.to_owned(),
            address,
            repaired: columns.and_then(|columns| columns.repair(behind, self.format.order)),
            is_rest: is_rest(text),
        })
    }

    /// Keeps the readable part of a row with a readable address; false if there is none, or nothing is damaged.
    /// `is_behind` if a row precedes it.
    fn repair(&mut self, lost: &DamagedRow, is_behind: bool) -> bool {
        let repaired = lost.repaired.as_ref().filter(|it| !it.damaged.is_empty());
        let (Some(address), Some(repaired)) = (lost.address, repaired) else {
            return false;
        };
        self.add_repaired(lost.entry, address, repaired, false);
        let end = address.wrapping_add(repaired.bytes.len() as u64);
        let next = self.entries.get(lost.entry + 1);
        let is_next = matches!(next, Some(Entry::Row(next)) if next.address == end);
        self.stats.continues += usize::from(is_next && is_behind);
        true
    }

    /// Places rows with unreadable addresses if they fill the gap between the row before and the row after them.
    /// Before the first readable row, the rest of their addresses must also match. Returns the address of the first.
    fn recover(
        &mut self,
        last: Option<PlacedRow>,
        lost: &[DamagedRow],
        row: usize,
        to: u64,
    ) -> u64 {
        // An address with a blank in it would shift the numbers.
        let plain = html::plain(self.text(row));
        let text = uncoded(&plain).trim_start();
        let addr = self.format.parse_address(text);
        let address = addr.and_then(|addr| text.strip_suffix(addr.rest));
        let address = address.unwrap_or_default();
        let width = address.len();
        let digits = unnamed(address).trim_start_matches("0x").bytes();
        let digits = digits.filter(u8::is_ascii_hexdigit).count();
        let mut next = to;
        let mut rows = Vec::new();
        for lost in lost.iter().rev() {
            let repaired = lost.repaired.as_ref();
            let at = repaired.and_then(|it| next.checked_sub(it.bytes.len() as u64));
            let is_there = |at: &u64| match last {
                Some(_) => lost.word.len().abs_diff(width) <= 1,
                None => lost.is_at(*at, digits),
            };
            match repaired.zip(at.filter(is_there)) {
                Some((repaired, at)) if lost.address.is_none() => {
                    rows.push((lost.entry, at, repaired));
                    next = at;
                }
                // The dump begins with this row, though it is unreadable.
                _ if last.is_none() => {
                    let before = next.checked_sub(self.widest as u64);
                    let is_before = |at: &u64| lost.is_rest || lost.is_at(*at, digits);
                    let place = lost.address.or(before.filter(is_before));
                    let gap = place.and_then(|place| next.checked_sub(place));
                    let Some(gap) = gap.filter(|gap| (1..=LOST_ROW).contains(gap)) else {
                        break;
                    };
                    next -= gap;
                    // No outcome changes: the line gave no bytes.
                    self.replace_entry(lost.entry, usize::MAX, next, &vec![None; gap as usize]);
                }
                _ => {}
            }
        }
        if last.is_none_or(|last| last.end() == next) {
            for (entry, at, repaired) in rows {
                self.add_repaired(entry, at, repaired, true);
            }
        }
        next
    }

    /// Adds unknown bytes for the rows missing between the address of a command and the first row of its output.
    fn leave_room(&mut self, command: usize, start: u64, first: u64) {
        let gap = first.checked_sub(start);
        let Some(gap) = gap.filter(|gap| (1..=LOST_ROW).contains(gap)) else {
            return;
        };
        let unknown = vec![None; gap as usize];
        if let Some(row) = self.replace_entry(command, usize::MAX, start, &unknown) {
            let (line, bytes) = (row.line, row_stats::count(unknown.len(), "byte"));
            let text = format!(
                "it prints from 0x{start:x}, but the first row is at 0x{first:x}: the {bytes} between them are unknown"
            );
            self.note(line, text);
        }
    }

    /// Adds the readable part of a damaged row, with a note. `is_placed` if the address comes from the neighbour rows.
    fn add_repaired(&mut self, entry: usize, address: u64, repaired: &Repaired, is_placed: bool) {
        let damaged = &repaired.damaged;
        let place = address.wrapping_sub(self.middle());
        let mut text = match (is_placed, repaired.is_cut) {
            (true, _) => {
                format!("its address is damaged: the rows beside it place it at 0x{place:x}")
            }
            (false, true) => format!("the row is cut off in `{damaged}`: the rest is unknown"),
            (false, false) => format!("`{damaged}` is not a number: its bytes are unknown"),
        };
        if is_placed && !damaged.is_empty() {
            text += &format!("; `{damaged}` is not a number, and its bytes are unknown");
        }
        if let Some(row) = self.replace_entry(entry, entry, address, &repaired.bytes) {
            let line = row.line;
            self.note(line, text);
            let unit = self.columns.as_ref().map_or(0, |columns| columns.unit);
            self.stats.add_damaged(unit);
        }
    }

    /// Replaces an entry by a row with these bytes; `None` if there is no room for them.
    fn replace_entry(
        &mut self,
        entry: usize,
        outcome: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Option<&mut PlacedRow> {
        let line = self.lines.get(entry)?.number;
        let row = self.assembly.place(line, outcome, address, bytes).ok()?;
        let entry = self.entries.get_mut(entry)?;
        *entry = Entry::Row(row);
        match entry {
            Entry::Row(row) => Some(row),
            _ => None,
        }
    }

    /// Detects a truncated row: it has fewer bytes than others, and the next row begins at its proper end. Its last
    /// number is then unknown unless zero padding would show a lost digit; all are unknown if one is missing, as it
    /// may be any.
    fn check_truncated(&mut self, row: &PlacedRow, next: &PlacedRow, widest: usize) {
        let gap = next.address.saturating_sub(row.end());
        let missing = widest.saturating_sub(row.count);
        if gap == 0 || gap != missing as u64 {
            return;
        }
        let (unknown, text) = match missing == row.unit() {
            true => (row.count, "it has one number fewer than other rows: the last one or any other may be missing, so its bytes are unknown".to_owned()),
            false => (row.unproved_size(), format!(
                "it ends {} before the next row begins, and other rows have that many more: it may be cut off",
                row_stats::count(missing, "byte")
            )),
        };
        self.note(row.line, text);
        self.mark_end_unknown(row, unknown, |_| true);
    }

    /// The last number of a row may be broken if the next line begins with digits, not with a word.
    fn check_broken_number(&mut self, entry: usize, row: Option<PlacedRow>) {
        let text = self.text(entry);
        let (first, behind) = text.split_once(' ').unwrap_or((text, ""));
        let is_digit = first.bytes().next().is_some_and(|b| b.is_ascii_hexdigit());
        let is_number = behind.is_empty() || first.bytes().any(|digit| digit.is_ascii_digit());
        if let Some(row) = row.filter(|_| is_digit && is_number)
            && row.outcome.checked_add(1) == Some(entry)
        {
            self.mark_end_unknown(&row, row.unproved_size(), |_| true);
        }
    }

    /// Makes up to `count` last bytes of a row unknown, stopping at the first known one that `of` rejects.
    fn mark_end_unknown(&mut self, row: &PlacedRow, count: usize, of: impl Fn(u8) -> bool) {
        for place in (row.at..row.at + row.count).rev().take(count) {
            match self.assembly.bytes.byte(place) {
                Byte::Known(byte) if !of(byte) => return,
                _ => self.assembly.bytes.mark_unknown(place),
            }
        }
    }

    /// Repeats a row up to an address, for a star; `None` if there is no room. The bytes are unknown if the repeated
    /// row is.
    fn repeat_row(
        &mut self,
        entry: usize,
        row: PlacedRow,
        to: u64,
        is_known: bool,
    ) -> Option<PlacedRow> {
        let from = row.last().saturating_add(1);
        let gap = to.checked_sub(from).filter(|gap| *gap > 0)?;
        if self.assembly.is_full() {
            return None;
        }
        // One byte over the limit is enough for the error.
        let gap = usize::try_from(gap).map_or(BYTES_LIMIT + 1, |gap| gap.min(BYTES_LIMIT + 1));
        let mut bytes = self.assembly.bytes.bytes(row.at, row.count);
        if !is_known {
            bytes.fill(None);
        }
        let bytes: Vec<Option<u8>> = bytes.into_iter().cycle().take(gap).collect();
        let row = self.replace_entry(entry, entry, from, &bytes)?;
        row.repeats = true;
        Some(*row)
    }

    /// Resolves ambiguities that need all rows.
    pub(super) fn resolve_ambiguities(&mut self, is_ended: bool) {
        self.note_lost_digits();
        let unit = self.stats.all_units();
        let Some(last) = self.assembly.rows.last().copied() else {
            return;
        };
        // These tools zero-pad the last word, and the final offset says how many bytes are padding.
        if self.format.notation == Notation::HexOrOctal && !is_ended {
            let unit = unit.filter(|_| last.count < USUAL_ROW);
            self.mark_end_unknown(&last, unit.unwrap_or(1) - 1, |byte| byte == 0);
        }
        if let Some(unit) = unit {
            self.drop_dereferenced(unit);
            self.repair_missing_column(unit);
        }
        self.mark_mistyped(unit.filter(|unit| *unit > 1));
    }

    /// Removes the dereferenced values of `dqp` rows, which are a pointer and its target: each row begins in the
    /// middle of the previous one. Adds a note on a pointer with two values.
    fn drop_dereferenced(&mut self, unit: usize) {
        const LEAST: usize = 2;
        let bytes = &mut self.assembly.bytes;
        let is_pair = |row: &PlacedRow| row.count == 2 * unit && !row.repeats;
        let pair = |row: &PlacedRow| {
            let number = |at| bytes.number(at, u32::try_from(unit).ok()?).whole();
            Some((number(row.at)?, number(row.at + unit)?))
        };
        let is_half = |(row, next): &(&PlacedRow, &PlacedRow)| {
            is_pair(row) && is_pair(next) && row.address.wrapping_add(unit as u64) == next.address
        };
        let rows = &self.assembly.rows;
        let halves = rows.iter().zip(rows.iter().skip(1)).filter(is_half);
        let count = halves.count();
        let is_shown = count >= LEAST && 2 * count >= rows.len() || self.stats.is_dereferencing();
        if !matches!(unit, 4 | 8) || !is_shown {
            return;
        }
        let mut seen: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
        let mut notes = Vec::new();
        for row in rows.iter().filter(|row| is_pair(row)) {
            let Some((pointer, value)) = pair(row) else {
                continue;
            };
            let (other, line) = *seen.entry(pointer).or_insert((value, row.line));
            if other != value {
                let text = format!(
                    "it has 0x{value:x} at 0x{pointer:x}, but line {line} has 0x{other:x} there"
                );
                let line = row.line;
                notes.push(Note { line, text });
            }
        }
        for row in &mut self.assembly.rows {
            if is_pair(row) {
                row.count = unit;
                continue;
            }
            // If nothing is readable, there is no value; otherwise the value or the pointer is missing.
            let number = bytes.number(row.at, u32::try_from(unit).unwrap_or(0));
            let is_low = number.whole().is_some_and(|number| number < LOWEST_ADDRESS);
            if row.count != unit || !is_low {
                (row.at..row.at + row.count).for_each(|at| bytes.mark_unknown(at));
            }
        }
        self.notes.extend(notes);
    }

    /// Returns the distance of the rows if all have the same, smaller number of bytes: a column of all lines is
    /// missing. The last row may be shorter.
    fn lacking_step(&self) -> Option<usize> {
        let rows = &self.assembly.rows;
        let [first, second, ..] = rows[..] else {
            return None;
        };
        let step = second.address.wrapping_sub(first.address);
        // Two rows are enough if each has a single number, which may be cut off, and nothing after it.
        let is_number = first.count == first.unit() && self.stats.symbols == 0;
        let adjoins = first.outcome.checked_add(1) == Some(second.outcome);
        let may_be_cut = first.count < POINTER || first.unproved_size() > 0;
        let is_enough = rows.len() > 2 || is_number && may_be_cut && adjoins;
        let (last, others) = rows.split_last()?;
        let goes_on = |(row, next): (&PlacedRow, &PlacedRow)| {
            row.address.checked_add(step) == Some(next.address)
        };
        let is_tool = matches!(step, 8 | 16 | 32) && (first.count as u64) < step;
        let all = is_tool
            && others.iter().all(|row| row.count == first.count)
            && last.count <= first.count
            && rows.iter().zip(rows.iter().skip(1)).all(goes_on);
        usize::try_from(step).ok().filter(|_| all && is_enough)
    }

    /// Makes ambiguous bytes unknown in rows that lack a column: all, unless it is the last one; the last of wider numbers,
    /// which may have lost digits.
    fn repair_missing_column(&mut self, unit: usize) {
        let Some((step, first)) = self.lacking_step().zip(self.assembly.rows.first().copied())
        else {
            return;
        };
        if self.assembly.is_full() {
            return;
        }
        let missing = step - first.count;
        if missing == 1 && unit == 1 && self.format.is_short() && self.stats.confirmed == 0 {
            self.are_bytes = Some(first.line);
        }
        let bytes = row_stats::count(missing, "byte");
        let is_single = first.count == unit && unit < POINTER;
        let may_be_cut = unit > 1 && (unit < POINTER || first.unproved_size() > 0);
        if is_single || may_be_cut && self.format.order == Order::Number {
            for row in self.assembly.rows.clone() {
                self.mark_end_unknown(&row, unit, |_| true);
            }
            let text = format!(
                "each row ends {bytes} before the next one begins: the rows may be cut off, so the last number of each is unknown"
            );
            return self.note(first.line, text);
        }
        if unit > 1 || self.is_middle_in_place(first.count) {
            let text = format!(
                "each row ends {bytes} before the next one begins: the missing bytes are assumed to be at the end of each row"
            );
            return self.note(first.line, text);
        }
        for row in self.assembly.rows.clone() {
            self.mark_end_unknown(&row, row.count, |_| true);
        }
        let text = format!("each row lacks {bytes}, not at its end: its bytes are unknown");
        self.note(first.line, text);
    }

    /// Whether the mark in the middle of rows of `count` bytes follows the eighth byte.
    fn is_middle_in_place(&self, count: usize) -> bool {
        const HALF: usize = USUAL_ROW / 2;
        let likes = |marks: RowFeatures| self.format.likes.common(marks) > 0;
        let is_hyphened = likes(RowFeatures::HYPHEN) && self.stats.is_hyphened();
        let is_marked = is_hyphened || likes(RowFeatures::HALVES);
        let mut rows = self.assembly.rows.iter().filter(|row| row.count == count);
        let is_in_place = |row: &PlacedRow| {
            let half = half(self.address(row.outcome).map_or("", |addr| addr.rest));
            half.map_or(!is_hyphened || count <= HALF, |half| half == HALF)
        };
        !is_marked || rows.all(is_in_place)
    }

    /// Returns the rows whose apparent address is bytes, because the start of the line was not copied: they are written
    /// in another way than most rows, are beside one of these, and have a number before the address or an address far
    /// from all others.
    fn rows_missing_address(&self) -> Vec<usize> {
        let rows = &self.assembly.rows;
        let is_numbered = |row: &PlacedRow| row.evidence.numbered;
        let numbered = rows.iter().filter(|row| is_numbered(row)).count();
        // Each row, and the one before it.
        let before = std::iter::once(None).chain(rows.iter().map(Some));
        let pairs = rows.iter().zip(before);
        if numbered > 0 && OTHERS * numbered < rows.len() {
            let follows = |row: &PlacedRow, it: &PlacedRow| it.end() == row.address;
            let afar = pairs.filter(|(row, before)| {
                is_numbered(row) && !before.is_some_and(|before| follows(row, before))
            });
            return afar.map(|(row, _)| row.outcome).collect();
        }
        // An address of 32 bits: in a text of others, the line may have lost its start.
        let is_doubtful = |row: &PlacedRow| {
            row.evidence.kind == AddressNotation::Bare && row.evidence.digits == 8
        };
        let doubtful = rows.iter().filter(|row| is_doubtful(row)).count();
        if doubtful == 0 || OTHERS * doubtful > rows.len() {
            return Vec::new();
        }
        let mut addresses: Vec<u64> = rows.iter().map(|row| row.address).collect();
        addresses.sort_unstable();
        let is_afar = |row: &PlacedRow| {
            let near = row.address.saturating_sub(NEAR)..=row.address.saturating_add(NEAR);
            let first = addresses.partition_point(|address| address < near.start());
            let next = addresses.get(first + 1);
            next.is_none_or(|next| !near.contains(next))
        };
        let adjoins = |row: &PlacedRow, other: Option<&PlacedRow>| {
            other.is_some_and(|other| other.outcome.abs_diff(row.outcome) == 1)
        };
        let afar = pairs.filter(|(row, before)| {
            let is_beside = adjoins(row, before.or(rows.get(1)));
            is_doubtful(row) && is_beside && is_afar(row)
        });
        afar.map(|(row, _)| row.outcome).collect()
    }

    /// Marks rows with a mistyped address. A row keeps its stated address, with a note; it is dropped if its address
    /// is missing or unpadded, so that a lost digit is not visible.
    fn mark_mistyped(&mut self, unit: Option<usize>) {
        let middle = self.middle();
        let is_unpadded = |row: &PlacedRow| {
            use AddressNotation::{Barred, Counted, Hexed};
            matches!(row.evidence.kind, Hexed | Barred | Counted)
        };
        let is_loose = self.assembly.rows.iter().any(is_unpadded);
        let mut unplaced = BTreeMap::new();
        let mut start = None;
        for (index, found) in
            mistyped_addresses(&self.assembly.rows, unit.map(|unit| unit as u64), middle)
        {
            let Some(row) = self.assembly.rows.get_mut(index) else {
                continue;
            };
            let (line, says, why) = (row.line, row.address.wrapping_sub(middle), found.why);
            // The dump begins there, with unknown bytes.
            start = start.or(found.start.map(|place| (line, place, row.count)));
            if !is_loose && !found.is_lost {
                row.suspect = true;
                self.note(line, format!("its address is 0x{says:x}, but {why}: the address looks mistyped. Its bytes are kept at that address"));
                continue;
            }
            unplaced.insert(row.outcome, why);
        }
        for entry in self.rows_missing_address() {
            let why = || "its address is written in another way and far from the others".to_owned();
            unplaced.entry(entry).or_insert_with(why);
        }
        let rows = &mut self.assembly.rows;
        rows.retain(|row| !unplaced.contains_key(&row.outcome));
        for (entry, why) in unplaced {
            self.skip(entry, SkipReason::Misplaced(why));
        }
        if let Some((line, place, count)) = start {
            let unknown = vec![None; count];
            let first = self.assembly.place(line, usize::MAX, place, &unknown);
            self.assembly.rows.splice(..0, first);
        }
    }
}

/// Returns the number of digit pairs before the hyphen or the double blank in a row.
fn half(numbers: &str) -> Option<usize> {
    let mut rest = numbers.trim_start();
    for count in 1..USUAL_ROW {
        let (pair, behind) = rest.split_at_checked(2)?;
        if !is_pair(pair) {
            return None;
        }
        let next = behind.strip_prefix([' ', '-'])?;
        let is_divided = behind.starts_with('-') || next.starts_with(' ');
        rest = next.trim_start();
        if is_divided {
            let is_number = rest.get(..2).is_some_and(is_pair);
            return is_number.then_some(count);
        }
    }
    None
}

/// A mistyped address: the neighbour rows are consistent and leave exactly the room for the row, but its address is
/// another.
#[derive(Debug)]
struct MistypedAddress {
    /// Whether the address is missing, and the first number is in its place.
    is_lost: bool,
    /// The address at which the dump begins, if it is the first row.
    start: Option<u64>,
    why: String,
}

/// The fewest consistent rows that make the address of the first or the last row suspect; one less if the address
/// only lost a digit.
const WITNESSES: usize = 3;

/// A row written in another way may be damaged if at most one in this many rows is.
const OTHERS: usize = 2;

/// The most rows that may be missing between two rows without making the address doubtful.
const LEFT_OUT: u64 = 16;

/// Returns the rows with mistyped addresses by index. Repetitions by a star are checked by their neighbours. `unit` is
/// the size of all numbers; a single byte is never an address. `middle` is the base of relative addresses.
fn mistyped_addresses(
    rows: &[PlacedRow],
    unit: Option<u64>,
    middle: u64,
) -> Vec<(usize, MistypedAddress)> {
    let adjoins = |row: &PlacedRow, next: &PlacedRow| {
        !row.repeats && !next.repeats && row.outcome.checked_add(1) == Some(next.outcome)
    };
    let (mut found, mut number) = (Vec::new(), 0);
    for run in rows.chunk_by(adjoins) {
        let widest = run.iter().map(|row| row.count as u64).max();
        let widest = widest.unwrap_or_default();
        let starts = OnceCell::new();
        let starts = || starts.get_or_init(|| run.iter().map(|row| row.address).collect());
        let is_start = |at: u64| BTreeSet::contains(starts(), &at);
        let odd = |index| {
            let mut found = mistyped_address(run, index, widest, unit, middle, &is_start)?;
            found.start = found.start.filter(|_| number == 0);
            Some((number + index, found))
        };
        found.extend((0..run.len()).filter_map(odd));
        number += run.len();
    }
    found
}

/// Returns the mistyped address among consecutive rows. The widest row has `widest` bytes; `is_start` returns whether a
/// row begins at an address.
fn mistyped_address(
    run: &[PlacedRow],
    index: usize,
    widest: u64,
    unit: Option<u64>,
    middle: u64,
    is_start: &impl Fn(u64) -> bool,
) -> Option<MistypedAddress> {
    let (before, rest) = run.split_at_checked(index)?;
    let (row, behind) = rest.split_first()?;
    let count = row.count as u64;
    // A short row may follow omitted rows just as well as a long one.
    let unit = unit.filter(|_| count < widest);
    if let (Some(before), Some(behind)) = (before.last(), behind.first()) {
        let at = before.end();
        let room = behind.address.checked_sub(at)?;
        // The number in place of the address may be the rest of a broken row.
        let is_lost = unit.is_some_and(|unit| room == count + unit);
        let why = || {
            let (first, last, at) = (before.line, behind.line, at.wrapping_sub(middle));
            format!("lines {first} and {last} leave exactly 0x{room:x} bytes at 0x{at:x}")
        };
        let is_odd = at != row.address && (room == count || is_lost) && !is_start(at);
        return is_odd.then(|| MistypedAddress {
            is_lost,
            start: None,
            why: why(),
        });
    }
    let rest = if before.is_empty() { behind } else { before };
    let (first, last) = (rest.first()?, rest.last()?);
    // A label's row has no address of its own.
    let is_witness = |row: &PlacedRow| row.evidence.kind != AddressNotation::Label;
    if !rest.is_sorted_by(|row, next| row.end() == next.address) || !rest.iter().all(is_witness) {
        return None;
    }
    let (side, place, left_out) = match before {
        [] => (
            "before",
            first.address.checked_sub(count),
            first.address.checked_sub(row.address),
        ),
        _ => (
            "after",
            Some(last.end()),
            row.address.checked_sub(last.address),
        ),
    };
    let room = LEFT_OUT.saturating_mul(widest.max(USUAL_ROW as u64));
    // The two addresses are a whole number of rows apart, the nearer row possibly truncated: rows were probably left
    // out.
    let is_left_out =
        |bytes: u64| bytes > 0 && bytes <= room + widest && bytes.is_multiple_of(widest.max(1));
    if place.is_some_and(|at| at == row.address || left_out.is_some_and(is_left_out)) {
        return None;
    }
    // Another notation is a witness, too.
    let others = rest.len() + usize::from(row.evidence.kind != first.evidence.kind);
    let slip = place.filter(|at| is_slip(row, *at, others));
    let is_far = |at: &u64| rest.len() >= WITNESSES && row.address.abs_diff(*at) > room;
    let lost = || {
        let place = match before {
            [] => first.address.checked_sub(widest),
            _ => place,
        };
        place.filter(|at| unit.is_some() && is_far(at))
    };
    let at = slip.or_else(lost)?;
    let (first, last, place) = (first.line, last.line, at.wrapping_sub(middle));
    let why = format!("lines {first} to {last} are consecutive, and {side} them is 0x{place:x}");
    Some(MistypedAddress {
        is_lost: slip.is_none(),
        start: before.is_empty().then_some(at),
        why,
    })
}

/// Whether the address of a row is the meant one with a typing error (a digit changed, missing or added, two digits
/// swapped, the first digits missing), and enough witnesses show that.
fn is_slip(row: &PlacedRow, meant: u64, witnesses: usize) -> bool {
    let (typed, digits) = (row.address, row.evidence.digits);
    let (written, right) = (format!("{typed:0digits$x}"), format!("{meant:x}"));
    let is_lost = is_end(&written, &right) || is_one_longer(&right, &written);
    // The place of the last digit that differs.
    let at = (typed ^ meant).trailing_zeros() & !3;
    let [typed, meant] = [typed, meant].map(|address| address.unbounded_shr(at));
    let pair = |address: u64| (address & 0xf, address >> 4 & 0xf);
    let (low, high) = pair(meant);
    let is_swapped = typed >> 8 == meant >> 8 && pair(typed) == (high, low);
    let is_changed = typed >> 4 == meant >> 4 || is_swapped || is_one_longer(&written, &right);
    is_lost && witnesses + 1 >= WITNESSES || is_changed && witnesses >= WITNESSES
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of 16 bytes, one per line, whose addresses are doubted, with the addresses that are meant.
    fn doubted(addresses: &str) -> String {
        let addresses = addresses.split(' ').enumerate();
        let rows = addresses.map(|(outcome, address)| PlacedRow {
            address: u64::from_str_radix(address, 16).unwrap(),
            at: 16 * outcome,
            count: 16,
            line: outcome + 1,
            outcome,
            ..PlacedRow::default()
        });
        let found = mistyped_addresses(&rows.collect::<Vec<_>>(), None, 0);
        let found = found.iter().map(|(row, odd)| {
            let place = odd.why.rsplit("0x").next().unwrap();
            format!("{} is {place}", row + 1)
        });
        found.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn addresses_between_and_beside_others() {
        for case in [
            // Two rows leave room for one.
            "1000 1020 1020 1030: 2 is 1010",
            "1000 9990 1020: 2 is 1010",
            "1000 1010 1020: ",
            "1000 2000 1030: ",
            // The first or the last one looks like a slip.
            "f2000 f1010 f1020 f1030: 1 is f1000",
            "f0100 f1010 f1020 f1030: 1 is f1000",
            "f100 f1010 f1020 f1030: 1 is f1000",
            "ff1000 f1010 f1020 f1030: 1 is f1000",
            "e1000 f1010 f1020 f1030: 1 is f1000",
            "f1010 f1020 f1030 f2040: 4 is f1040",
            "f100 f1010 f1020: 1 is f1000",
            "4f1000 4f1010 f1020: 3 is 4f1020",
            // Rows were left out.
            "f0ff0 f1010 f1020 f1030: ",
            "f0f80 f1010 f1020 f1030: ",
            "f1010 f1020 f1030 f1080: ",
            // Another address, the right one, too few witnesses, too few digits, rows that changed places.
            "12340 f1010 f1020 f1030: ",
            "f1000 f1010 f1020 f1030: ",
            "f2000 f1010 f1020: ",
            "4f1000 4f1010 20: ",
            "1030 1010 1020 1000 1040: ",
        ] {
            let (addresses, expected) = case.split_once(": ").unwrap();
            assert_eq!(doubted(addresses), expected, "{addresses}");
        }
    }

    #[test]
    fn a_short_row_at_its_own_place_is_not_doubted() {
        let placed = |(outcome, count)| PlacedRow {
            address: 0x10 * outcome as u64,
            count,
            outcome,
            ..PlacedRow::default()
        };
        let rows = [(0, 8), (1, 16), (2, 16), (3, 16)].map(placed);
        assert!(mistyped_addresses(&rows, None, 0).is_empty());
    }
}
