//! The source files of the repository, as text.

use std::fs;
use std::io;
use std::path::Path;

/// Folders without our source; golden texts are generated, some of them as Rust.
const SKIPPED: [&str; 5] = ["target", ".git", "corpus", "artifacts", "golden"];
/// The extensions of the files to read.
const EXTENSIONS: [&str; 4] = ["rs", "css", "js", "toml"];

/// One file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Relative to the repository, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The files to check.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(crate) files: Vec<File>,
}

impl Tree {
    /// Reads the files of a repository.
    ///
    /// # Errors
    ///
    /// When a folder or a file cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut tree = Self::default();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                if path.is_dir() {
                    if !SKIPPED.contains(&name.as_str()) {
                        folders.push(path);
                    }
                } else if EXTENSIONS
                    .iter()
                    .any(|extension| name.ends_with(&format!(".{extension}")))
                {
                    let relative = path.strip_prefix(root).unwrap_or(&path);
                    tree.files.push(File {
                        path: relative.to_string_lossy().replace('\\', "/"),
                        text: fs::read_to_string(&path)?,
                    });
                }
            }
        }
        Ok(tree)
    }

    /// The Rust files below a folder.
    pub(crate) fn rust<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a File> {
        self.files
            .iter()
            .filter(move |file| file.path.starts_with(folder) && file.path.ends_with(".rs"))
    }
}
