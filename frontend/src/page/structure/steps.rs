//! What changed from one layout of a structure to the next, in a sentence each.

use strata_core::{Arch, Layout, Point};

use crate::page::strips::Of;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    pub arch: Arch,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The last point of the layout before.
    pub from: Point,
    /// The first point of the layout after.
    pub to: Point,
    pub summary: String,
}

impl Steps {
    /// The changes on one architecture; `None` where it has no layout.
    pub(in crate::page) fn new(
        Of { dataset, structure }: Of<'_>,
        layouts: &[Layout],
        arch: Arch,
    ) -> Option<Self> {
        let of = |layout: &&Layout| layout.arch() == arch;
        let layouts: Vec<&Layout> = layouts.iter().filter(of).collect();
        let change = |pair: &[&Layout]| match pair {
            [from, to] if !from.same_as(to) => Some(Step {
                from: from.point,
                to: to.point,
                summary: structure.diff(dataset, from, to).summary(),
            }),
            _ => None,
        };
        let steps = layouts.windows(2).filter_map(change).collect();
        (!layouts.is_empty()).then_some(Self { arch, steps })
    }
}
