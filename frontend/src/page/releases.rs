//! The ladder of releases, which structure has a layout where, and what each release changed.

use std::collections::BTreeMap;

use strata_core::catalogue::{Catalogue, Image, Step};
use strata_core::dataset::Structure;
use strata_core::lookup::{self, Reason};
use strata_core::raw::RawRelease;
use strata_core::{Arch, Dataset, Point, Release, TypeName};

use crate::route::Route;

/// The ladder of releases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Releases {
    /// The rungs, in order.
    pub rungs: Vec<Rung>,
    /// The structures, by name: the columns of the second table.
    pub structures: Vec<Coverage>,
    /// What the images of each release changed, the newest release first; releases whose images changed nothing are left out.
    pub changes: Vec<ReleaseChanges>,
}

/// What the images of a release changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseChanges {
    /// The release.
    pub release: Release,
    /// The images that changed something, by module, architecture and version.
    pub steps: Vec<StepLine>,
}

/// What an image changed against the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepLine {
    /// The image.
    pub image: Image,
    /// Whether the image before it is of another release.
    pub is_first: bool,
    /// How many types are new.
    pub added: usize,
    /// How many are gone.
    pub removed: usize,
    /// How many have another layout.
    pub changed: usize,
    /// How many of these have the same size.
    pub same_size: usize,
    /// Which these are, type by type.
    pub diff: Route,
}

/// A rung of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its id.
    pub release: Release,
    /// What Microsoft calls it.
    pub name: String,
    /// The version of its kernel.
    pub nt_version: String,
    /// The build with which it began.
    pub build: u32,
    /// Further ids.
    pub aliases: Vec<String>,
    /// For which architectures there is one.
    pub archs: Vec<String>,
    /// What else is to be known.
    pub note: Option<String>,
    /// How many images of it symbol files describe.
    pub images: usize,
}

/// Where a structure has a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The structure.
    pub name: TypeName,
    /// A cell for each rung.
    pub cells: Vec<CoverageCell>,
}

/// What a structure has at a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageCell {
    /// The architectures for which there is a layout.
    pub archs: Vec<String>,
    /// Where there is none for any: whether the source says that the structure is not there.
    pub absent: bool,
}

impl Releases {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        let rungs = Release::all().zip(dataset.releases());
        let images = dataset.catalogue().images().iter();
        let images = images.filter_map(|image| dataset.catalogue().release_of(image.build()?));
        let mut counts = [0; Release::COUNT];
        images.for_each(|release| counts[release.rank()] += 1);
        Self {
            rungs: rungs
                .map(|(release, raw)| Rung::new(counts[release.rank()], release, raw))
                .collect(),
            structures: dataset.audited().map(Coverage::new).collect(),
            changes: changes(dataset.catalogue()),
        }
    }
}

fn changes(catalogue: &Catalogue) -> Vec<ReleaseChanges> {
    let mut lines: BTreeMap<Release, Vec<StepLine>> = BTreeMap::new();
    for step in catalogue.steps() {
        if let (Some(release), Some(line)) = (step.release, StepLine::new(catalogue, step)) {
            lines.entry(release).or_default().push(line);
        }
    }
    let lines = lines.into_iter().rev();
    lines
        .map(|(release, steps)| ReleaseChanges { release, steps })
        .collect()
}

impl StepLine {
    /// Nothing where nothing changed.
    fn new(catalogue: &Catalogue, step: Step) -> Option<Self> {
        let differences = catalogue.differences(step.from, step.to);
        if differences.is_empty() {
            return None;
        }
        let changed = &differences.changed;
        let image = catalogue.image(step.to)?;
        Some(Self {
            is_first: !step.is_servicing,
            added: differences.added.len(),
            removed: differences.removed.len(),
            changed: changed.len(),
            same_size: changed
                .iter()
                .filter(|ty| differences.keeps_size(ty))
                .count(),
            diff: Route::image_diff(catalogue.image(step.from)?, image),
            image: image.clone(),
        })
    }
}

impl Rung {
    fn new(images: usize, release: Release, raw: &RawRelease) -> Self {
        Self {
            release,
            name: raw.name.clone(),
            nt_version: raw.nt_version.clone(),
            build: raw.build,
            aliases: release.aliases().iter().map(ToString::to_string).collect(),
            archs: release.archs().map(|arch| arch.to_string()).collect(),
            note: raw.note.clone(),
            images,
        }
    }
}

impl Coverage {
    fn new(structure: &Structure) -> Self {
        Self {
            name: structure.name.clone(),
            cells: Release::all()
                .map(|release| CoverageCell::new(structure, release))
                .collect(),
        }
    }
}

impl CoverageCell {
    fn new(structure: &Structure, release: Release) -> Self {
        let here = |arch: Arch| lookup::at(structure, Point::new(release, arch));
        let archs = release.archs();
        let not_stated =
            |arch: Arch| here(arch).is_err_and(|missing| missing.reason != Some(Reason::Absent));
        Self {
            absent: !archs.clone().any(not_stated),
            archs: archs
                .filter(|arch| here(*arch).is_ok())
                .map(|arch| arch.to_string())
                .collect(),
        }
    }
}
