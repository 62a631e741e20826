//! Whether the server lives, and whether it can answer. What it serves is loaded before it listens: it is ready when it
//! lives.

use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use crate::cache_policy::CachePolicy;

/// `GET /healthz`: the process lives.
pub async fn live() -> impl IntoResponse {
    ([(CACHE_CONTROL, CachePolicy::Never.header())], "ok\n")
}

/// `GET /readyz`: requests can be answered.
pub async fn ready() -> impl IntoResponse {
    live().await
}
