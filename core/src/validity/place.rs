//! Where the member of a claim is in a layout.

use std::fmt;

use super::{Claim, Said, Unknown, Wanted};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::ctype::CType;
use crate::dataset::Dataset;
use crate::expand::{Limits, Node, expand};
use crate::history::{History, Row};
use crate::layout::{Layout, Member};
use crate::lookup::nearest;
use crate::name::{MemberPath, PathStep, RowId};
use crate::spelling::equivalent;
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
    size: ByteSize,
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
        history: &History,
        claim: &Claim<'_>,
        only: Option<Arch>,
    ) -> Result<Self, Unknown> {
        match &claim.member {
            Some(Wanted::Path(path)) => Self::named(dataset, history, claim, path),
            Some(Wanted::Row(id)) => Ok(match history.row(id.as_str()) {
                Some(row) => Self::of(row),
                None => Self {
                    label: id.to_string(),
                    rows: vec![id.clone()],
                    inside: Vec::new(),
                    beyond: 0,
                },
            }),
            None => Self::placed(history, claim, only),
        }
    }

    fn named(
        dataset: &Dataset,
        history: &History,
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
        let rows = history.rows.iter().filter(|row| called(claim, row, name));
        // A name recurs: the member of that name that is at that offset somewhere is meant, or else the first.
        let ways = rows.map(|row| Self {
            inside: steps.clone().cloned().collect(),
            ..Self::of(row)
        });
        let ways: Vec<Self> = ways.collect();
        let layouts = claim.structure.every_layout();
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
    fn placed(history: &History, claim: &Claim<'_>, only: Option<Arch>) -> Result<Self, Unknown> {
        let offset = claim.offset.unwrap_or(ByteOffset::ZERO);
        let layouts = claim.structure.layouts();
        let layouts = layouts.iter().rev();
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
        crate::order::sort_by_key(&mut found, |(layout, member)| {
            // What begins there is likelier meant than what only covers it.
            (member.offset != offset, layout.arch() != Arch::X64)
        });
        let member = found.into_iter().next().map(|(_, member)| member);
        let member = member.ok_or_else(|| Unknown::Offset {
            structure: claim.structure.name.to_string(),
            offset,
        })?;
        let row = history.row(member.row.as_str());
        let rows = row.map(|row| row.sources().into_iter().cloned().collect());
        Ok(Self {
            label: member.label().to_owned(),
            rows: rows.unwrap_or_else(|| vec![member.row.clone()]),
            inside: Vec::new(),
            beyond: offset.get() - member.offset.get(),
        })
    }
}

/// Whether a row is called that at some point.
fn called(claim: &Claim<'_>, row: &Row, name: &str) -> bool {
    let sources = row.sources();
    let same = |label: &str| label.eq_ignore_ascii_case(name);
    let layouts = claim.structure.every_layout();
    same(&row.label)
        || sources.iter().any(|id| same(id.as_str()))
        || layouts.iter().flat_map(Layout::members).any(|member| {
            let bits = member.bits.known().unwrap_or_default();
            (sources.contains(&&member.row) && same(member.label()))
                || bits
                    .iter()
                    .any(|bit| sources.contains(&&bit.row) && same(&bit.name))
        })
}

/// Where the member is in a layout, if it is there.
pub(super) fn place(layout: &Layout, types: &Catalogue, way: &Way) -> Option<Place> {
    let owned = |row: &RowId| way.rows.contains(row);
    if let Some(member) = layout.members().find(|member| owned(&member.row)) {
        return match way.inside.is_empty() {
            true => Some(Place {
                offset: ByteOffset::new(member.offset.get().checked_add(way.beyond)?),
                bits: None,
                ty: member.ty.clone(),
                size: member.size,
            }),
            false => inside(layout, types, member, way),
        };
    }
    layout.members().find_map(|member| {
        let mut bits = member.bits.known()?.iter();
        let field = bits.find(|field| owned(&field.row))?;
        Some(Place {
            offset: member.offset,
            bits: Some(field.range),
            ty: member.ty.clone(),
            size: member.size,
        })
    })
}

/// Where something inside a member is.
fn inside(layout: &Layout, types: &Catalogue, member: &Member, way: &Way) -> Option<Place> {
    let most = way.inside.iter().filter_map(|step| match step {
        PathStep::Index(index) => Some(index.saturating_add(1)),
        PathStep::Member(_) => None,
    });
    let limits = Limits {
        elements: most.max().unwrap_or(1),
        ..Limits::default()
    };
    let node = expand(layout, member, types, limits);
    let place = |node: &Node| Place {
        offset: node.offset,
        bits: node.bits,
        ty: node.ty.clone(),
        size: node.size,
    };
    let mut nodes: Vec<&Node> = node.children.iter().collect();
    let depth = way.inside.len() + 1;
    while let Some(node) = nodes.pop() {
        let steps = node.path.steps();
        let wanted = way.inside.get(..steps.len().saturating_sub(1))?;
        if !steps
            .iter()
            .skip(1)
            .zip(wanted)
            .all(|(one, other)| same(one, other))
        {
            continue;
        }
        if steps.len() == depth {
            return Some(place(node));
        }
        nodes.extend(&node.children);
    }
    None
}

fn same(one: &PathStep, other: &PathStep) -> bool {
    match (one, other) {
        (PathStep::Member(one), PathStep::Member(other)) => one.eq_ignore_ascii_case(other),
        _ => one == other,
    }
}
