//! What `static/boot.js` does for the module, by functions of the window: copying, for which it knows the way for pages from plain
//! `http`, too; giving a text as a file; and reading in a worker.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::{reason, window};

const COPY: &str = "strataCopy";
const DOWNLOAD: &str = "strataDownload";
const READ: &str = "strataRead";

/// Copies a text; whether that went well.
pub async fn copy(text: &str) -> bool {
    let copied = call(COPY, &text.into(), &JsValue::UNDEFINED).await;
    copied.is_ok_and(|copied| copied.is_truthy())
}

/// What the worker answers to `source`; without one, nothing, once the worker is ready.
///
/// # Errors
///
/// Why it does not, in words.
pub async fn read(source: Option<&[u8]>) -> Result<Vec<u8>, String> {
    let source = source.map_or(JsValue::UNDEFINED, |source| Uint8Array::from(source).into());
    let contents = call(READ, &source, &JsValue::UNDEFINED)
        .await
        .map_err(reason)?;
    let contents: Option<Uint8Array> = contents.dyn_into().ok();
    Ok(contents.map_or_else(Vec::new, |contents| contents.to_vec()))
}

/// Gives a text as a file of that name.
pub async fn download(name: &str, text: &str) {
    // The browser asks the visitor, and says what comes of it.
    let _ = call(DOWNLOAD, &name.into(), &text.into()).await;
}

async fn call(function: &str, first: &JsValue, second: &JsValue) -> Result<JsValue, JsValue> {
    let window = window().ok_or(JsValue::NULL)?;
    let function: Function = Reflect::get(&window, &function.into())?.dyn_into()?;
    let promise: Promise = function.call2(&window, first, second)?.dyn_into()?;
    JsFuture::from(promise).await
}
