//! Errors as RFC 9457 writes them: `application/problem+json`.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use strata_core::lookup;

use crate::api::ResolvedAnswer;

pub const PROBLEM_JSON: &str = "application/problem+json";

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// Which kind of problem: a URL on this server that explains it.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words; the same for every problem of the kind.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What went wrong this time.
    pub detail: String,
    /// The nearest things that are there: names, versions, points, paths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Why a structure that is known has no layout at a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// What is known of a build at which nothing is stated: its release, and the nearest images.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Box<ResolvedAnswer>>,
}

/// Why a type has no layout at a point: the source says that it is not there, names it without defining it, or does not reach that
/// point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Reason {
    /// The source says that it is not there.
    #[serde(rename = "absent")]
    Absent,
    /// A symbol file names it and does not define it.
    #[serde(rename = "declared")]
    Declared,
    /// The source does not reach that point.
    #[serde(rename = "not stated")]
    NotStated,
    /// Nothing of that name is known: no such structure, version or architecture; or several are meant alike.
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

/// A kind of problem: one for each status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub status: StatusCode,
    /// In a few words.
    pub title: &'static str,
    /// The fragment of the About page that explains it.
    pub fragment: &'static str,
    /// In a sentence, for those who read the API's description.
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
        "The request makes no sense: a parameter that is unknown, missing, given twice or not in its form.";
    NOT_FOUND = NOT_FOUND, "Not Found", "not-found",
        "What was asked for is not there; `suggestions` tells what is. Where a known structure has no layout at a known \
         point, `reason` tells why.";
    METHOD_NOT_ALLOWED = METHOD_NOT_ALLOWED, "Method Not Allowed", "method-not-allowed",
        "The resource is there, and does not do that; `Allow` tells what it does.";
    NOT_ACCEPTABLE = NOT_ACCEPTABLE, "Not Acceptable", "not-acceptable",
        "The resource comes in no format that `Accept` names.";
    TOO_SLOW = REQUEST_TIMEOUT, "Request Timeout", "too-slow", "The body did not arrive in time.";
    TOO_LARGE = PAYLOAD_TOO_LARGE, "Content Too Large", "too-large", "The body is larger than the server takes.";
    URL_TOO_LONG = URI_TOO_LONG, "URI Too Long", "url-too-long", "The path with its query is longer than the server takes.";
    UNSUPPORTED_MEDIA_TYPE = UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type", "unsupported-media-type",
        "The body is not in a format that is read here.";
    UNUSABLE = UNPROCESSABLE_ENTITY, "Unprocessable Content", "unusable",
        "The request is understood, and nothing can be done with it: a dump in which no line is bytes, an offset behind \
         the end.";
    TOO_MANY = TOO_MANY_REQUESTS, "Too Many Requests", "too-many",
        "More requests from this address than the server takes; `Retry-After` tells when the next is taken.";
    HEAD_TOO_LARGE = REQUEST_HEADER_FIELDS_TOO_LARGE, "Request Header Fields Too Large", "head-too-large",
        "The headers are larger, or more, than the server takes.";
    INTERNAL = INTERNAL_SERVER_ERROR, "Internal Server Error", "internal",
        "The server made a mistake and has written down what it was.";
    BUSY = SERVICE_UNAVAILABLE, "Service Unavailable", "busy",
        "As many requests are worked on as the server takes at once; `Retry-After` tells when it is worth another try.";
}
