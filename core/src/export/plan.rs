//! A layout to definitions: which nested types are defined, in which order, and what the type of each member is.

mod ty;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{self, Catalogue, LayoutClass};
use crate::certainty::Certainty;
use crate::layout::{self, Layout, Member};
use crate::name::TypeName;
use crate::resolve::room;
use crate::tree::{Aggregate, Node, Tree, What};
use crate::types::{Measure, NESTING_LIMIT, TypeKind};
use crate::units::{BitRange, ByteOffset, ByteSize};

use self::ty::storage;
use super::model::{BitField, Bits, Definition, Field, Item, Kind, Pedigree, Scalar, Type};
use super::names::{self, Names};
use super::reserved::Reserved;
use super::tile::{Piece, Tiler, bit_end};

/// How many definitions a unit may have; types that come later are bytes.
pub const DEFINITION_LIMIT: usize = 256;

/// The definitions of a layout, innermost first; the layout's own is the last. Nested types are defined as far as some way
/// leads to them through at most `depth` structures by value (at most [`NESTING_LIMIT`]); deeper ones are bytes, and so are
/// those whose members are not known or cannot lie as is said. No name is one of the `reserved` words.
#[must_use]
pub fn definitions(
    layout: &Layout,
    types: &Catalogue,
    depth: usize,
    reserved: &'static Reserved,
) -> Vec<Definition> {
    let mut planner = Planner::new(Tree::of(layout, types), reserved, None);
    let structure = layout.structure.in_c();
    let own = planner.names.take(&structure, Default::default());
    planner.want(layout, depth.min(NESTING_LIMIT));
    let structure = planner.structure(layout, own);
    let mut definitions = planner.definitions;
    definitions.push(structure);
    definitions
}

