//! Is my offset still right on that build? Judges a table of `structure member offset`, as tools keep it, at every point:
//! same, moved, retyped, absent, or not stated.
//!
//! [`claims`] reads such a table, [`judge`] judges one of its lines. A member is followed through the rows that continue
//! one another, whatever its name at a point; a path such as `Links.Blink` leads into its type.

mod cache;
mod claim;
mod listed;
pub mod offsets;
mod place;
pub mod table;
pub mod wire;

pub use cache::StructureCache;
pub use claim::{Claim, Claims, Said, Wanted, claim, claims};
pub use listed::Listed;
pub use place::{Located, MEMBERS_LIMIT, located};
pub use wire::Refused;

use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::history::{Column, State};
use crate::point::Point;
use crate::release::Version;
use crate::units::{BitRange, ByteOffset};
use crate::words::words;
use cache::CachedStructure;
use place::{MemberLocator, Place, newest, place};

/// How many bytes a table of claims may have.
pub const TEXT_LIMIT: usize = 256 << 10;
pub const CLAIMS_LIMIT: usize = 1000;
/// How many of its lines may make none before reading ends.
pub const REFUSED_LIMIT: usize = 1000;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        Same = "same",
        Moved = "moved",
        /// Another type or size than the table states, or a bit field, possibly at another offset. Never for a table
        /// without types.
        Retyped = "retyped",
        /// It is not there, or the structure is not.
        Absent = "absent",
        NotStated = "not stated",
    }
}

/// The verdict on a claim at neighbouring points of one architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Ascending, not empty.
    pub points: Vec<Point>,
    pub verdict: Verdict,
    /// Where the member is there, if it is.
    pub offset: Option<ByteOffset>,
    /// Which bits of the integer at `offset`, if it is a bit field there.
    pub bits: Option<BitRange>,
    /// `None` where the member does not exist.
    pub ty: Option<String>,
    /// That its type is another than at the points before, in words.
    pub note: Option<String>,
}

impl Judgement {
    pub fn arch(&self) -> Option<Arch> {
        self.points.first().map(|point| point.arch)
    }

