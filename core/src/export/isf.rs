//! `isf`: a symbol file for Volatility 3, with types only.
//!
//! JSON has no comments, and volatility3's schema (`schema-6.1.0.json`) allows additional members only in
//! `metadata.producer`, so comments are there. Members of unions lie side by side at overlapping offsets, as in symbol
//! files generated from Microsoft's; padding is not stated.

use super::enumeration;
use super::image::{Printer, declared_in};
use super::model::{Definition, Entry, Field, Pointee, Scalar, Type, Unit, Value};
use super::text::{self, quoted};
use crate::arch::Arch;
use crate::catalogue::{self, Catalogue, Image, Scope};
use crate::ctype::CType;
use crate::name::TypeName;
use crate::types::{EnumValue, TypeKind};

/// The version of the format: newer ones add nothing that is needed here, and their readers accept it.
const FORMAT: &str = "6.1.0";

/// A type without members: name, kind, bytes, signedness, and the name in Windows.
type BaseType = (&'static str, &'static str, u32, bool, &'static str);

const VOID: BaseType = ("void", "void", 0, false, "VOID");

/// The names of numbers and characters in files generated from Microsoft's; `int8` is for enumerations of a byte.
const NUMBERS: [BaseType; 10] = [
    ("char", "char", 1, true, "CHAR"),
    ("unsigned char", "char", 1, false, "UCHAR"),
    ("int8", "int", 1, true, "-"),
    ("wchar", "int", 2, false, "WCHAR"),
    ("short", "int", 2, true, "SHORT"),
    ("unsigned short", "int", 2, false, "USHORT"),
    ("long", "int", 4, true, "LONG"),
    ("unsigned long", "int", 4, false, "ULONG"),
    ("long long", "int", 8, true, "LONGLONG"),
    ("unsigned long long", "int", 8, false, "ULONGLONG"),
];

/// Further scalars in symbol files of images.
const FURTHER: [BaseType; 5] = [
    ("bool", "bool", 1, false, "BOOLEAN"),
    ("float", "float", 4, true, "FLOAT"),
    ("double", "float", 8, true, "DOUBLE"),
    ("HRESULT", "int", 4, true, "HRESULT"),
    (POINTER_64, "int", 8, false, "PVOID64"),
];

/// A 64-bit pointer in a 32-bit image.
const POINTER_64: &str = "pointer64";

pub(super) fn write(unit: &Unit) -> String {
    let types = unit.definitions.iter().map(|it| user_type(unit, it));
    file(unit, types.collect(), Vec::new())
}

pub(super) fn file(unit: &Unit, types: Vec<String>, enums: Vec<String>) -> String {
    let sections = [
        format!(r#""metadata": {}"#, metadata(unit)),
        format!(r#""base_types": {}"#, object(1, base_types(unit.arch))),
        format!(r#""user_types": {}"#, object(1, types)),
        format!(r#""enums": {}"#, object(1, enums)),
        r#""symbols": {}"#.to_owned(),
    ];
    format!("{}\n", object(0, sections.into()))
}

/// Formats a JSON object with a line for each member, at an indentation level.
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
    object(1, metadata_of(&comment, None))
}

/// Formats the metadata. `image` is separate from the comments, so that the importer needs no PDB for module and
/// architecture.
fn metadata_of(comment: &[String], image: Option<&Image>) -> Vec<String> {
    let comment = comment.iter().map(|line| quoted(line)).collect();
    let mut producer = vec![
        r#""name": "Strata""#.to_owned(),
        format!(r#""version": {}"#, quoted(env!("CARGO_PKG_VERSION"))),
    ];
    producer.extend(image.map(|image| format!(r#""image": {}"#, quoted(&image.id()))));
    producer.push(format!(r#""comment": {}"#, lines(3, ('[', ']'), comment)));
    vec![
        format!(r#""format": {}"#, quoted(FORMAT)),
        format!(r#""producer": {}"#, object(2, producer)),
    ]
}

/// Adds remarks about members to the comment.
fn remarks(unit: &Unit, definition: &Definition, comment: &mut Vec<String>) {
    for entry in definition.entries() {
        let remark = match entry {
            Entry::Field(field) => text::remark(field, undefined(unit, &field.ty)),
            Entry::Bit(_, field, _) => field.comment.clone(),
            Entry::Pad(_) => continue,
        };
        if !remark.is_empty() {
            let (own, name, place) = (&definition.name, entry.name(), entry.place());
            comment.push(format!("{own}.{name} at {place}: {remark}"));
        }
    }
}

/// Returns the source's name of a type that ISF cannot express: bytes, and pointers to undefined types.
fn undefined<'t>(unit: &Unit, ty: &'t Type) -> Option<&'t str> {
    match ty.unfolded().0 {
        Type::Pointer(pointer) => {
            let (name, _) = ty.pointee_type()?;
            (!is_defined(unit, name)).then_some(&pointer.declared)
        }
        Type::Bytes { declared, .. } => Some(declared),
        Type::Array { .. } | Type::Scalar(_) | Type::Definition { .. } => None,
    }
}

fn is_defined(unit: &Unit, name: &TypeName) -> bool {
    let mut defined = unit.definitions.iter();
    defined.any(|it| it.name == name.c_identifier())
}

fn base_types(arch: Arch) -> Vec<String> {
    let pointer = ("pointer", "int", arch.pointer().get(), false, "-");
    let all = [VOID].into_iter().chain(NUMBERS);
    all.chain([pointer]).map(base_type).collect()
}

fn base_type((name, kind, size, signed, _): BaseType) -> String {
    format!(
        r#""{name}": {{"kind": "{kind}", "size": {size}, "signed": {signed}, "endian": "little"}}"#
    )
}

fn user_type(unit: &Unit, definition: &Definition) -> String {
    let entries = definition.entries().into_iter();
    let fields = entries.filter_map(|entry| {
        let types = |field: &Field| descriptor(unit, &field.ty);
        member(entry, types, |storage| base(number(storage)))
    });
    user_type_of(&tag(&definition.name), definition, fields.collect())
}

fn user_type_of(tag: &str, definition: &Definition, fields: Vec<String>) -> String {
    let parts = [
        format!(r#""kind": "{}""#, definition.kind.as_str()),
        format!(r#""size": {}"#, definition.measure.size.get()),
        format!(r#""fields": {}"#, object(3, fields)),
    ];
    format!("{tag}: {}", object(2, parts.into()))
}

/// Returns the quoted name of a type, as in Microsoft's symbol files.
fn tag(name: &str) -> String {
    quoted(&format!("_{name}"))
}

/// Formats a member with the descriptor of its type or, for a bit field, of its integer.
fn member(
    entry: Entry<'_>,
    types: impl Fn(&Field) -> String,
    integers: impl Fn(&Scalar) -> String,
) -> Option<String> {
    let (name, offset, ty) = match entry {
        Entry::Field(field) => (field.name.as_str(), &field.offset, types(field)),
        Entry::Bit(name, field, bits) => {
            let (bit, width) = (field.range.bit(), field.range.width());
            let storage = integers(&bits.storage);
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

/// Recursion is bounded by the depth of declarations.
fn descriptor(unit: &Unit, ty: &Type) -> String {
    match ty {
        Type::Scalar(of) => base(number(of)),
        Type::Pointer(pointer) => to(unit, &pointer.to),
        Type::Array { element, count, .. } => array(*count, &descriptor(unit, element)),
        Type::Definition { name, kind, .. } => named_type(kind.as_str(), &tag(name)),
        Type::Bytes { size, .. } => array(size.get(), &base("unsigned char")),
    }
}

/// Formats a pointer, to `void` if the type is undefined. Recursion is bounded by the depth of declarations.
fn to(unit: &Unit, pointee: &Pointee) -> String {
    let subtype = match pointee {
        Pointee::Void => base("void"),
        Pointee::Scalar(of) => base(number(of)),
        Pointee::Pointer(further) => to(unit, further),
        Pointee::Named(name, kind) => match is_defined(unit, name) {
            true => named_type(kind.as_str(), &tag(&name.c_identifier())),
            false => base("void"),
        },
    };
    format!(r#"{{"kind": "pointer", "subtype": {subtype}}}"#)
}

fn base(name: &str) -> String {
    format!(r#"{{"kind": "base", "name": "{name}"}}"#)
}

/// `tag` is the name in quotation marks.
fn named_type(kind: &str, tag: &str) -> String {
    format!(r#"{{"kind": "{kind}", "name": {tag}}}"#)
}

/// Prints all types of an image, named and declared as in its symbol file.
pub(super) struct ImagePrinter<'a> {
    types: &'a Catalogue,
    scope: Scope,
    /// Whether a type of the same kind precedes, so that a comma is needed.
    continues: bool,
}

impl<'a> ImagePrinter<'a> {
    pub(super) fn new(types: &'a Catalogue, scope: Scope) -> Self {
        Self {
            types,
            scope,
            continues: false,
        }
    }

    fn next(&mut self, member: &str) -> String {
        let between = if self.continues { ",\n    " } else { "\n    " };
        self.continues = true;
        format!("{between}{member}")
    }

    /// Formats the declared type; one that the image does not define by its name only. Recursion is bounded by the
    /// depth of declarations.
    fn descriptor(&self, ty: &CType) -> String {
        match ty {
            CType::Pointer(to) => {
                let subtype = self.descriptor(to);
                format!(r#"{{"kind": "pointer", "subtype": {subtype}}}"#)
            }
            CType::Array(element, count) => array(*count, &self.descriptor(element)),
            CType::AnySizeArray(element) => array(1, &self.descriptor(element)),
            CType::Named(name) if name.is_function() => r#"{"kind": "function"}"#.to_owned(),
            CType::Named(name) => match base_of(name.as_str()) {
                Some(POINTER_64) => format!(
                    r#"{{"kind": "pointer", "base": "{POINTER_64}", "subtype": {}}}"#,
                    base("void")
                ),
                Some(number) => base(number),
                None => {
                    let ty = self.types.get(name, self.scope);
                    let here = ty.and_then(|ty| ty.class_in(self.scope)).map(|it| it.kind);
                    let kind = here.unwrap_or(TypeKind::Struct).as_str();
                    let tag = ty.map_or_else(|| name.to_string(), symbol);
                    named_type(kind, &quoted(&tag))
                }
            },
        }
    }
}

impl Printer for ImagePrinter<'_> {
    fn name(&mut self, ty: &catalogue::Type) -> String {
        symbol(ty)
    }

    fn head(&mut self, image: &Image, lines: Vec<String>) -> String {
        let mut metadata = metadata_of(&lines, Some(image));
        metadata.push(format!(r#""windows": {}"#, object(2, windows(image))));
        let mut bases = base_types(image.arch);
        bases.extend(FURTHER.map(base_type));
        format!(
            "{{\n  \"metadata\": {},\n  \"base_types\": {},\n  \"enums\": {{",
            object(1, metadata),
            object(1, bases)
        )
    }

    fn enumeration(&mut self, definition: &Definition, values: &[EnumValue]) -> String {
        let values = values.iter().map(|it| (it.name.to_string(), it.value));
        let own = enumeration::in_isf(&definition.name, definition.measure.size, values);
        self.next(&own)
    }

    /// Prints the types that the image only declares, without members, before those that it defines.
    fn between(&mut self) -> String {
        self.continues = false;
        let mut text = "\n  },\n  \"user_types\": {".to_owned();
        let declared = declared_in(self.types, self.scope.image);
        for name in declared.map(symbol) {
            let own = format!(
                r#"{}: {{"kind": "struct", "size": 0, "fields": {{}}}}"#,
                quoted(&name)
            );
            text.push_str(&self.next(&own));
        }
        text
    }

    fn definition(&mut self, definition: &Definition) -> String {
        let types = |field: &Field| match &field.declared {
            Some(declared) => self.descriptor(declared),
            None => array(field.size.get(), &base("unsigned char")),
        };
        // A type that is not a scalar is an enumeration, by its name.
        let integers = |storage: &Scalar| match base_of(&storage.declared) {
            Some(number) => base(number),
            None => named_type("enum", &quoted(&storage.declared)),
        };
        let entries = definition.entries().into_iter();
        let fields = entries.filter_map(|entry| member(entry, types, integers));
        let own = user_type_of(&quoted(&definition.name), definition, fields.collect());
        self.next(&own)
    }

    fn foot(&mut self) -> String {
        "\n  },\n  \"symbols\": {}\n}\n".to_owned()
    }
}

/// Returns the name of a type in symbols: `_KPRCB`, `__unnamed_0123456789abcdef`; for a second definition, `_KPRCB~2`.
fn symbol(ty: &catalogue::Type) -> String {
    let name = ty.name.as_str();
    match (ty.name.content_hash(), ty.variant) {
        (Some(hash), _) => format!("__unnamed_{hash}"),
        (None, 1) => name.to_owned(),
        (None, variant) => format!("{name}~{variant}"),
    }
}

/// Formats the metadata of the image: PDB identity and version. The kernel's PDB has another name than the kernel.
fn windows(image: &Image) -> Vec<String> {
    let pdb = image.pdb.map(|pdb| {
        let database = match image.module.is_kernel() {
            true => "ntkrnlmp",
            false => image.module.as_str(),
        };
        let pdb = [
            format!(r#""GUID": "{:032X}""#, pdb.guid()),
            format!(r#""age": {}"#, pdb.age),
            format!(r#""database": {}"#, quoted(&format!("{database}.pdb"))),
            format!(r#""machine_type": {}"#, image.arch.machine()),
        ];
        format!(r#""pdb": {}"#, object(3, pdb.into()))
    });
    let version = image.build().map(|build| {
        let (major, minor) = build.nt;
        let version = [
            format!(r#""major": {major}"#),
            format!(r#""minor": {minor}"#),
            format!(r#""revision": {}"#, build.number),
            format!(r#""build": {}"#, build.revision),
        ];
        format!(r#""pe": {}"#, object(3, version.into()))
    });
    version.into_iter().chain(pdb).collect()
}

/// Returns the base type of a Windows scalar in symbol files; `None` for other types.
fn base_of(windows: &str) -> Option<&'static str> {
    let mut all = [VOID].into_iter().chain(NUMBERS).chain(FURTHER);
    Some(all.find(|it| it.4 == windows)?.0)
}

fn array(count: u32, subtype: &str) -> String {
    format!(r#"{{"kind": "array", "count": {count}, "subtype": {subtype}}}"#)
}

/// Returns the name of a scalar in [`NUMBERS`]. `BOOLEAN` is a byte there.
fn number(scalar: &Scalar) -> &'static str {
    let signed = match scalar.value {
        Value::Char => return "char",
        Value::WideChar => return "wchar",
        Value::Signed => true,
        Value::Unsigned | Value::Boolean => false,
    };
    let is_it = |(name, _, size, sign, _): &BaseType| {
        !matches!(*name, "char" | "wchar") && (*size, *sign) == (scalar.size.get(), signed)
    };
    let found = NUMBERS.into_iter().find(is_it);
    found.map_or("unsigned char", |(name, ..)| name)
}
