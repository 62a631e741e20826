//! The built-in data, as the tests see them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use strata_core::dataset::{Audited, Structure};
use strata_core::raw::RawDataset;
use strata_core::{Arch, Dataset, Layout, Release, TypeName};
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

/// What the article says of an audited structure.
///
/// # Panics
///
/// When there is no article about it.
#[must_use]
pub fn audited(structure: &Structure) -> &Audited {
    let audited = structure.audited();
    audited.unwrap_or_else(|| panic!("{} has no article", structure.name))
}

fn builds(structure: &Structure) -> Vec<Layout> {
    let catalogue = dataset().catalogue();
    let points = Arch::ALL.map(|arch| Release::all().map(move |release| (release, arch)));
    let images = points.into_iter().flatten();
    let images = images.filter_map(|(release, arch)| catalogue.image_of(release, arch));
    let mut builds: Vec<Layout> = images
        .filter(|image| structure.images().any(|defining| defining == *image))
        .filter_map(|image| structure.at_image(image).ok())
        .collect();
    builds.extend(structure.servicing());
    builds.sort_by_key(|layout| layout.image);
    builds.dedup_by_key(|layout| layout.image);
    builds
}

static BUILDS: LazyLock<BTreeMap<TypeName, Vec<Layout>>> = LazyLock::new(|| {
    let audited = dataset().audited();
    let own = audited.map(|structure| (structure.name.clone(), builds(structure)));
    own.collect()
});

static LAYOUTS: LazyLock<BTreeMap<TypeName, Vec<Layout>>> = LazyLock::new(|| {
    let own = |structure: &Structure| {
        let mut layouts = structure.layouts().into_owned();
        layouts.extend_from_slice(builds_of(structure));
        (structure.name.clone(), layouts)
    };
    dataset().audited().map(own).collect()
});

/// The layouts of an audited structure in symbol files: at the first kernel of each release, and where servicing changed it.
///
/// # Panics
///
/// When there is no article about it.
#[must_use]
pub fn builds_of(structure: &Structure) -> &'static [Layout] {
    &BUILDS[&structure.name]
}

/// The layouts of an audited structure: at releases, then in symbol files.
///
/// # Panics
///
/// When there is no article about it.
#[must_use]
pub fn layouts_of(structure: &Structure) -> &'static [Layout] {
    &LAYOUTS[&structure.name]
}
