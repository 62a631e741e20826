//! The contents of a static site: the paths to request with their files, and the pages that the browser renders.

use std::collections::BTreeSet;

use strata_core::Dataset;
use strata_core::dataset::Structure;
use strata_core::export::Format;
use strata_frontend::pages::client_rendered::ClientRendered;
use strata_frontend::route::{ApiUrl, Exported, Form, InFiles, Route, single_pages};

use crate::app::App;

pub(super) struct StaticFile {
    /// The path of the request.
    pub(super) path: String,
    pub(super) file: String,
}

/// A page that the browser renders.
pub(super) struct PlaceholderPage {
    pub(super) page: ClientRendered,
    /// The route cited until it is rendered.
    pub(super) route: Route,
    pub(super) file: String,
}

/// Every answer of the server that is written to a file.
pub(super) fn static_files(app: &App) -> Vec<StaticFile> {
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
pub(super) fn placeholder_pages(dataset: &Dataset) -> Vec<PlaceholderPage> {
    let mut shells = vec![PlaceholderPage {
        page: ClientRendered::Search,
        route: Route::search(""),
        file: index(&Route::search("").path()),
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
                page,
                route: Route::structure(name),
                file: index(&form.path(name)),
            }));
        }
    }
    shells
}
