//! Verifies exports of whole images by reading them back: the symbol file by the importer; the header by clang and lld,
//! and their PDB file by the importer. The result must equal the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use strata_core::Arch;
use strata_core::catalogue::{Catalogue, Definition, Image, ImageIndex, SymbolFile};
use strata_core::ctype::CType;
use strata_core::export::{self, Format, Options};
use strata_core::name::TypeName;
use strata_core::types::{TypeKind, TypeMember};
use strata_core::units::BitRange;
use strata_import::{Hints, NoteKind};

use crate::{process, workspace};

/// The number of compared definitions, and the differences.
#[derive(Debug)]
pub struct Compared {
    pub definitions: usize,
    pub wrong: Vec<String>,
}

pub fn text(types: &Catalogue, index: ImageIndex, format: Format) -> Result<String> {
    let pieces = export::image(types, index, format, Options::default(), Vec::new());
    let pieces = pieces.with_context(|| format!("there is no {format} of image {}", index.0))?;
    Ok(pieces.collect())
}

/// Imports the ISF export: every definition must be equal except for the order of its rows, which ISF does not keep.
pub fn by_isf(types: &Catalogue, index: ImageIndex) -> Result<Compared> {
    isf_against(&stated(types, index)?, &text(types, index, Format::Isf)?)
}

/// The differences between an imported text and the expected file.
pub fn isf_against(expected: &SymbolFile, text: &str) -> Result<Compared> {
    let found = read("an export", text.as_bytes(), &expected.image)?;
    let (id, mut wrong) = (expected.image.id(), Vec::new());
    for definition in &expected.definitions {
        let (name, variant) = (&definition.name, definition.variant);
        let mut same_name = found.definitions.iter();
        if !same_name.any(|it| {
            it.name.as_str() == name.as_str() && it.variant == variant && is_same(it, definition)
        }) {
            wrong.push(format!("{id}: {name} of the ISF file"));
        }
    }
    let names = |file: &SymbolFile| -> BTreeSet<String> {
        file.declared.iter().map(ToString::to_string).collect()
    };
    if names(&found) != names(expected) {
        wrong.push(format!("{id}: the ISF file declares other types"));
    }
    let [found, definitions] = [&found, expected].map(|it| it.definitions.len());
    if found != definitions {
        wrong.push(format!(
            "{id}: {found} definitions in the ISF file, not {definitions}"
        ));
    }
    Ok(Compared { definitions, wrong })
}

/// Compiles the C header with clang, links it with lld, and imports the PDB file: every definition must have the same
/// size, members, bits and values. `folder` exists, for this alone.
pub fn by_pdb(types: &Catalogue, index: ImageIndex, folder: &Path) -> Result<Compared> {
    let header = text(types, index, Format::C)?;
    header_against(&stated(types, index)?, &header, folder)
}

/// The differences between a compiled header and the expected file.
pub fn header_against(expected: &SymbolFile, header: &str, folder: &Path) -> Result<Compared> {
    compile(header, expected.image.arch, folder)?;
    let bytes = workspace::read(&folder.join("all.pdb"))?;
    let found = shapes(&read("all.pdb", &bytes, &expected.image)?);
    let (id, mut wrong) = (expected.image.id(), Vec::new());
    for (name, expected) in shapes(expected) {
        match found.get(&name) {
            None => wrong.push(format!("{id}: {name} is not in the PDB file")),
            Some(found) if !found.is_of(&expected) => {
                wrong.push(format!("{id}: {name} is {found:?}, not {expected:?}"));
            }
            Some(_) => {}
        }
    }
    let definitions = expected.definitions.len();
    Ok(Compared { definitions, wrong })
}

/// The catalogue's statement about an image.
pub fn stated(types: &Catalogue, index: ImageIndex) -> Result<SymbolFile> {
    let stated = types.symbol_file(index);
    stated.with_context(|| format!("there is no image {}", index.0))
}

fn read(name: &str, bytes: &[u8], image: &Image) -> Result<SymbolFile> {
    let hints = Hints {
        module: Some(image.module.clone()),
        version: image.build(),
        arch: Some(image.arch),
        ..Hints::default()
    };
    let read = strata_import::read(name, bytes, &hints).with_context(|| image.id())?;
    for note in &read.notes {
        ensure!(note.kind != NoteKind::LeftOut, "{}: {note}", image.id());
    }
    Ok(read.file)
}

