//! Verifies exports of whole images by reading them back: the symbol file by the importer; the header by clang and lld,
//! and their PDB file by the importer. The result must equal the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use strata_core::Arch;
use strata_core::catalogue::{Catalogue, Definition, Image, ImageIndex, SymbolFile};
use strata_core::ctype::CType;
use strata_core::export::{self, Format, Options};
use strata_core::name::TypeName;
use strata_core::types::TypeKind;
use strata_core::units::BitRange;
use strata_import::{Hints, NoteKind};

/// The number of compared definitions, and the differences.
#[derive(Debug)]
pub struct Compared {
    pub definitions: usize,
    pub wrong: Vec<String>,
}

/// All types of an image in a format.
pub fn text(types: &Catalogue, index: ImageIndex, format: Format) -> Result<String, String> {
    let pieces = export::image(types, index, format, Options::default(), Vec::new());
    pieces
        .map(Iterator::collect)
        .ok_or_else(|| format!("there is no {format} of image {}", index.0))
}

/// Imports the ISF export: every definition must be equal except for the order of its rows, which ISF does not keep.
pub fn by_isf(types: &Catalogue, index: ImageIndex) -> Result<Compared, String> {
    isf_against(&stated(types, index)?, &text(types, index, Format::Isf)?)
}

/// The differences between an imported text and the expected file.
pub fn isf_against(expected: &SymbolFile, text: &str) -> Result<Compared, String> {
    let found = read("an export", text.as_bytes(), &expected.image)?;
    let (id, mut wrong) = (expected.image.id(), Vec::new());
    for definition in &expected.definitions {
        let mut same_name = found.definitions.iter().filter(|it| {
            (it.name.as_str(), it.variant) == (definition.name.as_str(), definition.variant)
        });
        if !same_name.any(|it| is_same(it, definition)) {
            wrong.push(format!("{id}: {} of the ISF file", definition.name));
        }
    }
    let names = |file: &SymbolFile| {
        let names = file.declared.iter().map(ToString::to_string);
        names.collect::<BTreeSet<String>>()
    };
    if names(&found) != names(expected) {
        wrong.push(format!("{id}: the ISF file declares other types"));
    }
    if found.definitions.len() != expected.definitions.len() {
        let [found, expected] = [&found, expected].map(|it| it.definitions.len());
        wrong.push(format!(
            "{id}: {found} definitions in the ISF file, not {expected}"
        ));
    }
    Ok(Compared {
        definitions: expected.definitions.len(),
        wrong,
    })
}

/// Compiles the C header with clang, links it with lld, and imports the PDB file: every definition must have the same
/// size, members, bits and values. `folder` exists, for this alone.
pub fn by_pdb(types: &Catalogue, index: ImageIndex, folder: &Path) -> Result<Compared, String> {
    let header = text(types, index, Format::C)?;
    header_against(&stated(types, index)?, &header, folder)
}

/// The differences between a compiled header and the expected file.
pub fn header_against(
    expected: &SymbolFile,
    header: &str,
    folder: &Path,
) -> Result<Compared, String> {
    compile(header, expected.image.arch, folder)?;
    let path = folder.join("all.pdb");
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let found = read("all.pdb", &bytes, &expected.image)?;
    let mut wrong = Vec::new();
    let found = shapes(&found);
    let id = expected.image.id();
    for (name, expected) in shapes(expected) {
        match found.get(&name) {
            None => wrong.push(format!("{id}: {name} is not in the PDB file")),
            Some(found) if !found.is_of(&expected) => {
                wrong.push(format!("{id}: {name} is {found:?}, not {expected:?}"));
            }
            Some(_) => {}
        }
    }
    Ok(Compared {
        definitions: expected.definitions.len(),
        wrong,
    })
}

/// The catalogue's statement about an image.
pub fn stated(types: &Catalogue, index: ImageIndex) -> Result<SymbolFile, String> {
    let stated = types.symbol_file(index);
    stated.ok_or_else(|| format!("there is no image {}", index.0))
}

fn read(name: &str, bytes: &[u8], image: &Image) -> Result<SymbolFile, String> {
    let hints = Hints {
        module: Some(image.module.clone()),
        version: image.build(),
        arch: Some(image.arch),
        ..Hints::default()
    };
    let read = strata_import::read(name, bytes, &hints);
    let read = read.map_err(|error| format!("{}: {error}", image.id()))?;
    let mut lost = read
        .notes
        .iter()
        .filter(|note| note.kind == NoteKind::LeftOut);
    match lost.next() {
        Some(note) => Err(format!("{}: {note}", image.id())),
        None => Ok(read.file),
    }
}

/// Whether kind, size and rows are equal, in any order.
#[must_use]
pub fn is_same(a: &Definition, b: &Definition) -> bool {
    let members = |it: &Definition| {
        let mut members = it.members.clone();
        members.sort_by_cached_key(|it| {
            (
                it.offset,
                it.bits,
                it.declaration.name.clone(),
                it.declaration.ty.to_string(),
            )
        });
        members
    };
    let values = |it: &Definition| {
        let mut values = it.values.clone();
        values.sort_by_cached_key(|it| (it.value, it.name.clone()));
        values
    };
    let rows_are = || members(a) == members(b) && values(a) == values(b);
    (a.kind, a.size) == (b.kind, b.size) && (has_same_order(a, b) || rows_are())
}

/// Whether the rows are equal, in the same order.
#[must_use]
pub fn has_same_order(a: &Definition, b: &Definition) -> bool {
    a.members == b.members && a.values == b.values
}

