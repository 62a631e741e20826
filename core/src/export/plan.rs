//! Plans the definitions of a layout: the nested types to define, their order, and the types of members.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{self, Catalogue, LayoutClass};
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::layout::{self, Layout, Member};
use crate::name::TypeName;
use crate::resolve::room;
use crate::tree::{Aggregate, Node, NodeKind, Tree};
use crate::types::{self, NESTING_LIMIT, ScalarKind, SizeAndAlign, TypeKind};
use crate::units::{BitRange, ByteOffset, ByteSize};

use super::model::{
    BitField, Bits, Definition, Field, Item, Kind, MemberProvenance, Pointee, Pointer, Scalar,
    Type, Value,
};
use super::names::{self, Names};
use super::reserved::Reserved;
use super::tile::{Piece, Tiler, bit_end};

/// The most definitions of a unit; later types become bytes.
pub const DEFINITION_LIMIT: usize = 256;

/// Returns the definitions of a layout, innermost first; the layout's own is the last. Nested types are defined if they
/// are contained by value through at most `depth` structures (at most [`NESTING_LIMIT`]); deeper ones become bytes, as
/// do those with unknown members or impossible offsets. No name is one of the `reserved` words.
pub fn definitions(
    layout: &Layout,
    types: &Catalogue,
    depth: usize,
    reserved: &'static Reserved,
) -> Vec<Definition> {
    let mut planner = Planner::new(Tree::of(layout, types), reserved, None);
    let structure = layout.structure.c_identifier();
    let own = planner.names.take(&structure, Default::default());
    planner.select_nested(layout, depth.min(NESTING_LIMIT));
    let structure = planner.structure(layout, own);
    let mut definitions = planner.definitions;
    definitions.push(structure);
    definitions
}

