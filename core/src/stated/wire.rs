//! Listings, comparisons and judged files as JSON. Offsets, sizes and bit numbers are integers.

use schemars::JsonSchema;
use serde::Serialize;

use super::compare::{Comparison, Difference, Entry, NameCertainty};
use super::finding::Finding;
use super::judge::{Group, JudgedDefinition, JudgedFile};
use crate::decode::listing::{Listing, ListingMember};
use crate::point::Point;
use crate::units::{BitRange, ByteSize};

/// The `kind` of an answer about a layout.
pub const KIND: &str = "listing";

/// The comparison of a posted layout with the requested one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListingAnswer {
    /// `listing`: the input is a layout, not bytes.
    #[schemars(with = "crate::wire::words::KindOfListing")]
    pub kind: &'static str,
    /// The layout as it was read.
    pub listing: WireListing,
    /// The comparison with the requested layout.
    pub comparison: ListingComparison,
    /// The points at which the structure's layout agrees with the listing.
    #[schemars(with = "Vec<crate::wire::words::Point>")]
    pub fits: Vec<String>,
}

/// A layout as a debugger printed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Listing")]
pub struct WireListing {
    #[schemars(with = "crate::wire::words::Tool")]
    pub tool: &'static str,
    /// The name of the type; null if the text has none.
    pub name: Option<String>,
    /// The size of the type in bytes; null if the text does not state it.
    pub size: Option<u32>,
    /// The size of pointers in bytes; null if unknown.
    pub pointer: Option<u32>,
    /// Whether the text says that it leaves members out.
    pub partial: bool,
    pub members: Vec<ListedMember>,
    /// The lines that were not understood.
    pub skipped_lines: Vec<SkippedListingLine>,
}

/// A member as a debugger printed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedMember {
    /// The number of the line, from 1.
    pub line: usize,
    pub name: String,
    /// In bytes from the start of the structure that contains the member.
    pub offset: u32,
    /// The bits; null if the member is not a bit field.
    pub bits: Option<WireBits>,
    /// The type in C; null if the text does not state it.
    pub r#type: Option<String>,
    /// The text after the name.
    pub text: String,
    /// The members of the nested type.
    pub members: Vec<ListedMember>,
}

/// Bits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BitRange")]
pub struct WireBits {
    /// The lowest bit.
    pub bit: u8,
    /// The number of bits.
    pub width: u8,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SkippedListingLine {
    /// The number of the line, from 1.
    pub line: usize,
    pub reason: String,
    /// The line, possibly shortened.
    pub text: String,
}

/// The comparison of a listing with a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListingComparison {
    pub structure: String,
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// Whether the listing agrees with the layout in everything that both state.
    pub agrees: bool,
    /// The result in one sentence.
    pub verdict: String,
    /// Both sizes, if they differ.
    pub size: Option<ListedAndOurs>,
    /// Both sizes of pointers, if they differ.
    pub pointer: Option<ListedAndOurs>,
    /// An entry for each member, in the order of the layout; then the members that only the listing has.
    pub entries: Vec<ComparedMember>,
}

/// Two numbers of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedAndOurs {
    /// The number in the listing.
    pub listed: u32,
    /// The number in Strata's layout.
    pub ours: u32,
}

/// The comparison of one member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedMember {
    /// The path of the member.
    pub path: String,
    /// The id of the row; null if the member is only in the listing.
    pub row: Option<String>,
    /// The line of the listing; null if the member is not in it.
    pub line: Option<usize>,
    /// Whether the listing agrees with the layout about this member.
    pub agrees: bool,
    pub differences: Vec<ListingDifference>,
}

/// How a member of the listing differs from the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are those of `Difference`")]
pub enum ListingDifference {
    /// The member is not in the listing.
    NotListed,
    /// The member is only in the listing. `shared` if its bytes belong to a member that agrees, or to no known member.
    OnlyListed {
        offset: u32,
        text: String,
        shared: bool,
    },
    /// The member has another offset.
    Moved { listed: u32, ours: u32 },
    /// The member has another type.
    Retyped { listed: String, ours: String },
    /// The member has other bits; null if it is not a bit field.
    Bits {
        listed: Option<WireBits>,
        ours: Option<WireBits>,
    },
    /// The member has another name; `certain` if the source has its name from the structure itself.
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

/// The recursion is bounded by the depth of the listing.
fn listed(member: &ListingMember) -> ListedMember {
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
            certain: *ours == NameCertainty::Surely,
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
    /// Whether the file agrees with Strata and with itself, and every definition that Strata knows was judged.
    pub agrees: bool,
    /// Definitions that were judged at the same points.
    pub groups: Vec<WireGroup>,
    /// The names of definitions that Strata does not know.
    pub unknown: Vec<String>,
    pub findings: Vec<WireFinding>,
    /// The number of findings that were left out.
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
    /// The line of the definition.
    pub line: usize,
    /// The source of what Strata knows at this point, or null.
    pub source: Option<String>,
    /// Whether the definition agrees with Strata; null if Strata does not know it at this point.
    pub agrees: Option<bool>,
    pub differing: usize,
    /// The points at which the definition agrees, if not at this one.
    pub fits: Vec<String>,
    /// The comparison member by member, or null.
    pub comparison: Option<ListingComparison>,
    pub findings: Vec<WireFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireFinding {
    pub code: &'static str,
    /// Whether something is wrong; otherwise, a part was not judged.
    pub disagrees: bool,
    /// The number of the line, or null.
    pub line: Option<usize>,
    pub message: String,
    /// The number of following members with the same finding.
    pub following: usize,
    /// The sources that disagree, and other help.
    pub help: Vec<String>,
}

pub fn to_wire(judged: &JudgedFile) -> WireJudged {
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
