//! The contents of a type: members of a layout and, inside them, members of nested types, bit fields, array elements.
//!
//! Members of a union are siblings, bit fields too; pointers are not followed. [`Tree::find`] follows a path,
//! [`Tree::unfold`] expands a member, with limits on depth, elements and total nodes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::iter;
use std::sync::Arc;

use crate::catalogue::{Catalogue, LayoutClass, Scope};
use crate::ctype::CType;
use crate::layout::{BitField, Layout, Member};
use crate::name::{MemberPath, PathStep, RowId};
use crate::types::{NESTING_LIMIT, TypeMember};
use crate::units::{BitRange, ByteOffset, ByteSize};

/// The maximum number of nodes to which one member expands.
pub const NODE_LIMIT: usize = 4096;

/// The catalogue and scope in which the types of members are looked up.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    pub types: &'a Catalogue,
    pub scope: Scope,
}

/// A type that has members.
#[derive(Clone, Copy, Debug)]
pub enum Aggregate<'a> {
    /// A type at one point.
    Layout(&'a Layout),
    /// A type that is nested in another.
    Class(&'a LayoutClass),
}

/// A member, a bit field or an array element.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub kind: NodeKind<'a>,
    /// For a bit field, the type of its integer.
    pub ty: &'a CType,
    /// From the start of the outermost structure.
    pub offset: ByteOffset,
    /// The bits of the integer at `offset`; `None` if it is not a bit field.
    pub bits: Option<BitRange>,
}

#[derive(Clone, Copy, Debug)]
pub enum NodeKind<'a> {
    Member(&'a Member),
    /// A bit field of a member of a layout.
    Bit(&'a Member, &'a BitField),
    /// A member of a nested type, or a bit field of it.
    Nested(&'a TypeMember),
    /// An element of an array, by its index.
    Element(u32),
}

impl<'a> Node<'a> {
    /// Returns the name, the row of an unnamed member, or the index as `[3]`.
    pub fn label(&self) -> Cow<'a, str> {
        match self.kind {
            NodeKind::Member(member) => member.label().into(),
            NodeKind::Bit(_, field) => (&*field.name).into(),
            NodeKind::Nested(member) => (&*member.declaration.name).into(),
            NodeKind::Element(index) => format!("[{index}]").into(),
        }
    }

    /// Returns the row of a layout's member or bit field; otherwise `None`.
    pub fn row(&self) -> Option<&'a RowId> {
        match self.kind {
            NodeKind::Member(member) => Some(&member.row),
            NodeKind::Bit(_, field) => Some(&field.row),
            NodeKind::Nested(_) | NodeKind::Element(_) => None,
        }
    }

    /// Returns the declaration; for an element, its type.
    pub fn declaration(&self) -> String {
        match self.kind {
            NodeKind::Member(member) => member.declaration.clone(),
            NodeKind::Bit(_, field) => {
                format!("{} {} : {}", self.ty, field.name, field.range.width())
            }
            NodeKind::Nested(member) => member.declaration.to_string(),
            NodeKind::Element(_) => self.ty.to_string(),
        }
    }

    /// Returns the bit fields of a layout's member.
    pub fn fields(member: &'a Member) -> impl ExactSizeIterator<Item = Self> {
        let fields = member.bits.known_bits().unwrap_or_default();
        fields.iter().map(move |field| Self {
            kind: NodeKind::Bit(member, field),
            bits: Some(field.range),
            ..Self::from(member)
        })
    }

    fn is_called(&self, name: &str) -> bool {
        !matches!(self.kind, NodeKind::Element(_)) && self.label().eq_ignore_ascii_case(name)
    }
}

impl<'a> From<&'a Member> for Node<'a> {
    fn from(member: &'a Member) -> Self {
        Self {
            kind: NodeKind::Member(member),
            ty: &member.ty,
            offset: member.offset,
            bits: None,
        }
    }
}

impl<'a> From<&'a TypeMember> for Node<'a> {
    /// A member of a type that is not itself inside another.
    fn from(member: &'a TypeMember) -> Self {
        Self {
            kind: NodeKind::Nested(member),
            ty: &member.declaration.ty,
            offset: member.offset,
            bits: member.bits,
        }
    }
}

