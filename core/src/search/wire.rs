//! Search results as the JSON of the API.

use super::{Hit, Query, SearchResults, Subject, Why};
use crate::arch::Arch;
use crate::history::Run;
use crate::point::Point;
use crate::release::Version;
use crate::units::BitRange;
use crate::wire::answers::answers;

answers! {
    /// A page of search results.
    pub struct SearchAnswer(query: &Query, found: &SearchResults, next: Option<String>) {
        /// The hits of this page, the best first.
        pub items: Vec<HitDto> = found.hits.iter().map(HitDto::new).collect(),
        /// The number of hits on all pages.
        pub total: usize = found.total,
        /// The cursor of the next page; null on the last page.
        pub next: Option<String> = next,
        /// The words of the query that were ignored: filler words, and words without a match.
        pub ignored: Vec<String> = found.ignored.clone(),
        /// The offsets and sizes in the query as they were read: `offset 0x2e0, x64`; null if there are none.
        pub read_as: Option<String> = query.offset_in_words(),
    }

    /// A search result.
    #[schemars(rename = "Hit")]
    pub struct HitDto(hit: &Hit) with {
        let (structure, row) = match &hit.subject {
            Subject::Structure(name) | Subject::Gap { structure: name } => (Some(name), None),
            Subject::Member { structure, row } => (Some(structure), Some(row)),
            Subject::Type(_) | Subject::Version(_) | Subject::Symbol(_) => (None, None),
        };
    } {
        pub kind: &'static str as "crate::wire::words::SubjectKind" = hit.subject.kind(),
        pub why: Why = hit.why,
        /// The name, or the declaration of a member without a name.
        pub title: String = hit.title.clone(),
        /// A description in one line: a declaration, a summary.
        pub detail: String = hit.detail.clone(),
        /// The structure that was found, or that contains the hit.
        pub structure: Option<String> = structure.map(ToString::to_string),
        /// The row of the member or bit field.
        pub row: Option<String> = row.map(ToString::to_string),
        /// The path of what was found inside the member, at `point`: `Links.Blink`. Null if the hit is the member itself.
        pub path: Option<String> = hit.path.clone(),
        /// A point at which the hit can be viewed; null if there is none.
        pub point: Option<Point> = hit.point,
        /// The places of the member, or of `path`, at the requested points.
        pub places: Vec<PlaceDto> = hit.runs.iter().map(PlaceDto::new).collect(),
    }

    /// Consecutive points of one architecture at which a member has the same place.
    #[schemars(rename = "PlaceRun")]
    pub struct PlaceDto(run: &Run) {
        pub arch: Arch = run.first.arch,
        pub first: Version = run.first.version,
        pub last: Version = run.last.version,
        /// In bytes from the start of the structure.
        pub offset: u32 = run.offset.get(),
        /// In bytes; null for a bit field.
        pub size: Option<u32> = run.bits.is_none().then_some(run.size.get()),
        /// The lowest bit within the integer at `offset`; null if the member is not a bit field.
        pub bit: Option<u8> = run.bits.map(BitRange::bit),
        /// The number of bits; null if the member is not a bit field.
        pub width: Option<u8> = run.bits.map(BitRange::width),
    }
}

impl Subject {
    pub const KINDS: [&'static str; 6] =
        ["structure", "member", "gap", "type", "version", "symbol"];

    /// The kind of the subject as a word.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Structure(_) => "structure",
            Self::Member { .. } => "member",
            Self::Gap { .. } => "gap",
            Self::Type(_) => "type",
            Self::Version(_) => "version",
            Self::Symbol(_) => "symbol",
        }
    }
}
