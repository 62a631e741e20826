//! Files that declare types: from the bytes of a file to a judgement.
//!
//! Other files are recognized. ISF is read by `strata_import`, with line numbers from `Lines`; all other files
//! are text for [`strata_core::stated`], which judges all of them. [`report`] prints the result.

pub mod report;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use strata_core::Dataset;
use strata_core::decode;
use strata_core::decode::source::unmarked_utf_16;
use strata_core::release::Version;
use strata_core::stated::finding::{Code, Finding};
use strata_core::stated::symbols::Symbols;
use strata_core::stated::{self, DeclarationFile, PartialPoint, Unread};
use strata_core::validity::claims;
use strata_import::{ImportError, Note, stated_in_isf};
use thiserror::Error;

use crate::input;

/// Why a file is not read as one that declares types.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotDeclared {
    #[error(
        "it looks like {0}; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints"
    )]
    Other(&'static str),
    #[error(
        "it begins as JSON but is not ISF: {0}; pass the whole file as Volatility's tools write it"
    )]
    Isf(#[from] ImportError),
    #[error("none of its types can be read: {0}")]
    NoTypes(String),
    #[error(transparent)]
    Text(#[from] Unread),
}

/// Decodes the text of a file: UTF-8, UTF-16, or nearly UTF-8 (old comments).
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, NotDeclared> {
    if let Some(other) = like_bytes(bytes) {
        return Err(NotDeclared::Other(other));
    }
    Ok(input::text(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes)))
}

pub fn read<'t>(text: &'t str, dataset: &Dataset) -> Result<DeclarationFile<'t>, NotDeclared> {
    read_with(text, "", dataset)
}

/// The same, with lines such as `#define NAME 3` or `#undef NAME` before a header, for its conditions.
pub fn read_with<'t>(
    text: &'t str,
    defines: &'t str,
    dataset: &Dataset,
) -> Result<DeclarationFile<'t>, NotDeclared> {
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let as_isf = trimmed.starts_with('{').then(|| isf(text, dataset));
    if let Some(Ok(declared)) = as_isf {
        return Ok(declared);
    }
    // Other texts begin with brackets, too.
    match (stated::read_with(text, defines), as_isf) {
        (Err(Unread::NoDefinitions), None) if is_table(text, dataset) => {
            let what = "a table of offsets: `strata validity` reads those";
            Err(NotDeclared::Other(what))
        }
        (Err(Unread::NoDefinitions), as_isf) => Err(match (like_text(text), as_isf) {
            (_, Some(Err(other @ NotDeclared::NoTypes(_)))) => other,
            (Some(other), _) => NotDeclared::Other(other),
            (None, Some(Err(other))) => other,
            _ => NotDeclared::Text(Unread::NoDefinitions),
        }),
        (read, _) => Ok(read?),
    }
}

/// Reads the types of an ISF file (Volatility 3).
fn isf(text: &str, dataset: &Dataset) -> Result<DeclarationFile<'static>, NotDeclared> {
    let text = text.trim_start_matches('\u{feff}');
    let file = stated_in_isf(text)?;
    let lines = Lines::of(text);
    let lost = |note: &Note| {
        let line = lines.line(note.about.as_deref().unwrap_or_default(), None);
        Finding::new(Code::Lost, Some(line), note.to_string())
    };
    let findings: Vec<Finding> = file.notes.iter().map(lost).collect();
    if let ([], [first, ..]) = (&file.definitions[..], &findings[..]) {
        return Err(NotDeclared::NoTypes(first.message.clone()));
    }
    let numbers = PartialPoint {
        version: file.version.map(Version::Build),
        arch: file.arch,
    };
    let mut remarks = file.remarks.iter();
    let in_words = remarks.find_map(|text| PartialPoint::in_text(text));
    let symbols = Symbols {
        definitions: &file.definitions,
        pointer: file.pointer,
        stated: in_words.unwrap_or_default().or(numbers),
    };
    let line = |ty: &str, member: Option<&str>| lines.line(ty, member);
    Ok(DeclarationFile::of_symbols(
        &symbols, &line, dataset, findings,
    ))
}

