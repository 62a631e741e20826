//! A layout and its types → shapes. What a type holds is looked up here and nowhere later.

use std::sync::Arc;

use super::{Bit, Field, Part, Shape, TooManyShapes};
use crate::catalogue::{Catalogue, LayoutClass, Scope, Type};
use crate::ctype::{CType, DECLARATOR_LIMIT};
use crate::decode::limits::SHAPES_LIMIT;
use crate::decode::memory::mask;
use crate::decode::value::Opaque;
use crate::layout::{Bits, Layout, Member, Sense, Slot};
use crate::name::TypeName;
use crate::order::sort_by_key;
use crate::types::{NESTING_LIMIT, ScalarKind, TypeKind, scalar};

/// Makes every member of a layout ready. The last member, if it is an array of any size, stays open.
pub(in crate::decode) fn compile(
    layout: &Layout,
    types: &Catalogue,
) -> Result<Vec<Part>, TooManyShapes> {
    let mut compiler = Compiler {
        types,
        scope: layout.scope(),
        left: SHAPES_LIMIT,
    };
    let end = layout.slots.iter().map(Slot::end).max();
    let mut parts = Vec::new();
    for member in layout.members() {
        let mut shape = compiler.member(member)?;
        if let Shape::Array { open, .. } = &mut shape {
            *open &= Some(member.end()) == end;
        }
        parts.push(Part {
            row: member.row.clone(),
            name: member.name.as_deref().map(Arc::from),
            offset: member.offset.get(),
            size: member.size.get(),
            shape,
            constants: match member.sense.as_deref() {
                Some(Sense::Constants(set)) => types.constants().set(set).cloned(),
                Some(Sense::PagesOf(_)) | None => None,
            },
        });
    }
    Ok(parts)
}

struct Compiler<'a> {
    types: &'a Catalogue,
    scope: Scope,
    /// How many more shapes may be made.
    left: usize,
}

