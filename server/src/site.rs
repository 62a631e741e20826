//! The assets of pages (WASM, scripts, styles), as `cargo xtask site` built them: one folder named after the hash of
//! its content, each file optionally with `.br` and `.gz` beside it.
//!
//! In development they are read from that folder at the start; with the feature `embed-site` they are embedded.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use strata_frontend::route::{Asset, Package};
use thiserror::Error;

use crate::cache_policy::CachePolicy;
#[cfg(feature = "embed-site")]
use crate::embedded;
use crate::representation::Representation;

/// Why the site's assets cannot be served.
#[derive(Debug, Error)]
pub enum SiteError {
    #[error("cannot read the site's files in {path}: {error}; `cargo xtask site` builds them", path = .path.display())]
    Unreadable {
        path: PathBuf,
        error: std::io::Error,
    },
    #[error(
        "expected one folder `pkg-…` with the site's files, found {found}; `cargo xtask site` builds it"
    )]
    Packages { found: usize },
    #[error("the site lacks the file {0}; `cargo xtask site` builds it")]
    Lacks(&'static str),
}

#[derive(Debug, Default)]
pub struct Site {
    package: Option<Package>,
    files: BTreeMap<String, Representation>,
}

impl Site {
    /// No assets: pages are readable, but have neither style nor script.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The assets of that folder; without one, those embedded in this binary, if any.
    pub fn of(folder: Option<&Path>) -> Result<Self, SiteError> {
        if let Some(folder) = folder {
            return Self::from_folder(folder);
        }
        #[cfg(feature = "embed-site")]
        return inside().and_then(|(package, files)| Self::new(package, files));
        #[cfg(not(feature = "embed-site"))]
        Ok(Self::empty())
    }

    pub fn from_folder(path: &Path) -> Result<Self, SiteError> {
        let (package, files) = on_disk(path)?;
        Self::new(package, files)
    }

    fn new(package: Package, mut files: BTreeMap<String, Bytes>) -> Result<Self, SiteError> {
        let names = files.keys().filter(|name| !is_coding(name));
        let names: Vec<String> = names.cloned().collect();
        let mut site = Self {
            package: Some(package),
            files: BTreeMap::new(),
        };
        for name in names {
            let brotli = files.remove(&format!("{name}.br"));
            let gzip = files.remove(&format!("{name}.gz"));
            if let Some(bytes) = files.remove(&name) {
                let file = Representation::new(media_type(&name), CachePolicy::Immutable, bytes);
                site.files.insert(name, file.with_codings(brotli, gzip));
            }
        }
        let mut needed = Asset::ALL.into_iter().map(Asset::as_str);
        match needed.find(|name| !site.files.contains_key(*name)) {
            Some(name) => Err(SiteError::Lacks(name)),
            None => Ok(site),
        }
    }

    /// The folder's name, which is in the assets' URLs; `None` for an empty site.
    pub const fn package(&self) -> Option<&Package> {
        self.package.as_ref()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub fn file(&self, name: &str) -> Option<&Representation> {
        self.files.get(name)
    }
}

fn on_disk(site: &Path) -> Result<(Package, BTreeMap<String, Bytes>), SiteError> {
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
    let paths = |entries: fs::ReadDir| entries.map(|entry| Ok(entry?.path())).collect();
    let paths = fs::read_dir(folder).and_then(paths);
    paths.map_err(|error| unreadable(folder, error))
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

/// The package embedded in the binary, with compressed files also unpacked.
#[cfg(feature = "embed-site")]
fn inside() -> Result<(Package, BTreeMap<String, Bytes>), SiteError> {
    let packages: Vec<_> = embedded::site()
        .filter_map(|dir| Some((Package::from_folder(dir.path().to_str()?)?, dir)))
        .collect();
    let [(package, folder)] = packages.as_slice() else {
        return Err(SiteError::Packages {
            found: packages.len(),
        });
    };
    let mut files = BTreeMap::new();
    for file in folder.files() {
        let name = file.path().file_name().and_then(|name| name.to_str());
        let Some(name) = name else { continue };
        if let Some(plain) = name.strip_suffix(embedded::CODED) {
            let bytes = || embedded::unpacked(file.contents()).into();
            files.entry(plain.to_owned()).or_insert_with(bytes);
        }
        files.insert(name.to_owned(), Bytes::from_static(file.contents()));
    }
    Ok((package.clone(), files))
}

fn is_coding(name: &str) -> bool {
    matches!(extension(name), "br" | "gz")
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn media_type(name: &str) -> &'static str {
    match extension(name) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
