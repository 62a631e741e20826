//! Listings, comparisons and judged files on the wire. Offsets, sizes and bit numbers are integers.

use schemars::JsonSchema;
use serde::Serialize;

use super::compare::{Comparison, Difference, Entry, Known};
use super::finding::Finding;
use super::judge::{Group, Judged, JudgedDefinition};
use crate::decode::listing::{Listed, Listing};
use crate::point::Point;
use crate::units::{BitRange, ByteSize};

/// The `kind` of an answer about a layout.
pub const KIND: &str = "listing";

/// What a text that is a layout answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListingAnswer {
    /// That the text is a layout, and not bytes.
    #[schemars(with = "crate::wire::words::KindOfListing")]
    pub kind: &'static str,
    /// What was read.
    pub listing: WireListing,
    /// How it compares with the layout that was asked for.
    pub comparison: ListingComparison,
    /// The points, as `6.1/x64`, at which the structure's layout agrees with it.
    #[schemars(with = "Vec<crate::wire::words::Point>")]
    pub fits: Vec<String>,
}

/// A layout as a debugger printed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Listing")]
pub struct WireListing {
    /// What printed it.
    #[schemars(with = "crate::wire::words::Tool")]
    pub tool: &'static str,
    /// The type's name, or null.
    pub name: Option<String>,
    /// How large the type is, or null where the text does not state it.
    pub size: Option<u32>,
    /// How wide pointers are, or null.
    pub pointer: Option<u32>,
    /// Whether the text says that it leaves members out.
    pub partial: bool,
    /// Its members.
    pub members: Vec<ListedMember>,
    /// The lines that were not understood.
    pub skipped_lines: Vec<SkippedListingLine>,
}

/// A member as a debugger printed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedMember {
    /// Its line, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// From the start of the structure that holds it.
    pub offset: u32,
    /// Which bits, or null.
    pub bits: Option<WireBits>,
    /// Its type in C, or null where the text does not tell.
    pub r#type: Option<String>,
    /// What stands behind its name.
    pub text: String,
    /// What is inside.
    pub members: Vec<ListedMember>,
}

/// Bits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BitRange")]
pub struct WireBits {
    /// The lowest.
    pub bit: u8,
    /// How many.
    pub width: u8,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SkippedListingLine {
    /// Its number, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
    /// What it says, perhaps cut.
    pub text: String,
}

/// A listing held against a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListingComparison {
    /// With which structure.
    pub structure: String,
    /// At which version.
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    /// On which architecture.
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// Whether both agree about everything that both say.
    pub agrees: bool,
    /// One sentence.
    pub verdict: String,
    /// Both sizes, where they differ.
    pub size: Option<ListedAndOurs>,
    /// Both widths of pointers, where they differ.
    pub pointer: Option<ListedAndOurs>,
    /// One entry a member, in the order of our layout, then those that are only listed.
    pub entries: Vec<ComparedMember>,
}

/// Two numbers of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedAndOurs {
    /// What the listing says.
    pub listed: u32,
    /// What we say.
    pub ours: u32,
}

/// One member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedMember {
    /// The way to it.
    pub path: String,
    /// Its row, or null.
    pub row: Option<String>,
    /// In which line it is listed, or null.
    pub line: Option<usize>,
    /// Whether both agree about it.
    pub agrees: bool,
    /// What differs.
    pub differences: Vec<ListingDifference>,
}

/// In what a member differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are those of `Difference`")]
pub enum ListingDifference {
    /// It is not in the listing.
    NotListed,
    /// It is only in the listing; `shared` where its bytes are those of a member that agrees.
    OnlyListed {
        offset: u32,
        text: String,
        shared: bool,
    },
    /// It lies elsewhere.
    Moved { listed: u32, ours: u32 },
    /// Its type is another.
    Retyped { listed: String, ours: String },
    /// It has other bits; null where it is no bit field.
    Bits {
        listed: Option<WireBits>,
        ours: Option<WireBits>,
    },
    /// It has another name; `certain` where our source has its own from the structure itself.
    Renamed { listed: String, certain: bool },
}

pub fn listing_answer(listing: &Listing, comparison: &Comparison, fits: &[Point]) -> ListingAnswer {
    ListingAnswer {
        kind: KIND,
        listing: self::listing(listing),
        comparison: compared(comparison),
        fits: fits.iter().map(ToString::to_string).collect(),
    }
}

pub(super) fn listing(listing: &Listing) -> WireListing {
    WireListing {
        tool: listing.tool.as_str(),
        name: listing.name.as_ref().map(ToString::to_string),
        size: listing.size.map(ByteSize::get),
        pointer: listing.pointer.map(ByteSize::get),
        partial: listing.partial,
        members: listing.members.iter().map(listed).collect(),
        skipped_lines: listing
            .skipped
            .iter()
            .map(|line| SkippedListingLine {
                line: line.line,
                reason: line.reason.to_string(),
                text: line.text.clone(),
            })
            .collect(),
    }
}

/// As deep as a listing is, which has a limit.
fn listed(member: &Listed) -> ListedMember {
    ListedMember {
        line: member.line,
        name: member.name.to_string(),
        offset: member.offset.get(),
        bits: member.bits.map(bits),
        r#type: member.ty.as_ref().map(ToString::to_string),
        text: member.text.clone(),
        members: member.members.iter().map(listed).collect(),
    }
}

