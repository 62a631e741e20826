//! The WASM module `worker`: reads the input of the decode page, so that the page stays responsive. `static/read.js`
//! calls it.
//!
//! It contains the readers of texts and no views; the module of the pages (`frontend`) contains no readers.

use strata_core::decode::source::Source;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a [`Source`] in Borsh, and returns its contents in Borsh.
///
/// # Errors
///
/// When it is no source: the page has another version.
#[wasm_bindgen]
pub fn read(source: &[u8]) -> Result<Vec<u8>, JsError> {
    let source: Source = borsh::from_slice(source)?;
    Ok(borsh::to_vec(&source.read())?)
}
