//! How runs fall into pieces that flow into rows of 8, 16 or 32 bytes alike.
//!
//! No piece crosses a multiple of 8, so that the style sheet alone decides how many bytes make a row: a piece never
//! has to be cut again. What is folded away begins and ends at a multiple of 32, a row's edge in all three.

use super::Diagram;
use crate::page::tiles::Tile;

const SHORT_ROW: u32 = 8;
const MIDDLE_ROW: u32 = 16;
const LONG_ROW: u32 = 32;
/// How many whole long rows of one run must lie within it for them to fold.
const FOLDED_ROWS: u32 = 3;

/// A piece of the diagram, in the order in which they flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The offset at the left of a short row. Those that begin no row are hidden by the style sheet.
    Ruler(u32),
    /// Some bytes of a run, within one short row.
    Part(Part),
    Fold {
        tile: usize,
        from: u32,
        to: u32,
    },
}

/// Some bytes of a run, within one short row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub tile: usize,
    pub offset: u32,
    /// How many they are, at most 8.
    pub size: u32,
    pub first: bool,
    pub last: bool,
    /// The longest row, 8, 16 or 32 bytes, in which the bytes above are the same run's; 0 if in none.
    pub above: u32,
    /// Whether the run's name stands here: in its first part, unless the second has much more room.
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

/// The longest row in which what lies above `offset` belongs to the run.
fn above(tile: &Tile, offset: u32) -> u32 {
    let behind = offset - tile.offset;
    let mut rows = [LONG_ROW, MIDDLE_ROW, SHORT_ROW].into_iter();
    rows.find(|row| behind >= *row).unwrap_or(0)
}

/// The whole long rows of a run that are folded away: all that lie within it but the first and the last.
fn fold(tile: &Tile) -> Option<(u32, u32)> {
    let from = tile
        .offset
        .checked_next_multiple_of(LONG_ROW)?
        .checked_add(LONG_ROW)?;
    let to = (tile.end() - tile.end() % LONG_ROW).checked_sub(LONG_ROW)?;
    (to.checked_sub(from)? >= FOLDED_ROWS * LONG_ROW).then_some((from, to))
}

/// Where the run's name has room: at its beginning, or in the next short row where only a corner of this one is left.
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

/// The next multiple of `of` behind `offset`; held at the largest number there is.
const fn next_multiple(offset: u32, of: u32) -> u32 {
    (offset - offset % of).saturating_add(of)
}

#[cfg(test)]
mod tests;
