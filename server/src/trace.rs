//! The log of requests: id, client, method, path, status, duration. Never a body, never another header.

use std::fmt::Display;
use std::time::Duration;

use axum::extract::MatchedPath;
use axum::http::{HeaderValue, Request};
use axum::response::Response;
use strata_frontend::route::{Choice, Route};
use tracing::Span;

pub(crate) fn span<B>(request: &Request<B>, id: &HeaderValue, client: impl Display) -> Span {
    tracing::info_span!(
        "request",
        id = id.to_str().unwrap_or_default(),
        %client,
        method = %request.method(),
        path = request.uri().path(),
        token = tracing::field::Empty
    )
}

pub(crate) fn log_answer(response: &Response, took: Duration, span: &Span) {
    let status = response.status().as_u16();
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(parent: span, status, micros, "answered");
}

/// The route label of a request for the metrics: its pattern.
#[derive(Clone, Debug)]
pub(crate) enum RouteLabel {
    Listed(MatchedPath),
    Page(&'static str),
}

impl RouteLabel {
    /// The label of a request after routing.
    pub(crate) fn of_request<B>(request: &Request<B>) -> Self {
        match request.extensions().get::<MatchedPath>() {
            Some(path) => Self::Listed(path.clone()),
            None => Self::Page(page(request.uri().path())),
        }
    }

    /// The label that the routes put into the answer.
    pub(crate) fn of(response: &Response) -> Self {
        let left = response.extensions().get::<Self>();
        left.cloned().unwrap_or(Self::Page("refused"))
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Listed(path) => path.as_str(),
            Self::Page(pattern) => pattern,
        }
    }
}

fn page(path: &str) -> &'static str {
    let route = path.parse::<Route>().ok();
    match route.as_ref().and_then(Route::entry) {
        Some(entry) => entry.pattern,
        None => path.parse::<Choice>().map_or("nothing", |_| "choice"),
    }
}
