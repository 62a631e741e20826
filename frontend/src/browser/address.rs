//! The address bar, the history and the tab's title.

use wasm_bindgen::JsValue;

use super::{document, window};

/// What an address becomes in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    New,
    Same,
}

/// Where the server is: `http://127.0.0.1:8080`.
pub fn origin() -> String {
    window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
}

/// The path of the page that is shown, with its query; empty where there is none.
pub fn address() -> String {
    let path = window().and_then(|window| window.location().pathname().ok());
    path.unwrap_or_default() + &query()
}

/// The query of the page that is shown, with its question mark; empty where there is none.
pub fn query() -> String {
    window()
        .and_then(|window| window.location().search().ok())
        .unwrap_or_default()
}

/// Says what the page is called and, with an entry, where the visitor now is, without loading anything.
pub fn record(url: &str, title: &str, entry: Option<Entry>) {
    if let Some(history) = window().and_then(|window| window.history().ok()) {
        // Refused only for an address of another server, or when called without end; the page is right all the same.
        let _ = match entry {
            Some(Entry::New) => history.push_state_with_url(&JsValue::NULL, "", Some(url)),
            Some(Entry::Same) => history.replace_state_with_url(&JsValue::NULL, "", Some(url)),
            None => Ok(()),
        };
    }
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// The place on the page that is shown, with its number sign; empty where the address names none.
pub fn fragment() -> String {
    window()
        .and_then(|window| window.location().hash().ok())
        .unwrap_or_default()
}

pub fn go(url: &str) {
    if let Some(window) = window() {
        // Fails only for what is no address.
        let _ = window.location().set_href(url);
    }
}

/// Loads a page as a link would, in the place of this one: going back leads to what was before.
pub fn replace(url: &str) {
    if let Some(window) = window() {
        // Fails only for what is no address.
        let _ = window.location().replace(url);
    }
}

/// Milliseconds of the browser's clock.
pub fn now() -> f64 {
    js_sys::Date::now()
}
