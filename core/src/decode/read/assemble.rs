//! Assembles rows with addresses into regions. Gaps stay unknown, overlapping rows that agree are merged; bytes on
//! which they disagree become unknown, with a note that names both lines. Rows that are far apart, or out of order,
//! form separate regions.
//!
//! Rows are collected first and placed at the end, so that one sort suffices whatever their order.

use std::collections::BTreeMap;

use super::fate::{Fate, LineFate, Reason, Skip};
use super::{Note, ReadError};
use crate::decode::limits::{BYTES_LIMIT, GAP_LIMIT, REGIONS_LIMIT};
use crate::decode::memory::{Byte, Memory};

/// If at least this many overlapping rows, and a third of all, disagree, the address column has no addresses.
const ODD_ROWS: usize = 3;

/// Rows in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// The bytes of all rows, concatenated.
    pub(super) bytes: Memory,
    pub(super) rows: Vec<Placed>,
    /// The first line that exceeds the limit of bytes.
    passes: Option<usize>,
}

/// A row with an address.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placed {
    pub(super) address: u64,
    /// The index of its first byte in `bytes` of the assembly.
    pub(super) at: usize,
    /// The number of bytes, at least one.
    pub(super) count: usize,
    pub(super) line: usize,
    /// The index of its line in the list of outcomes.
    pub(super) fate: usize,
    /// The bytes per number.
    pub(super) width: u8,
    /// The bytes per number, if no characters prove that none is missing; else 0.
    pub(super) unit: u8,
    /// The size of its last number in bytes, if nothing shows whether that was truncated; else 0.
    pub(super) loose: u8,
    /// Whether it comes from a star, which repeats the row before it.
    pub(super) repeats: bool,
    /// Whether its address looks mistyped: such a row is not merged with distant rows into a region, and its region
    /// comes last.
    pub(super) odd: bool,
}

impl Placed {
    /// The address of its last byte.
    pub(super) const fn last(&self) -> u64 {
        self.address.saturating_add(self.count as u64 - 1)
    }

    /// The address after its last byte; wraps to 0 at the end of the address space.
    pub(super) const fn end(&self) -> u64 {
        self.address.wrapping_add(self.count as u64)
    }
}

/// Adjacent or overlapping rows, and later the rows of a region.
#[derive(Debug)]
struct Block {
    start: u64,
    last: u64,
    /// The index of the earliest of its rows in the text.
    first: usize,
    /// Whether the addresses of all its rows look mistyped.
    odd: bool,
    rows: Vec<usize>,
}

/// The start of a region as the text states it, and its bytes.
pub(super) type Region = (u64, Memory);

