//! Checks the never-rules of ARCHITECTURE.md that no compiler checks, in every file of the repository.
//!
//! A rule is a function from the files to violations, so that each is tested on a few lines of its own.
//! `cargo xtask tidy` prints the violations; a test runs it as well.

mod rules;
mod source;
mod tree;

use std::fmt;

pub use tree::Tree;

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The path, relative to the repository.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The error, and what to do instead.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            message,
        } = self;
        write!(f, "{path}:{line}: {message}")
    }
}

/// Checks all rules for all files.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = rules::broken(tree);
    violations.sort();
    violations.dedup();
    violations
}

#[cfg(test)]
mod tests;
