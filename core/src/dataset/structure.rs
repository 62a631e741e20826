//! One structure of the dataset, with every layout made.

use crate::arch::Arch;
use crate::article::{Article, Table};
use crate::diff::{Diff, Known, Lineage, diff_in};
use crate::layout::Layout;
use crate::name::TypeName;
use crate::point::Point;
use crate::release::{Build, Release, Version};
use crate::resolve::{NoLayout, resolve, resolve_snapshot};
use crate::snapshot::{Snapshot, SnapshotStructure};
use crate::types::Types;

use super::Dataset;

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

impl Structure {
    pub(super) fn new(article: Article, types: &Types, snapshots: &[Snapshot]) -> Self {
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
    name: &TypeName,
    release: Release,
    arch: Arch,
) -> Option<(&'a Snapshot, &'a SnapshotStructure)> {
    let here = snapshots
        .iter()
        .filter(|snapshot| snapshot.release == release && snapshot.arch == arch);
    here.filter_map(|snapshot| Some((snapshot, snapshot.structure(name)?)))
        .min_by_key(|(snapshot, _)| snapshot.build)
}
