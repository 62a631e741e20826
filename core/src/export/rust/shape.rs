//! A unit as Rust can define it: structures and unions, each with a name, whose members have names.

use std::collections::BTreeMap;

use super::super::format::Pointers;
use super::super::model::{
    Bits, Definition, Field, Item, Kind, Overlay, Pointee, Scalar, Type, Unit, Value,
};
use super::super::names::{self, Names};
use super::super::{reserved, text};
use crate::units::{ByteOffset, ByteSize};

/// A structure or a union.
#[derive(Debug)]
pub(super) struct Shape<'u> {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Where it begins in the definition of which it is a part, or which it is.
    pub(super) start: ByteOffset,
    pub(super) size: ByteSize,
    /// To what it is packed, where natural alignment would move something.
    pub(super) packed: Option<u32>,
    pub(super) members: Vec<Member<'u>>,
}

/// A member, padding included.
#[derive(Debug)]
pub(super) struct Member<'u> {
    pub(super) name: String,
    pub(super) ty: String,
    /// From the start of the definition.
    pub(super) offset: ByteOffset,
    /// What is to be said of it.
    pub(super) remark: String,
    /// Whether nothing is meant by it.
    pub(super) is_pad: bool,
    /// What divides it into bit fields; each over all of it.
    pub(super) bits: Vec<&'u Bits>,
    align: u32,
}

impl Member<'_> {
    /// Of which nothing more is to be said.
    fn plain(name: String, ty: String, offset: ByteOffset, align: u32) -> Self {
        Self {
            name,
            ty,
            offset,
            remark: String::new(),
            is_pad: false,
            bits: Vec::new(),
            align,
        }
    }
}

/// Everything that is to be defined, each behind all that it holds. `names` has the names that are taken.
pub(super) fn shapes(unit: &Unit, pointers: Pointers, names: Names) -> Vec<Shape<'_>> {
    let mut shaper = Shaper {
        pointers,
        names,
        aligns: BTreeMap::new(),
        shapes: Vec::new(),
    };
    for definition in &unit.definitions {
        shaper.definition(definition);
    }
    shaper.shapes
}

struct Shaper<'u> {
    pointers: Pointers,
    names: Names,
    /// How what is defined already is aligned.
    aligns: BTreeMap<String, u32>,
    shapes: Vec<Shape<'u>>,
}

impl<'u> Shaper<'u> {
    fn definition(&mut self, definition: &'u Definition) {
        let (name, size) = (&definition.name, definition.measure.size);
        let members = match definition.alternatives() {
            Some(alternatives) => self.alternatives(name, name, alternatives),
            None => self.items(name, &definition.items),
        };
        let extent = (ByteOffset::ZERO, size);
        self.shape(name.clone(), definition.kind, extent, members);
    }

    /// Takes in what is now known whole.
    fn shape(
        &mut self,
        name: String,
        kind: Kind,
        (start, size): (ByteOffset, ByteSize),
        members: Vec<Member<'u>>,
    ) -> u32 {
        let natural = members.iter().map(|member| member.align).max().unwrap_or(1);
        let fits = |align: &u32| {
            let whole = |bytes: u32, align: u32| bytes.is_multiple_of(align);
            let at = |member: &Member<'_>| member.offset.get().saturating_sub(start.get());
            let mut members = members.iter();
            whole(size.get(), *align)
                && members.all(|member| whole(at(member), member.align.min(*align)))
        };
        let halves = std::iter::successors(Some(natural), |align| (*align > 1).then(|| align / 2));
        let align = halves.clone().find(fits).unwrap_or(1);
        self.aligns.insert(name.clone(), align);
        self.shapes.push(Shape {
            name,
            kind,
            start,
            size,
            packed: (align < natural).then_some(align),
            members,
        });
        align
    }

