//! `cstruct`: definitions for dissect.cstruct, a reader of structures for Python.
//!
//! Its grammar is C's for structures (dissect/cstruct/parser.py, `TokenParser`) without attributes. It packs unless told
//! otherwise, so padding is a member. Bits of no field must have a name, and each one of its own: what is in anonymous unions are
//! attributes of the whole. How wide pointers are is said in Python and not in the text, so they are integers here; what they
//! lead to stands in a comment.

mod flat;

use self::flat::ONE;
use super::c_family::{Arrays, Nameless, Overlays, PointerStyle, Printer, Remarks, Style};
use super::format::Options;
use super::model::{Definition, Scalar, Unit, Value};
use super::names::guard;
use super::text;
use crate::units::ByteSize;

const STYLE: Style = Style {
    begin: |kind, name| format!("{kind} {name} {{"),
    end: |_| "};".to_owned(),
    number,
    bit_field: |of| format!("uint{}", text::bits(of.size)),
    byte,
    pointers: PointerStyle::Integers,
    arrays: Arrays::All,
    nameless: Nameless::Members(""),
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: |_, name, _| name.to_owned(),
};

/// The definitions of a unit. Each is read once where one reader loads several structures at one point.
pub(super) fn write(unit: &Unit) -> String {
    let definitions = flat::flattened(&unit.definitions);
    let mut lines = unit.provenance.lines();
    lines.extend(remarks(unit, &definitions));
    let mut printer = Printer::new(&STYLE, Options::default());
    printer.text.comment(&lines);
    for definition in &definitions {
        let guard = guard(&definition.name, unit.provenance.point);
        printer.line(&format!("\n#ifndef {guard}\n#define {guard}"));
        printer.definition(definition);
        printer.line("#endif");
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

/// `char`, which reads bytes as `bytes`. Of one alone it reads nothing where a number is before it and nothing of a kind behind
/// (`_generate_packed`, 4.7: the format `Ix` counts as one without numbers).
fn byte(size: ByteSize) -> &'static str {
    match size.get() {
        1 => "uint8",
        _ => "char",
    }
}

/// `wchar` would have to be UTF-16 without a mistake, which memory need not hold. A `char` alone is as [`byte`] says.
fn number(scalar: &Scalar, count: u32) -> String {
    let sign = match scalar.value {
        Value::Char if count > 1 => return "char".to_owned(),
        Value::Char | Value::Signed => "",
        Value::Unsigned | Value::Boolean | Value::WideChar => "u",
    };
    format!("{sign}int{}", text::bits(scalar.size))
}

#[cfg(test)]
mod tests;
