//! Everything that Strata knows, understood: built once from the data files, then only read.

use std::collections::BTreeMap;

use crate::arch::Arch;
use crate::article::{Article, DataError, Problem, Table};
use crate::audit;
use crate::diff::{Diff, Known, Lineage, diff_in};
use crate::layout::Layout;
use crate::name::StructureName;
use crate::point::Point;
use crate::raw::{Place, RawDataset, RawRelease, RawSource};
use crate::release::{Build, Release, Version};
use crate::resolve::{NoLayout, resolve, resolve_snapshot};
use crate::snapshot::{Snapshot, SnapshotStructure};
use crate::types::{NestedType, Types};

/// Everything that Strata knows.
#[derive(Clone, Debug)]
pub struct Dataset {
    structures: Vec<Structure>,
    types: Types,
    snapshots: Vec<Snapshot>,
    sources: BTreeMap<String, RawSource>,
    releases: Vec<RawRelease>,
}

/// One structure: its article, the tables that hold, and every layout.
#[derive(Clone, Debug)]
pub struct Structure {
    /// As the source gives it.
    pub article: Article,
    /// The tables with all errata applied.
    pub table: Table,
    /// Every stated layout, by release and architecture, in the order of the ladder.
    pub layouts: Vec<Layout>,
    /// Every layout that a symbol file gives, by build.
    pub builds: Vec<Layout>,
}

impl Dataset {
    /// Understands the data files; or says everything that is wrong in them.
    pub fn build(raw: &RawDataset) -> Result<Self, Vec<DataError>> {
        let mut errors = Vec::new();
        let sources = read_sources(raw, &mut errors);
        check_releases(raw, &mut errors);
        let mut types = Types::default();
        for file in &raw.types {
            if let Some(Err(twice)) = NestedType::read(file, &mut errors).map(|ty| types.insert(ty))
            {
                let problem = Problem::Twice {
                    what: "type",
                    name: twice.name.to_string(),
                };
                errors.push(DataError {
                    place: Place::key(&file.file, "name"),
                    problem,
                });
            }
        }
        let snapshots: Vec<Snapshot> = raw
            .symbols
            .iter()
            .filter_map(|file| Snapshot::read(file, &mut errors))
            .collect();
        let mut structures: Vec<Structure> = Vec::new();
        for file in &raw.structures {
            let Some(article) = Article::read(file, &mut errors) else {
                continue;
            };
            if structures
                .iter()
                .any(|other| other.article.name == article.name)
            {
                let problem = Problem::Twice {
                    what: "structure",
                    name: article.name.to_string(),
                };
                errors.push(DataError {
                    place: Place::key(&file.file, "name"),
                    problem,
                });
                continue;
            }
            structures.push(Structure::new(article, &types, &snapshots));
        }
        check_sources(raw, &sources, &mut errors);
        structures.sort_by(|a, b| a.article.name.cmp(&b.article.name));
        let releases = raw.releases.content.release.clone();
        if errors.is_empty() {
            Ok(Self {
                structures,
                types,
                snapshots,
                sources,
                releases,
            })
        } else {
            Err(errors)
        }
    }

    /// The structures, by name.
    #[must_use]
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// The structure of that name; case and a leading underscore do not count.
    #[must_use]
    pub fn structure(&self, name: &str) -> Option<&Structure> {
        self.structures
            .iter()
            .find(|structure| structure.article.name.matches(name))
    }

    /// The nested types.
    #[must_use]
    pub fn types(&self) -> &Types {
        &self.types
    }

    /// What symbol files give.
    #[must_use]
    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// The source of that id.
    #[must_use]
    pub fn source(&self, id: &str) -> Option<&RawSource> {
        self.sources.get(id)
    }

    /// All sources, by id.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = &RawSource> {
        self.sources.values()
    }

    /// What is known of each rung of the ladder, in order.
    #[must_use]
    pub fn releases(&self) -> &[RawRelease] {
        &self.releases
    }

    /// What is known of one rung.
    #[must_use]
    pub fn release(&self, release: Release) -> Option<&RawRelease> {
        self.releases.get(release.rank())
    }

    /// What the audit judges a structure's tables by.
    #[must_use]
    pub fn audit_context<'a>(&'a self, structure: &'a StructureName) -> audit::Context<'a> {
        audit::Context {
            structure,
            types: &self.types,
            snapshots: &self.snapshots,
        }
    }

    /// The audit of one structure.
    #[must_use]
    pub fn audit(&self, structure: &Structure) -> audit::Report {
        audit::article(
            &structure.article,
            self.audit_context(&structure.article.name),
        )
    }
}

impl Structure {
    fn new(article: Article, types: &Types, snapshots: &[Snapshot]) -> Self {
        let table = article.corrected();
        let layouts = table
            .stated()
            .filter_map(|(release, arch, _)| {
                let symbols = first_snapshot(snapshots, &article.name, release, arch)
                    .map(|(_, symbols)| symbols);
                resolve(&article, &table, types, symbols, release, arch).ok()
            })
            .collect();
        let builds = snapshots
            .iter()
            .filter_map(|snapshot| {
                let symbols = snapshot.structure(&article.name)?;
                resolve_snapshot(&article, &table, types, snapshot, symbols).ok()
            })
            .collect();
        Self {
            article,
            table,
            layouts,
            builds,
        }
    }

