//! Where pages are: the tests speak of them as the server has them, and mean the same ones where the site is files.

use std::borrow::Cow;

use strata_frontend::route::{Files, Place, Route};

use crate::data::dataset;
use crate::server;

/// The site as files.
fn files() -> Option<Place> {
    server::files().map(|_| Place {
        files: Some(Files::of(dataset())),
        ..Place::default()
    })
}

/// Where a path of the server is here.
#[must_use]
pub fn url(path: &str) -> Cow<'_, str> {
    let Some(place) = files() else {
        return path.into();
    };
    let (page, fragment) = split(path, '#');
    let Ok(route) = page.parse::<Route>() else {
        return path.into();
    };
    let url = route.at(&place);
    // What the route does not know of the query stays behind it.
    let (_, query) = split(page, '?');
    let query = if url.contains('?') { "" } else { query };
    format!("{url}{query}{fragment}").into()
}

/// The path that the server has for what is here.
#[must_use]
pub fn path(url: &str) -> String {
    if files().is_none() {
        return url.to_owned();
    }
    let (page, fragment) = split(url, '#');
    let Ok(route) = page.parse::<Route>() else {
        return url.to_owned();
    };
    let query = match &route {
        Route::Diff { .. } => "",
        _ => Some(split(page, '?').1)
            .filter(|query| !query.starts_with("?at="))
            .unwrap_or_default(),
    };
    format!("{}{query}{fragment}", route.path())
}

/// The CSS selector of links to a page of the server, wherever that is here.
#[must_use]
pub fn link(path: &str) -> String {
    format!("a[href='{}']", url(path))
}

/// Whether a server answers here, which works without scripts, too.
#[must_use]
pub fn has_server() -> bool {
    server::files().is_none()
}

/// What is before that character, and what is from it on.
fn split(text: &str, at: char) -> (&str, &str) {
    text.split_at(text.find(at).unwrap_or(text.len()))
}
