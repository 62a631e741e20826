//! Waking a document: the head on every page, the content where it does more than be read.

use leptos::mount::hydrate_from;
use leptos::prelude::IntoView;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsError;

use crate::app::Head;
use crate::browser;
use crate::page::{CONTENT_ID, DATA_ID, HEAD_ID, LIVE_ATTRIBUTE, Live};

/// Wakes the head, then the content with `wake`, then says so.
///
/// # Errors
///
/// When the document holds no page of this version: the browser's console shows it, and the page stays readable.
pub(crate) fn document(wake: impl FnOnce(Live) -> Result<(), JsError>) -> Result<(), JsError> {
    let word = browser::attribute_of(DATA_ID, LIVE_ATTRIBUTE).unwrap_or_default();
    let live = Live::ALL.into_iter().find(|live| live.as_word() == word);
    let live = live.ok_or_else(|| JsError::new("the document does not say which page it is"))?;
    let head = browser::element(HEAD_ID).ok_or_else(|| JsError::new("the document has no head"))?;
    let section = browser::path().parse().ok();
    hydrate_from(head, move || leptos::view! { <Head section/> }).forget();
    wake(live)?;
    browser::mark_hydrated();
    Ok(())
}

/// Wakes the content with the value in the document.
///
/// # Errors
///
/// When there is none, or one of another version.
pub(crate) fn content<P: DeserializeOwned + 'static, V: IntoView>(
    view: impl FnOnce(P) -> V + 'static,
) -> Result<(), JsError> {
    let data = browser::text_of(DATA_ID).ok_or_else(|| JsError::new("the document has no data"))?;
    let page: P = serde_json::from_str(&data)?;
    let root =
        browser::element(CONTENT_ID).ok_or_else(|| JsError::new("the document has no content"))?;
    hydrate_from(root, move || view(page)).forget();
    Ok(())
}
