//! Layouts of one structure side by side as strips of bytes to scale, with ribbons for the change of each member
//! between two of them, so that an insertion visibly pushes down what lies below it.
//!
//! Where the structure is absent or its layout not stated, a gap stands between the strips: it is never left out.
//!
//! [`Scale`] decides the height of a byte, [`member_changes`] to which member a ribbon leads, [`merged`] which ribbons are drawn
//! as one. Lengths are in the drawing's units: pixels without zoom.

use std::collections::BTreeMap;

use strata_core::dataset::Structure;
use strata_core::diff::{Change, Diff, Kind, Mark};
use strata_core::lookup::Reason;
use strata_core::{Dataset, Layout, Point, RowId};

use super::Run;
use super::tiles::tiles;

/// Width of a strip where there are many, if all of them fit.
const STRIP: u32 = 196;
/// The least width of a strip: an offset and the first letters of a name are still legible.
const NARROWEST: u32 = 90;
/// Width of a drawing of many strips, if the least strip width allows: what a window of 1400 pixels shows.
const FITTING: u32 = 1320;
/// Room for ribbons between two of many strips, and the reduced room where that does not fit.
const ROOMS: [u32; 2] = [64, 32];
/// Width of each strip where there are two.
const WIDE_STRIP: u32 = 560;
/// Room for ribbons between two strips.
const WIDE_ROOM: u32 = 200;
pub const GAP: u32 = 96;
pub const HEAD: u32 = 54;
/// Margin at the right and below.
const MARGIN: u32 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    pub width: u32,
    pub height: u32,
    pub strip: u32,
    pub strips: Vec<Strip>,
    pub links: Vec<Link>,
    /// Releases without a layout, beside and between the strips.
    pub gaps: Vec<Gap>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub x: u32,
    /// The first release and, where there are several, the last.
    pub releases: Vec<String>,
    pub why: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    pub x: u32,
    /// The points at which the layout holds, in words: `6.2 to 6.3`.
    pub head: String,
    pub point: Point,
    pub size: u32,
    pub blocks: Vec<Block>,
}

/// A run of the diagram in a strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub run: Run,
    /// Its position; a run that is not drawn has that of the overlapping run.
    pub edge: Edge,
    /// Whether it is drawn, rather than another member of a union in its place.
    pub drawn: bool,
    /// Whether it is drawn shorter than its size to scale.
    pub folded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: Point,
    pub to: Point,
    pub summary: String,
    /// The changes of the members; conspicuous ones are drawn last.
    pub ribbons: Vec<Ribbon>,
}

#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// A layout, and the points at which it holds, in words.
    Strip(&'a Layout, String),
    /// Releases without a layout: the first and the last, and the reason.
    Gap(Vec<String>, Reason),
}

impl Strips {
    /// Lays out strips and gaps side by side, in this order.
    pub(super) fn new(dataset: &Dataset, structure: &Structure, pieces: Vec<Piece<'_>>) -> Self {
        let extents = pieces.iter().map(|piece| match piece {
            Piece::Strip(layout, _) => extent(layout),
            Piece::Gap(..) => 0,
        });
        let (strip_width, room) = match pieces.len() {
            0..=2 => (WIDE_STRIP, WIDE_ROOM),
            _ => fitting(&pieces),
        };
        let scale = Scale::fitting(extents.max().unwrap_or_default());
        let mut strips: Vec<Strip> = Vec::new();
        let mut links: Vec<Link> = Vec::new();
        let mut gaps: Vec<Gap> = Vec::new();
        let mut before: Option<&Layout> = None;
        // The x position of the next strip, and the end of the last piece.
        let (mut x, mut end) = (0_u32, 0_u32);
        for piece in pieces {
            let (layout, head) = match piece {
                Piece::Strip(layout, head) => (layout, head),
                Piece::Gap(releases, why) => {
                    let at = x.saturating_sub(room / 2);
                    end = at + GAP;
                    x = end + room / 2;
                    gaps.push(Gap {
                        x: at,
                        releases,
                        why,
                    });
                    continue;
                }
            };
            let mut strip = strip(dataset, layout, head, scale, x);
            if let (Some(from), Some(drawn)) = (before.replace(layout), strips.last()) {
                let diff = structure.diff(dataset, from, layout);
                let member_changes = member_changes(&diff, from, layout);
                for change in &member_changes {
                    if let Some(block) = own_slot(change).and_then(|to| strip.blocks.get_mut(to)) {
                        block.run.mark = Some(change.mark);
                    }
                }
                links.push(Link {
                    from: from.point,
                    to: layout.point,
                    summary: diff.summary(),
                    ribbons: ribbons(&member_changes, drawn, &strip),
                });
            }
            strips.push(strip);
            end = x + strip_width;
            x = end + room;
        }
        let blocks = strips.iter().flat_map(|strip| &strip.blocks);
        let bottom = blocks.map(|block| block.edge.end()).max().unwrap_or(HEAD);
        Self {
            width: end + MARGIN,
            height: bottom + MARGIN,
            strip: strip_width,
            strips,
            links,
            gaps,
        }
    }

