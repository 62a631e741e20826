//! `synthetic`: a header for WinDbg's SyntheticTypes, which accepts only simple C.
//!
//! Its parser (microsoft/WinDbg-Samples, SyntheticTypes/SynTypes.js) accepts built-in types of at most two words,
//! structures, unions, bit fields, one-dimensional arrays and simple typedefs. It aligns naturally, but at most to the
//! pointer width, and adds no trailing padding to sizes; so padding is always a member. It accepts pointers to
//! structures and arrays of them only if the module's symbols have those structures; so pointers to structures are
//! `void *` here. Members that natural alignment cannot place become bytes.
//!
//! A member keeps its offset if that is a multiple of its alignment, and so is the size of its container: otherwise a
//! compiler would move it, or add trailing padding. Alignments are those of the written types, so a structure is
//! aligned no more than its members that are not bytes.

use std::collections::{BTreeMap, BTreeSet};

use super::c_family::{Arrays, Overlays, PaddingSyntax, PointerStyle, Printer, Remarks, Style};
use super::model::{
    BitField, Bits, Definition, Field, Item, MemberProvenance, Overlay, Pad, PadKind, Scalar, Type,
    Unit, Value,
};
use super::names;
use crate::types::SizeAndAlign;
use crate::units::{ByteOffset, ByteSize};

const STYLE: Style = Style {
    begin: |kind, name| format!("\ntypedef {kind} _{name} {{"),
    end: |name| format!("}} {name};"),
    number: |of, _| scalar(of).to_owned(),
    bit_field: |of| scalar(of).to_owned(),
    byte: |_| "unsigned char",
    pointers: PointerStyle::ToNumbers,
    // Its parser would count one element of an empty array.
    arrays: Arrays::FlatAndFull,
    nameless: PaddingSyntax::Blank,
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: |_, name, _| name.to_owned(),
};

pub(super) fn write(unit: &Unit) -> String {
    let mut header = Printer::of_unit(&STYLE, unit, remarks(unit));
    header.definitions(&realigned(&unit.definitions));
    header.text.finish()
}

fn remarks(unit: &Unit) -> [String; 4] {
    let structure = unit.provenance.structure.c_identifier();
    let width = unit.arch.pointer().get();
    [
        "In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader(\"path of this file\", \"module\")".to_owned(),
        format!("  and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance(\"_{structure}\", address)"),
        format!("Pointers have {width} bytes. Those to structures are void *, because others need types of the module."),
        "An array of structures overlaps bytes of its size, because only one of its elements is counted.".to_owned(),
    ]
}

/// Returns the built-in type. The parser does not accept `signed`; `char` is signed in Microsoft's compilers.
fn scalar(scalar: &Scalar) -> &'static str {
    match (scalar.value, scalar.size.get()) {
        (Value::Char, _) | (Value::Signed, 1) => "char",
        (Value::Signed, 2) => "short",
        (Value::Signed, 4) => "long",
        (Value::Signed, _) => "__int64",
        (_, 1) => "unsigned char",
        (_, 2) => "unsigned short",
        (_, 4) => "unsigned long",
        (_, _) => "unsigned __int64",
    }
}

/// Rewrites the definitions so that all members keep their offsets.
fn realigned(definitions: &[Definition]) -> Vec<Definition> {
    let mut aligns = BTreeMap::new();
    let settle = |definition: &Definition| {
        let mut settler = Realigner {
            aligns: &aligns,
            taken: definition.names(),
            align: 1,
        };
        let items = settler.items(&definition.items, divisor(definition.measure.size.get()));
        let align = ByteSize::new(settler.align);
        aligns.insert(definition.name.clone(), align);
        Definition {
            measure: SizeAndAlign {
                align,
                ..definition.measure
            },
            items,
            ..definition.clone()
        }
    };
    definitions.iter().map(settle).collect()
}

/// Returns the largest power of two that divides a number; for 0, the largest of all.
fn divisor(number: u32) -> u32 {
    match number {
        0 => 1 << 31,
        number => 1 << number.trailing_zeros(),
    }
}

struct Realigner<'a> {
    /// The alignments of the definitions before this one.
    aligns: &'a BTreeMap<String, ByteSize>,
    taken: BTreeSet<String>,
    /// The alignment of this definition, by the members so far.
    align: u32,
}

