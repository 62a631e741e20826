//! What was found, as the API writes it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Found, Hit, Subject};
use crate::history::Run;
use crate::units::BitRange;

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchAnswer {
    /// The best hits, the best first.
    pub items: Vec<HitDto>,
    /// How many there are in all.
    pub total: usize,
    /// The cursor of the next page; null on the last one.
    pub next: Option<String>,
    /// The words that were left out, because they say nothing or nothing has them.
    pub ignored: Vec<String>,
}

/// Something found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hit")]
pub struct HitDto {
    /// What sort of thing it is.
    #[schemars(with = "crate::wire::words::SubjectKind")]
    pub kind: &'static str,
    /// Why it was found.
    #[schemars(with = "crate::wire::words::Why")]
    pub why: &'static str,
    /// What to call it: a name, or the source's words for a member without one.
    pub title: String,
    /// What else there is to say of it, in a line: a declaration, a summary.
    pub detail: String,
    /// The structure that it is, or is part of.
    pub structure: Option<String>,
    /// The row of the member or bit field.
    pub row: Option<String>,
    /// What inside the member lies at the offset that was asked for, at that point: `Links.Blink`; null where it is the member.
    pub path: Option<String>,
    /// A point at which to look at it, where there is one.
    #[schemars(with = "Option<crate::wire::words::Point>")]
    pub point: Option<String>,
    /// Where it is, or what `path` names, and when: those places that were asked for.
    pub places: Vec<PlaceDto>,
}

/// Neighbouring points of one architecture at which something is in one place.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlaceRun")]
pub struct PlaceDto {
    /// The architecture.
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: &'static str,
    /// The first version.
    #[schemars(with = "crate::wire::words::Version")]
    pub first: String,
    /// The last version.
    #[schemars(with = "crate::wire::words::Version")]
    pub last: String,
    /// Where it begins, in bytes from the start of the structure.
    pub offset: u32,
    /// How many bytes it has; null for a bit field.
    pub size: Option<u32>,
    /// The lowest of its bits in the integer at `offset`; null for what is no bit field.
    pub bit: Option<u8>,
    /// How many bits it has; null for what is no bit field.
    pub width: Option<u8>,
}

/// A page of hits, and the cursor of the next one.
pub fn to_wire(found: &Found, next: Option<String>) -> SearchAnswer {
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

/// A run of points, as the API writes it.
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

    /// The kind of the subject, as a word.
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
