//! Waking a document: the head on every page, the content where it does more than be read.

use leptos::mount::hydrate_from;
use leptos::prelude::IntoView;
use wasm_bindgen::JsError;

use crate::app::Head;
use crate::browser;
use crate::page::{CONTENT_ID, DATA_ID, HEAD_ID, Live};

/// Wakes the head, then the content with `wake`, then says so.
///
/// # Errors
///
/// When the document holds no page of this version: the browser's console shows it, and the page stays readable.
pub(crate) fn document(wake: impl FnOnce(Live) -> Result<(), JsError>) -> Result<(), JsError> {
    let data =
        browser::text_of(DATA_ID).ok_or_else(|| JsError::new("the document has no page data"))?;
    let head = browser::element(HEAD_ID).ok_or_else(|| JsError::new("the document has no head"))?;
    let live: Live = serde_json::from_str(&data)?;
    let section = browser::path().parse().ok();
    hydrate_from(head, move || leptos::view! { <Head section/> }).forget();
    wake(live)?;
    browser::mark_hydrated();
    Ok(())
}

/// Wakes the content.
///
/// # Errors
///
/// When the document has none.
pub(crate) fn content<V: IntoView>(view: impl FnOnce() -> V + 'static) -> Result<(), JsError> {
    let root =
        browser::element(CONTENT_ID).ok_or_else(|| JsError::new("the document has no content"))?;
    hydrate_from(root, view).forget();
    Ok(())
}
