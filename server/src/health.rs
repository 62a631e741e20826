//! Liveness and readiness. The server loads its data before it listens: it is ready until it starts to drain.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use crate::cache_policy::CachePolicy;
use crate::media_type::TEXT;
use crate::openapi::{Answer, Operation, Path};
use crate::server_status::ServerStatus;

pub(crate) const LIVE: &str = "/healthz";
pub(crate) const READY: &str = "/readyz";

/// `GET /healthz`: the process is alive.
pub async fn live() -> impl IntoResponse {
    ([(CACHE_CONTROL, CachePolicy::Never.header())], "ok\n")
}

/// `GET /readyz`: requests can be answered, and the server is not draining. If newer data were refused and earlier ones
/// are served, the text says so.
pub async fn ready(State(server_status): State<Arc<ServerStatus>>) -> impl IntoResponse {
    let (status, text) = match server_status.refused() {
        _ if server_status.is_draining() => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the server is stopping\n".to_owned(),
        ),
        Some(why) => (
            StatusCode::OK,
            format!("ok, with the earlier data: {why}\n"),
        ),
        None => (StatusCode::OK, "ok\n".to_owned()),
    };
    (status, [(CACHE_CONTROL, CachePolicy::Never.header())], text)
}

/// Both resources, for the OpenAPI document.
pub(crate) fn describe() -> Vec<Path> {
    let answer = Answer::bare("The text `ok`, with a remark if there is one.", TEXT);
    let operation =
        |id, summary, description| Operation::whole(id, summary, description, answer.clone());
    let live = operation("isLive", "Liveness", "200 as long as the process runs.");
    let ready = operation(
        "isReady",
        "Readiness",
        "200 while requests can be answered; 503 and a text as soon as the server is told to stop. If newer data \
            were refused and the previous ones are served, the text says so.",
    );
    vec![Path::bare(LIVE, live), Path::bare(READY, ready)]
}
