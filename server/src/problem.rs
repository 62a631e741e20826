//! Errors in the format of RFC 9457: `application/problem+json`.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use strata_core::lookup;

use crate::api::ResolvedAnswer;

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
    /// What is wrong with this request.
    pub detail: String,
    /// The nearest alternatives: names, versions, points, paths. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Why there is no layout. Omitted for other problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// What is known of a build at which nothing is stated: its release, and the nearest images. Omitted for other
    /// problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Box<ResolvedAnswer>>,
}

/// Why a type has no layout at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Reason {
    /// The source says that the type does not exist at this point.
    #[serde(rename = "absent")]
    Absent,
    /// A symbol file names the type without defining it.
    #[serde(rename = "declared")]
    Declared,
    /// No source covers this point.
    #[serde(rename = "not stated")]
    NotStated,
    /// The structure, version or architecture is unknown, or ambiguous.
    #[serde(rename = "unknown")]
    Unknown,
}

impl From<lookup::Reason> for Reason {
    fn from(reason: lookup::Reason) -> Self {
        match reason {
            lookup::Reason::Absent => Self::Absent,
            lookup::Reason::Declared => Self::Declared,
            lookup::Reason::NotStated => Self::NotStated,
        }
    }
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
