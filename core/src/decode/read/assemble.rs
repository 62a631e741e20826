//! Rows with addresses → one memory. Gaps stay unknown, overlapping rows that agree merge, those that disagree are an
//! error that names both lines.

use super::ReadError;
use super::fate::Reason;
use crate::decode::limits::{BYTES_LIMIT, GAP_LIMIT};
use crate::decode::memory::{Byte, Memory};

/// A memory that grows row by row. Its base is the first row's address.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    memory: Memory,
    base: Option<u64>,
    placed: Vec<Placed>,
}

/// Known bytes, and the line that gave them.
#[derive(Debug)]
struct Placed {
    at: usize,
    count: usize,
    line: usize,
}

impl Assembly {
    /// Puts a row where its address says. Gives its place, or the reason for which it has none.
    pub(super) fn place(
        &mut self,
        line: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Result<Result<usize, Reason>, ReadError> {
        let base = self.base.unwrap_or(address);
        let end = base.saturating_add(self.memory.len() as u64);
        let Some(distance) = address.checked_sub(base) else {
            let first = base;
            return Ok(Err(Reason::Backwards { address, first }));
        };
        if address.saturating_sub(end) > GAP_LIMIT as u64 {
            return Ok(Err(Reason::Distant { address, end }));
        }
        let last = (bytes.len() as u64).saturating_sub(1);
        if address.checked_add(last).is_none() {
            return Ok(Err(Reason::PastTheLast));
        }
        let too_many = || ReadError::TooManyBytes { line };
        let at = usize::try_from(distance)
            .ok()
            .filter(|at| at.saturating_add(bytes.len()) <= BYTES_LIMIT)
            .ok_or_else(too_many)?;
        while self.memory.len() < at {
            self.memory.push(None).map_err(|_| too_many())?;
        }
        self.base = Some(base);
        self.merge(line, at, bytes)?;
        Ok(Ok(at))
    }

    /// The memory that the rows make.
    pub(super) fn finish(self) -> Memory {
        self.memory.with_base(self.base)
    }

    fn merge(&mut self, line: usize, at: usize, bytes: &[Option<u8>]) -> Result<(), ReadError> {
        for (at, byte) in (at..).zip(bytes) {
            match (self.memory.byte(at), *byte) {
                (Byte::Known(was), Some(is)) if was != is => {
                    return Err(self.disagree(line, at, was, is));
                }
                (Byte::Known(_), _) | (Byte::Unreadable, None) => {}
                (Byte::Unreadable, Some(byte)) => {
                    self.memory.reveal(at, byte);
                    self.note(line, at);
                }
                (Byte::Beyond, byte) => {
                    let pushed = self.memory.push(byte);
                    pushed.map_err(|_| ReadError::TooManyBytes { line })?;
                    if byte.is_some() {
                        self.note(line, at);
                    }
                }
            }
        }
        Ok(())
    }

    /// Remembers which line made that byte known.
    fn note(&mut self, line: usize, at: usize) {
        match self.placed.last_mut() {
            Some(last) if last.line == line && last.at + last.count == at => last.count += 1,
            _ => self.placed.push(Placed { at, count: 1, line }),
        }
    }

    fn disagree(&self, second: usize, at: usize, was: u8, is: u8) -> ReadError {
        let covers = |placed: &&Placed| (placed.at..placed.at + placed.count).contains(&at);
        let first = self.placed.iter().find(covers);
        ReadError::Disagree {
            first: first.map_or(second, |placed| placed.line),
            second,
            address: self.base.unwrap_or(0).saturating_add(at as u64),
            was,
            is,
        }
    }
}
