//! `c`: a header that stands alone, for a C or C++ compiler, IDA and Ghidra.
//!
//! Everything is packed and padding is a member, so that no compiler has a say in the layout. What a simple parser of C may
//! not know (assertions) is read only where `STRATA_CHECK_LAYOUT` is defined; there are no attributes and, elsewhere, no
//! includes. Bit fields fill their integer, so that those of two integers never meet.

mod checks;
mod guard;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::format::Pointers;
use super::model::{
    Bits, Definition, Field, Item, Kind, Overlay, Pad, Pointee, Scalar, Type, Unit, Value,
};
use crate::units::{ByteOffset, ByteSize};

pub(super) use words::RESERVED;

/// The integers of known width: the name, what it is in C.
const INTEGERS: [(&str, &str); 8] = [
    ("strata_u8", "unsigned char"),
    ("strata_u16", "unsigned short"),
    ("strata_u32", "unsigned int"),
    ("strata_u64", "unsigned long long"),
    ("strata_i8", "signed char"),
    ("strata_i16", "short"),
    ("strata_i32", "int"),
    ("strata_i64", "long long"),
];

/// The header of a unit.
pub(super) fn write(unit: &Unit, pointers: Pointers) -> String {
    let mut header = Header {
        pointers,
        text: String::new(),
    };
    let guard = guard::of_header(unit);
    header.provenance(unit);
    header.line(0, &format!("#ifndef {guard}"));
    header.line(0, &format!("#define {guard}\n"));
    header.integers();
    header.tags(unit);
    header.line(0, "#pragma pack(push, 1)\n");
    if let Some((own, nested)) = unit.definitions.split_last() {
        for definition in nested {
            header.nested(definition, &guard::of_type(unit, &definition.name));
        }
        header.definition(own);
    }
    header.line(0, "\n#pragma pack(pop)\n");
    header.text.push_str(&checks::of(unit));
    header.line(0, &format!("\n#endif /* {guard} */"));
    header.text
}

struct Header {
    pointers: Pointers,
    text: String,
}

