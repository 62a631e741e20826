//! The module of every page but the decode page: layouts and diffs wake, the others are read.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::{content, document};
use crate::page::Live;
use crate::pages::diff::DiffView;
use crate::pages::layout::LayoutView;

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version.
#[wasm_bindgen]
pub fn hydrate() -> Result<(), JsError> {
    document(|live| match live {
        Live::Layout => content(|page| leptos::view! { <LayoutView page/> }),
        Live::Diff => content(|page| leptos::view! { <DiffView page/> }),
        Live::Decode => Err(JsError::new("this page belongs to the other module")),
        Live::Still => Ok(()),
    })
}
