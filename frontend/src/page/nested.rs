//! What is inside a member, for pages that unfold it.

use strata_core::catalogue::Catalogue;
use strata_core::layout::{Bits, Layout, Member};
use strata_core::tree::{Limits, Tree, Unfolded, What};

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
    /// Its lowest bit and how many, if it is a bit field.
    pub bits: Option<(u8, u8)>,
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
            && !matches!(member.ty, strata_core::ctype::CType::Array(..))
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
            declaration: match node.what {
                What::Element(index) => format!("{} [{index}]", node.ty),
                _ => node.declaration(),
            },
            bits: node.bits.map(|bits| (bits.bit(), bits.width())),
            members: nested(tree, unfolded),
            folded: unfolded.folded,
        }
    };
    unfolded.inside.iter().map(one).collect()
}