fn compared(comparison: &Comparison) -> ListingComparison {
    let pair = |(listed, ours): (ByteSize, ByteSize)| ListedAndOurs {
        listed: listed.get(),
        ours: ours.get(),
    };
    ListingComparison {
        structure: comparison.structure.to_string(),
        version: comparison.point.version.to_string(),
        arch: comparison.point.arch.to_string(),
        agrees: comparison.agrees(),
        verdict: comparison.verdict(),
        size: comparison.size.map(pair),
        pointer: comparison.pointer.map(pair),
        entries: comparison
            .entries
            .iter()
            .map(|it| entry(it, comparison.partial))
            .collect(),
    }
}

pub(super) fn entry(entry: &Entry, partial: bool) -> ComparedMember {
    ComparedMember {
        path: entry.path.to_string(),
        row: entry.row.as_ref().map(ToString::to_string),
        line: entry.line,
        agrees: entry.agrees(partial),
        differences: entry.differences.iter().map(difference).collect(),
    }
}

fn difference(difference: &Difference) -> ListingDifference {
    match difference {
        Difference::NotListed => ListingDifference::NotListed,
        Difference::OnlyListed {
            offset,
            text,
            shared,
        } => ListingDifference::OnlyListed {
            offset: offset.get(),
            text: text.clone(),
            shared: *shared,
        },
        Difference::Moved { listed, ours } => ListingDifference::Moved {
            listed: listed.get(),
            ours: ours.get(),
        },
        Difference::Retyped { listed, ours } => ListingDifference::Retyped {
            listed: listed.clone(),
            ours: ours.clone(),
        },
        Difference::Bits { listed, ours } => ListingDifference::Bits {
            listed: listed.map(bits),
            ours: ours.map(bits),
        },
        Difference::Renamed { listed, ours } => ListingDifference::Renamed {
            listed: listed.to_string(),
            certain: *ours == Known::Surely,
        },
    }
}

fn bits(range: BitRange) -> WireBits {
    WireBits {
        bit: range.bit(),
        width: range.width(),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireJudged {
    /// `c`, `isf`, `dt` or `dx`.
    pub kind: &'static str,
    /// Whether it agrees with Strata and with itself, and all of it that is known here was judged.
    pub agrees: bool,
    /// Definitions that were judged at the same points.
    pub groups: Vec<WireGroup>,
    /// The names of definitions that are not known.
    pub unknown: Vec<String>,
    pub findings: Vec<WireFinding>,
    /// How many findings are left out.
    pub unsaid: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireGroup {
    /// `asked`, `stated`, `release` (of the build that the file states), `found` or `nearest`.
    pub how: &'static str,
    pub points: Vec<String>,
    pub definitions: Vec<WireHeld>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireHeld {
    /// The name in Strata's data.
    pub name: String,
    /// `structure` or `type`.
    pub of: &'static str,
    /// Where its definition begins.
    pub line: usize,
    /// Who says what Strata knows of it there, or null.
    pub source: Option<String>,
    /// Whether both agree about it; null where it is not known there.
    pub agrees: Option<bool>,
    pub differing: usize,
    /// Where it agrees, if it does not here.
    pub fits: Vec<String>,
    /// Member by member, or null.
    pub comparison: Option<ListingComparison>,
    pub findings: Vec<WireFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireFinding {
    pub code: &'static str,
    /// Whether something cannot be right; otherwise a part was not judged.
    pub disagrees: bool,
    /// Its line, or null.
    pub line: Option<usize>,
    pub message: String,
    /// To how many members that follow the same applies.
    pub following: usize,
    /// Who says otherwise; what else helps.
    pub help: Vec<String>,
}

pub fn to_wire(judged: &Judged) -> WireJudged {
    WireJudged {
        kind: judged.kind.as_str().trim_start_matches("windbg-"),
        agrees: judged.agrees(),
        groups: judged.groups.iter().map(group_dto).collect(),
        unknown: judged.unknown.clone(),
        findings: judged.findings.iter().map(finding_dto).collect(),
        unsaid: judged.omitted,
    }
}

fn group_dto(group: &Group) -> WireGroup {
    WireGroup {
        how: group.how.as_str(),
        points: group.points.iter().map(ToString::to_string).collect(),
        definitions: group.definitions.iter().map(held_dto).collect(),
    }
}

fn held_dto(held: &JudgedDefinition) -> WireHeld {
    WireHeld {
        name: held.name.clone(),
        of: if held.is_structure {
            "structure"
        } else {
            "type"
        },
        line: held.line,
        source: held.source.clone(),
        agrees: held.agrees,
        differing: held.differing,
        fits: held.fits.iter().map(ToString::to_string).collect(),
        comparison: held.comparison.as_ref().map(compared),
        findings: held.findings.iter().map(finding_dto).collect(),
    }
}

fn finding_dto(finding: &Finding) -> WireFinding {
    WireFinding {
        code: finding.code.as_str(),
        disagrees: finding.code.is_disagreement(),
        line: finding.line,
        message: finding.message.clone(),
        following: finding.following,
        help: finding.help.clone(),
    }
}
