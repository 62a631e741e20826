//! One structure at one point.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;
use strata_core::lookup::Found;
use strata_core::wire::{LayoutAnswer, assemble};

/// One structure at one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayoutPage {
    /// The layout, as the API gives it.
    pub layout: LayoutAnswer,
}

impl LayoutPage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, found: Found<'_>) -> Self {
        Self {
            layout: assemble::layout(dataset, found.structure, found.layout),
        }
    }

    pub(super) fn title(&self) -> String {
        let LayoutAnswer {
            structure,
            version,
            arch,
            ..
        } = &self.layout;
        format!("{structure} {version} {arch} · Strata")
    }

    pub(super) fn description(&self) -> String {
        let LayoutAnswer {
            structure,
            version,
            arch,
            size,
            ..
        } = &self.layout;
        format!("{structure} in {version} on {arch}: {size:#x} bytes, member by member.")
    }
}
