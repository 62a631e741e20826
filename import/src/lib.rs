//! Parses symbol files: bytes in, the types of one image out.
//!
//! # Constraints
//!
//! - Pure: no file, no clock, no log; the same code runs natively and as WASM in the browser.
//! - Nothing is lost silently: a part that cannot be read is a [`Note`] with the reason; a file that cannot be read is
//!   an [`ImportError`] with the position.
//! - Hostile input ends in an error: every recursion and allocation has a named limit ([`limits`]).
//!
//! # What it does not do
//!
//! - It does not compare the result with known data: [`strata_core::catalogue::Builder`] does.
//! - It does not audit layouts: the audit does.
//!
//! # Formats
//!
//! PDB files ([`pdb`]), YAML of the Vergilius Project ([`vergilius`]) and ISF, the JSON of Volatility 3 ([`isf`]), each
//! optionally compressed with xz. The format is detected from the content.

mod build_list;
mod definitions;
mod image;
mod isf;
pub mod limits;
mod numbering;
mod pdb;
mod scalars;
mod vergilius;

use std::fmt;
use std::io::Read as _;

use strata_core::arch::Arch;
use strata_core::catalogue::{Definition, Image, ModuleName, PdbId, SymbolFile};
use strata_core::decode::source::text;
use strata_core::escape::escaped;
use strata_core::name::TypeName;
use strata_core::release::Build;
use strata_core::units::ByteSize;
use thiserror::Error;

pub use build_list::BuildList;
pub use isf::read_unidentified as stated_in_isf;
pub use vergilius::CORRECTED_BITS;

use limits::TEXT_LIMIT;

/// Information about a file from outside, which overrides the file.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    pub module: Option<ModuleName>,
    pub version: Option<Build>,
    pub arch: Option<Arch>,
    /// The publisher of the file: an id of `sources.toml`.
    pub source: Option<String>,
    /// The versions of images by the identities of their PDB files.
    pub builds: BuildList,
}

/// A symbol file, with notes on parts that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The types of one image.
    pub file: SymbolFile,
    /// In the order of the file.
    pub notes: Vec<Note>,
}

impl Imported {
    fn new(
        image: Image,
        definitions: Vec<Definition>,
        declared: Vec<TypeName>,
        notes: Vec<Note>,
    ) -> Self {
        let file = SymbolFile {
            image,
            definitions,
            declared,
        };
        Self { file, notes }
    }
}

/// The types of a file that need not name its image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnidentifiedTypes {
    /// The types that it defines, including unnamed ones.
    pub definitions: Vec<Definition>,
    /// The parts that could not be read.
    pub notes: Vec<Note>,
    pub version: Option<Build>,
    pub arch: Option<Arch>,
    pub pointer: Option<ByteSize>,
    /// Remarks of the producer.
    pub remarks: Vec<String>,
}

/// A remark on a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub kind: NoteKind,
    /// The type, if the note is about one.
    pub about: Option<String>,
    /// One sentence.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// Something could not be read and is left out.
    LeftOut,
    /// A value was interpreted differently from the file.
    Corrected,
    Remark,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(about) = &self.about {
            write!(f, "{}: ", escaped(about))?;
        }
        f.write_str(&escaped(&self.text))?;
        match self.kind {
            NoteKind::LeftOut => f.write_str("; left out"),
            NoteKind::Corrected | NoteKind::Remark => Ok(()),
        }
    }
}

impl Note {
    fn left_out(about: &str, text: impl Into<String>) -> Self {
        Self {
            kind: NoteKind::LeftOut,
            about: Some(about.to_owned()),
            text: text.into(),
        }
    }

    fn corrected(about: Option<&str>, text: impl Into<String>) -> Self {
        Self {
            kind: NoteKind::Corrected,
            about: about.map(str::to_owned),
            text: text.into(),
        }
    }

