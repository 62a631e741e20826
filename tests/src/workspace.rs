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
