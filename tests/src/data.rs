//! The built-in data, as the tests see them.

use std::sync::LazyLock;

use strata_core::Dataset;
use strata_core::raw::RawDataset;
use strata_server::data::DataFiles;

static BUILT_IN: LazyLock<(RawDataset, Dataset)> = LazyLock::new(|| {
    let loaded = DataFiles::built_in().load();
    loaded.unwrap_or_else(|mistakes| panic!("the built-in data have mistakes:\n{mistakes:#?}"))
});

/// The built-in data, understood.
#[must_use]
pub fn dataset() -> &'static Dataset {
    &BUILT_IN.1
}

/// The built-in data, as their files have them.
#[must_use]
pub fn raw() -> &'static RawDataset {
    &BUILT_IN.0
}
