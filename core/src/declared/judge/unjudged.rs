//! Why a file cannot be judged, in a sentence.

use crate::lookup::Missing;
use thiserror::Error;

/// Why a file cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unjudged {
    /// Nothing that it defines is known here.
    #[error("nothing that it defines is known here: {}", list(.0))]
    NothingKnown(Vec<String>),
    /// It does not define what is asked for.
    #[error("it does not define `{asked}`, but {}", list(.defined))]
    NotDefined {
        /// What is asked for.
        asked: String,
        /// What it defines.
        defined: Vec<String>,
    },
    /// There is nothing of that name or at that point.
    #[error("{}", .0.detail)]
    Missing(Missing),
    /// It does not say of what it is.
    #[error(
        "it does not name the structure that it shows, and agrees with none: say which is meant (--structure)"
    )]
    Nameless,
}

/// The first names, and how many there are.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 8;
    match names.split_at_checked(SHOWN) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ if names.is_empty() => "nothing has a name".to_owned(),
        _ => names.join(", "),
    }
}
