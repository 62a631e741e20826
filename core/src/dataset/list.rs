//! Lists of types: filters, changes by release or image, sizes over time.

use std::collections::BTreeSet;

use super::{Dataset, Structure};
use crate::arch::Arch;
use crate::catalogue::{ImageIndex, ModuleName};
use crate::name::{RowId, is_generated};
use crate::point::Point;
use crate::release::Release;
use crate::types::TypeKind;
use crate::units::ByteSize;
use crate::words::words;

/// A filter of types; all given criteria must match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that must all occur in the name or the summary; case is ignored.
    pub text: String,
    /// In `image`, if that is given, otherwise in the newest image.
    pub kind: Option<TypeKind>,
    pub module: Option<ModuleName>,
    pub image: Option<ImageIndex>,
    pub source: Option<SourceKind>,
    /// The release or image in which the layout changed.
    pub changed_in: Option<ChangedIn>,
}

/// The release or image in which types changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangedIn {
    /// A release, compared with the one before it.
    Release(Release),
    /// An image, compared with the one of the same module and architecture before it.
    Image(ImageIndex),
}

words! {
    /// The kind of source that states a type.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SourceKind {
        /// An article whose cells were audited.
        Article = "article",
        Symbols = "symbols",
    }
}

impl Structure {
    pub fn source_kinds(&self) -> Vec<SourceKind> {
        let article = self.audited().map(|_| SourceKind::Article);
        let named = self.ty().is_some_and(|ty| {
            let declared = ty.declared().is_some_and(|images| !images.is_empty());
            declared || !ty.classes().is_empty()
        });
        let symbols = named.then_some(SourceKind::Symbols);
        article.into_iter().chain(symbols).collect()
    }

    /// Returns whether the layout changed there, or the type was added or removed; on one architecture or on any.
    pub fn changed_in(&self, what: ChangedIn, only: Option<Arch>) -> bool {
        match what {
            ChangedIn::Release(release) => self.changed_in_release(release, only),
            ChangedIn::Image(image) => {
                let before = self.catalogue().predecessor(image).zip(self.ty());
                before.is_some_and(|(before, ty)| self.differ(ty, before, image))
            }
        }
    }

    /// Returns the rows of members added, removed or changed there; all rows if the type itself was added or removed.
    pub fn rows_changed_in(
        &self,
        dataset: &Dataset,
        what: ChangedIn,
        only: Option<Arch>,
    ) -> BTreeSet<RowId> {
        let mut rows = BTreeSet::new();
        let points = self.points_around(what).into_iter();
        for points in points.filter(|[_, now]| only.is_none_or(|only| only == now.arch)) {
            match points.map(|point| self.layout(point)) {
                [Ok(before), Ok(now)] => rows.extend(self.diff(dataset, &before, &now).rows()),
                [Ok(only), Err(_)] | [Err(_), Ok(only)] => {
                    rows.extend(only.members().map(|member| member.row.clone()));
                }
                [Err(_), Err(_)] => {}
            }
        }
        rows
    }

    /// The points to compare: on each architecture, a release with the nearest known one before it; or an image
    /// with its predecessor.
    fn points_around(&self, what: ChangedIn) -> Vec<[Point; 2]> {
        let catalogue = self.catalogue();
        match what {
            ChangedIn::Image(image) => {
                let before = catalogue.predecessor(image);
                let before = before.and_then(|it| catalogue.image(it));
                let both = before.zip(catalogue.image(image)).into_iter();
                both.map(|(before, image)| [before.point(), image.point()])
                    .collect()
            }
            ChangedIn::Release(release) => {
                let known = |point: &Point| {
                    let image = catalogue.image_for(&ModuleName::kernel(), *point);
                    image.is_some() || self.layout(*point).is_ok()
                };
                let around = |arch| {
                    let earlier = Release::all().rev().filter(|it| *it < release);
                    let mut earlier = earlier.map(|it| Point::new(it, arch));
                    Some([earlier.find(known)?, Point::new(release, arch)])
                };
                Arch::ALL.into_iter().filter_map(around).collect()
            }
        }
    }

