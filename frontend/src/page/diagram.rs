//! The offset diagram's value: a structure as runs of bytes, and their division into pieces.

use strata_core::ByteOffset;
use strata_core::catalogue::Catalogue;
use strata_core::diff::{Lineage, Mark};
use strata_core::layout::{Layout, Member, Slot};

use super::Kind;
use super::tiles::{Tile, tiles};

/// One structure at one point, as runs of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The title: `ETW_REALTIME_CONSUMER 6.1/x64`.
    pub title: String,
    pub size: u32,
    /// The members and gaps, in offset order. Members of unions overlap.
    pub runs: Vec<Run>,
    /// The drawn runs: each tile begins where the one before it ends.
    pub tiles: Vec<Tile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its key on the page: the row's id, or `gap-5f`.
    pub key: String,
    /// The row with which the member began: its identity through all releases.
    pub root: String,
    pub inside: Vec<String>,
    pub slot: Slot,
    pub kind: Kind,
    /// Its change mark, where two layouts are compared.
    pub mark: Option<Mark>,
}

pub fn gap_key(offset: ByteOffset) -> String {
    format!("gap-{:x}", offset.get())
}

impl Diagram {
    pub fn new(layout: &Layout, types: &Catalogue) -> Self {
        let run = |slot: &Slot| Run::new(slot, layout, types);
        Self {
            title: format!("{} {}", layout.structure, layout.point),
            size: layout.size.get(),
            runs: layout.slots.iter().map(run).collect(),
            tiles: tiles(layout),
        }
    }

    /// The run that is drawn in place of `run` (itself, or one that overlaps it), by index.
    pub fn drawn(&self, run: usize) -> Option<usize> {
        let own = self.tiles.iter().find(|tile| tile.slot == run);
        let over = || self.tiles.iter().find(|tile| tile.over.contains(&run));
        own.or_else(over).map(|tile| tile.slot)
    }

    /// The same diagram with each run's `root` taken from `lineage`.
    #[must_use]
    pub fn rooted(mut self, lineage: &Lineage) -> Self {
        for run in &mut self.runs {
            let Slot::Member(member) = &run.slot else {
                continue;
            };
            run.root = lineage.root(&member.row).to_string();
            let fields = member.bits.known_bits().unwrap_or_default();
            let began = fields
                .iter()
                .map(|field| lineage.root(field.continues.as_ref().unwrap_or(&field.row)));
            run.inside = began.map(ToString::to_string).collect();
        }
        self
    }
}

impl Run {
    pub(super) fn new(slot: &Slot, layout: &Layout, types: &Catalogue) -> Self {
        let (key, kind) = match slot {
            Slot::Member(it) => (it.row.to_string(), Kind::of_member(it, layout, types)),
            Slot::Gap(gap) => (gap_key(gap.offset), gap.kind.into()),
        };
        Self {
            root: key.clone(),
            key,
            inside: Vec::new(),
            slot: slot.clone(),
            kind,
            mark: None,
        }
    }

    /// Its declaration, or the source's words about it; for a gap, a description.
    pub fn text(&self) -> &str {
        match &self.slot {
            Slot::Member(member) => &member.declaration,
            Slot::Gap(gap) => gap.kind.as_str(),
        }
    }

    /// Its name or, where the source knows none, the source's words; `None` for a gap.
    pub fn title(&self) -> Option<&str> {
        self.slot.member().map(Member::title)
    }
}

const SHORT_ROW: u32 = 8;
const MIDDLE_ROW: u32 = 16;
const LONG_ROW: u32 = 32;
/// A run folds if at least this many whole long rows lie within it.
const FOLDED_ROWS: u32 = 3;

/// A piece of the diagram, in the order in which they flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The offset at the left of a short row. The style sheet hides those that begin no row.
    Ruler(u32),
    /// A part of a run within one short row.
    Part(Part),
    Fold {
        tile: usize,
        from: u32,
        to: u32,
    },
}

/// A part of a run within one short row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub tile: usize,
    pub offset: u32,
    /// Its size in bytes, at most 8.
    pub size: u32,
    pub first: bool,
    pub last: bool,
    /// The longest row (8, 16 or 32 bytes) for which the bytes one row above belong to the same run; 0 if none.
    pub above: u32,
    /// Whether it shows the run's name: the first part does, unless the second has much more room.
    pub named: bool,
}

pub fn pieces(diagram: &Diagram) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (index, tile) in diagram.tiles.iter().enumerate() {
        let fold = fold(tile);
        let named = named_at(tile);
        let mut offset = tile.offset;
        while offset < tile.end() {
            if let Some((from, to)) = fold
                && offset == from
            {
                pieces.push(Piece::Fold {
                    tile: index,
                    from,
                    to,
                });
                offset = to;
                continue;
            }
            if offset.is_multiple_of(SHORT_ROW) {
                pieces.push(Piece::Ruler(offset));
            }
            let end = tile.end().min(next_multiple(offset, SHORT_ROW));
            pieces.push(Piece::Part(Part {
                tile: index,
                offset,
                size: end - offset,
                first: offset == tile.offset,
                last: end == tile.end(),
                above: above(tile, offset),
                named: offset == named,
            }));
            offset = end;
        }
    }
    pieces
}

/// The longest row for which the bytes one row above `offset` belong to the run.
fn above(tile: &Tile, offset: u32) -> u32 {
    let behind = offset - tile.offset;
    let mut rows = [LONG_ROW, MIDDLE_ROW, SHORT_ROW].into_iter();
    rows.find(|row| behind >= *row).unwrap_or(0)
}

/// The range of whole long rows of a run that is folded: all that lie within it but the first and the last.
fn fold(tile: &Tile) -> Option<(u32, u32)> {
    let from = tile
        .offset
        .checked_next_multiple_of(LONG_ROW)?
        .checked_add(LONG_ROW)?;
    let to = (tile.end() - tile.end() % LONG_ROW).checked_sub(LONG_ROW)?;
    (to.checked_sub(from)? >= FOLDED_ROWS * LONG_ROW).then_some((from, to))
}

/// The offset of the part that shows the run's name: its first part, or the second where only a corner of the first row
/// is left.
fn named_at(tile: &Tile) -> u32 {
    let next = next_multiple(tile.offset, SHORT_ROW);
    let here = next.saturating_sub(tile.offset);
    let there = tile.end().saturating_sub(next).min(SHORT_ROW);
    if there > here && here <= SHORT_ROW / 4 {
        next
    } else {
        tile.offset
    }
}

/// The next multiple of `of` after `offset`; saturating.
const fn next_multiple(offset: u32, of: u32) -> u32 {
    (offset - offset % of).saturating_add(of)
}

#[cfg(test)]
mod tests;
