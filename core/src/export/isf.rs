//! `isf`: a symbol file of Volatility 3, of types alone.
//!
//! JSON has no comments, and volatility3's schema (`schema-6.1.0.json`) allows no members but its own, but for one place:
//! `metadata.producer` may have others. There stands what other formats say in comments. Members of unions lie side by side
//! at offsets that overlap, as in symbol files that were made of Microsoft's; bytes of no member are not said.

use super::NESTING_LIMIT;
use super::entries::Entry;
use super::format::Form;
use super::model::{Definition, Field, Pointee, Scalar, Type, Unit, Value};
use super::text::{self, quoted};
use crate::name::TypeName;

pub(super) const FORM: Form = Form {
    word: "isf",
    title: "Volatility 3 ISF",
    readers: "Volatility 3",
    // Not just JSON, which is how the API itself answers.
    media_type: "application/x-isf+json",
    extension: "json",
    reserved: &[],
    usual_depth: NESTING_LIMIT,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The version of the format: newer ones add nothing that is needed here, and readers of newer ones take it.
const FORMAT: &str = "6.1.0";

/// What files made of Microsoft's symbol files call numbers and characters: the name, its kind, its bytes and whether it has
/// a sign. (`int8` is for enumerations of a byte.)
const NUMBERS: [(&str, &str, u32, bool); 10] = [
    ("char", "char", 1, true),
    ("unsigned char", "char", 1, false),
    ("int8", "int", 1, true),
    ("wchar", "int", 2, false),
    ("short", "int", 2, true),
    ("unsigned short", "int", 2, false),
    ("long", "int", 4, true),
    ("unsigned long", "int", 4, false),
    ("long long", "int", 8, true),
    ("unsigned long long", "int", 8, false),
];

/// The file of a unit.
fn write(unit: &Unit) -> String {
    let types = unit.definitions.iter().map(|it| user_type(unit, it));
    file(unit, types.collect(), Vec::new())
}

/// The file of types and enumerations.
pub(super) fn file(unit: &Unit, types: Vec<String>, enums: Vec<String>) -> String {
    let sections = [
        format!(r#""metadata": {}"#, metadata(unit)),
        format!(r#""base_types": {}"#, object(1, base_types(unit))),
        format!(r#""user_types": {}"#, object(1, types)),
        format!(r#""enums": {}"#, object(1, enums)),
        r#""symbols": {}"#.to_owned(),
    ];
    format!("{}\n", object(0, sections.into()))
}

/// `{…}` with a line for each member, as deep as `level`.
pub(super) fn object(level: usize, members: Vec<String>) -> String {
    lines(level, ('{', '}'), members)
}

fn lines(level: usize, (open, close): (char, char), lines: Vec<String>) -> String {
    if lines.is_empty() {
        return format!("{open}{close}");
    }
    let indent = "  ".repeat(level);
    let lines = lines.into_iter().map(|line| format!("{indent}  {line}"));
    let lines: Vec<String> = lines.collect();
    format!("{open}\n{}\n{indent}{close}", lines.join(",\n"))
}

fn metadata(unit: &Unit) -> String {
    let mut comment = unit.provenance.lines();
    for definition in &unit.definitions {
        remarks(unit, definition, &mut comment);
    }
    let comment = comment.iter().map(|line| quoted(line)).collect();
    let producer = [
        r#""name": "Strata""#.to_owned(),
        format!(r#""version": {}"#, quoted(env!("CARGO_PKG_VERSION"))),
        format!(r#""comment": {}"#, lines(3, ('[', ']'), comment)),
    ];
    let metadata = [
        format!(r#""format": {}"#, quoted(FORMAT)),
        format!(r#""producer": {}"#, object(2, producer.into())),
    ];
    object(1, metadata.into())
}

/// What is not plain about members.
fn remarks(unit: &Unit, definition: &Definition, comment: &mut Vec<String>) {
    for entry in definition.entries() {
        let (name, place, remark) = match entry {
            Entry::Field(field) => {
                let remark = text::remark(field, undefined(unit, &field.ty));
                (field.name.as_str(), text::place(field.offset), remark)
            }
            Entry::Bit(name, field, bits) => {
                let place = format!("{}:{}", text::place(bits.offset), field.range.bit());
                (name, place, field.comment.clone())
            }
            Entry::Pad(_) => continue,
        };
        if !remark.is_empty() {
            comment.push(format!("{}.{name} at {place}: {remark}", definition.name));
        }
    }
}

/// What the source calls a type that the file has no word for: bytes, and pointers to what is not defined. Arrays nest as deep
/// as declarations.
fn undefined<'t>(unit: &Unit, ty: &'t Type) -> Option<&'t str> {
    match ty {
        Type::Pointer(pointer) => {
            let (name, _) = ty.leads_to()?;
            (!is_defined(unit, name)).then_some(&pointer.declared)
        }
        Type::Array { element, .. } => undefined(unit, element),
        Type::Bytes { declared, .. } => Some(declared),
        Type::Scalar(_) | Type::Definition { .. } => None,
    }
}

fn is_defined(unit: &Unit, name: &TypeName) -> bool {
    let mut defined = unit.definitions.iter();
    defined.any(|it| it.name == name.as_str())
}

fn base_types(unit: &Unit) -> Vec<String> {
    let pointer = ("pointer", "int", unit.arch.pointer().get(), false);
    let all = [("void", "void", 0, false)].into_iter().chain(NUMBERS);
    let all = all.chain([pointer]);
    let base = |(name, kind, size, signed)| {
        format!(
            r#""{name}": {{"kind": "{kind}", "size": {size}, "signed": {signed}, "endian": "little"}}"#
        )
    };
    all.map(base).collect()
}

fn user_type(unit: &Unit, definition: &Definition) -> String {
    let entries = definition.entries().into_iter();
    let fields = entries.filter_map(|entry| member(unit, entry)).collect();
    let parts = [
        format!(r#""kind": "{}""#, definition.kind.as_str()),
        format!(r#""size": {}"#, definition.measure.size.get()),
        format!(r#""fields": {}"#, object(3, fields)),
    ];
    format!("{}: {}", tag(&definition.name), object(2, parts.into()))
}

/// The name of a type, as Microsoft's symbol files have it.
fn tag(name: &str) -> String {
    quoted(&format!("_{name}"))
}

fn member(unit: &Unit, entry: Entry<'_>) -> Option<String> {
    let (name, offset, ty) = match entry {
        Entry::Field(Field {
            name, ty, offset, ..
        }) => (name.as_str(), offset, descriptor(unit, ty)),
        Entry::Bit(name, field, bits) => {
            let (bit, width) = (field.range.bit(), field.range.width());
            let storage = base(number(&bits.storage));
            let ty = format!(
                r#"{{"kind": "bitfield", "bit_position": {bit}, "bit_length": {width}, "type": {storage}}}"#
            );
            (name, &bits.offset, ty)
        }
        Entry::Pad(_) => return None,
    };
    let (name, offset) = (quoted(name), offset.get());
    Some(format!(r#"{name}: {{"offset": {offset}, "type": {ty}}}"#))
}

/// As deep as declarations nest arrays.
fn descriptor(unit: &Unit, ty: &Type) -> String {
    match ty {
        Type::Scalar(of) => base(number(of)),
        Type::Pointer(pointer) => to(unit, &pointer.to),
        Type::Array { element, count, .. } => array(*count, &descriptor(unit, element)),
        Type::Definition { name, kind, .. } => named_type(kind.as_str(), name),
        Type::Bytes { size, .. } => array(size.get(), &base("unsigned char")),
    }
}

/// A pointer; one to a type that is not defined is one to `void`. As deep as declarations pile pointers up.
fn to(unit: &Unit, pointee: &Pointee) -> String {
    let subtype = match pointee {
        Pointee::Void => base("void"),
        Pointee::Scalar(of) => base(number(of)),
        Pointee::Pointer(further) => to(unit, further),
        Pointee::Named(name, kind) => match is_defined(unit, name) {
            true => named_type(kind.as_str(), name.as_str()),
            false => base("void"),
        },
    };
    format!(r#"{{"kind": "pointer", "subtype": {subtype}}}"#)
}

fn base(name: &str) -> String {
    format!(r#"{{"kind": "base", "name": "{name}"}}"#)
}

fn named_type(kind: &str, name: &str) -> String {
    format!(r#"{{"kind": "{kind}", "name": {}}}"#, tag(name))
}

fn array(count: u32, subtype: &str) -> String {
    format!(r#"{{"kind": "array", "count": {count}, "subtype": {subtype}}}"#)
}

/// The number of [`NUMBERS`] that a scalar is. `BOOLEAN` is a byte there, too.
fn number(scalar: &Scalar) -> &'static str {
    let signed = match scalar.value {
        Value::Char => return "char",
        Value::WideChar => return "wchar",
        Value::Signed => true,
        Value::Unsigned | Value::Boolean => false,
    };
    let is_it = |(_, _, size, sign): &&(&str, &str, u32, bool)| {
        (*size, *sign) == (scalar.size.get(), signed)
    };
    let numbers = NUMBERS
        .iter()
        .filter(|(name, ..)| !matches!(*name, "char" | "wchar"));
    numbers
        .clone()
        .find(is_it)
        .map_or("unsigned char", |(name, ..)| name)
}

#[cfg(test)]
mod tests;
