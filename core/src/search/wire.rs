//! Search results as the JSON of the API.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Hit, SearchResults, Subject};
use crate::history::Run;
use crate::units::BitRange;

/// A page of search results.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchAnswer {
    /// The hits of this page, the best first.
    pub items: Vec<HitDto>,
    /// The number of hits on all pages.
    pub total: usize,
    /// The cursor of the next page; null on the last page.
    pub next: Option<String>,
    /// The words of the query that were ignored: filler words, and words without a match.
    pub ignored: Vec<String>,
}

/// A search result.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hit")]
pub struct HitDto {
    #[schemars(with = "crate::wire::words::SubjectKind")]
    pub kind: &'static str,
    #[schemars(with = "crate::wire::words::Why")]
    pub why: &'static str,
    /// The name, or the declaration of a member without a name.
    pub title: String,
    /// A description in one line: a declaration, a summary.
    pub detail: String,
    /// The structure that was found, or that contains the hit.
    pub structure: Option<String>,
    /// The row of the member or bit field.
    pub row: Option<String>,
    /// The path of what was found inside the member, at `point`: `Links.Blink`. Null if the hit is the member itself.
    pub path: Option<String>,
    /// A point at which the hit can be viewed; null if there is none.
    #[schemars(with = "Option<crate::wire::words::Point>")]
    pub point: Option<String>,
    /// The places of the member, or of `path`, at the requested points.
    pub places: Vec<PlaceDto>,
}

/// Consecutive points of one architecture at which a member has the same place.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlaceRun")]
pub struct PlaceDto {
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: &'static str,
    #[schemars(with = "crate::wire::words::Version")]
    pub first: String,
    #[schemars(with = "crate::wire::words::Version")]
    pub last: String,
    /// In bytes from the start of the structure.
    pub offset: u32,
    /// In bytes; null for a bit field.
    pub size: Option<u32>,
    /// The lowest bit within the integer at `offset`; null if the member is not a bit field.
    pub bit: Option<u8>,
    /// The number of bits; null if the member is not a bit field.
    pub width: Option<u8>,
}

/// A page of hits, and the cursor of the next one.
pub fn to_wire(found: &SearchResults, next: Option<String>) -> SearchAnswer {
    SearchAnswer {
        items: found.hits.iter().map(hit).collect(),
        total: found.total,
        next,
        ignored: found.ignored.clone(),
    }
}

pub fn hit(hit: &Hit) -> HitDto {
    let (structure, row) = match &hit.subject {
        Subject::Structure(name) | Subject::Gap { structure: name } => (Some(name), None),
        Subject::Member { structure, row } => (Some(structure), Some(row)),
        Subject::Type(_) | Subject::Version(_) => (None, None),
    };
    HitDto {
        kind: hit.subject.kind(),
        why: hit.why.as_str(),
        title: hit.title.clone(),
        detail: hit.detail.clone(),
        structure: structure.map(ToString::to_string),
        row: row.map(ToString::to_string),
        path: hit.path.clone(),
        point: hit.point.map(|point| point.to_string()),
        places: hit.runs.iter().map(place).collect(),
    }
}

/// A run of points as JSON.
pub fn place(run: &Run) -> PlaceDto {
    PlaceDto {
        arch: run.first.arch.as_str(),
        first: run.first.version.to_string(),
        last: run.last.version.to_string(),
        offset: run.offset.get(),
        size: run.bits.is_none().then_some(run.size.get()),
        bit: run.bits.map(BitRange::bit),
        width: run.bits.map(BitRange::width),
    }
}

impl Subject {
    pub const KINDS: [&'static str; 5] = ["structure", "member", "gap", "type", "version"];

    /// The kind of the subject as a word.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Structure(_) => "structure",
            Self::Member { .. } => "member",
            Self::Gap { .. } => "gap",
            Self::Type(_) => "type",
            Self::Version(_) => "version",
        }
    }
}