    /// The reasons for gaps, each once.
    pub fn reasons(&self) -> Vec<Reason> {
        let has = |why: &Reason| self.gaps.iter().any(|gap| gap.why == *why);
        let all = [Reason::Absent, Reason::NotStated];
        all.into_iter().filter(has).collect()
    }

    /// Whether some block is drawn shorter than its size to scale.
    pub fn is_folded(&self) -> bool {
        let mut blocks = self.strips.iter().flat_map(|strip| &strip.blocks);
        blocks.any(|block| block.folded)
    }

    /// The change marks of all ribbons, each once, by weight.
    pub fn marks(&self) -> Vec<Mark> {
        let ribbons = self.links.iter().flat_map(|link| &link.ribbons);
        let mut marks: Vec<Mark> = ribbons.map(|ribbon| ribbon.mark).collect();
        marks.sort_unstable();
        marks.dedup();
        marks
    }
}

/// The width of strips where there are many, and the room between them.
fn fitting(pieces: &[Piece<'_>]) -> (u32, u32) {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let is_gap = |piece: &&Piece<'_>| matches!(piece, Piece::Gap(..));
    let gaps = count(pieces.iter().filter(is_gap).count());
    let strips = count(pieces.len()).saturating_sub(gaps);
    let width = |room: u32| {
        let between = gaps
            .saturating_mul(GAP)
            .saturating_add(strips.saturating_mul(room));
        let width = FITTING.saturating_sub(between).checked_div(strips);
        width.unwrap_or(STRIP).min(STRIP)
    };
    let [wide, narrow] = ROOMS;
    match width(wide) {
        fits @ NARROWEST.. => (fits, wide),
        _ => (width(narrow).max(NARROWEST), narrow),
    }
}

fn strip(dataset: &Dataset, layout: &Layout, head: String, scale: Scale, x: u32) -> Strip {
    let mut y = HEAD;
    let mut edges = vec![None; layout.slots.len()];
    for tile in tiles(layout) {
        let height = scale.height(tile.size);
        let edge = Edge { y, height };
        y = edge.end();
        let slots = tile.over.iter().map(|slot| (*slot, false));
        for (slot, drawn) in slots.chain([(tile.slot, true)]) {
            if let Some(place @ None) = edges.get_mut(slot) {
                *place = Some((edge, drawn));
            }
        }
    }
    let tip = Edge { y, height: 0 };
    let blocks = layout.slots.iter().zip(edges).map(|(slot, edge)| {
        let (edge, drawn) = edge.unwrap_or((tip, false));
        let run = Run::new(slot, layout, dataset.catalogue());
        Block {
            folded: scale.folds(run.slot.size().get()),
            run,
            edge,
            drawn,
        }
    });
    Strip {
        x,
        head,
        point: layout.point,
        size: layout.size.get(),
        blocks: blocks.collect(),
    }
}

/// The later slot of a member that is still a member.
fn own_slot(change: &MemberChange) -> Option<usize> {
    change.to.filter(|_| change.mark != Mark::ToBits)
}

/// The members' changes as ribbons; adjacent ones that moved alike are merged.
fn ribbons(member_changes: &[MemberChange], from: &Strip, to: &Strip) -> Vec<Ribbon> {
    let edge = |strip: &Strip, at: usize| strip.blocks.get(at).map(|block| block.edge);
    let label = |strip: &Strip, at: Option<usize>| {
        let block = strip.blocks.get(at?)?;
        block.run.title().map(str::to_owned)
    };
    // A member of only one side ends in a tip on the other, after its neighbour there.
    let behind = |strip: &Strip, at: Option<usize>| Edge {
        y: at.and_then(|at| edge(strip, at)).map_or(HEAD, Edge::end),
        height: 0,
    };
    let ribbon = |change: &MemberChange| {
        let left = match change.from {
            Some(at) => edge(from, at)?,
            None => behind(from, change.behind),
        };
        let right = match change.to {
            Some(at) => edge(to, at)?,
            None => behind(to, change.behind),
        };
        let label = match change.mark {
            Mark::ToBits | Mark::Gone => label(from, change.from),
            _ => label(to, change.to),
        };
        Some(Ribbon {
            mark: change.mark,
            from: left,
            to: right,
            label: label.unwrap_or_default(),
        })
    };
    // Adjacent members have only gaps between them, in both strips.
    let mut before: Option<&MemberChange> = None;
    let all = member_changes.iter().filter_map(|change| {
        let ribbon = ribbon(change)?;
        let last = before.replace(change);
        let near = last.is_some_and(|last| {
            only_gaps(from, last.from, change.from) && only_gaps(to, last.to, change.to)
        });
        Some((ribbon, near))
    });
    let mut ribbons = merged(all);
    ribbons.sort_by_key(|ribbon| ribbon.mark);
    ribbons
}

/// Whether one block follows the other with only gaps between them.
fn only_gaps(strip: &Strip, first: Option<usize>, second: Option<usize>) -> bool {
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    let between = strip.blocks.get(first + 1..second);
    between.is_some_and(|blocks| blocks.iter().all(|it| it.run.title().is_none()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemberChange {
    mark: Mark,
    /// Its slot in the earlier layout; for a bit field, the slot of its integer.
    from: Option<usize>,
    /// Its slot in the later layout, likewise.
    to: Option<usize>,
    /// For a member of only one layout: the slot of the other layout after which it would be.
    behind: Option<usize>,
}

/// The fate of every member: those of the earlier layout in order, then the new ones.
fn member_changes(diff: &Diff, from: &Layout, to: &Layout) -> Vec<MemberChange> {
    let (old, new) = (slots(from), slots(to));
    let place = |slots: &BTreeMap<&RowId, usize>, row: &RowId| slots.get(row).copied();
    let carried = |row: &RowId| {
        let mut pairs = diff.carried_over.iter();
        pairs.find_map(|(before, after)| (before == row).then_some(&after.row))
    };
    let mut member_changes: Vec<MemberChange> = Vec::new();
    let mut last = None;
    for (row, at) in in_order(from) {
        let change = diff.changes.iter().find(|it| is_own(it, row, true));
        let to = match change {
            Some(change) => change.to.as_ref().map(|member| &member.row),
            None => carried(row).or(Some(row)),
        };
        let to = to.and_then(|row| place(&new, row));
        let mark = change.map_or(Mark::Same, Change::mark);
        // A bit of an integer says nothing about where its neighbours went.
        if mark != Mark::ToBits {
            last = to.or(last);
        }
        member_changes.push(MemberChange {
            mark: if to.is_none() { Mark::Gone } else { mark },
            from: Some(at),
            to,
            behind: last,
        });
    }
    let mut behind = None;
    for (row, at) in in_order(to) {
        let known = member_changes
            .iter()
            .find(|change| change.to == Some(at) && change.mark != Mark::ToBits);
        if let Some(change) = known {
            behind = change.from.or(behind);
            continue;
        }
        let change = diff.changes.iter().find(|it| is_own(it, row, false));
        let holder = change.filter(|change| change.is(Kind::FromBits));
        let holder = holder.and_then(|change| place(&old, &change.from.as_ref()?.row));
        member_changes.push(MemberChange {
            mark: if holder.is_some() {
                Mark::FromBits
            } else {
                Mark::New
            },
            from: holder,
            to: Some(at),
            behind,
        });
    }
    member_changes
}

/// Whether a change concerns the member itself, and not a bit field within it.
fn is_own(change: &Change, row: &RowId, earlier: bool) -> bool {
    let (side, bit) = if earlier {
        (&change.from, &change.from_bit)
    } else {
        (&change.to, &change.to_bit)
    };
    let is_here = side.as_ref().is_some_and(|member| member.row == *row);
    is_here && bit.is_none() && change.bit().is_none()
}

fn in_order(layout: &Layout) -> impl Iterator<Item = (&RowId, usize)> {
    let slots = layout.slots.iter().enumerate();
    slots.filter_map(|(at, slot)| Some((&slot.member()?.row, at)))
}

fn slots(layout: &Layout) -> BTreeMap<&RowId, usize> {
    in_order(layout).collect()
}

/// The most bytes of one member that are drawn: larger ones are folded, as in the diagram.
const FOLD: u32 = 48;
/// Units per byte, and the extent up to which they are used.
const SCALES: [(u32, u32); 2] = [(4, 240), (3, 640)];
/// Units per byte of anything larger.
const SMALLEST: u32 = 2;

/// The bytes of a layout after folding.
fn extent(layout: &Layout) -> u32 {
    let tiles = tiles(layout);
    let sizes = tiles.iter().map(|tile| tile.size.min(FOLD));
    sizes.fold(0, u32::saturating_add)
}

/// Units per byte in height. One for all strips of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale(u32);

impl Scale {
    /// The largest scale that keeps the highest strip in view.
    fn fitting(highest: u32) -> Self {
        let fits = SCALES.iter().find(|(_, most)| highest <= *most);
        Self(fits.map_or(SMALLEST, |(units, _)| *units))
    }

    fn height(self, bytes: u32) -> u32 {
        bytes.min(FOLD) * self.0
    }

    const fn folds(self, bytes: u32) -> bool {
        bytes > FOLD
    }
}

/// The side of a strip at which a ribbon begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The y coordinate of its upper end.
    pub y: u32,
    /// Its height; 0 for a tip.
    pub height: u32,
}

impl Edge {
    pub const fn end(self) -> u32 {
        self.y.saturating_add(self.height)
    }

    /// The range from the start of `self` to the end of `last`.
    const fn to(self, last: Self) -> Self {
        Self {
            y: self.y,
            height: last.end().saturating_sub(self.y),
        }
    }
}

/// The change of a member, or of adjacent members that moved alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ribbon {
    pub mark: Mark,
    pub from: Edge,
    pub to: Edge,
    pub label: String,
}

impl Ribbon {
    /// The SVG path of its outline, from the end of one strip to the start of the next.
    pub fn outline(&self, left: u32, right: u32) -> String {
        let middle = left.midpoint(right);
        let (top, bottom) = (self.from.y, self.from.end());
        let (new_top, new_bottom) = (self.to.y, self.to.end());
        format!(
            "M{left} {top}C{middle} {top} {middle} {new_top} {right} {new_top}\
             V{new_bottom}C{middle} {new_bottom} {middle} {bottom} {left} {bottom}Z"
        )
    }

    /// Whether both members moved alike and adjacently, so that one ribbon can stand for both.
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

/// The ribbons in the order of their members, with adjacent ones that moved alike merged. The flag says whether a
/// ribbon is adjacent to the one before.
fn merged(ribbons: impl Iterator<Item = (Ribbon, bool)>) -> Vec<Ribbon> {
    let mut merged: Vec<Ribbon> = Vec::new();
    // The last single ribbon, with which the next one is compared.
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
        let scale = Scale::fitting(200);
        assert_eq!(
            [1, 8, 48, 4096].map(|it| scale.height(it)),
            [4, 32, 192, 192]
        );
        assert!(!scale.folds(48) && scale.folds(49));
        assert_eq!(Scale::fitting(5000).height(8), 16);
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
