//! Which member a claim is about, and where it is in a layout; and where members are that are chosen without a claim.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use super::claim::wanted;
use super::past::Past;
use super::wire::{ClaimDto, claim};
use super::{Claim, Said, Unknown, Wanted, judged, judged_along};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::history::{Column, History, Row, State};
use crate::layout::{Layout, Member};
use crate::lookup::nearest;
use crate::name::{MemberPath, PathStep, RowId};
use crate::point::Point;
use crate::spelling::equivalent;
use crate::tree::{Node, Tree};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// What leads to a member in any layout of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) label: String,
    /// The source's rows that give it somewhere.
    pub(super) rows: Vec<RowId>,
    /// What follows inside its type.
    inside: Vec<PathStep>,
    /// How many bytes into it.
    beyond: u32,
}

/// Where a member is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: ByteOffset,
    pub(super) bits: Option<BitRange>,
    pub(super) ty: CType,
    pub(super) size: ByteSize,
}

impl Place {
    /// Whether it is of the same type and size: a bit field is of another type than a member.
    pub(super) fn same_type(&self, other: &Self) -> bool {
        let what = |place: &Self| (place.size, place.bits.map(BitRange::width));
        // Symbol files spell types otherwise than sources do.
        let types = equivalent(&self.ty, &other.ty) || equivalent(&other.ty, &self.ty);
        what(self) == what(other) && types
    }

    /// Whether it is what a claim says it is; a bit field is no member of its own.
    pub(super) fn is_what(&self, said: &Said) -> bool {
        let same = match said {
            Said::Size(size) => self.size == *size,
            Said::Type(ty) => equivalent(&self.ty, ty) || equivalent(ty, &self.ty),
        };
        same && self.bits.is_none()
    }
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

impl fmt::Display for Way {
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

impl Way {
    /// To the member of a row.
    pub(super) fn of(row: &Row) -> Self {
        Self {
            label: row.label.clone(),
            rows: row.sources().into_iter().cloned().collect(),
            inside: Vec::new(),
            beyond: 0,
        }
    }
    /// What a claim is about.
    pub(super) fn find(
        dataset: &Dataset,
        past: &Past<'_>,
        claim: &Claim<'_>,
        only: Option<Arch>,
    ) -> Result<Self, Unknown> {
        match &claim.member {
            Some(Wanted::Path(path)) => Self::named(dataset, past, claim, path),
            Some(Wanted::Row(id)) => Ok(match past.history().row(id.as_str()) {
                Some(row) => Self::of(row),
                None => Self {
                    label: id.to_string(),
                    rows: vec![id.clone()],
                    inside: Vec::new(),
                    beyond: 0,
                },
            }),
            None => Self::placed(past, claim, only),
        }
    }

    fn named(
        dataset: &Dataset,
        past: &Past<'_>,
        claim: &Claim<'_>,
        path: &MemberPath,
    ) -> Result<Self, Unknown> {
        let mut steps = path.steps().iter();
        let unknown = |near| Unknown::Member {
            structure: claim.structure.name.to_string(),
            member: path.to_string(),
            near,
        };
        let Some(PathStep::Member(name)) = steps.next() else {
            return Err(unknown(String::new()));
        };
        let called = called(past, name);
        let history = past.history();
        let rows = history.rows.iter().filter(|row| {
            let same = |label: &str| label.eq_ignore_ascii_case(name);
            let mut sources = row.sources().into_iter();
            same(&row.label) || sources.any(|id| same(id.as_str()) || called.contains(id))
        });
        // A name recurs: the member of that name that is at that offset somewhere is meant, or else the first.
        let ways = rows.map(|row| Self {
            inside: steps.clone().cloned().collect(),
            ..Self::of(row)
        });
        let ways: Vec<Self> = ways.collect();
        let layouts = &past.layouts;
        let places = |way: &Self| -> Vec<ByteOffset> {
            let places = layouts
                .iter()
                .filter_map(|layout| place(layout, dataset.catalogue(), way));
            places.map(|place| place.offset).collect()
        };
        let known: Vec<(Self, Vec<ByteOffset>)> = ways
            .into_iter()
            .map(|way| {
                let places = places(&way);
                (way, places)
            })
            .filter(|(_, places)| !places.is_empty())
            .collect();
        let there = known
            .iter()
            .find(|(_, places)| claim.offset.is_some_and(|it| places.contains(&it)));
        let found = there.or(known.first()).map(|(way, _)| way.clone());
        found.ok_or_else(|| {
            let labels = history.rows.iter().map(|row| row.label.as_str());
            let near = nearest(name, labels);
            unknown(match near.first() {
                Some(near) => format!(": did you mean `{near}`?"),
                None => String::new(),
            })
        })
    }

