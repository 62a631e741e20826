//! A text of rows with addresses, in one pass: every line is a row, something that belongs between rows, or skipped with
//! a reason.

use super::assemble::Assembly;
use super::cells::Unit;
use super::cells::{Notation, Order};
use super::fate::{Fate, LineFate, Reason, Skip};
use super::format::LineFormat;
use super::html::Marked;
use super::lookalike::lookalike;
use super::mistyped::Mistyped;
use super::prompt::{Around, Command, around, unmarked};
use super::repair::{Columns, Repaired};
use super::row::Row;
use super::tally::Tally;
use super::text::{Line, uncoded};
use super::{Dialect, Note, Places, ReadError, Reading, lead, tally};
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// Where memory begins: Windows maps nothing in the first 64 KiB, so that a number below that is an offset, and a null
/// pointer leads nowhere.
pub(super) const LOWEST_ADDRESS: u64 = 0x1_0000;

/// How many rows before the first that can be read are looked at.
const LOST_LIMIT: usize = 64;
/// How many bytes one of them has at most.
const LOST_ROW: usize = 64;
/// So many bytes may be missing between two rows.
const NEAR: u64 = 0x1000;
/// How many bytes a row of `od` has.
const USUAL_ROW: usize = 16;

/// Reads a text that is known to be rows of that format. `unit` is how many bytes a number has that does not say so
/// itself, until a command says otherwise.
pub(super) fn read<'g>(
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: Unit,
) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        format,
        unit,
        assembly: Assembly::default(),
        fates: Vec::with_capacity(lines.len()),
        lines,
        star: None,
        skipped: false,
        lost: Vec::new(),
        columns: None,
        alike: None,
        filled: None,
        tally: Tally::default(),
        said: 0,
        is_loose: false,
        ended: false,
        last: None,
        widest: 0,
        notes: Vec::new(),
        denied: Vec::new(),
    };
    reader.filled = reader.most_filled();
    let mut row = Row::default();
    for line in lines {
        let (fate, note) = reader.line(line, &mut row)?;
        let line = line.number;
        reader.fates.push(LineFate { line, fate, note });
    }
    reader.finish()
}

/// A row that could not be read.
struct Lost {
    line: usize,
    /// The number of its fate.
    place: usize,
    /// Where it lies, or what stands in the place of its address.
    address: Result<u64, String>,
    /// What follows the address.
    rest: String,
}

impl Lost {
    /// Whether its address is that one but for a few characters that are no digits of it.
    fn is_at(&self, place: u64) -> bool {
        self.address
            .as_ref()
            .is_err_and(|word| is_damaged(word, place))
    }
}

/// What is remembered of the row before.
#[derive(Clone, Copy)]
struct Last {
    line: usize,
    /// How many bytes it has.
    count: usize,
    /// How many bytes its last number has, where nothing shows whether that was cut; else 0.
    loose: usize,
    /// How many bytes a number has, where no characters show that none is missing; else 0.
    unit: usize,
}

struct Reader<'g> {
    lines: &'g [Line<'g>],
    format: &'g LineFormat,
    unit: Unit,
    assembly: Assembly,
    fates: Vec<LineFate>,
    /// A star that waits for the address up to which it repeats: its line, and the number of its fate.
    star: Option<(usize, usize)>,
    /// Whether a line was passed over behind the last row: a star may repeat what stood in it.
    skipped: bool,
    /// The rows that could not be read, behind the last that could.
    lost: Vec<Lost>,
    /// The columns of the widest row.
    columns: Option<Columns>,
    /// How many bytes the numbers have in every row since the last command or gap; 0 where they differ.
    alike: Option<usize>,
    /// How many digits all addresses have, where they are filled up with zeros.
    filled: Option<usize>,
    tally: Tally,
    /// How many bytes the numbers of the last command have; 0 where it does not say so.
    said: usize,
    /// Whether addresses are not filled up, so that a lost digit does not show in them.
    is_loose: bool,
    /// Whether the dump says where it ends.
    ended: bool,
    /// The last row; none where something was left out behind it.
    last: Option<Last>,
    /// How many bytes the widest row has.
    widest: usize,
    notes: Vec<Note>,
    /// The lines whose characters say something else than their bytes.
    denied: Vec<usize>,
}

