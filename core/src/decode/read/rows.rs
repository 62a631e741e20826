//! A text of rows with addresses: every line is a row, something that belongs between rows, or skipped with a reason. What rows
//! show of one another, `damage` tells when all are there; then they are put into place.

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

/// Where memory begins: Windows maps nothing in the first 64 KiB, so that a number below that is an offset, and a null
/// pointer leads nowhere.
pub(super) const LOWEST_ADDRESS: u64 = 0x1_0000;

/// So many bytes may be missing between two rows.
const NEAR: u64 = 0x1000;
/// How many bytes a row of `od` has.
const USUAL_ROW: usize = 16;
/// How many addresses tell whether they are filled up with zeros.
const LEADS: usize = 64;

/// Reads a text that is known to be rows of that format. `unit` is how many bytes a number has that does not say so
/// itself, until a command says otherwise.
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

/// How many digits addresses have, where most of them are filled up with zeros.
fn filled(lines: &[Line<'_>], format: &LineFormat) -> Option<usize> {
    let leads = lines.iter().filter_map(|line| {
        let lead = format.lead(uncoded(&line.text).trim_start())?;
        Some((is_filled(lead.digits), lead.digits.len()))
    });
    let leads: Vec<(bool, usize)> = leads.take(LEADS).collect();
    let mut filled: Vec<usize> = leads.iter().filter(|it| it.0).map(|it| it.1).collect();
    filled.sort_unstable();
    // The one in the middle.
    let digits = filled.get(filled.len() / 2).copied();
    digits.filter(|_| 2 * filled.len() >= leads.len())
}

fn is_filled(digits: &str) -> bool {
    digits.len() > 1 && digits.starts_with('0')
}

/// What a line is to those beside it.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Row(Placed),
    /// What could not be read, and may be a row.
    Lost,
    /// A star, which repeats the row before it up to the next address.
    Star,
    /// An address alone, at which the dump may end.
    End(u64),
    /// A command, or a mark that something was left out: what is behind does not continue what is before. How many bytes the numbers
    /// behind it have; 0 where the command does not say so.
    Break(usize),
    /// What says nothing of rows.
    Other,
}

struct Reader<'g> {
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: Unit,
    /// How many digits all addresses have, where they are filled up with zeros.
    filled: Option<usize>,
    assembly: Assembly,
    /// One for each line, as there is a fate.
    entries: Vec<Entry>,
    fates: Vec<LineFate>,
    notes: Vec<Note>,
    /// The columns of the widest row.
    columns: Option<Columns>,
    tally: Tally,
    /// How many bytes the numbers of the last command have; 0 where it does not say so.
    said: usize,
    /// Whether addresses are not filled up, so that a lost digit does not show in them.
    is_loose: bool,
    /// Whether a star stands behind the last row.
    is_repeated: bool,
    /// Whether the last row is as wide as the widest and nothing was passed over behind it.
    is_whole: bool,
    /// How many bytes the widest row has.
    widest: usize,
    /// The lines whose characters say something else than their bytes.
    denied: Vec<usize>,
    /// Numbers that are not as wide as their column, with their lines.
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

    /// Takes a row; the reason where it has no place.
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
        // Where in which region, is known when all rows are.
        let (region, at) = (0, 0);
        Ok((entry, Fate::Bytes { region, at, count }))
    }

    /// What is wrong with a row that reads as one: its address lost a digit, or is a label.
    fn doubts(&self, row: &mut Row) -> Result<(), Reason> {
        if row.kind == Kind::Label {
            // Nothing follows a row that has fewer bytes than others.
            let Some(next) = self.tally.next.filter(|_| self.is_whole) else {
                return Err(Reason::Unplaced(row.note.clone()));
            };
            row.address = next;
        }
        if let Some(all) = self.filled.filter(|_| self.is_odd(row.digits, row.filled)) {
            // Addresses that are filled up have more digits only where they have grown.
            let has_grown = |end: u64| row.address.checked_sub(end).is_some_and(|gap| gap <= NEAR);
            let is_next = self.is_repeated || self.tally.next.is_some_and(has_grown);
            if row.filled || row.digits < all || !is_next {
                return Err(Reason::AddressDigits(row.digits, all));
            }
        }
        Ok(())
    }

    /// Whether an address has another number of digits than the others. Offsets are filled up until they have more digits.
    fn is_odd(&self, digits: usize, is_filled: bool) -> bool {
        let is_offset = self.format.places == Places::Offsets;
        let is_odd = |all| digits > 0 && (all != digits || !is_filled && is_offset);
        self.filled.is_some_and(is_odd)
    }

    /// Takes what stands around rows.
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
        // Of pointers the rows say how wide they are.
        if let Some(unit) = command.unit.filter(|unit| !(unit.fixed && self.unit.fixed)) {
            (self.unit.bytes, self.unit.fixed) = (unit.bytes, unit.fixed);
        }
        self.tally.command(command);
    }

    /// What else the line is, if it is a row of what is not read.
    fn other(&self, text: &str) -> Option<Reason> {
        lookalike(text).map(|lookalike| Reason::Other {
            lookalike,
            dialect: self.tally.dialect(self.format),
        })
    }

    fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }

    /// What was added to the addresses.
    const fn middle(&self) -> u64 {
        if self.tally.relative { lead::MIDDLE } else { 0 }
    }

    fn finish(mut self, is_ended: bool) -> Result<Reading, ReadError> {
        let (relative, middle) = (self.tally.relative, self.middle());
        self.doubt_all(is_ended);
        // Where most rows do, the characters are of another code page.
        if self.denied.len() <= self.tally.agrees.max(1) {
            for line in std::mem::take(&mut self.denied) {
                self.note(line, "the characters behind the bytes say something else than they: one of the two was changed".to_owned());
            }
        }
        let notes = &mut self.notes;
        let regions = self.assembly.finish(&mut self.fates, notes)?;
        let is_row = |fate: &&LineFate| matches!(fate.fate, Fate::Bytes { .. });
        let first = self.fates.iter().find(is_row).map(|fate| fate.line);
        // These tools count from the beginning of what they print.
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
