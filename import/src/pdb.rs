//! PDB files, the debug information of Microsoft's tools: the identity of the file, the architecture, and the types.
//!
//! A PDB is a container ([`container`]) of numbered streams. Three are read: the identity (1), the types (2:
//! [`records`], [`types`]) and the header of the debug information (3).
//!
//! - All that layouts need is stated: positions of bit fields, sizes, pointer widths; of arrays, the size in bytes.
//! - Members of anonymous unions are listed among those of the enclosing structure. Types that are used only through a
//!   member are called `<unnamed-tag>` or similar; they are read only if a named type uses them.
//! - A C++ class with base classes, methods or a name that is not valid in C is left out, and so is what contains one.
//! - A stripped ("public") PDB lacks private symbols and lines; some, such as those of Windows' kernel, have types.
//! - The version of the image is not stated, and its name only as the name of the file.

mod container;
mod cursor;
mod primitive;
mod records;
mod types;

use strata_core::arch::Arch;
use strata_core::catalogue::{Image, PdbId};

use crate::image::{arch_of_machine, module_of, version};
use crate::{Hints, ImportError, Imported, Note, pdb_id};
use container::{Container, malformed};
use cursor::Cursor;
use records::{Record, Records};

/// The default source: the files do not state their publisher.
const SOURCE: &str = "pdb";

/// The numbers of the streams.
const IDENTITY: usize = 1;
const TYPES: usize = 2;
const DEBUGGING: usize = 3;

/// The first version of the identity stream with a GUID (Visual C++ 7).
const FIRST_WITH_GUID: u32 = 2000_0404;

/// Returns whether the bytes are a PDB file.
pub(crate) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(container::MAGIC)
}

/// The format of a file that users may mistake for a PDB file.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 8] = [
        (
            b"Microsoft C/C++ program database 2.00",
            "a PDB file of format 2.00, as Visual C++ 6 wrote it: expected format 7.00, of Visual C++ 7 and later",
        ),
        (
            b"Microsoft C/C++ MSF 7.00",
            "the beginning of a PDB file: its first 32 bytes are not those of format 7.00",
        ),
        (
            b"Microsoft MSFZ Container",
            "a compressed PDB file (MSFZ): unpack it first",
        ),
        (
            b"BSJB",
            "a portable PDB file, which describes .NET code and no layouts: expected a PDB file of a native image",
        ),
        (b"MZ", "an image file: expected its PDB file"),
        (b"\x7fELF", "an ELF file: expected a PDB file"),
        (b"PK\x03\x04", "a zip archive: unpack it first"),
        (
            b"MSCF",
            "a cabinet, as symbol servers keep PDB files under names that end in `_`: unpack it first",
        ),
    ];
    let found = KINDS.iter().find(|(magic, _)| bytes.starts_with(magic));
    found.map(|(_, what)| *what)
}

/// Parses a PDB file. `name` is the file's name, which identifies the image.
pub(crate) fn read(name: &str, bytes: &[u8], hints: &Hints) -> Result<Imported, ImportError> {
    let container = Container::open(bytes)?;
    let debugging = container.stream(DEBUGGING)?.unwrap_or_default();
    let debugging = Debugging::read(&debugging);
    let pdb = identity(&container, debugging)?;
    let stream = container.stream(TYPES)?.unwrap_or_default();
    let no_types = || {
        ImportError::Image(
            "a PDB file without types: its publisher gives only the addresses of symbols"
                .to_owned(),
        )
    };
    if stream.is_empty() {
        return Err(no_types());
    }
    let records = Records::read(&stream)?;
    if records.len() == 0 {
        return Err(no_types());
    }
    let mut notes = Vec::new();
    let (version, note) = version(hints, Some(pdb), None)?;
    notes.extend(note);
    let (arch, note) = arch(hints, debugging, &records)?;
    notes.extend(note);
    let file = name.strip_suffix(".xz").unwrap_or(name);
    let named = file.to_ascii_lowercase().ends_with(".pdb");
    let module = hints.module.clone();
    let module = module.or_else(|| module_of(file).filter(|_| named));
    let module = module.ok_or_else(|| {
        ImportError::Image(format!(
            "the image file is not stated, and `{name}` does not show it: pass --module"
        ))
    })?;
    let (definitions, declared, unread) = types::read(&records, arch);
    notes.extend(unread);
    let image = Image {
        module,
        arch,
        version,
        pdb: Some(pdb),
        sources: vec![hints.source.as_deref().unwrap_or(SOURCE).into()],
    };
    Ok(Imported::new(image, definitions, declared, notes))
}

