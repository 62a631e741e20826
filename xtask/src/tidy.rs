//! Checks the never-rules of ARCHITECTURE.md that no compiler checks, in every file of the repository.
//!
//! A rule is a function from the files to violations, so that each is tested on a few lines of its own.
//! `cargo xtask tidy` prints the violations; a test runs it as well.

mod rules;
mod source;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use anyhow::Result;

use crate::workspace;

/// Folders without our source; golden texts are generated, some of them as Rust.
const SKIPPED: [&str; 5] = ["target", ".git", "corpus", "artifacts", "golden"];
/// The extensions of the files to read.
const EXTENSIONS: [&str; 4] = ["rs", "css", "js", "toml"];

#[derive(Clone, Debug)]
struct File {
    /// Relative to the repository, with `/`.
    path: String,
    text: String,
}

/// The files to check.
#[derive(Clone, Debug)]
pub struct Tree {
    files: Vec<File>,
}

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
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
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

impl Tree {
    /// Reads the files of a repository.
    pub fn read(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        for path in workspace::walk(root, &SKIPPED)? {
            let extension = path.extension().unwrap_or_default();
            if EXTENSIONS.iter().any(|own| extension == *own) {
                let relative = path.strip_prefix(root)?.to_string_lossy();
                files.push(File {
                    path: relative.replace('\\', "/"),
                    text: workspace::text(&path)?,
                });
            }
        }
        Ok(Self { files })
    }

    fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files below a folder.
    fn rust(&self, folder: &str) -> impl Iterator<Item = &File> {
        let is_one = move |path: &str| path.starts_with(folder) && path.ends_with(".rs");
        self.files.iter().filter(move |file| is_one(&file.path))
    }
}

impl File {
    fn violation(&self, line: usize, message: impl Into<String>) -> Violation {
        Violation {
            path: self.path.clone(),
            line,
            message: message.into(),
        }
    }
}
