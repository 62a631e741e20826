//! `synthetic`: a header for WinDbg's SyntheticTypes, which reads simple C and nothing else.
//!
//! Its reader (microsoft/WinDbg-Samples, SyntheticTypes/SynTypes.js) takes built-in types of at most two words, structures,
//! unions, bit fields, arrays of one dimension and simple typedefs. It aligns naturally, but never further than a pointer
//! does, and counts no padding of its own into a size; so padding is a member, everywhere. It takes pointers to structures and
//! arrays of pointers to them only where the module's symbols have those structures; so pointers to structures lead to
//! nothing in particular here. What natural alignment cannot place is bytes.
//!
//! A member is where it must be if its offset is a multiple of its alignment, and what it is in has a size that is one, too:
//! otherwise a compiler would move it, or put padding behind the last member. Alignments are those of what is written, so
//! that a structure is aligned no further than the members of it that are not bytes.

use std::collections::{BTreeMap, BTreeSet};

use super::c_family::{Arrays, Nameless, Overlays, PointerStyle, Printer, Remarks, Style};
use super::format::Options;
use super::model::{
    Bits, Definition, Field, Item, MemberProvenance, Overlay, Pad, PadKind, Scalar, Type, Unit,
    Value,
};
use super::names;
use crate::types::Measure;
use crate::units::{ByteOffset, ByteSize};

const STYLE: Style = Style {
    begin: |kind, name| format!("\ntypedef {kind} _{name} {{"),
    end: |name| format!("}} {name};"),
    number: |of, _| scalar(of).to_owned(),
    bit_field: |of| scalar(of).to_owned(),
    byte: |_| "unsigned char",
    pointers: PointerStyle::ToNumbers,
    // Its reader would count one element of an array without any.
    arrays: Arrays::FlatAndFull,
    nameless: Nameless::Blank,
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: |_, name, _| name.to_owned(),
};

pub(super) fn write(unit: &Unit) -> String {
    let mut lines = unit.provenance.lines();
    lines.extend(remarks(unit));
    let mut header = Printer::new(&STYLE, Options::default());
    header.text.comment(&lines);
    header.definitions(&settled(&unit.definitions));
    header.text.finish()
}

fn remarks(unit: &Unit) -> [String; 4] {
    let (structure, width) = (unit.provenance.structure.in_c(), unit.arch.pointer());
    [
        "In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader(\"path of this file\", \"module\")".to_owned(),
        format!("  and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance(\"_{structure}\", address)"),
        format!(
            "Pointers have {} bytes. Those to structures are void *, for it takes others only where the module has them.",
            width.get()
        ),
        "An array of structures lies over bytes of its size, for it counts one element of such an array.".to_owned(),
    ]
}

/// The built-in type. The reader knows no `signed`; `char` is signed in Microsoft's compilers.
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

/// The definitions, with all their members in their places.
fn settled(definitions: &[Definition]) -> Vec<Definition> {
    let mut aligns = BTreeMap::new();
    let settle = |definition: &Definition| {
        let mut settler = Settler {
            aligns: &aligns,
            taken: definition.names(),
            align: 1,
        };
        let items = settler.items(&definition.items, divisor(definition.measure.size.get()));
        let align = ByteSize::new(settler.align);
        aligns.insert(definition.name.clone(), align);
        Definition {
            measure: Measure {
                align,
                ..definition.measure
            },
            items,
            ..definition.clone()
        }
    };
    definitions.iter().map(settle).collect()
}

/// The largest power of two that divides a number; of 0, the largest there is.
fn divisor(number: u32) -> u32 {
    match number {
        0 => 1 << 31,
        number => 1 << number.trailing_zeros(),
    }
}

struct Settler<'a> {
    /// How the definitions before this one are aligned.
    aligns: &'a BTreeMap<String, ByteSize>,
    taken: BTreeSet<String>,
    /// How this definition is aligned, by the members seen so far.
    align: u32,
}

impl Settler<'_> {
    /// `most` is the highest alignment that the container allows. Recursion is bounded by the nesting of overlays.
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
        let names = bits.fields.iter().filter_map(|field| {
            let name = field.name.as_ref()?;
            Some(format!(
                "{name} {}+{}",
                field.range.bit(),
                field.range.width()
            ))
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

    /// Whether something of that alignment can be at that place; then the definition is aligned as it is.
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
            // It is but a comment.
            (_, counts) if counts.contains(&0) => 1,
            (Type::Definition { name, .. }, _) => self.aligns.get(name).unwrap_or(&align).get(),
            _ => align.get(),
        }
    }

    /// A union of the member and its bytes.
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
            // An anonymous union: its name is not shown.
            name: String::new(),
            offset,
            size,
            alternatives: vec![vec![Item::Field(field.clone())], vec![Item::Pad(pad)]],
        })
    }
}

/// A member as bytes.
fn bytes(field: &Field, declared: String) -> Field {
    Field {
        ty: Type::Bytes {
            size: field.size,
            declared,
        },
        ..field.clone()
    }
}

/// The source's name of a type, approximately.
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
