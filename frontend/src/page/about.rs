//! What this site is, and where its facts come from.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;

/// What this site is, and where its facts come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {}

impl About {
    /// Made from the dataset.
    #[must_use]
    pub fn new(_dataset: &Dataset) -> Self {
        Self {}
    }
}
