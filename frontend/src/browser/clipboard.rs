//! The clipboard. Browsers give its interface to pages from `https` and from the machine itself only; on an intranet
//! that has plain `http`, the old way through a selected text still works.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, HtmlElement, HtmlTextAreaElement};

use super::{document, window};

/// Copies a text; whether that went well.
pub async fn copy(text: &str) -> bool {
    if let Some(promise) = modern(text) {
        return JsFuture::from(promise).await.is_ok();
    }
    document().is_some_and(|document| by_selection(&document, text).is_ok_and(|copied| copied))
}

fn modern(text: &str) -> Option<js_sys::Promise> {
    let navigator = window()?.navigator();
    // The bindings promise a clipboard; a page from plain `http` has none.
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    let clipboard: web_sys::Clipboard = clipboard.dyn_into().ok()?;
    Some(clipboard.write_text(text))
}

fn by_selection(document: &Document, text: &str) -> Result<bool, JsValue> {
    let area: HtmlTextAreaElement = document.create_element("textarea")?.dyn_into()?;
    area.set_value(text);
    area.set_class_name("visually-hidden");
    let body = document.body().ok_or(JsValue::NULL)?;
    body.append_child(&area)?;
    let before = document.active_element();
    area.select();
    let command = js_sys::Reflect::get(document, &JsValue::from_str("execCommand"))?;
    let copied = command
        .dyn_into::<js_sys::Function>()?
        .call1(document, &JsValue::from_str("copy"));
    area.remove();
    if let Some(before) = before.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        // What had the focus has it again; refused only by what never had it.
        let _ = before.focus();
    }
    Ok(copied?.is_truthy())
}
