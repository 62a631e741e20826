//! What is logged of a request: method, path, status, duration. Never a body, never a header.

use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use tracing::Span;

/// One span per request.
pub(crate) fn span(request: &Request) -> Span {
    tracing::info_span!("request", method = %request.method(), path = request.uri().path())
}

/// One line per answer.
pub(crate) fn answered(response: &Response, latency: Duration, _: &Span) {
    let status = response.status().as_u16();
    let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(status, micros, "answered");
}
