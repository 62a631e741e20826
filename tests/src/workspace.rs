//! Paths of the repository.

use std::path::PathBuf;

pub use xtask::workspace::{root, target};

/// The built site.
pub fn site() -> PathBuf {
    std::env::var_os("STRATA_SITE").map_or_else(|| target().join("site"), PathBuf::from)
}

/// The folder, empty: it may remain from an earlier run.
pub fn empty(folder: PathBuf) -> PathBuf {
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
