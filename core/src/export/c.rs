//! `c`: a header that stands alone, for a C or C++ compiler, IDA and Ghidra.
//!
//! Everything is packed and padding is a member, so that no compiler has a say in the layout. What a simple parser of C may
//! not know (assertions) is read only where `STRATA_CHECK_LAYOUT` is defined; there are no attributes and, elsewhere, no
//! includes. Bit fields fill their integer, so that those of two integers never meet.

mod checks;
mod words;

use std::collections::BTreeMap;

use super::NESTING_LIMIT;
use super::braces::Braces;
use super::format::{Form, Pointers};
use super::guard;
use super::model::{Bits, Definition, Field, Pad, Pointee, Scalar, Type, Unit, Value};
use super::names;
use super::text::{self, Text, behind, bits, place};
use crate::units::ByteOffset;

pub(super) use words::RESERVED;

pub(super) const FORM: Form = Form {
    word: "c",
    title: "C header",
    readers: "C and C++ compilers, IDA, Ghidra",
    media_type: "text/x-c; charset=utf-8",
    extension: "h",
    reserved: RESERVED,
    usual_depth: NESTING_LIMIT,
    chooses_pointers: true,
    write: |unit, options| write(unit, options.pointers),
};

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
fn write(unit: &Unit, pointers: Pointers) -> String {
    let mut header = Header {
        pointers,
        text: Text::new("    "),
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
    header.text.push(&checks::of(unit));
    header.line(0, &format!("\n#endif /* {guard} */"));
    header.text.finish()
}

struct Header {
    pointers: Pointers,
    text: Text,
}

impl Header {
    fn line(&mut self, level: usize, text: &str) {
        self.text.line(level, text);
    }

    /// A line at an offset, with a remark if there is any.
    fn at(&mut self, level: usize, place: &str, declaration: &str, remark: &str) {
        let line = format!("/* {place} */ {declaration};{}", behind(remark));
        self.line(level, &line);
    }

    fn provenance(&mut self, unit: &Unit) {
        let mut lines = unit.provenance.lines();
        lines.push(text::of_pointers(unit, self.pointers));
        lines.push(
            "Where STRATA_CHECK_LAYOUT is defined, the compiler checks every size and offset."
                .to_owned(),
        );
        self.text.comment(&lines);
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
            if let Some((name, kind)) = field.ty.leads_to() {
                tags.insert(names::allowed(name.as_str(), RESERVED), kind);
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
        self.within(definition);
        let size = ByteOffset::new(definition.measure.size.get());
        self.line(0, &format!("}} {name}; /* {} */", place(size)));
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
}

impl Braces for Header {
    fn text(&mut self) -> &mut Text {
        &mut self.text
    }

    fn field(&mut self, level: usize, field: &Field) {
        let (before, behind) = self.declarator(&field.ty);
        let declaration = format!("{before}{}{behind}", field.name);
        let remark = text::typed(field, self.pointers);
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
}

/// `struct _EPROCESS *`, with as many stars as addresses lead there. As deep as declarations pile pointers up.
fn pointee(to: &Pointee, stars: usize) -> String {
    let base = match to {
        Pointee::Pointer(further) => return pointee(further, stars + 1),
        Pointee::Void => "void".to_owned(),
        Pointee::Scalar(of) => scalar(of),
        Pointee::Named(name, kind) => format!(
            "{} _{}",
            kind.as_str(),
            names::allowed(name.as_str(), RESERVED)
        ),
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