impl Realigner<'_> {
    /// Rewrites items; `most` is the container's highest alignment. Recursion is bounded by the nesting of overlays.
    fn items(&mut self, items: &[Item], most: u32) -> Vec<Item> {
        let settled = items.iter().map(|item| match item {
            Item::Field(field) => self.field(field, most),
            Item::Bits(bits) => self.bits(bits, most),
            Item::Pad(pad) => Item::Pad(pad.clone()),
            Item::Overlay(overlay) => self.overlay(overlay, most),
        });
        settled.collect()
    }

    fn overlay(&mut self, overlay: &Overlay, most: u32) -> Item {
        let (offset, size) = (overlay.offset.get(), overlay.size.get());
        let most = most.min(divisor(offset)).min(divisor(size));
        let alternatives = overlay.alternatives.iter();
        Item::Overlay(Overlay {
            alternatives: alternatives.map(|items| self.items(items, most)).collect(),
            ..overlay.clone()
        })
    }

    fn field(&mut self, field: &Field, most: u32) -> Item {
        let align = self.align_of(&field.ty);
        if !self.holds(align, field.offset, most) {
            let declared = declared(&field.ty);
            return Item::Field(bytes(field, declared));
        }
        let (element, counts) = field.ty.unfolded();
        let count = counts.into_iter().fold(1, u32::saturating_mul);
        match element {
            Type::Definition { .. } if count > 1 => self.over_its_bytes(field),
            _ => Item::Field(field.clone()),
        }
    }

    fn bits(&mut self, bits: &Bits, most: u32) -> Item {
        let size = bits.storage.size;
        if self.holds(size.get(), bits.offset, most) {
            return Item::Bits(bits.clone());
        }
        let names = bits
            .fields
            .iter()
            .filter_map(|BitField { name, range, .. }| {
                let (bit, width) = (range.bit(), range.width());
                Some(format!("{} {bit}+{width}", name.as_ref()?))
            });
        let names: Vec<String> = names.collect();
        let declared = format!("bits of {}: {}", bits.storage.declared, names.join(", "));
        Item::Field(Field {
            name: bits.name.clone(),
            ty: Type::Bytes { size, declared },
            declared: None,
            offset: bits.offset,
            size,
            comment: String::new(),
            provenance: MemberProvenance::default(),
        })
    }

    /// Whether an item of this alignment can be at this offset; if so, the definition gets at least that alignment.
    fn holds(&mut self, align: u32, offset: ByteOffset, most: u32) -> bool {
        let holds = align <= most.min(divisor(offset.get()));
        if holds {
            self.align = self.align.max(align);
        }
        holds
    }

    fn align_of(&self, ty: &Type) -> u32 {
        let align = ty.measure().align;
        match ty.unfolded() {
            // An empty array is only a comment.
            (_, counts) if counts.contains(&0) => 1,
            (Type::Definition { name, .. }, _) => self.aligns.get(name).unwrap_or(&align).get(),
            _ => align.get(),
        }
    }

    /// Returns a union of the member and its bytes.
    fn over_its_bytes(&mut self, field: &Field) -> Item {
        let (offset, size) = (field.offset, field.size);
        let wanted = names::at(PadKind::Skipped.title(), offset);
        let pad = Pad {
            name: names::free(wanted, &mut self.taken),
            kind: PadKind::Skipped,
            offset,
            size,
        };
        Item::Overlay(Overlay {
            // Anonymous unions are printed without a name.
            name: String::new(),
            offset,
            size,
            alternatives: vec![vec![Item::Field(field.clone())], vec![Item::Pad(pad)]],
        })
    }
}

/// Converts a member to bytes.
fn bytes(field: &Field, declared: String) -> Field {
    Field {
        ty: Type::Bytes {
            size: field.size,
            declared,
        },
        ..field.clone()
    }
}

/// Returns the source's name of a type, approximately.
fn declared(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar.declared.clone(),
        Type::Pointer(pointer) => pointer.declared.clone(),
        Type::Array { element, count, .. } => format!("{} [{count}]", declared(element)),
        Type::Definition { name, .. } => name.clone(),
        Type::Bytes { declared, .. } => declared.clone(),
    }
}

#[cfg(test)]
mod tests;
