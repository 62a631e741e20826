//! Copying a text, on pages that browsers trust and on those that they do not: plain http to a name has no clipboard.

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// The class that keeps the text out of sight while the browser copies it.
const CLASS: &str = "copied-from";

/// Copies a text; answers whether the browser did.
pub async fn copy(text: &str) -> bool {
    let Some(navigator) = super::window().map(|window| window.navigator()) else {
        return false;
    };
    let has_clipboard = Reflect::get(&navigator, &"clipboard".into())
        .is_ok_and(|clipboard| !clipboard.is_undefined());
    if has_clipboard {
        let written = JsFuture::from(navigator.clipboard().write_text(text)).await;
        if written.is_ok() {
            return true;
        }
    }
    copy_selection(text).unwrap_or(false)
}

/// The way from before there was a clipboard: select the text in a field, and copy the selection.
fn copy_selection(text: &str) -> Option<bool> {
    let document = super::document()?;
    let field = document.create_element("textarea").ok()?;
    let field: HtmlTextAreaElement = field.dyn_into().ok()?;
    field.set_class_name(CLASS);
    field.set_value(text);
    document.body()?.append_child(&field).ok()?;
    field.select();
    let copied = document.dyn_ref::<HtmlDocument>()?.exec_command("copy");
    field.remove();
    copied.ok()
}
