//! The picker's value: structures, releases, architectures, images, and the reasons why points have no layout.

use strata_core::arch::Arch;
use strata_core::dataset::{SizeAt, SourceKind, Structure};
use strata_core::lookup;
use strata_core::release::{Build, Version};
use strata_core::resolve::NoLayout;
use strata_core::{Dataset, Point, Release, TypeName};

use super::Arrow;
use crate::components::figures::span;
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
    pub structures: Vec<StructureChoice>,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureChoice {
    pub name: TypeName,
    pub summary: String,
    /// The page of the structure at the current point, or at the nearest one at which it has a layout.
    pub route: Route,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchRow {
    pub arch: Arch,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A layout of this size that differs from that of the previous point.
    New(u32),
    /// The same layout as at the previous point, with this size.
    Same(u32),
    /// The structure is absent. The number is the index of the reason.
    Absent(usize),
    /// The source does not cover the point. The number is the index of the reason.
    NotStated(usize),
    /// The release does not exist on this architecture.
    NoRelease,
}

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

    /// The page of another structure, which has layouts at `points`: nearest to `point`.
    fn elsewhere(self, name: &TypeName, points: &[Point], point: Point) -> Route {
        let near = |point| lookup::nearest_point(points, point);
        let purpose = match self {
            Self::Layout | Self::Decode => Some(self),
            Self::DiffFrom { to } => near(to).map(|to| Self::DiffFrom { to }),
            Self::DiffTo { from } => near(from).map(|from| Self::DiffTo { from }),
        };
        let found = purpose.zip(near(point));
        found.map_or_else(
            || Route::structure(name),
            |(purpose, point)| purpose.route(name, point),
        )
    }
}

impl Picker {
    pub fn new(dataset: &Dataset, structure: &Structure, current: Point, purpose: Purpose) -> Self {
        let mut reasons = Vec::new();
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
        let own = structure.audited().is_none().then(|| StructureChoice {
            name: structure.name.clone(),
            summary: structure.summary().to_owned(),
            route: purpose.route(&structure.name, current),
        });
        let others = dataset.audited_summaries().iter();
        let others = others.map(|other| StructureChoice {
            name: other.name.clone(),
            summary: other.summary.clone(),
            route: match other.name == structure.name {
                true => purpose.route(&other.name, current),
                false => purpose.elsewhere(&other.name, &other.points, current),
            },
        });
        let archs = Arch::ALL.map(|arch| ArchRow::new(structure, arch, &mut reasons));
        let releases = Release::all();
        let releases = releases.map(|it| (it, dataset.release_name(it).to_owned()));
        Self {
            structure: structure.name.clone(),
            source_kinds: structure.source_kinds(),
            current,
            purpose,
            structures: own.into_iter().chain(others).take(LISTED_LIMIT).collect(),
            releases: releases.collect(),
            archs: archs.into(),
            release,
            builds: builds.collect(),
            reasons,
            serviced: structure.serviced(),
            serviced_size: stated.map(|it| it.size.get()),
            is_bracketed: matches!(current.version, Version::Build(_))
                && structure.image(current).is_none(),
        }
    }

    /// The releases at which the structure has a layout on one architecture, in order.
    fn stated_releases(&self, arch: Arch) -> impl DoubleEndedIterator<Item = Release> + '_ {
        let row = self.archs.iter().find(move |row| row.arch == arch);
        let cells = row.map_or(&[][..], |row| &row.cells);
        let stated = Release::all().zip(cells);
        let stated = stated.filter(|(_, cell)| cell.size().is_some());
        stated.map(|(release, _)| release)
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
        let releases = self.archs.iter().flat_map(|row| {
            let stated = self.stated_releases(row.arch);
            stated.map(|release| Point::new(release, row.arch))
        });
        let builds = self.builds.iter();
        let builds = builds.map(|(build, _)| self.build_point(*build));
        releases.chain(builds).find(leads)
    }

    /// The same release, or the nearest, on the next architecture with a layout.
    fn other_arch(&self, here: Release, arch: Arch, arrow: Arrow) -> Option<Point> {
        let place = self.archs.iter().position(|row| row.arch == arch)?;
        let near = |row: &ArchRow| {
            let distance = |release: &Release| release.index().abs_diff(here.index());
            let release = self.stated_releases(row.arch).min_by_key(distance)?;
            Some(Point::new(release, row.arch))
        };
        match arrow {
            Arrow::Up => self.archs[..place].iter().rev().find_map(near),
            _ => self.archs[place + 1..].iter().find_map(near),
        }
    }
}

impl ArchRow {
    fn new(structure: &Structure, arch: Arch, reasons: &mut Vec<Reason>) -> Self {
        let cell = |(release, at): (Release, Result<SizeAt, NoLayout>)| match at {
            Ok(SizeAt { size, is_same }) => match is_same {
                true => Cell::Same(size.get()),
                false => Cell::New(size.get()),
            },
            Err(_) if !release.exists_for(arch) => Cell::NoRelease,
            Err(no) => {
                let why = lookup::why_none_at(structure, Point::new(release, arch));
                let number = Reason::take(reasons, release, arch, why.unwrap_or_default());
                match no {
                    NoLayout::Absent => Cell::Absent(number),
                    _ => Cell::NotStated(number),
                }
            }
        };
        let sizes = structure.release_sizes(arch).into_iter();
        let cells = sizes.map(cell).collect();
        Self { arch, cells }
    }
}

impl Reason {
    /// The index of a release's reason; shared with the previous release where only the release's name differs.
    fn take(reasons: &mut Vec<Self>, release: Release, arch: Arch, why: String) -> usize {
        let general = why.replace(&format!("{release} had"), "these releases had");
        if let Some(last) = reasons.last_mut()
            && last.arch == arch
            && last.last.next() == Some(release)
            && last.general() == general
        {
            last.last = release;
            last.why = general;
        } else {
            reasons.push(Self {
                arch,
                first: release,
                last: release,
                why,
            });
        }
        reasons.len() - 1
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

impl Cell {
    pub const fn size(self) -> Option<u32> {
        match self {
            Self::New(size) | Self::Same(size) => Some(size),
            Self::Absent(_) | Self::NotStated(_) | Self::NoRelease => None,
        }
    }
}
