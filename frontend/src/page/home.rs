//! The start page: the structures, what they are, how they grew.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;

/// The start page: the structures, what they are, how they grew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {}

impl Home {
    /// Made from the dataset.
    #[must_use]
    pub fn new(_dataset: &Dataset) -> Self {
        Self {}
    }
}
