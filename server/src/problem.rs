//! Errors as RFC 9457 writes them: `application/problem+json`.

use serde::Serialize;

/// The media type.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// The nearest things that are there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Why a structure has no layout at a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// Why a structure has no layout at a point: two different answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Reason {
    /// The source says that it is not there.
    #[serde(rename = "absent")]
    Absent,
    /// The source does not reach that point.
    #[serde(rename = "not stated")]
    NotStated,
}
