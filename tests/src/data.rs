//! The built-in data for tests.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use strata_core::catalogue::{Catalogue, DataFileType, LayoutClass, Scope};
use strata_core::dataset::{Audited, Structure};
use strata_core::raw::RawDataset;
use strata_core::{Dataset, Layout, TypeName};
use strata_server::data::DataFiles;

static BUILT_IN: LazyLock<(RawDataset, Dataset)> = LazyLock::new(|| {
    let loaded = DataFiles::built_in().load();
    loaded.unwrap_or_else(|mistakes| panic!("the built-in data have mistakes:\n{mistakes:#?}"))
});

pub fn dataset() -> &'static Dataset {
    &BUILT_IN.1
}

/// The built-in data as their files have them.
pub fn raw() -> &'static RawDataset {
    &BUILT_IN.0
}

/// The audited part of a structure.
pub fn audited(structure: &Structure) -> &Audited {
    let audited = structure.audited();
    audited.unwrap_or_else(|| panic!("{} has no article", structure.name))
}

static BUILDS: LazyLock<BTreeMap<TypeName, Vec<Layout>>> = LazyLock::new(|| {
    let audited = dataset().audited();
    let own = audited.map(|structure| (structure.name.clone(), structure.in_symbol_files()));
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

/// The layouts of an audited structure in symbol files: at the first kernel of each release, and where servicing
/// changed it.
pub fn builds_of(structure: &Structure) -> &'static [Layout] {
    &BUILDS[&structure.name]
}

/// The layouts of an audited structure: at releases, then in symbol files.
pub fn layouts_of(structure: &Structure) -> &'static [Layout] {
    &LAYOUTS[&structure.name]
}

pub type Of = (&'static Structure, &'static Layout);

static EVERY: LazyLock<Vec<(&'static Structure, Layout)>> = LazyLock::new(|| {
    let of = |structure: &'static Structure| {
        let layouts = structure.every_layout().into_iter();
        layouts.map(move |layout| (structure, layout))
    };
    dataset().audited().flat_map(of).collect()
});

/// Every layout of the audited structures: at releases, then where servicing changed it.
pub fn layouts() -> impl Iterator<Item = Of> {
    EVERY.iter().map(|(structure, layout)| (*structure, layout))
}

/// One of these layouts.
pub fn one(name: &str, version: &str, arch: &str) -> Of {
    let found = strata_core::lookup::layout(dataset(), name, version, arch).expect("it is stated");
    let is = |(structure, layout): &Of| {
        structure.name == found.structure.name && layout.point == found.layout.point
    };
    layouts().find(is).expect("it is listed")
}

/// The types in a scope as a hand-written catalogue, some of them changed by `change`.
pub fn catalogue_with(scope: Scope, change: impl Fn(&TypeName, &mut LayoutClass)) -> Catalogue {
    let catalogue = dataset().catalogue();
    let mut changed = Catalogue::default();
    for ty in catalogue.types() {
        let Some(class) = ty.class_in(scope).filter(|_| ty.variant == 1) else {
            continue;
        };
        let mut class = LayoutClass {
            align: Some(catalogue.align(class, scope)),
            releases: Some(("5.0 and higher".parse().expect("releases"), None)),
            ..class.clone()
        };
        change(&ty.name, &mut class);
        let by_hand = DataFileType {
            source: catalogue.source_of(ty, &class, scope).to_owned(),
            summary: String::new(),
            classes: vec![class],
            constants: Vec::new(),
        };
        changed
            .add_from_data_file(ty.name.clone(), by_hand)
            .expect("each is there once");
    }
    changed
}
