//! `GET /openapi.json`: the OpenAPI document, with the answers of this server to the example parameters and bodies of the
//! document as examples. Long lists and texts in them are shortened.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{Request, StatusCode};
use serde_json::{Map, Value, json};
use strata_core::numbers;
use strata_frontend::pages::reference::{ANSWERED, filled};
use tokio::runtime::Handle;
use tower::ServiceExt;

use crate::app::App;
use crate::media_type::is_json;
use crate::{health, limits, metrics, openapi};

use super::answer::representation;
use super::prelude::*;
use super::{nothing_at, router, table};

pub(super) const PATH: &str = "/openapi.json";

pub(super) fn resource() -> Resource {
    Operation::whole(
        "getOpenApi",
        "The OpenAPI document",
        "The OpenAPI 3.1 document of the API.",
        Message::json::<Map<String, Value>>("An OpenAPI 3.1 document."),
    )
    .at(PATH, document)
}

async fn document(call: Call) -> ApiResult {
    // Sends the example requests of the document, once, and waits for the answers.
    spawn_blocking(move || {
        acceptable(&call.request.headers)?;
        Ok(call.request.respond(&*answer(&call.app)?))
    })
    .await
}

/// The document, made on the first request. Only call where blocking is allowed.
pub(super) fn answer(app: &Arc<App>) -> Result<Arc<Representation>, Error> {
    let url = url::of(PATH);
    app.answers.get_or_render(&url, || {
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
    let metrics = (!app.metrics_elsewhere).then(metrics::describe);
    let watching = health::describe().into_iter().chain(metrics);
    let paths: Vec<openapi::Path> = resources.chain(watching).collect();
    let mut document = openapi::document(&problems, &paths);
    add_examples(Arc::clone(app), &mut document).await;
    document
}

/// Examples of errors, made like those of real requests: at least one for each kind that the API itself knows; two of
/// `not-found`.
fn problems(dataset: &Dataset) -> Vec<Error> {
    let limit = numbers::count("0", 1..=limits::PAGE_SIZE_LIMIT);
    let malformed = limit.map_err(|expected| Error::parameter("limit", expected));
    let known = dataset.audited().next();
    let known = known.map_or("", |structure| structure.name.as_str());
    let missing = lookup::layout(dataset, known, "5.0", "x64");
    let list = |formats: &[&str]| formats.iter().map(ToString::to_string).collect();
    let mut examples = vec![
        nothing_at("/api/v1/structure"),
        Error::Unauthorized { is_basic: false },
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

/// The number of list items in an example.
const ITEMS: usize = 2;
/// The number of lines of a text in an example.
const LINES: usize = 8;

/// Sends each request of the document, and adds its answer as an example.
async fn add_examples(app: Arc<App>, document: &mut Value) {
    let api = router().with_state(app);
    let paths = document["paths"].as_object_mut();
    for (path, operations) in paths.into_iter().flatten() {
        let path = match path.strip_prefix(url::ROOT) {
            None => continue,
            Some("") => "/",
            Some(path) => path,
        };
        // Its example would contain itself.
        if path == PATH {
            continue;
        }
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let url = url_of(path, operation);
            let body = body_of(operation);
            let contents = operation["responses"]["200"]["content"].as_object_mut();
            let described = contents.into_iter().flatten();
            // Content without a schema is bytes, which a document cannot show.
            for (media_type, content) in described.filter(|(_, it)| it.get("schema").is_some()) {
                let request = (method.as_str(), url.as_str(), body.as_ref());
                if let Some(value) = answer_in(media_type, request, &api).await {
                    let summary = "An answer of the server, shortened: two items of each list, eight lines of a text.";
                    content["examples"][ANSWERED] = json!({ "summary": summary, "value": value });
                }
            }
        }
    }
}

/// The answer to a method, URL and body (its media type and text) in a format; `None` if the data of this server have none.
async fn answer_in(
    media_type: &str,
    (method, url, body): (&str, &str, Option<&(String, String)>),
    api: &Router,
) -> Option<Value> {
    let mut request = Request::builder()
        .method(method.to_ascii_uppercase().as_str())
        .uri(url)
        .header(ACCEPT, media_type);
    let mut content = Body::empty();
    if let Some((media_type, text)) = body {
        request = request.header(CONTENT_TYPE, media_type);
        content = Body::from(text.clone());
    }
    let request = request.body(content).ok()?;
    let answer = api.clone().oneshot(request).await.ok()?;
    if answer.status() != StatusCode::OK {
        return None;
    }
    let bytes = to_bytes(answer.into_body(), limits::ANSWER_CACHE_BYTES).await;
    let bytes = bytes.ok()?;
    if is_json(media_type) {
        return serde_json::from_slice(&bytes).ok().map(cut);
    }
    let text = std::str::from_utf8(&bytes).ok()?;
    let lines: String = text.split_inclusive('\n').take(LINES).collect();
    Some(lines.into())
}

/// The value with short lists.
fn cut(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().take(ITEMS).map(cut).collect(),
        Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| (name, cut(value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        other => other,
    }
}

fn url_of(path: &str, operation: &Value) -> String {
    let (path, query) = filled(path, operation);
    match &query[..] {
        [] => path,
        query => {
            let mut text = form_urlencoded::Serializer::new(String::new());
            format!("{path}?{}", text.extend_pairs(query).finish())
        }
    }
}

/// The first example of a body; text before JSON.
fn body_of(operation: &Value) -> Option<(String, String)> {
    let contents = operation["requestBody"]["content"].as_object()?;
    let example = |(media_type, content): (&String, &Value)| {
        let example = content["examples"].as_object()?.values().next()?;
        Some((media_type.clone(), example["value"].clone()))
    };
    let examples: Vec<(String, Value)> = contents.iter().filter_map(example).collect();
    let text = examples.iter().find(|(_, value)| value.is_string());
    let (media_type, value) = text.or(examples.first())?;
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    Some((media_type.clone(), text))
}
