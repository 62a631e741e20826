//! Where the arrow keys lead in a diagram.

use crate::page::tiles::Tile;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Before,
    After,
    Above,
    Below,
    First,
    Last,
}

impl Move {
    pub(super) fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowLeft" => Self::Before,
            "ArrowRight" => Self::After,
            "ArrowUp" => Self::Above,
            "ArrowDown" => Self::Below,
            "Home" => Self::First,
            "End" => Self::Last,
            _ => return None,
        })
    }
}

/// The tile to which `way` leads from the tile `from`, by their places; up and down in rows of `row` bytes.
pub(super) fn next_tile(tiles: &[Tile], from: usize, way: Move, row: u32) -> usize {
    let last = tiles.len().saturating_sub(1);
    let Some(here) = tiles.get(from) else {
        return 0;
    };
    let covering = |offset: u32| tiles.partition_point(|tile| tile.end() <= offset).min(last);
    match way {
        Move::First => 0,
        Move::Last => last,
        Move::Before => from.saturating_sub(1),
        Move::After => (from + 1).min(last),
        // A row up from where the tile begins; a row down from its last row, in the column where it begins.
        Move::Above => here.offset.checked_sub(row).map_or(0, covering),
        Move::Below => {
            let row = row.max(1);
            let rows = (here.end().saturating_sub(1) / row).saturating_sub(here.offset / row) + 1;
            covering(here.offset.saturating_add(rows.saturating_mul(row))).max(from)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0: 0x00+8, 1: 0x08+8, 2: 0x10+0x28, 3: 0x38+4, 4: 0x3c+4
    fn tiles() -> Vec<Tile> {
        let tile = |(offset, size)| Tile {
            slot: 0,
            offset,
            size,
            over: Vec::new(),
        };
        [(0, 8), (8, 8), (0x10, 0x28), (0x38, 4), (0x3c, 4)]
            .map(tile)
            .into()
    }

    #[track_caller]
    fn check(from: usize, way: Move, to: usize) {
        assert_eq!(next_tile(&tiles(), from, way, 16), to);
    }

    #[test]
    fn sideways_goes_run_by_run() {
        check(0, Move::Before, 0);
        check(0, Move::After, 1);
        check(4, Move::After, 4);
        check(2, Move::First, 0);
        check(2, Move::Last, 4);
    }

    #[test]
    fn up_and_down_stays_in_the_column() {
        check(1, Move::Below, 2);
        check(2, Move::Below, 4);
        check(2, Move::Above, 0);
        check(3, Move::Above, 2);
        check(0, Move::Above, 0);
        check(4, Move::Below, 4);
    }

    #[test]
    fn an_empty_diagram_leads_nowhere() {
        assert_eq!(next_tile(&[], 3, Move::Below, 16), 0);
    }
}
