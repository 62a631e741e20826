//! Checks the offsets in a tool's table: judges each claim (`structure member offset`) at every point as same, moved,
//! retyped, absent or not stated.
//!
//! [`claims`] parses such a table, [`judge`] judges one claim. A member is followed through the rows that continue one
//! another, even if its name changes; a path such as `Links.Blink` continues in the member's type.

mod cache;
mod claim;
mod kernel_run;
pub mod offsets;
mod place;
pub mod table;
pub mod wire;

pub use cache::StructureCache;
pub use claim::{Claim, ClaimedMember, ClaimedType, Claims, claim, claims};
pub(crate) use claim::{split_constant, without_prefix};
pub use place::{Located, MEMBERS_LIMIT, located};
pub use wire::{JudgedClaim, Judgement, KernelRun, Refused};

use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::history::{Column, State};
use crate::point::Point;
use crate::release::Version;
use crate::tree::Tree;
use crate::units::{BitRange, ByteOffset};
use crate::words::words;
use cache::CachedStructure;
use place::{MemberLocator, Place, judged_beside, newest, place};

/// The maximum size of a table of claims, in bytes.
pub const TEXT_LIMIT: usize = 256 << 10;
pub const CLAIMS_LIMIT: usize = 1000;
/// The maximum number of refused lines; after that, parsing ends.
pub const REFUSED_LIMIT: usize = 1000;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        Same = "same",
        Moved = "moved",
        /// The member has another type or size than the table states, or is a bit field, possibly at another offset.
        /// Never for a table without types.
        Retyped = "retyped",
        /// The member or the structure does not exist.
        Absent = "absent",
        NotStated = "not stated",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    #[error("{structure} has no member `{member}` in any version{near}")]
    Member {
        structure: String,
        member: String,
        /// The suggestion, as the end of a sentence.
        near: String,
    },
    /// No member is at the offset at any requested point.
    #[error("{structure} has no member at {offset} in any version")]
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
pub fn judge(
    dataset: &Dataset,
    claim: &Claim<'_>,
    only: Option<Arch>,
) -> Result<JudgedClaim, Unknown> {
    judge_in(
        dataset,
        &CachedStructure::of(claim.structure),
        claim,
        (only, &[]),
    )
}

/// Like [`judge`], with the cached data of the claim's structure, and also at these builds: by their symbol files, or by those
/// before and after them, if they agree.
fn judge_in(
    dataset: &Dataset,
    cached: &CachedStructure<'_>,
    claim: &Claim<'_>,
    (only, builds): (Option<Arch>, &[Point]),
) -> Result<JudgedClaim, Unknown> {
    let only = only.or(claim.arch);
    let locator = MemberLocator::find(dataset, cached, claim, only)?;
    let mut along = judged_along(dataset, cached, claim, &locator, only);
    let offset = ByteOffset::new(along.offset);
    let besides = cached.besides(builds).iter();
    for beside in besides.filter(|(column, _)| only.is_none_or(|only| only == column.arch)) {
        let judged = judged_beside(dataset, claim, offset, &locator, beside);
        along.insert(dataset.catalogue(), judged);
    }
    Ok(along)
}

/// Like [`judge_in`], with the located member.
fn judged_along(
    dataset: &Dataset,
    cached: &CachedStructure<'_>,
    claim: &Claim<'_>,
    locator: &MemberLocator,
    only: Option<Arch>,
) -> JudgedClaim {
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
    let here = |place: &Option<Place>| place.as_ref().is_some_and(|it| is_here(claim, offset, it));
    let held = places.iter().find(|(_, place)| here(place));
    let holds_at = held.and_then(|(column, _)| column.points.first().copied());
    let mut judgements: Vec<Judgement> = Vec::new();
    let mut before: Option<Place> = None;
    // The place at the last release, and that release. The next release is compared with it, not with servicing changes
    // in between.
    let mut released: Option<(Place, Point)> = None;
    for (column, place) in places {
        let tree = || Some(Tree::of(cached.layout(column)?, dataset.catalogue()));
        let there = place.as_ref().and_then(|place| Some((place, tree()?)));
        let mut judged = judged(claim, offset, column, there);
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
        // The first point of a run determines its type: symbol files within the run can spell it differently.
        before = match other_type {
            true => place,
            false => before_here.or(place),
        };
        match last.filter(|last| !other_type && is_same_judgement(last, &judged)) {
            Some(last) => last.points.extend(judged.points),
            None => judgements.push(judged),
        }
    }
    JudgedClaim {
        line: claim.line,
        structure: claim.structure.name.to_string(),
        member: locator.to_string(),
        offset: offset.get(),
        assumed: claim.offset.is_none(),
        note: claim.note.clone(),
        stated_for: wire::stated_for(claim, &judgements),
        holds_at,
        points: judgements,
        listed: kernel_run::judge_kernels(dataset, claim.structure, locator, offset, only),
        basis: None,
    }
}

/// `type changed: ULONG until 6.1, USHORT since`.
fn retyped_since(before: &Place, here: &Place, until: Point) -> String {
    let until = until.version;
    let (was, is) = (before.to_string(), here.to_string());
    if was != is {
        return format!("type changed: {was} until {until}, {is} since");
    }
    match before.size == here.size {
        true => format!("type changed: other members in {is} until {until}"),
        false => format!(
            "size changed: {was} of {} bytes until {until}, of {} since",
            before.size, here.size
        ),
    }
}

fn judged(
    claim: &Claim<'_>,
    offset: ByteOffset,
    column: &Column,
    there: Option<(&Place, Tree<'_>)>,
) -> Judgement {
    let is_other = |(place, tree): (&Place, _)| {
        let said = claim.ty.as_ref();
        said.is_some_and(|said| !place.matches(said, tree))
    };
    let place = there.map(|(place, _)| place);
    let is_other_field = |place: &Place| {
        let own = place.bits.map(BitRange::width);
        // Bit 0 without a width may also be stated for a member that is not a bit field.
        claim.bits.is_some_and(|(bit, width)| match width {
            Some(width) => own != Some(width),
            None => own.is_none() && bit > 0,
        })
    };
    let verdict = match (place, column.state) {
        (None, State::NotStated) => Verdict::NotStated,
        (None, State::Absent | State::Stated(_)) => Verdict::Absent,
        _ if there.is_some_and(is_other) || place.is_some_and(is_other_field) => Verdict::Retyped,
        (Some(place), _) if is_here(claim, offset, place) => Verdict::Same,
        (Some(_), _) => Verdict::Moved,
    };
    let bits = place.and_then(|place| place.bits);
    Judgement {
        points: (column.points.iter().copied())
            .filter(|point| point.can_exist())
            .collect(),
        verdict,
        offset: place.map(|place| place.offset.get()),
        bit: bits.map(BitRange::bit),
        width: bits.map(BitRange::width),
        r#type: place.map(|place| place.ty.to_string()),
        size: place.map(|place| place.size),
        note: None,
    }
}

/// Whether a member is where it is claimed to be. Tools count bits from different bytes of an integer.
fn is_here(claim: &Claim<'_>, offset: ByteOffset, place: &Place) -> bool {
    let nth = |offset: ByteOffset, bit: u8| u64::from(offset.get()) * 8 + u64::from(bit);
    match (claim.bits, place.bits) {
        (Some((bit, _)), Some(own)) => nth(offset, bit) == nth(place.offset, own.bit()),
        _ => place.offset == offset,
    }
}

fn is_same_judgement(one: &Judgement, other: &Judgement) -> bool {
    let said = |it: &Judgement| (it.arch(), it.verdict, it.offset, it.bit, it.width);
    said(one) == said(other)
}
