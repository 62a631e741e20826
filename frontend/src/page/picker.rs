//! The picker's value: structures, releases, architectures, images, and the reasons why points have no layout.

use strata_core::arch::Arch;
use strata_core::dataset::{AuditedSummary, SizeAt, SourceKind, Structure};
use strata_core::lookup;
use strata_core::release::{Build, Version};
use strata_core::resolve::NoLayout;
use strata_core::{Dataset, Point, Release, TypeName};

use super::Arrow;
use crate::figures::span;
use crate::route::{Form, Route};

/// How many structures are listed; others are found by name.
pub const LISTED_LIMIT: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picker {
    pub structure: TypeName,
    pub source_kinds: Vec<SourceKind>,
    pub current: Point,
    pub purpose: Purpose,
    /// The audited structures, after the current one where that is not audited.
    pub structures: Vec<AuditedSummary>,
    /// All releases, with Microsoft's names for them.
    pub releases: Vec<(Release, String)>,
    pub archs: Vec<ArchRow>,
    /// The current release; that of a build.
    pub release: Option<Release>,
    /// The images of the current release on its architecture, and their sizes.
    pub builds: Vec<(Build, u32)>,
    /// The reasons why points have no layout, each once.
    pub reasons: Vec<Reason>,
    /// The releases inside which an update changed the layout, with the first known build of the change.
    pub serviced: Vec<(Release, Arch, Build)>,
    /// The size since that update in the current release, where the article states it.
    pub serviced_size: Option<u32>,
    /// Whether the current build has no symbol file, and the layout is that of the images before and after it.
    pub is_bracketed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub arch: Arch,
    pub first: Release,
    pub last: Release,
    /// The reason: `absent, …` or `not stated, …`.
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Layout,
    Decode,
    DiffFrom { to: Point },
    DiffTo { from: Point },
}

/// The sizes on an architecture at each release, or why there is none.
pub type ArchRow = (Arch, Vec<(Release, Result<SizeAt, NoLayout>)>);

impl Purpose {
    pub fn route(self, structure: &TypeName, point: Point) -> Route {
        match self {
            Self::Layout => Route::layout(structure, point),
            Self::Decode => Route::decode(structure, point),
            Self::DiffFrom { to } => Route::diff(structure, point, to),
            Self::DiffTo { from } => Route::diff(structure, from, point),
        }
    }

    /// The form in which a point is typed, the parameter of this point, and the other point.
    pub const fn field(self) -> (Form, &'static str, Option<(&'static str, Point)>) {
        match self {
            Self::Layout => (Form::Layout, Form::POINT, None),
            Self::Decode => (Form::Decode, Form::POINT, None),
            Self::DiffFrom { to } => (Form::Diff, Form::FROM, Some((Form::TO, to))),
            Self::DiffTo { from } => (Form::Diff, Form::TO, Some((Form::FROM, from))),
        }
    }
}

impl Picker {
    pub fn new(dataset: &Dataset, structure: &Structure, current: Point, purpose: Purpose) -> Self {
        let release = match current.version {
            Version::Release(release) => Some(release),
            Version::Build(build) => structure.catalogue().release_of(build),
            Version::Pdb(_) => None,
        };
        let builds = structure.images().filter_map(|index| {
            let scope = structure.catalogue().image_scope(index)?;
            let is_here = scope.arch == current.arch && Some(scope.release) == release;
            let image = structure.catalogue().image(index).filter(|_| is_here)?;
            let size = structure.ty()?.class_of(index)?.size;
            Some((image.build()?, size.get()))
        });
        let stated = structure.article().map_or(&[][..], |it| &it.servicing);
        let mut stated = stated.iter();
        let stated = stated.find(|it| Some(it.release) == release && it.arch == current.arch);
        let own = structure.audited().is_none().then(|| AuditedSummary {
            name: structure.name.clone(),
            summary: structure.summary().to_owned(),
            points: Vec::new(),
        });
        let others = dataset.audited_summaries().iter().cloned();
        let archs = Arch::ALL.map(|arch| (arch, structure.release_sizes(arch)));
        let releases = Release::all();
        let releases = releases.map(|it| (it, dataset.release_name(it).to_owned()));
        Self {
            structure: structure.name.clone(),
            source_kinds: structure.source_kinds(),
            current,
            purpose,
            structures: own.into_iter().chain(others).take(LISTED_LIMIT).collect(),
            releases: releases.collect(),
            reasons: Reason::all(structure, &archs),
            archs: archs.into(),
            release,
            builds: builds.collect(),
            serviced: structure.serviced(),
            serviced_size: stated.map(|it| it.size.get()),
            is_bracketed: matches!(current.version, Version::Build(_))
                && structure.image(current).is_none(),
        }
    }

    /// The page of a listed structure at the current point, or at the nearest one at which it has a layout.
    pub fn route_of(&self, listed: &AuditedSummary) -> Route {
        let (name, current) = (&listed.name, self.current);
        if *name == self.structure {
            return self.purpose.route(name, current);
        }
        let near = |point| lookup::nearest_point(&listed.points, point);
        let purpose = match self.purpose {
            purpose @ (Purpose::Layout | Purpose::Decode) => Some(purpose),
            Purpose::DiffFrom { to } => near(to).map(|to| Purpose::DiffFrom { to }),
            Purpose::DiffTo { from } => near(from).map(|from| Purpose::DiffTo { from }),
        };
        let route = |(purpose, point): (Purpose, Point)| purpose.route(name, point);
        let found = purpose.zip(near(current)).map(route);
        found.unwrap_or_else(|| Route::structure(name))
    }

