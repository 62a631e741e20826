//! The catalogue: every type that symbol files state, each as its distinct layouts and the images that have them.
//!
//! # The file
//!
//! A catalogue is a text, so that it diffs well, compresses to a few hundred KiB and can be read by people. Lines end in
//! `\n`; a line's first character says what it is. Numbers are decimal.
//!
//! ```text
//! strata-catalogue 1 8d2f…                     format version, hash of all that follows (FNV-1a, 128 bits, hexadecimal)
//! image ntoskrnl x86 10.0.19041.264 - vergilius-kernels-data
//! image ntoskrnl x64 10.0.19041.508 BBED7C2955FBE4522AAA23F4B8677AD91 vergilius-kernels-data,jpcert-symbol-tables
//!
//! type _LIST_ENTRY                             name; `ntdll!_PEB` of another module, `_KPRCB~2` for a second definition
//!  0 *_LIST_ENTRY Flink                        a row: offset, type, name
//!  4 *_LIST_ENTRY Blink
//!  8 *_LIST_ENTRY Blink
//! =struct 8 x86 10.0.19041.264                 a layout class: kind, size, images …
//! :0-1                                         … and its rows by number, in the order of the declaration
//! =struct 16 x64 10.0.19041.264..10.0.22621.382
//! :0 2
//! ?x64 10.0.26100.1742                         images that declare the type and do not define it
//!
//! type _EX_PUSH_LOCK
//!  0:1.3 ULONGLONG Waiting                     a bit field: offset of its unit, first bit, width
//! type _POOL_TYPE
//!  1 PagedPool                                 a value of an enumeration
//! ```
//!
//! - Images stand in order: by module, architecture and version. An image is `module arch version pdb sources`; the version is
//!   that of the file, or the PDB's GUID and age where it is not known; `-` stands for a PDB that is not known.
//! - The images of a class are of its type's module: for each architecture `arch version..version,version`, the groups
//!   separated by `;`. A range covers every image of the list between its ends.
//! - Types: `*T` a pointer, `[4]T` an array, `()` a function, a name otherwise. Scalars have the names of Windows (`ULONG`);
//!   a pointer of 64 bits in a 32-bit image is `PVOID64`.
//! - A type that has no name in the source is called by its content, `<unnamed-0123456789abcdef>`: equal contents are one type.
//! - `~` behind a class's size says that its bit positions are sums of widths, not stated by a source.

mod builder;
mod image;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use builder::{Builder, Conflict};
pub use image::{
    Image, ImageIndex, ImageSet, ImageVersion, ModuleName, ParsePdbIdError, PdbId,
};
pub use read::CatalogueError;

use crate::name::TypeName;
use crate::types::{EnumValue, TypeKind, TypeMember};
use crate::units::ByteSize;

/// The version of the format that is read and written.
pub const FORMAT: u32 = 1;
/// How many bytes a catalogue file may have.
pub const FILE_LIMIT: usize = 64 * 1024 * 1024;
/// How many images a catalogue may have.
pub const IMAGES_LIMIT: usize = 100_000;
/// How many types a catalogue may have.
pub const TYPES_LIMIT: usize = 100_000;
/// How many members or values one layout may have.
pub const ROWS_LIMIT: usize = 4_096;
/// How many distinct layouts one type may have.
pub const CLASSES_LIMIT: usize = 10_000;

/// What one symbol file says of one type that it defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name as in symbols; of an unnamed type, [`Definition::unnamed`].
    pub name: TypeName,
    /// 1; 2 for a second definition of the name in the same file.
    pub variant: u8,
    /// Structure, union or enumeration.
    pub kind: TypeKind,
    /// In bytes.
    pub size: ByteSize,
    /// Members in the order of the declaration, as far as the source keeps it. Bit fields have their unit's offset.
    pub members: Vec<TypeMember>,
    /// The values of an enumeration, in the order of the declaration.
    pub values: Vec<EnumValue>,
    /// Whether the source states bit positions; otherwise they are sums of widths.
    pub bits_given: bool,
}

/// What one symbol file says: the types of one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolFile {
    /// The image that it describes; with one source, the file's own.
    pub image: Image,
    /// The types that it defines, unnamed ones among them.
    pub definitions: Vec<Definition>,
    /// The types that it names and does not define.
    pub declared: Vec<TypeName>,
}

impl Definition {
    /// The name of an unnamed type: a hash of its kind, size and rows, in which the order of the rows does not count.
    #[must_use]
    pub fn unnamed(kind: TypeKind, size: ByteSize, members: &[TypeMember], values: &[EnumValue]) -> TypeName {
        let mut rows: Vec<String> = members.iter().map(write::member).collect();
        rows.extend(values.iter().map(write::value));
        rows.sort_unstable();
        let content = format!("{} {}\n{}", kind.as_str(), size.get(), rows.join("\n"));
        TypeName::unnamed(fnv::hash64(content.as_bytes()))
    }
}
