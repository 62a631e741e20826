//! What is inside a member, for pages that unfold it.

use strata_core::catalogue::Catalogue;
use strata_core::expand::{Limits, Node, expand};
use strata_core::layout::{Bits, Layout, Member};

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
    /// Its members or elements.
    pub members: Vec<Nested>,
    /// How many more there are.
    pub folded: u32,
}

/// A member of a nested type, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// Where it begins, from the start of the outermost structure.
    pub offset: u32,
    /// How many bytes it has.
    pub size: u32,
    /// Its declaration.
    pub declaration: String,
    /// Its lowest bit and how many, if it is a bit field.
    pub bits: Option<(u8, u8)>,
    /// What is inside.
    pub members: Vec<Nested>,
    /// How much more is inside.
    pub folded: u32,
}

impl Inside {
    /// What is inside a member; `None` where nothing is, or where its bits are all there is.
    #[must_use]
    pub fn new(member: &Member, layout: &Layout, types: &Catalogue) -> Option<Self> {
        if member.bits != Bits::None {
            return None;
        }
        let node = expand(layout, member, types, LIMITS);
        // The elements of an array of scalars say nothing that the declaration does not.
        let tells = node
            .children
            .iter()
            .any(|child| child.row.is_none() && !child.children.is_empty());
        let of_members = member.ty.by_value() == Some(member.ty.base())
            && !matches!(member.ty, strata_core::ctype::CType::Array(..))
            && !node.children.is_empty();
        (tells || of_members).then(|| Self {
            ty: member.ty.to_string(),
            summary: types
                .get(member.ty.base(), layout.scope())
                .and_then(|ty| Some(ty.by_hand.as_ref()?.summary.clone()))
                .unwrap_or_default(),
            folded: node.folded,
            members: node.children.into_iter().map(Nested::from).collect(),
        })
    }
}

impl From<Node> for Nested {
    fn from(node: Node) -> Self {
        Self {
            offset: node.offset.get(),
            size: node.size.get(),
            declaration: if node.label.starts_with('[') {
                format!("{} {}", node.declaration, node.label)
            } else {
                node.declaration
            },
            bits: node.bits.map(|bits| (bits.bit(), bits.width())),
            members: node.children.into_iter().map(Self::from).collect(),
            folded: node.folded,
        }
    }
}
