//! Parses a text of rows with addresses: each line is a row, a line around rows, or skipped with a reason. `damage`
//! then compares the rows, and they are assembled into regions.

mod damage;

use self::damage::Columns;
use super::assemble::{Assembly, PlacedRow};
use super::cells::{Notation, NumberSize};
use super::format::LineFormat;
use super::html::Marked;
use super::outcome::{LineOutcome, Outcome, Skip, SkipReason, excerpt};
use super::prompt::{Command, ContextLine, context_line, row_starts, strip_comment_markers};
use super::row::{Row, Starts, is_zero_padded};
use super::row_address::{self, AddressNotation, RowAddress, parse_row_address};
use super::row_stats::{RowStats, median};
use super::text::{Line, uncoded};
use super::unsupported::unsupported_dialect;
use super::{AddressKind, Note, ReadError, Reading, joined};
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// The lowest address: Windows maps nothing in the first 64 KiB, so a lower number is an offset or a null pointer.
pub(super) const LOWEST_ADDRESS: u64 = 0x1_0000;

/// Characters that may follow the last line of a copied text.
const CLOSING: [char; 4] = ['`', ']', ')', '.'];

/// The most bytes that may be missing between two rows.
const NEAR: u64 = 0x1000;
/// The bytes in a row of most tools.
pub(super) const USUAL_ROW: usize = 16;
/// The number of addresses that are examined for zero padding.
const SAMPLED_ADDRESSES: usize = 64;

/// Parses a text of rows in this format. `unit` is the size of numbers that do not show it, until a command states one.
pub(super) fn read<'g>(
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: NumberSize,
) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        lines,
        format,
        unit,
        padding: Padding::of(lines, format),
        assembly: Assembly::default(),
        entries: Vec::with_capacity(lines.len()),
        outcomes: Vec::with_capacity(lines.len()),
        notes: Vec::new(),
        columns: None,
        stats: RowStats::default(),
        stated_size: 0,
        are_single: false,
        is_repeated: false,
        is_whole: false,
        are_bytes: None,
        widest: 0,
        narrow_numbers: Vec::new(),
    };
    let mut row = Row::default();
    for line in lines {
        let (entry, outcome) = reader.line(line, &mut row);
        let note = match outcome {
            Outcome::Bytes { .. } if !row.note.is_empty() => Some(row.note.clone()),
            _ => None,
        };
        let line = line.number;
        reader.entries.push(entry);
        reader.outcomes.push(LineOutcome {
            line,
            outcome,
            note,
        });
    }
    let is_ended = reader.repair_rows();
    reader.finish(is_ended)
}

/// How addresses are padded.
#[derive(Clone, Copy, Debug)]
struct Padding {
    /// The notation of most addresses.
    kind: AddressNotation,
    digits: usize,
    /// Whether zeros show it.
    is_filled: bool,
}

impl Padding {
    /// Returns the padding of addresses, if most are zero-padded or have all digits of a pointer.
    fn of(lines: &[Line<'_>], format: &LineFormat) -> Option<Self> {
        let addrs = lines
            .iter()
            .filter_map(|line| format.parse_address(uncoded(&line.text).trim_start()));
        let addrs: Vec<RowAddress<'_>> = addrs.take(SAMPLED_ADDRESSES).collect();
        let of_kind = |kind| addrs.iter().filter(move |addr| addr.kind == kind);
        let kinds = addrs.iter().map(|addr| addr.kind);
        let kind = kinds.max_by_key(|kind| of_kind(*kind).count())?;
        let digits = || of_kind(kind).map(|addr| addr.digits);
        let are_most = |found: usize| 2 * found >= digits().count();
        let filled = || {
            digits()
                .filter(|digits| is_zero_padded(digits))
                .map(str::len)
        };
        let is_whole = |digits: &usize| kind == AddressNotation::Bare && matches!(digits, 8 | 16);
        let mut whole = digits().map(str::len).filter(is_whole);
        let (digits, is_filled) = match are_most(filled().count()) {
            true => (median(filled())?, true),
            false => {
                let count = whole.clone().count();
                let all = whole.next().filter(|_| are_most(count))?;
                (whole.all(|it| it == all).then_some(all)?, false)
            }
        };
        Some(Self {
            kind,
            digits,
            is_filled,
        })
    }
}

/// The role of a line among the rows.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Row(PlacedRow),
    /// A line that could not be parsed and may be a row.
    Damaged,
    /// A star, which repeats the row before it up to the next address.
    Star,
    /// An address alone, possibly the end of the dump.
    End(u64),
    /// A command or an omission mark: the rows after it do not continue those before.
    Break {
        /// The size of the following numbers; 0 if not stated.
        unit: usize,
        /// The address from which the command prints.
        start: Option<u64>,
    },
    /// A line without information about rows.
    Other,
}

impl Entry {
    const fn row(&self) -> Option<&PlacedRow> {
        match self {
            Self::Row(row) => Some(row),
            _ => None,
        }
    }
}

