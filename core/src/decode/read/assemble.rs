//! Assembles rows with addresses into regions. Gaps stay unknown, overlapping rows that agree are merged; bytes on
//! which they disagree become unknown, with a note that names both lines. Rows that are far apart, or out of order,
//! form separate regions.
//!
//! Rows are collected first and placed at the end, so that one sort suffices whatever their order.

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::{LineOutcome, Outcome, Skip, SkipReason};
use super::row::RowEvidence;
use super::row_stats::median;
use super::work::look_at;
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
    pub(super) rows: Vec<PlacedRow>,
    /// The first line that exceeds the limit of bytes.
    over_limit: Option<usize>,
}

/// A row with an address.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlacedRow {
    pub(super) address: u64,
    /// The index of its first byte in `bytes` of the assembly.
    pub(super) at: usize,
    /// The number of bytes, at least one.
    pub(super) count: usize,
    pub(super) line: usize,
    /// The index of its line in the list of outcomes.
    pub(super) outcome: usize,
    /// The bytes per number; 0 if it is not a whole row of the text.
    pub(super) width: usize,
    pub(super) evidence: RowEvidence,
    /// Whether it comes from a star, which repeats the row before it.
    pub(super) repeats: bool,
    /// Whether its address looks mistyped: such a row is not merged with distant rows into a region, and its region
    /// comes last.
    pub(super) suspect: bool,
}

impl PlacedRow {
    /// The address of its last byte.
    pub(super) const fn last(&self) -> u64 {
        self.address.saturating_add(self.count as u64 - 1)
    }

    /// The bytes per number, if neither characters nor a cut prove that none is missing before the end; else 0.
    pub(super) const fn unit(&self) -> usize {
        let is_whole = self.evidence.agrees || self.evidence.cut;
        if is_whole { 0 } else { self.width }
    }

