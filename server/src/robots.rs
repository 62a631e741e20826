//! `GET /robots.txt`: what crawlers may read. Pages, for they are for people; not the API, which has an end for nobody.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use strata_frontend::route::located;

use crate::cache_policy::CachePolicy;
use crate::media_type::TEXT;

pub(crate) const PATH: &str = "/robots.txt";

/// Everything but the API and what forms ask for.
pub(crate) async fn robots() -> impl IntoResponse {
    let closed = ["/api/", "/search?", "/validity?", "/offsets?"];
    let closed = closed.map(|path| format!("Disallow: {}\n", located(path)));
    let text = format!("User-agent: *\n{}", closed.concat());
    let headers = [
        (CONTENT_TYPE, TEXT),
        (CACHE_CONTROL, CachePolicy::Revalidate.value()),
    ];
    (headers, text)
}
