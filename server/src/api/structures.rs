//! `GET /structures`: the structures, page by page; `GET /structures/{name}/classes`: the distinct layouts of a type, and the
//! images that have each; `GET /structures/{name}/used-by`: the members that have a type or point to it.

use strata_core::catalogue::{Catalogue, ImageIndex, LayoutClass, ModuleName};
use strata_core::dataset::{self, ChangedIn, Filter, SizeRun, SourceKind, Structure};
use strata_core::types::TypeKind;
use strata_core::wire::SourceDto;
use strata_core::xref::{self, Holder, Use};
use strata_core::{Layout, Point};

use super::page::{Cursor, PageByName};
use super::prelude::*;
use super::structure::module;

const PATH: &str = "/structures";

answers! {
    /// A page of the list of types.
    pub(crate) struct Structures(dataset: &Dataset, found: &[&Structure], image: Option<ImageIndex>, next: Option<String>) {
        /// The types, by name.
        items: Vec<StructureSummary> = found.iter().map(|one| StructureSummary::new(dataset, one, image)).collect(),
        /// The cursor of the next page; null on the last page.
        next: Option<String> = next,
    }

    /// A type in brief.
    struct StructureSummary(dataset: &Dataset, structure: &Structure, request: Option<ImageIndex>) with {
        let image = request.or_else(|| structure.images().last());
        let class = match image {
            Some(image) => structure.at_image(image).ok().map(|it| it.class_id()),
            None => structure.layouts().last().map(Layout::class_id),
        };
        let answer = class.as_ref().map(|_| "stated");
    } {
        name: String = structure.name.to_string(),
        /// A description in one sentence.
        summary: String = structure.summary().to_owned(),
        /// The releases and architectures with a layout, in the order of releases.
        points: Vec<String> as "Vec<words::Point>" = {
            let points = structure.layout_sizes().into_iter();
            points.map(|(release, arch, _)| Point::new(release, arch).to_string()).collect()
        },
        /// The sizes: by architecture, then in the order of releases.
        sizes: Vec<Sizes> = sizes(structure),
        /// The source: the article if there is one, otherwise the symbol files of the newest image.
        source: SourceDto = assemble::source(dataset, structure.source()),
        /// `struct`, `union` or `enum`, as in `image`.
        kind: &'static str as "words::TypeKind" = structure.kind_in(image).as_str(),
        /// The image file that defines it, without its extension.
        module: String = module(structure),
        /// The requested image, else the newest one that has the type; null if no symbol file states the type.
        image: Option<String> = image.and_then(|image| Some(dataset.catalogue().image(image)?.id())),
        /// The id of the layout in that image, else at the newest point; null if there is none.
        class: Option<String> = class,
        /// How that layout is known; null if there is none.
        answer: Option<&'static str> as "Option<words::Answer>" = answer,
        /// The number of distinct layouts in symbol files.
        classes: usize = structure.ty().map_or(0, |ty| ty.classes().len()),
        /// The kinds of sources: `article` (audited), `symbols`.
        witnesses: Vec<&'static str> = structure.source_kinds().into_iter().map(SourceKind::as_str).collect(),
    }

    /// Consecutive releases of one architecture at which a type has the same size.
    #[schemars(rename = "SizeRun")]
    pub(super) struct Sizes(run: SizeRun) {
        arch: String as "words::Arch" = run.arch.to_string(),
        /// The releases, in order.
        versions: Vec<String> as "Vec<words::Version>" = run.releases.iter().map(ToString::to_string).collect(),
        /// In bytes.
        size: u32 = run.size.get(),
    }
}

pub(super) fn points(layouts: &[Layout]) -> Vec<String> {
    let points = layouts.iter().map(|layout| layout.point.to_string());
    points.collect()
}

pub(super) fn sizes(structure: &Structure) -> Vec<Sizes> {
    let runs = dataset::sizes(structure);
    runs.into_iter().map(Sizes::new).collect()
}

parameters! {
    struct Query {
        /// Only types with all of these words in their name or summary.
        q: String = "consumer",
        /// Only types of this kind: in `image`, if that is given, else in the newest image.
        kind: Option<TypeKind> = "struct",
        /// Only types that this image file defines; `nt` is ntoskrnl.
        module: Option<ModuleName> = "ntoskrnl",
        /// Only types that this image defines. The id of an image, as in `GET /images`.
        image: Option<ImageIndex> = "ntoskrnl-10.0.19041.264-x64",
        /// Only types with this kind of source: an article, or symbol files.
        source: Option<SourceKind> = "article",
        /// Only types whose layout changed in this release, against the release before, or in the image with this id,
        /// against the image before.
        changed_in: Option<ChangedIn> = "1607",
    }
}

pub(super) fn list() -> Resource {
    Operation::new(
        "listStructures",
        "The structures, unions and enumerations",
        "Every type, by name, with its sizes and the points with a layout.",
        Message::json::<Structures>("A page of types.").paged(),
    )
    .at(PATH, structures)
}

async fn structures(call: Call<(Query, PageByName)>) -> ApiResult {
    let (filter, page) = &call.query;
    let filter = Filter {
        text: filter.q.clone(),
        kind: filter.kind,
        module: filter.module.clone(),
        image: filter.image,
        source: filter.source,
        changed_in: filter.changed_in,
    };
    let make = || found(call.app.dataset(), &filter, page);
    call.list(&url::of(PATH), make, |it| it.next.as_deref())
}

fn found(dataset: &Dataset, filter: &Filter, page: &PageByName) -> Structures {
    let (found, next) = page.of(dataset.list(filter), |structure| {
        structure.name.without_tag_underscore()
    });
    let next = next.as_ref().map(Cursor::to_string);
    Structures::new(dataset, &found, filter.image, next)
}

