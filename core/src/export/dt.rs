//! `dt`: the output of WinDbg's `dt`, with further information after `//`. Nested structures are unfolded as far as
//! they are defined, by default not at all, as without `-r`; arrays stay folded. As in `dt`, offsets in a nested
//! structure count from its own start.

use super::NESTING_LIMIT;
use super::format::Format;
use super::model::{Definition, Entry, Field, Kind, Pad, Type, Unit};
use super::plan::definitions;
use super::text::{self, Text};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::ctype::CType;
use crate::layout::Layout;
use crate::name::{TypeName, without_tag_underscore};
use crate::point::Point;
use crate::render::counted;
use crate::types::{self, EnumValue, ScalarKind};
use crate::units::BitRange;

/// The indentation of `dt` for each level.
const INDENT: &str = "   ";

pub(super) fn write(unit: &Unit) -> String {
    let Unit {
        provenance,
        definitions,
        values,
        ..
    } = unit;
    let mut text = Text::new(INDENT);
    for line in provenance.lines() {
        text.line(0, &format!("// {line}"));
    }
    let of = (&provenance.structure, provenance.point);
    listing(of, (definitions, NESTING_LIMIT), values, text)
}

/// Prints a layout like `dt`, with nested structures unfolded `depth` deep and without provenance.
pub fn dt(layout: &Layout, types: &Catalogue, depth: usize) -> String {
    let definitions = definitions(layout, types, depth, Format::Dt.reserved());
    let of = (&layout.structure, layout.point);
    let depth = depth.min(NESTING_LIMIT);
    listing(of, (&definitions, depth), &layout.values, Text::new(INDENT))
}

fn listing(
    (name, point): (&TypeName, Point),
    (definitions, depth): (&[Definition], usize),
    values: &[EnumValue],
    text: Text,
) -> String {
    let mut listing = Listing {
        definitions,
        depth,
        arch: point.arch,
        text,
    };
    let Some(own) = definitions.last() else {
        return listing.text.finish();
    };
    let members = own.entries().into_iter();
    let members = members.filter(|entry| !matches!(entry, Entry::Pad(_)));
    let (kind, elements) = match values.len() {
        0 => (own.kind.as_str(), members.count()),
        values => ("enum", values),
    };
    let size = own.measure.size.get();
    let head = head(kind, name.as_str(), elements, size, point);
    listing.text.line(0, &head);
    for EnumValue { name, value } in values {
        listing.text.line(1, &format!("{name} = 0n{value}"));
    }
    listing.members(own, 1);
    listing.text.finish()
}

struct Listing<'u> {
    definitions: &'u [Definition],
    /// The depth to which structures are unfolded.
    depth: usize,
    arch: Arch,
    text: Text,
}

impl<'u> Listing<'u> {
    /// Recursion is bounded by the depth of unfolding.
    fn members(&mut self, of: &Definition, level: usize) {
        for entry in of.entries() {
            match entry {
                Entry::Field(field) => self.field(field, level),
                Entry::Bit(name, field, bits) => {
                    let place = (bits.offset.get(), name);
                    self.row(level, place, &position(field.range), &field.comment);
                }
                Entry::Pad(pad) => self.pad(pad, level),
            }
        }
    }

    /// Adds a row: `+0x05a Flags            : UChar  // inferred`.
    fn row(&mut self, level: usize, (offset, name): (u32, &str), ty: &str, comment: &str) {
        let comment = match comment {
            "" => String::new(),
            comment => format!("  // {comment}"),
        };
        let row = format!("+0x{offset:03x} {name:<16} : {ty}{comment}");
        self.text.line(level, &row);
    }

    fn field(&mut self, field: &Field, level: usize) {
        let declared = field.declared.as_ref();
        let ty = declared.map(|ty| type_name(ty, self.arch));
        let ty = ty.unwrap_or_else(|| format!("[{}] UChar", field.size.get()));
        let remark = text::remark(field, None);
        self.row(level, (field.offset.get(), &field.name), &ty, &remark);
        let inside = self.inside(&field.ty);
        if let Some(inside) = inside.filter(|_| level <= self.depth) {
            self.members(inside, level + 1);
        }
    }

    /// Adds a comment: `// +0x05b padding, 5 bytes`.
    fn pad(&mut self, pad: &Pad, level: usize) {
        let Some(kind) = pad.in_table(Kind::Struct) else {
            return;
        };
        let (offset, size) = (pad.offset.get(), counted(pad.size.index(), "byte"));
        let row = format!("// +0x{offset:03x} {kind}, {size}");
        self.text.line(level, &row);
    }

    /// Returns the definition of an unfolded member.
    fn inside(&self, ty: &Type) -> Option<&'u Definition> {
        let Type::Definition { name, .. } = ty else {
            return None;
        };
        self.definitions.iter().find(|it| it.name == *name)
    }
}

/// Formats the first line: `struct _ETW_DATA_SOURCE, 3 elements, 0x20 bytes  // 6.3/x64`.
fn head(kind: &str, name: &str, elements: usize, size: u32, point: Point) -> String {
    let elements = counted(elements, "element");
    // Types of other modules have their name in symbols, `ntdll!_PEB`; unnamed ones have no tag.
    let (tag, name) = match name.contains(['!', '<']) {
        true => ("", name),
        false => ("_", without_tag_underscore(name)),
    };
    format!("{kind} {tag}{name}, {elements}, 0x{size:x} bytes  // {point}")
}

/// Formats `Pos 4, 1 Bit`.
fn position(range: BitRange) -> String {
    let width = counted(range.width().into(), "Bit");
    format!("Pos {}, {width}", range.bit())
}

/// Returns the name of a type in `dt`: `Uint4B`, `Ptr64 _EPROCESS`, `[4] Uint2B`, `_LIST_ENTRY`.
pub(crate) fn type_name(ty: &CType, arch: Arch) -> String {
    let pointer = format!("Ptr{}", arch.pointer().get() * 8);
    match ty {
        CType::Pointer(inner) => format!("{pointer} {}", type_name(inner, arch)),
        CType::Array(element, count) => format!("[{count}] {}", type_name(element, arch)),
        CType::AnySizeArray(element) => format!("[1] {}", type_name(element, arch)),
        CType::Named(name) => match types::scalar(name, arch) {
            None if name.is_unnamed() => "<unnamed-tag>".to_owned(),
            None if name.is_function() => "void".to_owned(),
            None => format!("_{}", name.without_tag_underscore()),
            Some((kind, measure)) => {
                let bytes = measure.size.get();
                match kind {
                    ScalarKind::Unsigned if bytes == 1 => "UChar".to_owned(),
                    ScalarKind::Unsigned => format!("Uint{bytes}B"),
                    ScalarKind::Signed => format!("Int{bytes}B"),
                    ScalarKind::Boolean => "UChar".to_owned(),
                    ScalarKind::Char => "Char".to_owned(),
                    ScalarKind::WideChar => "Wchar".to_owned(),
                    ScalarKind::Void => "Void".to_owned(),
                    ScalarKind::Handle => format!("{pointer} Void"),
                    ScalarKind::Pointer => format!("{pointer} {}", pointee(name.as_str())),
                }
            }
        },
    }
}

/// Returns the target of a named pointer type.
fn pointee(name: &str) -> &'static str {
    match name {
        "PSTR" => "Char",
        "PWSTR" => "Wchar",
        _ => "Void",
    }
}
