//! CORS for the API: open for public data, and for nothing else.
//!
//! Any page may read the built-in data, but not an operator's own structures: a page from the internet, opened in a
//! browser on the intranet, must not carry them out.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use strata_frontend::route::ApiUrl;

use crate::api;
use crate::app::App;

const ANY: HeaderValue = HeaderValue::from_static("*");
const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD");
const EXPOSED: HeaderValue = HeaderValue::from_static("etag, content-location, link");
const REQUEST_HEADERS: HeaderValue = HeaderValue::from_static("accept, if-none-match");
/// How long a browser remembers the answer to a preflight, in seconds.
const PREFLIGHT_AGE: HeaderValue = HeaderValue::from_static("86400");

/// Answers preflights and lets other origins read answers to GET and HEAD. POST is not open to them: its preflight is
/// answered like any OPTIONS, with `Allow` and nothing more.
pub async fn allow_reading(
    State(app): State<Arc<App>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    if !app.is_public {
        return next.run(request).await;
    }
    let method = request.method().clone();
    if method == Method::OPTIONS && asks_to_read(request.headers()) {
        if !api::may_be_read(request.uri().path()) {
            return next.run(request).await;
        }
        let headers = [
            (header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY),
            (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS),
            (header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_AGE),
        ];
        return (StatusCode::NO_CONTENT, headers).into_response();
    }
    let mut response = next.run(request).await;
    if reads(&method) {
        open(response.headers_mut());
    }
    response
}

/// Lets other origins read the refusal of a request that would have read the API.
pub(crate) fn allow_reading_refusal<B>(request: &Request<B>, refusal: &mut Response) {
    let path = request.uri().path();
    let of_api = path.strip_prefix(ApiUrl::ROOT);
    if reads(request.method()) && of_api.is_some_and(|rest| rest.starts_with('/')) {
        open(refusal.headers_mut());
    }
}

fn reads(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

fn open(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}

/// Whether it is a preflight for GET or HEAD.
fn asks_to_read(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCESS_CONTROL_REQUEST_METHOD)
        .is_some_and(|method| method == "GET" || method == "HEAD")
}
