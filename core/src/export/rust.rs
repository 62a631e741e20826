//! `rust`: definitions for rustc, without std, for `mod` and for `include!`.
//!
//! A type is `repr(C)` where natural alignment puts everything in its place, and packed as little as it must be elsewhere;
//! padding is a member either way. Rust knows no anonymous unions, so that each is a type of its own, and no bit fields, so
//! that functions read and write them. Attributes stand at each item, for a file that is included can have none of its own.

mod accessors;
mod shape;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use self::shape::{Member, Shape};
use super::format::Pointers;
use super::model::{Definition, Kind, Unit};
use super::names::{self, Names};
use super::reserved;
use super::text;
use crate::units::ByteOffset;

/// What would be warned of because Windows has its own way with names, and because nobody uses every member.
const ALLOW: &str = "#[allow(dead_code, non_camel_case_types, non_snake_case)]";

/// The definitions of a unit.
pub(super) fn write(unit: &Unit, pointers: Pointers) -> String {
    let mut names = Names::new(&reserved::RUST);
    for definition in &unit.definitions {
        names.take(&definition.name, ByteOffset::ZERO);
    }
    let opaque = opaque(unit, pointers);
    for name in &opaque {
        names.take(name, ByteOffset::ZERO);
    }
    let shapes = shape::shapes(unit, pointers, names);

    let mut text = String::new();
    provenance(unit, pointers, &mut text);
    if !opaque.is_empty() {
        text.push_str(
            "// There are pointers to these, and nothing more is known of them here.\n\n",
        );
    }
    for name in &opaque {
        let _ = writeln!(text, "#[repr(C)]\n{ALLOW}\npub struct {name}([u8; 0]);\n");
    }
    for shape in &shapes {
        definition(shape, &mut text);
        accessors::write(shape, &mut text);
    }
    assertions(unit, &shapes, &mut text);
    text
}

fn provenance(unit: &Unit, pointers: Pointers, text: &mut String) {
    let mut lines = unit.provenance.lines();
    lines.push(text::of_pointers(unit.arch, pointers));
    lines.push(
        "For Rust 1.83 or later, by `mod` or by `include!`; the compiler checks every size and offset."
            .to_owned(),
    );
    for line in lines {
        let _ = writeln!(text, "{}", format!("// {}", text::plain(&line)).trim_end());
    }
    text.push('\n');
}

/// The types to which there are pointers and which are not defined.
fn opaque(unit: &Unit, pointers: Pointers) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    if pointers == Pointers::Typed {
        let fields = unit.definitions.iter().flat_map(Definition::fields);
        let led_to = fields.filter_map(|field| field.ty.leads_to());
        names.extend(led_to.map(|(name, _)| names::allowed(&name.in_c(), &reserved::RUST)));
        for definition in &unit.definitions {
            names.remove(&definition.name);
        }
    }
    names
}

fn definition(shape: &Shape<'_>, text: &mut String) {
    let repr = match shape.packed {
        None => "C".to_owned(),
        Some(1) => "C, packed".to_owned(),
        Some(to) => format!("C, packed({to})"),
    };
    let (kind, name) = (shape.kind.as_str(), &shape.name);
    let _ = writeln!(text, "#[repr({repr})]\n#[derive(Clone, Copy)]\n{ALLOW}");
    let _ = writeln!(text, "pub {kind} {name} {{");
    for member in &shape.members {
        line(member, text);
    }
    let size = ByteOffset::new(shape.size.get());
    let _ = writeln!(text, "}} // {}\n", text::place(size));
}

fn line(member: &Member<'_>, text: &mut String) {
    let Member { name, ty, .. } = member;
    let remark = match member.remark.as_str() {
        "" => String::new(),
        remark => format!(" // {}", text::plain(remark)),
    };
    let place = text::place(member.offset);
    let _ = writeln!(text, "    /* {place} */ pub {name}: {ty},{remark}");
}

/// Asserts every size and offset, which the compiler reads with the definitions; first, what must be true of the tool where
/// there are pointers.
fn assertions(unit: &Unit, shapes: &[Shape<'_>], text: &mut String) {
    let _ = writeln!(text, "const _: () = {{");
    let _ = writeln!(text, "    use ::core::mem::{{offset_of, size_of}};");
    let mut members = shapes.iter().flat_map(|shape| &shape.members);
    if members.any(|member| member.ty.contains("*mut ")) {
        let width = unit.arch.pointer().get();
        let _ = writeln!(
            text,
            "    assert!(\n        size_of::<*mut ()>() == {width},\n        \"pointers have {width} \
             bytes in this layout: elsewhere it takes pointers as integers\"\n    );"
        );
    }
    for shape in shapes {
        assertions_about(shape, text);
    }
    text.push_str("};\n");
}

fn assertions_about(shape: &Shape<'_>, text: &mut String) {
    let name = &shape.name;
    let size = text::place(ByteOffset::new(shape.size.get()));
    let _ = writeln!(text, "    assert!(size_of::<{name}>() == {size});");
    for member in shape.members.iter().filter(|member| !member.is_pad) {
        let inside = member.offset.get().saturating_sub(shape.start.get());
        let (member, place) = (&member.name, text::place(ByteOffset::new(inside)));
        let _ = writeln!(
            text,
            "    assert!(offset_of!({name}, {member}) == {place});"
        );
    }
}

/// Whether what a shape holds may be read by anybody: not of a union, whose bytes another member may have left alone.
fn is_safe(shape: &Shape<'_>) -> bool {
    shape.kind == Kind::Struct
}

#[cfg(test)]
mod tests;
