//! The files that pages load (WASM, scripts, styles), as `cargo xtask site` built them: one folder named after the hash
//! of its content, each file perhaps with `.br` and `.gz` beside it.
//!
//! In development they are read from that folder when the server starts; under the feature `embed-site` they are inside
//! the binary.

#[cfg(feature = "embed-site")]
mod embedded;
mod folder;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use strata_frontend::route::{Asset, Package};
use thiserror::Error;

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract;
use crate::representation::Representation;

/// Why a site's files cannot be served.
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

/// The site's files, by name.
#[derive(Debug, Default)]
pub struct Site {
    package: Option<Package>,
    files: BTreeMap<String, Representation>,
}

impl Site {
    /// No files: pages can be read, and have neither style nor script.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The files of that folder; without one, those inside this binary, or none where it has none.
    pub fn of(folder: Option<&Path>) -> Result<Self, SiteError> {
        if let Some(folder) = folder {
            return Self::from_folder(folder);
        }
        #[cfg(feature = "embed-site")]
        return Self::embedded();
        #[cfg(not(feature = "embed-site"))]
        Ok(Self::empty())
    }

    /// The files of a built site.
    pub fn from_folder(path: &Path) -> Result<Self, SiteError> {
        let (package, files) = folder::read(path)?;
        Self::new(package, files)
    }

    /// The files inside this binary.
    #[cfg(feature = "embed-site")]
    pub fn embedded() -> Result<Self, SiteError> {
        let (package, files) = embedded::read()?;
        Self::new(package, files)
    }

    fn new(package: Package, mut files: BTreeMap<String, Bytes>) -> Result<Self, SiteError> {
        let names: Vec<String> = files
            .keys()
            .filter(|name| !is_coding(name))
            .cloned()
            .collect();
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
        match Asset::ALL
            .into_iter()
            .find(|asset| !site.files.contains_key(asset.file_name()))
        {
            Some(asset) => Err(SiteError::Lacks(asset.file_name())),
            None => Ok(site),
        }
    }

    /// The folder's name, which is in the files' URLs; `None` for an empty site.
    pub const fn package(&self) -> Option<&Package> {
        self.package.as_ref()
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// A file.
    pub fn file(&self, name: &str) -> Option<&Representation> {
        self.files.get(name)
    }
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
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// `GET /pkg-…/{file}`.
pub(crate) async fn file(
    State(app): State<Arc<App>>,
    extract::Path(name): extract::Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let file = app
        .site()
        .file(&name)
        .ok_or_else(|| Error::not_found("the site has no such file"))?;
    Ok(file.respond(&method, &headers))
}

/// `GET /favicon.ico`, for what asks without having read a page. Browsers go by the media type, not by the name.
pub(crate) async fn favicon(
    State(app): State<Arc<App>>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let name = Asset::Icon.file_name();
    let file = app
        .site()
        .file(name)
        .ok_or_else(|| Error::not_found("the site's files were not built"))?;
    let mut response = file.respond(&method, &headers).into_response();
    response
        .headers_mut()
        .insert(axum::http::header::CACHE_CONTROL, CachePolicy::Day.header());
    Ok(response)
}
