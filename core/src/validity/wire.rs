//! Judged claims as the JSON of the API.

pub mod offsets;

use std::cmp::Reverse;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::place::same_type;
use super::{Claim, Claims, StructureCache, Verdict, is_same_judgement, judge_in};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, ModuleName};
use crate::ctype::CType;
use crate::dataset::Dataset;
use crate::lookup::{self, Near};
use crate::point::Point;
use crate::release::{Build, Version};
use crate::units::ByteSize;

/// The verdicts on a table of claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValidityAnswer {
    /// The claims, in the order of the table.
    pub items: Vec<JudgedClaim>,
    /// The lines that contain no valid claim.
    pub refused: Vec<Refused>,
    /// The number of claims beyond the 1000 that are judged.
    pub not_judged: usize,
    /// The point that the table was made for, as requested; otherwise the newest release at which most claims hold,
    /// x64 before x86. The types of members are compared to those at this point. Null if no claim holds at any release.
    pub made_for: Option<Point>,
    /// The number of claims with each verdict, at each requested point.
    pub at: Vec<PointCounts>,
}

/// The number of claims with each verdict at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PointCounts {
    #[schemars(with = "crate::wire::words::Point")]
    pub point: String,
    /// The member has the claimed offset, and the type that it has at the point that the table was made for.
    pub same: usize,
    /// The member has the claimed offset, but another type or size.
    pub same_other_type: usize,
    /// The member has another offset.
    pub moved: usize,
    /// The member has another type or size than the table states.
    pub retyped: usize,
    /// The structure or the member does not exist.
    pub absent: usize,
    /// No source states the member.
    pub not_stated: usize,
    /// The member exists, but the table states no offset that could be right or wrong.
    pub without_offset: usize,
    /// The ids of the kernels before and after a build without a symbol file. Where both have the same layout of a type, the
    /// claims are judged by it; otherwise they are `not_stated`. Null if the point has a symbol file, or no such kernels.
    pub between: Option<[String; 2]>,
}

/// The kernels before and after a build that has no symbol file.
fn between(catalogue: &Catalogue, point: Point) -> Option<[String; 2]> {
    let Version::Build(build) = point.version else {
        return None;
    };
    let kernel = ModuleName::kernel();
    if catalogue.image_for(&kernel, point).is_some() {
        return None;
    }
    let near = lookup::around(catalogue, &kernel, build.kernel_file(), point.arch);
    let [(before, Near::Before(_)), (after, Near::After(_))] = near[..] else {
        return None;
    };
    Some([catalogue.image(before)?.id(), catalogue.image(after)?.id()])
}

impl ValidityAnswer {
    /// Adds the counts at these points.
    #[must_use]
    pub fn at(mut self, catalogue: &Catalogue, points: &[Point]) -> Self {
        let counts = |point: &Point| PointCounts {
            between: between(catalogue, *point),
            ..self.counts(*point)
        };
        self.at = points.iter().map(counts).collect();
        self
    }

    /// Compares the types of members to those at the point that the table was made for; `None` for the newest release at
    /// which most claims hold.
    #[must_use]
    pub fn made_for(mut self, point: Option<Point>) -> Self {
        self.made_for = point.or_else(|| guessed(&self.items));
        for item in &mut self.items {
            // A claim that does not hold at that point is compared to a point at which it does.
            let stated = || item.stated_for.iter().find_map(|point| item.holding(point));
            let own = stated().or_else(|| item.holding(&self.made_for?));
            let guess = || item.holding(&guessed(std::slice::from_ref(&*item))?);
            item.basis = own.or_else(guess);
        }
        self
    }

    pub fn counts(&self, point: Point) -> PointCounts {
        let mut counts = PointCounts::default();
        for item in &self.items {
            let mut judgements = item.points.iter();
            let here = judgements.find(|judgement| judgement.points.contains(&point));
            *match here.map_or(Verdict::NotStated, |it| it.verdict) {
                Verdict::Same | Verdict::Moved if item.assumed => &mut counts.without_offset,
                Verdict::Same if !here.is_some_and(|it| item.holds(it)) => {
                    &mut counts.same_other_type
                }
                Verdict::Same => &mut counts.same,
                Verdict::Moved => &mut counts.moved,
                Verdict::Retyped => &mut counts.retyped,
                Verdict::Absent => &mut counts.absent,
                Verdict::NotStated => &mut counts.not_stated,
            } += 1;
        }
        counts.point = point.to_string();
        counts
    }
}