struct Reader<'g> {
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: NumberSize,
    padding: Option<Padding>,
    assembly: Assembly,
    /// One for each line, parallel to `outcomes`.
    entries: Vec<Entry>,
    outcomes: Vec<LineOutcome>,
    notes: Vec<Note>,
    /// The columns of the widest row.
    columns: Option<Columns>,
    stats: RowStats,
    /// The number size that the last command states; 0 if none.
    stated_size: usize,
    /// Whether the last command prints one number per row.
    are_single: bool,
    /// Whether a star follows the last row.
    is_repeated: bool,
    /// Whether the last row is as wide as the widest and nothing was skipped after it.
    is_whole: bool,
    /// The bytes in the widest row.
    widest: usize,
    /// Numbers narrower than their column, with their lines.
    narrow_numbers: Vec<(usize, String)>,
    /// The line of the first row if the offsets may be bytes: with them, each row ends where the next one begins.
    are_bytes: Option<usize>,
}

impl<'g> Reader<'g> {
    fn line(&mut self, line: &Line<'_>, row: &mut Row) -> (Entry, Outcome) {
        let marked = Marked::new(&line.text);
        let plain = uncoded(marked.plain());
        let read = row.read(&Starts::of(&marked), self.format, self.unit);
        let is_none = read.is_err();
        let mut reason = match read.and_then(|()| self.row(line.number, row)) {
            Ok(found) => return found,
            Err(reason) => reason,
        };
        if is_none {
            if let Some(around) = context_line(marked.plain()) {
                return (self.context_line(&around), around.outcome());
            }
            let is_star = || strip_comment_markers(plain).is_empty() && plain.trim().ends_with('*');
            if self.format.stars && is_star() {
                self.is_repeated = true;
                let skip = Skip::new(SkipReason::NoRepeat, plain);
                return (Entry::Star, Outcome::Skipped(skip));
            }
            reason = self.unsupported(&line.text).unwrap_or(reason);
        }
        let outcome = Outcome::Skipped(Skip::new(reason, &line.text));
        let starts = row_starts(plain);
        let addrs =
            starts.filter_map(|text| parse_row_address(text.trim_end_matches(CLOSING).trim_end()));
        let mut addrs = addrs.filter(|addr| addr.rest.is_empty() && self.format.accepts(addr));
        if is_none
            && self.format.stars
            && let Some(end) = addrs.find_map(|addr| self.format.address(&addr))
        {
            return (Entry::End(end), outcome);
        }
        self.is_whole = false;
        (Entry::Damaged, outcome)
    }

    /// Adds a row; returns the reason if it has no valid place.
    fn row(&mut self, line: usize, row: &mut Row) -> Result<(Entry, Outcome), SkipReason> {
        self.check_address(row)?;
        if self.are_single && row.keep_first() {
            let text = "the command prints one number per row: those behind it are left out";
            self.note(line, text.to_owned());
        }
        let (outcome, bytes) = (self.outcomes.len(), row.bytes());
        let placed = self.assembly.place(line, outcome, row.address, bytes)?;
        let count = bytes.len();
        let widest = self.columns.as_ref().map_or(0, Columns::bytes);
        if count > widest && self.format.notation != Notation::Binary {
            self.columns = Columns::of(row).or_else(|| self.columns.take());
        }
        self.stats.add_row(row);
        self.widest = self.widest.max(count);
        self.is_whole = count == self.widest && !row.evidence.cut;
        self.is_repeated = false;
        let word = excerpt(&row.cells.lost);
        if !word.is_empty() && count == row.cells.bytes.len() {
            self.narrow_numbers.push((line, word));
        }
        let entry = Entry::Row(PlacedRow {
            width: row.cells.unit,
            evidence: row.evidence,
            ..placed
        });
        // The region and the offset are set when all rows are assembled.
        let (region, at) = (0, 0);
        Ok((entry, Outcome::Bytes { region, at, count }))
    }

    /// Returns the reason if the address of a parsed row lost a digit, or is an unresolvable label.
    fn check_address(&self, row: &mut Row) -> Result<(), SkipReason> {
        let digits = row.evidence.digits;
        if row.evidence.kind == AddressNotation::Label {
            // The address after a short row is uncertain.
            let Some(next) = self.stats.next.filter(|_| self.is_whole) else {
                return Err(SkipReason::Unplaced(row.note.clone()));
            };
            row.address = next;
        }
        let is_odd = self.is_odd(row.evidence.kind, digits, row.zero_padded);
        if let Some(Padding { digits: all, .. }) = self.padding.filter(|_| is_odd) {
            // Zero-padded addresses get more digits only where they outgrow the padding.
            let has_grown = |end: u64| row.address.checked_sub(end).is_some_and(|gap| gap <= NEAR);
            let is_next = self.is_repeated || self.stats.next.is_some_and(has_grown);
            if row.zero_padded || digits < all || !is_next {
                return Err(SkipReason::AddressDigits(digits, all));
            }
        }
        Ok(())
    }

