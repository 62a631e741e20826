//! One structure at two points.

use serde::{Deserialize, Serialize};
use strata_core::Dataset;
use strata_core::diff::wire::DiffAnswer;
use strata_core::lookup::Found;
use strata_core::wire::assemble;

/// One structure at two points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffPage {
    /// The structure.
    pub structure: String,
    /// What changed, as the API gives it.
    pub diff: DiffAnswer,
}

impl DiffPage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, from: Found<'_>, to: Found<'_>) -> Self {
        Self {
            structure: from.structure.article.name.to_string(),
            diff: assemble::diff(dataset, from.structure, from.layout, to.layout),
        }
    }

    pub(crate) fn title(&self) -> String {
        format!(
            "{} {} → {} · Strata",
            self.structure, self.diff.from, self.diff.to
        )
    }

    pub(super) fn description(&self) -> String {
        format!(
            "{} from {} to {}: {}",
            self.structure, self.diff.from, self.diff.to, self.diff.summary
        )
    }
}