/// What has a name in an ISF file, and where it begins.
type Named<'t> = BTreeMap<String, &'t RawValue>;

/// The types of an ISF file.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Types<'t> {
    #[serde(borrow)]
    user_types: Named<'t>,
    #[serde(borrow)]
    enums: Named<'t>,
}

/// The members of a type, or the named values of an enumeration.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Members<'t> {
    #[serde(borrow, rename = "fields", alias = "constants")]
    members: Named<'t>,
}

/// The lines of an ISF file with the names of types and of their members.
#[derive(Debug, Default)]
struct Lines {
    types: BTreeMap<String, usize>,
    members: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |value: &RawValue| {
            let begin = value.get().as_ptr().addr() - text.as_ptr().addr();
            // The last quotation mark before a value closes its name.
            let name = text.get(..begin).and_then(|before| before.rfind('"'));
            ends.partition_point(|end| Some(*end) < name) + 1
        };
        let Types { user_types, enums } = serde_json::from_str(text).unwrap_or_default();
        let mut lines = Self::default();
        for (ty, value) in user_types.into_iter().chain(enums) {
            let Members { members } = serde_json::from_str(value.get()).unwrap_or_default();
            let members = members.into_iter().map(|(name, it)| (name, line(it)));
            lines.members.entry(ty.clone()).or_default().extend(members);
            lines.types.insert(ty, line(value));
        }
        lines
    }

    /// The line of a type, of a member or of a named value; 1 where it is not found. Members of an unnamed type are
    /// found by their own names.
    fn line(&self, ty: &str, name: Option<&str>) -> usize {
        let known = |ty: &str| self.members.get(ty)?.get(name?).copied();
        let unnamed = || {
            let unnamed = self.members.iter().filter(|(ty, _)| is_unnamed(ty));
            unnamed
                .filter_map(|(_, members)| members.get(name?))
                .min()
                .copied()
        };
        let of_type = || self.types.get(ty).copied();
        known(ty).or_else(unnamed).or_else(of_type).unwrap_or(1)
    }
}

fn is_unnamed(name: &str) -> bool {
    let name = name.trim_start_matches(['_', '<']);
    name.starts_with("unnamed") || name.starts_with("anonymous")
}

const XZ: &str = "a file packed by xz: unpack it first (`xz -d`)";
const GZIP: &str = "a file packed by gzip: unpack it first (`gzip -d`)";
const BZIP2: &str = "a file packed by bzip2: unpack it first (`bzip2 -d`)";
const ZSTD: &str = "a file packed by zstd: unpack it first (`zstd -d`)";
const PROGRAM: &str = "a program, not a header";
const PDB: &str = "a PDB: `strata import --check` shows where its types differ from the known ones";
const MEMORY_DUMP: &str = "a memory dump: `dt` of WinDbg shows the types of its modules";
const IDA: &str = "a database of IDA: export its local types as a header";

/// Signatures of binary files, and what those files are.
const MAGIC: [(&[u8], &str); 12] = [
    (b"MZ", PROGRAM),
    (b"\x7fELF", PROGRAM),
    (b"Microsoft C/C++ ", PDB),
    (b"\xfd7zXZ\0", XZ),
    (b"\x1f\x8b", GZIP),
    (b"BZh", BZIP2),
    (b"\x28\xb5\x2f\xfd", ZSTD),
    (b"PK\x03\x04", "a ZIP archive: unpack it first"),
    (b"7z\xbc\xaf", "an archive of 7-Zip: unpack it first"),
    (b"MDMP", MEMORY_DUMP),
    (b"PAGEDU", MEMORY_DUMP),
    (b"IDA", IDA),
];

