//! The layouts of a structure on one architecture as strips of bytes: one for each layout class.

use strata_core::dataset::Structure;
use strata_core::{Arch, Dataset, Layout};

use crate::page::Strips;
use crate::page::strips::Headed;

/// The layouts on one architecture, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// The architecture.
    pub arch: Arch,
    /// The layouts, oldest first.
    pub strips: Strips,
}

impl Bytes {
    /// The layout classes of one architecture; `None` where it has no layout.
    #[must_use]
    pub(super) fn new(dataset: &Dataset, structure: &Structure, arch: Arch) -> Option<Self> {
        let mut classes: Vec<(&Layout, &Layout)> = Vec::new();
        for layout in structure.layouts.iter().filter(|it| it.arch() == arch) {
            match classes.last_mut() {
                Some((first, last)) if first.same_as(layout) => *last = layout,
                _ => classes.push((layout, layout)),
            }
        }
        let headed = classes
            .iter()
            .map(|(first, last)| (*first, head(first, last)));
        let headed: Vec<Headed<'_>> = headed.collect();
        (!headed.is_empty()).then(|| Self {
            arch,
            strips: Strips::new(dataset, structure, headed),
        })
    }
}

/// `6.2`, `6.2 to 6.3`.
fn head(first: &Layout, last: &Layout) -> String {
    let (first, last) = (first.point.version, last.point.version);
    if first == last {
        first.to_string()
    } else {
        format!("{first} to {last}")
    }
}
