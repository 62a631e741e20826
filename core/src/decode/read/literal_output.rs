//! Collects bytes without addresses: a region for each array, and the outcome of each line.

use super::outcome::{LineOutcome, Outcome, SkipReason, excerpt};
use super::row_stats::median;
use super::text::{Line, is_fence, is_gap, uncoded};
use super::{Dialect, Note, ReadError, Reading, prompt};
use crate::decode::limits::BYTES_LIMIT;
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// The fewest rows, and the fewest bytes of each, that show how many bytes a row has.
const LEAST_ROWS: usize = 4;
const LEAST_WIDTH: usize = 8;

/// Returns the outcome of a line around the bytes: a code fence, a mark of an omission or a prompt.
pub(super) fn context_outcome(text: &str) -> Option<Outcome> {
    match uncoded(text) {
        _ if is_fence(text) => Some(Outcome::Fence),
        text if is_gap(text) => Some(Outcome::Gap),
        text => prompt::prompt(text).map(|_| Outcome::Prompt),
    }
}

/// Adds the line's text to an error.
pub(super) fn shown(mut error: ReadError, lines: &[Line<'_>]) -> ReadError {
    if let ReadError::Damaged { line, skip } = &mut error {
        let found = lines.binary_search_by_key(line, |line| line.number);
        let text = found.ok().and_then(|at| lines.get(at));
        skip.text = text.map_or_else(String::new, |line| excerpt(&line.text));
    }
    error
}

/// The regions and outcomes so far.
#[derive(Debug, Default)]
pub(super) struct LiteralOutput {
    /// Only the last can be empty.
    pub(super) regions: Vec<Memory>,
    pub(super) outcomes: Vec<LineOutcome>,
    pub(super) notes: Vec<Note>,
    /// The number of bytes in all regions.
    total: usize,
}

impl LiteralOutput {
    /// Begins a new array.
    pub(super) fn begin(&mut self) {
        if self.regions.last().is_none_or(|region| !region.is_empty()) {
            self.regions.push(Memory::default());
        }
    }

    pub(super) fn push_bytes(
        &mut self,
        line: usize,
        bytes: &[Option<u8>],
    ) -> Result<(), ReadError> {
        let (region, at, count) = self.extend(line, bytes)?;
        let last = self.outcomes.last_mut();
        let same = last.filter(|outcome| outcome.line == line);
        match same.map(|same| &mut same.outcome) {
            Some(Outcome::Bytes {
                region: other,
                count: all,
                ..
            }) => {
                *all += if *other == region { count } else { 0 };
            }
            _ => self.push_outcome(line, Outcome::Bytes { region, at, count }),
        }
        Ok(())
    }

    /// Adds bytes of several lines, of which `line` is the first; returns the region, the offset and the count.
    pub(super) fn extend(
        &mut self,
        line: usize,
        bytes: &[Option<u8>],
    ) -> Result<(usize, usize, usize), ReadError> {
        self.total += bytes.len();
        if self.regions.is_empty() {
            self.begin();
        }
        let (region, at) = (self.regions.len().saturating_sub(1), self.len());
        let is_room = self.total <= BYTES_LIMIT;
        let memory = self.regions.last_mut().filter(|_| is_room);
        let extended = memory.and_then(|memory| memory.extend(bytes).ok());
        extended.ok_or(ReadError::TooManyBytes { line })?;
        Ok((region, at, bytes.len()))
    }

    /// Adds a line without bytes.
    pub(super) fn push_outcome(&mut self, line: usize, outcome: Outcome) {
        self.outcomes.push(LineOutcome::new(line, outcome));
    }

    pub(super) fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }

    /// The number of bytes in the last region.
    pub(super) fn len(&self) -> usize {
        self.regions.last().map_or(0, Memory::len)
    }

    /// Repeats the bytes of the last region from `from` on, `times` times.
    pub(super) fn repeat(&mut self, line: usize, from: usize, times: u64) -> Result<(), ReadError> {
        let count = self.len().saturating_sub(from);
        let region = self.regions.last();
        let bytes = region.map_or_else(Vec::new, |region| region.bytes(from, count));
        let times = if bytes.is_empty() { 0 } else { times };
        (0..times).try_for_each(|_| self.push_bytes(line, &bytes))
    }

    /// Returns an error if a row, other than the first `skipped` and the last, has another number of bytes than most
    /// rows in its region: without addresses, that shows that bytes are missing. Returns no error if lines may have
    /// been joined or wrapped.
    pub(super) fn check_rows(
        &self,
        skipped: usize,
        may_be_joined: bool,
        lines: &[Line<'_>],
    ) -> Result<(), ReadError> {
        let rows = self.outcomes.iter().filter_map(|row| match row.outcome {
            Outcome::Bytes { region, count, .. } => Some((region, row.line, count)),
            _ => None,
        });
        let rows: Vec<(usize, usize, usize)> = rows.collect();
        let mut regions = rows.chunk_by(|(one, ..), (other, ..)| one == other);
        let uneven = regions.find_map(|rows| {
            let (_, rows) = rows.get(skipped..)?.split_last()?;
            let usual = median(rows.iter().map(|(.., count)| *count))?;
            let mut uneven = rows.iter().filter(|(.., count)| *count != usual);
            let all: usize = rows.iter().map(|(.., count)| *count).sum();
            let is_whole = may_be_joined && all.is_multiple_of(usual.max(1));
            let are_even = usual >= LEAST_WIDTH && rows.len() >= LEAST_ROWS && !is_whole;
            let (_, line, count) = uneven.next().filter(|_| are_even)?;
            let is_odd = LEAST_ROWS * (1 + uneven.count()) <= rows.len();
            is_odd.then(|| ReadError::damaged(*line, SkipReason::RowSize(*count, usual), ""))
        });
        uneven.map_or(Ok(()), |error| Err(shown(error, lines)))
    }

    /// Returns the line of an omission between bytes of one region: the offsets after it are unknown.
    fn omission(&self) -> Option<usize> {
        let (mut before, mut omission) = (None, None);
        for LineOutcome { line, outcome, .. } in &self.outcomes {
            match outcome {
                Outcome::Bytes { region, .. } => {
                    let is_same = before.replace(*region) == Some(*region);
                    if is_same && omission.is_some() {
                        return omission;
                    }
                    omission = None;
                }
                Outcome::Gap => omission = omission.or(Some(*line)),
                _ => {}
            }
        }
        None
    }

    /// Returns the reading; an error if it has no bytes, or leaves out some between others.
    pub(super) fn reading(
        mut self,
        dialect: Dialect,
        why: impl Into<String>,
        lines: &[Line<'_>],
    ) -> Result<Reading, ReadError> {
        if let Some(line) = self.omission() {
            let error = ReadError::damaged(line, SkipReason::LeftOut, "");
            return Err(shown(error, lines));
        }
        self.regions.retain(|region| !region.is_empty());
        Reading {
            lines: self.outcomes,
            notes: self.notes,
            ..Reading::new(Space::new(self.regions), dialect, why)
        }
        .checked()
    }
}
