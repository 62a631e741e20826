//! The module of the decode page.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::{content, document};
use crate::page::Live;
use crate::pages::decode::DecodeView;

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version.
#[wasm_bindgen]
pub fn hydrate() -> Result<(), JsError> {
    document(|live| match live {
        Live::Decode => content(|page| leptos::view! { <DecodeView page/> }),
        _ => Err(JsError::new("this page belongs to the other module")),
    })
}
