//! The module of every page but the decode page: layouts and diffs wake, the others are read.

use serde::de::DeserializeOwned;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::browser;
use crate::hydrate::{content, head};
use crate::page::{DATA_ID, Live};
use crate::pages::diff::DiffView;
use crate::pages::layout::LayoutView;

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version: the browser's console shows it, and the page stays readable.
#[wasm_bindgen]
pub fn hydrate() -> Result<(), JsError> {
    match head()? {
        Live::Layout => {
            let page = value()?;
            content(|| leptos::view! { <LayoutView page/> })?;
        }
        Live::Diff => {
            let page = value()?;
            content(|| leptos::view! { <DiffView page/> })?;
        }
        Live::Decode => return Err(JsError::new("this page belongs to the other module")),
        Live::Still => {}
    }
    browser::mark_hydrated();
    Ok(())
}

/// The value in the document.
fn value<P: DeserializeOwned>() -> Result<P, JsError> {
    let data = browser::text_of(DATA_ID).ok_or_else(|| JsError::new("the document has no data"))?;
    Ok(serde_json::from_str(&data)?)
}