    /// Whether an address has another digit count than the others. Offsets are padded until they outgrow the padding.
    fn is_odd(&self, kind: AddressNotation, digits: usize, is_filled: bool) -> bool {
        let is_offset = self.format.address_kind == AddressKind::Offsets;
        let is_odd = |all: Padding| {
            let is_unfilled = all.is_filled && !is_filled && is_offset;
            // An address that lost its start also lost its mark.
            let is_same = all.kind == kind || kind == AddressNotation::Bare;
            is_same && digits > 0 && (all.digits != digits || is_unfilled)
        };
        self.padding.is_some_and(is_odd)
    }

    fn context_line(&mut self, around: &ContextLine) -> Entry {
        let start = match around {
            ContextLine::Prompt(Some(command)) => {
                self.command(command);
                command.start()
            }
            ContextLine::Gap => None,
            _ => return Entry::Other,
        };
        self.is_whole = false;
        let unit = self.stated_size;
        Entry::Break { unit, start }
    }

    fn command(&mut self, command: &Command) {
        self.stated_size = command.dialect.unit();
        self.are_single = joined::prints_one(&command.text);
        // The size of pointers follows from the rows.
        if let Some(unit) = command.unit.filter(|unit| !(unit.fixed && self.unit.fixed)) {
            (self.unit.bytes, self.unit.fixed) = (unit.bytes, unit.fixed);
            self.unit.decimal |= unit.decimal;
        }
        self.stats.add_command(command);
    }

    /// Returns the reason if the line is a row of an unsupported dialect.
    fn unsupported(&self, text: &str) -> Option<SkipReason> {
        unsupported_dialect(text).map(|lookalike| SkipReason::Other {
            lookalike,
            dialect: self.stats.dialect(self.format),
        })
    }

    fn text(&self, entry: usize) -> &'g str {
        self.lines.get(entry).map_or("", |line| &*line.text)
    }

    fn set_outcome(&mut self, entry: usize, outcome: Outcome) {
        if let Some(line) = self.outcomes.get_mut(entry) {
            line.outcome = outcome;
        }
    }

    fn skip(&mut self, entry: usize, reason: SkipReason) {
        let skip = Skip::new(reason, self.text(entry));
        self.set_outcome(entry, Outcome::Skipped(skip));
    }

    fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }

    /// Returns the base of relative addresses.
    const fn middle(&self) -> u64 {
        if self.stats.relative {
            row_address::MIDDLE
        } else {
            0
        }
    }

    fn finish(mut self, is_ended: bool) -> Result<Reading, ReadError> {
        const CONTRADICTED: &str =
            "the ASCII column does not agree with the bytes: one of the two was changed";
        let (relative, middle) = (self.stats.relative, self.middle());
        let rows = self.assembly.rows.iter();
        let contradicted = rows.filter(|row| row.evidence.contradicted);
        let contradicted: Vec<usize> = contradicted.map(|row| row.line).collect();
        self.resolve_ambiguities(is_ended);
        // If most rows disagree, the characters are in another code page.
        if contradicted.len() <= self.stats.confirmed.max(1) {
            let lines = contradicted.into_iter();
            lines.for_each(|line| self.note(line, CONTRADICTED.to_owned()));
        }
        if let Some(line) = self.are_bytes {
            return Err(ReadError::no_bytes(
                line,
                Skip::new(SkipReason::Disagree, ""),
            ));
        }
        let notes = &mut self.notes;
        let regions = self.assembly.finish(&mut self.outcomes, notes)?;
        let is_row = |outcome: &&LineOutcome| matches!(outcome.outcome, Outcome::Bytes { .. });
        let first = self.outcomes.iter().find(is_row).map(|it| it.line);
        // These tools count from the start of their output.
        if let (Some((start, _)), Some(line)) = (regions.first(), first)
            && self.format.stars
            && self.format.address_kind == AddressKind::Offsets
            && matches!(start / USUAL_ROW as u64, 1 | 2)
            && start.is_multiple_of(USUAL_ROW as u64)
        {
            let text = format!(
                "the first row is at +0x{start:x}: if rows before it are missing, the real start is 0x{start:x} bytes earlier"
            );
            notes.push(Note { line, text });
        }
        notes.sort_by_key(|note| note.line);
        let addresses = self.format.address_kind == AddressKind::Addresses && !relative;
        let base = |start| (addresses && start >= LOWEST_ADDRESS).then_some(start);
        let regions = regions.into_iter();
        let placed = |(start, memory): (u64, Memory)| {
            let memory = memory.with_base(base(start));
            (start.wrapping_sub(middle), memory)
        };
        let (starts, memories): (Vec<u64>, Vec<Memory>) = regions.map(placed).unzip();
        let places = match self.format.address_kind {
            AddressKind::Addresses if memories.iter().all(|memory| memory.base().is_none()) => {
                AddressKind::Offsets
            }
            places => places,
        };
        let why = self.stats.why(self.format);
        Reading {
            address_kind: places,
            starts,
            notes: self.notes,
            lines: self.outcomes,
            ..Reading::new(Space::new(memories), self.stats.dialect(self.format), why)
        }
        .checked()
    }
}
