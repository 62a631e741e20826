//! Compiles a layout for decoding: every type is looked up once, every nested type unfolded, every limit checked.
//!
//! The result is used any number of times: by `walk` to decode values, by [`plan`](super::plan) to find leaves.

use std::sync::Arc;

use super::limits::{ELEMENTS_LIMIT, SHAPES_LIMIT};
use super::memory::mask;
use super::value::{ItemName, UndecodedReason};
use crate::catalogue::{Catalogue, LayoutClass, Type};
use crate::constants::ConstantSet;
use crate::ctype::{CType, DECLARATOR_LIMIT};
use crate::layout::{Bits, Layout, ValueMeaning};
use crate::name::{RowId, TypeName};
use crate::tree::{Aggregate, Node, NodeKind, Tree};
use crate::types::{EnumValue, NESTING_LIMIT, ScalarKind, TypeKind, scalar};
use crate::units::BitRange;

/// The compiled form of a type, without its offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar {
        kind: ScalarKind,
        size: u32,
    },
    Pointer {
        /// The alignment of the target; 1 if unknown.
        align: u32,
    },
    Enum {
        size: u32,
        values: Arc<[(u64, Arc<str>)]>,
    },
    Bits {
        size: u32,
        fields: Option<Arc<[Bit]>>,
    },
    BitField {
        size: u32,
        range: BitRange,
    },
    LargeInteger,
    Guid,
    UnicodeString,
    ListEntry,
    Array {
        element: Box<Shape>,
        stride: u32,
        count: u32,
        /// Whether the array extends to the end of the bytes.
        open: bool,
    },
    Struct {
        ty: TypeName,
        union: bool,
        fields: Vec<Field>,
    },
    Opaque(UndecodedReason),
}

/// A bit field of a member of the structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bit {
    pub(super) row: RowId,
    pub(super) name: Arc<str>,
    pub(super) range: BitRange,
}

/// A member of the structure or of a nested type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: ItemName,
    /// The offset in the type that contains it.
    pub(super) offset: u32,
    pub(super) size: u32,
    pub(super) shape: Shape,
    /// Whether it shares bytes with another member.
    pub(super) shared: bool,
    pub(super) constants: Option<Arc<ConstantSet>>,
}

impl Field {
    pub(super) fn end(&self) -> u32 {
        self.offset.saturating_add(self.size)
    }

    /// Returns the number of leaves, all arrays unfolded; each byte without a known meaning is one.
    pub(super) fn leaves(&self) -> usize {
        self.shape.leaves(self.size)
    }
}

/// More than [`SHAPES_LIMIT`](super::limits::SHAPES_LIMIT) shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyShapes;

impl Shape {
    fn leaves(&self, size: u32) -> usize {
        match self {
            Self::Array {
                element,
                stride,
                count,
                ..
            } => element.leaves(*stride).saturating_mul(*count as usize),
            Self::Struct { fields, .. } => fields
                .iter()
                .map(Field::leaves)
                .fold(0, usize::saturating_add),
            Self::Opaque(_) => size as usize,
            _ => 1,
        }
    }

    /// Returns the number of values that it unfolds to, itself included.
    pub(super) fn values(&self) -> usize {
        let inside = match self {
            Self::Array { element, count, .. } => {
                let shown = (*count).min(ELEMENTS_LIMIT) as usize;
                element.values().saturating_mul(shown)
            }
            Self::Struct { fields, .. } => fields
                .iter()
                .map(|field| field.shape.values())
                .fold(0, usize::saturating_add),
            Self::Bits { fields, .. } => fields.as_ref().map_or(0, |fields| fields.len()),
            _ => 0,
        };
        inside.saturating_add(1)
    }
}

/// Compiles every member of a layout; an enumeration is one value. Only an array of any size at the end stays open.
pub(super) fn compile(layout: &Layout, types: &Catalogue) -> Result<Vec<Field>, TooManyShapes> {
    let mut compiler = Compiler {
        tree: Tree::of(layout, types),
        left: SHAPES_LIMIT,
    };
    if let (TypeKind::Enum, size @ 1..=8) = (layout.kind, layout.size.get()) {
        return Ok(vec![Field {
            name: ItemName::Field(Arc::from("Value")),
            offset: 0,
            size,
            shape: enumeration(&layout.values, size),
            shared: false,
            constants: None,
        }]);
    }
    let mut fields = compiler.fields(Aggregate::Layout(layout), None, NESTING_LIMIT)?;
    mark_shared(&mut fields);
    let end = layout.slots.iter().map(|slot| slot.end().get()).max();
    for field in &mut fields {
        let is_last = Some(field.end()) == end;
        if let Shape::Array { open, .. } = &mut field.shape {
            *open &= is_last;
        }
    }
    Ok(fields)
}

