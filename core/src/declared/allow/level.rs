//! The members of one structure, in the file and here: those of the definition itself, or of one that it holds.

use std::collections::BTreeMap;

use super::Ours;
use crate::catalogue::LayoutClass;
use crate::ctype::CType;
use crate::declared::Ground;
use crate::decode::listing::{Known, Listed, Listing, known, same_name};
use crate::layout::{GapKind, Member};
use crate::name::PathStep;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// A member of ours. Offsets count from the structure that holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Our<'a> {
    pub(super) label: &'a str,
    pub(super) offset: ByteOffset,
    pub(super) size: ByteSize,
    pub(super) ty: &'a CType,
    pub(super) bits: Option<BitRange>,
    /// How sure its name is.
    pub(super) known: Known,
}

/// The members of one structure.
#[derive(Debug)]
pub(super) struct Level<'a> {
    /// Those of the file.
    pub(super) all: &'a [Listed],
    by_name: BTreeMap<(usize, String), &'a Listed>,
    ours: BTreeMap<String, Our<'a>>,
    holes: Vec<(ByteOffset, ByteOffset)>,
}

impl<'a> Level<'a> {
    /// The structure to which a path leads.
    pub(super) fn find(
        listing: &'a Listing,
        ours: Ours<'a>,
        path: &[PathStep],
        ground: Ground<'a>,
    ) -> Option<Self> {
        let (mut all, mut level) = (&listing.members[..], ours.level(ground));
        let mut steps = path.iter().peekable();
        while let Some(step) = steps.next() {
            let PathStep::Member(name) = step else {
                continue;
            };
            let our = level.get(&name.to_ascii_lowercase())?;
            let next = our.ty.by_value()?;
            let mut inside = all.iter().filter(|listed| same_name(name, listed));
            let listed = inside.find(|listed| !listed.members.is_empty())?;
            all = &listed.members;
            // A debugger tells elements apart.
            while let Some(PathStep::Index(index)) = steps.peek() {
                let element = all.get(usize::try_from(*index).ok()?);
                if let Some(element) = element.filter(|element| element.name.starts_with('[')) {
                    all = &element.members;
                }
                steps.next();
            }
            let layout = ground.types.class(next, ground.scope)?;
            level = of_type(layout, ground);
        }
        let named = all
            .iter()
            .map(|listed| ((listed.line, listed.name.to_ascii_lowercase()), listed));
        Some(Self {
            all,
            by_name: named.collect(),
            ours: level,
            holes: if path.is_empty() {
                ours.holes()
            } else {
                Vec::new()
            },
        })
    }

    /// The member of the file in that line.
    pub(super) fn listed(&self, line: usize, name: &str) -> Option<&'a Listed> {
        self.by_name
            .get(&(line, name.to_ascii_lowercase()))
            .copied()
    }

    /// Our member of that name.
    pub(super) fn our(&self, name: &str) -> Option<Our<'a>> {
        self.ours.get(&name.to_ascii_lowercase()).copied()
    }

    /// Whether nothing is known here of what lies there.
    pub(super) fn is_hole(&self, offset: ByteOffset) -> bool {
        let mut holes = self.holes.iter();
        holes.any(|(start, end)| (*start..*end).contains(&offset))
    }
}

impl<'a> Ours<'a> {
    fn level(self, ground: Ground<'a>) -> BTreeMap<String, Our<'a>> {
        match self {
            Self::Structure(layout) => layout.members().flat_map(of_member).collect(),
            Self::Type(layout) => of_type(layout, ground),
        }
    }

    fn holes(self) -> Vec<(ByteOffset, ByteOffset)> {
        match self {
            Self::Structure(layout) => layout
                .gaps()
                .filter(|gap| gap.kind == GapKind::Hole)
                .map(|gap| (gap.offset, gap.offset.saturating_add(gap.size)))
                .collect(),
            Self::Type(_) => Vec::new(),
        }
    }
}

/// A member and its bit fields.
fn of_member(member: &Member) -> Vec<(String, Our<'_>)> {
    let our = |label, bits, known| Our {
        label,
        offset: member.offset,
        size: member.size,
        ty: &member.ty,
        bits,
        known,
    };
    let own = our(member.label(), None, known(member));
    let fields = member.bits.known().unwrap_or_default().iter();
    let fields = fields.map(|field| our(&field.name, Some(field.range), Known::Surely));
    let all = std::iter::once(own).chain(fields);
    all.map(|our| (our.label.to_ascii_lowercase(), our))
        .collect()
}

fn of_type<'a>(layout: &'a LayoutClass, ground: Ground<'a>) -> BTreeMap<String, Our<'a>> {
    let members = layout.members.iter().filter_map(|member| {
        let ty = &member.declaration.ty;
        let measure = ground.types.measure(ty, ground.scope)?;
        let our = Our {
            label: &member.declaration.name,
            offset: member.offset,
            size: measure.size,
            ty,
            bits: member.bits,
            known: Known::Surely,
        };
        Some((our.label.to_ascii_lowercase(), our))
    });
    members.collect()
}
