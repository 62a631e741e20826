//! Where things are.

use std::path::{Path, PathBuf};

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// Cargo's output.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The site's built files: one `pkg-<hash>` folder.
pub(crate) fn site() -> PathBuf {
    target().join("site")
}

/// The site's hand-written files.
pub(crate) fn static_files() -> PathBuf {
    root().join("static")
}
