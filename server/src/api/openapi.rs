//! `GET /openapi.json`: what the API is, for programs.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::runtime::Handle;

use crate::openapi;
use crate::{health, metrics};

use super::answer::representation;
use super::prelude::*;
use super::{examples, problems, table};

pub(super) const PATH: &str = "/openapi.json";

pub(super) fn resource() -> Resource {
    let operation = Operation::whole(
        "getOpenApi",
        "This document",
        "The API as an OpenAPI 3.1 document.",
        Answer::json::<Map<String, Value>>("An OpenAPI 3.1 document."),
    );
    Resource::get(PATH, document, operation)
}

async fn document(Call { app, asked, .. }: Call) -> Result<Response, Error> {
    // What the document gives as examples is asked for, once, and waited for.
    apart(move || {
        acceptable(&asked.headers)?;
        let answer = answer(&app)?;
        Ok(asked.answered(&answer))
    })
    .await
}

/// The document, made when it is first asked for. To be called where waiting is allowed.
pub(super) fn answer(app: &Arc<App>) -> Result<Arc<Representation>, Error> {
    let url = url::of(PATH);
    app.answers().get_or_render(&url, || {
        let document = Handle::current().block_on(described(app));
        representation(&document, &url)
    })
}

/// The document, with examples.
async fn described(app: &Arc<App>) -> Value {
    let problems = problems::examples(app.dataset());
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
