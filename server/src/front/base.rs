//! The base path: whoever asks below it is answered as if the site were at the root.

use axum::http::uri::PathAndQuery;
use axum::http::{Request, Uri};
use axum::response::Response;
use strata_frontend::route::{Route, place};

use crate::representation::moved_permanently;
use crate::security;

/// Takes the base path away. Who asks for nothing but that is sent to the start page instead.
pub(super) fn strip<B>(request: &mut Request<B>) -> Option<Response> {
    let base = &place().base;
    if base.as_str().is_empty() {
        return None;
    }
    let asked = request
        .uri()
        .path_and_query()
        .map_or("", PathAndQuery::as_str);
    let rest = base.strip(asked)?;
    if !rest.starts_with('/') {
        let mut moved = moved_permanently(&format!("{}{rest}", Route::Home));
        security::add(moved.headers_mut());
        return Some(moved);
    }
    let mut parts = request.uri().clone().into_parts();
    // The rest of a path is one.
    parts.path_and_query = rest.parse().ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
    None
}