    /// The member that covers the offset: at the newest point of those where one does, x64 before x86.
    fn placed(past: &Past<'_>, claim: &Claim<'_>, only: Option<Arch>) -> Result<Self, Unknown> {
        let offset = claim.offset.unwrap_or(ByteOffset::ZERO);
        let layouts = past.at_releases().iter().rev();
        let asked = |layout: &&Layout| only.is_none_or(|arch| layout.arch() == arch);
        let covering = |layout: &Layout| -> Option<Member> {
            let mut members = layout.members();
            let member = members.find(|it| it.offset <= offset && offset < it.end())?;
            Some(member.clone())
        };
        let mut found: Vec<(&Layout, Member)> = layouts
            .filter(asked)
            .filter_map(|layout| Some((layout, covering(layout)?)))
            .collect();
        found.sort_by_key(|(layout, member)| {
            // What begins there is likelier meant than what only covers it.
            (member.offset != offset, layout.arch() != Arch::X64)
        });
        let member = found.into_iter().next().map(|(_, member)| member);
        let member = member.ok_or_else(|| Unknown::Offset {
            structure: claim.structure.name.to_string(),
            offset,
        })?;
        let row = past.history().row(member.row.as_str());
        let rows = row.map(|row| row.sources().into_iter().cloned().collect());
        Ok(Self {
            label: member.label().to_owned(),
            rows: rows.unwrap_or_else(|| vec![member.row.clone()]),
            inside: Vec::new(),
            beyond: offset.get() - member.offset.get(),
        })
    }
}

/// The rows of members and bit fields that are called that at some point.
fn called<'p>(past: &'p Past<'_>, name: &str) -> BTreeSet<&'p RowId> {
    let same = |label: &str| label.eq_ignore_ascii_case(name);
    let mut rows = BTreeSet::new();
    for member in past.layouts.iter().flat_map(Layout::members) {
        let bits = member.bits.known().unwrap_or_default().iter();
        rows.extend(bits.filter(|bit| same(&bit.name)).map(|bit| &bit.row));
        rows.extend(same(member.label()).then_some(&member.row));
    }
    rows
}

/// Where the member is in a layout, if it is there.
pub(super) fn place(layout: &Layout, types: &Catalogue, way: &Way) -> Option<Place> {
    let tree = Tree::of(layout, types);
    let owned = |node: &Node<'_>| node.row().is_some_and(|row| way.rows.contains(row));
    let member = layout.members().map(Node::from).find(owned);
    let field = || layout.members().flat_map(Node::fields).find(owned);
    let node = tree.follow(member.or_else(field)?, &way.inside)?;
    Some(Place {
        offset: node.offset.checked_add(ByteSize::new(way.beyond))?,
        bits: node.bits,
        ty: node.ty.clone(),
        size: tree.size(&node).unwrap_or_default(),
    })
}

/// How many members may be chosen at once.
pub const MEMBERS_LIMIT: usize = super::CLAIMS_LIMIT;

/// A member of a structure, and where it is at every point.
#[derive(Debug)]
pub struct Located {
    /// The source's rows that give it at some point, the latest last.
    pub rows: Vec<RowId>,
    /// Where it is; the claim itself is that it is where the newest layout has it.
    pub places: ClaimDto,
}

/// Where members of a structure are, at the points of its history and at those asked for besides: those chosen, or all of them.
/// A member is chosen by its name, by a path such as `Links.Blink`, or by a row's id. Of all members, those whose name an earlier
/// one has already are called by their row's id.
///
/// # Errors
///
/// The first that is chosen and not there.
pub fn located(
    dataset: &Dataset,
    structure: &Structure,
    chosen: Option<&[&str]>,
    points: &[Point],
) -> Result<Vec<Located>, Unknown> {
    let past = Past::of(structure);
    let history = past.history();
    // Of the kernels of a release, a history has those that begin a layout.
    let columns: Vec<Point> = history
        .columns
        .iter()
        .flat_map(|column| column.points.iter().copied())
        .collect();
    let besides = points.iter().filter(|point| !columns.contains(*point));
    let besides = besides.filter_map(|point| {
        let layout = structure.layout(*point).ok()?;
        let column = Column {
            arch: point.arch,
            points: vec![*point],
            state: State::Stated(layout.size),
        };
        Some((column, layout))
    });
    let besides: Vec<(Column, Cow<'_, Layout>)> = besides.collect();
    let ways = match chosen {
        Some(chosen) => {
            let way = |text: &&str| chosen_way(dataset, &past, text);
            chosen.iter().map(way).collect::<Result<Vec<Way>, _>>()?
        }
        None => all(history),
    };
    let located = |way: Way| {
        let claimed = Claim {
            line: 1,
            structure,
            member: None,
            offset: Some(newest(dataset, &past, &way, None)),
            arch: None,
            said: None,
            note: None,
        };
        let mut along = judged_along(dataset, &past, &claimed, &way, None);
        for (column, layout) in &besides {
            let place = place(layout, dataset.catalogue(), &way);
            let judgement = judged(&claimed, along.offset, column, place.as_ref());
            along.judgements.push(judgement);
        }
        Located {
            places: claim(dataset, &claimed, &along),
            rows: way.rows,
        }
    };
    Ok(ways.into_iter().map(located).collect())
}

fn all(history: &History) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for row in &history.rows {
        let mut way = Way::of(row);
        let taken = ways.iter().any(|known| known.label == way.label);
        if let Some(id) = row.ids.last().filter(|_| taken) {
            way.label = id.to_string();
        }
        ways.push(way);
    }
    ways
}

fn chosen_way(dataset: &Dataset, past: &Past<'_>, text: &str) -> Result<Way, Unknown> {
    let structure = past.structure;
    // What has no name is asked for by what the source says of it.
    let unknown = || Unknown::Member {
        structure: structure.name.to_string(),
        member: text.to_owned(),
        near: {
            let titles = past
                .layouts
                .iter()
                .flat_map(Layout::members)
                .map(Member::title);
            let near = nearest(text, titles);
            let first = near.first();
            first.map_or_else(String::new, |near| format!(": did you mean `{near}`?"))
        },
    };
    let claimed = Claim {
        line: 1,
        structure,
        member: Some(wanted(past, text).map_err(|_| unknown())?),
        offset: None,
        arch: None,
        said: None,
        note: None,
    };
    Way::find(dataset, past, &claimed, None)
}

/// Where the newest layout that has it has it, x64 before x86; of one architecture, if it is to be that.
pub(super) fn newest(
    dataset: &Dataset,
    past: &Past<'_>,
    way: &Way,
    only: Option<Arch>,
) -> ByteOffset {
    let layouts = |arch| {
        let all = past.at_releases().iter().rev();
        all.filter(move |layout: &&Layout| layout.arch() == arch)
    };
    let archs = [Arch::X64, Arch::X86, Arch::Arm64].into_iter();
    let mut places = archs
        .filter(|arch| only.is_none_or(|only| only == *arch))
        .flat_map(layouts)
        .filter_map(|layout| place(layout, dataset.catalogue(), way));
    places.next().map_or(ByteOffset::ZERO, |place| place.offset)
}
