//! Liveness, readiness and metrics; and the status of the server that they show, which outlives every version of the
//! dataset. The server loads its data before it listens: it is ready until it starts to drain.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use prometheus::TEXT_FORMAT;

use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::media_type::TEXT;
use crate::metrics::Metrics;
use crate::openapi::{Message, Operation, Path};

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

/// `GET /metrics`.
pub(crate) async fn metrics(
    State(server_status): State<Arc<ServerStatus>>,
) -> Result<Response, Error> {
    let headers = [
        (CONTENT_TYPE, TEXT_FORMAT),
        (CACHE_CONTROL, CachePolicy::Never.value()),
    ];
    Ok((headers, server_status.metrics().text()?).into_response())
}

/// Liveness and readiness, for the OpenAPI document.
pub(crate) fn describe() -> Vec<Path> {
    let answer = Message::bare("The text `ok`, with a remark if there is one.", TEXT);
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

#[derive(Debug, Default)]
pub struct ServerStatus {
    draining: AtomicBool,
    refused: Mutex<Option<Arc<str>>>,
    metrics: Metrics,
}

impl ServerStatus {
    /// Reports not ready from now on, because the server will stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Sets the reason why newer data are not served; `None` if they are.
    pub fn refuse(&self, why: Option<&str>) {
        *self.refused.lock() = why.map(Arc::from);
    }

    /// The reason why newer data are not served.
    pub fn refused(&self) -> Option<Arc<str>> {
        self.refused.lock().clone()
    }

    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
