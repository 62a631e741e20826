//! Unfolds a member's type: the members that it has inside, with their paths and offsets from the start of the structure.
//!
//! Members of a union stand side by side, bit fields too; pointers are not followed. How deep, how many elements of an
//! array and how many nodes in all has a limit each; what a limit leaves out is counted in [`Node::folded`].

use crate::catalogue::{Catalogue, Scope};
use crate::ctype::CType;
use crate::layout::{Layout, Member};
use crate::name::{MemberPath, RowId};
use crate::types::{NESTING_LIMIT, TypeMember};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// How many elements of an array are unfolded where nobody asks for more.
pub const ELEMENTS_SHOWN: u32 = 4;
/// How many nodes one member may unfold to.
pub const NODE_LIMIT: usize = 4096;

/// How far to unfold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many structures within one another; at most [`NESTING_LIMIT`].
    pub depth: usize,
    /// How many elements of each array.
    pub elements: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: NESTING_LIMIT,
            elements: ELEMENTS_SHOWN,
        }
    }
}

/// A member, an element of an array or a bit field, and what is inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The way to it. A member without a name goes by its row, and so the path need not be one that C takes.
    pub path: MemberPath,
    /// The row, if it is a member of the structure itself.
    pub row: Option<RowId>,
    /// What to call it: its name, or `[3]`.
    pub label: String,
    /// Its declaration; an element's is its type.
    pub declaration: String,
    /// Its type.
    pub ty: CType,
    /// Where it begins, from the start of the outermost structure.
    pub offset: ByteOffset,
    /// How many bytes it has; of a bit field, those of the integer that holds it.
    pub size: ByteSize,
    /// Which bits of the integer at `offset`, if it is a bit field.
    pub bits: Option<BitRange>,
    /// What is inside.
    pub children: Vec<Node>,
    /// How much more is inside: elements, or members that a limit left out.
    pub folded: u32,
}

impl Node {
    /// Where the next byte after it is.
    #[must_use]
    pub fn end(&self) -> ByteOffset {
        self.offset.saturating_add(self.size)
    }

    /// How many nodes this is: itself and all inside.
    #[must_use]
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }
}

/// All members of a layout, unfolded.
#[must_use]
pub fn expand_all(layout: &Layout, types: &Catalogue, limits: Limits) -> Vec<Node> {
    let expand = |member| expand(layout, member, types, limits);
    layout.members().map(expand).collect()
}

/// One member of a layout, unfolded. Its bit fields, too, are inside.
#[must_use]
pub fn expand(layout: &Layout, member: &Member, types: &Catalogue, limits: Limits) -> Node {
    let path = MemberPath::default().member(member.label());
    let mut expander = Expander {
        types,
        scope: layout.scope(),
        limits,
        left: NODE_LIMIT,
    };
    let fields = member.bits.known();
    let place = Place {
        path: &path,
        offset: member.offset,
    };
    let (mut children, folded) = match fields {
        Some(_) => (Vec::new(), 0),
        None => expander.inside(&member.ty, place, limits.depth.min(NESTING_LIMIT)),
    };
    for field in fields.into_iter().flatten() {
        children.push(Node {
            path: MemberPath::default().member(&field.name),
            row: Some(field.row.clone()),
            label: field.name.to_string(),
            declaration: format!("{} {} : {}", member.ty, field.name, field.range.width()),
            ty: member.ty.clone(),
            offset: member.offset,
            size: member.size,
            bits: Some(field.range),
            children: Vec::new(),
            folded: 0,
        });
    }
    Node {
        path,
        row: Some(member.row.clone()),
        label: member.label().to_owned(),
        declaration: member.declaration.clone(),
        ty: member.ty.clone(),
        offset: member.offset,
        size: member.size,
        bits: None,
        children,
        folded,
    }
}

/// Where what is unfolded lies.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a MemberPath,
    offset: ByteOffset,
}

struct Expander<'a> {
    types: &'a Catalogue,
    scope: Scope,
    limits: Limits,
    left: usize,
}

impl Expander<'_> {
    /// What is inside a type, and how much of it is left out. Arrays nest no deeper than declarations may.
    fn inside(&mut self, ty: &CType, place: Place<'_>, depth: usize) -> (Vec<Node>, u32) {
        match ty {
            CType::Pointer(_) => (Vec::new(), 0),
            CType::Array(element, count) => self.elements(element, *count, place, depth),
            CType::AnySizeArray(element) => self.elements(element, 1, place, depth),
            CType::Named(name) => {
                let types = self.types;
                match types.class(name, self.scope) {
                    Some(layout) => self.members(&layout.members, place, depth),
                    None => (Vec::new(), 0),
                }
            }
        }
    }

    fn elements(
        &mut self,
        element: &CType,
        count: u32,
        place: Place<'_>,
        depth: usize,
    ) -> (Vec<Node>, u32) {
        let Some(size) = self.size(element) else {
            return (Vec::new(), count);
        };
        let mut nodes = Vec::new();
        for index in 0..count.min(self.limits.elements) {
            let start = size.checked_mul(index);
            let offset = start.and_then(|start| place.offset.checked_add(start));
            let (Some(offset), true) = (offset, self.take()) else {
                break;
            };
            let path = place.path.index(index);
            let inner = Place {
                path: &path,
                offset,
            };
            let (children, folded) = self.inside(element, inner, depth);
            nodes.push(Node {
                path,
                row: None,
                label: format!("[{index}]"),
                declaration: element.to_string(),
                ty: element.clone(),
                offset,
                size,
                bits: None,
                children,
                folded,
            });
        }
        let folded = count.saturating_sub(len(&nodes));
        (nodes, folded)
    }

    fn members(
        &mut self,
        members: &[TypeMember],
        place: Place<'_>,
        depth: usize,
    ) -> (Vec<Node>, u32) {
        let mut nodes = Vec::new();
        for member in members {
            let start = ByteSize::new(member.offset.get());
            let offset = place.offset.checked_add(start);
            let (Some(offset), true) = (offset, depth > 0 && self.take()) else {
                break;
            };
            let declaration = &member.declaration;
            let path = place.path.member(&declaration.name);
            let inner = Place {
                path: &path,
                offset,
            };
            let (children, folded) = match member.bits {
                Some(_) => (Vec::new(), 0),
                None => self.inside(&declaration.ty, inner, depth - 1),
            };
            nodes.push(Node {
                path,
                row: None,
                label: declaration.name.to_string(),
                declaration: declaration.to_string(),
                ty: declaration.ty.clone(),
                offset,
                size: self.size(&declaration.ty).unwrap_or_default(),
                bits: member.bits,
                children,
                folded,
            });
        }
        let all = u32::try_from(members.len()).unwrap_or(u32::MAX);
        let folded = all.saturating_sub(len(&nodes));
        (nodes, folded)
    }

    fn size(&self, ty: &CType) -> Option<ByteSize> {
        let measure = self.types.measure(ty, self.scope);
        measure.map(|measure| measure.size)
    }

    /// Whether there may be one more node.
    fn take(&mut self) -> bool {
        let more = self.left > 0;
        self.left = self.left.saturating_sub(1);
        more
    }
}

fn len(nodes: &[Node]) -> u32 {
    u32::try_from(nodes.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
