//! Members at an offset in types without article. They are searched in the layouts themselves: an index of every member
//! of every image by offset would be larger than the catalogue.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::entries::PAST;
use super::{Hit, Index, Query, Subject, Why, normal};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ImageIndex, LayoutClass, Scope, Type};
use crate::ctype::Declaration;
use crate::dataset::{Dataset, Structure};
use crate::history::{Run, Runs};
use crate::name::RowId;
use crate::point::Point;
use crate::types::TypeMember;
use crate::units::ByteSize;

/// What `gs` and `fs` hold in the kernel, `_KPCR`, as the words of a query are spelled.
const SEGMENT: &str = "kpcr";

/// A member that covers the offset in a requested image.
pub(super) struct PlacedMember<'a> {
    structure: &'a Structure,
    row: RowId,
    member: &'a TypeMember,
    /// Whether a word of the query names the type in full.
    pub(super) named: bool,
    /// Whether the type is what a segment of a processor holds, if the offset is in one.
    pub(super) is_in_segment: bool,
    /// The member at the offset in the newest image, if the type is named.
    newest: Option<Newest<'a>>,
    /// The distance of the offset from its start, as in entries.
    pub(super) past: u32,
    /// Whether it has the requested size, if one is.
    pub(super) is_accessed: bool,
}

/// The members that cover the requested offset: of types named in full first, newest x64 images first; then
/// members that begin there.
pub(super) fn members<'a>(
    dataset: &'a Dataset,
    index: &Index,
    query: &Query,
) -> Vec<PlacedMember<'a>> {
    let Some(offset) = query.offset else {
        return Vec::new();
    };
    let catalogue = dataset.catalogue();
    let scopes: Vec<Option<Scope>> = scopes(catalogue, query);
    let mut found = Vec::new();
    for structure in index.structures_with(dataset, query.longest_word()) {
        let Some(ty) = structure.ty().filter(|_| structure.audited().is_none()) else {
            continue;
        };
        let name = normal(ty.name.as_str());
        let mut words = query.words.iter();
        let is_in_segment = query.is_in_segment && name == SEGMENT;
        let named = words.any(|word| *word == name) || is_in_segment;
        let others = || query.words.iter().filter(|word| !name.contains(*word));
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for class in ty
            .classes()
            .iter()
            .filter(|it| it.size.get() > offset.get())
        {
            let scope = |index: ImageIndex| scopes.get(index.index()).copied().flatten();
            let Some(scope) = class.images.iter().find_map(scope) else {
                continue;
            };
            for member in class.members.iter().filter(|it| it.offset <= offset) {
                let label = &*member.declaration.name;
                let fits = |word: &String| normal(label).contains(word);
                if seen.contains(label) || !others().all(fits) {
                    continue;
                }
                let run = run(catalogue, member, scope);
                let is_accessed = run.is_some_and(|run| query.is_sized(&run));
                let covers =
                    run.is_some_and(|run| run.covers(offset)) && (is_accessed || query.is_access);
                if covers && let Ok(row) = label.parse() {
                    seen.insert(label);
                    let bits = member.bits.map_or(0, |bits| 1 + u32::from(bits.bit()));
                    let past = offset.get().saturating_sub(member.offset.get());
                    found.push(PlacedMember {
                        structure,
                        row,
                        member,
                        named,
                        is_in_segment,
                        newest: None,
                        past: past.saturating_mul(PAST).saturating_add(bits),
                        is_accessed,
                    });
                }
            }
        }
    }
    for placed in found.iter_mut().filter(|it| it.named) {
        let member = placed
            .structure
            .ty()
            .map(|ty| (ty, &*placed.member.declaration.name));
        placed.newest = member
            .and_then(|member| Newest::find(catalogue, &scopes, member, |run| run.covers(offset)));
    }
    found.sort_by_cached_key(|it| {
        let newest = it.newest.as_ref();
        let rank = newest.map(|it| (it.run.last.arch != Arch::X64, Reverse(it.image)));
        (Reverse(it.named), rank, it.past)
    });
    found
}

/// A member of a type without article, in the newest image that has it.
pub(super) struct Newest<'a> {
    pub(super) run: Run,
    pub(super) declaration: &'a Declaration,
    image: ImageIndex,
}

impl<'a> Newest<'a> {
    /// Finds the member with this name that fits, in the newest image; x64 images come first.
    pub(super) fn find(
        catalogue: &'a Catalogue,
        scopes: &[Option<Scope>],
        (ty, name): (&'a Type, &str),
        fits: impl Fn(&Run) -> bool,
    ) -> Option<Self> {
        let at = |image: ImageIndex, scope: Scope| {
            let mut own = called(ty.class_of(image)?, name);
            own.find_map(|member| {
                let run = run(catalogue, member, scope).filter(&fits)?;
                Some((run, &member.declaration))
            })
        };
        let newest = |arch| {
            let mut own = scopes.iter().flatten().rev().filter(|it| it.arch == arch);
            own.find_map(|scope| {
                let image = scope.image.filter(|it| catalogue.covers_type(*it, ty))?;
                Some((image, *scope, at(image, *scope)?))
            })
        };
        let found = Arch::PREFERRED.into_iter().find_map(newest);
        let (image, scope, (run, declaration)) = found?;
        // Show the release if the member is at the same place in its first image.
        let first = catalogue.image_of(scope.release, scope.arch);
        let first = first.and_then(|index| at(index, catalogue.image_scope(index)?));
        let point = match first.is_some_and(|(first, _)| first.same_place(&run)) {
            true => Point::new(scope.release, scope.arch),
            false => run.last,
        };
        Some(Self {
            run: Run {
                first: point,
                last: point,
                ..run
            },
            declaration,
            image,
        })
    }
}

/// The members of a class with this name.
pub(super) fn called<'a>(
    class: &'a LayoutClass,
    name: &str,
) -> impl Iterator<Item = &'a TypeMember> {
    let members = class.members.iter().map(AsRef::as_ref);
    members.filter(move |it: &&TypeMember| *it.declaration.name == *name)
}

