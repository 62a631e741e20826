//! `hexpat`: a pattern for ImHex.
//!
//! The pattern language (docs.werwolv.net/pattern-language; WerWolv/PatternLanguage, lib/source/pl/core/parser.cpp) has
//! no nested type definitions: unions, bit fields and alternatives of several members are separate types before the one
//! that contains them, and are inlined (`[[inline]]`). Padding is always explicit. Pointers are integers, because ImHex
//! would read their targets, at addresses that the data may not have.

use super::c_family::{Arrays, Overlays, PaddingSyntax, PointerStyle, Printer, Remarks, Style};
use super::model::{Scalar, Unit, Value};
use super::text;

const STYLE: Style = Style {
    begin: |kind, name| format!("\n{kind} {name} {{"),
    end: |_| "};".to_owned(),
    number: |of, _| scalar(of),
    bit_field: |_| String::new(),
    byte: |_| "u8",
    pointers: PointerStyle::Integers,
    arrays: Arrays::Flat,
    nameless: PaddingSyntax::Word("padding"),
    overlays: Overlays::Hoisted,
    remarks: Remarks::Attributes(|said, _| attribute(said)),
    hidden: |_, name, _| name.to_owned(),
};

pub(super) fn write(unit: &Unit) -> String {
    let remark = format!(
        "Pointers are integers of {} bytes. The last line gives the address of the structure in the data.",
        unit.arch.pointer().get()
    );
    let mut pattern = Printer::of_unit(&STYLE, unit, [remark]);
    pattern.line("#pragma endian little");
    pattern.definitions(&unit.definitions);
    if let Some(own) = unit.definitions.last() {
        pattern.line(&format!("\n{} structure @ 0x00;", own.name));
    }
    pattern.text.finish()
}

/// Formats ` [[comment("…")]]`, which ImHex shows; empty without a comment.
fn attribute(said: &str) -> String {
    match said {
        "" => String::new(),
        said => format!(" [[comment(\"{}\")]]", text::escaped(said)),
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
