//! `cstruct`: definitions for dissect.cstruct, a reader of structures for Python.
//!
//! Its grammar is C's for structures (dissect/cstruct/parser.py, `TokenParser`) without attributes. It packs unless told
//! otherwise, so padding is a member. Bit fields must have names. How wide pointers are is
//! said in Python and not in the text, so they are integers here; what they lead to stands in a comment.

mod flat;
mod words;

use self::flat::ONE;
use super::NESTING_LIMIT;
use super::braces::Braces;
use super::format::Form;
use super::guard;
use super::model::{Bits, Definition, Field, Pad, Scalar, Type, Unit, Value};
use super::text::{self, Text, behind, place};
use crate::units::{ByteOffset, ByteSize};

use words::RESERVED;

pub(super) const FORM: Form = Form {
    word: "cstruct",
    title: "dissect.cstruct",
    readers: "Python, by dissect.cstruct",
    media_type: "text/plain; charset=utf-8",
    extension: "cstruct",
    reserved: RESERVED,
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The definitions of a unit.
fn write(unit: &Unit) -> String {
    let mut printer = Printer {
        text: Text::new("    "),
    };
    let definitions = flat::flattened(&unit.definitions);
    let mut lines = unit.provenance.lines();
    lines.extend(remarks(unit, &definitions));
    printer.text.comment(&lines);
    for definition in &definitions {
        let guard = guard::of_type(unit, &definition.name);
        printer.definition(definition, &guard);
    }
    printer.text.finish()
}

fn remarks(unit: &Unit, definitions: &[Definition]) -> Vec<String> {
    let width = unit.arch.pointer().get();
    let mut remarks = vec![
        "Read it in Python with dissect.cstruct: cstruct().load(text)".to_owned(),
        format!("Pointers are integers of {width} bytes."),
    ];
    let mut fields = definitions.iter().flat_map(Definition::fields);
    if fields.any(|field| field.comment.starts_with(ONE)) {
        remarks.push(
            "A structure of a union is an array of one where it holds others: [0] is the structure."
                .to_owned(),
        );
    }
    remarks
}

struct Printer {
    text: Text,
}

impl Printer {
    /// Defined once where one reader loads several structures at one point.
    fn definition(&mut self, definition: &Definition, guard: &str) {
        let (name, kind) = (&definition.name, definition.kind.as_str());
        self.text.line(0, "");
        self.text.line(0, &format!("#ifndef {guard}"));
        self.text.line(0, &format!("#define {guard}"));
        self.text.line(0, &format!("{kind} {name} {{"));
        self.within(definition);
        let size = ByteOffset::new(definition.measure.size.get());
        self.text.line(0, &format!("}}; /* {} */", place(size)));
        self.text.line(0, "#endif");
    }

    fn at(&mut self, level: usize, place: &str, declaration: &str, remark: &str) {
        let line = format!("/* {place} */ {declaration};{}", behind(remark));
        self.text.line(level, &line);
    }
}

impl Braces for Printer {
    fn text(&mut self) -> &mut Text {
        &mut self.text
    }

    fn field(&mut self, level: usize, field: &Field) {
        let (before, behind) = declarator(&field.ty);
        let declaration = format!("{before} {}{behind}", field.name);
        let remark = text::remark(field, text::declared(&field.ty, &|_| false));
        self.at(level, &place(field.offset), &declaration, &remark);
    }

    fn bits(&mut self, level: usize, bits: &Bits) {
        let integer = format!("uint{}", text::bits(bits.storage.size));
        for field in &bits.fields {
            let name = field.name.as_deref().unwrap_or_default();
            let declaration = format!("{integer} {name} : {}", field.range.width());
            let place = format!("{}:{}", place(bits.offset), field.range.bit());
            self.at(level, &place, &declaration, &field.comment);
        }
    }

    fn pad(&mut self, level: usize, pad: &Pad) {
        let declaration = format!("{} {}[{}]", raw(pad.size), pad.name, pad.size.get());
        self.at(level, &place(pad.offset), &declaration, "");
    }
}

/// What stands before a name and what behind it.
fn declarator(ty: &Type) -> (String, String) {
    match ty {
        Type::Scalar(of) => (scalar(of), String::new()),
        Type::Pointer(pointer) => (format!("uint{}", text::bits(pointer.size)), String::new()),
        Type::Array { element, count, .. } => {
            let (before, behind) = declarator(element);
            let several = *count > 1 || !behind.is_empty();
            let before = match element.as_ref() {
                Type::Scalar(of) if of.value == Value::Char && several => "char".to_owned(),
                _ => before,
            };
            (before, format!("[{count}]{behind}"))
        }
        Type::Definition { name, .. } => (name.clone(), String::new()),
        Type::Bytes { size, .. } => (raw(*size).to_owned(), format!("[{}]", size.get())),
    }
}

/// The type of bytes of which no more is told: `char`, which reads them as `bytes`. Of one alone it reads nothing where a number
/// is before it and nothing of a kind behind (`_generate_packed`, 4.7: the format `Ix` counts as one without numbers).
fn raw(size: ByteSize) -> &'static str {
    match size.get() {
        1 => "uint8",
        _ => "char",
    }
}

/// `wchar` would have to be UTF-16 without a mistake, which memory need not hold. A `char` alone is as [`raw`] says.
fn scalar(scalar: &Scalar) -> String {
    let sign = match scalar.value {
        Value::Char | Value::Signed => "",
        Value::Unsigned | Value::Boolean | Value::WideChar => "u",
    };
    format!("{sign}int{}", text::bits(scalar.size))
}

#[cfg(test)]
mod tests;
