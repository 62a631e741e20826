//! The static site: pages, their assets, the data, and the cacheable part of the API. The browser renders the other
//! pages from the data.
//!
//! Every file is the server's answer at its path: the exporter requests one path after the other. A page is a folder
//! with `index.html`, so that any file server finds it; large files have their codings beside them, for servers that
//! send those.

mod folder;
mod paths;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{Request, StatusCode};
use serde::Serialize;
use strata_frontend::page::Page;
use strata_frontend::pages::client_rendered::ClientRendered;
use strata_frontend::route::{Route, site_location};
use strata_frontend::shell::render_document;
use thiserror::Error;
use tower::ServiceExt;

use crate::app::App;
use crate::representation::Coding;
use crate::routes;

pub use folder::{Folder, FolderError};
use paths::{PlaceholderPage, StaticFile};

/// The file that marks a folder as such a site, with the version of its data.
pub const MARK: &str = "strata-site.json";
/// The page that file servers send for missing files.
const NOTHING: &str = "/404.html";
/// The largest answer that is written, in bytes.
const FILE_LIMIT: usize = 64 * 1024 * 1024;

/// The least size in bytes of a file with codings beside it. Below, a file server compresses as fast as it opens
/// another file, and hosts count files: codings of all would triple their number.
const CODED_FROM: usize = 32 * 1024;

#[derive(Debug, Error)]
pub enum ExportError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{path} cannot be exported: {why}; please report this")]
    NoAnswer { path: String, why: String },
    #[error(
        "the site's files are not in this binary: name their folder by --site; `cargo xtask site` builds it"
    )]
    NoPackage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportSummary {
    /// Number of files without codings.
    pub files: usize,
    /// Their size in bytes without codings.
    pub bytes: u64,
}

#[derive(Serialize)]
struct Mark<'a> {
    strata: &'static str,
    data: &'a str,
    base: &'a str,
    files: usize,
}

/// Writes the whole site into a new folder, which the caller then puts in place.
pub async fn export(app: &Arc<App>, folder: &Folder) -> Result<ExportSummary, ExportError> {
    if app.site().package().is_none() {
        return Err(ExportError::NoPackage);
    }
    let mut writer = Writer {
        routes: routes::router(Arc::clone(app)),
        folder,
        written: ExportSummary::default(),
    };
    for StaticFile { path, file } in paths::static_files(app) {
        writer.save(&path, &file).await?;
    }
    for PlaceholderPage { page, route, file } in paths::placeholder_pages(app.dataset()) {
        writer.draw(app, page, Some(&route), &file)?;
    }
    writer.draw(app, ClientRendered::Anything, None, NOTHING)?;
    let mark = Mark {
        strata: env!("CARGO_PKG_VERSION"),
        data: app.bundle().url().hash(),
        base: site_location().base.as_str(),
        files: writer.written.files,
    };
    let mark = serde_json::to_vec_pretty(&mark).map_err(|error| ExportError::NoAnswer {
        path: MARK.to_owned(),
        why: error.to_string(),
    })?;
    folder.write(MARK, &mark)?;
    Ok(writer.written)
}

struct Writer<'a> {
    routes: Router,
    folder: &'a Folder,
    written: ExportSummary,
}

impl Writer<'_> {
    /// Writes the server's answer at a path, in every coding.
    async fn save(&mut self, path: &str, file: &str) -> Result<(), ExportError> {
        let plain = self.answer(path, Coding::Identity).await?;
        let size = plain.as_ref().map_or(0, Bytes::len);
        if let Some(bytes) = plain {
            self.write(file, Coding::Identity, &bytes)?;
        }
        if size >= CODED_FROM {
            for coding in [Coding::Brotli, Coding::Gzip] {
                if let Some(bytes) = self.answer(path, coding).await? {
                    self.write(file, coding, &bytes)?;
                }
            }
        }
        // A point at which an interrupt is noticed.
        tokio::task::yield_now().await;
        Ok(())
    }

    /// The answer in that coding; `None` where it has none in it.
    async fn answer(&self, path: &str, coding: Coding) -> Result<Option<Bytes>, ExportError> {
        let no_answer = |why: String| ExportError::NoAnswer {
            path: path.to_owned(),
            why,
        };
        let request = Request::get(path)
            .header(ACCEPT_ENCODING, coding.name())
            .body(Body::empty())
            .map_err(|error| no_answer(error.to_string()))?;
        let answer = self.routes.clone().oneshot(request).await;
        let answer = answer.unwrap_or_else(|never| match never {});
        if answer.status() != StatusCode::OK {
            return Err(no_answer(answer.status().to_string()));
        }
        let coded = answer.headers().get(CONTENT_ENCODING);
        let comes = coded.map_or(Coding::Identity.name().as_bytes(), |it| it.as_bytes());
        if comes != coding.name().as_bytes() {
            return Ok(None);
        }
        let body = to_bytes(answer.into_body(), FILE_LIMIT).await;
        body.map(Some).map_err(|error| no_answer(error.to_string()))
    }

    fn draw(
        &mut self,
        app: &App,
        page: ClientRendered,
        route: Option<&Route>,
        file: &str,
    ) -> Result<(), ExportError> {
        let (package, bundle) = (app.site().package(), app.bundle().url());
        let html = render_document(Page::client_rendered(page), route, package, bundle);
        self.write(file, Coding::Identity, html.as_bytes())
    }

    fn write(&mut self, file: &str, coding: Coding, bytes: &[u8]) -> Result<(), ExportError> {
        let extension = match coding {
            Coding::Identity => {
                self.written.files += 1;
                self.written.bytes += bytes.len() as u64;
                ""
            }
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
        };
        Ok(self.folder.write(&format!("{file}{extension}"), bytes)?)
    }
}
