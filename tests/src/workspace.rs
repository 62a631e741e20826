//! Paths of the repository.

use std::path::{Path, PathBuf};

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

/// The built site.
#[must_use]
pub fn site() -> PathBuf {
    std::env::var_os("STRATA_SITE").map_or_else(|| target().join("site"), PathBuf::from)
}

/// The folder, empty: it may remain from an earlier run.
///
/// # Panics
///
/// When it cannot be made.
#[must_use]
pub fn empty(folder: PathBuf) -> PathBuf {
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
