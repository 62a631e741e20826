//! `GET /structures`: the structures, page by page.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::get;
use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use strata_core::catalog::{self, SizeRun};
use strata_core::dataset::{Dataset, Structure};
use strata_core::wire::{SourceDto, assemble, words};

use crate::app::App;
use crate::error::Error;
use crate::extract::Query;
use crate::openapi::{Answer, Operation, Parameter};
use crate::problem::Kind;

use super::answer::{Asked, fleeting, kept};
use super::page::{Cursor, Page};
use super::resource::Resource;
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
    /// Who says so.
    source: SourceDto,
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
        let article = &structure.article;
        Self {
            name: article.name.to_string(),
            summary: article.summary.clone(),
            points: points(&structure.layouts()),
            sizes: sizes(structure),
            source: assemble::source(dataset, &article.source),
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
    let runs = catalog::sizes(structure);
    runs.into_iter().map(Sizes::from).collect()
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(structures), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    let [limit, cursor] = Page::parameters();
    Operation {
        id: "listStructures",
        summary: "The structures",
        description: "Every structure, by name, with the points at which it has a layout and how it grew.",
        parameters: vec![
            Parameter::query(
                "q",
                "Only structures in whose name or summary every one of these words occurs.",
                json_schema!({ "type": "string" }),
                json!("consumer"),
            ),
            limit,
            cursor,
        ],
        input: None,
        answer: Answer::json::<Structures>("A page of structures."),
        problems: vec![Kind::MALFORMED, Kind::NOT_ACCEPTABLE],
    }
}

async fn structures(
    State(app): State<Arc<App>>,
    query: Query,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let given = query.text();
    let [text, limit, cursor] = query.only(["q", "limit", "cursor"])?;
    let page = Page::read(limit, cursor)?;
    let asked = Asked {
        method: &method,
        headers: &headers,
    };
    let url = format!("{}{PATH}", url::ROOT);
    let list = || list(app.dataset(), &text.unwrap_or_default(), &page);
    match given {
        None => kept(&app, asked, &url, list),
        Some(given) => fleeting(asked, &format!("{url}?{given}"), &list()),
    }
}

fn list(dataset: &Dataset, text: &str, page: &Page) -> Structures {
    let found = catalog::matching(dataset, text);
    let (items, next) = page.of(found, |structure| structure.name.as_str());
    Structures {
        items: items
            .into_iter()
            .map(|structure| StructureSummary::new(dataset, structure))
            .collect(),
        next: next.as_ref().map(Cursor::to_string),
    }
}