answers! {
    /// The distinct layouts of a type in symbol files.
    struct Classes(structure: &Structure) with {
        let mut classes: Vec<&LayoutClass> = structure.ty().iter().flat_map(|ty| ty.classes()).collect();
        classes.sort_by_key(|class| class.images.iter().next());
    } {
        /// The layouts, in the order of their first images.
        items: Vec<ClassAnswer> = classes.iter().filter_map(|class| ClassAnswer::new(structure, class)).collect(),
    }

    /// A distinct layout, and the images that have it.
    #[schemars(rename = "ImageClass")]
    struct ClassAnswer(structure: &Structure, class: &LayoutClass) -> Option with {
        let runs = class.images.runs().iter();
        let images: Vec<ImageRun> = runs.filter_map(|run| ImageRun::new(structure.catalogue(), *run)).collect();
        let layout = structure.at_image(class.images.iter().next()?).ok()?;
    } {
        /// The id of the layout, as in `class` of layouts.
        class: String = layout.class_id(),
        /// In bytes.
        size: u32 = class.size.get(),
        /// The number of members, or of values of an enumeration.
        members: usize = class.members.len() + class.values.len(),
        /// The id of the first image with the layout.
        first: String = images.first()?.first.clone(),
        /// The id of the last image with the layout.
        last: String = images.last()?.last.clone(),
        /// Runs of images with the layout, without an image of another layout between them.
        images: Vec<ImageRun> = images,
        /// `stated`: the symbol files of these images state the layout.
        answer: &'static str as "words::Answer" = "stated",
    }

    /// A run of images, in the order of `GET /images`.
    struct ImageRun(catalogue: &Catalogue, run: (u32, u32)) -> Option {
        /// The id of the first image.
        first: String = catalogue.image(ImageIndex(run.0))?.id(),
        /// The id of the last image.
        last: String = catalogue.image(ImageIndex(run.1))?.id(),
        /// The number of images.
        count: u32 = run.1 - run.0 + 1,
    }
}

pub(super) fn classes() -> Resource {
    Operation::new(
        "getClasses",
        "The distinct layouts of a type",
        "Every distinct layout of a type in symbol files, with the images that have it.",
        Message::json::<Classes>("The layouts, in the order of their first images."),
    )
    .at("/structures/{name}/classes", layout_classes)
}

async fn layout_classes(call: Call<(), String>) -> ApiResult {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    let url = format!("{}/classes", url::structure(&structure.name));
    call.cached_json(&url, || Classes::new(structure))
}

answers! {
    /// The members that have a type or point to it.
    struct UsedBy(dataset: &Dataset, structure: &Structure, image: Option<ImageIndex>) with {
        let catalogue = dataset.catalogue();
        let uses = match image {
            None => xref::uses(dataset, structure.name.as_str()),
            Some(image) => xref::in_image(dataset, structure.name.as_str(), image),
        };
    } {
        /// By structure, audited ones first, then in the order of members.
        items: Vec<UserAnswer> = uses.iter().map(|used| UserAnswer::new(catalogue, used)).collect(),
    }

    /// A member that has the type, or points to it.
    #[schemars(rename = "User")]
    struct UserAnswer(catalogue: &Catalogue, used: &Use) with {
        let (Holder::Structure(structure, _) | Holder::Type(structure)) = &used.holder;
        let mut times = catalogue.point_ranges(&used.images);
        for run in &used.runs {
            match times.last_mut().filter(|it| it.0.arch == run.first.arch) {
                Some((_, last)) => *last = run.last,
                None => times.push((run.first, run.last)),
            }
        }
    } {
        /// `contains` or `points-to`.
        how: &'static str as "words::How" = used.how.as_str(),
        /// The type that has the member.
        structure: String = structure.to_string(),
        /// The name; `u.Flags` for a member of an unnamed type.
        member: String = used.member.clone(),
        r#type: String = used.ty.to_string(),
        /// The first and the last version, by architecture.
        times: Vec<Time> = times.into_iter().map(Time::new).collect(),
    }

    /// The first and the last version of a fact; versions between them may be exceptions.
    struct Time(reach: (Point, Point)) {
        arch: &'static str as "words::Arch" = reach.0.arch.as_str(),
        /// A release, or the file version of an image.
        first: String as "words::Version" = reach.0.version.to_string(),
        /// A release, or the file version of an image.
        last: String as "words::Version" = reach.1.version.to_string(),
    }
}

parameters! {
    struct ClassFilter {
        /// Only members in this image. The id of an image, as in `GET /images`.
        image: Option<ImageIndex> = "ntoskrnl-10.0.19041.264-x64",
    }
}

pub(super) fn used_by() -> Resource {
    Operation::new(
        "getUsedBy",
        "The uses of a type",
        "The members of other types that have this type or an array of it, and the pointers to it.",
        Message::json::<UsedBy>("The uses."),
    )
    .at("/structures/{name}/used-by", uses)
}

async fn uses(call: Call<ClassFilter, String>) -> ApiResult {
    let (dataset, image) = (call.app.dataset(), call.query.image);
    let structure = lookup::structure(dataset, &call.path)?;
    let url = format!("{}/used-by", url::structure(&structure.name));
    let known = image.and_then(|image| dataset.catalogue().image(image));
    let query = known.map(|image| format!("image={}", url::segment(&image.id())));
    let make = || UsedBy::new(dataset, structure, image);
    call.narrowed((&url, query.as_deref()), make, |_| None)
}
