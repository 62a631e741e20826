//! `GET /openapi.json`: the OpenAPI document.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::runtime::Handle;

use crate::openapi;
use crate::{health, limits, metrics, numbers};

use super::answer::representation;
use super::prelude::*;
use super::{examples, nothing_at, table};

pub(super) const PATH: &str = "/openapi.json";

pub(super) fn resource() -> Resource {
    Operation::whole(
        "getOpenApi",
        "This document",
        "The OpenAPI 3.1 document of the API.",
        Answer::json::<Map<String, Value>>("An OpenAPI 3.1 document."),
    )
    .at(PATH, document)
}

async fn document(call: Call) -> Answered {
    // Sends the example requests of the document, once, and waits for the answers.
    spawn_blocking(move || {
        acceptable(&call.asked.headers)?;
        Ok(call.asked.respond(&*answer(&call.app)?))
    })
    .await
}

/// The document, made on the first request. Only call where blocking is allowed.
pub(super) fn answer(app: &Arc<App>) -> Result<Arc<Representation>, Error> {
    let url = url::of(PATH);
    app.answers().get_or_render(&url, || {
        let document = Handle::current().block_on(described(app));
        representation(&document, &url)
    })
}

async fn described(app: &Arc<App>) -> Value {
    let problems = problems(app.dataset());
    let resources = table().into_iter().map(|resource| openapi::Path {
        path: url::of(resource.path),
        method: resource.method,
        operation: resource.operation,
    });
    let metrics = (!app.has_metrics_elsewhere()).then(metrics::describe);
    let watching = health::describe().into_iter().chain(metrics);
    let paths: Vec<openapi::Path> = resources.chain(watching).collect();
    let mut document = openapi::document(&problems, &paths);
    examples::add(Arc::clone(app), &mut document).await;
    document
}

/// Examples of errors, made like those of real requests: at least one for each kind that the API itself knows; two of
/// `not-found`.
fn problems(dataset: &Dataset) -> Vec<Error> {
    let limit = numbers::count("0", 1..=limits::PAGE_MOST);
    let malformed = limit.map_err(|expected| Error::parameter("limit", expected));
    let known = dataset.audited().next();
    let known = known.map_or("", |structure| structure.name.as_str());
    let missing = lookup::layout(dataset, known, "5.0", "x64");
    let list = |formats: &[&str]| formats.iter().map(ToString::to_string).collect();
    let mut examples = vec![
        nothing_at("/api/v1/structure"),
        Error::MethodNotAllowed {
            method: "PUT".to_owned(),
        },
        Error::NotAcceptable {
            offered: list(&[JSON]),
        },
        Error::TooSlow { seconds: 30 },
        Error::TooLarge {
            limit: 4 * 1024 * 1024,
        },
        Error::UnsupportedMediaType {
            expected: list(&posted::FORMATS),
        },
        Error::Unusable(
            "the body is a layout, which has no bytes: there is no CSV of it".to_owned(),
        ),
        Error::UrlTooLong { limit: 8192 },
        Error::HeadTooLarge {
            limit: 16 * 1024,
            lines: 64,
        },
        Error::TooMany { seconds: 1 },
        Error::Busy {
            limit: "requests",
            seconds: 1,
        },
        Error::Internal(String::new()),
    ];
    examples.extend(malformed.err());
    examples.extend(missing.err().map(Error::from));
    examples
}