struct Compiler<'a> {
    tree: Tree<'a>,
    /// The number of shapes still allowed.
    left: usize,
}

impl<'a> Compiler<'a> {
    /// Compiles the members of the structure, or of the type `ty`.
    fn fields(
        &mut self,
        of: Aggregate<'a>,
        ty: Option<&Type>,
        nest: usize,
    ) -> Result<Vec<Field>, TooManyShapes> {
        let types = self.tree.types;
        let mut fields = Vec::new();
        for node in self.tree.members(of) {
            let (size, shape) = self.member(&node, nest)?;
            let (name, set) = match node.kind {
                NodeKind::Member(member) => {
                    let row = member.row.clone();
                    let name = match member.name.as_deref() {
                        Some(name) => ItemName::Row {
                            row,
                            name: Arc::from(name),
                        },
                        None => ItemName::Unnamed {
                            row,
                            declaration: Arc::from(member.title()),
                        },
                    };
                    let set = match member.meaning.as_deref() {
                        Some(ValueMeaning::Constants(set)) => Some(set),
                        Some(ValueMeaning::PagesOf(_) | ValueMeaning::CountedBy(_)) | None => None,
                    };
                    (name, set)
                }
                _ => {
                    let name = node.label();
                    let set = ty.and_then(|ty| ty.constants_of(&name));
                    (ItemName::Field(Arc::from(&*name)), set)
                }
            };
            fields.push(Field {
                name,
                offset: node.offset.get(),
                size,
                shape,
                shared: false,
                constants: set.and_then(|set| types.constants().set(set).cloned()),
            });
        }
        Ok(fields)
    }

    /// Compiles a member; returns its size and shape.
    fn member(&mut self, node: &Node<'_>, nest: usize) -> Result<(u32, Shape), TooManyShapes> {
        let needed = self.size(node.ty);
        let (size, bits) = match node.kind {
            NodeKind::Member(member) => (member.size.get(), &member.bits),
            _ => (needed.unwrap_or(0), &Bits::None),
        };
        let shape = match (bits, node.bits) {
            (_, Some(range)) if size <= 8 => Shape::BitField { size, range },
            (Bits::NotStated, _) if size <= 8 => Shape::Bits { size, fields: None },
            (Bits::Known(fields), _) if size <= 8 => {
                let fields = fields.iter().map(|field| Bit {
                    row: field.row.clone(),
                    name: Arc::from(&*field.name),
                    range: field.range,
                });
                let fields = Some(fields.collect());
                Shape::Bits { size, fields }
            }
            _ => match (self.shape(node.ty, nest, DECLARATOR_LIMIT)?, needed) {
                (_, None) => Shape::Opaque(UndecodedReason::TypeNotKnown),
                (_, Some(needed)) if needed > size => Shape::Opaque(UndecodedReason::SizeDiffers),
                (shape, Some(_)) => shape,
            },
        };
        Ok((size, shape))
    }

    /// Returns the size of a type in bytes; `None` if unknown.
    fn size(&self, ty: &CType) -> Option<u32> {
        match ty {
            CType::Pointer(_) => Some(self.tree.scope.arch.pointer().get()),
            CType::Array(element, count) => self.size(element)?.checked_mul(*count),
            CType::AnySizeArray(element) => self.size(element),
            CType::Named(name) => match self.well_known(name) {
                Some((_, size)) => Some(size),
                None => {
                    let measure = self.tree.types.measure(ty, self.tree.scope)?;
                    Some(measure.size.get())
                }
            },
        }
    }

    /// Returns the shape and size of types with dedicated values, which are the same in every release.
    fn well_known(&self, name: &TypeName) -> Option<(Shape, u32)> {
        let pointer = self.tree.scope.arch.pointer().get();
        match name.without_tag_underscore() {
            "LARGE_INTEGER" => Some((Shape::LargeInteger, 8)),
            "GUID" => Some((Shape::Guid, 16)),
            "UNICODE_STRING" => Some((Shape::UnicodeString, 2 * pointer)),
            "LIST_ENTRY" => Some((Shape::ListEntry, 2 * pointer)),
            _ => None,
        }
    }

