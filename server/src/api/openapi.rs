//! `GET /openapi.json`: what the API is, for programs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::get;
use schemars::SchemaGenerator;
use serde_json::{Map, Value};
use tokio::runtime::Handle;

use crate::app::App;
use crate::error::Error;
use crate::extract::Query;
use crate::health;
use crate::openapi::{self, Answer, Operation};
use crate::problem::Kind;

use super::answer::{Asked, kept};
use super::resource::Resource;
use super::{examples, problems, table, url};

pub(super) const PATH: &str = "/openapi.json";

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(document), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    Operation {
        id: "getOpenApi",
        summary: "This document",
        description: "The API as an OpenAPI 3.1 document.",
        parameters: Vec::new(),
        input: None,
        answer: Answer::json::<Map<String, Value>>("An OpenAPI 3.1 document."),
        problems: vec![Kind::MALFORMED, Kind::NOT_ACCEPTABLE],
    }
}

async fn document(
    State(app): State<Arc<App>>,
    query: Query,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let [] = query.only([])?;
    // What the document gives as examples is asked for, once, and waited for: other requests do not.
    let work = move || {
        let asked = Asked {
            method: &method,
            headers: &headers,
        };
        kept(&app, asked, &format!("{}{PATH}", url::ROOT), || {
            Handle::current().block_on(described(&app))
        })
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Internal(error.to_string()))?
}

/// The document, with examples.
pub(crate) async fn described(app: &Arc<App>) -> Value {
    let problems = problems::examples(app.dataset());
    let mut document = openapi::document(&problems, |generator| {
        let mut paths = health::describe();
        paths.extend(table().into_iter().map(|resource| openapi::Path {
            path: format!("{}{}", url::ROOT, resource.path),
            operations: vec![(resource.method, (resource.describe)(generator))],
        }));
        paths
    });
    examples::add(Arc::clone(app), &mut document).await;
    document
}
