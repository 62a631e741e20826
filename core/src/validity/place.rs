//! Locates the member of a claim in layouts, and members chosen without a claim.

use std::fmt;

use super::cache::{Beside, CachedStructure};
use super::claim::parse_member;
use super::{
    Claim, ClaimedMember, ClaimedType, JudgedClaim, Judgement, Unknown, judged, judged_along,
};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::history::{History, Row};
use crate::layout::{Layout, Member};
use crate::lookup::nearest;
use crate::name::{MemberPath, PathStep, RowId};
use crate::point::Point;
use crate::stated::is_allowed_for;
use crate::tree::{Node, Tree};
use crate::type_equivalence::equivalent;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// A member path that can be located in any layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemberLocator {
    pub(super) label: String,
    /// The rows of the source for this member, at any point.
    pub(super) rows: Vec<RowId>,
    /// The rest of the path, inside the member's type.
    inside: Vec<PathStep>,
    /// Byte offset from the start of the member.
    beyond: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: ByteOffset,
    pub(super) bits: Option<BitRange>,
    pub(super) ty: CType,
    pub(super) size: ByteSize,
}

impl Place {
    /// Returns whether type and size are the same; a bit field is never the same as a whole member.
    pub(super) fn same_type(&self, other: &Self) -> bool {
        let what = |place: &Self| (place.size, place.bits.map(BitRange::width));
        what(self) == what(other) && same_type(&self.ty, &other.ty)
    }

    /// Returns whether the type or size is as claimed in a layout; a bit field is never a whole member.
    pub(super) fn matches(&self, said: &ClaimedType, tree: Tree<'_>) -> bool {
        let same = match said {
            ClaimedType::Size(size) => self.size == *size,
            ClaimedType::Type(ty) => same_type(&self.ty, ty),
            ClaimedType::Declared(ty) => {
                same_type(&self.ty, ty) || is_allowed_for(ty, (&self.ty, self.size), tree)
            }
            ClaimedType::Sized(ty, size) => self.size == *size && same_type(&self.ty, ty),
        };
        same && self.bits.is_none()
    }
}

/// Returns whether both are the same type; symbol files and sources spell types differently.
pub(super) fn same_type(one: &CType, other: &CType) -> bool {
    equivalent(one, other) || equivalent(other, one)
}

impl fmt::Display for Place {
    /// `USHORT`, `a bit of UCHAR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits.map(BitRange::width) {
            None => {}
            Some(1) => f.write_str("a bit of ")?,
            Some(width) => write!(f, "{width} bits of ")?,
        }
        write!(f, "{}", self.ty)
    }
}

impl fmt::Display for MemberLocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)?;
        for step in &self.inside {
            match step {
                PathStep::Member(name) => write!(f, ".{name}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        match self.beyond {
            0 => Ok(()),
            beyond => write!(f, "+{beyond:#x}"),
        }
    }
}

impl MemberLocator {
    /// The path to the member of a row.
    pub(super) fn of(row: &Row) -> Self {
        let rows = row.sources().into_iter().cloned();
        Self::of_rows(&row.label, rows.collect())
    }

    fn of_rows(label: &str, rows: Vec<RowId>) -> Self {
        Self {
            label: label.to_owned(),
            rows,
            inside: Vec::new(),
            beyond: 0,
        }
    }

    pub(super) fn find(
        dataset: &Dataset,
        cached: &CachedStructure<'_>,
        claim: &Claim<'_>,
        only: Option<Arch>,
    ) -> Result<Self, Unknown> {
        match &claim.member {
            Some(ClaimedMember::Path(path)) => Self::named(dataset, cached, claim, path),
            Some(ClaimedMember::Row(id)) => {
                let row = cached.history().row(id.as_str());
                Ok(row.map_or_else(|| Self::of_rows(id.as_str(), vec![id.clone()]), Self::of))
            }
            None => Self::member_at(cached, claim, only),
        }
    }

