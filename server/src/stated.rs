//! Files that declare types: from the bytes of a file to a judgement.
//!
//! [`looks`] recognizes other files. ISF is read by `strata_import`, with line numbers from [`lines`]; all other files
//! are text for [`strata_core::stated`], which judges all of them. [`report`] prints the result.

mod lines;
pub mod looks;
pub mod report;

use std::borrow::Cow;

use strata_core::Dataset;
use strata_core::release::Version;
use strata_core::stated::finding::{Code, Finding};
use strata_core::stated::symbols::Symbols;
use strata_core::stated::{self, Declared, PartialPoint, Unread};
use strata_import::{ImportError, Note, stated_in_isf};
use thiserror::Error;

use crate::dump;
use lines::Lines;

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
    if let Some(other) = looks::like_bytes(bytes) {
        return Err(NotDeclared::Other(other));
    }
    Ok(dump::text(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes)))
}

pub fn read<'t>(text: &'t str, dataset: &Dataset) -> Result<Declared<'t>, NotDeclared> {
    read_with(text, "", dataset)
}

/// The same, with lines such as `#define NAME 3` or `#undef NAME` before a header, for its conditions.
pub fn read_with<'t>(
    text: &'t str,
    defines: &'t str,
    dataset: &Dataset,
) -> Result<Declared<'t>, NotDeclared> {
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let as_isf = trimmed.starts_with('{').then(|| isf(text, dataset));
    if let Some(Ok(declared)) = as_isf {
        return Ok(declared);
    }
    // Other texts begin with brackets, too.
    match (stated::read_with(text, defines), as_isf) {
        (Err(Unread::NoDefinitions), as_isf) => Err(match (looks::like_text(text), as_isf) {
            (_, Some(Err(other @ NotDeclared::NoTypes(_)))) => other,
            (Some(other), _) => NotDeclared::Other(other),
            (None, Some(Err(other))) => other,
            _ => NotDeclared::Text(Unread::NoDefinitions),
        }),
        (read, _) => Ok(read?),
    }
}

/// Reads the types of an ISF file (Volatility 3).
fn isf(text: &str, dataset: &Dataset) -> Result<Declared<'static>, NotDeclared> {
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
    Ok(Declared::of_symbols(&symbols, &line, dataset, findings))
}
