//! Bytes, read as one structure at one point.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;
use strata_core::lookup::Found;
use strata_core::wire::{LayoutAnswer, assemble};

/// Bytes, read as one structure at one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecodePage {
    /// The layout, as the API gives it.
    pub layout: LayoutAnswer,
}

impl DecodePage {
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
        format!("Decode {structure} {version} {arch} · Strata")
    }

    pub(super) fn description(&self) -> String {
        let LayoutAnswer {
            structure,
            version,
            arch,
            ..
        } = &self.layout;
        format!(
            "Read bytes as {structure} in {version} on {arch}, in the browser: none of them leaves it."
        )
    }
}
