//! `GET /structures`: the structures, page by page.

use strata_core::catalogue::{ImageIndex, ModuleName};
use strata_core::dataset::{self, ChangedIn, Filter, SizeRun, SourceKind, Structure};
use strata_core::types::TypeKind;
use strata_core::wire::SourceDto;
use strata_core::{Layout, Point};

use super::page::{Cursor, Page};
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
    struct StructureSummary(dataset: &Dataset, structure: &Structure, asked: Option<ImageIndex>) with {
        let image = asked.or_else(|| structure.images().last());
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
        #[schemars(with = "Vec<words::Point>")]
        points: Vec<String> = {
            let points = structure.layout_sizes().into_iter();
            points.map(|(release, arch, _)| Point::new(release, arch).to_string()).collect()
        },
        /// The sizes: by architecture, then in the order of releases.
        sizes: Vec<Sizes> = sizes(structure),
        /// The source: the article if there is one, otherwise the symbol files of the newest image.
        source: SourceDto = assemble::source(dataset, structure.source()),
        /// `struct`, `union` or `enum`, as in the newest image.
        #[schemars(with = "words::TypeKind")]
        kind: &'static str = structure.kind().as_str(),
        /// The image file that defines it, without its extension.
        module: String = module(structure),
        /// The requested image, else the newest one that has the type; null if no symbol file states the type.
        image: Option<String> = image.and_then(|image| Some(dataset.catalogue().image(image)?.id())),
        /// The id of the layout in that image, else at the newest point; null if there is none.
        class: Option<String> = class,
        /// How that layout is known; null if there is none.
        #[schemars(with = "Option<words::Answer>")]
        answer: Option<&'static str> = answer,
        /// The number of distinct layouts in symbol files.
        classes: usize = structure.ty().map_or(0, |ty| ty.classes().len()),
        /// The kinds of sources: `article` (audited), `symbols`.
        witnesses: Vec<&'static str> = structure.source_kinds().into_iter().map(SourceKind::as_str).collect(),
    }

    /// Consecutive releases of one architecture at which a type has the same size.
    #[schemars(rename = "SizeRun")]
    pub(super) struct Sizes(run: SizeRun) {
        #[schemars(with = "words::Arch")]
        arch: String = run.arch.to_string(),
        /// The releases, in order.
        #[schemars(with = "Vec<words::Version>")]
        versions: Vec<String> = run.releases.iter().map(ToString::to_string).collect(),
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
    /// The filter of the list.
    struct Asked {
        /// Only types with all of these words in their name or summary.
        q: String = "consumer",
        /// Only types of this kind.
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

pub(super) fn resource() -> Resource {
    Operation::new(
        "listStructures",
        "The structures, unions and enumerations",
        "Every type, by name, with its sizes and the points with a layout.",
        Answer::json::<Structures>("A page of types.").paged(),
    )
    .at(PATH, structures)
}

async fn structures(call: Call<(Asked, Page)>) -> Answered {
    let (asked, page) = &call.query;
    let filter = Filter {
        text: asked.q.clone(),
        kind: asked.kind,
        module: asked.module.clone(),
        image: asked.image,
        source: asked.source,
        changed_in: asked.changed_in,
    };
    let make = || list(call.app.dataset(), &filter, page);
    call.list(&url::of(PATH), make, |it| it.next.as_deref())
}

fn list(dataset: &Dataset, filter: &Filter, page: &Page) -> Structures {
    let (found, next) = page.of(dataset.list(filter), |structure| {
        structure.name.without_tag_underscore()
    });
    let next = next.as_ref().map(Cursor::to_string);
    Structures::new(dataset, &found, filter.image, next)
}
