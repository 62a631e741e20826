//! `GET /structures`: the structures, page by page.

use strata_core::Point;
use strata_core::catalogue::{ImageIndex, ModuleName};
use strata_core::dataset::{self, ChangedIn, Filter, SizeRun, SourceKind, Structure};
use strata_core::types::TypeKind;
use strata_core::wire::SourceDto;

use super::page::{Cursor, Page};
use super::prelude::*;
use super::structure::module;

const PATH: &str = "/structures";

answers! {
    /// A page of the list of structures.
    pub(crate) struct Structures(dataset: &Dataset, found: &[&Structure], next: Option<String>) {
        /// The structures, by name.
        items: Vec<StructureSummary> = found.iter().map(|one| StructureSummary::new(dataset, one)).collect(),
        /// The cursor of the next page; null on the last one.
        next: Option<String> = next,
    }

    /// A structure in a few words.
    struct StructureSummary(dataset: &Dataset, structure: &Structure) {
        /// Its name.
        name: String = structure.name.to_string(),
        /// What it is, in a sentence.
        summary: String = structure.summary().to_owned(),
        /// The releases and architectures at which it has a layout, in the order of the ladder.
        #[schemars(with = "Vec<words::Point>")]
        points: Vec<String> = {
            let points = structure.stated().into_iter();
            points.map(|(release, arch, _)| Point::new(release, arch).to_string()).collect()
        },
        /// How it grew: by architecture, then in the order of the ladder.
        sizes: Vec<Sizes> = sizes(structure),
        /// Who says so: the article where there is one, otherwise the symbol files of the newest image.
        source: SourceDto = assemble::source(dataset, structure.source()),
        /// `struct`, `union` or `enum`, as of the newest image.
        #[schemars(with = "words::TypeKind")]
        kind: &'static str = structure.kind().as_str(),
        /// The image file that defines it, without its extension.
        module: String = module(structure),
        /// How many distinct layouts symbol files state.
        classes: usize = structure.ty().map_or(0, |ty| ty.classes().len()),
        /// Who speaks for it: `article` (audited), `symbols`.
        witnesses: Vec<&'static str> = structure.source_kinds().into_iter().map(SourceKind::as_str).collect(),
    }

    /// Releases at which a structure has one size on one architecture, with none of another size between them.
    #[schemars(rename = "SizeRun")]
    pub(super) struct Sizes(run: SizeRun) {
        /// The architecture.
        #[schemars(with = "words::Arch")]
        arch: String = run.arch.to_string(),
        /// The releases, in order.
        #[schemars(with = "Vec<words::Version>")]
        versions: Vec<String> = run.releases.iter().map(ToString::to_string).collect(),
        /// In bytes.
        size: u32 = run.size.get(),
    }
}

pub(super) fn points(layouts: &[strata_core::Layout]) -> Vec<String> {
    let points = layouts.iter().map(|layout| layout.point.to_string());
    points.collect()
}

pub(super) fn sizes(structure: &Structure) -> Vec<Sizes> {
    let runs = dataset::sizes(structure);
    runs.into_iter().map(Sizes::new).collect()
}

parameters! {
    /// Which structures are asked for.
    struct Asked {
        /// Only types in whose name or summary every one of these words occurs.
        q: String = "consumer",
        /// Only types of this kind.
        kind: Option<TypeKind> = "struct",
        /// Only types that this image file defines; `nt` is ntoskrnl.
        module: Option<ModuleName> = "ntoskrnl",
        /// Only types that this image defines: its id, as `GET /images` lists it.
        image: Option<ImageIndex> = "ntoskrnl-10.0.19041.264-x64",
        /// Only types for which this speaks.
        source: Option<SourceKind> = "article",
        /// Only types whose layout in this release, or in the image of this id, is another than in the one before.
        changed_in: Option<ChangedIn> = "1607",
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "listStructures",
        "The structures, unions and enumerations",
        "Every type, by name, with the points at which it has a layout and how it grew.",
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
    let (found, next) = page.of(dataset.list(filter), |structure| structure.name.bare());
    Structures::new(dataset, &found, next.as_ref().map(Cursor::to_string))
}
