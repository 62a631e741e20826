//! Paths of the repository, and file operations.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The site's hand-written files.
pub(crate) fn static_files() -> PathBuf {
    root().join("static")
}

/// The sources of the views, with their style sheets.
pub(crate) fn views() -> PathBuf {
    root().join("frontend/src")
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(Failure::file("read", path))
}

pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(Failure::file("read", path))
}

/// Writes a file, creating its folder.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    make(path.parent().unwrap_or(path))?;
    fs::write(path, bytes).map_err(Failure::file("write", path))
}

/// Creates a folder and its parents if missing.
pub(crate) fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::file("create", folder))
}

/// The paths in a folder, sorted.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(Failure::file("list", folder))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// Removes a folder if it exists.
pub(crate) fn remove(folder: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::file("remove", folder)(error))
        }
        _ => Ok(()),
    }
}
