//! Files that declare structures: from the bytes of a file to what is to be said of it.
//!
//! [`looks`] tells what is no such file. ISF is JSON and read here ([`isf`]); everything else is text and read by
//! [`strata_core::declared`], which judges all of them. [`report`] prints what came out.

pub mod isf;
pub mod looks;
pub mod report;

use std::borrow::Cow;

use strata_core::Dataset;
use strata_core::declared::{self, Declared, Unread};
use thiserror::Error;

use crate::dump;

/// Why a file is not read as one that declares structures.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotDeclared {
    /// Its bytes are no text.
    #[error(
        "it looks like {0}; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints"
    )]
    Other(&'static str),
    /// It is JSON and no ISF.
    #[error(transparent)]
    Isf(#[from] isf::NoIsf),
    /// It is a text that declares nothing.
    #[error(transparent)]
    Text(#[from] Unread),
}

/// The text that the bytes of a file are: UTF-8, UTF-16 with a byte order mark, or nearly UTF-8, as old comments are.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, NotDeclared> {
    if let Some(other) = looks::like_bytes(bytes) {
        return Err(NotDeclared::Other(other));
    }
    Ok(dump::text(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes)))
}

/// What a text declares.
pub fn read<'t>(text: &'t str, dataset: &Dataset) -> Result<Declared<'t>, NotDeclared> {
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if trimmed.starts_with('{') {
        match isf::read(text, dataset) {
            // Brackets begin other texts, too.
            Err(isf::NoIsf::NoJson(_)) if declared::read(text).is_ok() => {}
            read => return Ok(read?),
        }
    }
    match declared::read(text) {
        Err(Unread::NoDefinitions) => Err(match looks::like_text(text) {
            Some(other) => NotDeclared::Other(other),
            None => NotDeclared::Text(Unread::NoDefinitions),
        }),
        read => Ok(read?),
    }
}
