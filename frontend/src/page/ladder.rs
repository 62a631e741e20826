//! Layouts of one thing through the releases: of a structure, or of a nested type. Histories, strips and steps are made of
//! them, whosever they are.

use strata_core::diff::{Diff, Known, Lineage, diff_in};
use strata_core::{Dataset, Layout, Point, TypeName};

use crate::route::Route;

/// Layouts of one thing, in the order of the releases.
#[derive(Debug)]
pub(super) struct Ladder<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) layouts: &'a [Layout],
    lineage: Lineage,
}

impl<'a> Ladder<'a> {
    /// All layouts that there are: a member is followed through every one of them.
    pub(super) fn new(dataset: &'a Dataset, layouts: &'a [Layout]) -> Self {
        Self {
            dataset,
            layouts,
            lineage: Lineage::of(layouts),
        }
    }

    /// The layout at a point.
    pub(super) fn at(&self, point: Point) -> Option<&'a Layout> {
        self.layouts.iter().find(|layout| layout.point == point)
    }

    /// What changed between two of them.
    pub(super) fn diff(&self, from: &Layout, to: &Layout) -> Diff {
        let known = Known {
            lineage: &self.lineage,
            types: self.dataset.catalogue(),
        };
        diff_in(known, from, to)
    }
}

/// Where a history leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryLinks {
    /// To the pages of a structure.
    Structure(TypeName),
    /// To the places of its own page at which a type's layouts are, by their points.
    Places(Vec<(Point, String)>),
}

impl HistoryLinks {
    /// The address of the layout at a point, if it has one.
    #[must_use]
    pub fn layout(&self, point: Point) -> Option<String> {
        match self {
            Self::Structure(name) => Some(Route::layout(name, point).to_string()),
            Self::Places(places) => {
                let mut places = places.iter();
                let (_, id) = places.find(|(own, _)| *own == point)?;
                Some(format!("#{id}"))
            }
        }
    }

    /// The address of a member of the layout at a point, by the member's row.
    #[must_use]
    pub fn member(&self, point: Point, row: &str) -> Option<String> {
        let layout = self.layout(point)?;
        Some(match self {
            Self::Structure(_) => format!("{layout}#row-{row}"),
            Self::Places(_) => format!("{layout}-{row}"),
        })
    }

    /// The address of the comparison of two layouts, if it has one.
    #[must_use]
    pub fn diff(&self, from: Point, to: Point) -> Option<String> {
        match self {
            Self::Structure(name) => Some(Route::diff(name, from, to).to_string()),
            Self::Places(_) => None,
        }
    }
}
