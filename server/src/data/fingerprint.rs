//! Whether a folder of data files changed, told without reading the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::FILES_LIMIT;
use super::folder::PARTS;

/// Names, lengths and times of everything in the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(Vec<(PathBuf, Option<(u64, SystemTime)>)>);

impl Fingerprint {
    /// As the folder is now. What cannot be looked at is part of it, too.
    pub fn of(folder: &Path) -> Self {
        let folders = PARTS.map(|part| folder.join(part));
        let mut seen = Vec::new();
        for folder in [folder]
            .into_iter()
            .chain(folders.iter().map(PathBuf::as_path))
        {
            let Ok(entries) = fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten().take(FILES_LIMIT + 1) {
                let path = entry.path();
                let metadata = fs::metadata(&path).ok();
                let told = metadata.and_then(|it| Some((it.len(), it.modified().ok()?)));
                seen.push((path, told));
            }
        }
        seen.sort();
        Self(seen)
    }
}
