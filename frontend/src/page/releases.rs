//! The ladder of releases.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;

/// The ladder of releases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Releases {}

impl Releases {
    /// Made from the dataset.
    #[must_use]
    pub fn new(_dataset: &Dataset) -> Self {
        Self {}
    }
}