    /// The layout at a point; or why there is none.
    pub fn layout(&self, point: Point) -> Result<&Layout, NoLayout> {
        let release = match point.version {
            Version::Release(release) => release,
            Version::Build(_) => {
                let found = self.builds.iter().find(|layout| layout.point == point);
                return found.ok_or(NoLayout::NotStated);
            }
        };
        if let Some(layout) = self.layouts.iter().find(|layout| layout.point == point) {
            return Ok(layout);
        }
        match self.table.status(release, point.arch) {
            crate::article::Status::Absent => Err(NoLayout::Absent),
            crate::article::Status::NotStated => Err(NoLayout::NotStated),
            crate::article::Status::Stated(_) => Err(NoLayout::Unsound {
                row: "the table".to_owned(),
            }),
        }
    }

    /// What changed between two of its layouts.
    #[must_use]
    pub fn diff(&self, dataset: &Dataset, from: &Layout, to: &Layout) -> Diff {
        let lineage = Lineage::of(&self.layouts);
        let known = Known {
            lineage: &lineage,
            types: dataset.types(),
        };
        diff_in(known, from, to)
    }

    /// The builds for which a symbol file is known.
    pub fn known_builds(&self) -> impl Iterator<Item = (Build, Arch)> + '_ {
        self.builds
            .iter()
            .filter_map(|layout| match layout.point.version {
                Version::Build(build) => Some((build, layout.point.arch)),
                Version::Release(_) => None,
            })
    }
}

/// The snapshot of the first build of a release that has the structure.
fn first_snapshot<'a>(
    snapshots: &'a [Snapshot],
    name: &StructureName,
    release: Release,
    arch: Arch,
) -> Option<(&'a Snapshot, &'a SnapshotStructure)> {
    let here = snapshots
        .iter()
        .filter(|snapshot| snapshot.release == release && snapshot.arch == arch);
    here.filter_map(|snapshot| Some((snapshot, snapshot.structure(name)?)))
        .min_by_key(|(snapshot, _)| snapshot.build)
}

fn read_sources(raw: &RawDataset, errors: &mut Vec<DataError>) -> BTreeMap<String, RawSource> {
    let mut sources = BTreeMap::new();
    for file in &raw.sources {
        for (at, source) in file.content.source.iter().enumerate() {
            if sources.insert(source.id.clone(), source.clone()).is_some() {
                let place = Place::entry(&file.file, "source", at, "id");
                let problem = Problem::Twice {
                    what: "source",
                    name: source.id.clone(),
                };
                errors.push(DataError { place, problem });
            }
        }
    }
    sources
}

/// Every source that is named must be there.
fn check_sources(
    raw: &RawDataset,
    sources: &BTreeMap<String, RawSource>,
    errors: &mut Vec<DataError>,
) {
    let mut check = |place: Place, name: &str| {
        if !sources.contains_key(name) {
            errors.push(DataError {
                place,
                problem: Problem::Unknown {
                    what: "source",
                    name: name.to_owned(),
                },
            });
        }
    };
    for file in &raw.structures {
        check(Place::key(&file.file, "source"), &file.content.source);
        for (at, servicing) in file.content.servicing.iter().enumerate() {
            check(
                Place::entry(&file.file, "servicing", at, "source"),
                &servicing.source,
            );
        }
    }
    for file in &raw.types {
        check(Place::key(&file.file, "source"), &file.content.source);
        for (at, layout) in file.content.layout.iter().enumerate() {
            if let Some(source) = &layout.source {
                check(Place::entry(&file.file, "layout", at, "source"), source);
            }
        }
    }
    for file in &raw.symbols {
        check(Place::key(&file.file, "source"), &file.content.source);
    }
}

/// The rungs must be those of the ladder, in its order, for the architectures for which they exist.
fn check_releases(raw: &RawDataset, errors: &mut Vec<DataError>) {
    let file = &raw.releases.file;
    let rows = &raw.releases.content.release;
    for (at, release) in Release::all().enumerate() {
        let mut fail = |key, message: String| {
            errors.push(DataError {
                place: Place::entry(file, "release", at, key),
                problem: Problem::Form(message),
            });
        };
        let Some(row) = rows.get(at) else {
            fail(
                "id",
                format!("expected the rung `{release}`, but the file ends"),
            );
            return;
        };
        if row.id != release.id() {
            fail(
                "id",
                format!("expected the rung `{release}`, found `{}`", row.id),
            );
        }
        let archs: Vec<&str> = Arch::ALL
            .into_iter()
            .filter(|arch| release.exists_for(*arch))
            .map(Arch::as_str)
            .collect();
        if row.archs != archs {
            fail("archs", format!("expected {archs:?} for {release}"));
        }
        if let Some(alias) = row
            .aliases
            .iter()
            .find(|alias| alias.parse::<Release>() != Ok(release))
        {
            fail(
                "aliases",
                format!("`{alias}` is not known as an alias of {release}"),
            );
        }
    }
    if rows.len() > Release::COUNT {
        let place = Place::entry(file, "release", Release::COUNT, "id");
        errors.push(DataError {
            place,
            problem: Problem::Form("the ladder ends before this rung".to_owned()),
        });
    }
}