/// The scopes of the requested images, indexed by image.
pub(super) fn scopes(catalogue: &Catalogue, query: &Query) -> Vec<Option<Scope>> {
    let scope = |(index, image): (ImageIndex, &Image)| {
        let point = |version| Point {
            version,
            arch: image.arch,
        };
        let at = |version| catalogue.image_for(&image.module, point(version)) == Some(index);
        let asked =
            query.arch.is_none_or(|arch| image.arch == arch) && query.version.is_none_or(at);
        asked.then(|| catalogue.image_scope(index)).flatten()
    };
    catalogue.numbered_images().map(scope).collect()
}

/// The place of a member in one image.
fn run(catalogue: &Catalogue, member: &TypeMember, scope: Scope) -> Option<Run> {
    let point = catalogue.image(scope.image?)?.point();
    let size = match member.bits {
        Some(_) => ByteSize::ZERO,
        None => catalogue.measure(&member.declaration.ty, scope)?.size,
    };
    Some(Run {
        first: point,
        last: point,
        offset: member.offset,
        size,
        bits: member.bits,
    })
}

impl PlacedMember<'_> {
    pub(super) fn subject(&self) -> Subject {
        Subject::Member {
            structure: self.structure.name.clone(),
            row: self.row.clone(),
        }
    }

    /// The hit, with the images in which the member covers the offset.
    pub(super) fn hit(&self, catalogue: &Catalogue, query: &Query) -> Hit {
        let declaration = &self.member.declaration;
        let offset = query.offset.unwrap_or(self.member.offset);
        let newest = self.newest.as_ref();
        let detail = match newest.filter(|_| query.version.is_none()) {
            Some(newest) => format!("at {}: {}", newest.run.last, newest.declaration),
            None => declaration.to_string(),
        };
        let member = self.structure.ty().map(|ty| (ty, &*declaration.name));
        let covering = |member| runs(catalogue, member, |run| run.covers(offset));
        let mut runs = member.map(covering).unwrap_or_default();
        runs.retain(|run| query.at(run));
        Hit {
            subject: self.subject(),
            title: declaration.name.to_string(),
            detail,
            why: Why::Offset,
            path: None,
            before: None,
            is_known: true,
            point: newest.map(|newest| newest.run.last).or_else(|| {
                runs.last().map(|run| Point {
                    version: query.version.unwrap_or(run.last.version),
                    arch: run.last.arch,
                })
            }),
            runs,
        }
    }
}

/// The runs of the member with this name at places that fit.
pub(super) fn runs(
    catalogue: &Catalogue,
    (ty, name): (&Type, &str),
    fits: impl Fn(&Run) -> bool,
) -> Vec<Run> {
    let sought = |class| called(class, name).collect::<Vec<_>>();
    runs_of(catalogue, ty, sought, |own, scope| {
        let mut own = own.iter();
        own.find_map(|it| run(catalogue, it, scope).filter(&fits))
    })
}

/// The runs of a member, by architecture: consecutive images with the same place. `sought` finds in a class what `place`
/// needs in each of its images.
pub(super) fn runs_of<'a, T>(
    catalogue: &Catalogue,
    ty: &'a Type,
    sought: impl Fn(&'a LayoutClass) -> T,
    mut place: impl FnMut(&T, Scope) -> Option<Run>,
) -> Vec<Run> {
    let mut classes: Vec<Option<&LayoutClass>> = vec![None; catalogue.images().len()];
    for class in ty.classes().iter().rev() {
        for image in class.images.iter() {
            if let Some(slot) = classes.get_mut(image.index()) {
                *slot = Some(class);
            }
        }
    }
    let mut runs = Runs::default();
    let mut last: Option<(&LayoutClass, T)> = None;
    for ((index, _), class) in catalogue.numbered_images().zip(classes) {
        let scope = catalogue.image_scope(index);
        let Some(scope) = scope.filter(|_| catalogue.covers_type(index, ty)) else {
            continue;
        };
        let here = class.and_then(|class| {
            let same = last.take().filter(|(known, _)| std::ptr::eq(*known, class));
            let (_, found) = last.insert(same.unwrap_or_else(|| (class, sought(class))));
            place(found, scope)
        });
        let here = here.zip(catalogue.point_of(index));
        let run = here.map(|(run, point)| Run {
            first: point,
            last: point,
            ..run
        });
        runs.push(run, Some(scope.release));
    }
    runs.done()
}
