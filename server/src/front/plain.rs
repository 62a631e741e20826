//! A refusal as a page: for browsers, which would show a problem as it is written. No file is needed to read it.

use axum::http::Request;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::cache_policy::CachePolicy;
use crate::error::Error;

/// Whether somebody reads the answer in a browser: it wants HTML, and not of the API.
pub(super) fn is_wanted<B>(request: &Request<B>) -> bool {
    let path = request.uri().path();
    let wants =
        |value: &axum::http::HeaderValue| value.to_str().is_ok_and(|it| it.contains("text/html"));
    path != "/api"
        && !path.starts_with("/api/")
        && request.headers().get_all(ACCEPT).iter().any(wants)
}

pub(super) fn page(error: &Error) -> Response {
    let title = error.kind().title;
    let what = error.to_string();
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} · Strata</title>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n<p>{what}</p>\n</main>\n</body>\n</html>\n"
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, CachePolicy::Never.value()),
    ];
    let mut response = (error.status(), headers, html).into_response();
    error.add_headers(response.headers_mut());
    response
}
