//! From a request that reads to an answer: JSON, computed once and kept under its canonical URL.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use serde::Serialize;

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::Query;
use crate::media_type::JSON;
use crate::negotiate;
use crate::representation::Representation;

/// A request that reads: of which data, with which parameters, and how it wants to be answered.
pub(super) struct Call {
    pub(super) app: Arc<App>,
    pub(super) query: Query,
    pub(super) asked: Asked,
}

/// What a request says about how it wants to be answered.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) method: Method,
    pub(super) headers: HeaderMap,
}

impl Asked {
    /// The answer that is due of what there is.
    pub(super) fn answered(&self, answer: &Representation) -> Response {
        answer.respond(&self.method, &self.headers)
    }
}

impl FromRequestParts<Arc<App>> for Call {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        Ok(Self {
            app: Arc::clone(app),
            query: Query::from_request_parts(parts, app).await?,
            asked: Asked {
                method: parts.method.clone(),
                headers: parts.headers.clone(),
            },
        })
    }
}

/// Answers with the value that `make` makes, or with what it made before for the same URL.
pub(super) fn kept<T: Serialize>(
    app: &App,
    asked: &Asked,
    url: &str,
    make: impl FnOnce() -> T,
) -> Result<Response, Error> {
    acceptable(&asked.headers)?;
    let answer = app
        .answers()
        .get_or_render(url, || representation(&make(), url))?;
    Ok(asked.answered(&answer))
}

/// Answers with a list: with all of it, which is kept, or with what the text of a query narrows it down to.
pub(super) fn list<T: Serialize>(
    app: &App,
    asked: &Asked,
    (url, query): (&str, Option<String>),
    make: impl FnOnce() -> T,
) -> Result<Response, Error> {
    match query {
        None => kept(app, asked, url, make),
        Some(query) => fleeting(asked, &format!("{url}?{query}"), &make()),
    }
}

/// Answers with a value that is not kept, for there is no end of the URLs that ask for such.
pub(super) fn fleeting<T: Serialize>(
    asked: &Asked,
    url: &str,
    value: &T,
) -> Result<Response, Error> {
    acceptable(&asked.headers)?;
    Ok(asked.answered(&representation(value, url)?))
}

/// A value as JSON.
pub(super) fn representation<T: Serialize>(value: &T, url: &str) -> Result<Representation, Error> {
    let bytes = to_json(value)?;
    let representation = Representation::new(JSON, CachePolicy::Revalidate, bytes);
    Ok(representation.with_content_location(url))
}

/// A value as JSON, uncoded.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|error| Error::Internal(error.to_string()))
}

/// Refuses a client that takes no JSON.
pub(super) fn acceptable(headers: &HeaderMap) -> Result<(), Error> {
    negotiate::media_type(headers, &[JSON]).map(|_| ())
}
