//! The error of a command: one sentence for the user.

use std::fmt;
use std::path::Path;

/// A sentence that says what failed and, where possible, what to do.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// An error of a file operation.
    pub(crate) fn file<'a>(what: &'a str, path: &'a Path) -> impl Fn(std::io::Error) -> Self + 'a {
        move |error| Self(format!("cannot {what} {}: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
