//! Paths of the repository, and file operations.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

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

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| cannot("read", path))
}

pub(crate) fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| cannot("read", path))
}

/// Writes a file, creating its folder.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    make(path.parent().unwrap_or(path))?;
    fs::write(path, bytes).with_context(|| cannot("write", path))
}

/// Creates a folder and its parents if missing.
pub(crate) fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| cannot("create", folder))
}

/// The paths in a folder, sorted.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.with_context(|| cannot("list", folder))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// Removes a folder if it exists.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| cannot("remove", folder))
        }
        _ => Ok(()),
    }
}

/// The beginning of the message of a failed file operation.
pub(crate) fn cannot(what: &str, path: &Path) -> String {
    format!("cannot {what} {}", path.display())
}
