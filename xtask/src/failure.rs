//! Why a command failed, as one sentence for the person who typed it.

use std::fmt;
use std::path::Path;

/// A sentence that says what went wrong and, where there is a way out, what to do.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// Something could not be done with a file.
    pub(crate) fn file<'a>(what: &'a str, path: &'a Path) -> impl Fn(std::io::Error) -> Self + 'a {
        move |error| Self(format!("cannot {what} {}: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
