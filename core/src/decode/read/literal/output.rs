//! Takes the bytes of literals: a region for each array, and for each line what it gave.

use super::Stop;
use crate::decode::limits::BYTES_LIMIT;
use crate::decode::memory::Memory;
use crate::decode::read::Note;
use crate::decode::read::fate::{Fate, LineFate};

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) regions: Vec<Memory>,
    /// The lines that gave bytes, in order.
    pub(super) fates: Vec<LineFate>,
    pub(super) notes: Vec<Note>,
    /// Runs of lines that belong to a literal, bytes or not.
    pub(super) code: Vec<(usize, usize)>,
    total: usize,
}

impl Output {
    /// What comes next is an array of its own.
    pub(super) fn begin(&mut self) {
        if self.regions.last().is_none_or(|region| !region.is_empty()) {
            self.regions.push(Memory::default());
        }
    }

    /// How many bytes the array has that is being read.
    pub(super) fn len(&self) -> usize {
        self.regions.last().map_or(0, Memory::len)
    }

    /// Takes a byte that stands in that line.
    pub(super) fn push(&mut self, line: usize, byte: Option<u8>) -> Result<(), Stop> {
        if self.total >= BYTES_LIMIT {
            return Err(Stop::TooManyBytes(line));
        }
        self.total += 1;
        if self.regions.is_empty() {
            self.begin();
        }
        let region = self.regions.len().saturating_sub(1);
        let Some(memory) = self.regions.last_mut() else {
            return Ok(());
        };
        let at = memory.len();
        memory.push(byte).map_err(|_| Stop::TooManyBytes(line))?;
        if let Some(LineFate {
            line: last, fate, ..
        }) = self.fates.last_mut()
            && *last == line
        {
            if let Fate::Bytes {
                region: before,
                count,
                ..
            } = fate
                && *before == region
            {
                *count += 1;
            }
            return Ok(());
        }
        let fate = Fate::Bytes {
            region,
            at,
            count: 1,
        };
        self.fates.push(LineFate::new(line, fate));
        Ok(())
    }

    pub(super) fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }
}
