//! Rows with addresses → regions. Gaps stay unknown, overlapping rows that agree merge; bytes about which they disagree are
//! unknown, with a note that names both lines. Rows that lie far apart, or before those that were read earlier, are regions of their own.
//!
//! Rows are collected as they come, and put into place when all are there: that takes one sorting, whatever their order.

use std::collections::BTreeMap;

use super::fate::{Fate, LineFate, Reason};
use super::mistyped::{Mistyped, mistyped};
use super::{Note, ReadError};
use crate::decode::limits::{BYTES_LIMIT, GAP_LIMIT, REGIONS_LIMIT};
use crate::decode::memory::{Byte, Memory};

/// Rows in the order in which they were read.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// Their bytes, one row's behind the other's.
    bytes: Memory,
    rows: Vec<Placed>,
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) address: u64,
    /// Where its bytes begin in those of all rows.
    pub(super) at: usize,
    pub(super) count: usize,
    pub(super) line: usize,
    /// Which of the fates is its line's.
    pub(super) fate: usize,
    /// Whether it repeats the row before it, as a star says.
    pub(super) repeats: bool,
}

impl Placed {
    /// The address of its last byte. A row has at least one.
    const fn last(&self) -> u64 {
        self.address.saturating_add(self.count as u64 - 1)
    }
}

/// Rows that touch one another, and later those that make a region.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u64,
    last: u64,
    /// The row of it that was read first.
    first: usize,
    /// Whether the address of every row in it looks mistyped.
    odd: bool,
}

/// A region, and the number at which the text says that it begins.
pub(super) type Region = (u64, Memory);

