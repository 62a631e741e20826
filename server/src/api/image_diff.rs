//! `GET /images/{a}/diff/{b}`: what changed between two images.

use strata_core::catalogue::{Differences, Image, ImageIndex, Type};
use strata_core::diff::wire::SizeDto;
use strata_core::types::TypeKind;

use super::answer::list;
use super::prelude::*;

const PATH: &str = "/images/{a}/diff/{b}";

/// What changed between two images.
#[derive(Debug, Serialize, JsonSchema)]
struct ImageDiff {
    /// The id of the one.
    from: String,
    /// The id of the other.
    to: String,
    /// A page of the names of the types that only the second defines.
    added: Vec<String>,
    /// A page of the names of the types that only the first defines.
    removed: Vec<String>,
    /// A page of the types that they define differently.
    changed: Vec<ChangedType>,
    /// How many types are changed in all.
    total: usize,
    /// How many are added in all.
    total_added: usize,
    /// How many are removed in all.
    total_removed: usize,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// A type with two different layouts.
#[derive(Debug, Serialize, JsonSchema)]
struct ChangedType {
    /// Its name.
    name: String,
    /// What changed, in a sentence.
    summary: String,
    /// How large it is in each, in bytes.
    size: SizeDto,
    /// Whether it has the same size in both.
    same_size: bool,
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

impl ImageDiff {
    fn new(
        dataset: &Dataset,
        [from, to]: [ImageIndex; 2],
        (filter, place): &(Filter, Place),
    ) -> Self {
        let catalogue = dataset.catalogue();
        let mut differences = catalogue.differences(from, to);
        let of_kind = |image, ty: &Type| {
            let class = ty.class_of(image);
            filter
                .kind
                .is_none_or(|kind| class.is_some_and(|class| class.kind == kind))
        };
        differences.added.retain(|ty| of_kind(to, ty));
        differences.removed.retain(|ty| of_kind(from, ty));
        let mut changed = std::mem::take(&mut differences.changed);
        changed.retain(|ty| {
            let size = filter.same_size;
            of_kind(to, ty) && size.is_none_or(|same| same == differences.keeps_size(ty))
        });
        let Differences { added, removed, .. } = differences;
        let Place { behind, limit } = *place;
        // The three lists are turned over together.
        let names = |types: &[&Type]| -> Vec<String> {
            let page = types.iter().skip(behind).take(limit);
            page.map(|ty| ty.full_name()).collect()
        };
        let total = changed.len();
        let longest = total.max(added.len()).max(removed.len());
        let shown = longest.saturating_sub(behind).min(limit);
        let changed: Vec<ChangedType> = changed
            .into_iter()
            .skip(behind)
            .take(limit)
            .filter_map(|ty| ChangedType::new(dataset, ty, [from, to]))
            .collect();
        let id = |index| catalogue.image(index).map_or_else(String::new, Image::id);
        Self {
            from: id(from),
            to: id(to),
            added: names(&added),
            removed: names(&removed),
            next: place.next(shown, longest),
            total,
            total_added: added.len(),
            total_removed: removed.len(),
            changed,
        }
    }
}

impl ChangedType {
    fn new(dataset: &Dataset, ty: &Type, [from, to]: [ImageIndex; 2]) -> Option<Self> {
        let structure = dataset.structure(&ty.full_name())?;
        let from = structure.at_image(from).ok()?;
        let to = structure.at_image(to).ok()?;
        Some(Self {
            name: structure.name.to_string(),
            summary: structure.diff(dataset, &from, &to).summary(),
            size: SizeDto {
                from: from.size.get(),
                to: to.size.get(),
            },
            same_size: from.size == to.size,
        })
    }
}

pub(super) fn resource() -> Resource {
    let operation = Operation::new(
        "getImageDiff",
        "What changed between two images",
        "The types that only one of two images defines, and those that they define differently, page by page: a \
            page has at most `limit` of each. Types \
            that one of them cannot tell of (a second definition of a name, where its source keeps one) are left out.",
        Answer::json::<ImageDiff>("What changed.").paged(),
    );
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
    let operation = operation.with(images).with(<(Filter, Place)>::described());
    Resource::get(PATH, diff, operation.or(&[Kind::UNUSABLE]))
}

async fn diff(
    Path((a, b)): Path<(String, String)>,
    Call { app, query, asked }: Call<(Filter, Place)>,
) -> Result<Response, Error> {
    let dataset = app.dataset();
    let images = [lookup::image(dataset, &a)?, lookup::image(dataset, &b)?];
    let known = images.map(|index| dataset.catalogue().image(index));
    let [Some(from), Some(to)] = known else {
        return Err(Error::not_found("there is no such image"));
    };
    if from.module != to.module {
        return Err(Error::Unusable(format!(
            "{} and {} are different modules, which have no types in common",
            from.module, to.module
        )));
    }
    let [a, b] = [from, to].map(|image| url::segment(&image.id()));
    let url = format!("{}/images/{a}/diff/{b}", url::ROOT);
    let make = || ImageDiff::new(dataset, images, &query);
    list(&app, &asked, &url, make, |it| it.next.as_deref())
}
