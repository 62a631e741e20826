//! A layout whose members may overlap, as runs of bytes that do not: what is drawn.

use strata_core::layout::{Layout, Slot};

/// Some bytes of a slot. Tiles lie behind one another and cover the whole layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The number of the slot.
    pub slot: usize,
    /// Where the bytes begin.
    pub offset: u32,
    /// How many there are.
    pub size: u32,
    /// The slots that begin within these bytes and are not drawn, because this one is.
    pub over: Vec<usize>,
}

impl Tile {
    /// Where the next one begins.
    #[must_use]
    pub const fn end(&self) -> u32 {
        self.offset.saturating_add(self.size)
    }
}

/// The tiles of a layout. Of members that begin at one place the largest is drawn that ends before the next place; so the
/// members of a structure within a union are seen, not the filler beside them.
pub(super) fn tiles(layout: &Layout) -> Vec<Tile> {
    let slots = &layout.slots;
    let mut tiles: Vec<Tile> = Vec::with_capacity(slots.len());
    let mut first = 0;
    // The slot that reaches farthest of those before.
    let mut widest: Option<usize> = None;
    while let Some(slot) = slots.get(first) {
        let offset = slot.offset().get();
        let count = slots[first..]
            .iter()
            .take_while(|slot| slot.offset().get() == offset)
            .count();
        let here = first..first + count;
        let next = slots.get(here.end).map_or(layout.size.get(), start);
        rest(slots, &mut tiles, widest, offset);
        let covered = tiles.last().map_or(0, Tile::end);
        if covered > offset
            && let Some(last) = tiles.last_mut()
        {
            last.over.extend(here.clone());
        } else {
            let fits = here.clone().filter(|at| end(&slots[*at]) <= next);
            // Of equal ones, the first.
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
    rest(slots, &mut tiles, widest, layout.size.get());
    tiles
}

/// The bytes up to `to` that only a slot covers which is not drawn for its beginning.
fn rest(slots: &[Slot], tiles: &mut Vec<Tile>, widest: Option<usize>, to: u32) {
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
