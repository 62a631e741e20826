//! Tiles: the non-overlapping runs of bytes that are drawn for a layout with overlapping members.

use strata_core::layout::{Layout, Slot};

/// Some bytes of a slot. Tiles do not overlap and cover the whole layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    pub slot: usize,
    pub offset: u32,
    pub size: u32,
    /// The slots that begin within these bytes and are not drawn, because this one is.
    pub over: Vec<usize>,
}

impl Tile {
    pub const fn end(&self) -> u32 {
        self.offset.saturating_add(self.size)
    }
}

/// The tiles of a layout. Of members at the same offset, the largest that ends before the next offset is drawn; so the
/// members of a structure within a union show, not the filler beside them.
pub(super) fn tiles(layout: &Layout) -> Vec<Tile> {
    let slots = &layout.slots;
    let mut tiles: Vec<Tile> = Vec::with_capacity(slots.len());
    let mut first = 0;
    // The earlier slot with the greatest end.
    let mut widest: Option<usize> = None;
    while let Some(slot) = slots.get(first) {
        let offset = slot.offset().get();
        let here = slots[first..].iter().take_while(|it| start(it) == offset);
        let here = first..first + here.count();
        let next = slots.get(here.end).map_or(layout.size.get(), start);
        push_uncovered(slots, &mut tiles, widest, offset);
        let covered = tiles.last().map_or(0, Tile::end);
        if covered > offset
            && let Some(last) = tiles.last_mut()
        {
            last.over.extend(here.clone());
        } else {
            let fits = here.clone().filter(|at| end(&slots[*at]) <= next);
            // Of equal sizes, the first.
            let drawn = fits
                .rev()
                .max_by_key(|at| slots[*at].size())
                .or_else(|| here.clone().min_by_key(|at| slots[*at].size()));
            tiles.extend(drawn.map(|drawn| Tile {
                slot: drawn,
                offset,
                size: slots[drawn].size().get(),
                over: here.clone().filter(|at| *at != drawn).collect(),
            }));
        }
        let farthest = here.clone().chain(widest).rev();
        widest = farthest.max_by_key(|at| end(&slots[*at]));
        first = here.end;
    }
    push_uncovered(slots, &mut tiles, widest, layout.size.get());
    tiles
}

/// Adds a tile for the bytes up to `to` that only an earlier, wider slot covers.
fn push_uncovered(slots: &[Slot], tiles: &mut Vec<Tile>, widest: Option<usize>, to: u32) {
    let from = tiles.last().map_or(0, Tile::end);
    let reach = widest.and_then(|at| Some((at, end(slots.get(at)?))));
    if let Some((slot, reach)) = reach.filter(|(_, reach)| from < to.min(*reach)) {
        tiles.push(Tile {
            slot,
            offset: from,
            size: to.min(reach) - from,
            over: Vec::new(),
        });
    }
}

fn start(slot: &Slot) -> u32 {
    slot.offset().get()
}

fn end(slot: &Slot) -> u32 {
    slot.end().get()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use strata_core::layout::{Gap, GapKind};
    use strata_core::types::TypeKind;
    use strata_core::{Arch, ByteOffset, ByteSize, Point, Release};

    use super::*;

    /// Checks the tiles of slots with these starts and ends: each prints as its slot, its bytes and the slots over it.
    #[track_caller]
    fn check(slots: &[(u32, u32)], expected: &Expect) {
        let slot = |(start, end): &(u32, u32)| {
            Slot::Gap(Gap {
                offset: ByteOffset::new(*start),
                size: ByteSize::new(end - start),
                kind: GapKind::Hole,
            })
        };
        let layout = Layout {
            structure: "TEST".parse().unwrap(),
            point: Point::new(Release::FIRST, Arch::X64),
            release: Release::FIRST,
            image: None,
            between: None,
            kind: TypeKind::Struct,
            size: ByteSize::new(slots.iter().map(|slot| slot.1).max().unwrap_or(0)),
            source: String::new(),
            slots: slots.iter().map(slot).collect(),
            values: Vec::new(),
            bits_given: true,
        };
        let tile = |tile: &Tile| {
            let (from, to) = (tile.offset, tile.end());
            format!("{}: {from}..{to} {:?}", tile.slot, tile.over)
        };
        let drawn: Vec<String> = tiles(&layout).iter().map(tile).collect();
        expected.assert_eq(&drawn.join("\n"));
    }

    #[test]
    fn slots_that_lie_behind_one_another_are_tiles() {
        check(
            &[(0, 8), (8, 12), (12, 16)],
            &expect![[r"
            0: 0..8 []
            1: 8..12 []
            2: 12..16 []"]],
        );
        check(&[], &expect![""]);
    }

    #[test]
    fn members_of_a_structure_are_seen_and_not_the_integer_beside_them() {
        check(
            &[(0, 8), (0, 4), (4, 8)],
            &expect![[r"
            1: 0..4 [0]
            2: 4..8 []"]],
        );
        // An array fills the room up to the next member.
        check(
            &[(0, 48), (0, 43), (43, 44), (48, 56)],
            &expect![[r"
            1: 0..43 [0]
            2: 43..44 []
            0: 44..48 []
            3: 48..56 []"]],
        );
    }

    #[test]
    fn bytes_that_only_one_slot_covers_are_its_own() {
        check(
            &[(0, 100), (0, 4), (50, 54)],
            &expect![[r"
            1: 0..4 [0]
            0: 4..50 []
            2: 50..54 []
            0: 54..100 []"]],
        );
        check(
            &[(0, 8), (4, 12)],
            &expect![[r"
            0: 0..8 [1]
            1: 8..12 []"]],
        );
    }
}