impl Assembly {
    /// Whether there is no row yet.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Takes a row. `fate` is the number of its line among those that are not blank.
    pub(super) fn row(
        &mut self,
        line: usize,
        fate: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Result<Result<(), Reason>, ReadError> {
        let last = (bytes.len() as u64).saturating_sub(1);
        if address.checked_add(last).is_none() {
            return Ok(Err(Reason::PastTheLast));
        }
        let at = self.bytes.len();
        let pushed = self.bytes.extend(bytes);
        pushed.map_err(|_| ReadError::TooManyBytes { line })?;
        self.rows.push(Placed {
            address,
            at,
            count: bytes.len(),
            line,
            fate,
            repeats: false,
        });
        Ok(Ok(()))
    }

    /// Repeats the last row up to that address, as a star says; unknown bytes where the row that it means is not known. Nothing
    /// where there is no such row or no room.
    pub(super) fn repeat(
        &mut self,
        line: usize,
        fate: usize,
        to: u64,
        is_known: bool,
    ) -> Result<bool, ReadError> {
        let Some(row) = self.rows.last().copied() else {
            return Ok(false);
        };
        let from = row.last().saturating_add(1);
        let Some(gap) = to.checked_sub(from).filter(|gap| *gap > 0) else {
            return Ok(false);
        };
        let too_many = || ReadError::TooManyBytes { line };
        let gap = usize::try_from(gap).ok().filter(|gap| *gap <= BYTES_LIMIT);
        let gap = gap.ok_or_else(too_many)?;
        let at = self.bytes.len();
        for place in 0..gap {
            let byte = self.bytes.byte(row.at + place % row.count);
            let byte = match byte {
                Byte::Known(byte) if is_known => Some(byte),
                Byte::Known(_) | Byte::Unreadable | Byte::Beyond => None,
            };
            self.bytes.push(byte).map_err(|_| too_many())?;
        }
        self.rows.push(Placed {
            address: from,
            at,
            count: gap,
            line,
            fate,
            repeats: true,
        });
        Ok(true)
    }

    /// Takes back what the last row has behind that address: a tool fills its last word up. Whether the dump can end there.
    pub(super) fn end(&mut self, at: u64) -> bool {
        let Some(last) = self.rows.last().copied() else {
            return false;
        };
        if at > last.address && at <= last.last() {
            // It may be there twice.
            let same = |row: &&mut Placed| row.address == last.address && row.count == last.count;
            for row in self.rows.iter_mut().filter(same) {
                row.count = usize::try_from(at - last.address).unwrap_or(last.count);
            }
            return true;
        }
        at.checked_sub(1) == Some(last.last())
    }

    /// Makes the last bytes of the last row unknown: its number was cut. `of` tells which of them.
    pub(super) fn forget_end(&mut self, unit: usize, of: impl Fn(u8) -> bool) {
        let Some(row) = self.rows.last() else { return };
        let end = row.at + row.count;
        for place in (end.saturating_sub(unit).max(row.at)..end).rev() {
            match self.bytes.byte(place) {
                Byte::Known(byte) if of(byte) => self.bytes.forget(place),
                _ => return,
            }
        }
    }

    /// Takes from rows of a pointer and what lies where it leads, as `dqp` prints them, the latter: each begins in the middle of the one
    /// before it. A pointer that leads to two values is told.
    pub(super) fn pointed(&mut self, unit: usize) -> Vec<Note> {
        const LEAST: usize = 2;
        let is_pair = |row: &Placed| row.count == 2 * unit && !row.repeats;
        let is_half = |rows: &&[Placed]| {
            let next = rows
                .first()
                .map(|row| row.address.wrapping_add(unit as u64));
            rows.iter().all(is_pair) && next == rows.last().map(|row| row.address)
        };
        let size = u32::try_from(unit).unwrap_or(u32::MAX);
        let number = |at: usize| self.bytes.number(at, size).whole();
        let pair = |row: &Placed| Some((number(row.at)?, number(row.at + unit)?));
        let is_same = |rows: &&[Placed]| match rows {
            [row, next] => pair(row)
                .zip(pair(next))
                .is_some_and(|(row, next)| row.1 == next.0),
            _ => false,
        };
        let halves = self.rows.windows(2).filter(is_half);
        let (same, halves) = (halves.clone().filter(is_same).count(), halves.count());
        if !matches!(unit, 4 | 8)
            || halves < LEAST
            || 2 * halves < self.rows.len()
            || 2 * same > halves
        {
            return Vec::new();
        }
        let mut seen: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
        let mut notes = Vec::new();
        for row in self.rows.iter().filter(|row| is_pair(row)) {
            let Some((pointer, value)) = pair(row) else {
                continue;
            };
            let (other, line) = *seen.entry(pointer).or_insert((value, row.line));
            if other != value {
                let text = format!(
                    "it says that 0x{value:x} lies at 0x{pointer:x}, and line {line} that 0x{other:x} does"
                );
                let line = row.line;
                notes.push(Note { line, text });
            }
        }
        for row in &mut self.rows {
            match is_pair(row) {
                true => row.count = unit,
                // One of both is missing.
                false => (row.at..row.at + row.count).for_each(|at| self.bytes.forget(at)),
            }
        }
        notes
    }

    /// Makes the last number of every row unknown where all rows end before the next one begins, and have as many bytes: the end
    /// of all lines may be missing, and with it digits of that number.
    pub(super) fn cut(&mut self, unit: usize) -> Option<Note> {
        const LEAST: usize = 3;
        let first = self
            .rows
            .first()
            .copied()
            .filter(|_| self.rows.len() >= LEAST)?;
        let step = self.rows.get(1)?.address.checked_sub(first.address)?;
        let count = first.count as u64;
        let is_cut = |rows: &[Placed]| match rows {
            [row, next] => {
                row.count == next.count && row.address.checked_add(step) == Some(next.address)
            }
            _ => false,
        };
        if !matches!(step, 8 | 16 | 32) || count >= step || !self.rows.windows(2).all(is_cut) {
            return None;
        }
        for row in &self.rows {
            let end = row.at + row.count;
            (end.saturating_sub(unit)..end).for_each(|at| self.bytes.forget(at));
        }
        let text = format!(
            "each row ends {} before the next one begins: the rows may have been cut short, so that the last number of each is unknown",
            super::tally::count(usize::try_from(step - count).unwrap_or(usize::MAX), "byte")
        );
        let line = first.line;
        Some(Note { line, text })
    }

    /// How many bytes the last row has.
    pub(super) fn last_count(&self) -> usize {
        self.rows.last().map_or(0, |row| row.count)
    }

    /// Takes rows away whose place is not known; gives which of the fates are theirs.
    pub(super) fn remove(&mut self, rows: &[Mistyped]) -> Vec<usize> {
        let mut fates = Vec::new();
        let mut index = 0;
        self.rows.retain(|row| {
            let is_odd = rows.binary_search_by_key(&index, |odd| odd.row).is_ok();
            fates.extend(is_odd.then_some(row.fate));
            index += 1;
            !is_odd
        });
        fates
    }

    /// The rows whose address looks mistyped. What a star repeats is told by the addresses beside it.
    pub(super) fn mistyped(&self, unit: Option<usize>) -> Vec<Mistyped> {
        mistyped(&self.rows, unit)
    }

    /// The regions that the rows make, in the order in which they were read, those of rows whose address looks mistyped
    /// behind the others; where each line's bytes lie; and notes on rows that disagree.
    pub(super) fn finish(
        self,
        fates: &mut [LineFate],
        mistyped: &[Mistyped],
        notes: &mut Vec<Note>,
    ) -> Result<Vec<Region>, ReadError> {
        let regions = self.regions(mistyped);
        if let Some(block) = regions.get(REGIONS_LIMIT) {
            let line = self.rows.get(block.first).map_or(0, |row| row.line);
            return Err(ReadError::TooManyRegions { line });
        }
        let mut by_address: Vec<(Block, usize)> = regions.iter().copied().zip(0..).collect();
        by_address.sort_unstable_by_key(|(block, _)| block.start);
        let mut memories = self.memories(&regions)?;
        let usual = self.usual();
        // Places in regions.
        let mut all_disputed: Vec<(usize, usize)> = Vec::new();
        let mut disputed = Vec::new();
        let mut current = 0;
        for (index, row) in self.rows.iter().enumerate() {
            // Most rows lie where the one before them does.
            let inside = |block: &Block| (block.start..=block.last).contains(&row.address);
            if !by_address
                .get(current)
                .is_some_and(|(block, _)| inside(block))
            {
                let after = by_address.partition_point(|(block, _)| block.start <= row.address);
                current = after.saturating_sub(1);
            }
            let Some((block, region)) = by_address.get(current) else {
                continue;
            };
            let at = usize::try_from(row.address - block.start).unwrap_or(usize::MAX);
            if let Some(memory) = memories.get_mut(*region) {
                notes.extend(self.fill(memory, at, index, row, usual, &mut disputed));
                all_disputed.extend(disputed.drain(..).map(|place| (*region, place)));
            }
            if let Some(line) = fates.get_mut(row.fate) {
                let (region, count) = (*region, row.count);
                line.fate = Fate::Bytes { region, at, count };
            }
        }
        for (region, place) in all_disputed {
            if let Some(memory) = memories.get_mut(region) {
                memory.forget(place);
            }
        }
        let memories = memories.into_iter().map(Memory::trimmed);
        let starts = regions.iter().map(|block| block.start);
        Ok(starts.zip(memories).collect())
    }

    /// How many bytes most rows have.
    fn usual(&self) -> usize {
        // There are few, for a row is no longer than `ROW_LIMIT`.
        let mut rows_of: Vec<usize> = Vec::new();
        for row in self.rows.iter().filter(|row| !row.repeats) {
            if rows_of.len() <= row.count {
                rows_of.resize(row.count + 1, 0);
            }
            if let Some(rows) = rows_of.get_mut(row.count) {
                *rows += 1;
            }
        }
        let most = rows_of.iter().enumerate().max_by_key(|(_, rows)| **rows);
        most.map_or(0, |(count, _)| count)
    }

    /// Which rows belong together.
    fn regions(&self, mistyped: &[Mistyped]) -> Vec<Block> {
        let mut order: Vec<(u64, usize)> =
            self.rows.iter().map(|row| row.address).zip(0..).collect();
        order.sort_unstable();
        let mut blocks: Vec<Block> = Vec::new();
        let mut regions: Vec<Block> = Vec::new();
        for row in order
            .iter()
            .filter_map(|(_, index)| Some((self.rows.get(*index)?, *index)))
        {
            let (row, index) = row;
            let odd = mistyped.binary_search_by_key(&index, |odd| odd.row).is_ok();
            match blocks.last_mut() {
                Some(block) if row.address <= block.last.saturating_add(1) => {
                    block.last = block.last.max(row.last());
                    block.first = block.first.min(index);
                    block.odd &= odd;
                }
                _ => blocks.push(Block {
                    start: row.address,
                    last: row.last(),
                    first: index,
                    odd,
                }),
            }
        }
        for block in blocks {
            match regions.last_mut() {
                // What was read later continues what was read before, with a gap between them.
                Some(region)
                    if block.start - region.last <= GAP_LIMIT as u64
                        && region.first < block.first
                        && region.odd == block.odd =>
                {
                    region.last = block.last;
                }
                _ => regions.push(block),
            }
        }
        regions.sort_unstable_by_key(|region| (region.odd, region.first));
        regions
    }

    /// Memory for each region, in which nothing is known yet.
    fn memories(&self, regions: &[Block]) -> Result<Vec<Memory>, ReadError> {
        let mut left = BYTES_LIMIT as u64;
        let mut memories = Vec::with_capacity(regions.len());
        for region in regions {
            let size = (region.last - region.start).saturating_add(1);
            if size > left {
                return Err(ReadError::TooManyBytes {
                    line: self.passes(region, left),
                });
            }
            left -= size;
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            memories.push(Memory::unknown(size));
        }
        Ok(memories)
    }

    /// The line of the first row of a region that ends behind the room that is left.
    fn passes(&self, region: &Block, left: u64) -> usize {
        let inside = |row: &&Placed| (region.start..=region.last).contains(&row.address);
        let mut rows = self.rows.iter().filter(inside);
        let row = rows.find(|row| row.last() - region.start >= left);
        row.map_or(0, |row| row.line)
    }

    /// Puts a row's bytes where they belong. What it says otherwise than the rows before it is disputed, with a note on its line;
    /// so is all that both say, where that is more than one byte.
    fn fill(
        &self,
        memory: &mut Memory,
        at: usize,
        index: usize,
        row: &Placed,
        usual: usize,
        disputed: &mut Vec<usize>,
    ) -> Option<Note> {
        let mut done = 0;
        while let Some(place) =
            memory.merge(at + done, &self.bytes, row.at + done, row.count - done)
        {
            disputed.push(at + done + place);
            done += place + 1;
        }
        let first = disputed.first()?.checked_sub(at)?;
        let address = row.address.saturating_add(first as u64);
        let says = |other: &&Placed| {
            let inside = (other.address..=other.last()).contains(&address);
            inside && {
                let distance = usize::try_from(address - other.address).unwrap_or(usize::MAX);
                matches!(
                    self.bytes.byte(other.at.saturating_add(distance)),
                    Byte::Known(_)
                )
            }
        };
        let other = self.rows.iter().take(index).find(says)?;
        let count = disputed.len();
        // One byte is a slip. Where more differ, one of the two does not lie there, a star repeats another row, or a line break
        // was lost.
        let is_odd = |row: &Placed| row.repeats || row.count > usual;
        if count > 1 || is_odd(row) || is_odd(other) {
            let distance = |from: u64, to: u64| usize::try_from(to.saturating_sub(from)).ok();
            let back = distance(other.address, row.address)?;
            let start = (at + distance(row.address, other.address)?).checked_sub(back)?;
            disputed.extend((at..at + row.count).chain(start..start + other.count));
        }
        let bytes = match count {
            1 => format!("the byte at 0x{address:x}, which is"),
            count => format!("{count} bytes, the first at 0x{address:x}, which are"),
        };
        let text = format!(
            "lines {} and {} disagree about {bytes} unknown therefore: keep the line that you mean",
            other.line, row.line
        );
        let line = row.line;
        Some(Note { line, text })
    }
}