    /// The last of the points: a release, where there is one.
    fn until(&self) -> Option<Point> {
        let is_release = |point: &&Point| matches!(point.version, Version::Release(_));
        let release = self.points.iter().rev().find(is_release);
        release.or(self.points.last()).copied()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The member that it is about: a path, with how many bytes into it where the offset is inside.
    pub member: String,
    /// The offset that is judged: the claim's, or where it makes none that of the newest layout with the member, x64 before x86.
    pub offset: ByteOffset,
    /// A point at which the claim holds; none where it holds nowhere.
    pub holds_at: Option<Point>,
    /// By architecture, then in the order of the ladder.
    pub judgements: Vec<Judgement>,
    /// The same in kernels that no symbol file describes and a list of offsets does: by architecture and version.
    pub listed: Vec<Listed>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    #[error("{structure} has no member `{member}` at any point{near}")]
    Member {
        structure: String,
        member: String,
        /// The suggestion, as the end of a sentence.
        near: String,
    },
    /// Nothing is there at any point that is asked for.
    #[error("{structure} has no member at {offset} at any point")]
    Offset {
        structure: String,
        offset: ByteOffset,
    },
}

impl Unknown {
    fn member(structure: &Structure, member: String, near: Option<&str>) -> Self {
        Self::Member {
            structure: structure.name.to_string(),
            member,
            near: near.map_or_else(String::new, |near| format!(": did you mean `{near}`?")),
        }
    }
}

/// Judges a claim at every point, or at those of one architecture.
///
/// # Errors
///
/// There is no such member.
pub fn judge(dataset: &Dataset, claim: &Claim<'_>, only: Option<Arch>) -> Result<Judged, Unknown> {
    judge_in(dataset, &CachedStructure::of(claim.structure), claim, only)
}

/// The same, where the past of the claim's structure is at hand.
fn judge_in(
    dataset: &Dataset,
    cached: &CachedStructure<'_>,
    claim: &Claim<'_>,
    only: Option<Arch>,
) -> Result<Judged, Unknown> {
    let only = only.or(claim.arch);
    let locator = MemberLocator::find(dataset, cached, claim, only)?;
    Ok(judged_along(dataset, cached, claim, &locator, only))
}

/// The same, where it is known which member is meant.
fn judged_along(
    dataset: &Dataset,
    cached: &CachedStructure<'_>,
    claim: &Claim<'_>,
    locator: &MemberLocator,
    only: Option<Arch>,
) -> Judged {
    let asked = |column: &&Column| {
        only.is_none_or(|arch| column.arch == arch)
            && column.points.iter().any(|point| point.can_exist())
    };
    let at = |column| place(cached.layout(column)?, dataset.catalogue(), locator);
    let columns = cached.history().columns.iter().filter(asked);
    let places: Vec<(&Column, Option<Place>)> =
        columns.map(|column| (column, at(column))).collect();
    let asked_of = || newest(dataset, cached, locator, only);
    let offset = claim.offset.unwrap_or_else(asked_of);
    let here = |place: &Option<Place>| place.as_ref().is_some_and(|it| it.offset == offset);
    let held = places.iter().find(|(_, place)| here(place));
    let holds_at = held.and_then(|(column, _)| column.points.first().copied());
    let mut judgements: Vec<Judgement> = Vec::new();
    let mut before: Option<Place> = None;
    // Where it is at the last release, and that release: what servicing changed in it is no past of the next one.
    let mut released: Option<(Place, Point)> = None;
    for (column, place) in places {
        let mut judged = judged(claim, offset, column, place.as_ref());
        let last = judgements.last_mut();
        let same_arch = last
            .as_ref()
            .is_some_and(|last| last.arch() == judged.arch());
        let before_here = before.take().filter(|_| same_arch);
        let is_release = |point: &&Point| matches!(point.version, Version::Release(_));
        let release = judged.points.iter().rev().find(is_release).copied();
        let compared = match &released {
            Some((place, point)) if release.is_some() && same_arch => Some((place, *point)),
            _ => (before_here.as_ref()).zip(last.as_ref().and_then(|last| last.until())),
        };
        let differs = |place: &Place| before_here.as_ref().is_none_or(|it| !it.same_type(place));
        if let (Some((before, until)), Some(place)) = (compared, &place)
            && !before.same_type(place)
            && differs(place)
        {
            judged.note = Some(retyped_since(before, place, until));
        }
        released = match (release, &place) {
            (Some(release), Some(place)) => {
                let same = released.filter(|(first, _)| same_arch && first.same_type(place));
                let first = same.map_or_else(|| place.clone(), |(first, _)| first);
                Some((first, release))
            }
            (Some(_), None) => None,
            (None, _) => released.filter(|_| same_arch),
        };
        let other_type = before_here.is_some() && place.as_ref().is_some_and(differs);
        let other_type = other_type || judged.note.is_some();
        // The first of a run tells its type: symbol files within it may spell it otherwise.
        before = match other_type {
            true => place,
            false => before_here.or(place),
        };
        match last.filter(|last| !other_type && alike(last, &judged)) {
            Some(last) => last.points.extend(judged.points),
            None => judgements.push(judged),
        }
    }
    Judged {
        member: locator.to_string(),
        offset,
        holds_at,
        judgements,
        listed: listed::judged(dataset, claim.structure, locator, offset, only),
    }
}

/// `type changed: ULONG until 6.1, USHORT since`.
fn retyped_since(before: &Place, here: &Place, until: Point) -> String {
    let until = until.version;
    let (was, is) = (before.to_string(), here.to_string());
    match was == is {
        true => format!(
            "size changed: {was} of {} bytes until {until}, of {} since",
            before.size, here.size
        ),
        false => format!("type changed: {was} until {until}, {is} since"),
    }
}

fn judged(
    claim: &Claim<'_>,
    offset: ByteOffset,
    column: &Column,
    place: Option<&Place>,
) -> Judgement {
    let verdict = match (place, column.state) {
        (None, State::NotStated) => Verdict::NotStated,
        (None, State::Absent | State::Stated(_)) => Verdict::Absent,
        (Some(place), _) if claim.said.as_ref().is_some_and(|said| !place.is_what(said)) => {
            Verdict::Retyped
        }
        (Some(place), _) if place.offset == offset => Verdict::Same,
        (Some(_), _) => Verdict::Moved,
    };
    Judgement {
        points: (column.points.iter().copied())
            .filter(|point| point.can_exist())
            .collect(),
        verdict,
        offset: place.map(|place| place.offset),
        bits: place.and_then(|place| place.bits),
        ty: place.map(|place| place.ty.to_string()),
        note: None,
    }
}

fn alike(one: &Judgement, other: &Judgement) -> bool {
    let said = |it: &Judgement| (it.arch(), it.verdict, it.offset, it.bits);
    said(one) == said(other)
}
