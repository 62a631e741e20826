//! The static site: pages, their assets, the data, and the cacheable part of the API. The browser renders the other
//! pages from the data.
//!
//! Every file is the server's answer at its path: the exporter requests one path after the other. A page is a folder
//! with `index.html`, so that any file server finds it; large files have their codings beside them, for servers that
//! send those.

mod folder;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{Request, StatusCode};
use serde::Serialize;
use strata_core::Dataset;
use strata_core::dataset::Structure;
use strata_core::export::Format;
use strata_frontend::pages::Page;
use strata_frontend::pages::client_rendered::ClientRendered;
use strata_frontend::route::{ApiUrl, Exported, Form, InFiles, Route, single_pages, site_location};
use strata_frontend::shell::render_document;
use thiserror::Error;
use tower::ServiceExt;

use crate::app::App;
use crate::representation::Coding;
use crate::routes;

pub use folder::{Folder, FolderError};

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
    pub files: usize,
    /// Their size in bytes.
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
    for StaticFile { path, file } in static_files(app) {
        writer.save(&path, &file).await?;
    }
    for PlaceholderPage { page, file } in placeholder_pages(app.dataset()) {
        writer.draw(app, page, &file)?;
    }
    let missing = Page::client_rendered(ClientRendered::Anything, None);
    writer.draw(app, missing, NOTHING)?;
    let mark = Mark {
        strata: env!("CARGO_PKG_VERSION"),
        data: app.bundle().url().hash(),
        base: site_location().base.as_str(),
        // With this one.
        files: writer.written.files + 1,
    };
    let mark = serde_json::to_vec_pretty(&mark).map_err(|error| ExportError::NoAnswer {
        path: MARK.to_owned(),
        why: error.to_string(),
    })?;
    writer.write(MARK, Coding::Identity, &mark)?;
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

    fn draw(&mut self, app: &App, page: Page<'_>, file: &str) -> Result<(), ExportError> {
        let html = render_document(page, app.site().package(), app.bundle().url());
        self.write(file, Coding::Identity, html.as_bytes())
    }

    fn write(&mut self, file: &str, coding: Coding, bytes: &[u8]) -> Result<(), ExportError> {
        let extension = match coding {
            Coding::Identity => "",
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
        };
        self.written.files += 1;
        self.written.bytes += bytes.len() as u64;
        Ok(self.folder.write(&format!("{file}{extension}"), bytes)?)
    }
}

struct StaticFile {
    /// The path of the request.
    path: String,
    file: String,
}

/// A page that the browser renders.
struct PlaceholderPage {
    page: Page<'static>,
    file: String,
}

/// Every answer of the server that is written to a file.
fn static_files(app: &App) -> Vec<StaticFile> {
    let dataset = app.dataset();
    let pages = pages(dataset).into_iter().map(|route| {
        let path = route.path();
        StaticFile {
            file: index(&path),
            path,
        }
    });
    let answers = answers(dataset).into_iter().map(|url| StaticFile {
        path: url.path().to_owned(),
        file: url.file(),
    });
    let package = app.site().package().into_iter();
    let loaded = package.flat_map(|package| app.site().names().map(|name| package.path(name)));
    let bundle = app.bundle().url();
    let of_types = dataset
        .audited()
        .map(|structure| bundle.of_type(&structure.name).path());
    let whole = loaded
        .chain(of_types)
        .chain([bundle.path()])
        .map(|path| StaticFile {
            file: path.clone(),
            path,
        });
    pages.chain(answers).chain(whole).collect()
}

/// The file of a page, which is a folder.
fn index(path: &str) -> String {
    format!("{}/index.html", path.trim_end_matches('/'))
}

/// Every page except those that depend on input, comparisons, and layouts of types without an article, which are too
/// many. Names that some file systems lack, or that differ from another only in case, are left out.
fn pages(dataset: &Dataset) -> Vec<Route> {
    let single = single_pages().filter(|(entry, ..)| entry.in_files == InFiles::Kept);
    let mut pages: Vec<Route> = single.map(|(.., route)| route).collect();
    for structure in dataset.audited() {
        let name = &structure.name;
        pages.extend([Route::structure(name), Route::provenance(name)]);
        for point in points(structure) {
            pages.extend([Route::layout(name, point), Route::decode(name, point)]);
        }
    }
    let types = dataset.structures().iter();
    let types = types.filter(|structure| structure.audited().is_none());
    let mut taken = BTreeSet::new();
    for structure in types.filter(|structure| is_legal(structure.name.as_str())) {
        if taken.insert(structure.name.as_str().to_ascii_lowercase()) {
            pages.push(Route::structure(&structure.name));
        }
    }
    let images = dataset.catalogue().images().iter();
    pages.extend(images.map(Route::image));
    pages
}

/// Whether a file name is legal on all file systems, NTFS among them.
fn is_legal(name: &str) -> bool {
    name.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_$~".contains(&byte))
}

/// The API answers that pages link to.
fn answers(dataset: &Dataset) -> Vec<ApiUrl> {
    let mut answers = vec![ApiUrl::openapi(), ApiUrl::audit(), ApiUrl::exports(None)];
    for structure in dataset.audited() {
        let name = &structure.name;
        answers.push(ApiUrl::exports(Some(name)));
        for point in points(structure) {
            answers.push(ApiUrl::layout(name, point));
            let usual = Format::ALL.map(Exported::default_for);
            answers.extend(usual.map(|usual| ApiUrl::export(name, point, usual)));
        }
    }
    answers
}

fn points(structure: &Structure) -> impl Iterator<Item = strata_core::Point> {
    structure
        .every_layout()
        .into_iter()
        .map(|layout| layout.point)
}

/// Every page that the browser renders, except that for missing resources.
fn placeholder_pages(dataset: &Dataset) -> Vec<PlaceholderPage> {
    let search = Route::search("");
    let mut shells = vec![PlaceholderPage {
        file: index(&search.path()),
        page: Page::client_rendered(ClientRendered::Search, Some(search)),
    }];
    let mut taken = BTreeSet::new();
    for structure in dataset.structures() {
        let name = &structure.name;
        if !is_legal(name.as_str()) || !taken.insert(name.as_str().to_ascii_lowercase()) {
            continue;
        }
        for form in Form::ALL {
            let page = match form {
                // One comparison per structure would double the number of files: the page for missing resources renders
                // those of types without an article.
                Form::Diff if structure.audited().is_none() => None,
                Form::Diff => ClientRendered::comparison(dataset, structure),
                Form::Layout => Some(ClientRendered::Layout(name.clone())),
                Form::Decode => Some(ClientRendered::Decode(name.clone())),
            };
            shells.extend(page.map(|page| PlaceholderPage {
                page: Page::client_rendered(page, Some(Route::structure(name))),
                file: index(&form.path(name)),
            }));
        }
    }
    shells
}