impl<'a> Tree<'a> {
    pub fn of(layout: &Layout, types: &'a Catalogue) -> Self {
        let scope = layout.scope();
        Self { types, scope }
    }

    /// Returns the members in layout order; those of a nested type in declaration order, including bit fields.
    pub fn members(self, of: Aggregate<'a>) -> impl Iterator<Item = Node<'a>> {
        let (layout, class) = match of {
            Aggregate::Layout(layout) => (Some(layout), None),
            Aggregate::Class(class) => (None, Some(class)),
        };
        let own = layout.into_iter().flat_map(Layout::members).map(Node::from);
        let nested = class.into_iter().flat_map(|class| &class.members);
        own.chain(nested.map_while(move |member| self.nested(member, ByteOffset::ZERO)))
    }

    /// Returns the members, each followed by its bit fields.
    pub fn members_and_fields(self, of: Aggregate<'a>) -> impl Iterator<Item = Node<'a>> {
        let fields = |node: &Node<'a>| match node.kind {
            NodeKind::Member(member) => Some(Node::fields(member)),
            _ => None,
        };
        let members = self.members(of);
        members.flat_map(move |node| iter::once(node).chain(fields(&node).into_iter().flatten()))
    }

    /// Returns the number of child nodes, and the nodes. There are fewer nodes if offsets exceed 32 bits, and none if
    /// the size of elements is unknown.
    pub fn inside(self, node: &Node<'a>) -> (usize, Box<dyn Iterator<Item = Node<'a>> + 'a>) {
        let node = *node;
        if let NodeKind::Member(member) = node.kind
            && member.bits.known_bits().is_some()
        {
            let fields = Node::fields(member);
            return (fields.len(), Box::new(fields));
        }
        match node.ty {
            _ if node.bits.is_some() => {}
            CType::Pointer(_) => {}
            CType::Array(_, count) => {
                let elements = (0..*count).map_while(move |index| self.element(&node, index));
                return (*count as usize, Box::new(elements));
            }
            CType::AnySizeArray(_) => {
                return (1, Box::new(self.element(&node, 0).into_iter()));
            }
            CType::Named(name) => {
                let class = self.types.class(name, self.scope);
                let members = class.map_or(&[][..], |class| &class.members);
                let nested = move |member: &'a Arc<TypeMember>| self.nested(member, node.offset);
                return (members.len(), Box::new(members.iter().map_while(nested)));
            }
        }
        (0, Box::new(iter::empty()))
    }

    fn nested(self, member: &'a TypeMember, start: ByteOffset) -> Option<Node<'a>> {
        Some(Node {
            offset: start.checked_add(ByteSize::new(member.offset.get()))?,
            ..member.into()
        })
    }

    /// Returns an element of an array; an array of any size has an element at every index.
    fn element(self, array: &Node<'a>, index: u32) -> Option<Node<'a>> {
        let ty = match array.ty {
            CType::Array(element, count) if index < *count => element,
            CType::AnySizeArray(element) => element,
            _ => return None,
        };
        let size = self.types.measure(ty, self.scope)?.size;
        Some(Node {
            kind: NodeKind::Element(index),
            ty,
            offset: array.offset.checked_add(size.checked_mul(index)?)?,
            bits: None,
        })
    }

    /// Returns the element of an array of stated length that covers `offset`: computed, because it may have 2^28.
    fn element_at(self, array: &Node<'a>, offset: ByteOffset) -> Option<Node<'a>> {
        let CType::Array(element, _) = array.ty else {
            return None;
        };
        let size = self.types.measure(element, self.scope)?.size;
        let past = offset.get().checked_sub(array.offset.get())?;
        self.element(array, past.checked_div(size.get())?)
    }

    /// Returns the size of a node or of a bit field's integer; `None` if unknown.
    pub fn size(self, node: &Node<'_>) -> Option<ByteSize> {
        match node.kind {
            NodeKind::Member(member) | NodeKind::Bit(member, _) => Some(member.size),
            NodeKind::Nested(_) | NodeKind::Element(_) => {
                Some(self.types.measure(node.ty, self.scope)?.size)
            }
        }
    }

    /// Returns the node of a path. Names ignore case; the first member can be given by its row.
    pub fn find(self, layout: &'a Layout, path: &MemberPath) -> Option<Node<'a>> {
        let (PathStep::Member(first), steps) = path.steps().split_first()? else {
            return None;
        };
        let same = |name: &str| name.eq_ignore_ascii_case(first);
        let mut members = layout.members();
        let named = members.find(|member| member.name.as_deref().is_some_and(same));
        let mut members = layout.members();
        let member = named.or_else(|| members.find(|member| same(member.row.as_str())))?;
        self.follow(member.into(), steps)
    }

    pub fn follow(self, from: Node<'a>, steps: &[PathStep]) -> Option<Node<'a>> {
        let mut steps = steps.iter();
        steps.try_fold(from, |node, step| match step {
            PathStep::Index(_) if node.bits.is_some() => None,
            PathStep::Index(index) => self.element(&node, *index),
            PathStep::Member(name) => self.inside(&node).1.find(|inner| inner.is_called(name)),
        })
    }

    /// Returns the path from a node to the innermost node that covers `offset`, and the distance of `offset` from that
    /// node. Of overlapping members, the one that begins nearest; bit fields are ignored.
    pub fn towards(self, from: Node<'a>, offset: ByteOffset) -> (Vec<PathStep>, u32) {
        let mut steps = Vec::new();
        let mut node = from;
        while steps.len() < NESTING_LIMIT {
            let covers = |inner: &Node<'a>| {
                let size = self.size(inner).map_or(0, ByteSize::get);
                let past = offset.get().checked_sub(inner.offset.get());
                inner.bits.is_none() && past.is_some_and(|past| past < size)
            };
            let nearest = match node.ty {
                CType::Array(..) if node.bits.is_none() => self.element_at(&node, offset),
                _ => self.inside(&node).1.filter(covers).max_by(|a, b| {
                    // `max_by` returns the last of equal elements; the one declared first is wanted.
                    a.offset.cmp(&b.offset).then(Ordering::Greater)
                }),
            };
            let Some(inner) = nearest else { break };
            steps.push(match inner.kind {
                NodeKind::Element(index) => PathStep::Index(index),
                _ => PathStep::Member(inner.label().into()),
            });
            node = inner;
        }
        (steps, offset.get().saturating_sub(node.offset.get()))
    }

    /// Expands a member into all nodes inside it.
    pub fn unfold(self, member: &'a Member, limits: Limits) -> Unfolded<'a> {
        let mut left = NODE_LIMIT;
        let depth = limits.depth.min(NESTING_LIMIT);
        self.unfold_node(member.into(), Limits { depth, ..limits }, &mut left)
    }

    /// Depth of recursion: structures up to `limits.depth`, arrays up to the limit of declarations.
    fn unfold_node(self, node: Node<'a>, limits: Limits, left: &mut usize) -> Unfolded<'a> {
        let (count, nodes) = self.inside(&node);
        let mut inside = Vec::new();
        for inner in nodes {
            let (shown, deeper) = match inner.kind {
                NodeKind::Nested(_) => (limits.depth > 0, limits.depth.saturating_sub(1)),
                NodeKind::Element(index) => (index < limits.elements, limits.depth),
                NodeKind::Member(_) | NodeKind::Bit(..) => (true, limits.depth),
            };
            if !shown || *left == 0 {
                break;
            }
            *left -= 1;
            let depth = deeper;
            inside.push(self.unfold_node(inner, Limits { depth, ..limits }, left));
        }
        Unfolded {
            node,
            folded: u32::try_from(count - inside.len()).unwrap_or(u32::MAX),
            inside,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum nesting depth of structures; at most [`NESTING_LIMIT`].
    pub depth: usize,
    /// The number of elements shown of each array.
    pub elements: u32,
}

#[derive(Clone, Debug)]
pub struct Unfolded<'a> {
    pub node: Node<'a>,
    pub inside: Vec<Self>,
    /// The number of elements or members that a limit left out.
    pub folded: u32,
}

#[cfg(test)]
mod tests;