/// Compiles a header with its assertions and links its debug information; a variable of each type keeps all types.
fn compile(header: &str, arch: Arch, folder: &Path) -> Result<(), String> {
    let mut source = "#define STRATA_CHECK_LAYOUT\n#include \"all.h\"\n".to_owned();
    for name in header.lines().filter_map(defined) {
        // Writing to a string cannot fail.
        let _ = writeln!(source, "{name} *use_{name};");
    }
    for (file, text) in [("all.h", header), ("all.c", &source)] {
        let path = folder.join(file);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let target = match arch {
        Arch::X86 => "--target=i686-pc-windows-msvc",
        Arch::X64 => "--target=x86_64-pc-windows-msvc",
        Arch::Arm64 => "--target=aarch64-pc-windows-msvc",
    };
    let clang = "-std=c11 -ffreestanding -Wall -Wextra -Werror -g -gcodeview -fstandalone-debug -c all.c -o all.o";
    run(
        "clang",
        [target].into_iter().chain(clang.split(' ')),
        folder,
    )?;
    let link = "/dll /noentry /nodefaultlib /debug /pdb:all.pdb /out:all.dll all.o";
    run("lld-link", link.split(' '), folder)
}

/// The type whose definition begins on a line of the header: `typedef struct _NAME {`.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("typedef ")?.strip_suffix(" {")?;
    rest.split_once(" _").map(|(_, name)| name)
}

fn run<'a>(
    program: &str,
    arguments: impl Iterator<Item = &'a str>,
    folder: &Path,
) -> Result<(), String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.map_err(|error| format!("{program} cannot be started: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{program}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// A member: offset, bits, type, name.
type Row = (u32, Option<BitRange>, CType, Box<str>);

/// A value of an enumeration: number, name.
type Value = (i64, Box<str>);

/// A definition as far as C can express it.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    kind: TypeKind,
    size: u32,
    members: Vec<Row>,
    values: Vec<Value>,
}

impl Shape {
    /// Whether it is the result of exporting `stated`.
    fn is_of(&self, stated: &Self) -> bool {
        let members = |(own, stated): (&Row, &Row)| {
            (own.0, own.1, &own.2) == (stated.0, stated.1, &stated.2) && is_named(&own.3, &stated.3)
        };
        let value =
            |(own, stated): (&Value, &Value)| own.0 == stated.0 && is_named(&own.1, &stated.1);
        (self.kind, self.size) == (stated.kind, stated.size)
            && self.members.len() == stated.members.len()
            && self.values.len() == stated.values.len()
            && self.members.iter().zip(&stated.members).all(members)
            && self.values.iter().zip(&stated.values).all(value)
    }
}

/// Whether a name in the header stands for a name in the symbols: a reserved word gets an underscore appended, a
/// duplicate its offset or a number.
fn is_named(found: &str, stated: &str) -> bool {
    let rest = found.strip_prefix(stated);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// The definitions by their names in C, without bytes that are no member in symbols.
fn shapes(file: &SymbolFile) -> BTreeMap<String, Shape> {
    let enums = file
        .definitions
        .iter()
        .filter(|it| it.kind == TypeKind::Enum);
    let enums: Vec<&TypeName> = enums.map(|it| &it.name).collect();
    let shape = |definition: &Definition| {
        let members = definition.members.iter().filter_map(|member| {
            let name = member.declaration.name.clone();
            let invented = ["Padding_0x", "Hole_0x", "Skipped_0x"];
            let is_member = !invented.iter().any(|front| name.starts_with(front));
            let ty = in_c(&member.declaration.ty, &enums, false);
            is_member.then(|| (member.offset.get(), member.bits, ty, name))
        });
        let mut members: Vec<_> = members.collect();
        members.sort_by_cached_key(|(offset, bits, ty, name)| {
            (*offset, *bits, ty.to_string(), name.clone())
        });
        let values = definition
            .values
            .iter()
            .map(|it| (it.value, it.name.clone()));
        let mut values: Vec<_> = values.collect();
        values.sort();
        let name = match definition.variant {
            1 => identifier(&definition.name),
            further => format!("{}_{further}", identifier(&definition.name)),
        };
        let shape = Shape {
            kind: definition.kind,
            size: definition.size.get(),
            members,
            values,
        };
        (name, shape)
    };
    file.definitions.iter().map(shape).collect()
}

/// The name of a type in the header, where it is unique.
fn identifier(name: &TypeName) -> String {
    name.c_identifier().replace('$', "_")
}

/// A type as the header expresses it: numbers are integers of their size, an enumeration behind a pointer is its
/// integer, and a pointer to a function is a `void` pointer.
fn in_c(ty: &CType, enums: &[&TypeName], is_behind_pointer: bool) -> CType {
    match ty {
        CType::Pointer(to) => CType::Pointer(Box::new(in_c(to, enums, true))),
        CType::Array(element, _) | CType::AnySizeArray(element) if is_behind_pointer => {
            in_c(element, enums, true)
        }
        CType::Array(element, count) => CType::Array(Box::new(in_c(element, enums, false)), *count),
        CType::AnySizeArray(element) => CType::Array(Box::new(in_c(element, enums, false)), 1),
        CType::Named(name) => {
            let plain = match name.as_str() {
                "WCHAR" => "USHORT",
                "BOOLEAN" => "UCHAR",
                "FLOAT" => "ULONG",
                "HRESULT" => "LONG",
                "DOUBLE" | "PVOID64" => "ULONGLONG",
                "()" => "VOID",
                _ if is_behind_pointer && enums.contains(&name) => "LONG",
                _ => &identifier(name),
            };
            CType::Named(TypeName::parse_symbol(plain).unwrap_or_else(|_| name.clone()))
        }
    }
}