impl Compiler<'_> {
    fn member(&mut self, member: &Member) -> Result<Shape, TooManyShapes> {
        let size = member.size.get();
        let bits = |fields| Shape::Bits { size, fields };
        match &member.bits {
            _ if size > 8 => {}
            Bits::None => {}
            Bits::NotStated => return Ok(bits(None)),
            Bits::Known(fields) => {
                let fields = fields.iter().map(|field| Bit {
                    row: field.row.clone(),
                    name: Arc::from(&*field.name),
                    range: field.range,
                });
                return Ok(bits(Some(fields.collect())));
            }
        }
        let shape = self.shape(&member.ty, NESTING_LIMIT, DECLARATOR_LIMIT)?;
        match self.size(&member.ty) {
            Some(needed) if needed > size => Ok(Shape::Opaque(Opaque::SizeDiffers)),
            Some(_) => Ok(shape),
            None => Ok(Shape::Opaque(Opaque::TypeNotKnown)),
        }
    }

    /// How many bytes a type has; `None` where that is not known.
    fn size(&self, ty: &CType) -> Option<u32> {
        match ty {
            CType::Pointer(_) => Some(self.scope.arch.pointer().get()),
            CType::Array(element, count) => self.size(element)?.checked_mul(*count),
            CType::AnySizeArray(element) => self.size(element),
            CType::Named(name) => match self.well_known(name) {
                Some((_, size)) => Some(size),
                None => {
                    let measure = self.types.measure(ty, self.scope)?;
                    Some(measure.size.get())
                }
            },
        }
    }

    /// The types that have values of their own. They are alike in every release.
    fn well_known(&self, name: &TypeName) -> Option<(Shape, u32)> {
        let pointer = self.scope.arch.pointer().get();
        match name.bare() {
            "LARGE_INTEGER" => Some((Shape::LargeInteger, 8)),
            "GUID" => Some((Shape::Guid, 16)),
            "UNICODE_STRING" => Some((Shape::UnicodeString, 2 * pointer)),
            "LIST_ENTRY" => Some((Shape::ListEntry, 2 * pointer)),
            _ => None,
        }
    }

    /// The shape of a type, in which so many types and so many arrays may still be nested.
    fn shape(&mut self, ty: &CType, nest: usize, pile: usize) -> Result<Shape, TooManyShapes> {
        self.left = self.left.checked_sub(1).ok_or(TooManyShapes)?;
        match ty {
            CType::Pointer(to) => {
                let measure = self.types.measure(to, self.scope);
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
            return Ok(Shape::Opaque(Opaque::TooDeep));
        };
        let stride = self.size(element).unwrap_or(0);
        if stride == 0 {
            return Ok(Shape::Opaque(Opaque::TypeNotKnown));
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
        if let Some((kind, measure)) = scalar(name, self.scope.arch) {
            return Ok(match kind {
                ScalarKind::Void => Shape::Opaque(Opaque::TypeNotKnown),
                ScalarKind::Pointer => Shape::Pointer { align: 1 },
                _ => Shape::Scalar {
                    kind,
                    size: measure.size.get(),
                },
            });
        }
        let ty = self.types.get(name, self.scope);
        let layout = ty.and_then(|ty| ty.class_in(self.scope));
        let (Some(layout), Some(ty)) = (layout, ty) else {
            return Ok(Shape::Opaque(Opaque::TypeNotKnown));
        };
        let size = layout.size.get();
        match layout.kind {
            TypeKind::Enum if matches!(size, 1..=8) => Ok(enumeration(layout, size)),
            TypeKind::Scalar if matches!(size, 1 | 2 | 4 | 8) => Ok(Shape::Scalar {
                kind: ScalarKind::Unsigned,
                size,
            }),
            TypeKind::Struct | TypeKind::Union if !layout.members.is_empty() => {
                self.nested(ty, layout, nest)
            }
            _ => Ok(Shape::Opaque(Opaque::TypeNotKnown)),
        }
    }

    fn nested(
        &mut self,
        of: &Type,
        layout: &LayoutClass,
        nest: usize,
    ) -> Result<Shape, TooManyShapes> {
        let Some(nest) = nest.checked_sub(1) else {
            return Ok(Shape::Opaque(Opaque::TooDeep));
        };
        let mut fields = Vec::with_capacity(layout.members.len().min(SHAPES_LIMIT));
        for member in &layout.members {
            let ty = &member.declaration.ty;
            let size = self.size(ty).unwrap_or(0);
            let shape = match member.bits {
                Some(range) if size <= 8 => Shape::BitField { size, range },
                _ => self.shape(ty, nest, DECLARATOR_LIMIT)?,
            };
            fields.push(Field {
                name: Arc::from(&*member.declaration.name),
                offset: member.offset.get(),
                size,
                shape,
                shared: false,
                constants: of
                    .constants_of(&member.declaration.name)
                    .and_then(|set| self.types.constants().set(set).cloned()),
            });
        }
        mark_shared(&mut fields);
        Ok(Shape::Struct {
            ty: of.name.clone(),
            union: layout.kind == TypeKind::Union,
            fields,
        })
    }
}

fn enumeration(layout: &LayoutClass, size: u32) -> Shape {
    let mask = mask(size);
    let values = layout.values.iter();
    let values = values.map(|v| (v.value.cast_unsigned() & mask, Arc::from(&*v.name)));
    Shape::Enum {
        size,
        values: values.collect(),
    }
}

/// Marks the members that have bytes in common with another one: what they hold may be meant another way.
fn mark_shared(fields: &mut [Field]) {
    let mut order: Vec<usize> = (0..fields.len()).collect();
    let place = |fields: &[Field], at: usize| {
        let field = fields.get(at).map(|field| (field.offset, field.size));
        field.unwrap_or_default()
    };
    sort_by_key(&mut order, |at| place(fields, *at));
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