/// Returns the newest release at which most claims hold, x64 before x86 before arm64. Claims without an offset count only
/// if there are no others.
fn guessed(items: &[JudgedClaim]) -> Option<Point> {
    let states = |item: &&JudgedClaim| !item.assumed;
    let all_assumed = !items.iter().any(|item| states(&item));
    let claims = items.iter().filter(|item| all_assumed || states(item));
    let mut held: Vec<(Point, usize)> = Vec::new();
    for judgement in claims.flat_map(|item| &item.points) {
        if judgement.verdict != Verdict::Same {
            continue;
        }
        for point in &judgement.points {
            match held.iter_mut().find(|(known, _)| known == point) {
                Some((_, count)) => *count += 1,
                None => held.push((*point, 1)),
            }
        }
    }
    let rank = |point: &Point| match point.version {
        Version::Release(release) => {
            let place = Arch::PREFERRED.iter().position(|it| *it == point.arch);
            Some((Reverse(place), release))
        }
        Version::Build(_) | Version::Pdb(_) => None,
    };
    let released = held.into_iter();
    let released = released.filter_map(|(point, count)| Some((count, rank(&point)?, point)));
    let best = released.max_by_key(|(count, rank, _)| (*count, *rank));
    best.map(|(_, _, point)| point)
}

impl fmt::Display for PointCounts {
    /// `at 2004/x64: 1 same, 1 same offset but other type or size, 11 moved`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: ", self.point)?;
        let counts = [
            (self.same, Verdict::Same.as_str()),
            (self.same_other_type, "same offset but other type or size"),
            (self.moved, Verdict::Moved.as_str()),
            (self.retyped, Verdict::Retyped.as_str()),
            (self.absent, Verdict::Absent.as_str()),
            (self.not_stated, Verdict::NotStated.as_str()),
            (self.without_offset, "without an offset"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let texts: Vec<String> = counts
            .map(|(count, verdict)| format!("{count} {verdict}"))
            .collect();
        f.write_str(&texts.join(", "))?;
        match &self.between {
            Some([before, after]) => {
                write!(f, "; judged by {before} and {after}, where they agree")
            }
            None => Ok(()),
        }
    }
}

/// A claim with its verdict at every point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Claim")]
pub struct JudgedClaim {
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
    /// The points for which the table states the claim; empty if it names no version.
    pub stated_for: Vec<Point>,
    /// A point at which the claim holds; null if it holds at none.
    pub holds_at: Option<Point>,
    /// The verdicts at all points: by architecture, then in the order of releases.
    pub points: Vec<Judgement>,
    /// The verdicts in kernels that no symbol file describes and a list of offsets does: by architecture and version.
    pub listed: Vec<KernelRun>,
    /// The index of the judgement to which the types at other points are compared; `None` if the claim holds nowhere.
    #[serde(skip)]
    pub(super) basis: Option<usize>,
}

impl JudgedClaim {
    /// Whether the claim holds there in full: the member is at the offset, and has the type that it has at the point
    /// that the table was made for.
    pub fn holds(&self, judgement: &Judgement) -> bool {
        judgement.verdict == Verdict::Same
            && self
                .basis()
                .is_none_or(|basis| basis.is_typed_as(judgement))
    }

    /// What differs from the type at the point that the table was made for, with both values: `type`, `ULONG → USHORT`.
    /// `None` if nothing does, or if the member does not exist.
    pub fn difference(&self, judgement: &Judgement) -> Option<(&'static str, String)> {
        let was = self.basis().filter(|it| !it.is_typed_as(judgement))?;
        let (old, new) = (was.declared()?, judgement.declared()?);
        Some(
            match was.width == judgement.width && was.spells_type_of(judgement) {
                true => ("size", format!("{} → {}", was.size?, judgement.size?)),
                false => ("type", format!("{old} → {new}")),
            },
        )
    }

    pub(super) fn basis(&self) -> Option<&Judgement> {
        self.points.get(self.basis?)
    }

    /// Adds the judgement at a build: to one that says the same, that which is nearest before it.
    pub(super) fn insert(&mut self, catalogue: &Catalogue, judged: Judgement) {
        let Some(point) = judged.points.first().copied() else {
            return;
        };
        let order = |point| catalogue.order_of(point);
        let is_before = |it: &Point| it.arch == point.arch && order(*it) <= order(point);
        let before = self
            .points
            .iter()
            .rposition(|it| it.points.iter().any(is_before));
        let says_it = |at: &usize| {
            let same = |it: &Judgement| is_same_judgement(it, &judged) && it.is_typed_as(&judged);
            self.points.get(*at).is_some_and(same)
        };
        let same = before
            .filter(says_it)
            .or_else(|| (0..self.points.len()).find(says_it));
        match same.and_then(|at| self.points.get_mut(at)) {
            Some(same) => {
                let at = same.points.iter().rposition(is_before);
                same.points.insert(at.map_or(0, |at| at + 1), point);
            }
            None => self.points.insert(before.map_or(0, |at| at + 1), judged),
        }
    }