    /// `of` is the name of the definition. As deep as overlays nest, which has a limit; so are those that it calls.
    fn items(&mut self, of: &str, items: &'u [Item]) -> Vec<Member<'u>> {
        items.iter().map(|item| self.item(of, item)).collect()
    }

    fn item(&mut self, of: &str, item: &'u Item) -> Member<'u> {
        match item {
            Item::Field(field) => self.field(field, Vec::new()),
            Item::Bits(bits) => {
                let (name, ty) = (bits.name.clone(), scalar(&bits.storage));
                Member {
                    remark: bits.storage.declared.clone(),
                    bits: vec![bits],
                    ..Member::plain(name, ty, bits.offset, bits.storage.size.get())
                }
            }
            Item::Pad(pad) => {
                let ty = format!("[u8; {}]", pad.size.get());
                Member {
                    is_pad: true,
                    ..Member::plain(pad.name.clone(), ty, pad.offset, 1)
                }
            }
            Item::Overlay(overlay) => match divided(overlay) {
                Some((field, bits)) => self.field(field, bits),
                None => self.overlay(of, overlay),
            },
        }
    }

    fn overlay(&mut self, of: &str, overlay: &'u Overlay) -> Member<'u> {
        let wanted = format!("{of}_{}", overlay.name);
        let ty = self.names.take(&wanted, overlay.offset);
        let members = self.alternatives(of, &ty, &overlay.alternatives);
        let extent = (overlay.offset, overlay.size);
        let align = self.shape(ty.clone(), Kind::Union, extent, members);
        Member::plain(overlay.name.clone(), ty, overlay.offset, align)
    }

    /// The members of the union `union`: what consists of several items is a structure of its own.
    fn alternatives(
        &mut self,
        of: &str,
        union: &str,
        alternatives: &'u [Vec<Item>],
    ) -> Vec<Member<'u>> {
        let mut members = Vec::new();
        for (items, number) in alternatives.iter().zip(1_u32..) {
            let Some(extent) = Item::extent(items) else {
                continue;
            };
            if let [item] = items.as_slice() {
                members.push(self.item(of, item));
                continue;
            }
            let name = format!("Alternative_{number}");
            let ty = self.names.take(&format!("{union}_{name}"), extent.0);
            let inside = self.items(of, items);
            let align = self.shape(ty.clone(), Kind::Struct, extent, inside);
            members.push(Member::plain(name, ty, extent.0, align));
        }
        members
    }

    fn field(&self, field: &'u Field, bits: Vec<&'u Bits>) -> Member<'u> {
        let (ty, align) = (self.ty(&field.ty), self.align(&field.ty));
        Member {
            remark: text::typed(field, self.pointers),
            bits,
            ..Member::plain(field.name.clone(), ty, field.offset, align)
        }
    }

    /// As deep as declarations nest arrays.
    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(of) => scalar(of),
            Type::Pointer(pointer) => match self.pointers {
                Pointers::Typed => format!("*mut {}", pointee(&pointer.to)),
                Pointers::AsIntegers => unsigned(pointer.size),
            },
            Type::Array { element, count, .. } => format!("[{}; {count}]", self.ty(element)),
            Type::Definition { name, .. } => name.clone(),
            Type::Bytes { size, .. } => format!("[u8; {}]", size.get()),
        }
    }

    /// As what was written is aligned, which need not be as Windows aligns it.
    fn align(&self, ty: &Type) -> u32 {
        match ty.unfolded().0 {
            Type::Definition { name, .. } => self.aligns.get(name).copied().unwrap_or(1),
            other => other.measure().align.get(),
        }
    }
}

/// The integer and its bit fields, where an overlay is nothing else. What is a pointer stays one beside its bits.
fn divided(overlay: &Overlay) -> Option<(&Field, Vec<&Bits>)> {
    let (first, others) = overlay.alternatives.split_first()?;
    let [Item::Field(field)] = first.as_slice() else {
        return None;
    };
    let Type::Scalar(integer) = &field.ty else {
        return None;
    };
    let bits = others.iter().map(|items| match items.as_slice() {
        [Item::Bits(bits)] if bits.storage == *integer => Some(bits),
        _ => None,
    });
    Some((field, bits.collect::<Option<Vec<&Bits>>>()?))
}

/// As deep as declarations pile pointers up.
fn pointee(to: &Pointee) -> String {
    match to {
        Pointee::Void => "::core::ffi::c_void".to_owned(),
        Pointee::Scalar(of) => scalar(of),
        Pointee::Pointer(further) => format!("*mut {}", pointee(further)),
        Pointee::Named(name, _) => names::allowed(&name.in_c(), &reserved::RUST),
    }
}

/// Every value of it is one that may be there: `BOOLEAN` is no `bool`, `WCHAR` no `char`.
fn scalar(scalar: &Scalar) -> String {
    match scalar.value {
        Value::Signed => format!("i{}", text::bits(scalar.size)),
        Value::Unsigned | Value::Boolean | Value::Char | Value::WideChar => unsigned(scalar.size),
    }
}

/// `u32`.
pub(super) fn unsigned(size: ByteSize) -> String {
    format!("u{}", text::bits(size))
}