/// Whether kind, size and rows are equal, in any order.
#[must_use]
pub fn is_same(a: &Definition, b: &Definition) -> bool {
    let sorted = |it: &Definition| {
        let (mut members, mut values) = (it.members.clone(), it.values.clone());
        members.sort_by_cached_key(
            |TypeMember {
                 offset,
                 bits,
                 declaration,
             }| {
                let (name, ty) = (declaration.name.clone(), declaration.ty.to_string());
                (*offset, *bits, name, ty)
            },
        );
        values.sort_by_cached_key(|it| (it.value, it.name.clone()));
        (members, values)
    };
    (a.kind, a.size) == (b.kind, b.size) && (has_same_order(a, b) || sorted(a) == sorted(b))
}

/// Whether the rows are equal, in the same order.
#[must_use]
pub fn has_same_order(a: &Definition, b: &Definition) -> bool {
    a.members == b.members && a.values == b.values
}

/// Compiles a header with its assertions and links its debug information; a variable of each type keeps all types.
fn compile(header: &str, arch: Arch, folder: &Path) -> Result<()> {
    let names = header.lines().filter_map(defined);
    let uses: String = names.map(|name| format!("{name} *use_{name};\n")).collect();
    let source = format!("#define STRATA_CHECK_LAYOUT\n#include \"all.h\"\n{uses}");
    workspace::write(&folder.join("all.h"), header)?;
    workspace::write(&folder.join("all.c"), source)?;
    let target = match arch {
        Arch::X86 => "i686",
        Arch::X64 => "x86_64",
        Arch::Arm64 => "aarch64",
    };
    let clang = format!(
        "clang --target={target}-pc-windows-msvc -std=c11 -ffreestanding -Wall -Wextra -Werror -g -gcodeview \
         -fstandalone-debug -c all.c -o all.o"
    );
    let link = "lld-link /dll /noentry /nodefaultlib /debug /pdb:all.pdb /out:all.dll all.o";
    for line in [&clang, link] {
        process::output(process::program(line).current_dir(folder))?;
    }
    Ok(())
}

/// The type whose definition begins on a line of the header: `typedef struct _NAME {`.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("typedef ")?.strip_suffix(" {")?;
    rest.split_once(" _").map(|(_, name)| name)
}

/// A member: offset, bits, type, name. A value of an enumeration: number and name.
type Row = (i64, Option<BitRange>, String, Box<str>);

/// A definition as far as C can express it.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    kind: TypeKind,
    size: u32,
    rows: Vec<Row>,
}

impl Shape {
    /// Whether it is the result of exporting `stated`.
    fn is_of(&self, stated: &Self) -> bool {
        let mut rows = self.rows.iter().zip(&stated.rows);
        (self.kind, self.size, self.rows.len()) == (stated.kind, stated.size, stated.rows.len())
            && rows.all(|((at, bits, ty, name), stated)| {
                (at, bits, ty) == (&stated.0, &stated.1, &stated.2) && is_named(name, &stated.3)
            })
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
    let enums = file.definitions.iter();
    let enums = enums.filter(|it| it.kind == TypeKind::Enum);
    let enums: Vec<&TypeName> = enums.map(|it| &it.name).collect();
    let shape = |definition: &Definition| {
        let members = definition.members.iter().filter_map(|member| {
            let name = member.declaration.name.clone();
            let invented = ["Padding_0x", "Hole_0x", "Skipped_0x"];
            let is_member = !invented.iter().any(|front| name.starts_with(front));
            let ty = in_c(&member.declaration.ty, &enums, false).to_string();
            is_member.then(|| (member.offset.get().into(), member.bits, ty, name))
        });
        let values = definition.values.iter();
        let values = values.map(|it| (it.value, None, String::new(), it.name.clone()));
        let mut rows: Vec<Row> = members.chain(values).collect();
        rows.sort();
        let name = match definition.variant {
            1 => identifier(&definition.name),
            further => format!("{}_{further}", identifier(&definition.name)),
        };
        let (kind, size) = (definition.kind, definition.size.get());
        (name, Shape { kind, size, rows })
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
