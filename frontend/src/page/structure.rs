//! The history of one structure: where its members lie release by release, its layouts as strips, its sizes.

mod history;
mod sizes;

use std::borrow::Cow;

use strata_core::article::Article;
use strata_core::dataset::Structure;
use strata_core::lookup::Reason;
use strata_core::{Arch, Dataset, Layout, Point};

use super::Strips;
use super::strips::{Of, Piece};

pub(super) use self::history::tables;
pub use history::{Cell, Column, HistoryTable, Mark, Place, Row, State};
pub use sizes::{SizeCell, SizeRow, told};

/// The history of a structure that an article describes.
#[derive(Debug)]
pub struct StructurePage<'a> {
    pub structure: &'a Structure,
    pub article: &'a Article,
    /// Its layouts at releases.
    pub layouts: Cow<'a, [Layout]>,
    /// Where its members lie, for each architecture that has a layout.
    pub tables: Vec<HistoryTable>,
    /// Its layouts as strips of bytes, for each architecture that has one.
    pub bytes: Vec<Bytes>,
    pub sizes: Vec<SizeRow>,
}

impl<'a> StructurePage<'a> {
    /// `None` where no article describes the structure.
    pub fn new(dataset: &Dataset, structure: &'a Structure) -> Option<Self> {
        let layouts = structure.layouts();
        let tables = tables(structure, &layouts, &Arch::PREFERRED);
        let of = Of { dataset, structure };
        let bytes = tables.iter().map(|table| Bytes::new(of, &layouts, table));
        Some(Self {
            article: structure.article()?,
            bytes: bytes.collect(),
            tables,
            sizes: sizes::rows(structure),
            layouts,
            structure,
        })
    }
}

/// What changed from one layout to the next, on an architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The last point of the layout before.
    pub from: Point,
    /// The first point of the layout after.
    pub to: Point,
    pub summary: String,
}

impl Step {
    pub fn all(
        dataset: &Dataset,
        structure: &Structure,
        layouts: &[Layout],
        arch: Arch,
    ) -> Vec<Self> {
        let layouts = layouts.iter().filter(|layout| layout.arch() == arch);
        let layouts: Vec<&Layout> = layouts.collect();
        let step = |pair: &[&Layout]| match pair {
            [from, to] if !from.same_as(to) => Some(Self {
                from: from.point,
                to: to.point,
                summary: structure.diff(dataset, from, to).summary(),
            }),
            _ => None,
        };
        layouts.windows(2).filter_map(step).collect()
    }
}

/// The layouts on an architecture as strips of bytes: one for each column of its history, with gaps for those that have no
/// layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    pub arch: Arch,
    /// The layouts, oldest first.
    pub strips: Strips,
}

impl Bytes {
    fn new(of: Of<'_>, layouts: &[Layout], table: &HistoryTable) -> Self {
        let arch = table.arch;
        let piece = |column: &Column| {
            let why = match column.state {
                State::Stated(_) => {
                    let point = column.point(arch)?;
                    let layout = layouts.iter().find(|layout| layout.point == point)?;
                    return Some(Piece::Strip((layout, column.span())));
                }
                State::Absent => Reason::Absent,
                State::NotStated => Reason::NotStated,
            };
            let (first, last) = (column.releases.first()?, column.releases.last()?);
            let mut ends = vec![first.to_string(), last.to_string()];
            ends.dedup();
            Some(Piece::Gap(ends, why))
        };
        let pieces = table.columns.iter().filter_map(piece).collect();
        Self {
            arch,
            strips: Strips::with_gaps(of, pieces),
        }
    }
}
