//! `GET /structures`: the structures, page by page.

use axum::response::Response;
use axum::routing::get;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use strata_core::catalogue::ModuleName;
use strata_core::dataset::{self, Dataset, Filter, SizeRun, Structure, Witness};
use strata_core::lookup;
use strata_core::name::ParseNameError;
use strata_core::types::TypeKind;
use strata_core::wire::{SourceDto, assemble, words};
use strata_core::{Arch, ByteSize, Point, Release};

use crate::error::Error;
use crate::openapi::{Answer, Operation, Parameter};
use crate::problem::Kind;

use super::answer::{self, Call};
use super::page::{Cursor, Page};
use super::resource::Resource;
use super::structure::module;
use super::url;

const PATH: &str = "/structures";

/// A page of the list of structures.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Structures {
    /// The structures, by name.
    items: Vec<StructureSummary>,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

/// A structure in a few words.
#[derive(Debug, Serialize, JsonSchema)]
struct StructureSummary {
    /// Its name.
    name: String,
    /// What it is, in a sentence.
    summary: String,
    /// The releases and architectures at which it has a layout, in the order of the ladder.
    #[schemars(with = "Vec<words::Point>")]
    points: Vec<String>,
    /// How it grew: by architecture, then in the order of the ladder.
    sizes: Vec<Sizes>,
    /// Who says so: the article where there is one, otherwise the symbol files of the newest image.
    source: SourceDto,
    /// `struct`, `union` or `enum`, as of the newest image.
    #[schemars(with = "words::TypeKind")]
    kind: &'static str,
    /// The image file that defines it, without its extension.
    module: String,
    /// How many distinct layouts symbol files state.
    classes: usize,
    /// Who speaks for it: `article` (audited), `symbols`.
    witnesses: Vec<&'static str>,
}

/// Releases at which a structure has one size on one architecture, with none of another size between them.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SizeRun")]
pub(super) struct Sizes {
    /// The architecture.
    #[schemars(with = "words::Arch")]
    arch: String,
    /// The releases, in order.
    #[schemars(with = "Vec<words::Version>")]
    versions: Vec<String>,
    /// In bytes.
    size: u32,
}

impl From<SizeRun> for Sizes {
    fn from(run: SizeRun) -> Self {
        Self {
            arch: run.arch.to_string(),
            versions: run.releases.iter().map(ToString::to_string).collect(),
            size: run.size.get(),
        }
    }
}

impl StructureSummary {
    fn new(dataset: &Dataset, structure: &Structure) -> Self {
        let stated = structure.stated();
        let point = |(release, arch, _): &(Release, Arch, ByteSize)| Point::new(*release, *arch);
        Self {
            name: structure.name.to_string(),
            summary: structure.summary().to_owned(),
            points: stated.iter().map(|it| point(it).to_string()).collect(),
            sizes: sizes(structure),
            source: assemble::source(dataset, structure.source()),
            kind: structure.kind().as_str(),
            module: module(structure),
            classes: structure.ty().map_or(0, |ty| ty.classes().len()),
            witnesses: structure
                .witnesses()
                .into_iter()
                .map(Witness::as_str)
                .collect(),
        }
    }
}

/// These structures as a list that is whole.
pub(crate) fn structure_list(dataset: &Dataset, structures: &[&Structure]) -> Structures {
    let items = structures.iter();
    Structures {
        items: items
            .map(|structure| StructureSummary::new(dataset, structure))
            .collect(),
        next: None,
    }
}

pub(super) fn points(layouts: &[strata_core::Layout]) -> Vec<String> {
    let points = layouts.iter().map(|layout| layout.point.to_string());
    points.collect()
}

