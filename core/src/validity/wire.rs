//! Judged claims as the JSON of the API.

pub mod offsets;

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::place::same_type;
use super::{Claim, Claims, Judged, Judgement, Listed, StructureCache, Verdict, judge_in};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::dataset::Dataset;
use crate::point::Point;
use crate::units::{BitRange, ByteOffset};

/// The verdicts on a table of claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValidityAnswer {
    /// The claims, in the order of the table.
    pub items: Vec<ClaimDto>,
    /// The lines that contain no valid claim.
    pub refused: Vec<Refused>,
    /// The number of claims beyond the 1000 that are judged.
    pub not_judged: usize,
    /// The number of claims with each verdict, at each requested point.
    pub at: Vec<PointCounts>,
}

/// The number of claims with each verdict at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PointCounts {
    #[schemars(with = "crate::wire::words::Point")]
    pub point: String,
    /// The member has the claimed offset, and the type that it has where the claim holds.
    pub same: usize,
    /// The member has the claimed offset, but another type.
    pub same_other_type: usize,
    /// The member has another offset.
    pub moved: usize,
    /// The member has another type or size than the table states.
    pub retyped: usize,
    /// The structure or the member does not exist.
    pub absent: usize,
    /// No source states the member.
    pub not_stated: usize,
}

impl ValidityAnswer {
    /// Adds the counts at these points.
    #[must_use]
    pub fn at(mut self, points: &[Point]) -> Self {
        self.at = points.iter().map(|point| self.counts(*point)).collect();
        self
    }

    pub fn counts(&self, point: Point) -> PointCounts {
        let point = point.to_string();
        let mut counts = PointCounts::default();
        for item in &self.items {
            let mut judgements = item.points.iter();
            let here = judgements.find(|judgement| judgement.points.contains(&point));
            *match here.map_or(Verdict::NotStated.as_str(), |it| it.verdict) {
                "same" if !here.is_some_and(|it| item.holds(it)) => &mut counts.same_other_type,
                "same" => &mut counts.same,
                "moved" => &mut counts.moved,
                "retyped" => &mut counts.retyped,
                "absent" => &mut counts.absent,
                _ => &mut counts.not_stated,
            } += 1;
        }
        PointCounts { point, ..counts }
    }
}

impl fmt::Display for PointCounts {
    /// `at 2004/x64: 1 same, 1 same offset but other type, 11 moved`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: ", self.point)?;
        let counts = [
            (self.same, Verdict::Same.as_str()),
            (self.same_other_type, "same offset but other type"),
            (self.moved, Verdict::Moved.as_str()),
            (self.retyped, Verdict::Retyped.as_str()),
            (self.absent, Verdict::Absent.as_str()),
            (self.not_stated, Verdict::NotStated.as_str()),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let texts: Vec<String> = counts
            .map(|(count, verdict)| format!("{count} {verdict}"))
            .collect();
        f.write_str(&texts.join(", "))
    }
}

/// A claim with its verdict at every point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Claim")]
pub struct ClaimDto {
    /// The line of the claim, from 1.
    pub line: usize,
    pub structure: String,
    /// The current name of the member; with the distance in bytes if the offset is inside of it.
    pub member: String,
    /// The claimed offset, in bytes from the start of the structure. If the line states none: the offset in the newest
    /// layout with the member, x64 before x86.
    pub offset: u32,
    /// Whether the line states no offset.
    pub assumed: bool,
    /// How the line was read, if not literally: a prefix of the name of a constant was dropped. Otherwise null.
    pub note: Option<String>,
    /// A point at which the claim holds; null if it holds at none.
    #[schemars(with = "Option<crate::wire::words::Point>")]
    pub holds_at: Option<String>,
    /// The verdicts at all points: by architecture, then in the order of releases.
    pub points: Vec<JudgementDto>,
    /// The verdicts in kernels that no symbol file describes and a list of offsets does: by architecture and version.
    pub listed: Vec<ListedDto>,
}

impl ClaimDto {
    /// Whether the claim holds there in full: the member is at the offset, and has the type that it has at the first
    /// points of the architecture where it is at this offset.
    pub fn holds(&self, judgement: &JudgementDto) -> bool {
        let is_same = |it: &JudgementDto| it.verdict == Verdict::Same.as_str();
        let arch = judgement.arch();
        let mut points = self.points.iter();
        let first = points.find(|it| is_same(it) && it.arch() == arch);
        is_same(judgement)
            && first.is_none_or(|first| {
                first == judgement || judgement.note.is_none() && first.spells_type_of(judgement)
            })
    }
}

