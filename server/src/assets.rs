//! The handlers of the files that pages load: the site's assets, the data bundles, `favicon.ico` and `robots.txt`.

use std::sync::Arc;

use axum::extract::{Path as FileName, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use strata_frontend::route::{Asset, BundleUrl, site_url};

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::Path;
use crate::media_type::TEXT;

/// `GET /pkg-…/{file}`.
pub(crate) async fn site_file(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let file = app.site().file(&name);
    let file = file.ok_or_else(|| Error::not_found("the site has no such file"))?;
    Ok(file.respond(&method, &headers))
}

/// `GET /favicon.ico`, for clients that have not read a page. Browsers use the media type, not the name.
pub(crate) async fn favicon(
    State(app): State<Arc<App>>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let file = app.site().file(Asset::Icon.as_str());
    let file = file.ok_or_else(|| Error::not_found("the site's files were not built"))?;
    let mut response = file.respond(&method, &headers);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, CachePolicy::Day.header());
    Ok(response)
}

pub(crate) const ROBOTS: &str = "/robots.txt";

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

fn not_these() -> Error {
    Error::not_found("these are not the data of this server; reload the page")
}

/// Answers with all data, current or earlier; 404 for any other hash.
pub(crate) async fn bundle(
    State(app): State<Arc<App>>,
    FileName(file): FileName<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let hash = BundleUrl::read_file(&file).ok_or_else(not_these)?;
    let bundle = app.bundle_of(hash).ok_or_else(not_these)?;
    Ok(bundle.everything()?.respond(&method, &headers))
}

/// Answers with the bundle of one type.
pub(crate) async fn bundle_of_type(
    State(app): State<Arc<App>>,
    Path((hash, name)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let bundle = app.bundle_of(&hash).ok_or_else(not_these)?;
    let structure = bundle.dataset().structure(&name);
    let structure = structure.ok_or_else(|| Error::not_found("there is no such type"))?;
    let url = bundle.url().of_type(&structure.name).path();
    let answer = app.answers.get_or_render(&url, || {
        bundle.of_structure(structure).map_err(Error::Internal)
    })?;
    Ok(answer.respond(&method, &headers))
}
