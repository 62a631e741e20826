//! The bytes of one instance as rows of 16 in two halves, each byte owned by the innermost value that holds it.
//!
//! A half is drawn as runs: neighbours that belong to one value and look alike. What is marked cuts them further.

use std::fmt::Write as _;

use strata_core::decode::Instance;
use strata_core::decode::memory::Byte;

use super::byte_range::ByteRange;
use super::lines::Line;
use crate::page::Kind;

/// How many bytes stand in a row.
pub const ROW: u32 = 16;
/// How many bytes stand in a half.
pub const HALF: u32 = ROW / 2;
/// The most rows that are drawn; the largest types have more.
pub const ROWS_LIMIT: u32 = 1024;

/// The bytes of one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The rows, up to the last byte that is there.
    pub rows: Vec<Row>,
    /// How many bytes of the structure lie beyond the end, in rows that are not drawn.
    pub beyond: u32,
    /// How many bytes are there but not drawn, for they pass [`ROWS_LIMIT`].
    pub folded: u32,
}

/// So many bytes as stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it begins, from the start of the instance.
    pub at: u32,
    /// The address of its first byte, where it is known.
    pub address: Option<u64>,
    /// The bytes.
    pub cells: Vec<Cell>,
}

/// One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is known of it.
    pub byte: Byte,
    /// The line of the innermost value that holds it.
    pub owner: Option<usize>,
    /// What sort of value that is.
    pub kind: Kind,
}

/// Neighbours that are drawn as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where it begins, from the start of the instance.
    pub at: u32,
    /// The bytes: `4d 5a`, `??` where one could not be read, `··` behind the end.
    pub hex: String,
    /// The same bytes as characters.
    pub text: String,
    /// What sort of value it is.
    pub kind: Kind,
    /// What is known of it.
    pub known: Known,
    /// How it is marked.
    pub mark: Mark,
}

/// What is known of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its bytes.
    Bytes,
    /// That they could not be read.
    Unreadable,
    /// That they lie behind the end.
    Beyond,
}

/// How a run is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    None,
    /// It belongs to what is looked at.
    Lit,
    /// It is the byte at which the keyboard stands.
    Cursor,
}

impl Grid {
    /// The rows of an instance whose values have those lines.
    #[must_use]
    pub fn new(instance: &Instance, lines: &[Line], size: u32) -> Self {
        let there = u32::try_from(instance.bytes.len()).unwrap_or(u32::MAX);
        let drawn = there.min(ROWS_LIMIT * ROW);
        let end = size.max(there).min(drawn.next_multiple_of(ROW));
        let owners = owners(lines, end);
        let cell = |at: u32| {
            let owner = owners.get(at as usize).copied().flatten();
            Cell {
                byte: instance.bytes.byte(at as usize),
                owner,
                kind: owner
                    .and_then(|owner| lines.get(owner))
                    .map_or(Kind::Bytes, |line| line.kind),
            }
        };
        let row = |at: u32| Row {
            at,
            address: instance
                .address()
                .and_then(|address| address.checked_add(u64::from(at))),
            cells: (at..(at + ROW).min(end)).map(cell).collect(),
        };
        Self {
            rows: (0..end).step_by(ROW as usize).map(row).collect(),
            beyond: size.saturating_sub(there.max(end)),
            folded: there.saturating_sub(drawn),
        }
    }

    /// Where the bytes that are drawn end.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.rows.last().map_or(0, |row| {
            row.at + u32::try_from(row.cells.len()).unwrap_or(ROW)
        })
    }

    /// The byte at that place.
    #[must_use]
    pub fn cell(&self, at: u32) -> Option<Cell> {
        let row = self.rows.get((at / ROW) as usize)?;
        row.cells.get((at % ROW) as usize).copied()
    }
}

impl Row {
    /// One half of the row, left (0) or right (1), as runs.
    #[must_use]
    pub fn runs(&self, half: u32, lit: Option<ByteRange>, cursor: Option<u32>) -> Vec<Run> {
        let mut runs: Vec<(Option<usize>, Run)> = Vec::new();
        let start = half * HALF;
        let cells = self.cells.iter().zip(self.at..);
        for (cell, at) in cells.skip(start as usize).take(HALF as usize) {
            let known = match cell.byte {
                Byte::Known(_) => Known::Bytes,
                Byte::Unreadable => Known::Unreadable,
                Byte::Beyond => Known::Beyond,
            };
            let mark = match lit {
                _ if cursor == Some(at) => Mark::Cursor,
                Some(range) if range.covers(at) => Mark::Lit,
                _ => Mark::None,
            };
            match runs.last_mut() {
                Some((owner, run))
                    if *owner == cell.owner && (run.known, run.mark) == (known, mark) =>
                {
                    run.push(cell.byte);
                }
                _ => {
                    let mut run = Run {
                        at,
                        hex: String::new(),
                        text: String::new(),
                        kind: cell.kind,
                        known,
                        mark,
                    };
                    run.push(cell.byte);
                    runs.push((cell.owner, run));
                }
            }
        }
        runs.into_iter().map(|(_, run)| run).collect()
    }
}

impl Run {
    fn push(&mut self, byte: Byte) {
        if !self.hex.is_empty() {
            self.hex.push(' ');
        }
        let (hex, character) = match byte {
            Byte::Known(byte) if byte == b' ' || byte.is_ascii_graphic() => {
                (byte, char::from(byte))
            }
            Byte::Known(byte) => (byte, '.'),
            Byte::Unreadable => {
                self.hex.push_str("??");
                self.text.push('?');
                return;
            }
            Byte::Beyond => {
                self.hex.push_str("··");
                self.text.push(' ');
                return;
            }
        };
        // Writing to a string cannot fail.
        let _ = write!(self.hex, "{hex:02x}");
        self.text.push(character);
    }
}

/// For each byte the innermost line that holds it; where members lie over one another, the first of them.
fn owners(lines: &[Line], end: u32) -> Vec<Option<usize>> {
    fn paint(lines: &[Line], at: usize, owners: &mut [Option<usize>]) {
        let Some(line) = lines.get(at) else { return };
        if !line.whole {
            let mut child = at + 1;
            while child <= at + line.inside {
                paint(lines, child, owners);
                child += 1 + lines.get(child).map_or(0, |line| line.inside);
            }
        }
        let range = line.range();
        let last = range
            .end
            .min(u32::try_from(owners.len()).unwrap_or(u32::MAX));
        let bytes = owners.get_mut(range.start.min(last) as usize..last as usize);
        for owner in bytes.into_iter().flatten() {
            owner.get_or_insert(at);
        }
    }
    let mut owners = vec![None; end as usize];
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        paint(lines, at, &mut owners);
        at += 1 + line.inside;
    }
    owners
}
