//! Why a command has no answer, in one sentence, with the nearest things that there are.

use std::io;
use std::path::PathBuf;

use strata_core::decode::DecodeError;
use strata_core::decode::table::TableError;
use strata_core::lookup::{Missing, Suggestion};
use strata_core::validity::Unknown;
use thiserror::Error;

use crate::data::UnsoundData;
use crate::dump::Unread;

#[derive(Debug, Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Data(#[from] UnsoundData),
    #[error("{}{}", .0.detail, nearest(&.0.suggestions))]
    Missing(Missing),
    #[error("{0}")]
    Nothing(String),
    #[error("the text has more than {0} characters: pass the words that matter")]
    Long(usize),
    #[error("cannot read {name}: {error}")]
    Unreadable { name: String, error: io::Error },
    #[error("{name} has more than {limit} bytes: pass the part that holds the structure")]
    TooLarge { name: String, limit: usize },
    #[error(transparent)]
    Unread(#[from] Unread),
    #[error(transparent)]
    Decode(#[from] DecodeError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Member(#[from] Unknown),
    #[error("the input is a layout, which tells no bytes: there is no CSV of it")]
    NoTable,
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("cannot write {path}: {error}", path = .path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Self {
        Self::Missing(missing)
    }
}

/// The nearest things that there are, as a further sentence.
pub(super) fn nearest(suggestions: &[Suggestion]) -> String {
    let list: Vec<String> = suggestions.iter().map(Suggestion::text).collect();
    match &list[..] {
        [] => String::new(),
        list => format!(" There is: {}.", list.join(", ")),
    }
}
