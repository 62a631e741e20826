//! The types that members have.

use strata_core::Dataset;
use strata_core::catalogue::Type;
use strata_core::xref;

use crate::route::Route;

/// The types that members have, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypesPage {
    /// Each of them.
    pub types: Vec<TypeEntry>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeEntry {
    /// Its name.
    pub name: String,
    /// Where its page is.
    pub url: String,
    /// `struct`, `union`, `enum` or `scalar`.
    pub kind: &'static str,
    /// What it is.
    pub summary: String,
    /// How many different layouts are known.
    pub layouts: usize,
    /// How many members are of it or lead to it.
    pub uses: usize,
}

impl TypesPage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        let entry = |ty: &Type| TypeEntry {
            name: ty.name.to_string(),
            url: Route::nested_type(&ty.name).to_string(),
            kind: ty.kind.as_str(),
            summary: ty.summary.clone(),
            layouts: ty.layouts.len(),
            uses: xref::uses(dataset, ty.name.as_str()).len(),
        };
        Self {
            types: dataset.catalogue().iter().map(entry).collect(),
        }
    }
}