pub(super) fn sizes(structure: &Structure) -> Vec<Sizes> {
    let runs = dataset::sizes(structure);
    runs.into_iter().map(Sizes::from).collect()
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(structures), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    let [limit, cursor] = Page::parameters();
    let text = || json_schema!({ "type": "string" });
    let witnesses = json_schema!({ "type": "string", "enum": Witness::ALL.map(Witness::as_str) });
    Operation {
        id: "listStructures",
        summary: "The structures, unions and enumerations",
        description: "Every type, by name, with the points at which it has a layout and how it grew.",
        parameters: vec![
            Parameter::query(
                "q",
                "Only types in whose name or summary every one of these words occurs.",
                text(),
                json!("consumer"),
            ),
            Parameter::query("kind", "Only types of this kind.", kinds(), json!("struct")),
            Parameter::query(
                "module",
                "Only types that this image file defines; `nt` is ntoskrnl.",
                json_schema!({ "type": "string", "pattern": ModuleName::PATTERN }),
                json!("ntoskrnl"),
            ),
            Parameter::query(
                "image",
                "Only types that this image defines: its id, as `GET /images` lists it.",
                text(),
                json!("ntoskrnl-10.0.19041.264-x64"),
            ),
            Parameter::query(
                "source",
                "Only types for which this speaks.",
                witnesses,
                json!("article"),
            ),
            Parameter::query(
                "changed_in",
                "Only types whose layout in this release, or in the image of this id, is another than in the one before.",
                text(),
                json!("1607"),
            ),
            limit,
            cursor,
        ],
        input: None,
        answer: Answer::json::<Structures>("A page of types.").paged(),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn structures(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let given = query.text();
    let names = [
        "q",
        "kind",
        "module",
        "image",
        "source",
        "changed_in",
        "limit",
        "cursor",
    ];
    let [text, kind, module, image, source, changed_in, limit, cursor] = query.only(names)?;
    let dataset = app.dataset();
    let filter = Filter {
        text: text.unwrap_or_default(),
        kind: kind
            .map(|kind| parameter("kind", &kind, TypeKind::IN_SYMBOLS, TypeKind::as_str))
            .transpose()?,
        module: module
            .map(|text| known_module(dataset, &text))
            .transpose()?,
        image: image.map(|id| lookup::image(dataset, &id)).transpose()?,
        witness: source
            .map(|source| parameter("source", &source, Witness::ALL, Witness::as_str))
            .transpose()?,
        changed_in: changed_in
            .map(|what| lookup::change(dataset, &what))
            .transpose()?,
    };
    let page = Page::read(limit, cursor)?;
    let url = url::of(PATH);
    let make = || list(dataset, &filter, &page);
    answer::list(&app, &asked, (&url, given), make, |it| it.next.as_deref())
}

/// The file of that name, of which images are known.
pub(super) fn known_module(dataset: &Dataset, text: &str) -> Result<ModuleName, Error> {
    let parsed: Result<ModuleName, ParseNameError> = text.parse();
    parsed.map_err(|error| Error::parameter("module", error))?;
    Ok(lookup::module(dataset.catalogue(), text)?)
}

/// The schema of a kind.
pub(super) fn kinds() -> Schema {
    json_schema!({ "type": "string", "enum": TypeKind::IN_SYMBOLS.map(TypeKind::as_str) })
}

/// The one of these that is written so.
pub(super) fn parameter<T: Copy, const N: usize>(
    name: &'static str,
    text: &str,
    all: [T; N],
    word: impl Fn(T) -> &'static str,
) -> Result<T, Error> {
    let words = all.map(&word).join(", ");
    let found = all
        .into_iter()
        .find(|one| word(*one).eq_ignore_ascii_case(text));
    found.ok_or_else(|| Error::parameter(name, format!("one of {words}")))
}

fn list(dataset: &Dataset, filter: &Filter, page: &Page) -> Structures {
    let found = dataset.list(filter);
    let (items, next) = page.of(found, |structure| structure.name.bare());
    Structures {
        items: items
            .into_iter()
            .map(|structure| StructureSummary::new(dataset, structure))
            .collect(),
        next: next.as_ref().map(Cursor::to_string),
    }
}
