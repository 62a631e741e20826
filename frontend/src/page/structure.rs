//! The history of one structure.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;
use strata_core::dataset::Structure;

/// The history of one structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructurePage {
    /// Its name.
    pub name: String,
    /// One sentence.
    pub summary: String,
}

impl StructurePage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(_dataset: &Dataset, structure: &Structure) -> Self {
        Self {
            name: structure.article.name.to_string(),
            summary: structure.article.summary.clone(),
        }
    }

    pub(crate) fn title(&self) -> String {
        format!("{} · Strata", self.name)
    }

    pub(super) fn description(&self) -> String {
        self.summary.clone()
    }
}
