//! `rust`: definitions for rustc, without std, for `mod` and for `include!`.
//!
//! A type is `repr(C)` if natural alignment keeps all offsets, otherwise packed as little as necessary; padding is
//! always a member. Rust has no anonymous unions, so each is a separate type, and no bit fields, so functions read and
//! write them. Attributes are at each item, because an included file cannot have inner ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::format::Pointers;
use super::model::{
    BitField, Bits, Definition, Field, Item, Kind, Overlay, Pointee, Scalar, Type, Unit, Value,
};
use super::names::{self, Names};
use super::{reserved, text};
use crate::units::{ByteOffset, ByteSize};

/// Silences warnings about Windows' names and unused members.
const ALLOW: &str = "#[allow(dead_code, non_camel_case_types, non_snake_case)]";

pub(super) fn write(unit: &Unit, pointers: Pointers) -> String {
    let mut names = Names::new(&reserved::RUST);
    for definition in &unit.definitions {
        names.take(&definition.name, ByteOffset::ZERO);
    }
    let opaque = opaque(unit, pointers);
    for name in &opaque {
        names.take(name, ByteOffset::ZERO);
    }
    let shapes = shapes(unit, pointers, names);

    let mut text = String::new();
    provenance(unit, pointers, &mut text);
    if !opaque.is_empty() {
        text.push_str(
            "// There are pointers to these types; nothing more is known of them here.\n\n",
        );
    }
    for name in &opaque {
        let _ = writeln!(text, "#[repr(C)]\n{ALLOW}\npub struct {name}([u8; 0]);\n");
    }
    for shape in &shapes {
        definition(shape, &mut text);
        accessors(shape, &mut text);
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

/// Returns the pointer targets that are not defined.
fn opaque(unit: &Unit, pointers: Pointers) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    if pointers == Pointers::Typed {
        let fields = unit.definitions.iter().flat_map(Definition::fields);
        let led_to = fields.filter_map(|field| field.ty.pointee_type());
        names.extend(led_to.map(|(name, _)| names::allowed(&name.c_identifier(), &reserved::RUST)));
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

/// Asserts every size and offset at compile time; first, the pointer width of the target if there are pointers.
fn assertions(unit: &Unit, shapes: &[Shape<'_>], text: &mut String) {
    let _ = writeln!(text, "const _: () = {{");
    let _ = writeln!(text, "    use ::core::mem::{{offset_of, size_of}};");
    let mut members = shapes.iter().flat_map(|shape| &shape.members);
    if members.any(|member| member.ty.contains("*mut ")) {
        let width = unit.arch.pointer().get();
        let _ = writeln!(
            text,
            "    assert!(\n        size_of::<*mut ()>() == {width},\n        \"pointers have {width} bytes in this layout: for \
             other targets, export pointers as integers\"\n    );"
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

/// Whether members can be read safely: not those of a union, as another member may not have set the bytes.
fn is_safe(shape: &Shape<'_>) -> bool {
    shape.kind == Kind::Struct
}

/// The safety section of the accessors of unions.
const SAFETY: &str = "    ///\n    /// # Safety\n    ///\n    /// All its bytes were written, by any of its members.\n";

/// Prints the accessors of a shape, if it has bit fields.
fn accessors(shape: &Shape<'_>, text: &mut String) {
    let mut fields = Vec::new();
    for member in &shape.members {
        for bits in &member.bits {
            let named = bits.fields.iter();
            let named = named.filter_map(|field| Some((field.name.as_deref()?, field)));
            fields.extend(named.map(|(name, field)| (name, field, member, *bits)));
        }
    }
    if fields.is_empty() {
        return;
    }
    let mut names = Names::new(&reserved::RUST);
    for (name, _, member, _) in &fields {
        names.take(name, member.offset);
    }
    let _ = writeln!(text, "{ALLOW}\nimpl {} {{", shape.name);
    for (place, (name, field, member, bits)) in fields.into_iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        let setter = names.take(&format!("set_{name}"), member.offset);
        functions((name, &setter), is_safe(shape), (member, bits, field), text);
    }
    text.push_str("}\n\n");
}

/// Prints the functions that read and write a bit field, as an unsigned integer.
fn functions(
    (name, setter): (&str, &str),
    is_safe: bool,
    (member, bits, field): (&Member<'_>, &Bits, &BitField),
    text: &mut String,
) {
    let (own, about) = (&member.name, about(member, field));
    let ty = unsigned(bits.storage.size);
    let (how, safety, read) = match is_safe {
        true => ("const", "", format!("self.{own}")),
        false => ("const unsafe", SAFETY, format!("unsafe {{ self.{own} }}")),
    };
    let is_signed = bits.storage.value == Value::Signed;
    let (whole, back) = match is_signed {
        true => (format!("{read} as {ty}"), format!(" as {}", member.ty)),
        false => (read, String::new()),
    };
    let (bit, mask) = (field.range.bit(), field.range.mask());
    let is_whole = u32::from(field.range.width()) == text::bits(bits.storage.size);
    let (got, set, others) = if is_whole {
        ("bits".to_owned(), format!("value{back}"), String::new())
    } else {
        let low = mask.checked_shr(bit.into()).unwrap_or_default();
        let (got, value) = match bit {
            0 => ("bits".to_owned(), "value".to_owned()),
            _ => (format!("(bits >> {bit})"), format!("(value << {bit})")),
        };
        let number = format!("others | ({value} & {mask:#x})");
        let set = match is_signed {
            true => format!("({number}){back}"),
            false => number,
        };
        let others = format!("        let others = {whole} & !{mask:#x};\n");
        (format!("{got} & {low:#x}"), set, others)
    };
    let _ = write!(
        text,
        "    /// {about}.\n{safety}    pub {how} fn {name}(&self) -> {ty} {{\n        \
         let bits = {whole};\n        {got}\n    }}\n\n    \
         /// {about}.\n{safety}    pub {how} fn {setter}(&mut self, value: {ty}) {{\n\
         {others}        self.{own} = {set};\n    }}\n"
    );
}

/// Formats `Bits 2 to 3 of Flags`.
fn about(member: &Member<'_>, field: &BitField) -> String {
    let (bit, width) = (field.range.bit(), field.range.width());
    let last = bit.saturating_add(width.saturating_sub(1));
    let bits = match width {
        1 => format!("Bit {bit}"),
        _ => format!("Bits {bit} to {last}"),
    };
    let remark = match field.comment.as_str() {
        "" => String::new(),
        comment => format!("; {}", text::plain(comment)),
    };
    format!("{bits} of `{}`{remark}", member.name)
}

/// A structure or a union.
#[derive(Debug)]
struct Shape<'u> {
    name: String,
    kind: Kind,
    /// Offset in the enclosing definition.
    start: ByteOffset,
    size: ByteSize,
    /// The packing, if natural alignment would move a member.
    packed: Option<u32>,
    members: Vec<Member<'u>>,
}

/// A member, padding included.
#[derive(Debug)]
struct Member<'u> {
    name: String,
    ty: String,
    /// In bytes from the start of the definition.
    offset: ByteOffset,
    remark: String,
    is_pad: bool,
    /// The divisions into bit fields, each over the whole member.
    bits: Vec<&'u Bits>,
    align: u32,
}

impl Member<'_> {
    /// Creates a member without remarks and bit fields.
    fn plain(name: String, ty: String, offset: ByteOffset, align: u32) -> Self {
        Self {
            name,
            ty,
            offset,
            remark: String::new(),
            is_pad: false,
            bits: Vec::new(),
            align,
        }
    }
}

/// Returns all types to define, each after those that it contains. `names` has the names that are taken.
fn shapes(unit: &Unit, pointers: Pointers, names: Names) -> Vec<Shape<'_>> {
    let mut shaper = Shaper {
        pointers,
        names,
        aligns: BTreeMap::new(),
        shapes: Vec::new(),
    };
    for definition in &unit.definitions {
        shaper.definition(definition);
    }
    shaper.shapes
}

struct Shaper<'u> {
    pointers: Pointers,
    names: Names,
    /// Alignment of each type defined so far.
    aligns: BTreeMap<String, u32>,
    shapes: Vec<Shape<'u>>,
}

impl<'u> Shaper<'u> {
    fn definition(&mut self, definition: &'u Definition) {
        let (name, size) = (&definition.name, definition.measure.size);
        let members = match definition.alternatives() {
            Some(alternatives) => self.alternatives(name, name, alternatives),
            None => self.items(name, &definition.items),
        };
        let extent = (ByteOffset::ZERO, size);
        self.shape(name.clone(), definition.kind, extent, members);
    }

    /// Adds a finished structure or union.
    fn shape(
        &mut self,
        name: String,
        kind: Kind,
        (start, size): (ByteOffset, ByteSize),
        members: Vec<Member<'u>>,
    ) -> u32 {
        let natural = members.iter().map(|member| member.align).max().unwrap_or(1);
        let fits = |align: &u32| {
            let whole = |bytes: u32, align: u32| bytes.is_multiple_of(align);
            let at = |member: &Member<'_>| member.offset.get().saturating_sub(start.get());
            let mut members = members.iter();
            whole(size.get(), *align)
                && members.all(|member| whole(at(member), member.align.min(*align)))
        };
        let halves = std::iter::successors(Some(natural), |align| (*align > 1).then(|| align / 2));
        let align = halves.clone().find(fits).unwrap_or(1);
        self.aligns.insert(name.clone(), align);
        self.shapes.push(Shape {
            name,
            kind,
            start,
            size,
            packed: (align < natural).then_some(align),
            members,
        });
        align
    }

    /// Converts items; `of` is the name of the definition. Recursion is bounded by the nesting of overlays.
    fn items(&mut self, of: &str, items: &'u [Item]) -> Vec<Member<'u>> {
        items.iter().map(|item| self.item(of, item)).collect()
    }

    fn item(&mut self, of: &str, item: &'u Item) -> Member<'u> {
        match item {
            Item::Field(field) => self.field(field, Vec::new()),
            Item::Bits(bits) => {
                let (name, ty) = (bits.name.clone(), scalar(&bits.storage));
                Member {
                    remark: bits.storage.declared.clone(),
                    bits: vec![bits],
                    ..Member::plain(name, ty, bits.offset, bits.storage.size.get())
                }
            }
            Item::Pad(pad) => {
                let ty = format!("[u8; {}]", pad.size.get());
                Member {
                    is_pad: true,
                    ..Member::plain(pad.name.clone(), ty, pad.offset, 1)
                }
            }
            Item::Overlay(overlay) => match divided(overlay) {
                Some((field, bits)) => self.field(field, bits),
                None => self.overlay(of, overlay),
            },
        }
    }

    fn overlay(&mut self, of: &str, overlay: &'u Overlay) -> Member<'u> {
        let wanted = format!("{of}_{}", overlay.name);
        let ty = self.names.take(&wanted, overlay.offset);
        let members = self.alternatives(of, &ty, &overlay.alternatives);
        let extent = (overlay.offset, overlay.size);
        let align = self.shape(ty.clone(), Kind::Union, extent, members);
        Member::plain(overlay.name.clone(), ty, overlay.offset, align)
    }

    /// Returns the members of a union: alternatives of several items become structures.
    fn alternatives(
        &mut self,
        of: &str,
        union: &str,
        alternatives: &'u [Vec<Item>],
    ) -> Vec<Member<'u>> {
        let mut members = Vec::new();
        for (items, number) in alternatives.iter().zip(1_u32..) {
            let Some(extent) = Item::extent(items) else {
                continue;
            };
            if let [item] = items.as_slice() {
                members.push(self.item(of, item));
                continue;
            }
            let name = format!("Alternative_{number}");
            let ty = self.names.take(&format!("{union}_{name}"), extent.0);
            let inside = self.items(of, items);
            let align = self.shape(ty.clone(), Kind::Struct, extent, inside);
            members.push(Member::plain(name, ty, extent.0, align));
        }
        members
    }

    fn field(&self, field: &'u Field, bits: Vec<&'u Bits>) -> Member<'u> {
        let (ty, align) = (self.ty(&field.ty), self.align(&field.ty));
        Member {
            remark: text::typed(field, self.pointers),
            bits,
            ..Member::plain(field.name.clone(), ty, field.offset, align)
        }
    }

    /// Recursion is bounded by the depth of declarations.
    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(of) => scalar(of),
            Type::Pointer(pointer) => match self.pointers {
                Pointers::Typed => format!("*mut {}", pointee(&pointer.to)),
                Pointers::AsIntegers => unsigned(pointer.size),
            },
            Type::Array { element, count, .. } => format!("[{}; {count}]", self.ty(element)),
            Type::Definition { name, .. } => name.clone(),
            Type::Bytes { size, .. } => format!("[u8; {}]", size.get()),
        }
    }

    /// Returns the alignment of the Rust type, which may differ from that in Windows.
    fn align(&self, ty: &Type) -> u32 {
        match ty.unfolded().0 {
            Type::Definition { name, .. } => self.aligns.get(name).copied().unwrap_or(1),
            other => other.measure().align.get(),
        }
    }
}

/// Returns the integer and its bit fields, if an overlay has nothing else. A pointer stays separate from its bits.
fn divided(overlay: &Overlay) -> Option<(&Field, Vec<&Bits>)> {
    let (first, others) = overlay.alternatives.split_first()?;
    let [Item::Field(field)] = first.as_slice() else {
        return None;
    };
    let Type::Scalar(integer) = &field.ty else {
        return None;
    };
    let bits = others.iter().map(|items| match items.as_slice() {
        [Item::Bits(bits)] if bits.storage == *integer => Some(bits),
        _ => None,
    });
    Some((field, bits.collect::<Option<Vec<&Bits>>>()?))
}

/// Recursion is bounded by the depth of declarations.
fn pointee(to: &Pointee) -> String {
    match to {
        Pointee::Void => "::core::ffi::c_void".to_owned(),
        Pointee::Scalar(of) => scalar(of),
        Pointee::Pointer(further) => format!("*mut {}", pointee(further)),
        Pointee::Named(name, _) => names::allowed(&name.c_identifier(), &reserved::RUST),
    }
}

/// Returns a type for which every bit pattern is valid: `BOOLEAN` is not `bool`, `WCHAR` not `char`.
fn scalar(scalar: &Scalar) -> String {
    match scalar.value {
        Value::Signed => format!("i{}", text::bits(scalar.size)),
        Value::Unsigned | Value::Boolean | Value::Char | Value::WideChar => unsigned(scalar.size),
    }
}

/// Formats `u32`.
fn unsigned(size: ByteSize) -> String {
    format!("u{}", text::bits(size))
}
