//! `hexpat`: a pattern for ImHex.
//!
//! The pattern language (docs.werwolv.net/pattern-language; WerWolv/PatternLanguage, lib/source/pl/core/parser.cpp) has no types
//! within types: unions, bit fields and alternatives of several members are types of their own, before the one that holds
//! them, and are shown in its place (`[[inline]]`). There is no padding but what is written. Pointers are integers, for ImHex
//! would read what they lead to, at an address that the data need not have.

mod words;

use std::collections::BTreeSet;

use super::NESTING_LIMIT;
use super::format::Form;
use super::model::{
    Bits, Definition, Field, Item, Overlay, Pad, PadKind, Scalar, Type, Unit, Value,
};
use super::names;
use super::text::{self, Text, place};
use crate::units::{ByteOffset, ByteSize};

use words::RESERVED;

pub(super) const FORM: Form = Form {
    word: "hexpat",
    title: "ImHex pattern",
    readers: "ImHex",
    media_type: "text/plain; charset=utf-8",
    extension: "hexpat",
    reserved: RESERVED,
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The pattern of a unit.
fn write(unit: &Unit) -> String {
    let mut text = Text::new("    ");
    let mut lines = unit.provenance.lines();
    lines.push(format!(
        "Pointers are integers of {} bytes. The last line says at which address of the data the structure lies.",
        unit.arch.pointer().get()
    ));
    text.comment(&lines);
    text.line(0, "#pragma endian little");
    let mut pattern = Pattern {
        text,
        types: unit.definitions.iter().map(|it| it.name.clone()).collect(),
        names: BTreeSet::new(),
    };
    for definition in &unit.definitions {
        pattern.definition(definition);
    }
    if let Some(own) = unit.definitions.last() {
        let line = format!("\n{} structure @ 0x00;", own.name);
        pattern.text.line(0, &line);
    }
    pattern.text.finish()
}

struct Pattern {
    text: Text,
    /// The types that are there.
    types: BTreeSet<String>,
    /// The names in the definition that is being written.
    names: BTreeSet<String>,
}

impl Pattern {
    fn definition(&mut self, definition: &Definition) {
        self.names = definition.names();
        let owner = &definition.name;
        let lines = match definition.alternatives() {
            Some(alternatives) => self.alternatives(owner, alternatives),
            None => self.items(owner, &definition.items),
        };
        self.ty(
            definition.kind.as_str(),
            owner,
            definition.measure.size,
            &lines,
        );
    }

    fn ty(&mut self, kind: &str, name: &str, size: ByteSize, lines: &[String]) {
        self.text.line(0, &format!("\n{kind} {name} {{"));
        for line in lines {
            self.text.line(1, line);
        }
        let size = place(ByteOffset::new(size.get()));
        self.text.line(0, &format!("}}; /* {size} */"));
    }

    /// The members that items are, the types that they need written before. As deep as overlays nest, which has a limit; so
    /// are the two that call it.
    fn items(&mut self, owner: &str, items: &[Item]) -> Vec<String> {
        let lines = items.iter().map(|item| match item {
            Item::Field(field) => member(field),
            Item::Bits(bits) => self.bits(owner, bits),
            Item::Pad(pad) => padding(pad),
            Item::Overlay(overlay) => self.overlay(owner, overlay),
        });
        lines.collect()
    }

    fn bits(&mut self, owner: &str, bits: &Bits) -> String {
        let name = names::free(format!("{owner}_{}", bits.name), &mut self.types);
        let line = |field: &super::BitField| {
            let place = format!("{}:{}", place(bits.offset), field.range.bit());
            let named = field.name.as_deref().unwrap_or("padding");
            let said = attribute(&field.comment);
            format!("/* {place} */ {named} : {}{said};", field.range.width())
        };
        let lines: Vec<String> = bits.fields.iter().map(line).collect();
        self.ty("bitfield", &name, bits.storage.size, &lines);
        shown(bits.offset, &name, &bits.name)
    }

    fn overlay(&mut self, owner: &str, overlay: &Overlay) -> String {
        let name = names::free(format!("{owner}_{}", overlay.name), &mut self.types);
        let lines = self.alternatives(owner, &overlay.alternatives);
        self.ty("union", &name, overlay.size, &lines);
        shown(overlay.offset, &name, &overlay.name)
    }

    fn alternatives(&mut self, owner: &str, alternatives: &[Vec<Item>]) -> Vec<String> {
        let mut lines = Vec::new();
        for items in alternatives {
            let (Some(first), Some(last)) = (items.first(), items.last()) else {
                continue;
            };
            if items.len() == 1 {
                lines.extend(self.items(owner, items));
                continue;
            }
            let offset = first.offset();
            let end = last.offset().saturating_add(last.size());
            let size = end.distance_from(offset).unwrap_or_default();
            let called = names::free(names::at("Struct", offset), &mut self.names);
            let name = names::free(format!("{owner}_{called}"), &mut self.types);
            let inside = self.items(owner, items);
            self.ty("struct", &name, size, &inside);
            lines.push(shown(offset, &name, &called));
        }
        lines
    }
}

/// A member of a type that is shown as if its members stood here.
fn shown(offset: ByteOffset, ty: &str, name: &str) -> String {
    format!("/* {} */ {ty} {name} [[inline]];", place(offset))
}

fn member(field: &Field) -> String {
    let (before, count) = declarator(&field.ty);
    let count = count.map(|count| format!("[{count}]")).unwrap_or_default();
    let said = text::remark(field, text::declared(&field.ty, &|_| false));
    let (place, name, said) = (place(field.offset), &field.name, attribute(&said));
    format!("/* {place} */ {before} {name}{count}{said};")
}

/// Padding has no meaning; what is in a hole nobody knows, so that it can be seen.
fn padding(pad: &Pad) -> String {
    let (place, size) = (place(pad.offset), pad.size.get());
    match pad.kind {
        PadKind::Hole => format!("/* {place} */ u8 {}[{size}];", pad.name),
        PadKind::Padding | PadKind::Skipped => format!("/* {place} */ padding[{size}];"),
    }
}

/// ` [[comment("…")]]`, which ImHex shows; nothing where there is nothing to say.
fn attribute(said: &str) -> String {
    match said {
        "" => String::new(),
        said => {
            let said = said.replace(char::is_control, " ");
            let said = said.replace('\\', "\\\\").replace('"', "\\\"");
            format!(" [[comment(\"{said}\")]]")
        }
    }
}

/// The type, and how many elements: arrays have one dimension here.
fn declarator(ty: &Type) -> (String, Option<u32>) {
    match ty {
        Type::Scalar(of) => (scalar(of), None),
        Type::Pointer(pointer) => (format!("u{}", text::bits(pointer.size)), None),
        Type::Array { element, count, .. } => {
            let (before, inner) = declarator(element);
            (before, Some(count.saturating_mul(inner.unwrap_or(1))))
        }
        Type::Definition { name, .. } => (name.clone(), None),
        Type::Bytes { size, .. } => ("u8".to_owned(), Some(size.get())),
    }
}

fn scalar(scalar: &Scalar) -> String {
    let bits = text::bits(scalar.size);
    match scalar.value {
        Value::Char => "char".to_owned(),
        Value::WideChar => "char16".to_owned(),
        Value::Boolean => "bool".to_owned(),
        Value::Signed => format!("s{bits}"),
        Value::Unsigned => format!("u{bits}"),
    }
}

#[cfg(test)]
mod tests;
