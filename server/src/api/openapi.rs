//! `GET /openapi.json`: what the API is, for programs.

use std::sync::Arc;

use axum::response::Response;
use axum::routing::get;
use serde_json::{Map, Value};
use tokio::runtime::Handle;

use crate::app::App;
use crate::error::Error;
use crate::health;
use crate::metrics;
use crate::openapi::{self, Answer, Operation};
use crate::representation::Representation;

use super::answer::{Call, acceptable, representation};
use super::resource::Resource;
use super::{examples, problems, root, table, url};

pub(super) const PATH: &str = "/openapi.json";

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(document), |_| {
        Operation::whole(
            "getOpenApi",
            "This document",
            "The API as an OpenAPI 3.1 document.",
            Answer::json::<Map<String, Value>>("An OpenAPI 3.1 document."),
        )
    })
}

async fn document(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let [] = query.only([])?;
    // What the document gives as examples is asked for, once, and waited for: other requests do not.
    let work = move || {
        acceptable(&asked.headers)?;
        let answer = answer(&app)?;
        Ok(asked.answered(&answer))
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Internal(error.to_string()))?
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
    let mut document = openapi::document(&problems, |generator| {
        let resources = table().into_iter().map(|resource| {
            let path = root::path(&resource);
            openapi::Path::new(path, resource.method, (resource.describe)(generator))
        });
        let metrics = (!app.has_metrics_elsewhere()).then(metrics::describe);
        let watching = health::describe().into_iter().chain(metrics);
        resources.chain(watching).collect()
    });
    examples::add(Arc::clone(app), &mut document).await;
    document
}
