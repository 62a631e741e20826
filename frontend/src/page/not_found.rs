//! A page that is not there, and what may have been meant.

use crate::route::Route;

/// A page that is not there, and what may have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// What is not there, in a sentence.
    pub detail: String,
    /// The nearest things that are.
    pub suggestions: Vec<Link>,
}

/// A page of this site, named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// How it is called.
    pub label: String,
    /// Where it is.
    pub route: Route,
}
