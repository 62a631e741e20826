//! `GET /images/{a}/diff/{b}`: what changed between two images.

use strata_core::catalogue::{Differences, Image, ImageIndex, Type};
use strata_core::diff::wire::SizeDto;
use strata_core::types::TypeKind;

use super::images::image_of;
use super::prelude::*;

answers! {
    /// The changes from one image to another.
    struct ImageDiff(dataset: &Dataset, images: [ImageIndex; 2], asked: &(Filter, PageOffset)) with {
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
        // The three lists have the same page.
        let names = |types: &[&Type]| -> Vec<String> {
            let page = types.iter().skip(place.behind).take(place.limit);
            page.map(|ty| ty.full_name()).collect()
        };
        let longest = changed.len().max(added.len()).max(removed.len());
        let shown = longest.saturating_sub(place.behind).min(place.limit);
        let id = |index| catalogue.image(index).map_or_else(String::new, Image::id);
    } {
        /// The id of the first image.
        from: String = id(from),
        /// The id of the second image.
        to: String = id(to),
        /// The names of types that only the second image defines, one page.
        added: Vec<String> = names(&added),
        /// The names of types that only the first image defines, one page.
        removed: Vec<String> = names(&removed),
        /// The types with different layouts, one page.
        changed: Vec<ChangedType> = changed
            .iter()
            .skip(place.behind)
            .take(place.limit)
            .filter_map(|ty| ChangedType::new(dataset, ty, images))
            .collect(),
        /// The number of changed types on all pages.
        total: usize = changed.len(),
        /// The number of added types on all pages.
        total_added: usize = added.len(),
        /// The number of removed types on all pages.
        total_removed: usize = removed.len(),
        /// The cursor of the next page; null on the last page.
        next: Option<String> = place.next(shown, longest),
    }

    /// A type with two different layouts.
    struct ChangedType(dataset: &Dataset, ty: &Type, images: [ImageIndex; 2]) -> Option with {
        let structure = dataset.structure(&ty.full_name())?;
        let [Ok(from), Ok(to)] = images.map(|image| structure.at_image(image)) else {
            return None;
        };
    } {
        name: String = structure.name.to_string(),
        /// The changes in one sentence.
        summary: String = structure.diff(dataset, &from, &to).summary(),
        /// The size in each image, in bytes.
        size: SizeDto = SizeDto { from: from.size.get(), to: to.size.get() },
        /// Whether the size is the same in both.
        same_size: bool = from.size == to.size,
    }
}

parameters! {
    /// The filter of the lists.
    struct Filter {
        /// Only types of this kind.
        kind: Option<TypeKind> = "struct",
        /// Only changed types of the same size in both images (`true`), or of different sizes (`false`).
        same_size: Option<bool> = true,
    }
}

pub(super) fn resource() -> Resource {
    let images = [
        Parameter::path(
            "a",
            "The id of the first image, or the GUID and age of its PDB.",
            "ntoskrnl-10.0.19041.264-x64",
        ),
        Parameter::path(
            "b",
            "The id of the second image, or the GUID and age of its PDB.",
            "ntoskrnl-10.0.22000.194-x64",
        ),
    ];
    Operation::new(
        "getImageDiff",
        "What changed between two images",
        "The types that only one of two images defines, and those that they define differently. A page has at \
            most `limit` of each. Types that one of the images cannot state (a second definition of a name, if its \
            source keeps only one) are left out.",
        Answer::json::<ImageDiff>("The changes.").paged(),
    )
    .with(images)
    .or(&[Kind::UNUSABLE])
    .at("/images/{a}/diff/{b}", diff)
}

async fn diff(call: Call<(Filter, PageOffset), (String, String)>) -> Answered {
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
