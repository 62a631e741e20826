//! The errors of requests, and the one function that turns an error into an answer.
//!
//! There are two messages: the client gets the `detail` of the problem, the log gets the cause of an internal error.

use std::fmt;

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use strata_core::lookup::{Missing, Suggestion};
use strata_frontend::route::Route;
use thiserror::Error;

use crate::api::ResolvedAnswer;
use crate::cache_policy::CachePolicy;
use crate::problem::{Kind, PROBLEM_JSON, Problem, Reason};

/// The reason why a request gets no data.
#[derive(Clone, Debug, Error)]
pub enum Error {
    #[error("{0}")]
    Malformed(String),
    #[error("{}", .0.detail)]
    NotFound(NotFound),
    #[error(
        "this resource does not support {method}; the Allow header lists the supported methods"
    )]
    MethodNotAllowed { method: String },
    #[error("this resource is available as {}", .offered.join(", "))]
    NotAcceptable { offered: Vec<String> },
    #[error("the body did not arrive within {seconds} seconds")]
    TooSlow { seconds: u64 },
    #[error(
        "the body is larger than the limit of {limit} bytes: send a part of it, or use the command line"
    )]
    TooLarge { limit: usize },
    #[error(
        "the path with its query is longer than the limit of {limit} bytes: send long input in the body of a POST"
    )]
    UrlTooLong { limit: usize },
    #[error(
        "the headers exceed the limit of {limit} bytes or {lines} lines: send fewer or shorter headers"
    )]
    HeadTooLarge { limit: usize, lines: usize },
    #[error(
        "too many requests from this address: try again in {seconds} seconds, and then less often"
    )]
    TooMany { seconds: u64 },
    #[error("the server is busy: its limit `{limit}` is reached; try again in {seconds} seconds")]
    Busy {
        /// The name of the setting or constant with the limit.
        limit: &'static str,
        seconds: u64,
    },
    #[error("the limit of open connections is reached: try again in a second or later")]
    Crowded { seconds: u64 },
    #[error("expected the body as {}", .expected.join(" or "))]
    UnsupportedMediaType { expected: Vec<String> },
    /// The request is well-formed, but cannot be processed.
    #[error("{0}")]
    Unusable(String),
    /// An error of the server. The text is for the log; the client only learns that there was an error.
    #[error("internal error of the server; its log has the cause")]
    Internal(String),
}

/// A resource that does not exist, and alternatives.
#[derive(Clone, Debug, Default)]
pub struct NotFound {
    pub detail: String,
    pub suggestions: Vec<String>,
    /// Why a structure has no layout at a point; also that its name or the point is unknown.
    pub reason: Option<Reason>,
    /// What is known of a build at which nothing is stated.
    pub resolved: Option<Box<ResolvedAnswer>>,
}

impl Error {
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::NotFound(NotFound {
            detail: detail.into(),
            ..NotFound::default()
        })
    }

    /// An invalid parameter.
    pub fn parameter(name: &str, expected: impl fmt::Display) -> Self {
        Self::Malformed(format!("`{name}` is {expected}"))
    }

    pub const fn kind(&self) -> Kind {
        match self {
            Self::Malformed(_) => Kind::MALFORMED,
            Self::NotFound(_) => Kind::NOT_FOUND,
            Self::MethodNotAllowed { .. } => Kind::METHOD_NOT_ALLOWED,
            Self::NotAcceptable { .. } => Kind::NOT_ACCEPTABLE,
            Self::TooSlow { .. } => Kind::TOO_SLOW,
            Self::TooLarge { .. } => Kind::TOO_LARGE,
            Self::UrlTooLong { .. } => Kind::URL_TOO_LONG,
            Self::HeadTooLarge { .. } => Kind::HEAD_TOO_LARGE,
            Self::TooMany { .. } => Kind::TOO_MANY,
            Self::Busy { .. } | Self::Crowded { .. } => Kind::BUSY,
            Self::UnsupportedMediaType { .. } => Kind::UNSUPPORTED_MEDIA_TYPE,
            Self::Unusable(_) => Kind::UNUSABLE,
            Self::Internal(_) => Kind::INTERNAL,
        }
    }

    pub const fn status(&self) -> StatusCode {
        self.kind().status
    }

    /// Adds `Retry-After` if the time is known.
    pub(crate) fn add_headers(&self, headers: &mut HeaderMap) {
        if let Self::TooMany { seconds } | Self::Busy { seconds, .. } | Self::Crowded { seconds } =
            self
        {
            headers.insert(RETRY_AFTER, HeaderValue::from(*seconds));
        }
    }

    pub fn problem(&self) -> Problem {
        let kind = self.kind();
        let NotFound {
            suggestions,
            reason,
            resolved,
            ..
        } = match self {
            Self::NotFound(what) => what.clone(),
            _ => NotFound::default(),
        };
        Problem {
            kind: format!("{}#problem-{}", Route::About, kind.fragment),
            title: kind.title,
            status: kind.status.as_u16(),
            detail: self.to_string(),
            suggestions,
            reason,
            resolved,
        }
    }
}

impl From<Missing> for NotFound {
    fn from(missing: Missing) -> Self {
        Self {
            suggestions: missing.suggestions.iter().map(Suggestion::text).collect(),
            detail: missing.detail,
            reason: Some(missing.reason.map_or(Reason::Unknown, Reason::from)),
            resolved: None,
        }
    }
}

impl From<Missing> for Error {
    fn from(missing: Missing) -> Self {
        Self::NotFound(missing.into())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Self::Internal(cause) = &self {
            tracing::error!(cause, "request failed");
        }
        let mut response = (self.status(), Json(self.problem())).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(CACHE_CONTROL, CachePolicy::Never.header());
        self.add_headers(headers);
        response
    }
}
