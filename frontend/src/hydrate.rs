//! Waking a document: the head on every page, the content where it does more than be read.

use leptos::mount::hydrate_from;
use leptos::prelude::*;
use thiserror::Error;
use wasm_bindgen::JsError;

use crate::app::Head;
use crate::page::{DATA_ID, HEAD_ID, LIVE_ATTRIBUTE, Live};
use crate::{browser, everywhere};

/// The document has no element of that id.
#[derive(Clone, Copy, Debug, Error)]
#[error("the document has no `{0}`")]
pub(crate) struct Missing(pub(crate) &'static str);

/// Wakes the head, and tells which page it is.
///
/// # Errors
///
/// When the document does not say.
pub(crate) fn head() -> Result<Live, JsError> {
    everywhere::settle();
    let word = browser::attribute_of(DATA_ID, LIVE_ATTRIBUTE).unwrap_or_default();
    let live = Live::ALL.into_iter().find(|live| live.as_word() == word);
    let live = live.ok_or_else(|| JsError::new("the document does not say which page it is"))?;
    let section = browser::address().parse().ok();
    wake(HEAD_ID, || view! { <Head section/> })?;
    everywhere::listen();
    Ok(live)
}

/// Wakes what the element with that id holds.
///
/// # Errors
///
/// When the document has no such element.
pub(crate) fn wake<V: IntoView>(
    id: &'static str,
    view: impl FnOnce() -> V + 'static,
) -> Result<(), Missing> {
    hydrate_from(browser::element(id).ok_or(Missing(id))?, view).forget();
    Ok(())
}
