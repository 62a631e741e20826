//! The errors of requests, in the format of RFC 9457 (`application/problem+json`), and the one function that turns an error
//! into an answer.
//!
//! There are two messages: the client gets the `detail` of the problem, the log gets the cause of an internal error.

mod resolved;

use std::fmt;

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use strata_core::lookup::{Missing, Reason, Suggestion};
use strata_core::wire::words;
use strata_frontend::route::Route;
use thiserror::Error;

use crate::cache_policy::CachePolicy;

pub use resolved::{KnownKernel, NearImage, ResolvedAnswer};

/// The reason why a request gets no data.
#[derive(Clone, Debug, Error)]
pub enum Error {
    #[error("{0}")]
    Malformed(String),
    #[error(
        "there is no valid token: send `Bearer` and a token of this server, or leave the Authorization header out to read the \
         built-in data"
    )]
    Unauthorized {
        /// Whether a browser asks for a token as the password of HTTP Basic.
        is_basic: bool,
    },
    #[error("{}", .0.detail)]
    NotFound(Details),
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
    #[error("too many requests from this address: try again in {seconds} s, and then less often")]
    TooMany { seconds: u64 },
    #[error("the server is busy: its limit `{limit}` is reached; try again in {seconds} s")]
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

impl Error {
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::suggesting(detail, Vec::new())
    }

    /// A resource that does not exist, with alternatives.
    pub fn suggesting(detail: impl Into<String>, suggestions: Vec<String>) -> Self {
        Self::NotFound(Details {
            detail: detail.into(),
            suggestions,
            ..Details::default()
        })
    }

    /// An invalid parameter.
    pub fn parameter(name: &str, expected: impl fmt::Display) -> Self {
        Self::Malformed(format!("`{name}`: expected {expected}"))
    }

    pub const fn kind(&self) -> Kind {
        match self {
            Self::Malformed(_) => Kind::MALFORMED,
            Self::Unauthorized { .. } => Kind::UNAUTHORIZED,
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

    pub fn problem(&self) -> Problem {
        let kind = self.kind();
        Problem {
            kind: format!("{}#problem-{}", Route::About, kind.fragment),
            title: kind.title,
            status: kind.status.as_u16(),
            details: match self {
                Self::NotFound(details) => details.clone(),
                other => Details {
                    detail: other.to_string(),
                    ..Details::default()
                },
            },
        }
    }
}

impl From<Missing> for Details {
    fn from(missing: Missing) -> Self {
        Self {
            suggestions: missing.suggestions.iter().map(Suggestion::text).collect(),
            detail: missing.detail,
            reason: Some(missing.reason.map_or("unknown", Reason::as_str)),
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
        if let Self::Unauthorized { is_basic } = self {
            headers.insert(WWW_AUTHENTICATE, BEARER);
            if is_basic {
                headers.append(WWW_AUTHENTICATE, BASIC);
            }
        }
        if let Self::TooMany { seconds } | Self::Busy { seconds, .. } | Self::Crowded { seconds } =
            self
        {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

const BEARER: HeaderValue = HeaderValue::from_static("Bearer realm=\"Strata\"");
const BASIC: HeaderValue = HeaderValue::from_static("Basic realm=\"Strata\", charset=\"UTF-8\"");

pub const PROBLEM_JSON: &str = "application/problem+json";

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem: a URL on this server that explains it.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words, equal for all problems of the kind.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    #[serde(flatten)]
    pub details: Details,
}

/// The part of a problem that is about this request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Details {
    /// What is wrong with this request.
    pub detail: String,
    /// The nearest alternatives: names, versions, points, paths. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Why there is no layout. Omitted for other problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Reason>")]
    pub reason: Option<&'static str>,
    /// What is known of a build at which nothing is stated: its release, and the nearest images. Omitted for other
    /// problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Box<ResolvedAnswer>>,
}

/// A kind of problem; there is one for each status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub status: StatusCode,
    /// A few words.
    pub title: &'static str,
    /// The fragment of its explanation on the About page.
    pub fragment: &'static str,
    /// The explanation in one sentence, for the OpenAPI document.
    pub meaning: &'static str,
}

macro_rules! kinds {
    ($($name:ident = $status:ident, $title:literal, $fragment:literal, $meaning:literal;)*) => {
        #[expect(missing_docs, reason = "each says what it means")]
        impl Kind {
            $(pub const $name: Self = Self {
                status: StatusCode::$status,
                title: $title,
                fragment: $fragment,
                meaning: $meaning,
            };)*

            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

kinds! {
    MALFORMED = BAD_REQUEST, "Bad Request", "malformed",
        "The request is malformed: a parameter is unknown, missing, given twice or invalid.";
    UNAUTHORIZED = UNAUTHORIZED, "Unauthorized", "unauthorized",
        "The `Authorization` header has no valid token. Without the header, the built-in data are readable.";
    NOT_FOUND = NOT_FOUND, "Not Found", "not-found",
        "The requested resource does not exist; `suggestions` has the nearest ones. If there is no layout at a point, \
         `reason` says why.";
    METHOD_NOT_ALLOWED = METHOD_NOT_ALLOWED, "Method Not Allowed", "method-not-allowed",
        "The resource does not support the method; `Allow` has the supported ones.";
    NOT_ACCEPTABLE = NOT_ACCEPTABLE, "Not Acceptable", "not-acceptable",
        "The resource has no format that `Accept` allows.";
    TOO_SLOW = REQUEST_TIMEOUT, "Request Timeout", "too-slow", "The body did not arrive in time.";
    TOO_LARGE = PAYLOAD_TOO_LARGE, "Content Too Large", "too-large", "The body is larger than the limit of the server.";
    URL_TOO_LONG = URI_TOO_LONG, "URI Too Long", "url-too-long", "The path with its query is longer than the limit of the server.";
    UNSUPPORTED_MEDIA_TYPE = UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type", "unsupported-media-type",
        "The operation does not read the media type of the body.";
    UNUSABLE = UNPROCESSABLE_ENTITY, "Unprocessable Content", "unusable",
        "The request is well-formed but cannot be processed: a dump without a line of bytes, an offset beyond the \
         end.";
    TOO_MANY = TOO_MANY_REQUESTS, "Too Many Requests", "too-many",
        "Too many requests from this address; `Retry-After` has the time to wait.";
    HEAD_TOO_LARGE = REQUEST_HEADER_FIELDS_TOO_LARGE, "Request Header Fields Too Large", "head-too-large",
        "The headers are larger or more numerous than the limits of the server.";
    INTERNAL = INTERNAL_SERVER_ERROR, "Internal Server Error", "internal",
        "An error of the server, which is in its log.";
    BUSY = SERVICE_UNAVAILABLE, "Service Unavailable", "busy",
        "The server already handles as many requests as its limit allows; `Retry-After` has the time to wait.";
}
