//! Maps pages between server and static site: tests name pages by the server's paths in both cases.

use std::borrow::Cow;

use strata_frontend::route::{Files, Route, SiteLocation};

use crate::data::dataset;
use crate::server;

/// The place of the static site.
fn files() -> Option<SiteLocation> {
    server::files().map(|_| SiteLocation {
        files: Some(Files::of(dataset())),
        ..SiteLocation::default()
    })
}

/// The URL here of a path on the server.
pub fn url(path: &str) -> Cow<'_, str> {
    let Some(place) = files() else {
        return path.into();
    };
    let (page, fragment) = split(path, '#');
    let Ok(route) = page.parse::<Route>() else {
        return path.into();
    };
    let url = route.at(&place);
    // Query fields that the route does not know stay after it.
    let (_, query) = split(page, '?');
    let query = if url.contains('?') { "" } else { query };
    format!("{url}{query}{fragment}").into()
}

/// The server's path for a URL here.
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

/// The CSS selector of links to a page.
pub fn link(path: &str) -> String {
    format!("a[href='{}']", url(path))
}

/// Whether a server answers here; it also works without JavaScript.
pub fn has_server() -> bool {
    server::files().is_none()
}

/// Splits a text before that character.
fn split(text: &str, at: char) -> (&str, &str) {
    text.split_at(text.find(at).unwrap_or(text.len()))
}