    /// The releases at which the structure has a layout on one architecture, in order.
    fn stated_releases(&self, arch: Arch) -> impl DoubleEndedIterator<Item = Release> + '_ {
        let row = self.archs.iter().find(move |(own, _)| *own == arch);
        let stated = row.map_or(&[][..], |(_, sizes)| sizes).iter();
        stated.filter_map(|(release, size)| size.as_ref().ok().map(|_| *release))
    }

    /// The point that an arrow key leads to: left and right along the releases, up and down to the other architectures.
    /// A build counts as its release.
    pub fn step(&self, from: Point, arrow: Arrow) -> Option<Point> {
        let here = self.release_of(from)?;
        let mut stated = self.stated_releases(from.arch);
        let release = match arrow {
            Arrow::Right => stated.find(|release| *release > here),
            Arrow::Left => stated.rfind(|release| *release < here),
            Arrow::Home => stated.next(),
            Arrow::End => stated.next_back(),
            Arrow::Up | Arrow::Down => return self.other_arch(here, from.arch, arrow),
        };
        Some(Point::new(release?, from.arch))
    }

    /// The first known build of a release in which an update changed the layout; `None` for a build or a PDB.
    pub fn serviced_from(&self, point: Point) -> Option<Build> {
        let Version::Release(release) = point.version else {
            return None;
        };
        let mut all = self.serviced.iter();
        let found = all.find(|(it, arch, _)| (*it, *arch) == (release, point.arch));
        found.map(|(.., build)| *build)
    }

    pub fn release_of(&self, point: Point) -> Option<Release> {
        match point.version {
            Version::Release(release) => Some(release),
            Version::Build(build) => {
                let is_known = self.builds.iter().any(|(known, _)| *known == build);
                self.release.filter(|_| is_known)
            }
            Version::Pdb(_) => None,
        }
    }

    /// The point of the current cell: a build has no cell of its own, but its release has.
    pub fn current_cell(&self) -> Option<Point> {
        let release = self.release_of(self.current)?;
        Some(Point::new(release, self.current.arch))
    }

    /// The point of an image of the current release.
    pub const fn build_point(&self, build: Build) -> Point {
        Point {
            version: Version::Build(build),
            arch: self.current.arch,
        }
    }

    pub fn leads_to(&self, link: &str) -> Option<Point> {
        let route: Route = link.parse().ok()?;
        let leads = |point: &Point| self.purpose.route(&self.structure, *point) == route;
        let releases = self.archs.iter().flat_map(|(arch, _)| {
            let stated = self.stated_releases(*arch);
            stated.map(|release| Point::new(release, *arch))
        });
        let builds = self.builds.iter();
        let builds = builds.map(|(build, _)| self.build_point(*build));
        releases.chain(builds).find(leads)
    }

    /// The same release, or the nearest, on the next architecture with a layout.
    fn other_arch(&self, here: Release, arch: Arch, arrow: Arrow) -> Option<Point> {
        let place = self.archs.iter().position(|(own, _)| *own == arch)?;
        let near = |(arch, _): &ArchRow| {
            let distance = |release: &Release| release.index().abs_diff(here.index());
            let release = self.stated_releases(*arch).min_by_key(distance)?;
            Some(Point::new(release, *arch))
        };
        match arrow {
            Arrow::Up => self.archs[..place].iter().rev().find_map(near),
            _ => self.archs[place + 1..].iter().find_map(near),
        }
    }
}

impl Reason {
    /// All reasons in order; consecutive releases share one where only their names differ.
    fn all(structure: &Structure, archs: &[ArchRow]) -> Vec<Self> {
        let mut reasons: Vec<Self> = Vec::new();
        let points = archs.iter().flat_map(|(arch, sizes)| {
            let missing = sizes
                .iter()
                .filter(|(release, size)| size.is_err() && release.exists_for(*arch));
            missing.map(|(release, _)| (*release, *arch))
        });
        for (release, arch) in points {
            let why = lookup::why_none_at(structure, Point::new(release, arch)).unwrap_or_default();
            let general = why.replace(&format!("{release} had"), "these releases had");
            match reasons.last_mut() {
                Some(last)
                    if last.arch == arch
                        && last.last.next() == Some(release)
                        && last.general() == general =>
                {
                    last.last = release;
                    last.why = general;
                }
                _ => reasons.push(Self {
                    arch,
                    first: release,
                    last: release,
                    why,
                }),
            }
        }
        reasons
    }

    pub fn is_of(&self, release: Release, arch: Arch) -> bool {
        self.arch == arch && self.first <= release && release <= self.last
    }

    /// The reason without the name of its single release.
    fn general(&self) -> String {
        self.why
            .replace(&format!("{} had", self.first), "these releases had")
    }

    pub fn releases(&self) -> String {
        span(&self.first, &self.last)
    }
}