/// The header of the debug information.
#[derive(Clone, Copy, Debug, Default)]
struct Debugging {
    age: Option<u32>,
    machine: Option<u16>,
}

impl Debugging {
    /// `None` if the stream is absent or older than Visual C++ 5, or if a number is 0.
    fn read(stream: &[u8]) -> Self {
        const SIGNATURE: [u8; 4] = [0xff; 4];
        const AGE: usize = 8;
        const MACHINE: usize = 58;
        const SIZE: usize = 64;

        if stream.len() < SIZE || !stream.starts_with(&SIGNATURE) {
            return Self::default();
        }
        let at = |place: usize| Cursor::new(stream.get(place..).unwrap_or_default());
        Self {
            age: at(AGE).u32().filter(|age| *age != 0),
            machine: at(MACHINE).u16().filter(|machine| *machine != 0),
        }
    }
}

/// The GUID of the file, and its age as debuggers know it.
///
/// Two streams state an age. That of the debug information is also in the image, written by the linker, so debuggers
/// and symbol servers use it. That of the identity grows whenever a tool writes the file; it is used only if there is
/// no other.
fn identity(container: &Container<'_>, debugging: Debugging) -> Result<PdbId, ImportError> {
    let stream = container.stream(IDENTITY)?.unwrap_or_default();
    let mut cursor = Cursor::new(&stream);
    let numbers = (|| {
        let version = cursor.u32()?;
        let _time = cursor.u32()?;
        let age = cursor.u32()?;
        let parts = (cursor.u32()?, cursor.u16()?, cursor.u16()?);
        let rest: [u8; 8] = *cursor.take(8)?.first_chunk()?;
        Some((version, age, parts, u64::from_be_bytes(rest)))
    })();
    let fail = |at: usize, problem: String| malformed("the identity stream", at, problem);
    let Some((version, age, (first, second, third), rest)) = numbers else {
        return Err(fail(stream.len(), "it ends before the GUID".to_owned()));
    };
    if version < FIRST_WITH_GUID {
        let problem = format!("version {version}, which has no GUID");
        return Err(fail(0, problem));
    }
    let guid = format!("{first:08X}{second:04X}{third:04X}{rest:016X}");
    let age = debugging.age.unwrap_or(age);
    let problem = || fail(8, format!("`{guid}` with age {age} is not an identity"));
    pdb_id(&guid, age).ok_or_else(problem)
}

/// The architecture: from the hints, the machine type, or the width of most pointers.
fn arch(
    hints: &Hints,
    debugging: Debugging,
    records: &Records<'_>,
) -> Result<(Arch, Option<Note>), ImportError> {
    let width = pointer_width(records);
    let machine = debugging.machine.map(u64::from);
    let (arch, note) = match (hints.arch.or(machine.and_then(arch_of_machine)), machine) {
        (Some(arch), _) => (arch, None),
        (None, Some(machine)) => {
            return Err(ImportError::Image(format!(
                "the machine type {machine:#x} is not known: pass --arch"
            )));
        }
        (None, None) => {
            let arch = match width {
                Some(4) => Arch::X86,
                // Every PDB of arm64 states its machine type.
                Some(8) => Arch::X64,
                _ => {
                    let problem = "the architecture is not stated: pass --arch";
                    return Err(ImportError::Image(problem.to_owned()));
                }
            };
            let bytes = arch.pointer().get();
            let text = format!(
                "the file does not state its architecture: {arch}, because its pointers have {bytes} bytes"
            );
            (arch, Some(Note::remark(text)))
        }
    };
    match width.filter(|width| *width != u64::from(arch.pointer().get())) {
        Some(width) => Err(ImportError::Image(format!(
            "pointers have {width} bytes: expected {} on {arch}",
            arch.pointer().get()
        ))),
        None => Ok((arch, note)),
    }
}

/// The most frequent pointer width, 4 or 8; `None` for a tie or no pointers.
fn pointer_width(records: &Records<'_>) -> Option<u64> {
    let (mut narrow, mut wide) = (0_u32, 0_u32);
    for (number, _) in records.iter() {
        if let Ok(Record::Pointer(pointer)) = records.get(number) {
            narrow += u32::from(pointer.size == 4);
            wide += u32::from(pointer.size == 8);
        }
    }
    match narrow.cmp(&wide) {
        std::cmp::Ordering::Greater => Some(4),
        std::cmp::Ordering::Less => Some(8),
        std::cmp::Ordering::Equal => None,
    }
}
