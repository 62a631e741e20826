//! Errors of commands: each is one sentence, with suggestions.

use std::io;
use std::path::Path;

use strata_core::decode::DecodeError;
use strata_core::decode::table::TableError;
use strata_core::lookup::{Missing, Suggestion};
use strata_core::name::ParseNameError;
use strata_core::stated::judge::JudgeError;
use strata_core::validity::Unknown;
use thiserror::Error;

use crate::export::{ExportError, FolderError};
use crate::input::InputError;
use crate::listener::{ListenError, TlsError};
use crate::overlay::UnsoundData;
use crate::reload::DataSourceError;
use crate::settings::SettingsError;
use crate::site::SiteError;
use crate::stated::NotDeclared;
use crate::tokens::TokensError;

#[derive(Debug, Error)]
pub(super) enum Failure {
    #[error("{}{}", .0.detail, nearest(&.0.suggestions))]
    Missing(Missing),
    #[error("{0}")]
    Nothing(String),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the data cannot be packed: {0}")]
    Unpacked(io::Error),
    #[error("the system refuses a resource that is needed: {0}")]
    Refused(io::Error),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// The failure to write a file or a folder.
    pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Nothing(format!("cannot write {}: {error}", path.display()))
    }
}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Self {
        Self::Missing(missing)
    }
}

impl From<JudgeError> for Failure {
    fn from(unjudged: JudgeError) -> Self {
        match unjudged {
            JudgeError::Missing(missing) => Self::Missing(missing),
            other => Self::Nothing(other.to_string()),
        }
    }
}

macro_rules! sentences {
    ($($Why:ident),+) => {
        $(impl From<$Why> for Failure {
            fn from(why: $Why) -> Self {
                Self::Nothing(why.to_string())
            }
        })+
    };
}

sentences! {
    DecodeError, ExportError, FolderError, ListenError, NotDeclared, ParseNameError, SettingsError, SiteError, DataSourceError, TokensError,
    TableError, TlsError, Unknown, InputError, UnsoundData
}

/// Fails if any of `files` files failed: prints each failure if there are several, and sums them up with `what`.
pub(super) fn all_of(mut failures: Vec<String>, files: usize, what: &str) -> Result<(), Failure> {
    match (failures.len(), files) {
        (0, _) => Ok(()),
        (1, 1) => Err(Failure::Nothing(failures.swap_remove(0))),
        (failed, files) => {
            for failure in &failures {
                eprintln!("strata: {failure}");
            }
            bail!("{failed} of {files} {what}")
        }
    }
}

/// The suggestions as a further sentence.
fn nearest(suggestions: &[Suggestion]) -> String {
    let list: Vec<String> = suggestions.iter().map(Suggestion::text).collect();
    match &list[..] {
        [] => String::new(),
        list => format!(" Suggestions: {}.", list.join(", ")),
    }
}
