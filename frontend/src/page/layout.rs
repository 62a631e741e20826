//! One structure at one point.

mod step;

use std::collections::{BTreeMap, BTreeSet};

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::diff::Lineage;
use strata_core::layout::{Bits, Layout, Member};
use strata_core::lookup::Found;
use strata_core::raw::RawSource;
use strata_core::tree::{Limits, NodeKind, Tree, Unfolded};
use strata_core::wire::{LayoutAnswer, assemble};
use strata_core::{BitRange, Dataset, Point};

use super::picker::{Picker, Purpose};
use super::{Arrow, Diagram, release_name};
use crate::components::sources::source_of;
use crate::route::Route;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutPage {
    pub layout: LayoutAnswer,
    pub point: Point,
    /// What Microsoft calls the release; of a build, that to which it belongs.
    pub release: String,
    pub diagram: Diagram,
    /// What is inside members, by their rows.
    pub inside: BTreeMap<String, Inside>,
    /// Where the types of members have pages, by the members' rows.
    pub type_links: BTreeMap<String, String>,
    pub picker: Picker,
    /// What this can be compared with: the release before, or after where it is the first.
    pub compare: Option<Compare>,
    /// What a debugger calls the structure, where symbol files have it: `nt!_EPROCESS`.
    pub symbol: Option<String>,
    /// Whether an article describes the structure, whose rows have pages of provenance.
    pub audited: bool,
    /// The rows that have a place on the page of provenance.
    pub with_provenance: BTreeSet<String>,
    /// Who says so, the source of the layout first.
    pub sources: Vec<RawSource>,
}

/// Another point with which a layout can be compared, and where that leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    Before(Point),
    After(Point),
}

impl LayoutPage {
    pub fn new(dataset: &Dataset, found: &Found<'_>) -> Self {
        let Found {
            structure, layout, ..
        } = found;
        let types = dataset.catalogue();
        // Rows of symbol files continue no other.
        let articles = structure.audited().map_or(&[][..], |it| it.layouts());
        let picker = Picker::new(dataset, structure, layout.point, Purpose::Layout);
        let before = picker.step(layout.point, Arrow::Left).map(Compare::Before);
        let after = picker.step(layout.point, Arrow::Right).map(Compare::After);
        let inside = layout.members().filter_map(|member| {
            let inside = Inside::new(member, layout, types)?;
            Some((member.row.to_string(), inside))
        });
        let type_links = layout.members().filter_map(|member| {
            let ty = dataset.declared(member.ty.base(), layout.scope())?;
            Some((
                member.row.to_string(),
                Route::structure(&ty.name).to_string(),
            ))
        });
        let answer = assemble::layout(dataset, structure, layout);
        let in_symbols = structure.ty().filter(|ty| !ty.classes().is_empty());
        let symbol = in_symbols.map(|ty| match &*answer.module {
            "ntoskrnl" => format!("nt!{}", ty.name),
            module => format!("{module}!{}", ty.name),
        });
        let sources = answer.sources.iter();
        let sources = sources.map(|source| source_of(dataset, &source.id));
        Self {
            sources: sources.collect(),
            layout: answer,
            point: layout.point,
            release: release_name(dataset, layout),
            diagram: Diagram::new(layout, types).rooted(layout, &Lineage::of(articles)),
            inside: inside.collect(),
            type_links: type_links.collect(),
            compare: before.or(after),
            picker,
            symbol,
            audited: structure.audited().is_some(),
            with_provenance: structure.table().map_or_else(BTreeSet::new, |table| {
                table.rows.iter().map(|row| row.id.to_string()).collect()
            }),
        }
    }
}

/// How far pages unfold: elements of an array, and structures within one another.
const LIMITS: Limits = Limits {
    depth: 4,
    elements: 2,
};

/// What is inside a member's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The type: `LIST_ENTRY`.
    pub ty: String,
    /// What it is, in a sentence; empty where the dataset has none.
    pub summary: String,
    pub members: Vec<Nested>,
    pub folded: u32,
}

/// A member of a nested type, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// Where it begins, from the start of the outermost structure.
    pub offset: u32,
    pub size: u32,
    pub declaration: String,
    /// Which bits, if it is a bit field.
    pub bits: Option<BitRange>,
    pub members: Vec<Nested>,
    pub folded: u32,
}

impl Inside {
    /// What is inside a member; `None` where nothing is, or where its bits are all there is.
    pub fn new(member: &Member, layout: &Layout, types: &Catalogue) -> Option<Self> {
        if member.bits != Bits::None {
            return None;
        }
        let tree = Tree::of(layout, types);
        let unfolded = tree.unfold(member, LIMITS);
        // The elements of an array of scalars say nothing that the declaration does not.
        let tells = unfolded.inside.iter().any(|it| !it.inside.is_empty());
        let of_members = member.ty.by_value() == Some(member.ty.base())
            && !matches!(member.ty, CType::Array(..))
            && !unfolded.inside.is_empty();
        (tells || of_members).then(|| Self {
            ty: member.ty.to_string(),
            summary: types
                .get(member.ty.base(), layout.scope())
                .and_then(|ty| Some(ty.by_hand.as_ref()?.summary.clone()))
                .unwrap_or_default(),
            folded: unfolded.folded,
            members: nested(tree, &unfolded),
        })
    }
}

/// What is inside; as deep as it was unfolded, which has a limit.
fn nested(tree: Tree<'_>, unfolded: &Unfolded<'_>) -> Vec<Nested> {
    let one = |unfolded: &Unfolded<'_>| {
        let node = &unfolded.node;
        Nested {
            offset: node.offset.get(),
            size: tree.size(node).unwrap_or_default().get(),
            declaration: match node.kind {
                NodeKind::Element(index) => format!("{} [{index}]", node.ty),
                _ => node.declaration(),
            },
            bits: node.bits,
            members: nested(tree, unfolded),
            folded: unfolded.folded,
        }
    };
    unfolded.inside.iter().map(one).collect()
}