fn like_bytes(bytes: &[u8]) -> Option<&'static str> {
    let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic));
    // A text of letters can begin like a program, but goes on without zero bytes.
    let binary = is_binary(bytes);
    match magic {
        Some((magic, what)) if binary || !magic.is_ascii() || magic.len() > 6 => Some(what),
        _ if binary => Some("bytes, not text"),
        _ => None,
    }
}

fn is_binary(bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    !marked && bytes.contains(&0) && unmarked_utf_16(bytes).is_none()
}

/// Whether most lines of a text state the offset of a member.
fn is_table(text: &str, dataset: &Dataset) -> bool {
    let read = claims(dataset, text, None);
    let stating = read.claims.iter().filter(|claim| claim.offset.is_some());
    stating.count() > read.refused.len()
}

fn like_text(text: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().all(|word| text.contains(word));
    if text.trim().is_empty() {
        return Some("an empty file");
    }
    if has(&["[[row]]"]) || has(&["[[layout]]", "members"]) {
        return Some("a data file of Strata: pass its folder to `strata check`");
    }
    if has(&["meta:", "id:"]) && (has(&["seq:"]) || has(&["instances:"])) {
        return Some("a specification for Kaitai Struct, which is not supported");
    }
    if has(&["\"$STRUCTS\""]) {
        return Some("a profile of Rekall, which is not supported");
    }
    if has(&["#[repr(C"]) {
        return Some("Rust, which is not supported");
    }
    if text.trim_start().starts_with('<') {
        return Some("a page of HTML or XML: pass the text that it shows");
    }
    let is_isf = ["\"metadata\"", "\"base_types\"", "\"user_types\""];
    if !is_isf.iter().any(|key| text.contains(key)) && decode::read::read(text).is_ok() {
        return Some("a dump of bytes: `strata decode` and `strata identify` read those");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_members() {
        let lines = Lines::of(
            "{\"metadata\": {\"a\\\"{\": [\"x\", {\"fields\": 1}]},\n \"user_types\": {\n  \"_X\": {\"size\": 4,\n   \"fields\": {\n    \"A\": {\"offset\": 0},\n    \"B\\u0031\": {}}},\n  \"_Y\": {}},\n\"enums\": {\"E\":\n{\"constants\": {\n\"C\": 1}}}}",
        );
        let of = |ty, name| lines.line(ty, Some(name));
        let types = ["_X", "_Y", "Z"].map(|ty| lines.line(ty, None));
        assert_eq!(types, [3, 7, 1]);
        assert_eq!((of("_X", "A"), of("_X", "B1"), of("_X", "C")), (5, 6, 3));
        assert_eq!((lines.line("E", None), of("E", "C")), (8, 10));
    }

    #[test]
    fn what_files_look_like() {
        assert_eq!(like_bytes(b"struct X { int a; };"), None);
        assert_eq!(like_bytes(b"\xff\xfes\0t\0"), None);
        assert_eq!(like_bytes(b"MZ is how programs begin"), None);
        for (bytes, what) in [
            (b"MZ\x90\0\x03\0".as_slice(), "a program"),
            (b"\xfd7zXZ\0\0\x04", "xz -d"),
            (b"Microsoft C/C++ MSF 7.00\r\n", "PDB"),
            (b"a\0b\x01\x02\x03", "bytes"),
        ] {
            assert!(like_bytes(bytes).unwrap().contains(what), "{what}");
        }
        for bytes in [b"E\0T\0W\0 \0".as_slice(), b"\0E\0T\0W\0 "] {
            assert_eq!(like_bytes(bytes), None);
        }
        for (text, what) in [
            ("4d 5a 90 00 03 00 00 00", "strata decode"),
            (" \n", "empty"),
        ] {
            assert!(like_text(text).unwrap().contains(what), "{what}");
        }
        assert_eq!(like_text("int main() { return 0; }"), None);
    }
}
