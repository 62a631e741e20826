//! The ladder of releases, and which structure has a layout where.

use strata_core::dataset::Structure;
use strata_core::lookup::{self, Reason};
use strata_core::raw::RawRelease;
use strata_core::snapshot::Snapshot;
use strata_core::{Arch, Dataset, Point, Release, TypeName, Version};

use super::SourceLine;

/// The ladder of releases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Releases {
    /// The rungs, in order.
    pub rungs: Vec<Rung>,
    /// The structures, by name: the columns of the second table.
    pub structures: Vec<Coverage>,
    /// The builds whose symbol files are in the data, in order.
    pub builds: Vec<SymbolBuild>,
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
    /// How many of its builds have a symbol file in the data, counting each architecture.
    pub builds: usize,
}

/// A build whose symbol file is in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolBuild {
    /// Its point.
    pub point: Point,
    /// The release to which it belongs.
    pub release: Release,
    /// The file that the symbols describe.
    pub module: String,
    /// The structures that they describe.
    pub structures: Vec<String>,
    /// Who says so.
    pub source: String,
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
        let mut builds: Vec<&Snapshot> = dataset.snapshots().iter().collect();
        builds.sort_by_key(|snapshot| (snapshot.release, snapshot.build, snapshot.arch));
        Self {
            rungs: rungs
                .map(|(release, raw)| Rung::new(dataset, release, raw))
                .collect(),
            structures: dataset.structures().iter().map(Coverage::new).collect(),
            builds: builds
                .into_iter()
                .map(|snapshot| SymbolBuild::new(dataset, snapshot))
                .collect(),
        }
    }
}

impl Rung {
    fn new(dataset: &Dataset, release: Release, raw: &RawRelease) -> Self {
        let snapshots = dataset.snapshots().iter();
        let builds = snapshots
            .filter(|snapshot| snapshot.release == release)
            .count();
        Self {
            release,
            name: raw.name.clone(),
            nt_version: raw.nt_version.clone(),
            build: raw.build,
            aliases: raw.aliases.clone(),
            archs: raw.archs.clone(),
            note: raw.note.clone(),
            builds,
        }
    }
}

impl SymbolBuild {
    fn new(dataset: &Dataset, snapshot: &Snapshot) -> Self {
        let point = Point {
            version: Version::Build(snapshot.build),
            arch: snapshot.arch,
        };
        let described = dataset
            .structures()
            .iter()
            .filter(|structure| structure.layout(point).is_ok());
        Self {
            point,
            release: snapshot.release,
            module: snapshot.module.clone(),
            structures: described
                .map(|structure| structure.name.to_string())
                .collect(),
            source: SourceLine::new(dataset, &snapshot.source).title,
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
        let archs = Arch::ALL
            .into_iter()
            .filter(|arch| release.exists_for(*arch));
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