impl Header {
    fn line(&mut self, level: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(level));
    }

    /// A line at an offset, with a remark if there is any.
    fn at(&mut self, level: usize, place: &str, declaration: &str, remark: &str) {
        let remark = match remark {
            "" => String::new(),
            remark => format!(" /* {} */", comment(remark)),
        };
        self.line(level, &format!("/* {place} */ {declaration};{remark}"));
    }

    fn provenance(&mut self, unit: &Unit) {
        let width = unit.arch.pointer().get();
        let pointers = match self.pointers {
            Pointers::Typed => {
                format!("Pointers are pointers: for a tool whose pointers have {width} bytes.")
            }
            Pointers::AsIntegers => {
                format!("Pointers are integers of {width} bytes, whatever pointers the tool has.")
            }
        };
        let mut lines = unit.provenance.lines();
        lines.push(pointers);
        lines.push(
            "Where STRATA_CHECK_LAYOUT is defined, the compiler checks every size and offset."
                .to_owned(),
        );
        self.line(0, "/*");
        for line in lines {
            self.line(0, format!(" * {}", comment(&line)).trim_end());
        }
        self.line(0, " */");
    }

    fn integers(&mut self) {
        self.line(0, "#ifndef STRATA_INTEGERS");
        self.line(0, "#define STRATA_INTEGERS");
        for (name, is) in INTEGERS {
            self.line(0, &format!("typedef {is} {name};"));
        }
        self.line(0, "#endif\n");
    }

    /// Says of every structure to which there is a pointer that it is one.
    fn tags(&mut self, unit: &Unit) {
        if self.pointers == Pointers::AsIntegers {
            return;
        }
        let mut tags = BTreeMap::new();
        let fields = unit.definitions.iter().flat_map(Definition::fields);
        for field in fields {
            if let Some((name, kind)) = pointed_at(&field.ty) {
                tags.insert(words::name(name), kind);
            }
        }
        for (name, kind) in &tags {
            self.line(0, &format!("{} _{name};", kind.as_str()));
        }
        if !tags.is_empty() {
            self.line(0, "");
        }
    }

    /// Defined once where headers of several structures at one point are included.
    fn nested(&mut self, definition: &Definition, guard: &str) {
        self.line(0, &format!("#ifndef {guard}"));
        self.line(0, &format!("#define {guard}"));
        self.definition(definition);
        self.line(0, "#endif\n");
    }

    fn definition(&mut self, definition: &Definition) {
        let (name, kind) = (&definition.name, definition.kind.as_str());
        self.line(0, &format!("typedef {kind} _{name} {{"));
        match definition.alternatives() {
            Some(alternatives) => self.alternatives(1, alternatives),
            None => self.items(1, &definition.items),
        }
        let size = ByteOffset::new(definition.measure.size.get());
        self.line(0, &format!("}} {name}; /* {} */", place(size)));
    }

    /// As deep as overlays nest, which has a limit; so are the two that call it.
    fn items(&mut self, level: usize, items: &[Item]) {
        for item in items {
            match item {
                Item::Field(field) => self.field(level, field),
                Item::Bits(bits) => self.bits(level, bits),
                Item::Pad(pad) => self.pad(level, pad),
                Item::Overlay(overlay) => self.overlay(level, overlay),
            }
        }
    }

    fn overlay(&mut self, level: usize, overlay: &Overlay) {
        self.line(level, "union {");
        self.alternatives(level + 1, &overlay.alternatives);
        self.line(level, "};");
    }

    /// Bit fields need a structure of their own, too: in a union each would begin at bit 0.
    fn alternatives(&mut self, level: usize, alternatives: &[Vec<Item>]) {
        for items in alternatives {
            match items.as_slice() {
                [Item::Field(_) | Item::Pad(_) | Item::Overlay(_)] => self.items(level, items),
                _ => {
                    self.line(level, "struct {");
                    self.items(level + 1, items);
                    self.line(level, "};");
                }
            }
        }
    }

    fn field(&mut self, level: usize, field: &Field) {
        let (before, behind) = self.declarator(&field.ty);
        let declaration = format!("{before}{}{behind}", field.name);
        let mut remarks = Vec::new();
        remarks.extend(self.declared(&field.ty));
        if matches!(field.ty, Type::Array { any_size: true, .. }) {
            remarks.push("ANYSIZE_ARRAY: as many as were allocated");
        }
        if !field.comment.is_empty() {
            remarks.push(&field.comment);
        }
        let remark = remarks.join("; ");
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
        let declaration = format!("strata_u8 {}[{}]", pad.name, pad.size.get());
        self.at(level, &place(pad.offset), &declaration, "");
    }

    /// What stands before a name and what behind it.
    fn declarator(&self, ty: &Type) -> (String, String) {
        match ty {
            Type::Scalar(of) => (format!("{} ", scalar(of)), String::new()),
            Type::Pointer(pointer) => match self.pointers {
                Pointers::Typed => (pointee(&pointer.to, 1), String::new()),
                Pointers::AsIntegers => (format!("strata_u{} ", bits(pointer.size)), String::new()),
            },
            Type::Array { element, count, .. } => {
                let (before, behind) = self.declarator(element);
                (before, format!("[{count}]{behind}"))
            }
            Type::Definition { name, .. } => (format!("{name} "), String::new()),
            Type::Bytes { size, .. } => ("strata_u8 ".to_owned(), format!("[{}]", size.get())),
        }
    }

    /// What the source calls a type, where that does not stand in the declaration. Arrays nest as deep as declarations.
    fn declared<'t>(&self, ty: &'t Type) -> Option<&'t str> {
        match ty {
            Type::Scalar(scalar) => Some(&scalar.declared),
            Type::Pointer(pointer) => {
                let says = self.pointers == Pointers::Typed && pointer.declared.contains('*');
                (!says).then_some(&pointer.declared)
            }
            Type::Array { element, .. } => self.declared(element),
            Type::Definition { .. } => None,
            Type::Bytes { declared, .. } => Some(declared),
        }
    }
}

/// The structure to which a type leads.
fn pointed_at(ty: &Type) -> Option<(&str, Kind)> {
    match ty {
        Type::Pointer(pointer) => {
            let mut to = &pointer.to;
            while let Pointee::Pointer(further) = to {
                to = further;
            }
            match to {
                Pointee::Named(name, kind) => Some((name.as_str(), *kind)),
                Pointee::Void | Pointee::Scalar(_) | Pointee::Pointer(_) => None,
            }
        }
        Type::Array { element, .. } => pointed_at(element),
        Type::Scalar(_) | Type::Definition { .. } | Type::Bytes { .. } => None,
    }
}

/// `struct _EPROCESS *`, with as many stars as addresses lead there. As deep as declarations pile pointers up.
fn pointee(to: &Pointee, stars: usize) -> String {
    let base = match to {
        Pointee::Pointer(further) => return pointee(further, stars + 1),
        Pointee::Void => "void".to_owned(),
        Pointee::Scalar(of) => scalar(of),
        Pointee::Named(name, kind) => format!("{} _{}", kind.as_str(), words::name(name.as_str())),
    };
    format!("{base} {}", "*".repeat(stars))
}

fn scalar(scalar: &Scalar) -> String {
    let sign = match scalar.value {
        Value::Char => return "char".to_owned(),
        Value::Signed => 'i',
        Value::Unsigned | Value::Boolean | Value::WideChar => 'u',
    };
    format!("strata_{sign}{}", bits(scalar.size))
}

fn bits(size: ByteSize) -> u32 {
    size.get().saturating_mul(8)
}

/// `0x005c`.
fn place(offset: ByteOffset) -> String {
    format!("0x{:04x}", offset.get())
}

/// A text that can stand in a comment.
fn comment(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    plain.replace("*/", "* /").replace("/*", "/ *")
}
