//! A built site on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use strata_frontend::route::Package;

use super::SiteError;

/// Reads the one package below `site`.
pub(super) fn read(site: &Path) -> Result<(Package, BTreeMap<String, Bytes>), SiteError> {
    let mut packages: Vec<(Package, PathBuf)> = list(site)?
        .into_iter()
        .filter_map(|path| Some((Package::from_folder(name(&path)?)?, path)))
        .collect();
    let found = packages.len();
    let (Some((package, folder)), 1) = (packages.pop(), found) else {
        return Err(SiteError::Packages { found });
    };
    let mut files = BTreeMap::new();
    for path in list(&folder)? {
        if let Some(name) = name(&path) {
            let bytes = fs::read(&path).map_err(|error| unreadable(&path, error))?;
            files.insert(name.to_owned(), bytes.into());
        }
    }
    Ok((package, files))
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, SiteError> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    entries
        .map(|entry| {
            entry
                .map(|entry| entry.path())
                .map_err(|error| unreadable(folder, error))
        })
        .collect()
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

fn unreadable(path: &Path, error: std::io::Error) -> SiteError {
    SiteError::Unreadable {
        path: path.to_owned(),
        error,
    }
}
