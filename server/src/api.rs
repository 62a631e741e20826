//! The REST API: its routes and nothing else. Handlers live in files below, one per resource, and extract, call core,
//! convert.

use std::sync::Arc;

use axum::Router;
use axum::http::Uri;

use crate::app::App;
use crate::error::Error;

/// Everything under `/api/v1`. Handlers return `Result<Response, Error>`.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().fallback(nothing)
}

/// Any path of the API that is no resource.
pub(crate) async fn nothing(uri: Uri) -> Error {
    Error::not_found(format!("the API has no resource `{}`", uri.path()))
}
