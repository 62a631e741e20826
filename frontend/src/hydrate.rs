//! The WASM entry: takes the page's value out of the document, renders the same tree onto it, and says so.

use leptos::mount::hydrate_from;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::app::App;
use crate::browser;
use crate::page::{DATA_ID, Page, ROOT_ID};

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version: the browser's console shows it, and the page stays readable.
#[wasm_bindgen]
pub fn hydrate() -> Result<(), JsError> {
    let root = browser::element(ROOT_ID)
        .ok_or_else(|| JsError::new("the document has no root element"))?;
    let data =
        browser::text_of(DATA_ID).ok_or_else(|| JsError::new("the document has no page data"))?;
    let page: Page = serde_json::from_str(&data)?;
    hydrate_from(root, move || leptos::view! { <App page/> }).forget();
    browser::mark_hydrated();
    Ok(())
}