    /// Returns whether the layout differs from that of the release before on some architecture, or the type was added
    /// or removed.
    fn changed_in_release(&self, release: Release, only: Option<Arch>) -> bool {
        let catalogue = self.catalogue();
        Arch::ALL.into_iter().any(|arch| {
            if only.is_some_and(|only| only != arch) {
                return false;
            }
            let mut earlier = Release::all()
                .rev()
                .filter(|it| *it < release && it.exists_for(arch));
            if let Some(audited) = self.audited() {
                let at = |release| {
                    let mut layouts = audited.layouts().iter();
                    layouts.find(|it| it.point == Point::new(release, arch))
                };
                if let (Some(now), Some(before)) = (at(release), release.previous().and_then(at)) {
                    return !now.same_as(before);
                }
            }
            let Some(ty) = self.ty() else {
                return false;
            };
            let Some(now) = catalogue.image_of(release, arch) else {
                return false;
            };
            match earlier.find_map(|before| catalogue.image_of(before, arch)) {
                Some(before) => self.differ(ty, before, now),
                None => false,
            }
        })
    }
}

impl Dataset {
    /// Returns the types that match a filter, by name; compiler-generated names (`<unnamed-enum-…>`) last.
    pub fn list(&self, filter: &Filter) -> Vec<&Structure> {
        let words: Vec<String> = filter
            .text
            .split_whitespace()
            .map(str::to_lowercase)
            .collect();
        let fits = |structure: &&Structure| {
            let name = structure.name.as_str().to_lowercase();
            let summary = structure.summary().to_lowercase();
            let module = || structure.ty().map(|ty| &ty.module);
            let has = |word: &String| {
                let bare = word.strip_prefix('_').unwrap_or(word);
                name.contains(bare) || summary.contains(word.as_str())
            };
            let (wanted, source) = (filter.module.as_ref(), filter.source);
            let is_in = |image| {
                structure
                    .ty()
                    .is_some_and(|it| it.class_of(image).is_some())
            };
            let changed_in = |what| structure.changed_in(what, None);
            words.iter().all(has)
                && filter
                    .kind
                    .is_none_or(|kind| structure.kind_in(filter.image) == kind)
                && wanted.is_none_or(|wanted| module() == Some(wanted))
                && filter.image.is_none_or(is_in)
                && source.is_none_or(|kind| structure.source_kinds().contains(&kind))
                && filter.changed_in.is_none_or(changed_in)
        };
        let (generated, named): (Vec<_>, Vec<_>) = self
            .structures()
            .iter()
            .filter(fits)
            .partition(|structure| is_generated(structure.name.as_str()));
        [named, generated].concat()
    }
}

/// Releases at which a structure has the same size on one architecture, without another size in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeRun {
    pub arch: Arch,
    /// Ascending, not empty.
    pub releases: Vec<Release>,
    pub size: ByteSize,
}

/// Returns the sizes of a type over time: by architecture, then by release.
pub fn sizes(structure: &Structure) -> Vec<SizeRun> {
    let mut stated = structure.layout_sizes();
    stated.sort_by_key(|(_, arch, _)| *arch);
    let runs = stated.chunk_by(|a, b| (a.1, a.2) == (b.1, b.2));
    let run = |run: &[(Release, Arch, ByteSize)]| {
        let (_, arch, size) = *run.first()?;
        let releases = run.iter().map(|it| it.0).collect();
        Some(SizeRun {
            arch,
            releases,
            size,
        })
    };
    runs.filter_map(run).collect()
}

impl Structure {
    /// Returns the releases and architectures with a layout, and its size, in release order.
    pub fn layout_sizes(&self) -> Vec<(Release, Arch, ByteSize)> {
        let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
        let size = |(release, arch)| {
            let stated = self.at_release(release, arch).ok()?;
            Some((release, arch, stated.size()))
        };
        points.filter_map(size).collect()
    }
}
