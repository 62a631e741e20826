//! Parses a text of rows with addresses: each line is a row, a line around rows, or skipped with a reason. `damage`
//! then compares the rows, and they are assembled into regions.

mod damage;

use self::damage::Columns;
use super::assemble::{Assembly, Placed};
use super::cells::{Notation, Unit};
use super::fate::{Fate, LineFate, Reason, Skip, excerpt};
use super::format::LineFormat;
use super::html::Marked;
use super::lead::{self, Kind};
use super::lookalike::lookalike;
use super::prompt::{Around, Command, around, unmarked};
use super::row::Row;
use super::tally::Tally;
use super::text::{Line, uncoded};
use super::{Note, Places, ReadError, Reading};
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// The lowest address: Windows maps nothing in the first 64 KiB, so a lower number is an offset or a null pointer.
pub(super) const LOWEST_ADDRESS: u64 = 0x1_0000;

/// The most bytes that may be missing between two rows.
const NEAR: u64 = 0x1000;
/// The bytes in a row of `od`.
const USUAL_ROW: usize = 16;
/// The number of addresses that are examined for zero padding.
const LEADS: usize = 64;

/// Parses a text of rows in this format. `unit` is the size of numbers that do not show it, until a command states one.
pub(super) fn read<'g>(
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: Unit,
) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        lines,
        format,
        unit,
        filled: filled(lines, format),
        assembly: Assembly::default(),
        entries: Vec::with_capacity(lines.len()),
        fates: Vec::with_capacity(lines.len()),
        notes: Vec::new(),
        columns: None,
        tally: Tally::default(),
        said: 0,
        is_loose: false,
        is_repeated: false,
        is_whole: false,
        widest: 0,
        denied: Vec::new(),
        lost: Vec::new(),
    };
    let mut row = Row::default();
    for line in lines {
        let (entry, fate) = reader.line(line, &mut row);
        let note = match fate {
            Fate::Bytes { .. } if !row.note.is_empty() => Some(row.note.clone()),
            _ => None,
        };
        let line = line.number;
        reader.entries.push(entry);
        reader.fates.push(LineFate { line, fate, note });
    }
    let is_ended = reader.settle();
    reader.finish(is_ended)
}

/// Returns the digits of addresses, if most are zero-padded.
fn filled(lines: &[Line<'_>], format: &LineFormat) -> Option<usize> {
    let leads = lines.iter().filter_map(|line| {
        let lead = format.lead(uncoded(&line.text).trim_start())?;
        Some((is_filled(lead.digits), lead.digits.len()))
    });
    let leads: Vec<(bool, usize)> = leads.take(LEADS).collect();
    let mut filled: Vec<usize> = leads.iter().filter(|it| it.0).map(|it| it.1).collect();
    filled.sort_unstable();
    // The median.
    let digits = filled.get(filled.len() / 2).copied();
    digits.filter(|_| 2 * filled.len() >= leads.len())
}

fn is_filled(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0')
}

/// The role of a line among the rows.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Row(Placed),
    /// A line that could not be parsed and may be a row.
    Lost,
    /// A star, which repeats the row before it up to the next address.
    Star,
    /// An address alone, possibly the end of the dump.
    End(u64),
    /// A command or an omission mark: the rows after it do not continue those before. The size of the following
    /// numbers; 0 if not stated.
    Break(usize),
    /// A line without information about rows.
    Other,
}

