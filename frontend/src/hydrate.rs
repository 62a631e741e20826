//! Waking a document: the head on every page, the content where it does more than be read.

use leptos::mount::hydrate_from;
use leptos::prelude::IntoView;
use wasm_bindgen::JsError;

use crate::app::Head;
use crate::browser;
use crate::page::{CONTENT_ID, DATA_ID, HEAD_ID, LIVE_ATTRIBUTE, Live};

/// Wakes the head, and tells which page it is.
///
/// # Errors
///
/// When the document does not say.
pub(crate) fn head() -> Result<Live, JsError> {
    let word = browser::attribute_of(DATA_ID, LIVE_ATTRIBUTE).unwrap_or_default();
    let live = Live::ALL.into_iter().find(|live| live.as_word() == word);
    let live = live.ok_or_else(|| JsError::new("the document does not say which page it is"))?;
    let head = browser::element(HEAD_ID).ok_or_else(|| JsError::new("the document has no head"))?;
    let section = browser::path().parse().ok();
    hydrate_from(head, move || leptos::view! { <Head section/> }).forget();
    Ok(live)
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
