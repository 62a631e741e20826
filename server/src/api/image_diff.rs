//! `GET /images/{a}/diff/{b}`: what changed between two images.

use strata_core::catalogue::{Differences, Image, ImageIndex, Type};
use strata_core::diff::wire::SizeDto;
use strata_core::types::TypeKind;

use super::images::image_of;
use super::prelude::*;

answers! {
    /// What changed between two images.
    struct ImageDiff(dataset: &Dataset, images: [ImageIndex; 2], asked: &(Filter, Place)) with {
        let ([from, to], (filter, place)) = (images, asked);
        let catalogue = dataset.catalogue();
        let mut differences = catalogue.differences(from, to);
        let of_kind = |image, ty: &Type| {
            let class = ty.class_of(image);
            filter.kind.is_none_or(|kind| class.is_some_and(|class| class.kind == kind))
        };
        differences.added.retain(|ty| of_kind(to, ty));
        differences.removed.retain(|ty| of_kind(from, ty));
        let mut changed = std::mem::take(&mut differences.changed);
        changed.retain(|ty| {
            let size = filter.same_size;
            of_kind(to, ty) && size.is_none_or(|same| same == differences.keeps_size(ty))
        });
        let Differences { added, removed, .. } = differences;
        // The three lists are turned over together.
        let names = |types: &[&Type]| -> Vec<String> {
            let page = types.iter().skip(place.behind).take(place.limit);
            page.map(|ty| ty.full_name()).collect()
        };
        let longest = changed.len().max(added.len()).max(removed.len());
        let shown = longest.saturating_sub(place.behind).min(place.limit);
        let id = |index| catalogue.image(index).map_or_else(String::new, Image::id);
    } {
        /// The id of the one.
        from: String = id(from),
        /// The id of the other.
        to: String = id(to),
        /// A page of the names of the types that only the second defines.
        added: Vec<String> = names(&added),
        /// A page of the names of the types that only the first defines.
        removed: Vec<String> = names(&removed),
        /// A page of the types that they define differently.
        changed: Vec<ChangedType> = changed
            .iter()
            .skip(place.behind)
            .take(place.limit)
            .filter_map(|ty| ChangedType::new(dataset, ty, images))
            .collect(),
        /// How many types are changed in all.
        total: usize = changed.len(),
        /// How many are added in all.
        total_added: usize = added.len(),
        /// How many are removed in all.
        total_removed: usize = removed.len(),
        /// The cursor of the next page; null on the last one.
        next: Option<String> = place.next(shown, longest),
    }

    /// A type with two different layouts.
    struct ChangedType(dataset: &Dataset, ty: &Type, images: [ImageIndex; 2]) -> Option with {
        let structure = dataset.structure(&ty.full_name())?;
        let [Ok(from), Ok(to)] = images.map(|image| structure.at_image(image)) else {
            return None;
        };
    } {
        /// Its name.
        name: String = structure.name.to_string(),
        /// What changed, in a sentence.
        summary: String = structure.diff(dataset, &from, &to).summary(),
        /// How large it is in each, in bytes.
        size: SizeDto = SizeDto { from: from.size.get(), to: to.size.get() },
        /// Whether it has the same size in both.
        same_size: bool = from.size == to.size,
    }
}

parameters! {
    /// Which types are asked for.
    struct Filter {
        /// Only types of this kind.
        kind: Option<TypeKind> = "struct",
        /// Only changed types that have the same size in both, or only others.
        same_size: Option<bool> = true,
    }
}

pub(super) fn resource() -> Resource {
    let images = [
        Parameter::path(
            "a",
            "The id of the one, or the GUID and age of its PDB.",
            "ntoskrnl-10.0.19041.264-x64",
        ),
        Parameter::path(
            "b",
            "The id of the other, likewise.",
            "ntoskrnl-10.0.22000.194-x64",
        ),
    ];
    Operation::new(
        "getImageDiff",
        "What changed between two images",
        "The types that only one of two images defines, and those that they define differently, page by page: a \
            page has at most `limit` of each. Types \
            that one of them cannot tell of (a second definition of a name, where its source keeps one) are left out.",
        Answer::json::<ImageDiff>("What changed.").paged(),
    )
    .with(images)
    .or(&[Kind::UNUSABLE])
    .at("/images/{a}/diff/{b}", diff)
}

async fn diff(call: Call<(Filter, Place), (String, String)>) -> Answered {
    let (dataset, (a, b)) = (call.app.dataset(), &call.path);
    let ((one, from), (other, to)) = (image_of(dataset, a)?, image_of(dataset, b)?);
    if from.module != to.module {
        return Err(Error::Unusable(format!(
            "{} and {} are different modules, which have no types in common",
            from.module, to.module
        )));
    }
    let [a, b] = [from, to].map(|image| url::segment(&image.id()));
    let url = format!("{}/images/{a}/diff/{b}", url::ROOT);
    let make = || ImageDiff::new(dataset, [one, other], &call.query);
    call.list(&url, make, |it| it.next.as_deref())
}
