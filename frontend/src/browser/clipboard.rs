//! The clipboard, by the function of `static/boot.js`, which knows the way for pages from plain `http`, too.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::window;

/// The name of the function.
const COPY: &str = "strataCopy";

/// Copies a text; whether that went well.
pub async fn copy(text: &str) -> bool {
    let promise = || {
        let window = window()?;
        let copy = js_sys::Reflect::get(&window, &JsValue::from_str(COPY)).ok()?;
        let copy: js_sys::Function = copy.dyn_into().ok()?;
        let promise = copy.call1(&window, &JsValue::from_str(text)).ok()?;
        promise.dyn_into::<js_sys::Promise>().ok()
    };
    let Some(promise) = promise() else {
        return false;
    };
    JsFuture::from(promise)
        .await
        .is_ok_and(|copied| copied.is_truthy())
}
