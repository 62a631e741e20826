//! What every module begins with, and the citation of a page that a step led to.

use crate::browser;
use crate::citation::citation;
use crate::page::{BASE_ATTRIBUTE, CITATION_ID, DATA_ID, FILES_ATTRIBUTE, HASH_ATTRIBUTE};
use crate::route::{BasePath, Files, Place, Route};

/// Says where the site is, as the document has it: before anything else.
pub fn set_place() {
    let told = |name| browser::attribute_of(DATA_ID, name);
    Place {
        origin: None,
        base: BasePath::told(&told(BASE_ATTRIBUTE).unwrap_or_default()),
        files: told(FILES_ATTRIBUTE).map(|names| Files::told(&names)),
    }
    .settle();
}

/// Writes how the page is cited that has that title and that URL, after a step. (What the server wrote has its whole
/// address from `static/boot.js`.)
pub fn cite(title: &str, url: &str) {
    if let Some(hash) = browser::attribute_of(CITATION_ID, HASH_ATTRIBUTE) {
        let place = browser::origin() + url;
        browser::say(CITATION_ID, &citation(title, &place, &hash));
    }
}

/// Says in the address bar, the tab and the citation what is drawn.
pub fn show(route: &Route, title: &str) {
    let url = route.to_string();
    let shown = url.clone() + &browser::fragment();
    browser::record(&shown, title, Some(browser::Entry::Same));
    cite(title, &url);
}
