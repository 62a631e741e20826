//! Listings, comparisons and judged files as JSON. Offsets, sizes and bit numbers are integers.

use super::compare::{Comparison, Difference, Entry};
use super::finding::Finding;
use super::identify::{Candidate, IdentifiedLayouts};
use super::judge::{Group, JudgedDefinition, JudgedFile};
use crate::arch::Arch;
use crate::decode::listing::Listing;
use crate::point::Point;
use crate::release::Version;
use crate::units::ByteSize;
use crate::wire::answers::answers;

/// The `kind` of an answer about a layout.
pub const KIND: &str = "listing";

answers! {
    /// The comparison of a posted layout with the requested one.
    pub struct ListingAnswer(listing: &Listing, comparison: &Comparison, fits: Vec<Point>) {
        /// `listing`: the input is a layout, not bytes.
        pub kind: &'static str as "crate::wire::words::KindOfListing" = KIND,
        /// The layout as it was read.
        pub listing: Listing = listing.clone(),
        /// The comparison with the requested layout.
        pub comparison: ListingComparison = ListingComparison::new(comparison),
        /// The points at which the structure's layout agrees with the listing.
        pub fits: Vec<Point> = fits,
    }

    /// The comparison of a listing with a layout.
    pub struct ListingComparison(comparison: &Comparison) with {
        let entries = comparison.entries.iter();
    } {
        pub structure: String = comparison.structure.to_string(),
        pub version: Version = comparison.point.version,
        pub arch: Arch = comparison.point.arch,
        /// Whether the listing agrees with the layout in everything that both state.
        pub agrees: bool = comparison.agrees(),
        /// The result in one sentence.
        pub verdict: String = comparison.verdict(),
        /// Both sizes, if they differ.
        pub size: Option<ListedAndOurs> = comparison.size.map(ListedAndOurs::new),
        /// Both sizes of pointers, if they differ.
        pub pointer: Option<ListedAndOurs> = comparison.pointer.map(ListedAndOurs::new),
        /// An entry for each member, in the order of the layout; then the members that only the listing has.
        pub entries: Vec<ComparedMember> =
            entries.map(|entry| ComparedMember::new(entry, comparison.partial)).collect(),
    }

    /// Two numbers of bytes.
    pub struct ListedAndOurs(sizes: (ByteSize, ByteSize)) {
        /// The number in the listing.
        pub listed: u32 = sizes.0.get(),
        /// The number in Strata's layout.
        pub ours: u32 = sizes.1.get(),
    }

    /// The comparison of one member.
    pub struct ComparedMember(entry: &Entry, partial: bool) {
        /// The path of the member.
        pub path: String = entry.path.to_string(),
        /// The id of the row; null if the member is only in the listing.
        pub row: Option<String> = entry.row.as_ref().map(ToString::to_string),
        /// The line of the listing; null if the member is not in it.
        pub line: Option<usize> = entry.line,
        /// Whether the listing agrees with the layout about this member.
        pub agrees: bool = entry.agrees(partial),
        pub differences: Vec<Difference> = entry.differences.clone(),
    }

    /// The layouts that agree with a posted layout, ranked.
    pub struct IdentifiedListing(judged: &IdentifiedLayouts, listing: &Listing) with {
        let candidates = judged.candidates.iter();
    } {
        /// `listing`: the input is a layout, not bytes.
        pub kind: &'static str as "crate::wire::words::KindOfListing" = KIND,
        /// The layout as it was read.
        pub listing: Listing = listing.clone(),
        /// The points that the listing agrees with, in words.
        pub summary: String = judged.summary(),
        /// The candidates, those that agree first. Points with equal comparisons are one candidate.
        pub candidates: Vec<ListingFit> = candidates.map(|it| ListingFit::new(it, listing.partial)).collect(),
    }

    /// Points with equal comparisons.
    pub struct ListingFit(candidate: &Candidate, partial: bool) with {
        let comparison = &candidate.comparison;
        let differences = candidate.differences();
    } {
        /// The rank, from 1; equally good candidates share it.
        pub rank: usize = candidate.rank,
        pub structure: String = comparison.structure.to_string(),
        pub arch: Arch = comparison.point.arch,
        /// The releases and builds.
        pub versions: Vec<Version> = candidate.points.iter().map(|point| point.version).collect(),
        /// The size of the structure in bytes.
        pub size: u32 = candidate.size.get(),
        /// Whether the listing agrees with the layout.
        pub agrees: bool = comparison.agrees(),
        /// The comparison at the first of the versions, in one sentence.
        pub verdict: String = comparison.verdict(),
        /// The number of differing members; the size and the size of pointers count as one each.
        pub differing: usize = comparison.count(),
        /// The first of the differing members.
        pub differences: Vec<ComparedMember> = differences.map(|it| ComparedMember::new(it, partial)).collect(),
    }

    pub struct JudgedFileDto(judged: &JudgedFile) {
        /// `c`, `isf`, `dt` or `dx`.
        pub kind: &'static str = judged.kind.as_str().trim_start_matches("windbg-"),
        /// Whether the file agrees with Strata and with itself, and every definition that Strata knows was judged.
        pub agrees: bool = judged.agrees(),
        /// Definitions that were judged at the same points.
        pub groups: Vec<JudgedGroupDto> = judged.groups.iter().map(JudgedGroupDto::new).collect(),
        /// The names of definitions that Strata does not know.
        pub unknown: Vec<String> = judged.unknown.clone(),
        pub findings: Vec<FindingDto> = judged.findings.iter().map(FindingDto::new).collect(),
        /// The number of findings that were left out.
        pub unsaid: usize = judged.omitted,
    }

    pub struct JudgedGroupDto(group: &Group) {
        /// `asked`, `stated`, `release` (of the build that the file states), `found` or `nearest`.
        pub how: &'static str = group.how.as_str(),
        pub points: Vec<Point> = group.points.clone(),
        pub definitions: Vec<JudgedDefinitionDto> = group.definitions.iter().map(JudgedDefinitionDto::new).collect(),
    }

    pub struct JudgedDefinitionDto(held: &JudgedDefinition) {
        /// The name in Strata's data.
        pub name: String = held.name.clone(),
        /// `structure` or `type`.
        pub of: &'static str = if held.is_structure { "structure" } else { "type" },
        /// The line of the definition.
        pub line: usize = held.line,
        /// The source of what Strata knows at this point, or null.
        pub source: Option<String> = held.source.clone(),
        /// Whether the definition agrees with Strata; null if Strata does not know it at this point.
        pub agrees: Option<bool> = held.agrees,
        pub differing: usize = held.differing,
        /// The points at which the definition agrees, if not at this one.
        pub fits: Vec<Point> = held.fits.clone(),
        /// The comparison member by member, or null.
        pub comparison: Option<ListingComparison> = held.comparison.as_ref().map(ListingComparison::new),
        pub findings: Vec<FindingDto> = held.findings.iter().map(FindingDto::new).collect(),
    }

    pub struct FindingDto(finding: &Finding) {
        pub code: &'static str = finding.code.as_str(),
        /// Whether something is wrong; otherwise, a part was not judged.
        pub disagrees: bool = finding.code.is_disagreement(),
        /// The number of the line, or null.
        pub line: Option<usize> = finding.line,
        pub message: String = finding.message.clone(),
        /// The number of following members with the same finding.
        pub following: usize = finding.following,
        /// The sources that disagree, and other help.
        pub help: Vec<String> = finding.help.clone(),
    }
}
