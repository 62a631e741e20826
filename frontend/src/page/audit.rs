//! What the audit found.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;

/// What the audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audit {}

impl Audit {
    /// Made from the dataset.
    #[must_use]
    pub fn new(_dataset: &Dataset) -> Self {
        Self {}
    }
}