/// Makes definitions: of a layout and the types in it, or of all types of an image, one after the other.
pub(super) struct Planner<'a> {
    tree: Tree<'a>,
    reserved: &'static Reserved,
    names: Names,
    /// What types are called, where all of an image are defined: pointers may lead to one that comes later. Elsewhere a type
    /// gets its name as it is defined.
    called: Option<BTreeMap<TypeName, String>>,
    /// The nested types that shall be defined.
    wanted: BTreeSet<TypeName>,
    /// What became of each; `None` while it is being defined, and where it cannot be.
    made: BTreeMap<TypeName, Option<Type>>,
    definitions: Vec<Definition>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(
        tree: Tree<'a>,
        reserved: &'static Reserved,
        called: Option<BTreeMap<TypeName, String>>,
    ) -> Self {
        Self {
            tree,
            reserved,
            names: Names::new(reserved),
            called,
            wanted: BTreeSet::new(),
            made: BTreeMap::new(),
            definitions: Vec::new(),
        }
    }

    /// Defines a type of the image under that name; those that it holds were defined before. `None` where its members cannot lie
    /// as is said.
    pub(super) fn in_image(
        &mut self,
        ty: &'a catalogue::Type,
        name: &str,
        class: &'a LayoutClass,
    ) -> Option<Definition> {
        let kind = match class.kind {
            TypeKind::Struct => Kind::Struct,
            TypeKind::Union => Kind::Union,
            TypeKind::Enum | TypeKind::Scalar => Kind::Enum,
        };
        let (definition, made) = self.make(|_| name.to_owned(), kind, Some(ty), class)?;
        let meant = self.tree.types.get(&ty.name, self.tree.scope);
        if meant.is_some_and(|meant| std::ptr::eq(meant, ty)) {
            self.made.insert(ty.name.clone(), Some(made));
        }
        Some(definition)
    }

    /// What `class` defines. `None` where its members cannot lie as is said.
    fn make(
        &mut self,
        name: impl FnOnce(&mut Names) -> String,
        kind: Kind,
        ty: Option<&catalogue::Type>,
        class: &'a LayoutClass,
    ) -> Option<(Definition, Type)> {
        let pieces = self.pieces(Aggregate::Class(class))?;
        let Tree { types, scope } = self.tree;
        let measure = types.measure_of(class, scope);
        let source = ty.map_or("", |ty| types.source_of(ty, class, scope));
        let name = name(&mut self.names);
        let definition = self.definition((name, kind), source.to_owned(), pieces, measure);
        let made = Type::Definition {
            name: definition.name.clone(),
            kind,
            measure,
        };
        Some((definition, made))
    }

    /// Finds the nested types that are held through at most `depth` structures, level by level.
    fn want(&mut self, layout: &Layout, depth: usize) {
        let mut level = self.held(Aggregate::Layout(layout));
        for _ in 0..depth {
            let mut next = Vec::new();
            for name in level {
                let known = self.layout(&name);
                let Some(known) = known.filter(|known| !known.members.is_empty()) else {
                    continue;
                };
                if self.wanted.len() < DEFINITION_LIMIT && self.wanted.insert(name) {
                    next.extend(self.held(Aggregate::Class(known)));
                }
            }
            level = next;
        }
    }

    /// The types that one holds by value.
    fn held(&self, of: Aggregate<'a>) -> Vec<TypeName> {
        let members = self.tree.members(of);
        let held = members.filter_map(|node| node.ty.by_value());
        held.cloned().collect()
    }

    fn layout(&self, name: &TypeName) -> Option<&'a LayoutClass> {
        self.tree.types.class(name, self.tree.scope)
    }

    /// The layout's own definition. Where members pass the layout's size, which they must not, it is as large as they need.
    fn structure(&mut self, layout: &'a Layout, name: String) -> Definition {
        let pieces = self.pieces(Aggregate::Layout(layout)).unwrap_or_default();
        let align = pieces.iter().map(|piece| piece.align).max();
        let kind = match layout.kind {
            TypeKind::Union => Kind::Union,
            _ => Kind::Struct,
        };
        let measure = Measure {
            size: layout.size,
            align: align.unwrap_or(ByteSize::new(1)),
        };
        self.definition((name, kind), layout.source.clone(), pieces, measure)
    }

    fn definition(
        &self,
        (name, kind): (String, Kind),
        source: String,
        pieces: Vec<Piece>,
        measure: Measure,
    ) -> Definition {
        let mut tiler = Tiler {
            names: Names::new(self.reserved),
        };
        let items = match kind {
            Kind::Struct => tiler.structure(pieces, measure),
            Kind::Union => tiler.union(pieces, measure),
            Kind::Enum => Vec::new(),
        };
        let end = items.last().map(Item::end).unwrap_or_default();
        let size = measure.size.max(ByteSize::new(end.get()));
        Definition {
            name,
            kind,
            source,
            measure: Measure { size, ..measure },
            items,
        }
    }

    /// Defines a nested type if it is wanted and was not defined yet. As deep as there are wanted types, of which there are at
    /// most [`DEFINITION_LIMIT`]; one that holds itself is bytes within itself.
    fn define(&mut self, name: &TypeName) -> Option<Type> {
        if let Some(made) = self.made.get(name) {
            return made.clone();
        }
        if !self.wanted.contains(name) {
            return None;
        }
        self.made.insert(name.clone(), None);
        let (kind, class) = (self.kind(name), self.layout(name)?);
        let ty = self.tree.types.get(name, self.tree.scope);
        let own = |names: &mut Names| names.take(&name.in_c(), Default::default());
        let (definition, made) = self.make(own, kind, ty, class)?;
        self.definitions.push(definition);
        self.made.insert(name.clone(), Some(made.clone()));
        Some(made)
    }

    /// How many bytes a member has. Among all types of an image, one whose type is only declared has those up to the next.
    fn size(&self, of: Aggregate<'a>, node: &Node<'_>) -> Option<ByteSize> {
        let room = || match (of, node.what) {
            (Aggregate::Class(class), What::Nested(member)) if self.called.is_some() => {
                Some(room(class, member).size)
            }
            _ => None,
        };
        self.tree.size(node).or_else(room)
    }

    /// The members, bit fields of one integer as one piece. Of a layout, what is not as it is declared is bytes; of a nested type
    /// there are no pieces where a member has no size, passes the end, or has more bits than its integer.
    fn pieces(&mut self, of: Aggregate<'a>) -> Option<Vec<Piece>> {
        let mut pieces: Vec<Piece> = Vec::new();
        for node in self.tree.members_and_fields(of) {
            let (offset, size) = (node.offset, self.size(of, &node)?);
            let ty = self.ty(node.ty).filter(|ty| ty.measure().size == size);
            let (ty, lenient) = match (of, ty) {
                // Only an array without elements has no bytes.
                (Aggregate::Layout(_), None) if size == ByteSize::ZERO => continue,
                (Aggregate::Layout(_), ty) => {
                    let declared = node.ty.to_string();
                    (ty.unwrap_or(Type::Bytes { size, declared }), true)
                }
                (Aggregate::Class(class), ty) => {
                    let end = offset.checked_add(size)?;
                    let declared = || Type::Bytes {
                        size,
                        declared: node.ty.to_string(),
                    };
                    let ty = ty.or_else(|| self.called.is_some().then(declared));
                    (ty.filter(|_| end.get() <= class.size.get())?, false)
                }
            };
            let measure = self.tree.types.measure(node.ty, self.tree.scope);
            let align = measure.map_or(ByteSize::new(1), |measure| measure.align);
            let integer = storage(&ty);
            let (comment, pedigree) = told(&node);
            let Some(range) = node.bits else {
                if integer.is_some() && is_bare(&node) {
                    continue;
                }
                let name = match node.what {
                    What::Member(Member { name: None, .. }) => names::unknown(offset),
                    _ => node.label().into(),
                };
                let item = Item::Field(Field {
                    name,
                    ty,
                    declared: Some(node.ty.clone()),
                    offset,
                    size,
                    comment,
                    pedigree,
                });
                pieces.push(Piece { item, align });
                continue;
            };
            let bits = |storage: &Scalar| storage.size.get().saturating_mul(8);
            let storage = match integer.filter(|it| bit_end(range) <= bits(it)) {
                None if lenient => continue,
                storage => storage?,
            };
            let field = BitField {
                name: Some(node.label().into()),
                range,
                comment,
                pedigree,
            };
            match same_integer(pieces.last_mut(), offset, &storage, range) {
                Some(fields) => fields.push(field),
                None => {
                    let item = Item::Bits(Bits {
                        name: names::at("Bits", offset),
                        storage,
                        offset,
                        fields: vec![field],
                    });
                    pieces.push(Piece { item, align });
                }
            }
        }
        Some(pieces)
    }
}

