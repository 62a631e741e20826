//! How high bytes are drawn, where ribbons lie, and which of them are one.

use strata_core::Layout;
use strata_core::diff::Mark;

use crate::page::tiles::tiles;

/// So many bytes of one member are drawn at most: what has more is folded, as in the diagram.
const FOLD: u32 = 48;
/// Units for each byte, and the extent up to which they are used.
const SCALES: [(u32, u32); 2] = [(4, 240), (3, 640)];
/// Units for each byte of what is larger still.
const SMALLEST: u32 = 2;

/// How many bytes a layout has when what is long is folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Extent(u32);

impl Extent {
    pub(super) fn of(layout: &Layout) -> Self {
        let tiles = tiles(layout);
        let sizes = tiles.iter().map(|tile| tile.size.min(FOLD));
        Self(sizes.fold(0, u32::saturating_add))
    }
}

/// How many units a byte is high. One for all strips of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale(u32);

impl Scale {
    /// The largest in which the highest strip can still be taken in.
    pub(super) fn fitting(highest: Extent) -> Self {
        let fits = SCALES.iter().find(|(_, most)| highest.0 <= *most);
        Self(fits.map_or(SMALLEST, |(units, _)| *units))
    }

    pub(super) fn height(self, bytes: u32) -> u32 {
        bytes.min(FOLD) * self.0
    }

    pub(super) const fn folds(self, bytes: u32) -> bool {
        bytes > FOLD
    }
}

/// The side of a strip at which a ribbon begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// From above.
    pub y: u32,
    /// How high; 0 for a tip.
    pub height: u32,
}

impl Edge {
    pub const fn end(self) -> u32 {
        self.y.saturating_add(self.height)
    }

    /// Both and what is between them.
    const fn to(self, last: Self) -> Self {
        Self {
            y: self.y,
            height: last.end().saturating_sub(self.y),
        }
    }
}

/// What became of a member, or of neighbours that went the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ribbon {
    pub mark: Mark,
    pub from: Edge,
    pub to: Edge,
    pub label: String,
}

impl Ribbon {
    /// Its outline, from where a strip ends to where the next begins.
    pub fn outline(&self, left: u32, right: u32) -> String {
        let middle = left.midpoint(right);
        let (top, bottom) = (self.from.y, self.from.end());
        let (new_top, new_bottom) = (self.to.y, self.to.end());
        format!(
            "M{left} {top}C{middle} {top} {middle} {new_top} {right} {new_top}\
             V{new_bottom}C{middle} {new_bottom} {middle} {bottom} {left} {bottom}Z"
        )
    }

    /// Whether what both stand for went the same way, side by side: then they are one.
    fn goes_with(&self, next: &Self) -> bool {
        let quiet = matches!(self.mark, Mark::Same | Mark::MovedWithRest);
        let apart = |a: Edge, b: Edge| b.y.checked_sub(a.end());
        let between = apart(self.from, next.from);
        quiet
            && self.mark == next.mark
            && between.is_some()
            && between == apart(self.to, next.to)
            && self.from.height == self.to.height
            && next.from.height == next.to.height
    }
}

/// Ribbons in the order of their members, with neighbours that went the same way as one. Each comes with whether it is a
/// neighbour of the one before.
pub(super) fn merged(ribbons: impl Iterator<Item = (Ribbon, bool)>) -> Vec<Ribbon> {
    let mut merged: Vec<Ribbon> = Vec::new();
    // How the last one ends, which is what its successor is compared with.
    let mut last: Option<Ribbon> = None;
    for (ribbon, near) in ribbons {
        let goes = near && last.as_ref().is_some_and(|last| last.goes_with(&ribbon));
        match merged.last_mut().filter(|_| goes) {
            Some(band) => {
                let first = band.label.split(" … ").next().unwrap_or_default();
                band.label = format!("{first} … {}", ribbon.label);
                band.from = band.from.to(ribbon.from);
                band.to = band.to.to(ribbon.to);
            }
            None => merged.push(ribbon.clone()),
        }
        last = Some(ribbon);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ribbon(mark: Mark, from: (u32, u32), to: (u32, u32), label: &str) -> Ribbon {
        let edge = |(y, height)| Edge { y, height };
        Ribbon {
            mark,
            from: edge(from),
            to: edge(to),
            label: label.to_owned(),
        }
    }

    #[test]
    fn bytes_are_to_scale_until_they_fold() {
        let scale = Scale::fitting(Extent(200));
        assert_eq!(
            [1, 8, 48, 4096].map(|it| scale.height(it)),
            [4, 32, 192, 192]
        );
        assert!(!scale.folds(48) && scale.folds(49));
        assert_eq!(Scale::fitting(Extent(5000)).height(8), 16);
    }

    #[test]
    fn neighbours_that_move_together_are_one_band_and_an_insertion_ends_it() {
        let given = [
            ribbon(Mark::Same, (0, 8), (0, 8), "A"),
            ribbon(Mark::Same, (8, 8), (8, 8), "B"),
            ribbon(Mark::MovedWithRest, (16, 4), (24, 4), "C"),
            // Four bytes of padding between them on both sides.
            ribbon(Mark::MovedWithRest, (24, 8), (32, 8), "D"),
            ribbon(Mark::MovedWithRest, (32, 8), (48, 8), "E"),
        ];
        let bands = merged(given.into_iter().map(|it| (it, true)));
        let shown: Vec<_> = bands
            .iter()
            .map(|it| (&*it.label, it.from.y, it.from.end(), it.to.y, it.to.end()))
            .collect();
        assert_eq!(
            shown,
            [
                ("A … B", 0, 16, 0, 16),
                ("C … D", 16, 32, 24, 40),
                ("E", 32, 40, 48, 56)
            ]
        );
    }

    #[test]
    fn what_stands_out_is_never_part_of_a_band() {
        let retyped = |y| ribbon(Mark::Retyped, (y, 8), (y, 8), "R");
        let given = [retyped(0), retyped(8)].map(|it| (it, true));
        assert_eq!(merged(given.into_iter()).len(), 2);
        let same = |y| (ribbon(Mark::Same, (y, 8), (y, 8), "S"), false);
        assert_eq!(merged([same(0), same(8)].into_iter()).len(), 2);
    }

    #[test]
    fn an_outline_leads_from_edge_to_edge() {
        let outline = ribbon(Mark::New, (40, 0), (40, 32), "N").outline(196, 260);
        assert_eq!(
            outline,
            "M196 40C228 40 228 40 260 40V72C228 72 228 40 196 40Z"
        );
    }
}
