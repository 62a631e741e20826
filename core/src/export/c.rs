//! `c`: a header that stands alone, for a C or C++ compiler, IDA and Ghidra.
//!
//! Everything is packed and padding is a member, so that no compiler has a say in the layout. What a simple parser of C may
//! not know (assertions) is read only where `STRATA_CHECK_LAYOUT` is defined; there are no attributes and, elsewhere, no
//! includes. Bit fields fill their integer, so that those of two integers never meet.

mod checks;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use super::NESTING_LIMIT;
use super::braces::Braces;
use super::format::{Form, Pointers};
use super::image::{About, Printer};
use super::model::{Bits, Definition, Field, Pad, Pointee, Scalar, Type, Unit, Value};
use super::names::{self, Names};
use super::text::{self, Text, behind, bits, place};
use super::{enumeration, guard};
use crate::arch::Arch;
use crate::catalogue;
use crate::types::EnumValue;
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
    let mut header = Header::new(pointers);
    let guard = guard::of_header(unit);
    header.begin(unit.provenance.lines(), unit.arch, &guard);
    header.tags(&unit.definitions);
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

/// Who prints all types of an image.
pub(super) fn of_image(pointers: Pointers) -> impl Printer {
    OfImage {
        header: Header::new(pointers),
        names: Names::new(RESERVED),
        guard: String::new(),
    }
}

/// The header of an image, type by type. Types and enumerators are in one scope.
struct OfImage {
    header: Header,
    names: Names,
    guard: String,
}

impl Printer for OfImage {
    fn name(&mut self, ty: &catalogue::Type) -> String {
        let variant = match ty.variant {
            1 => String::new(),
            further => format!("_{further}"),
        };
        self.names
            .take_numbered(&format!("{}{variant}", ty.name.in_c()))
    }

    fn head(&mut self, about: &About<'_>) -> String {
        self.guard = guard::of_image(about.image);
        self.header
            .begin(about.lines.clone(), about.arch, &self.guard);
        self.header.text.push(checks::BEGIN);
        self.header.line(0, "#endif\n");
        self.header.text.take()
    }

    fn enumeration(&mut self, definition: &Definition, values: &[EnumValue]) -> String {
        let values = values.iter().map(|EnumValue { name, value }| {
            let name = self.names.take_numbered(name);
            (name, *value)
        });
        let text = &mut self.header.text;
        enumeration::in_c(definition, values, text);
        self.checks(definition);
        self.header.text.take()
    }

    fn between(&mut self) -> String {
        self.header.line(0, "#pragma pack(push, 1)\n");
        self.header.text.take()
    }

    fn definition(&mut self, definition: &Definition) -> String {
        self.header.tags(std::slice::from_ref(definition));
        self.header.definition(definition);
        self.checks(definition);
        self.header.text.take()
    }

    fn foot(&mut self) -> String {
        self.header
            .line(0, "#pragma pack(pop)\n\n#ifdef STRATA_CHECK_LAYOUT");
        self.header.text.push(checks::END);
        self.header
            .line(0, &format!("\n#endif /* {} */", self.guard));
        self.header.text.take()
    }
}

impl OfImage {
    fn checks(&mut self, definition: &Definition) {
        self.header.line(0, "#ifdef STRATA_CHECK_LAYOUT");
        self.header.text.push(&checks::about(definition));
        self.header.line(0, "#endif\n");
    }
}

struct Header {
    pointers: Pointers,
    text: Text,
    /// The tags that were said to be structures or unions.
    told: BTreeSet<String>,
}

impl Header {
    fn new(pointers: Pointers) -> Self {
        Self {
            pointers,
            text: Text::new("    "),
            told: BTreeSet::new(),
        }
    }

    /// What stands before the types.
    fn begin(&mut self, mut lines: Vec<String>, arch: Arch, guard: &str) {
        lines.push(text::of_pointers(arch, self.pointers));
        lines.push(
            "Where STRATA_CHECK_LAYOUT is defined, the compiler checks every size and offset."
                .to_owned(),
        );
        self.text.comment(&lines);
        self.line(0, &format!("#ifndef {guard}"));
        self.line(0, &format!("#define {guard}\n"));
        self.integers();
    }

    fn line(&mut self, level: usize, text: &str) {
        self.text.line(level, text);
    }

    /// A line at an offset, with a remark if there is any.
    fn at(&mut self, level: usize, place: &str, declaration: &str, remark: &str) {
        let line = format!("/* {place} */ {declaration};{}", behind(remark));
        self.line(level, &line);
    }

    fn integers(&mut self) {
        self.line(0, "#ifndef STRATA_INTEGERS");
        self.line(0, "#define STRATA_INTEGERS");
        for (name, is) in INTEGERS {
            self.line(0, &format!("typedef {is} {name};"));
        }
        self.line(0, "#endif\n");
    }

    /// Says of every structure to which there is a pointer that it is one, once.
    fn tags(&mut self, definitions: &[Definition]) {
        if self.pointers == Pointers::AsIntegers {
            return;
        }
        let mut tags = BTreeMap::new();
        let fields = definitions.iter().flat_map(Definition::fields);
        for field in fields {
            if let Some((name, kind)) = field.ty.leads_to() {
                tags.insert(names::allowed(&name.in_c(), RESERVED), kind);
            }
        }
        tags.retain(|name, _| self.told.insert(name.clone()));
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
            names::allowed(&name.in_c(), RESERVED)
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