/// The verdict on a claim in consecutive kernels of one architecture in a list of offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ListedJudgement")]
pub struct ListedDto {
    /// The id of the list's source.
    pub source: String,
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: &'static str,
    /// The file version of the first kernel.
    pub first: String,
    /// The file version of the last kernel.
    pub last: String,
    /// The number of kernels. Other kernels between the first and the last may not be in the list.
    pub kernels: usize,
    /// `same` or `moved`; the list has no types.
    #[schemars(with = "crate::wire::words::Validity")]
    pub verdict: &'static str,
    /// The offset of the member, in bytes from the start of the structure.
    pub offset: u32,
}

/// The verdict on a claim at consecutive points of one architecture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Judgement")]
pub struct JudgementDto {
    #[schemars(with = "Vec<crate::wire::words::Point>")]
    pub points: Vec<String>,
    /// The verdict at these points.
    #[schemars(with = "crate::wire::words::Validity")]
    pub verdict: &'static str,
    /// The offset of the member at these points, in bytes from the start of the structure; null if the member does not
    /// exist.
    pub offset: Option<u32>,
    /// The lowest bit within the integer at `offset`; null if the member is not a bit field at these points.
    pub bit: Option<u8>,
    /// The number of bits; null if the member is not a bit field at these points.
    pub width: Option<u8>,
    /// The type of the member at these points; null if the member does not exist.
    pub r#type: Option<String>,
    /// The change of the type since the points before: `type changed: ULONG until 6.1, USHORT since`; null if the type is
    /// the same. The verdict is `retyped` only if the table states a type or a size that differs.
    pub note: Option<String>,
}

impl JudgementDto {
    /// The architecture of the points; empty if there are no points.
    pub fn arch(&self) -> &str {
        let point = self.points.first().and_then(|it| it.split_once('/'));
        point.map_or("", |(_, arch)| arch)
    }

    /// Whether both have the same type, whatever its spelling.
    pub(super) fn spells_type_of(&self, other: &Self) -> bool {
        let read = |it: &Self| it.r#type.as_ref()?.parse::<CType>().ok();
        match (read(self), read(other)) {
            (Some(was), Some(is)) => same_type(&was, &is),
            _ => self.r#type == other.r#type,
        }
    }
}

/// A line without a valid claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "RefusedClaim")]
pub struct Refused {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line, shortened, with invisible characters escaped; empty if the problem is not in a single line.
    pub text: String,
    /// The reason, and what to do.
    pub why: String,
}

/// Judges each claim of a table, at every point or on one architecture.
pub fn answer(dataset: &Dataset, claims: &Claims<'_>, only: Option<Arch>) -> ValidityAnswer {
    let mut all = claims.refused.clone();
    let mut items = Vec::new();
    let cache = StructureCache::default();
    for claim in &claims.claims {
        let judged = match (only, claim.arch) {
            (Some(asked), Some(of)) if asked != of => Err(format!(
                "it is about {of}, and only points on {asked} are asked for"
            )),
            _ => judge_in(dataset, &cache.of(claim.structure), claim, only)
                .map_err(|unknown| unknown.to_string()),
        };
        match judged {
            Ok(judged) => items.push(self::claim(dataset, claim, &judged)),
            Err(why) => all.push(Refused {
                line: claim.line,
                text: String::new(),
                why,
            }),
        }
    }
    all.sort_by_key(|refused| refused.line);
    ValidityAnswer {
        items,
        refused: all,
        not_judged: claims.beyond,
        at: Vec::new(),
    }
}

/// A judged claim as JSON.
pub fn claim(dataset: &Dataset, claim: &Claim<'_>, judged: &Judged) -> ClaimDto {
    let source = dataset.kernels().source();
    let listed = judged.listed.iter().map(|it| listed(source, it));
    ClaimDto {
        line: claim.line,
        structure: claim.structure.name.to_string(),
        member: judged.member.clone(),
        offset: judged.offset.get(),
        assumed: claim.offset.is_none(),
        note: claim.note.clone(),
        holds_at: judged.holds_at.map(|point| point.to_string()),
        points: judged.judgements.iter().map(judgement).collect(),
        listed: listed.collect(),
    }
}

fn listed(source: &str, listed: &Listed) -> ListedDto {
    ListedDto {
        source: source.to_owned(),
        arch: listed.arch.as_str(),
        first: listed.first.to_string(),
        last: listed.last.to_string(),
        kernels: listed.kernels,
        verdict: listed.verdict.as_str(),
        offset: listed.offset.get(),
    }
}

fn judgement(judgement: &Judgement) -> JudgementDto {
    JudgementDto {
        points: judgement.points.iter().map(ToString::to_string).collect(),
        verdict: judgement.verdict.as_str(),
        offset: judgement.offset.map(ByteOffset::get),
        bit: judgement.bits.map(BitRange::bit),
        width: judgement.bits.map(BitRange::width),
        r#type: judgement.ty.clone(),
        note: judgement.note.clone(),
    }
}