    fn named(
        dataset: &Dataset,
        cached: &CachedStructure<'_>,
        claim: &Claim<'_>,
        path: &MemberPath,
    ) -> Result<Self, Unknown> {
        let mut steps = path.steps().iter();
        let unknown = |near: Option<&str>| Unknown::member(claim.structure, path.to_string(), near);
        let Some(PathStep::Member(name)) = steps.next() else {
            return Err(unknown(None));
        };
        let called = cached.names().rows(name);
        let history = cached.history();
        let rows = history.rows.iter().filter(|row| {
            let same = |label: &str| label.eq_ignore_ascii_case(name);
            let mut sources = row.sources().into_iter();
            same(&row.label) || sources.any(|id| same(id.as_str()) || called.contains(&id))
        });
        // A name can recur: the member that is at the claimed offset somewhere is preferred, otherwise the first.
        let known = rows.filter_map(|row| {
            let locator = Self {
                inside: steps.clone().cloned().collect(),
                ..Self::of(row)
            };
            let layouts = cached.layouts.iter();
            let places = layouts.filter_map(|layout| place(layout, dataset.catalogue(), &locator));
            let places: Vec<ByteOffset> = places.map(|place| place.offset).collect();
            let is_elsewhere = claim.offset.is_none_or(|it| !places.contains(&it));
            (!places.is_empty()).then_some((locator, is_elsewhere))
        });
        let found = known.min_by_key(|(_, is_elsewhere)| *is_elsewhere);
        found.map(|(locator, _)| locator).ok_or_else(|| {
            let labels = history.rows.iter().map(|row| row.label.as_str());
            let similar = || Some(nearest(name, labels).first()?.to_string());
            let near = cached.suggest(|| inner_path(dataset, cached, name).or_else(similar));
            unknown(near.as_deref())
        })
    }

    /// Finds the member at the offset: one that begins there is preferred, then x64, then the newest release.
    fn member_at(
        cached: &CachedStructure<'_>,
        claim: &Claim<'_>,
        only: Option<Arch>,
    ) -> Result<Self, Unknown> {
        let offset = claim.offset.unwrap_or(ByteOffset::ZERO);
        let layouts = cached.at_releases().iter().rev();
        let layouts = layouts.filter(|it| only.is_none_or(|arch| it.arch() == arch));
        let covering = layouts.filter_map(|layout| {
            let covers = |it: &&Member| it.offset <= offset && offset < it.end();
            Some((layout.arch(), layout.members().find(covers)?))
        });
        // A member that begins there is more likely meant than one that covers it.
        let found = covering.min_by_key(|(arch, it)| (it.offset != offset, *arch != Arch::X64));
        let (_, member) = found.ok_or_else(|| Unknown::Offset {
            structure: claim.structure.name.to_string(),
            offset,
        })?;
        let row = cached.history().row(member.row.as_str());
        let rows = row.map(|row| row.sources().into_iter().cloned().collect());
        let rows = rows.unwrap_or_else(|| vec![member.row.clone()]);
        Ok(Self {
            beyond: offset.get() - member.offset.get(),
            ..Self::of_rows(member.label(), rows)
        })
    }
}

/// The path to the first member of this name inside a member of the newest layout, of x64 if there is one:
/// `Pcb.DirectoryTableBase`.
fn inner_path(dataset: &Dataset, cached: &CachedStructure<'_>, name: &str) -> Option<String> {
    let newest = || cached.at_releases().iter().rev();
    let layout = newest()
        .find(|it| it.arch() == Arch::X64)
        .or(newest().next())?;
    let tree = Tree::of(layout, dataset.catalogue());
    layout.members().find_map(|outer| {
        let mut inside = tree.inside(&outer.into()).1;
        let inner = inside.find(|it| it.label().eq_ignore_ascii_case(name))?;
        Some(format!("{}.{}", outer.label(), inner.label()))
    })
}

/// The place of the member in a layout; `None` if it is not there.
pub(super) fn place(layout: &Layout, types: &Catalogue, locator: &MemberLocator) -> Option<Place> {
    let tree = Tree::of(layout, types);
    let owned = |node: &Node<'_>| node.row().is_some_and(|row| locator.rows.contains(row));
    let member = layout.members().map(Node::from).find(owned);
    let field = || layout.members().flat_map(Node::fields).find(owned);
    let node = tree.follow(member.or_else(field)?, &locator.inside)?;
    Some(Place {
        offset: node.offset.checked_add(ByteSize::new(locator.beyond))?,
        bits: node.bits,
        ty: node.ty.clone(),
        size: tree.size(&node).unwrap_or_default(),
    })
}

