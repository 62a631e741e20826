//! The REST API: the table of resources. Each resource has a file with its handler (extract, call core, convert), its
//! description for the OpenAPI document, and its answer if core has no DTO for it.

mod answer;
mod audit;
mod dataset;
mod decode;
mod exports;
mod images;
mod layout;
mod member;
mod nested;
mod offsets;
mod openapi;
mod page;
mod parameters;
mod posted;
mod prelude;
mod reference;
mod releases;
mod resolve;
mod root;
mod search;
mod structure;
mod structures;
mod url;
mod validity;

use std::sync::Arc;

use axum::Router;
use axum::http::Uri;
use axum::routing::MethodRouter;
use strata_frontend::route::site_url;

use crate::app::App;
use crate::error::Error;
use crate::limits;

pub(crate) use answer::Output;
use answer::Resource;
pub(crate) use dataset::{Format as DatasetFormat, write_dataset};
pub(crate) use exports::{Archive, ExportOptions, ImageFormat, layouts, write_image};
pub(crate) use images::Images;
pub(crate) use offsets::{TableFormat, in_images, offsets_at};
pub(crate) use parameters::{AnswerFormat, names};
pub(crate) use reference::reference;
pub(crate) use search::{LookupAnswer, member_query};
pub(crate) use structures::Structures;
pub(crate) use validity::claims_at;

fn table() -> [Resource; 32] {
    [
        root::resource(),
        releases::resource(),
        structures::list(),
        structure::resource(),
        structures::classes(),
        structures::used_by(),
        images::list(),
        images::one(),
        images::diff(),
        exports::of_image(),
        images::changes(),
        layout::one(),
        layout::many(),
        decode::decode(),
        layout::diff(),
        decode::identify(),
        member::resource(),
        offsets::at_points(),
        offsets::get(),
        offsets::posted(),
        nested::resource(),
        search::lookup(),
        search::search(),
        resolve::resource(),
        validity::resource(),
        audit::resource(),
        dataset::resource(),
        dataset::digest(),
        dataset::changes(),
        exports::of_structure(),
        exports::of_everything(),
        openapi::resource(),
    ]
}

/// Paths that clients expect, by their ends, and the path of the resource that contains the answer.
const INSTEAD: [(&str, &str); 3] = [
    ("/types", "/structures"),
    ("/sources", "/dataset"),
    ("/dialects", "/openapi.json"),
];

/// Everything under `/api/v1`. Handlers return `Result<Response, Error>`.
pub(crate) fn router() -> Router<Arc<App>> {
    table()
        .into_iter()
        .fold(Router::new(), |router, resource| {
            router.route(resource.path, resource.handlers)
        })
        .fallback(nothing)
}

/// The overview, which `/api/v1/` has as well.
pub(crate) fn root() -> MethodRouter<Arc<App>> {
    root::resource().handlers
}

/// Answers a path below `/api` that is not a resource.
pub(crate) async fn nothing(uri: Uri) -> Error {
    nothing_at(uri.path())
}

fn nothing_at(asked: &str) -> Error {
    let path: String = site_url(asked)
        .chars()
        .take(limits::QUOTED_CHARACTERS)
        .collect();
    let document = site_url(&format!("{}{}", url::ROOT, openapi::PATH));
    let detail = format!("the API has no resource `{path}`; {document} lists all resources");
    let shorter = asked
        .strip_suffix('/')
        .or_else(|| asked.strip_suffix("/layouts"))
        .filter(|path| resource_at(path).is_some());
    let instead = INSTEAD.iter().find(|(end, _)| asked.ends_with(end));
    let instead = instead.map(|(_, path)| format!("{}{path}", url::ROOT));
    let ways = shorter.map(site_url).into_iter();
    let ways = ways.chain(instead.as_deref().map(site_url));
    let mut suggestions: Vec<String> = ways.filter(|way| *way != document).collect();
    suggestions.push(document);
    Error::suggesting(detail, suggestions)
}

/// Whether a path accepts GET; an unknown path does, so that the client gets a 404.
pub(crate) fn may_be_read(path: &str) -> bool {
    resource_at(path).is_none_or(|resource| resource.method == "get")
}

fn resource_at(path: &str) -> Option<Resource> {
    let path = path.strip_prefix(url::ROOT)?;
    let alike = |resource: &Resource| {
        let mut segments = path.split('/');
        let variable = |pattern: &str| pattern.starts_with('{');
        let mut patterns = resource.path.trim_end_matches('/').split('/');
        patterns.all(|pattern| {
            let segment = segments.next();
            segment.is_some_and(|segment| segment == pattern || variable(pattern))
        }) && segments.next().is_none()
    };
    table().into_iter().find(alike)
}
