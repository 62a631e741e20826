//! Where the arrow keys lead in a diagram.

use crate::page::Arrow;
use crate::page::tiles::Tile;

/// The tile to which `way` leads from the tile `from`, by their places; up and down in rows of `row` bytes.
pub(super) fn next_tile(tiles: &[Tile], from: usize, way: Arrow, row: u32) -> usize {
    let last = tiles.len().saturating_sub(1);
    let Some(here) = tiles.get(from) else {
        return 0;
    };
    let covering = |offset: u32| tiles.partition_point(|tile| tile.end() <= offset).min(last);
    match way {
        Arrow::Home => 0,
        Arrow::End => last,
        Arrow::Left => from.saturating_sub(1),
        Arrow::Right => (from + 1).min(last),
        // A row up from where the tile begins; a row down from its last row, in the column where it begins.
        Arrow::Up => here.offset.checked_sub(row).map_or(0, covering),
        Arrow::Down => {
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
    fn check(from: usize, way: Arrow, to: usize) {
        assert_eq!(next_tile(&tiles(), from, way, 16), to);
    }

    #[test]
    fn sideways_goes_run_by_run() {
        check(0, Arrow::Left, 0);
        check(0, Arrow::Right, 1);
        check(4, Arrow::Right, 4);
        check(2, Arrow::Home, 0);
        check(2, Arrow::End, 4);
    }

    #[test]
    fn up_and_down_stays_in_the_column() {
        check(1, Arrow::Down, 2);
        check(2, Arrow::Down, 4);
        check(2, Arrow::Up, 0);
        check(3, Arrow::Up, 2);
        check(0, Arrow::Up, 0);
        check(4, Arrow::Down, 4);
    }

    #[test]
    fn an_empty_diagram_leads_nowhere() {
        assert_eq!(next_tile(&[], 3, Arrow::Down, 16), 0);
    }
}
