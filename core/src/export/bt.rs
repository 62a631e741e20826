//! `010`: a template of 010 Editor (.bt).
//!
//! A template is a program that reads as it declares: nothing lies between members but what is declared, and `FSeek` goes
//! elsewhere. Members over one another are declared one behind the other with `FSeek` to where they begin between them, so that
//! they stand in the structure itself, whichever they are. (pfp, the other reader of templates, has no anonymous unions and loses
//! its place in those whose members differ in size.) Pointers are integers: templates have no others.

mod words;

use std::collections::BTreeSet;

use super::NESTING_LIMIT;
use super::format::Form;
use super::model::{
    Bits, Definition, Field, Item, Overlay, Pad, PadKind, Scalar, Type, Unit, Value,
};
use super::names;
use super::text::{self, Text, place};
use crate::units::ByteOffset;

use words::RESERVED;

/// What is not to be seen unless asked for.
const HIDDEN: &str = " <hidden=true>";

pub(super) const FORM: Form = Form {
    word: "010",
    title: "010 Editor template",
    readers: "010 Editor",
    media_type: "text/plain; charset=utf-8",
    extension: "bt",
    reserved: RESERVED,
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The template of a unit.
fn write(unit: &Unit) -> String {
    let mut template = Template {
        text: Text::new("    "),
        names: BTreeSet::new(),
    };
    let mut lines = unit.provenance.lines();
    lines.push(format!(
        "Pointers are integers of {} bytes. FSeek in a structure goes back to members over those before.",
        unit.arch.pointer().get()
    ));
    template.text.comment(&lines);
    template.text.line(0, "LittleEndian();");
    for definition in &unit.definitions {
        template.definition(definition);
    }
    if let Some(own) = unit.definitions.last() {
        template
            .text
            .line(0, "\nFSeek(0x00); /* where the structure lies */");
        template.text.line(0, &format!("{} structure;", own.name));
    }
    template.text.finish()
}

struct Template {
    text: Text,
    /// The names in the definition that is being written.
    names: BTreeSet<String>,
}

impl Template {
    fn definition(&mut self, definition: &Definition) {
        self.names = definition.names();
        self.text.line(0, "\ntypedef struct {");
        self.items(&definition.items);
        let size = ByteOffset::new(definition.measure.size.get());
        let (name, size) = (&definition.name, place(size));
        self.text.line(0, &format!("}} {name}; /* {size} */"));
    }

    /// As deep as overlays nest, which has a limit; so is the one behind it.
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Field(field) => self.field(field),
                Item::Bits(bits) => self.bits(bits),
                Item::Pad(pad) => self.pad(pad),
                Item::Overlay(overlay) => self.overlay(overlay),
            }
        }
    }

    fn overlay(&mut self, overlay: &Overlay) {
        let end = overlay.offset.saturating_add(overlay.size);
        let mut reached = overlay.offset;
        for (number, items) in overlay.alternatives.iter().enumerate() {
            if number > 0 {
                self.seek(overlay.offset, " /* or */");
            }
            self.items(items);
            let last = items.last();
            reached = last.map_or(reached, |last| last.offset().saturating_add(last.size()));
        }
        if reached != end {
            self.seek(end, "");
        }
    }

    fn seek(&mut self, offset: ByteOffset, remark: &str) {
        let line = format!("FSeek(startof(this) + {});{remark}", place(offset));
        self.text.line(1, &line);
    }

    fn field(&mut self, field: &Field) {
        // The editor takes no array without elements.
        if let Some(said) = text::empty(field) {
            return self.text.line(1, &said);
        }
        let (before, count) = declarator(&field.ty);
        let count = count.map(|count| format!("[{count}]")).unwrap_or_default();
        let said = text::remark(field, text::declared(&field.ty, &|_| false));
        let each = structures(&field.ty).then_some("optimize=false");
        let said = comment(&said);
        let attributes = attributes([each.map(str::to_owned), said]);
        let declaration = format!("{before} {}{count}{attributes}", field.name);
        self.at(&place(field.offset), &declaration);
    }

    fn bits(&mut self, bits: &Bits) {
        let integer = format!("uint{}", text::bits(bits.storage.size));
        let integer = integer.replace("uint8", "uchar");
        for field in &bits.fields {
            let bit = field.range.bit();
            let (name, said) = match &field.name {
                Some(name) => (name.clone(), attributes([comment(&field.comment), None])),
                None => {
                    let name = format!("{}_{bit}", names::at("Unused", bits.offset));
                    (names::free(name, &mut self.names), HIDDEN.to_owned())
                }
            };
            let place = format!("{}:{bit}", place(bits.offset));
            let declaration = format!("{integer} {name} : {}{said}", field.range.width());
            self.at(&place, &declaration);
        }
    }

    /// What is in a hole nobody knows, so that it can be seen.
    fn pad(&mut self, pad: &Pad) {
        let hidden = match pad.kind {
            PadKind::Hole => "",
            PadKind::Padding | PadKind::Skipped => HIDDEN,
        };
        let declaration = format!("uchar {}[{}]{hidden}", pad.name, pad.size.get());
        self.at(&place(pad.offset), &declaration);
    }

    fn at(&mut self, place: &str, declaration: &str) {
        self.text.line(1, &format!("/* {place} */ {declaration};"));
    }
}

/// ` <optimize=false, comment="…">`; nothing where there is nothing to say.
fn attributes(all: [Option<String>; 2]) -> String {
    let all: Vec<String> = all.into_iter().flatten().collect();
    match all.as_slice() {
        [] => String::new(),
        all => format!(" <{}>", all.join(", ")),
    }
}

/// What the editor shows beside a value. A `>` would end it for pfp.
fn comment(said: &str) -> Option<String> {
    let said = said.replace(char::is_control, " ");
    let said = said.replace('\\', "\\\\").replace('"', "\\\"");
    let said = said.replace('>', "&gt;");
    (!said.is_empty()).then(|| format!("comment=\"{said}\""))
}

/// Whether these are several structures. The editor takes each to be as the first unless told otherwise.
fn structures(ty: &Type) -> bool {
    match ty {
        Type::Array { element, .. } => {
            matches!(**element, Type::Definition { .. }) || structures(element)
        }
        Type::Scalar(_) | Type::Pointer(_) | Type::Definition { .. } | Type::Bytes { .. } => false,
    }
}

/// The type, and how many elements: arrays have one dimension here.
fn declarator(ty: &Type) -> (String, Option<u32>) {
    match ty {
        Type::Scalar(of) => (scalar(of), None),
        Type::Pointer(pointer) => (format!("uint{}", text::bits(pointer.size)), None),
        Type::Array { element, count, .. } => {
            let (before, inner) = declarator(element);
            (before, Some(count.saturating_mul(inner.unwrap_or(1))))
        }
        Type::Definition { name, .. } => (name.clone(), None),
        Type::Bytes { size, .. } => ("uchar".to_owned(), Some(size.get())),
    }
}

fn scalar(scalar: &Scalar) -> String {
    let bits = text::bits(scalar.size);
    match scalar.value {
        Value::Char => "char".to_owned(),
        Value::WideChar => "wchar_t".to_owned(),
        Value::Signed if bits == 8 => "byte".to_owned(),
        Value::Signed => format!("int{bits}"),
        Value::Unsigned | Value::Boolean if bits == 8 => "uchar".to_owned(),
        Value::Unsigned | Value::Boolean => format!("uint{bits}"),
    }
}

#[cfg(test)]
mod tests;