/// Creates definitions: of a layout and its nested types, or of all types of an image one by one.
pub(super) struct Planner<'a> {
    tree: Tree<'a>,
    reserved: &'static Reserved,
    names: Names,
    /// The names of all types of an image, as pointers may refer to later ones. Otherwise, types are named on
    /// definition.
    called: Option<BTreeMap<TypeName, String>>,
    /// The nested types to define.
    wanted: BTreeSet<TypeName>,
    /// The result for each type; `None` during its definition and if it is impossible.
    planned: BTreeMap<TypeName, Option<Type>>,
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
            planned: BTreeMap::new(),
            definitions: Vec::new(),
        }
    }

    /// Defines a type of the image; the types that it contains were defined before. `None` if the members' offsets are
    /// impossible.
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
        let (definition, made) =
            self.plan_definition(|_| name.to_owned(), kind, Some(ty), class)?;
        let meant = self.tree.types.get(&ty.name, self.tree.scope);
        if meant.is_some_and(|meant| std::ptr::eq(meant, ty)) {
            self.planned.insert(ty.name.clone(), Some(made));
        }
        Some(definition)
    }

    /// Creates the definition of `class`; `None` if the members' offsets are impossible.
    fn plan_definition(
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

    /// Finds the nested types contained through at most `depth` structures, level by level.
    fn select_nested(&mut self, layout: &Layout, depth: usize) {
        let mut level = self.contained_types(Aggregate::Layout(layout));
        for _ in 0..depth {
            let mut next = Vec::new();
            for name in level {
                let known = self.layout(&name);
                let Some(known) = known.filter(|known| !known.members.is_empty()) else {
                    continue;
                };
                if self.wanted.len() < DEFINITION_LIMIT && self.wanted.insert(name) {
                    next.extend(self.contained_types(Aggregate::Class(known)));
                }
            }
            level = next;
        }
    }

    fn contained_types(&self, of: Aggregate<'a>) -> Vec<TypeName> {
        let members = self.tree.members(of);
        let held = members.filter_map(|node| node.ty.by_value());
        held.cloned().collect()
    }

    fn layout(&self, name: &TypeName) -> Option<&'a LayoutClass> {
        self.tree.types.class(name, self.tree.scope)
    }

    /// Returns the layout's own definition. If members exceed its size, which is an error in the data, it grows.
    fn structure(&mut self, layout: &'a Layout, name: String) -> Definition {
        let pieces = self.pieces(Aggregate::Layout(layout)).unwrap_or_default();
        let align = pieces.iter().map(|piece| piece.align).max();
        let kind = match layout.kind {
            TypeKind::Union => Kind::Union,
            _ => Kind::Struct,
        };
        let measure = SizeAndAlign {
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
        measure: SizeAndAlign,
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
            measure: SizeAndAlign { size, ..measure },
            items,
        }
    }

    /// Defines a nested type if it is wanted and not defined yet. Recursion is bounded by [`DEFINITION_LIMIT`]; a type
    /// that contains itself becomes bytes within itself.
    fn define(&mut self, name: &TypeName) -> Option<Type> {
        if let Some(made) = self.planned.get(name) {
            return made.clone();
        }
        if !self.wanted.contains(name) {
            return None;
        }
        self.planned.insert(name.clone(), None);
        let (kind, class) = (self.kind(name), self.layout(name)?);
        let ty = self.tree.types.get(name, self.tree.scope);
        let own = |names: &mut Names| names.take(&name.c_identifier(), Default::default());
        let (definition, made) = self.plan_definition(own, kind, ty, class)?;
        self.definitions.push(definition);
        self.planned.insert(name.clone(), Some(made.clone()));
        Some(made)
    }

    /// Returns the size of a member. In an image, one of an undefined type extends to the next member.
    fn size(&self, of: Aggregate<'a>, node: &Node<'_>) -> Option<ByteSize> {
        let room = || match (of, node.kind) {
            (Aggregate::Class(class), NodeKind::Nested(member)) if self.called.is_some() => {
                Some(room(class, member).size)
            }
            _ => None,
        };
        self.tree.size(node).or_else(room)
    }

    /// Returns the members, with the bit fields of one integer as one piece. In a layout, members of another size than
    /// declared become bytes; a nested type yields `None` if a member has no size, exceeds the end, or has more bits
    /// than its integer.
    fn pieces(&mut self, of: Aggregate<'a>) -> Option<Vec<Piece>> {
        let mut pieces: Vec<Piece> = Vec::new();
        for node in self.tree.members_and_fields(of) {
            let (offset, size) = (node.offset, self.size(of, &node)?);
            let ty = self.ty(node.ty).filter(|ty| ty.measure().size == size);
            let (ty, lenient) = match (of, ty) {
                // Only an empty array has no bytes.
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
            let (comment, provenance) = described(&node);
            let Some(range) = node.bits else {
                if integer.is_some() && is_bare(&node) {
                    continue;
                }
                let name = match node.kind {
                    NodeKind::Member(Member { name: None, .. }) => names::unknown(offset),
                    _ => node.label().into(),
                };
                let item = Item::Field(Field {
                    name,
                    ty,
                    declared: Some(node.ty.clone()),
                    offset,
                    size,
                    comment,
                    provenance,
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
                provenance,
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

/// Types of members, at the point of the layout.
impl Planner<'_> {
    /// Returns a type; `None` if its size is unknown or 0.
    fn ty(&mut self, ty: &CType) -> Option<Type> {
        let measure = self.tree.types.measure(ty, self.tree.scope)?;
        if measure.size == ByteSize::ZERO
            && !matches!(ty, CType::Array(..))
            && self.called.is_none()
        {
            return None;
        }
        match ty {
            CType::Pointer(inner) => Some(self.pointer(self.pointee(inner), ty)),
            CType::Array(element, count) => self.array(element, *count, false),
            CType::AnySizeArray(element) => self.array(element, 1, true),
            CType::Named(name) => match types::scalar(name, self.tree.scope.arch) {
                Some((kind, measure)) => Some(self.scalar(kind, measure.size, ty)),
                None => self
                    .define(name)
                    .or_else(|| Some(self.folded(name, measure))),
            },
        }
    }

    fn array(&mut self, element: &CType, count: u32, any_size: bool) -> Option<Type> {
        let element = Box::new(self.ty(element)?);
        Some(Type::Array {
            element,
            count,
            any_size,
        })
    }

    fn pointer(&self, to: Pointee, declared: &CType) -> Type {
        Type::Pointer(Pointer {
            size: self.tree.scope.arch.pointer(),
            to,
            declared: declared.to_string(),
        })
    }

    fn scalar(&self, kind: ScalarKind, size: ByteSize, ty: &CType) -> Type {
        match value_of(kind) {
            Some(value) => Type::Scalar(Scalar {
                value,
                size,
                declared: ty.to_string(),
            }),
            None => self.pointer(named_pointee(ty.base()), ty),
        }
    }

    fn pointee(&self, ty: &CType) -> Pointee {
        match ty {
            CType::Pointer(inner) => Pointee::Pointer(Box::new(self.pointee(inner))),
            CType::Array(element, _) | CType::AnySizeArray(element) => self.pointee(element),
            CType::Named(name) => match types::scalar(name, self.tree.scope.arch) {
                Some((ScalarKind::Void, _)) => Pointee::Void,
                Some((kind, measure)) => match self.scalar(kind, measure.size, ty) {
                    Type::Scalar(scalar) => Pointee::Scalar(scalar),
                    _ => Pointee::Pointer(Box::new(named_pointee(name))),
                },
                None => self.named(name),
            },
        }
    }

    fn named(&self, name: &TypeName) -> Pointee {
        if name.is_function() {
            return Pointee::Void;
        }
        let measure = self
            .layout(name)
            .map(|it| self.tree.types.measure_of(it, self.tree.scope));
        match measure.map(|measure| self.folded(name, measure)) {
            Some(Type::Scalar(scalar)) => Pointee::Scalar(scalar),
            _ => Pointee::Named(self.tagged_name(name), self.kind(name)),
        }
    }

    /// Returns the name with the underscore of a tag, if the types of an image were named beforehand.
    fn tagged_name(&self, name: &TypeName) -> TypeName {
        let called = self.called.as_ref().and_then(|called| called.get(name));
        let tag = called.and_then(|called| TypeName::parse_symbol(&format!("_{called}")).ok());
        tag.unwrap_or_else(|| name.clone())
    }

    fn type_kind(&self, name: &TypeName) -> Option<TypeKind> {
        let ty = self.tree.types.get(name, self.tree.scope)?;
        let here = ty.class_in(self.tree.scope).map(|class| class.kind);
        Some(here.unwrap_or_else(|| ty.kind()))
    }

    fn kind(&self, name: &TypeName) -> Kind {
        match self.type_kind(name) {
            Some(TypeKind::Union) => Kind::Union,
            _ => Kind::Struct,
        }
    }

    /// Returns a type without definition: an enumeration as its integer, any other as bytes.
    fn folded(&self, name: &TypeName, measure: SizeAndAlign) -> Type {
        let value = match self.type_kind(name) {
            Some(TypeKind::Enum) => Some(Value::Signed),
            Some(TypeKind::Scalar) => Some(Value::Unsigned),
            _ => None,
        };
        let (size, declared) = (measure.size, CType::Named(name.clone()).to_string());
        match value.filter(|_| matches!(size.get(), 1 | 2 | 4 | 8)) {
            Some(value) => Type::Scalar(Scalar {
                value,
                size,
                declared,
            }),
            None => Type::Bytes { size, declared },
        }
    }
}

/// Returns the value of a scalar; `None` for pointers and `VOID`.
fn value_of(kind: ScalarKind) -> Option<Value> {
    match kind {
        ScalarKind::Unsigned => Some(Value::Unsigned),
        ScalarKind::Signed => Some(Value::Signed),
        ScalarKind::Boolean => Some(Value::Boolean),
        ScalarKind::Char => Some(Value::Char),
        ScalarKind::WideChar => Some(Value::WideChar),
        ScalarKind::Pointer | ScalarKind::Handle | ScalarKind::Void => None,
    }
}

fn named_pointee(name: &TypeName) -> Pointee {
    let (value, size, declared) = match name.as_str() {
        "PSTR" => (Value::Char, 1, "CHAR"),
        "PWSTR" => (Value::WideChar, 2, "WCHAR"),
        _ => return Pointee::Void,
    };
    Pointee::Scalar(Scalar {
        value,
        size: ByteSize::new(size),
        declared: declared.to_owned(),
    })
}

/// Returns the integer of bit fields of this type.
fn storage(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) => Some(scalar.clone()),
        Type::Pointer(pointer) => Some(Scalar {
            value: Value::Unsigned,
            size: pointer.size,
            declared: pointer.declared.clone(),
        }),
        Type::Definition {
            name,
            kind: Kind::Enum,
            measure,
        } => Some(Scalar {
            value: Value::Signed,
            size: measure.size,
            declared: name.clone(),
        }),
        Type::Array { .. } | Type::Definition { .. } | Type::Bytes { .. } => None,
    }
}

/// Whether it consists of bit fields whose integer has no name in symbols.
fn is_bare(node: &Node<'_>) -> bool {
    let NodeKind::Member(member) = node.kind else {
        return false;
    };
    let symbols = [Certainty::SymbolFiles, Certainty::Confirmed];
    member.name.is_none()
        && member.bits.known_bits().is_some()
        && symbols.contains(&member.certainty)
}

/// Returns the comment and provenance of a member or bit field.
fn described(node: &Node<'_>) -> (String, MemberProvenance) {
    let (comment, member, errata) = match node.kind {
        NodeKind::Member(member) => (remark(member), member, &member.errata),
        NodeKind::Bit(member, field) => {
            let comment = errata_remark(&field.errata).unwrap_or_default();
            (comment, member, &field.errata)
        }
        NodeKind::Nested(_) | NodeKind::Element(_) => return Default::default(),
    };
    let provenance = MemberProvenance {
        certainty: Some(member.certainty),
        errata: errata.clone(),
    };
    (comment, provenance)
}

/// Returns the remarks on a member: no name, unstated bits, low certainty, published offset, errata.
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

/// Formats `errata links-offset, links-name`.
fn errata_remark(ids: &[Box<str>]) -> Option<String> {
    let what = match ids.len() {
        0 => return None,
        1 => "erratum",
        _ => "errata",
    };
    Some(format!("{what} {}", ids.join(", ")))
}

/// Returns the fields of the previous piece, if the bits follow them in the same integer.
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
