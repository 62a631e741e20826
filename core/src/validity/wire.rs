//! Claims judged, as the API writes them.

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

/// A table of claims, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValidityAnswer {
    /// Each claim, in the order of the table.
    pub items: Vec<ClaimDto>,
    /// The lines that make no claim that can be judged.
    pub refused: Vec<Refused>,
    /// How many claims the table makes beyond the 1000 that are judged.
    pub not_judged: usize,
    /// How many claims hold at each point that was asked for.
    pub at: Vec<PointCounts>,
}

/// What becomes of a table at one point: how many of its claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PointCounts {
    /// The point.
    #[schemars(with = "crate::wire::words::Point")]
    pub point: String,
    /// The member is where the claim says, with the type that it has where the claim holds.
    pub same: usize,
    /// It is where the claim says, with another type.
    pub same_other_type: usize,
    /// It is elsewhere.
    pub moved: usize,
    /// It has another type or size than the table states.
    pub retyped: usize,
    /// It is not there, or the structure is not.
    pub absent: usize,
    /// Nobody says.
    pub not_stated: usize,
}

impl ValidityAnswer {
    /// The same with how many claims hold at those points.
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

/// A claim, judged at every point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Claim")]
pub struct ClaimDto {
    /// The line that makes it, from 1.
    pub line: usize,
    /// The structure.
    pub structure: String,
    /// The member, as it is called now; with how many bytes into it where the offset lies inside.
    pub member: String,
    /// The offset that is claimed, in bytes from the start of the structure. Where the line states none, that of the newest
    /// layout with the member, x64 before x86.
    pub offset: u32,
    /// Whether the line states no offset.
    pub assumed: bool,
    /// How the line was understood, where that is not what it says: a prefix of its own that a constant's name begins with is
    /// left out. Else null.
    pub note: Option<String>,
    /// A point at which the claim holds; null where it holds nowhere.
    #[schemars(with = "Option<crate::wire::words::Point>")]
    pub holds_at: Option<String>,
    /// What becomes of it: by architecture, then in the order of the ladder.
    pub points: Vec<JudgementDto>,
    /// The same in kernels that no symbol file describes, of which a list of offsets knows the member: by architecture and
    /// version.
    pub listed: Vec<ListedDto>,
}

impl ClaimDto {
    /// Whether the claim holds there in full: the member is at the offset, and has the type that it has at the first points of
    /// the architecture at which it is there.
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

/// What becomes of a claim in kernels of one architecture, one after the other in a list of offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ListedJudgement")]
pub struct ListedDto {
    /// Whose list: an id of `sources.toml`.
    pub source: String,
    /// The architecture.
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: &'static str,
    /// The file version of the first kernel.
    pub first: String,
    /// That of the last.
    pub last: String,
    /// How many kernels of the list they are; between them there may be others of which it says nothing.
    pub kernels: usize,
    /// `same` or `moved`: a list gives no types.
    #[schemars(with = "crate::wire::words::Validity")]
    pub verdict: &'static str,
    /// Where the member is, in bytes from the start of the structure.
    pub offset: u32,
}

/// What becomes of a claim at neighbouring points of one architecture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Judgement")]
pub struct JudgementDto {
    /// The points.
    #[schemars(with = "Vec<crate::wire::words::Point>")]
    pub points: Vec<String>,
    /// What becomes of it there.
    #[schemars(with = "crate::wire::words::Validity")]
    pub verdict: &'static str,
    /// Where the member is there, in bytes from the start of the structure; null where it is not there.
    pub offset: Option<u32>,
    /// The lowest of its bits in the integer at `offset`; null for what is no bit field there.
    pub bit: Option<u8>,
    /// How many bits it has; null for what is no bit field there.
    pub width: Option<u8>,
    /// Its type there; null where it is not there.
    pub r#type: Option<String>,
    /// Where its type is another than at the points before: `type changed: ULONG until 6.1, USHORT since`; otherwise null. The verdict is
    /// `retyped` only where the table states a type or a size that differs.
    pub note: Option<String>,
}

impl JudgementDto {
    /// The architecture of the points; empty for no points.
    pub fn arch(&self) -> &str {
        let point = self.points.first().and_then(|it| it.split_once('/'));
        point.map_or("", |(_, arch)| arch)
    }

    /// Whether both have the same type in any spelling.
    pub(super) fn spells_type_of(&self, other: &Self) -> bool {
        let read = |it: &Self| it.r#type.as_ref()?.parse::<CType>().ok();
        match (read(self), read(other)) {
            (Some(was), Some(is)) => same_type(&was, &is),
            _ => self.r#type == other.r#type,
        }
    }
}

/// A line that makes no claim that can be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "RefusedClaim")]
pub struct Refused {
    /// Which line, from 1.
    pub line: usize,
    /// The line, clipped, with what cannot be seen spelt out; empty where what is wrong is not in one line.
    pub text: String,
    /// Why, and what to do.
    pub why: String,
}

/// Judges each claim of a table, at every point or at those of one architecture.
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

/// A claim, judged, as the API writes it.
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