/// Whether a word is that address but for a few characters that are no digits of it.
fn is_damaged(word: &str, address: u64) -> bool {
    let word = word.trim_start_matches("0x").trim_end_matches(':');
    let word: String = word.chars().filter(|c| *c != '`').collect();
    let digits = word.chars().count();
    let meant = format!("{address:0digits$x}");
    let pairs = word.chars().zip(meant.chars());
    let changed: Vec<char> = pairs
        .filter(|(is, meant)| !is.eq_ignore_ascii_case(meant))
        .map(|(is, _)| is)
        .collect();
    meant.len() == digits
        && (1..digits.div_ceil(2)).contains(&changed.len())
        && changed.iter().all(|is| !is.is_ascii_hexdigit())
}

impl Reader<'_> {
    fn line(
        &mut self,
        line: &Line<'_>,
        row: &mut Row,
    ) -> Result<(Fate, Option<String>), ReadError> {
        let text = &line.text;
        let marked = Marked::new(text);
        let skipped = |reason| Fate::Skipped(Skip::new(reason, text));
        let reason = match row.read(&marked, self.format, self.unit) {
            Ok(()) => {
                if row.labelled {
                    // Nothing follows a row that has fewer bytes than others.
                    let is_whole =
                        !self.skipped && self.last.is_some_and(|last| last.count == self.widest);
                    match self.tally.next.filter(|_| is_whole) {
                        Some(next) => row.address = next,
                        None => return Ok((skipped(Reason::Unplaced(row.note.clone())), None)),
                    }
                }
                if let Some(reason) = self.doubts(row) {
                    self.skipped = true;
                    let text = uncoded(marked.plain()).trim_start();
                    self.lost.extend(self.unplaced(line.number, text));
                    return Ok((skipped(reason), None));
                }
                self.short(row, line.number);
                self.repeat(row.address)?;
                self.widen(row);
                self.recover(row.address, marked.plain())?;
                self.skipped = false;
                let place = self.fates.len();
                let placed = self
                    .assembly
                    .row(line.number, place, row.address, row.bytes())?;
                let Err(reason) = placed else {
                    self.tally.row(row);
                    self.denied.extend(row.denied.then_some(line.number));
                    let note = (!row.note.is_empty()).then(|| row.note.clone());
                    // Where in which region, is known when all rows are.
                    let (region, at, count) = (0, 0, row.bytes().len());
                    return Ok((Fate::Bytes { region, at, count }, note));
                };
                return Ok((skipped(reason), None));
            }
            Err(reason) => reason,
        };
        let fate = match self.between(line.number, marked.plain())? {
            Some(fate) => fate,
            None if self.repair(line.number, marked.plain())? => {
                let (region, at, count) = (0, 0, 0);
                Fate::Bytes { region, at, count }
            }
            None => {
                self.doubt_last(text);
                self.lose(line.number, marked.plain());
                self.skipped = true;
                skipped(self.other(text).unwrap_or(reason))
            }
        };
        Ok((fate, None))
    }

    /// The last number of the row in the line before may have been broken, where this line begins with digits.
    fn doubt_last(&mut self, text: &str) {
        let first = text.split(' ').next().unwrap_or_default();
        let behind = text.get(first.len()..).unwrap_or_default();
        let begins = |of: fn(&u8) -> bool| first.as_bytes().first().is_some_and(of);
        let is_number = begins(u8::is_ascii_hexdigit)
            && (behind.is_empty() || first.bytes().any(|digit| digit.is_ascii_digit()));
        let is_row = |fate: &LineFate| matches!(fate.fate, Fate::Bytes { .. });
        if let Some(last) = self.last
            && is_number
            && self.fates.last().is_some_and(is_row)
        {
            self.assembly.forget_end(last.loose, |_| true);
        }
    }

    /// Keeps a row that cannot be read: the next one may tell where it lies.
    fn lose(&mut self, line: usize, text: &str) {
        if self.lost.len() == LOST_LIMIT {
            return;
        }
        let text = uncoded(text).trim_start();
        let mut lost = self.unplaced(line, text);
        if let (Some(lost), Some((address, rest))) = (&mut lost, self.placed(text)) {
            lost.address = Ok(address);
            rest.clone_into(&mut lost.rest);
        }
        self.lost.extend(lost);
    }

    /// A row whose place is not known.
    fn unplaced(&self, line: usize, text: &str) -> Option<Lost> {
        let (word, rest) = text.split_once(' ')?;
        let place = self.fates.len();
        let (address, rest) = (Err(word.to_owned()), format!(" {rest}"));
        Some(Lost {
            line,
            place,
            address,
            rest,
        })
    }

    /// How many digits addresses have, where most of them are filled up with zeros.
    fn most_filled(&self) -> Option<usize> {
        let texts = self
            .lines
            .iter()
            .map(|line| uncoded(&line.text).trim_start());
        let leads = texts
            .filter_map(|text| self.format.lead(text))
            .take(LOST_LIMIT);
        let mut filled: Vec<usize> = Vec::new();
        let mut others = 0_usize;
        for lead in leads {
            match lead.digits.len() > 1 && lead.digits.starts_with('0') {
                true => filled.push(lead.digits.len()),
                false => others += 1,
            }
        }
        filled.sort_unstable();
        // The one in the middle.
        let digits = filled.get(filled.len() / 2).copied();
        digits.filter(|_| filled.len() >= others)
    }

    /// The address with which a line begins, and what follows it.
    fn placed<'t>(&self, text: &'t str) -> Option<(u64, &'t str)> {
        let lead = self.format.lead(uncoded(text).trim_start())?;
        let address = self.format.address(&lead)?;
        (lead.kind != lead::Kind::Label).then_some((address, lead.rest))
    }

    /// Keeps where the numbers of the widest row stand.
    fn widen(&mut self, row: &Row) {
        let widest = self.columns.as_ref().map_or(0, Columns::bytes);
        if row.bytes().len() > widest && self.format.notation != Notation::Binary {
            self.columns = Columns::of(row).or_else(|| self.columns.take());
        }
    }

    /// What is wrong with a row that reads as one: its address lost a digit. A number that is cut is made unknown.
    fn doubts(&mut self, row: &mut Row) -> Option<Reason> {
        // Offsets are filled up until they have more digits.
        let is_odd = |all: &usize| {
            *all != row.digits || !row.filled && self.format.places == Places::Offsets
        };
        if let Some(all) = self.filled.filter(|all| row.digits > 0 && is_odd(all)) {
            // Addresses that are filled up have more digits only where they have grown.
            let has_grown = |end: u64| row.address.checked_sub(end).is_some_and(|gap| gap <= NEAR);
            let is_next = self.star.is_some() || self.tally.next.is_some_and(has_grown);
            if row.filled || row.digits < all || !is_next {
                return Some(Reason::AddressDigits(row.digits, all));
            }
        }
        self.is_loose |= row.is_loose;
        let unit = row.cells.unit;
        // An address with a back-tick is one of 64 bits, and `dps` prints pointers.
        let said = (row.ticked && self.said > 0).then_some(self.said);
        match self.alike.or(said) {
            Some(all) if unit < all && row.cells.cells.len() == 1 => {
                row.forget(all);
            }
            Some(all) if unit != all => self.alike = Some(0),
            None if self.format.order == Order::Number => self.alike = Some(unit),
            _ => {}
        }
        None
    }

    /// Reads what can be read of a damaged row, if the line is one.
    fn repair(&mut self, line: usize, text: &str) -> Result<bool, ReadError> {
        let Some((address, rest)) = self.placed(text) else {
            return Ok(false);
        };
        let is_damaged = |repaired: &Repaired| !repaired.damaged.is_empty();
        let Some(repaired) = self.repaired(rest).filter(is_damaged) else {
            return Ok(false);
        };
        self.repeat(address)?;
        let place = self.fates.len();
        let count = repaired.bytes.len();
        let note = repaired.note(None);
        if self.take(line, place, address, &repaired, note)? {
            self.lost.clear();
            self.tally.next = address.checked_add(count as u64);
            let (loose, unit) = (0, 0);
            self.last = Some(Last {
                line,
                count,
                loose,
                unit,
            });
            self.skipped = false;
            return Ok(true);
        }
        Ok(false)
    }

    fn repaired(&self, rest: &str) -> Option<Repaired> {
        let columns = self.columns.as_ref()?;
        columns.repair(rest, self.format.order)
    }

    /// Takes what could be read of a damaged row; whether it has a place.
    fn take(
        &mut self,
        line: usize,
        place: usize,
        address: u64,
        repaired: &Repaired,
        text: String,
    ) -> Result<bool, ReadError> {
        let placed = self.assembly.row(line, place, address, &repaired.bytes)?;
        if placed.is_ok() {
            self.notes.push(Note { line, text });
            self.tally.damaged(repaired.unit);
        }
        Ok(placed.is_ok())
    }

    /// Puts the rows that could not be read where the row before them and this one leave room for them. The dump begins with those
    /// before the first row that could: where their numbers cannot be read either, their bytes are unknown.
    fn recover(&mut self, first: u64, text: &str) -> Result<(), ReadError> {
        let mut lost = std::mem::take(&mut self.lost);
        if lost.is_empty() {
            return Ok(());
        }
        // An address with a blank in it would move the numbers.
        let text = uncoded(text).trim_start();
        let width = self
            .placed(text)
            .map_or(0, |(_, rest)| text.len() - rest.len());
        let is_as_wide = |word: &String| word.len().abs_diff(width) <= 1;
        lost.retain(|lost| lost.address.as_ref().err().is_none_or(is_as_wide));
        if self.assembly.is_empty() {
            return self.begin(lost, first);
        }
        let rows = lost.into_iter().filter(|lost| lost.address.is_err());
        let rows = rows.filter_map(|lost| Some((self.repaired(&lost.rest)?, lost)));
        let rows: Vec<(Repaired, Lost)> = rows.collect();
        let sizes = rows.iter().map(|(repaired, _)| repaired.bytes.len() as u64);
        let (bytes, next) = (sizes.sum::<u64>(), self.tally.next);
        let Some(mut next) =
            next.filter(|next| bytes > 0 && next.checked_add(bytes) == Some(first))
        else {
            return Ok(());
        };
        for (repaired, lost) in rows {
            let note = repaired.note(Some(next.wrapping_sub(self.middle())));
            self.take(lost.line, lost.place, next, &repaired, note)?;
            next += repaired.bytes.len() as u64;
        }
        Ok(())
    }

    /// Takes the rows before the first that could be read, which begins there.
    fn begin(&mut self, lost: Vec<Lost>, first: u64) -> Result<(), ReadError> {
        let mut next = first;
        for lost in lost.into_iter().rev() {
            let before = next.checked_sub(self.widest as u64);
            let placed = before.filter(|at| lost.is_at(*at));
            let Some(address) = lost.address.as_ref().ok().copied().or(placed) else {
                return Ok(());
            };
            let is_told = |it: &Repaired| placed.is_some() || !it.damaged.is_empty();
            if let Some(repaired) = self.repaired(&lost.rest).filter(is_told) {
                let note = repaired.note(placed.map(|at| at.wrapping_sub(self.middle())));
                self.take(lost.line, lost.place, address, &repaired, note)?;
                next = address;
                continue;
            }
            let gap = next
                .checked_sub(address)
                .and_then(|gap| usize::try_from(gap).ok());
            let Some(gap) = gap.filter(|gap| (1..=LOST_ROW).contains(gap)) else {
                return Ok(());
            };
            // No fate is changed: the line gave nothing.
            let unknown = vec![None; gap];
            let placed = self
                .assembly
                .row(lost.line, usize::MAX, address, &unknown)?;
            if placed.is_err() {
                return Ok(());
            }
            next = address;
        }
        Ok(())
    }

    /// What was added to the addresses.
    const fn middle(&self) -> u64 {
        if self.tally.relative { lead::MIDDLE } else { 0 }
    }

    /// Notices that the row before was cut: it has fewer bytes than others, and the next one begins where it would have
    /// ended. Its last number is unknown then, where it is not filled up with zeros so that a lost digit would show; and all of them
    /// where one is missing, for nothing says which.
    fn short(&mut self, row: &Row, line: usize) {
        let count = row.bytes().len();
        if let (Some(last), Some(end)) = (self.last, self.tally.next)
            && let Some(missing) = row.address.checked_sub(end)
            && missing > 0
            && last.count as u64 + missing == self.widest.max(count) as u64
        {
            let missing = last.count.abs_diff(self.widest.max(count));
            let is_one = missing == last.unit && self.star.is_none();
            let text = match is_one {
                true => "it has one number less than other rows: it may have been cut short, or any of them is missing, so that its bytes are unknown".to_owned(),
                false => format!(
                    "it ends {} before the next row begins, and other rows have so many more: it may have been cut short",
                    tally::count(missing, "byte")
                ),
            };
            let line = last.line;
            self.notes.push(Note { line, text });
            if self.star.is_none() {
                let unknown = if is_one { last.count } else { last.loose };
                self.assembly.forget_end(unknown, |_| true);
            }
        }
        let unit = row.cells.unit;
        let loose = if row.cells.sized { unit } else { 0 };
        let unit = if row.agrees { 0 } else { unit };
        self.last = Some(Last {
            line,
            count,
            loose,
            unit,
        });
        self.widest = self.widest.max(count);
    }

    /// What stands between rows and is none.
    fn between(&mut self, line: usize, plain: &str) -> Result<Option<Fate>, ReadError> {
        let text = uncoded(plain);
        if let Some(around) = around(plain) {
            match &around {
                Around::Prompt(Some(command)) => self.command(command),
                Around::Gap => {
                    self.last = None;
                    self.alike = None;
                    self.lost.clear();
                }
                _ => {}
            }
            return Ok(Some(around.fate()));
        }
        if self.format.stars && unmarked(text).is_empty() && text.trim().ends_with('*') {
            self.star = Some((line, self.fates.len()));
            return Ok(Some(Fate::Skipped(Skip::new(Reason::NoRepeat, text))));
        }
        if self.format.stars && !self.assembly.is_empty() {
            return self.end(text);
        }
        Ok(None)
    }

    fn command(&mut self, command: &Command) {
        self.alike = None;
        self.last = None;
        self.lost.clear();
        self.said = command.dialect.unit();
        // Of pointers the rows say how wide they are.
        if let Some(unit) = command.unit.filter(|unit| !(unit.fixed && self.unit.fixed)) {
            let Unit { filled, column, .. } = self.unit;
            self.unit = Unit {
                filled,
                column,
                ..unit
            };
        }
        self.tally.command(command);
    }

    /// An address alone, at which the dump ends.
    fn end(&mut self, text: &str) -> Result<Option<Fate>, ReadError> {
        let found =
            lead::lead(text).filter(|lead| lead.rest.is_empty() && self.format.accepts(lead));
        let Some(at) = found.and_then(|lead| self.format.address(&lead)) else {
            return Ok(None);
        };
        self.repeat(at)?;
        let ends = self.assembly.end(at);
        self.ended |= ends;
        Ok(ends.then_some(Fate::End))
    }

    /// Repeats the row before a star up to that address.
    fn repeat(&mut self, to: u64) -> Result<(), ReadError> {
        if let Some((line, fate)) = self.star.take() {
            self.assembly.repeat(line, fate, to, !self.skipped)?;
        }
        Ok(())
    }

    /// What else the line is, if it is a row of what is not read.
    fn other(&self, text: &str) -> Option<Reason> {
        lookalike(text).map(|lookalike| Reason::Other {
            lookalike,
            dialect: self.dialect(),
        })
    }

    fn dialect(&self) -> Dialect {
        self.tally.dialect(self.format)
    }

    fn finish(mut self) -> Result<Reading, ReadError> {
        let (relative, middle) = (self.tally.relative, self.middle());
        // These tools fill the last word up with zeros, and the offset at the end says how many of them are none of the dump's bytes.
        if self.format.notation == Notation::HexOrOctal && !self.ended {
            let last = self.assembly.last_count();
            let unit = self.tally.all_units().filter(|_| last < USUAL_ROW);
            let padding = unit.unwrap_or(1) - 1;
            self.assembly.forget_end(padding, |byte| byte == 0);
        }
        if let Some(unit) = self.tally.all_units() {
            self.notes.extend(self.assembly.pointed(unit));
            let is_sized = self.last.is_some_and(|last| last.loose > 0);
            let may_be_cut = unit > 1 && (unit < 8 || is_sized);
            if may_be_cut && self.format.order == Order::Number {
                self.notes.extend(self.assembly.cut(unit));
            }
        }
        let mistyped = self.assembly.mistyped(self.tally.all_units());
        let is_unplaced = |odd: &Mistyped| self.is_loose || odd.is_lost;
        let (unplaced, mut mistyped): (Vec<_>, Vec<_>) =
            mistyped.into_iter().partition(is_unplaced);
        if !unplaced.is_empty() {
            for odd in &mut mistyped {
                odd.row -= unplaced.partition_point(|it| it.row < odd.row);
            }
            let places = self.assembly.remove(&unplaced);
            for (odd, place) in unplaced.into_iter().zip(places) {
                let line = self.lines.get(place).map_or("", |line| &*line.text);
                let skip = Skip::new(Reason::Misplaced(odd.why(middle)), line);
                if let Some(fate) = self.fates.get_mut(place) {
                    fate.fate = Fate::Skipped(skip);
                }
            }
        }
        self.notes.extend(mistyped.iter().map(|odd| Note {
            line: odd.line,
            text: odd.note(middle),
        }));
        // Where most rows do, the characters are of another code page.
        if self.denied.len() <= self.tally.agrees.max(1) {
            self.notes.extend(self.denied.iter().map(|line| Note {
                line: *line,
                text: "the characters behind the bytes say something else than they: one of the two was changed".to_owned(),
            }));
        }
        let is_row = |fate: &&LineFate| matches!(fate.fate, Fate::Bytes { .. });
        let first = self.fates.iter().find(is_row).map(|fate| fate.line);
        let notes = &mut self.notes;
        let regions = self.assembly.finish(&mut self.fates, &mistyped, notes)?;
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