impl Assembly {
    /// Adds a row. `fate` is the index of its line among those that are not blank.
    pub(super) fn row(
        &mut self,
        line: usize,
        fate: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Result<(), Reason> {
        let row = self.placed(line, fate, address, bytes)?;
        self.rows.push(row);
        Ok(())
    }

    /// Adds the bytes of a row without adding the row.
    pub(super) fn placed(
        &mut self,
        line: usize,
        fate: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Result<Placed, Reason> {
        let (at, count) = (self.bytes.len(), bytes.len());
        let last = (count as u64).saturating_sub(1);
        address.checked_add(last).ok_or(Reason::PastTheLast)?;
        if self.bytes.extend(bytes).is_err() {
            self.passes.get_or_insert(line);
        }
        Ok(Placed {
            address,
            at,
            count,
            line,
            fate,
            ..Placed::default()
        })
    }

    /// Whether the rows exceed the limit of bytes.
    pub(super) const fn is_full(&self) -> bool {
        self.passes.is_some()
    }

    /// Returns the regions in the order of the text, those with mistyped addresses last. Sets the location of each
    /// line's bytes in `fates`, and adds notes on rows that disagree.
    pub(super) fn finish(
        self,
        fates: &mut [LineFate],
        notes: &mut Vec<Note>,
    ) -> Result<Vec<Region>, ReadError> {
        if let Some(line) = self.passes {
            return Err(ReadError::TooManyBytes { line });
        }
        let regions = self.regions();
        if let Some(block) = regions.get(REGIONS_LIMIT) {
            let line = self.rows.get(block.first).map_or(0, |row| row.line);
            return Err(ReadError::TooManyRegions { line });
        }
        let usual = self.usual();
        let mut left = BYTES_LIMIT as u64;
        let mut found = Vec::with_capacity(regions.len());
        let mut odd = Vec::new();
        for (region, mut block) in regions.into_iter().enumerate() {
            // Restore the order of the text.
            block.rows.sort_unstable();
            let rows = || block.rows.iter().filter_map(|row| self.rows.get(*row));
            let size = (block.last - block.start).saturating_add(1);
            if size > left {
                let passes = |row: &&Placed| row.last() - block.start >= left;
                let line = rows().find(passes).map_or(0, |row| row.line);
                return Err(ReadError::TooManyBytes { line });
            }
            left -= size;
            let mut memory = Memory::unknown(usize::try_from(size).unwrap_or(usize::MAX));
            let mut disputed = Vec::new();
            for (index, row) in rows().enumerate() {
                let at = usize::try_from(row.address - block.start).unwrap_or(usize::MAX);
                let before = rows().take(index);
                let note = self.fill(&mut memory, at, row, before, usual, &mut disputed);
                let is_beside = |other: &Placed| {
                    other.address != row.address
                        && other.address <= row.last()
                        && row.address <= other.last()
                };
                let is_odd = note.is_some() && rows().take(index).any(is_beside);
                odd.extend(note.as_ref().filter(|_| is_odd).map(|it| it.line));
                notes.extend(note);
                if let Some(line) = fates.get_mut(row.fate) {
                    let count = row.count;
                    line.fate = Fate::Bytes { region, at, count };
                }
            }
            disputed.into_iter().for_each(|at| memory.forget(at));
            found.push((block.start, memory.trimmed()));
        }
        match odd.first() {
            // The column before most rows does not hold addresses.
            Some(line) if odd.len() >= ODD_ROWS && 3 * odd.len() >= self.rows.len() => {
                let skip = Skip::new(Reason::Disagree, "");
                let (line, among) = (*line, None);
                Err(ReadError::NoBytes { line, skip, among })
            }
            _ => Ok(found),
        }
    }

    /// The most frequent number of bytes per row.
    fn usual(&self) -> usize {
        let mut rows_of = BTreeMap::new();
        for row in self.rows.iter().filter(|row| !row.repeats) {
            *rows_of.entry(row.count).or_insert(0_usize) += 1;
        }
        let most = rows_of.into_iter().max_by_key(|(_, rows)| *rows);
        most.map_or(0, |(count, _)| count)
    }

    /// Groups the rows into regions.
    fn regions(&self) -> Vec<Block> {
        let mut order: Vec<(u64, usize)> =
            self.rows.iter().map(|row| row.address).zip(0..).collect();
        order.sort_unstable();
        let mut blocks: Vec<Block> = Vec::new();
        for (start, index) in order {
            let Some(row) = self.rows.get(index) else {
                continue;
            };
            match blocks.last_mut() {
                Some(block) if start <= block.last.saturating_add(1) => {
                    block.last = block.last.max(row.last());
                    block.first = block.first.min(index);
                    block.odd &= row.odd;
                    block.rows.push(index);
                }
                _ => blocks.push(Block {
                    start,
                    last: row.last(),
                    first: index,
                    odd: row.odd,
                    rows: vec![index],
                }),
            }
        }
        let mut regions: Vec<Block> = Vec::new();
        for block in blocks {
            match regions.last_mut() {
                // A later row continues a region across a gap.
                Some(region)
                    if block.start - region.last <= GAP_LIMIT as u64
                        && region.first < block.first
                        && region.odd == block.odd =>
                {
                    region.last = block.last;
                    region.rows.extend(block.rows);
                }
                _ => regions.push(block),
            }
        }
        regions.sort_unstable_by_key(|region| (region.odd, region.first));
        regions
    }

    /// Copies a row's bytes into the region. Returns a note if they contradict earlier rows; those bytes are
    /// disputed, and if more than one differs, both rows entirely.
    fn fill<'r>(
        &self,
        memory: &mut Memory,
        at: usize,
        row: &Placed,
        mut before: impl Iterator<Item = &'r Placed>,
        usual: usize,
        all_disputed: &mut Vec<usize>,
    ) -> Option<Note> {
        let mut disputed = Vec::new();
        let mut done = 0;
        while let Some(place) =
            memory.merge(at + done, &self.bytes, row.at + done, row.count - done)
        {
            disputed.push(done + place);
            done += place + 1;
        }
        let address = row.address.saturating_add(*disputed.first()? as u64);
        let is_known = |at: usize| matches!(self.bytes.byte(at), Byte::Known(_));
        let says = |other: &&Placed| {
            let distance = address
                .checked_sub(other.address)
                .filter(|_| address <= other.last());
            let distance = distance.and_then(|distance| usize::try_from(distance).ok());
            distance.is_some_and(|distance| is_known(other.at + distance))
        };
        let other = before.find(says);
        all_disputed.extend(disputed.iter().map(|place| at + place));
        let other = other?;
        let count = disputed.len();
        // One byte is a typing error. If more differ, one of the rows is misplaced, a star repeats the wrong row, or
        // a line break was lost.
        let is_odd = |row: &Placed| row.repeats || row.count > usual;
        if count > 1 || is_odd(row) || is_odd(other) {
            let distance = |from: u64, to: u64| usize::try_from(to.saturating_sub(from)).ok();
            let back = distance(other.address, row.address)?;
            let start = (at + distance(row.address, other.address)?).checked_sub(back)?;
            all_disputed.extend((at..at + row.count).chain(start..start + other.count));
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