struct Reader<'g> {
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: Unit,
    /// The digits of all addresses, if they are zero-padded.
    filled: Option<usize>,
    assembly: Assembly,
    /// One for each line, parallel to `fates`.
    entries: Vec<Entry>,
    fates: Vec<LineFate>,
    notes: Vec<Note>,
    /// The columns of the widest row.
    columns: Option<Columns>,
    tally: Tally,
    /// The number size that the last command states; 0 if none.
    said: usize,
    /// Whether addresses are not zero-padded, so that a lost digit is not visible.
    is_loose: bool,
    /// Whether a star follows the last row.
    is_repeated: bool,
    /// Whether the last row is as wide as the widest and nothing was skipped after it.
    is_whole: bool,
    /// The bytes in the widest row.
    widest: usize,
    /// The lines whose characters contradict their bytes.
    denied: Vec<usize>,
    /// Numbers narrower than their column, with their lines.
    lost: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn line(&mut self, line: &Line<'_>, row: &mut Row) -> (Entry, Fate) {
        let marked = Marked::new(&line.text);
        let plain = uncoded(marked.plain());
        let read = row.read(&marked, self.format, self.unit);
        let is_none = read.is_err();
        let mut reason = match read.and_then(|()| self.row(line.number, row)) {
            Ok(found) => return found,
            Err(reason) => reason,
        };
        if is_none {
            if let Some(around) = around(marked.plain()) {
                return (self.around(&around), around.fate());
            }
            if self.format.stars && unmarked(plain).is_empty() && plain.trim().ends_with('*') {
                self.is_repeated = true;
                return (
                    Entry::Star,
                    Fate::Skipped(Skip::new(Reason::NoRepeat, plain)),
                );
            }
            reason = self.other(&line.text).unwrap_or(reason);
        }
        let fate = Fate::Skipped(Skip::new(reason, &line.text));
        let may_end = is_none && self.format.stars;
        let end = Some(plain).filter(|_| may_end).and_then(lead::lead);
        let end = end.filter(|lead| lead.rest.is_empty() && self.format.accepts(lead));
        if let Some(end) = end.and_then(|end| self.format.address(&end)) {
            return (Entry::End(end), fate);
        }
        self.is_whole = false;
        (Entry::Lost, fate)
    }

    /// Adds a row; returns the reason if it has no valid place.
    fn row(&mut self, line: usize, row: &mut Row) -> Result<(Entry, Fate), Reason> {
        self.doubts(row)?;
        let (fate, bytes) = (self.fates.len(), row.bytes());
        let placed = self.assembly.placed(line, fate, row.address, bytes)?;
        let count = bytes.len();
        let widest = self.columns.as_ref().map_or(0, Columns::bytes);
        if count > widest && self.format.notation != Notation::Binary {
            self.columns = Columns::of(row).or_else(|| self.columns.take());
        }
        self.tally.row(row);
        self.is_loose |= matches!(row.kind, Kind::Hexed | Kind::Barred | Kind::Counted);
        self.denied.extend(row.denied.then_some(line));
        self.widest = self.widest.max(count);
        self.is_whole = count == self.widest;
        self.is_repeated = false;
        let word = excerpt(&row.cells.lost);
        if !word.is_empty() && count == row.cells.bytes.len() {
            self.lost.push((line, word));
        }
        let unit = u8::try_from(row.cells.unit).unwrap_or(0);
        let entry = Entry::Row(Placed {
            width: unit,
            unit: if row.agrees { 0 } else { unit },
            loose: if row.cells.sized { unit } else { 0 },
            ..placed
        });
        // The region and the offset are set when all rows are assembled.
        let (region, at) = (0, 0);
        Ok((entry, Fate::Bytes { region, at, count }))
    }

    /// Returns the reason if the address of a parsed row lost a digit, or is an unresolvable label.
    fn doubts(&self, row: &mut Row) -> Result<(), Reason> {
        if row.kind == Kind::Label {
            // The address after a short row is uncertain.
            let Some(next) = self.tally.next.filter(|_| self.is_whole) else {
                return Err(Reason::Unplaced(row.note.clone()));
            };
            row.address = next;
        }
        if let Some(all) = self.filled.filter(|_| self.is_odd(row.digits, row.filled)) {
            // Zero-padded addresses get more digits only where they outgrow the padding.
            let has_grown = |end: u64| row.address.checked_sub(end).is_some_and(|gap| gap <= NEAR);
            let is_next = self.is_repeated || self.tally.next.is_some_and(has_grown);
            if row.filled || row.digits < all || !is_next {
                return Err(Reason::AddressDigits(row.digits, all));
            }
        }
        Ok(())
    }

    /// Whether an address has another digit count than the others. Offsets are padded until they outgrow the padding.
    fn is_odd(&self, digits: usize, is_filled: bool) -> bool {
        let is_offset = self.format.places == Places::Offsets;
        let is_odd = |all| digits > 0 && (all != digits || !is_filled && is_offset);
        self.filled.is_some_and(is_odd)
    }

    /// Processes a line around rows.
    fn around(&mut self, around: &Around) -> Entry {
        match around {
            Around::Prompt(Some(command)) => self.command(command),
            Around::Gap => {}
            _ => return Entry::Other,
        }
        self.is_whole = false;
        Entry::Break(self.said)
    }

    fn command(&mut self, command: &Command) {
        self.said = command.dialect.unit();
        // The size of pointers follows from the rows.
        if let Some(unit) = command.unit.filter(|unit| !(unit.fixed && self.unit.fixed)) {
            (self.unit.bytes, self.unit.fixed) = (unit.bytes, unit.fixed);
        }
        self.tally.command(command);
    }

    /// Returns the reason if the line is a row of an unsupported dialect.
    fn other(&self, text: &str) -> Option<Reason> {
        lookalike(text).map(|lookalike| Reason::Other {
            lookalike,
            dialect: self.tally.dialect(self.format),
        })
    }

    fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }

    /// Returns the base of relative addresses.
    const fn middle(&self) -> u64 {
        if self.tally.relative { lead::MIDDLE } else { 0 }
    }

    fn finish(mut self, is_ended: bool) -> Result<Reading, ReadError> {
        let (relative, middle) = (self.tally.relative, self.middle());
        self.doubt_all(is_ended);
        // If most rows disagree, the characters are in another code page.
        if self.denied.len() <= self.tally.agrees.max(1) {
            for line in std::mem::take(&mut self.denied) {
                self.note(line, "the characters behind the bytes say something else than they: one of the two was changed".to_owned());
            }
        }
        let notes = &mut self.notes;
        let regions = self.assembly.finish(&mut self.fates, notes)?;
        let is_row = |fate: &&LineFate| matches!(fate.fate, Fate::Bytes { .. });
        let first = self.fates.iter().find(is_row).map(|fate| fate.line);
        // These tools count from the start of their output.
        if let (Some((start, _)), Some(line)) = (regions.first(), first)
            && self.format.stars
            && self.format.places == Places::Offsets
            && matches!(start / USUAL_ROW as u64, 1 | 2)
            && start.is_multiple_of(USUAL_ROW as u64)
        {
            let text = format!(
                "the first row is at +0x{start:x}: if rows are missing before it, what is read as the beginning lies 0x{start:x} bytes behind it"
            );
            notes.push(Note { line, text });
        }
        notes.sort_by_key(|note| note.line);
        let starts = regions.iter().map(|(start, _)| start.wrapping_sub(middle));
        let starts: Vec<u64> = starts.collect();
        let addresses = self.format.places == Places::Addresses && !relative;
        let base = |start| (addresses && start >= LOWEST_ADDRESS).then_some(start);
        let memories = regions.into_iter();
        let memories: Vec<Memory> = memories
            .map(|(start, memory)| memory.with_base(base(start)))
            .collect();
        let places = match self.format.places {
            Places::Addresses if memories.iter().all(|memory| memory.base().is_none()) => {
                Places::Offsets
            }
            places => places,
        };
        let why = self.tally.why(self.format);
        Reading {
            places,
            starts,
            notes: self.notes,
            lines: self.fates,
            ..Reading::new(Space::new(memories), self.tally.dialect(self.format), why)
        }
        .checked()
    }
}