/// The judgement of a claim at a build beside the history.
pub(super) fn judged_beside(
    dataset: &Dataset,
    claim: &Claim<'_>,
    offset: ByteOffset,
    locator: &MemberLocator,
    (column, layout): &Beside<'_>,
) -> Judgement {
    let types = dataset.catalogue();
    let place = |layout| place(layout, types, locator);
    let place = layout.as_deref().and_then(place);
    let tree = layout.as_deref().map(|layout| Tree::of(layout, types));
    judged(claim, offset, column, place.as_ref().zip(tree))
}

/// The maximum number of members chosen at once.
pub const MEMBERS_LIMIT: usize = super::CLAIMS_LIMIT;

/// A member of a structure with its place at every point.
#[derive(Debug)]
pub struct Located {
    /// The source's rows of the member at any point, the latest last.
    pub rows: Vec<RowId>,
    /// The places, as a claim for the offset in the newest layout.
    pub places: JudgedClaim,
}

/// Locates members of a structure, chosen ones or all, at the points of its history and at `points`. A member is chosen
/// by name, by a path such as `Links.Blink`, or by row id. If several members have the same name, all but the first are
/// named by their row ids.
///
/// # Errors
///
/// The first chosen member that does not exist.
pub fn located(
    dataset: &Dataset,
    structure: &Structure,
    chosen: Option<&[&str]>,
    points: &[Point],
) -> Result<Vec<Located>, Unknown> {
    let cached = CachedStructure::of(structure);
    let history = cached.history();
    let besides = cached.besides(points);
    let locator = |text: &&str| chosen_locator(dataset, &cached, text);
    let locators = match chosen {
        Some(chosen) => chosen
            .iter()
            .map(locator)
            .collect::<Result<Vec<MemberLocator>, _>>()?,
        None => all(history),
    };
    let located = |locator: MemberLocator| {
        let offset = newest(dataset, &cached, &locator, None);
        let claimed = Claim::new(1, structure, None, Some(offset));
        let mut along = judged_along(dataset, &cached, &claimed, &locator, None);
        let besides = besides.iter();
        let besides = besides.map(|it| judged_beside(dataset, &claimed, offset, &locator, it));
        along.points.extend(besides);
        Located {
            places: along,
            rows: locator.rows,
        }
    };
    Ok(locators.into_iter().map(located).collect())
}

fn all(history: &History) -> Vec<MemberLocator> {
    let mut locators: Vec<MemberLocator> = Vec::new();
    for row in &history.rows {
        let mut locator = MemberLocator::of(row);
        let taken = locators.iter().any(|known| known.label == locator.label);
        if let Some(id) = row.ids.last().filter(|_| taken) {
            locator.label = id.to_string();
        }
        locators.push(locator);
    }
    locators
}

fn chosen_locator(
    dataset: &Dataset,
    cached: &CachedStructure<'_>,
    text: &str,
) -> Result<MemberLocator, Unknown> {
    let structure = cached.structure;
    let unknown = |_| {
        let near = cached.nearest(text);
        Unknown::member(structure, text.to_owned(), near.as_deref())
    };
    let member = parse_member(cached, text).map_err(unknown)?;
    let claimed = Claim::new(1, structure, Some(member), None);
    MemberLocator::find(dataset, cached, &claimed, None)
}

/// The offset in the newest layout with the member, x64 before x86 before arm64; 0 if there is none.
pub(super) fn newest(
    dataset: &Dataset,
    cached: &CachedStructure<'_>,
    locator: &MemberLocator,
    only: Option<Arch>,
) -> ByteOffset {
    let layouts = |arch| {
        let all = cached.at_releases().iter().rev();
        all.filter(move |layout: &&Layout| layout.arch() == arch)
    };
    let archs = [Arch::X64, Arch::X86, Arch::Arm64].into_iter();
    let mut places = archs
        .filter(|arch| only.is_none_or(|only| only == *arch))
        .flat_map(layouts)
        .filter_map(|layout| place(layout, dataset.catalogue(), locator));
    places.next().map_or(ByteOffset::ZERO, |place| place.offset)
}
