//! Whether the server lives, and whether it can answer. What it serves is loaded before it listens: it is ready when it
//! lives.

use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use crate::cache_policy::CachePolicy;
use crate::openapi::{Answer, Content, Headers, Operation, Path};

pub(crate) const LIVE: &str = "/healthz";
pub(crate) const READY: &str = "/readyz";

/// `GET /healthz`: the process lives.
pub async fn live() -> impl IntoResponse {
    ([(CACHE_CONTROL, CachePolicy::Never.header())], "ok\n")
}

/// `GET /readyz`: requests can be answered.
pub async fn ready() -> impl IntoResponse {
    live().await
}

/// Both, for the OpenAPI document.
pub(crate) fn describe() -> Vec<Path> {
    let operation = |id, summary, description| Operation {
        id,
        summary,
        description,
        parameters: Vec::new(),
        input: None,
        answer: Answer {
            description: "The text `ok`.",
            contents: vec![("text/plain; charset=utf-8", Content::Text)],
            examples: Vec::new(),
            headers: Headers::Bare,
        },
        problems: Vec::new(),
    };
    let path = |path: &str, operation| Path {
        path: path.to_owned(),
        operations: vec![("get", operation)],
    };
    vec![
        path(
            LIVE,
            operation("isLive", "Liveness", "Answers while the process lives."),
        ),
        path(
            READY,
            operation(
                "isReady",
                "Readiness",
                "Answers when requests can be answered.",
            ),
        ),
    ]
}
