//! The sources of layouts.

use strata_core::Dataset;
use strata_core::raw::RawSource;

/// The source with that id; an unknown source gets its id as title.
pub fn source_of(dataset: &Dataset, id: &str) -> RawSource {
    let unknown = || RawSource {
        title: id.to_owned(),
        ..RawSource::default()
    };
    dataset.source(id).cloned().unwrap_or_else(unknown)
}
