//! `synthetic`: a header for WinDbg's SyntheticTypes, which reads simple C and nothing else.
//!
//! Its reader (microsoft/WinDbg-Samples, SyntheticTypes/SynTypes.js) takes built-in types of at most two words, structures,
//! unions, bit fields, arrays of one dimension and simple typedefs. It aligns naturally, but never further than a pointer
//! does, and counts no padding of its own into a size; so padding is a member, everywhere. It takes pointers to structures and
//! arrays of pointers to them only where the module's symbols have those structures; so pointers to structures lead to
//! nothing in particular here. What natural alignment cannot place is bytes ([`natural`]).

mod natural;
mod words;

use super::NESTING_LIMIT;
use super::braces::Braces;
use super::format::Form;
use super::model::{Bits, Definition, Field, Pad, Pointee, Pointer, Scalar, Type, Unit, Value};
use super::text::{self, Text, behind, place};
use crate::units::ByteOffset;

use words::RESERVED;

pub(super) const FORM: Form = Form {
    word: "synthetic",
    title: "WinDbg SyntheticTypes",
    readers: "WinDbg, by dx and SyntheticTypes",
    media_type: "text/x-c; charset=utf-8",
    extension: "synthetic.h",
    reserved: RESERVED,
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The header of a unit.
fn write(unit: &Unit) -> String {
    let mut header = Header {
        text: Text::new("    "),
    };
    let mut lines = unit.provenance.lines();
    lines.extend(remarks(unit));
    header.text.comment(&lines);
    for definition in &natural::settled(&unit.definitions) {
        header.definition(definition);
    }
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

struct Header {
    text: Text,
}

impl Header {
    fn definition(&mut self, definition: &Definition) {
        let (name, kind) = (&definition.name, definition.kind.as_str());
        self.text.line(0, "");
        self.text.line(0, &format!("typedef {kind} _{name} {{"));
        self.within(definition);
        let size = ByteOffset::new(definition.measure.size.get());
        self.text
            .line(0, &format!("}} {name}; /* {} */", place(size)));
    }

    fn at(&mut self, level: usize, place: &str, declaration: &str, remark: &str) {
        let line = format!("/* {place} */ {declaration};{}", behind(remark));
        self.text.line(level, &line);
    }
}

impl Braces for Header {
    fn text(&mut self) -> &mut Text {
        &mut self.text
    }

    fn field(&mut self, level: usize, field: &Field) {
        // Its reader would count one element.
        if let Some(said) = text::empty(field) {
            return self.text.line(level, &said);
        }
        let (before, count) = declarator(&field.ty);
        let count = count.map(|count| format!("[{count}]")).unwrap_or_default();
        let said = |pointer: &Pointer| says(&pointer.to) && pointer.declared.contains('*');
        let remark = text::remark(field, text::declared(&field.ty, &said));
        let declaration = format!("{before}{}{count}", field.name);
        self.at(level, &place(field.offset), &declaration, &remark);
    }

    fn bits(&mut self, level: usize, bits: &Bits) {
        let integer = scalar(&bits.storage);
        for field in &bits.fields {
            let name = field.name.as_ref().map(|name| format!("{name} "));
            let name = name.unwrap_or_default();
            let declaration = format!("{integer} {name}: {}", field.range.width());
            let place = format!("{}:{}", place(bits.offset), field.range.bit());
            self.at(level, &place, &declaration, &field.comment);
        }
    }

    fn pad(&mut self, level: usize, pad: &Pad) {
        let declaration = format!("unsigned char {}[{}]", pad.name, pad.size.get());
        self.at(level, &place(pad.offset), &declaration, "");
    }
}

/// What stands before a name, and how many elements behind it: arrays have one dimension here.
fn declarator(ty: &Type) -> (String, Option<u32>) {
    match ty {
        Type::Scalar(of) => (format!("{} ", scalar(of)), None),
        Type::Pointer(pointer) => (pointee(&pointer.to, 1), None),
        Type::Array { element, count, .. } => {
            let (before, inner) = declarator(element);
            (before, Some(count.saturating_mul(inner.unwrap_or(1))))
        }
        Type::Definition { name, .. } => (format!("{name} "), None),
        Type::Bytes { size, .. } => ("unsigned char ".to_owned(), Some(size.get())),
    }
}

/// `unsigned short *`, with as many stars as addresses lead there. As deep as declarations pile pointers up.
fn pointee(to: &Pointee, stars: usize) -> String {
    let base = match to {
        Pointee::Pointer(further) => return pointee(further, stars + 1),
        Pointee::Void | Pointee::Named(..) => "void",
        Pointee::Scalar(of) => scalar(of),
    };
    format!("{base} {}", "*".repeat(stars))
}

/// Whether the declaration says what is there.
fn says(to: &Pointee) -> bool {
    match to {
        Pointee::Pointer(further) => says(further),
        Pointee::Named(..) => false,
        Pointee::Void | Pointee::Scalar(_) => true,
    }
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

#[cfg(test)]
mod tests;
