//! What the browser draws where there are only files: what a query asks for, and what is said of what is not there.

use strata_core::Dataset;
use strata_core::search::Index;

use super::{chosen, find, structure, unknown_path};
use crate::page::{DiffPage, LayoutPage, SearchPage};
use crate::pages::not_found::NotFound;
use crate::route::{Choice, Route, place, within};

/// What an address asks for that is no file's.
#[derive(Debug)]
pub enum Asked {
    Layout(Box<LayoutPage>),
    Diff(Box<DiffPage>),
    Search(SearchPage),
    /// A page that has a file of its own.
    Elsewhere(Route),
}

/// What is to be drawn at an address of the site: path, with the base path, and query.
pub fn asked(url: &str, dataset: &Dataset) -> Result<Asked, NotFound> {
    let path = within(url).split('?').next().unwrap_or_default();
    let (route, chose) = match (url.parse::<Choice>(), url.parse::<Route>()) {
        (Ok(choice), _) => (chosen(&choice, dataset)?, true),
        (Err(_), Ok(route)) => (route, false),
        (Err(_), Err(_)) => return Err(unknown_path(path, dataset)),
    };
    let canonical = match &route {
        Route::Diff { name, from, to } => {
            let (from, to) = (find(dataset, name, from)?, find(dataset, name, to)?);
            return Ok(Asked::Diff(Box::new(DiffPage::new(dataset, &from, &to))));
        }
        Route::Search { query } => {
            let index = Index::new(dataset);
            return Ok(Asked::Search(SearchPage::new(dataset, &index, query)));
        }
        Route::Layout { name, point } => {
            let found = find(dataset, name, point)?;
            let version = found.layout.point.version.to_string();
            if place().draws(found.structure.name.as_str(), &version) {
                return Ok(Asked::Layout(Box::new(LayoutPage::new(dataset, &found))));
            }
            Route::layout(&found.structure.name, found.layout.point)
        }
        Route::Decode { name, point } => {
            let found = find(dataset, name, point)?;
            Route::decode(&found.structure.name, found.layout.point)
        }
        Route::Structure { name, .. } => Route::structure(&structure(dataset, name)?.name),
        Route::Provenance { name } => Route::provenance(&structure(dataset, name)?.name),
        other => other.clone(),
    };
    // Where its file should be and is not, going there again would lead here again.
    let own = canonical.to_string();
    let own = within(&own).split('?').next().unwrap_or_default();
    let is_here = path.trim_end_matches('/') == own.trim_end_matches('/');
    if is_here && !chose {
        return Err(NotFound {
            detail: "This page belongs to the site, and its file is not there: the copy of the site is not whole."
                .to_owned(),
            ..unknown_path(path, dataset)
        });
    }
    Ok(Asked::Elsewhere(canonical))
}
