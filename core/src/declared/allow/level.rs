//! The members of one structure, in the file and here: those of the definition itself, or of one that it holds.

use std::collections::BTreeMap;

use crate::ctype::CType;
use crate::declared::Ground;
use crate::decode::listing::{Known, Listed, Listing, known, same_name};
use crate::layout::GapKind;
use crate::name::PathStep;
use crate::tree::{Aggregate, Node, Tree, What};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// A member of ours. Offsets count from the structure that holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Our<'a> {
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
        ours: Aggregate<'a>,
        path: &[PathStep],
        ground: Ground<'a>,
    ) -> Option<Self> {
        let (mut all, mut level) = (&listing.members[..], members(ours, ground));
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
            let class = ground.types.class(next, ground.scope)?;
            level = members(Aggregate::Class(class), ground);
        }
        let named = all
            .iter()
            .map(|listed| ((listed.line, listed.name.to_ascii_lowercase()), listed));
        Some(Self {
            all,
            by_name: named.collect(),
            ours: level,
            holes: if path.is_empty() {
                holes(ours)
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

/// Our members and bit fields, by their names.
fn members<'a>(of: Aggregate<'a>, ground: Ground<'a>) -> BTreeMap<String, Our<'a>> {
    let tree = Tree {
        types: ground.types,
        scope: ground.scope,
    };
    let ours = |node: Node<'a>| {
        let our = Our {
            offset: node.offset,
            size: tree.size(&node)?,
            ty: node.ty,
            bits: node.bits,
            known: match node.what {
                What::Member(member) => known(member),
                _ => Known::Surely,
            },
        };
        Some((node.label().to_ascii_lowercase(), our))
    };
    tree.members_and_fields(of).filter_map(ours).collect()
}

/// Where nothing is known.
fn holes(of: Aggregate<'_>) -> Vec<(ByteOffset, ByteOffset)> {
    match of {
        Aggregate::Layout(layout) => layout
            .gaps()
            .filter(|gap| gap.kind == GapKind::Hole)
            .map(|gap| (gap.offset, gap.offset.saturating_add(gap.size)))
            .collect(),
        Aggregate::Class(_) => Vec::new(),
    }
}