    /// Compiles a type; `nest` and `pile` are the levels of types and arrays still allowed.
    fn shape(&mut self, ty: &CType, nest: usize, pile: usize) -> Result<Shape, TooManyShapes> {
        self.left = self.left.checked_sub(1).ok_or(TooManyShapes)?;
        match ty {
            CType::Pointer(to) => {
                let measure = self.tree.types.measure(to, self.tree.scope);
                let align = measure.map_or(1, |measure| measure.align.get());
                Ok(Shape::Pointer { align })
            }
            CType::Named(name) => self.named(name, nest),
            CType::Array(element, count) => self.array(element, *count, false, nest, pile),
            CType::AnySizeArray(element) => self.array(element, 1, true, nest, pile),
        }
    }

    fn array(
        &mut self,
        element: &CType,
        count: u32,
        open: bool,
        nest: usize,
        pile: usize,
    ) -> Result<Shape, TooManyShapes> {
        let Some(pile) = pile.checked_sub(1) else {
            return Ok(Shape::Opaque(UndecodedReason::TooDeep));
        };
        let stride = self.size(element).unwrap_or(0);
        if stride == 0 {
            return Ok(Shape::Opaque(UndecodedReason::TypeNotKnown));
        }
        Ok(Shape::Array {
            element: Box::new(self.shape(element, nest, pile)?),
            stride,
            count,
            open,
        })
    }

    fn named(&mut self, name: &TypeName, nest: usize) -> Result<Shape, TooManyShapes> {
        if let Some((shape, _)) = self.well_known(name) {
            return Ok(shape);
        }
        if let Some((kind, measure)) = scalar(name, self.tree.scope.arch) {
            return Ok(match kind {
                ScalarKind::Void => Shape::Opaque(UndecodedReason::TypeNotKnown),
                ScalarKind::Pointer => Shape::Pointer { align: 1 },
                _ => Shape::Scalar {
                    kind,
                    size: measure.size.get(),
                },
            });
        }
        let ty = self.tree.types.get(name, self.tree.scope);
        let layout = self.tree.types.class(name, self.tree.scope);
        let (Some(layout), Some(ty)) = (layout, ty) else {
            return Ok(Shape::Opaque(UndecodedReason::TypeNotKnown));
        };
        let size = layout.size.get();
        match layout.kind {
            TypeKind::Enum if matches!(size, 1..=8) => Ok(enumeration(&layout.values, size)),
            TypeKind::Scalar if matches!(size, 1 | 2 | 4 | 8) => Ok(Shape::Scalar {
                kind: ScalarKind::Unsigned,
                size,
            }),
            TypeKind::Struct | TypeKind::Union if !layout.members.is_empty() => {
                self.nested(ty, layout, nest)
            }
            _ => Ok(Shape::Opaque(UndecodedReason::TypeNotKnown)),
        }
    }

    fn nested(
        &mut self,
        of: &Type,
        class: &'a LayoutClass,
        nest: usize,
    ) -> Result<Shape, TooManyShapes> {
        let Some(nest) = nest.checked_sub(1) else {
            return Ok(Shape::Opaque(UndecodedReason::TooDeep));
        };
        let mut fields = self.fields(Aggregate::Class(class), Some(of), nest)?;
        mark_shared(&mut fields);
        Ok(Shape::Struct {
            ty: of.name.clone(),
            union: class.kind == TypeKind::Union,
            fields,
        })
    }
}

fn enumeration(values: &[EnumValue], size: u32) -> Shape {
    let mask = mask(size);
    let values = values.iter();
    let values = values.map(|v| (v.value.cast_unsigned() & mask, Arc::from(&*v.name)));
    Shape::Enum {
        size,
        values: values.collect(),
    }
}

/// Marks the members that share bytes with another one.
fn mark_shared(fields: &mut [Field]) {
    let mut order: Vec<usize> = (0..fields.len()).collect();
    let place = |fields: &[Field], at: usize| {
        let field = fields.get(at).map(|field| (field.offset, field.size));
        field.unwrap_or_default()
    };
    order.sort_by_key(|at| place(fields, *at));
    let mut widest: Option<(usize, u32)> = None;
    for at in order {
        let (offset, size) = place(fields, at);
        let end = offset.saturating_add(size);
        if let Some((before, _)) = widest.filter(|(_, before_end)| offset < *before_end) {
            for at in [before, at] {
                if let Some(field) = fields.get_mut(at) {
                    field.shared = true;
                }
            }
        }
        if widest.is_none_or(|(_, before_end)| end > before_end) {
            widest = Some((at, end));
        }
    }
}
