//! A text of rows with addresses, in one pass: every line is a row, something that belongs between rows, or skipped with
//! a reason.

use super::assemble::Assembly;
use super::command::{Command, command};
use super::fate::{Fate, LineFate, Reason, Skip};
use super::grammar::Grammar;
use super::lookalike::lookalike;
use super::row::Row;
use super::tally::Tally;
use super::text::{Line, is_fence, is_gap, uncoded};
use super::{Dialect, Note, Places, ReadError, Reading, heading, html, lead, noise, prompt, tally};
use crate::decode::memory::Memory;
use crate::decode::space::Space;
use crate::order::sort_by_key;

/// Where memory begins: Windows maps nothing in the first 64 KiB, so that a number below that is an offset, and a null
/// pointer leads nowhere.
const LOWEST_ADDRESS: u64 = 0x1_0000;

/// Reads a text that is known to be rows of that grammar. `unit` is how many bytes a number has that does not say so
/// itself, until a command says otherwise.
pub(super) fn read(
    lines: &[Line<'_>],
    grammar: &Grammar,
    unit: usize,
) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        grammar,
        unit,
        assembly: Assembly::default(),
        fates: Vec::with_capacity(lines.len()),
        star: None,
        tally: Tally::default(),
        last: None,
        widest: 0,
        notes: Vec::new(),
    };
    let mut row = Row::default();
    for line in lines {
        let (fate, note) = reader.line(line, &mut row)?;
        let line = line.number;
        reader.fates.push(LineFate { line, fate, note });
    }
    reader.finish()
}

struct Reader<'g> {
    grammar: &'g Grammar,
    unit: usize,
    assembly: Assembly,
    fates: Vec<LineFate>,
    /// A star that waits for the address up to which it repeats: its line, and the number of its fate.
    star: Option<(usize, usize)>,
    tally: Tally,
    /// The line of the last row, and how many bytes it has; none where something was left out behind it.
    last: Option<(usize, usize)>,
    /// How many bytes the widest row has.
    widest: usize,
    notes: Vec<Note>,
}

impl Reader<'_> {
    fn line(
        &mut self,
        line: &Line<'_>,
        row: &mut Row,
    ) -> Result<(Fate, Option<String>), ReadError> {
        let text = &line.text;
        let skipped = |reason| Fate::Skipped(Skip::new(reason, text));
        let reason = match row.read(text, self.grammar, self.unit) {
            Ok(()) => {
                if row.labelled {
                    match self.tally.next {
                        Some(next) => row.address = next,
                        None => return Ok((skipped(Reason::Unplaced(row.note.clone())), None)),
                    }
                }
                self.repeat(row.address)?;
                let place = self.fates.len();
                let placed = self
                    .assembly
                    .row(line.number, place, row.address, row.bytes())?;
                let Err(reason) = placed else {
                    self.short(row, line.number);
                    self.tally.row(row);
                    let note = (!row.note.is_empty()).then(|| row.note.clone());
                    // Where in which region, is known when all rows are.
                    let (region, at, count) = (0, 0, row.bytes().len());
                    return Ok((Fate::Bytes { region, at, count }, note));
                };
                return Ok((skipped(reason), None));
            }
            Err(reason) => reason,
        };
        let fate = match self.between(line)? {
            Some(fate) => fate,
            None => skipped(self.other(text).unwrap_or(reason)),
        };
        Ok((fate, None))
    }

    /// Notices that the row before was cut: it has fewer bytes than others, and the next one begins where it would have
    /// ended.
    fn short(&mut self, row: &Row, line: usize) {
        let count = row.bytes().len();
        if let (Some((last, held)), Some(end)) = (self.last, self.tally.next)
            && let Some(missing) = row.address.checked_sub(end)
            && missing > 0
            && held as u64 + missing == self.widest.max(count) as u64
        {
            let text = format!(
                "it ends {} before the next row begins, and other rows have so many more: it may have been cut short",
                tally::count(held.abs_diff(self.widest.max(count)), "byte")
            );
            self.notes.push(Note { line: last, text });
        }
        self.last = Some((line, count));
        self.widest = self.widest.max(count);
    }

    /// What stands between rows and is none.
    fn between(&mut self, line: &Line<'_>) -> Result<Option<Fate>, ReadError> {
        let plain = html::plain(&line.text);
        let text = uncoded(&plain);
        if is_fence(&plain) || text.is_empty() {
            return Ok(Some(Fate::Fence));
        }
        if self.grammar.stars && noise::unmarked(text).is_empty() && text.trim().ends_with('*') {
            self.star = Some((line.number, self.fates.len()));
            return Ok(Some(Fate::Skipped(Skip::new(Reason::NoRepeat, text))));
        }
        let behind = prompt::prompt(text);
        if let Some(command) = command(behind.unwrap_or(text)) {
            self.command(&command);
            return Ok(Some(Fate::Prompt));
        }
        if behind.is_some() {
            return Ok(Some(Fate::Prompt));
        }
        if heading::heading(text).is_some() {
            return Ok(Some(Fate::Heading));
        }
        if is_gap(text) {
            self.last = None;
            return Ok(Some(Fate::Gap));
        }
        if self.grammar.stars && !self.assembly.is_empty() {
            return self.end(text);
        }
        Ok(None)
    }

    fn command(&mut self, command: &Command) {
        if let Some(unit) = command.unit {
            self.unit = unit;
        }
        self.tally.command(command);
    }

    /// An address alone, at which the dump ends.
    fn end(&mut self, text: &str) -> Result<Option<Fate>, ReadError> {
        let found =
            lead::lead(text).filter(|lead| lead.rest.is_empty() && self.grammar.accepts(lead));
        let Some(at) = found.and_then(|lead| self.grammar.address(&lead)) else {
            return Ok(None);
        };
        self.repeat(at)?;
        Ok(self.assembly.end(at).then_some(Fate::End))
    }

    /// Repeats the row before a star up to that address.
    fn repeat(&mut self, to: u64) -> Result<(), ReadError> {
        if let Some((line, fate)) = self.star.take() {
            self.assembly.repeat(line, fate, to)?;
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
        self.tally.dialect(self.grammar)
    }

    fn finish(mut self) -> Result<Reading, ReadError> {
        let relative = self.tally.relative;
        let middle = if relative { lead::MIDDLE } else { 0 };
        let mistyped = self.assembly.mistyped();
        self.notes.extend(mistyped.iter().map(|odd| Note {
            line: odd.line,
            text: odd.note(middle),
        }));
        sort_by_key(&mut self.notes, |note| note.line);
        let regions = self.assembly.finish(&mut self.fates, &mistyped, middle)?;
        let starts = regions.iter().map(|(start, _)| start.wrapping_sub(middle));
        let starts: Vec<u64> = starts.collect();
        let addresses = self.grammar.places == Places::Addresses && !relative;
        let base = |start| (addresses && start >= LOWEST_ADDRESS).then_some(start);
        let memories = regions.into_iter();
        let memories: Vec<Memory> = memories
            .map(|(start, memory)| memory.with_base(base(start)))
            .collect();
        let places = match self.grammar.places {
            Places::Addresses if memories.iter().all(|memory| memory.base().is_none()) => {
                Places::Offsets
            }
            places => places,
        };
        let reading = Reading {
            space: Space::new(memories),
            places,
            starts,
            dialect: self.tally.dialect(self.grammar),
            why: self.tally.why(self.grammar),
            also: Vec::new(),
            notes: self.notes,
            lines: self.fates,
        };
        reading.checked()
    }
}