    fn remark(text: impl Into<String>) -> Self {
        Self {
            kind: NoteKind::Remark,
            about: None,
            text: text.into(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// The decompressed file is larger than any symbol file.
    #[error("more than {TEXT_LIMIT} bytes when decompressed")]
    TooLarge,
    #[error("cannot decompress: {0}")]
    Xz(String),
    /// Not UTF-8.
    #[error("not a text: byte {0} is not UTF-8")]
    NotText(usize),
    #[error("{0}")]
    Format(&'static str),
    /// Violates its format.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// 1-based.
        line: usize,
        /// 1-based.
        column: usize,
        problem: String,
    },
    /// Violates its binary format.
    #[error("byte {at:#x} of {place}: {problem}")]
    Bytes {
        /// The file, or a stream of it.
        place: &'static str,
        /// 0-based.
        at: usize,
        problem: String,
    },
    /// A required fact is missing in the file or invalid.
    #[error("{0}")]
    Image(String),
}

/// Parses a symbol file. `name` is the file's name, for messages and, for a PDB, for the name of its image.
///
/// # Errors
///
/// The bytes are not a supported symbol file, are malformed, or do not identify the image.
pub fn read(name: &str, bytes: &[u8], hints: &Hints) -> Result<Imported, ImportError> {
    let decompressed;
    let bytes = match bytes.starts_with(XZ) {
        true => {
            decompressed = decompress(bytes)?;
            &decompressed[..]
        }
        false => bytes,
    };
    if bytes.len() > TEXT_LIMIT {
        return Err(ImportError::TooLarge);
    }
    if pdb::is_one(bytes) {
        return pdb::read(name, bytes, hints).map(without_impossible);
    }
    if let Some(what) = pdb::foreign(bytes) {
        return Err(ImportError::Format(what));
    }
    let text = text(bytes).map_err(|_| {
        let error = str::from_utf8(bytes).err();
        ImportError::NotText(error.map_or(0, |error| error.valid_up_to()))
    })?;
    let text = &*text;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().bytes().next() {
        _ if BuildList::is_one(text) => Err(ImportError::Format(
            "a list of builds, which describes no image: pass it together with ISF files",
        )),
        _ if text.starts_with("strata-catalogue ") => Err(ImportError::Format(
            "a catalogue already: pass it to --data, in a folder",
        )),
        Some(b'{') => isf::read(text, hints).map(without_impossible),
        Some(_) if vergilius::is_one(text) => {
            vergilius::read(name, text, hints).map(without_impossible)
        }
        Some(_) => Err(ImportError::Format(
            "not a symbol file: expected a PDB file, YAML of the Vergilius Project or ISF, the JSON of Volatility 3",
        )),
        None => Err(ImportError::Format("an empty file")),
    }
}

/// Removes impossible definitions; their types stay declared.
fn without_impossible(mut imported: Imported) -> Imported {
    let file = &mut imported.file;
    let mut impossible = file.impossible().into_iter().peekable();
    let mut sound = Vec::with_capacity(file.definitions.len());
    let mut notes = Vec::new();
    for (number, definition) in file.definitions.drain(..).enumerate() {
        let Some((_, reason)) = impossible.next_if(|(wrong, _)| *wrong == number) else {
            sound.push(definition);
            continue;
        };
        notes.push(Note::left_out(definition.name.as_str(), reason));
        if definition.variant == 1 && !definition.name.is_unnamed() {
            file.declared.push(definition.name);
        }
    }
    file.definitions = sound;
    imported.notes.extend(notes);
    imported
}

/// The magic bytes of xz files.
const XZ: &[u8] = b"\xfd7zXZ\0";

/// Decompresses an `.xz` file.
///
/// # Errors
///
/// The file is malformed, or larger than [`TEXT_LIMIT`].
pub fn decompress(bytes: &[u8]) -> Result<Vec<u8>, ImportError> {
    decompress_up_to(bytes, TEXT_LIMIT)
}

fn decompress_up_to(bytes: &[u8], limit: usize) -> Result<Vec<u8>, ImportError> {
    let reader = lzma_rust2::XzReader::new_mem_limit(bytes, true, limits::XZ_MEMORY_KIB);
    let mut text = Vec::new();
    let more = limit as u64 + 1;
    let length = reader.take(more).read_to_end(&mut text);
    match length.map_err(|error| ImportError::Xz(error.to_string()))? {
        length if length > limit => Err(ImportError::TooLarge),
        _ => Ok(text),
    }
}

/// The identity of a PDB from the parts that formats state.
fn pdb_id(guid: &str, age: u32) -> Option<PdbId> {
    format!("{guid}{age:X}").parse().ok()
}

#[cfg(test)]
mod tests;
