//! Paths of the repository, and file operations whose errors name the file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, Result};

/// The repository's root.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// Cargo's target folder.
#[must_use]
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// A program that cargo has built with its default profile.
#[must_use]
pub fn built(program: &str) -> PathBuf {
    let path = target().join("debug").join(program);
    path.with_extension(std::env::consts::EXE_EXTENSION)
}

/// The last step of a path.
#[must_use]
pub fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

pub fn read(path: &Path) -> Result<Vec<u8>> {
    done("read", path, fs::read(path))
}

pub fn text(path: &Path) -> Result<String> {
    done("read", path, fs::read_to_string(path))
}

/// Writes a file, creating its folder.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    make(path.parent().unwrap_or(path))?;
    done("write", path, fs::write(path, bytes))
}

/// Creates a folder and its parents if missing.
pub fn make(folder: &Path) -> Result<()> {
    done("create", folder, fs::create_dir_all(folder))
}

/// The paths in a folder, sorted.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| Ok(entry?.path()));
        paths.collect::<io::Result<Vec<PathBuf>>>()
    });
    let mut paths = done("list", folder, paths)?;
    paths.sort();
    Ok(paths)
}

/// The files in a folder and below it, except in folders of these names.
pub fn walk(folder: &Path, skipped: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in list(folder)? {
        match path.is_dir() {
            true if skipped.iter().any(|name| path.ends_with(name)) => {}
            true => files.extend(walk(&path, skipped)?),
            false => files.push(path),
        }
    }
    Ok(files)
}

pub fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => done("remove", folder, removed),
    }
}

/// The result of a file operation, with what was tried and where.
pub fn done<T>(what: &str, path: &Path, result: io::Result<T>) -> Result<T> {
    result.with_context(|| format!("cannot {what} {}", path.display()))
}
