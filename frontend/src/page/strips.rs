//! Layouts of one structure side by side, each a strip of bytes to scale, and what became of each member between two of
//! them: ribbons, so that an insertion is seen to push down what lies below it.
//!
//! Where a structure is not there, or its source does not say, there is a gap between the strips: it is never left out.
//!
//! [`geometry`] decides how high bytes are drawn and where ribbons lie; [`between`] which member a ribbon leads to. Here,
//! both become the value that is drawn. Lengths are in the drawing's own units: pixels, where nobody zooms.

mod between;
mod geometry;

use strata_core::dataset::Structure;
use strata_core::diff::Mark;
use strata_core::lookup::Reason;
use strata_core::{Dataset, Layout, Point};

use self::between::{Fate, fates};
use self::geometry::{Extent, Scale, merged};
use super::Run;
use super::tiles::tiles;

pub use geometry::{Edge, Ribbon};

/// How wide a strip is where there are many, if all of them fit.
const STRIP: u32 = 196;
/// How narrow strips become so that they fit: an offset and the first letters of a name are still read.
const NARROWEST: u32 = 90;
/// How wide a drawing of many strips is if they can be so narrow: what a window of 1400 pixels shows of it.
const FITTING: u32 = 1320;
/// How much room ribbons have between two strips then, and where that is too much.
const ROOMS: [u32; 2] = [64, 32];
/// How wide both strips are where there are but two.
const WIDE_STRIP: u32 = 560;
/// How much room ribbons have then.
const WIDE_ROOM: u32 = 200;
pub const GAP: u32 = 96;
/// How high the heads of the strips are.
pub const HEAD: u32 = 54;
/// What is left free at the right and below.
const MARGIN: u32 = 2;

/// Layouts of one structure, side by side.
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

/// Releases at which there is no layout.
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
    /// At which points it holds, in words: `6.2 to 6.3`.
    pub head: String,
    pub point: Point,
    pub size: u32,
    pub blocks: Vec<Block>,
}

/// A run of the diagram in a strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub run: Run,
    /// Where it is drawn; of what lies in the bytes of another, where that is.
    pub edge: Edge,
    /// Whether it is drawn, and not another of a union in its place.
    pub drawn: bool,
    /// Whether it is drawn lower than its bytes are many.
    pub folded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: Point,
    pub to: Point,
    pub summary: String,
    /// What became of the members; what stands out is drawn last.
    pub ribbons: Vec<Ribbon>,
}

/// A layout, and at which points it holds, in words.
pub(super) type Headed<'a> = (&'a Layout, String);

/// What stands beside one another.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Strip(Headed<'a>),
    /// Releases without one: the first and the last, and why.
    Gap(Vec<String>, Reason),
}

/// Of what the layouts are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Of<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) structure: &'a Structure,
}

impl Strips {
    pub(super) fn new(of: Of<'_>, layouts: Vec<Headed<'_>>) -> Self {
        let pieces = layouts.into_iter().map(Piece::Strip).collect();
        Self::with_gaps(of, pieces)
    }

    /// Layouts and what is between them side by side, in this order.
    pub(super) fn with_gaps(of: Of<'_>, pieces: Vec<Piece<'_>>) -> Self {
        let extents = pieces.iter().map(|piece| match piece {
            Piece::Strip((layout, _)) => Extent::of(layout),
            Piece::Gap(..) => Extent::default(),
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
        // Where the next strip begins, and where the last piece ends.
        let (mut x, mut end) = (0_u32, 0_u32);
        for piece in pieces {
            let (layout, head) = match piece {
                Piece::Strip(headed) => headed,
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
            let mut strip = strip(of.dataset, layout, head, scale, x);
            if let (Some(from), Some(drawn)) = (before.replace(layout), strips.last()) {
                let diff = of.structure.diff(of.dataset, from, layout);
                let fates = fates(&diff, from, layout);
                for fate in &fates {
                    if let Some(block) = own_slot(fate).and_then(|to| strip.blocks.get_mut(to)) {
                        block.run.mark = Some(fate.mark);
                    }
                }
                links.push(Link {
                    from: from.point,
                    to: layout.point,
                    summary: diff.summary(),
                    ribbons: ribbons(&fates, drawn, &strip),
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

    /// Why there are gaps, each reason once.
    pub fn reasons(&self) -> Vec<Reason> {
        let has = |why: &Reason| self.gaps.iter().any(|gap| gap.why == *why);
        let all = [Reason::Absent, Reason::NotStated];
        all.into_iter().filter(has).collect()
    }

    /// Whether some block is drawn lower than its bytes are many.
    pub fn is_folded(&self) -> bool {
        let mut blocks = self.strips.iter().flat_map(|strip| &strip.blocks);
        blocks.any(|block| block.folded)
    }

    /// Everything that became of a member, each once, in the order of their weight.
    pub fn marks(&self) -> Vec<Mark> {
        let ribbons = self.links.iter().flat_map(|link| &link.ribbons);
        let mut marks: Vec<Mark> = ribbons.map(|ribbon| ribbon.mark).collect();
        marks.sort_unstable();
        marks.dedup();
        marks
    }
}

/// How wide many strips are, and how much room is between them.
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
            folded: scale.folds(run.size),
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

/// The later slot of a member that is still one.
fn own_slot(fate: &Fate) -> Option<usize> {
    fate.to.filter(|_| fate.mark != Mark::ToBits)
}

/// What became of the members, as ribbons; neighbours that went the same way are one.
fn ribbons(fates: &[Fate], from: &Strip, to: &Strip) -> Vec<Ribbon> {
    let edge = |strip: &Strip, at: usize| strip.blocks.get(at).map(|block| block.edge);
    let label = |strip: &Strip, at: Option<usize>| {
        let block = strip.blocks.get(at?)?;
        block.run.title().map(str::to_owned)
    };
    // What is only on one side ends in a tip on the other: behind what it stands behind.
    let behind = |strip: &Strip, at: Option<usize>| Edge {
        y: at.and_then(|at| edge(strip, at)).map_or(HEAD, Edge::end),
        height: 0,
    };
    let ribbon = |fate: &Fate| {
        let left = match fate.from {
            Some(at) => edge(from, at)?,
            None => behind(from, fate.behind),
        };
        let right = match fate.to {
            Some(at) => edge(to, at)?,
            None => behind(to, fate.behind),
        };
        let label = match fate.mark {
            Mark::ToBits | Mark::Gone => label(from, fate.from),
            _ => label(to, fate.to),
        };
        Some(Ribbon {
            mark: fate.mark,
            from: left,
            to: right,
            label: label.unwrap_or_default(),
        })
    };
    // Neighbours have nothing between them but gaps, in both strips.
    let mut before: Option<&Fate> = None;
    let all = fates.iter().filter_map(|fate| {
        let ribbon = ribbon(fate)?;
        let last = before.replace(fate);
        let near = last.is_some_and(|last| {
            only_gaps(from, last.from, fate.from) && only_gaps(to, last.to, fate.to)
        });
        Some((ribbon, near))
    });
    let mut ribbons = merged(all);
    ribbons.sort_by_key(|ribbon| ribbon.mark);
    ribbons
}

/// Whether one block comes behind the other, and nothing but gaps between them.
fn only_gaps(strip: &Strip, first: Option<usize>, second: Option<usize>) -> bool {
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    let between = strip.blocks.get(first + 1..second);
    between.is_some_and(|blocks| blocks.iter().all(|it| it.run.title().is_none()))
}