/// Whether it is bit fields whose integer has no name in symbols: they are all that there is.
fn is_bare(node: &Node<'_>) -> bool {
    let What::Member(member) = node.what else {
        return false;
    };
    let symbols = [Certainty::SymbolFiles, Certainty::Confirmed];
    member.name.is_none() && member.bits.known().is_some() && symbols.contains(&member.certainty)
}

/// What is to be told of a member or a bit field, and how sure it is.
fn told(node: &Node<'_>) -> (String, Pedigree) {
    let (comment, member, errata) = match node.what {
        What::Member(member) => (remark(member), member, &member.errata),
        What::Bit(member, field) => {
            let comment = errata_remark(&field.errata).unwrap_or_default();
            (comment, member, &field.errata)
        }
        What::Nested(_) | What::Element(_) => return Default::default(),
    };
    let pedigree = Pedigree {
        certainty: Some(member.certainty),
        errata: errata.clone(),
    };
    (comment, pedigree)
}

/// What is not plain about a member: no name, bits that nobody states, a certainty that says so, where it was published, errata. Empty where all is plain.
fn remark(member: &Member) -> String {
    let mut parts: Vec<String> = Vec::new();
    if member.name.is_none() {
        parts.push(member.declaration.clone());
    }
    if member.bits == layout::Bits::NotStated {
        parts.push("bits not stated".to_owned());
    }
    if !member.certainty.is_plain() {
        parts.push(member.certainty.to_string());
    }
    if let Some(published) = member.published.filter(|it| *it != member.offset) {
        parts.push(format!("published at {published}"));
    }
    parts.extend(errata_remark(&member.errata));
    parts.join("; ")
}

/// `errata links-offset, links-name`; nothing where there is none.
fn errata_remark(ids: &[Box<str>]) -> Option<String> {
    let what = match ids.len() {
        0 => return None,
        1 => "erratum",
        _ => "errata",
    };
    Some(format!("{what} {}", ids.join(", ")))
}

/// The fields of the piece before, where bits lie behind them in the same integer.
fn same_integer<'p>(
    before: Option<&'p mut Piece>,
    offset: ByteOffset,
    storage: &Scalar,
    range: BitRange,
) -> Option<&'p mut Vec<BitField>> {
    let Item::Bits(bits) = &mut before?.item else {
        return None;
    };
    let end = bits.fields.last().map_or(0, |last| bit_end(last.range));
    let same = bits.offset == offset && bits.storage == *storage;
    (same && end <= range.bit().into()).then_some(&mut bits.fields)
}
