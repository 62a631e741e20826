//! `GET /robots.txt`: crawlers may read the pages, which are for people, but not the API, whose URLs are unbounded.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use strata_frontend::route::site_url;

use crate::cache_policy::CachePolicy;
use crate::media_type::TEXT;

pub(crate) const PATH: &str = "/robots.txt";

/// Disallows the API and the URLs of forms.
pub(crate) async fn robots() -> impl IntoResponse {
    let closed = ["/api/", "/search?", "/validity?", "/offsets?"];
    let closed = closed.map(|path| format!("Disallow: {}\n", site_url(path)));
    let text = format!("User-agent: *\n{}", closed.concat());
    let headers = [
        (CONTENT_TYPE, TEXT),
        (CACHE_CONTROL, CachePolicy::Revalidate.value()),
    ];
    (headers, text)
}
