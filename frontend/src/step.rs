//! A step between two pages of the same sort: what it changes, and where the focus goes.

use std::collections::BTreeMap;

use strata_core::Dataset;

use crate::route::Route;
use crate::words::words;

/// A page that can be replaced by another of its sort: made in the browser as on the server.
pub trait InPlace: Sized + Send + Sync + 'static {
    /// The page of a route of this sort; `None` leaves it to the server to explain what is missing.
    fn make(route: &Route, dataset: &Dataset) -> Option<Self>;

    fn route(&self) -> Route;

    fn title(&self) -> String;

    /// One sentence for search engines and previews.
    fn description(&self) -> String;

    /// What a step to `after` changes, so that it can be shown.
    fn changes(&self, _after: &Self) -> Changed {
        Changed::new()
    }

    /// The focus in `after`, if it was at `key`; `meant` is the key that an earlier step took away.
    fn follow(&self, _after: &Self, _key: &str, _meant: Option<&str>) -> Option<FocusTarget> {
        None
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepChanges {
    changed: Changed,
    /// Alternates from step to step.
    is_odd: bool,
}

words! {
    ChangeKind {
        New = "new",
        Changed = "changed",
        /// Only its offset changed.
        Moved = "moved",
    }
}

/// The changes, by `data-key`.
pub type Changed = BTreeMap<String, ChangeKind>;

/// The focus after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusTarget {
    /// The key of the new focus.
    pub key: String,
    pub meant: String,
    pub is_it: bool,
}

impl StepChanges {
    /// Replaces the changes by those of the next step.
    pub(crate) fn replace(&mut self, changed: Changed) {
        self.changed = changed;
        self.is_odd = !self.is_odd;
    }

    /// The CSS classes of the element with that key, with a leading blank; empty without a change. They alternate from
    /// step to step, so that the same change twice is shown twice.
    pub fn classes(&self, key: &str) -> String {
        let odd = if self.is_odd { " stepped-odd" } else { "" };
        let became = self.changed.get(key).map(|became| became.as_str());
        became.map_or_else(String::new, |became| {
            format!(" stepped{odd} stepped-{became}")
        })
    }
}