    /// The size of its last number in bytes, if nothing shows whether that was truncated; else 0.
    pub(super) const fn unproved_size(&self) -> usize {
        if self.evidence.sized { self.width } else { 0 }
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
    /// Adds a row. `outcome` is the index of its line among those that are not blank.
    pub(super) fn push_row(
        &mut self,
        line: usize,
        outcome: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Result<(), SkipReason> {
        let row = self.place(line, outcome, address, bytes)?;
        self.rows.push(row);
        Ok(())
    }

    /// Adds the bytes of a row without adding the row.
    pub(super) fn place(
        &mut self,
        line: usize,
        outcome: usize,
        address: u64,
        bytes: &[Option<u8>],
    ) -> Result<PlacedRow, SkipReason> {
        let (at, count) = (self.bytes.len(), bytes.len());
        let last = (count as u64).saturating_sub(1);
        address.checked_add(last).ok_or(SkipReason::PastTheLast)?;
        if self.bytes.extend(bytes).is_err() {
            self.over_limit.get_or_insert(line);
        }
        Ok(PlacedRow {
            address,
            at,
            count,
            line,
            outcome,
            ..PlacedRow::default()
        })
    }

    /// Whether the rows exceed the limit of bytes.
    pub(super) const fn is_full(&self) -> bool {
        self.over_limit.is_some()
    }

    /// Returns the regions in the order of the text, those with mistyped addresses last. Sets the location of each
    /// line's bytes in `outcomes`, and adds notes on rows that disagree.
    pub(super) fn finish(
        self,
        outcomes: &mut [LineOutcome],
        notes: &mut Vec<Note>,
    ) -> Result<Vec<Region>, ReadError> {
        if let Some(line) = self.over_limit {
            return Err(ReadError::TooManyBytes { line });
        }
        let regions = self.regions();
        if let Some(block) = regions.get(REGIONS_LIMIT) {
            let line = self.rows.get(block.first).map_or(0, |row| row.line);
            return Err(ReadError::TooManyRegions { line });
        }
        let rows = self.rows.iter().filter(|row| !row.repeats);
        let usual = median(rows.map(|row| row.count)).unwrap_or(0);
        let mut left = BYTES_LIMIT as u64;
        let mut found = Vec::with_capacity(regions.len());
        let mut odd = Vec::new();
        for (region, mut block) in regions.into_iter().enumerate() {
            // Restore the order of the text.
            block.rows.sort_unstable();
            let rows = block.rows.iter().filter_map(|row| self.rows.get(*row));
            let rows: Vec<&PlacedRow> = rows.collect();
            let size = (block.last - block.start).saturating_add(1);
            if size > left {
                let passes = |row: &&&PlacedRow| row.last() - block.start >= left;
                let line = rows.iter().find(passes).map_or(0, |row| row.line);
                return Err(ReadError::TooManyBytes { line });
            }
            left -= size;
            let mut memory = Memory::unknown(usize::try_from(size).unwrap_or(usize::MAX));
            let place = |row: &PlacedRow| usize::try_from(row.address - block.start);
            let (mut disputes, mut disputed) = (Vec::new(), Vec::new());
            for (index, row) in rows.iter().enumerate() {
                let at = place(row).unwrap_or(usize::MAX);
                let before = disputed.len();
                self.fill(&mut memory, at, row, &mut disputed);
                disputes.extend(disputed.get(before).map(|first| Dispute {
                    row: index,
                    address: block.start + *first as u64,
                    count: disputed.len() - before,
                }));
                if let Some(line) = outcomes.get_mut(row.outcome) {
                    let count = row.count;
                    line.outcome = Outcome::Bytes { region, at, count };
                }
            }
            for row in self.disputed(&rows, &disputes, usual, &mut odd, notes) {
                let at = place(row).unwrap_or(usize::MAX);
                disputed.extend(at..at.saturating_add(row.count));
            }
            disputed.into_iter().for_each(|at| memory.mark_unknown(at));
            found.push((block.start, memory.trimmed()));
        }
        match odd.first() {
            // The column before most rows does not hold addresses.
            Some(line) if odd.len() >= ODD_ROWS && 3 * odd.len() >= self.rows.len() => {
                let skip = Skip::new(SkipReason::Disagree, "");
                Err(ReadError::no_bytes(*line, skip))
            }
            _ => Ok(found),
        }
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
                    block.odd &= row.suspect;
                    block.rows.push(index);
                }
                _ => blocks.push(Block {
                    start,
                    last: row.last(),
                    first: index,
                    odd: row.suspect,
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

    /// Writes a row's bytes into the region. Addresses at which an earlier row has other bytes are disputed.
    fn fill(&self, memory: &mut Memory, at: usize, row: &PlacedRow, disputed: &mut Vec<usize>) {
        let mut done = 0;
        while let Some(place) =
            memory.merge(at + done, &self.bytes, row.at + done, row.count - done)
        {
            disputed.push(at + done + place);
            done += place + 1;
        }
    }

    /// Adds a note for each row that disagrees with an earlier one, and adds its line to `odd` if a row with another
    /// start has bytes at the same addresses. Returns the rows of which all bytes are disputed, each once.
    fn disputed<'r>(
        &self,
        rows: &[&'r PlacedRow],
        disputes: &[Dispute],
        usual: usize,
        odd: &mut Vec<usize>,
        notes: &mut Vec<Note>,
    ) -> Vec<&'r PlacedRow> {
        let mut whole = BTreeSet::new();
        let first = self.first_to_know(rows, disputes);
        // The end of the rows that begin at or before an address.
        let mut reach: BTreeMap<u64, u64> = BTreeMap::new();
        if !disputes.is_empty() {
            reach.extend(rows.iter().map(|row| (row.address, row.last())));
            let mut farthest = 0;
            reach.values_mut().for_each(|last| {
                farthest = farthest.max(*last);
                *last = farthest;
            });
        }
        // Whether a row that begins elsewhere has bytes at the same addresses.
        let is_beside = |row: &PlacedRow| {
            let before = reach.range(..row.address).next_back();
            let mut behind = reach.range(row.address..=row.last());
            before.is_some_and(|(_, last)| *last >= row.address) || behind.nth(1).is_some()
        };
        // One byte is a typing error. If more differ, one of the rows is misplaced, a star repeats the wrong row, or
        // a line break was lost.
        let is_odd = |row: &PlacedRow| row.repeats || row.count > usual;
        for dispute in disputes {
            let before = first.get(&dispute.address).copied().unwrap_or(dispute.row);
            if let (Some(row), Some(other)) = (rows.get(dispute.row), rows.get(before)) {
                if dispute.count > 1 || is_odd(row) || is_odd(other) {
                    whole.extend([dispute.row, before]);
                }
                notes.push(dispute.note(row, other));
                odd.extend(is_beside(row).then_some(row.line));
            }
        }
        let whole = whole.into_iter();
        whole.filter_map(|row| rows.get(row).copied()).collect()
    }

    /// Returns, for each disputed address, the first row that has a byte there.
    fn first_to_know(&self, rows: &[&PlacedRow], disputes: &[Dispute]) -> BTreeMap<u64, usize> {
        let addresses: BTreeSet<u64> = disputes.iter().map(|it| it.address).collect();
        let mut first = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            for address in addresses.range(row.address..=row.last()) {
                look_at(1);
                let at = row.at + usize::try_from(address - row.address).unwrap_or(usize::MAX);
                if matches!(self.bytes.byte(at), Byte::Known(_)) {
                    first.entry(*address).or_insert(index);
                }
            }
        }
        first
    }
}

/// A row that disagrees with an earlier one.
struct Dispute {
    /// Its index among the rows of the region.
    row: usize,
    /// The address of the first byte that differs.
    address: u64,
    /// The number of bytes that differ.
    count: usize,
}

impl Dispute {
    fn note(&self, row: &PlacedRow, other: &PlacedRow) -> Note {
        let Self { address, count, .. } = self;
        let bytes = match count {
            1 => format!("the byte at 0x{address:x}, which is"),
            count => format!("{count} bytes, the first at 0x{address:x}, which are"),
        };
        let text = format!(
            "lines {} and {} disagree about {bytes} therefore unknown: keep the correct line",
            other.line, row.line
        );
        let line = row.line;
        Note { line, text }
    }
}