    /// Returns the index of the judgement about a point if the claim holds there.
    fn holding(&self, point: &Point) -> Option<usize> {
        let mut points = self.points.iter();
        points.position(|it| it.verdict == Verdict::Same && it.points.contains(point))
    }
}

/// The verdict on a claim in consecutive kernels of one architecture in a list of offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ListedJudgement")]
pub struct KernelRun {
    /// The id of the list's source.
    pub source: String,
    pub arch: Arch,
    /// The file version of the first kernel.
    #[schemars(with = "String")]
    pub first: Build,
    /// The file version of the last kernel.
    #[schemars(with = "String")]
    pub last: Build,
    /// The number of kernels. Other kernels between the first and the last may not be in the list.
    pub kernels: usize,
    /// `same` or `moved`; the list has no types.
    pub verdict: Verdict,
    /// The offset of the member, in bytes from the start of the structure.
    pub offset: u32,
}

/// The verdict on a claim at consecutive points of one architecture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Judgement")]
pub struct Judgement {
    // Ascending, not empty.
    pub points: Vec<Point>,
    /// The verdict at these points.
    pub verdict: Verdict,
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
    /// The size of the member at these points.
    #[serde(skip)]
    pub(super) size: Option<ByteSize>,
}

impl Judgement {
    pub fn arch(&self) -> Option<Arch> {
        self.points.first().map(|point| point.arch)
    }

    /// The last point; a release, if there is one.
    pub(super) fn until(&self) -> Option<Point> {
        let is_release = |point: &&Point| matches!(point.version, Version::Release(_));
        let release = self.points.iter().rev().find(is_release);
        release.or(self.points.last()).copied()
    }

    /// `ULONG`; for a bit field, `ULONG : 3`.
    fn declared(&self) -> Option<String> {
        let ty = self.r#type.clone()?;
        Some(
            self.width
                .map_or(ty.clone(), |width| format!("{ty} : {width}")),
        )
    }

    /// Whether both have the same type and, on one architecture, the same size.
    pub fn is_typed_as(&self, other: &Self) -> bool {
        let same_size = self.arch() != other.arch() || self.size == other.size;
        same_size && self.width == other.width && self.spells_type_of(other)
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

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Judges each claim of a table, at every point or on one architecture.
pub fn answer(dataset: &Dataset, claims: &Claims<'_>, only: Option<Arch>) -> ValidityAnswer {
    answer_at(dataset, claims, only, &[])
}

/// Like [`answer`], and also at these builds. Otherwise an image is only a point of its own if its layout is not that of its
/// release.
pub fn answer_at(
    dataset: &Dataset,
    claims: &Claims<'_>,
    only: Option<Arch>,
    builds: &[Point],
) -> ValidityAnswer {
    let mut all = claims.refused.clone();
    let mut items = Vec::new();
    let cache = StructureCache::default();
    for claim in &claims.claims {
        let judged = match (only, claim.arch) {
            (Some(asked), Some(of)) if asked != of => Err(format!(
                "it is about {of}, but only points on {asked} are requested"
            )),
            _ => judge_in(dataset, &cache.of(claim.structure), claim, (only, builds))
                .map_err(|unknown| unknown.to_string()),
        };
        match judged {
            Ok(judged) => items.push(judged),
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
        not_judged: claims.omitted,
        made_for: None,
        at: Vec::new(),
    }
    .made_for(None)
}

/// The points of the versions that the table names, on the claim's architecture, or else on each that is judged. A build
/// without a verdict of its own is one of its release.
pub(super) fn stated_for(claim: &Claim<'_>, judgements: &[Judgement]) -> Vec<Point> {
    let all = || judgements.iter().flat_map(|it| &it.points).copied();
    let mut points: Vec<Point> = Vec::new();
    for version in &claim.versions {
        let of = |wanted: Version| {
            let wanted = all().filter(move |point| point.version == wanted);
            let wanted = wanted.filter(|it| claim.arch.is_none_or(|arch| arch == it.arch));
            wanted.collect::<Vec<Point>>()
        };
        let own = of(*version);
        let release = || version.release().map(|it| of(Version::Release(it)));
        let own = if own.is_empty() {
            release().unwrap_or_default()
        } else {
            own
        };
        points.extend(
            own.into_iter()
                .filter(|it| !points.contains(it))
                .collect::<Vec<_>>(),
        );
    }
    points
}
