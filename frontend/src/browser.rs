//! What only a browser can do: the one module that names `web_sys`.
//!
//! It compiles on both sides, so that no view needs a `cfg`, and is called from effects, event handlers and the WASM
//! entry only, none of which ever runs on the server. What a browser refuses (storage that is switched off, say) is
//! answered as if it were empty.

mod address;
mod boot;
mod events;
mod field;
mod file;
mod linked;
mod scroll_anchor;

pub use address::{Entry, address, fragment, go, now, origin, query, record, replace};
pub use boot::{copy, download, read};
pub use events::{left, once_drawn, pressed};
pub use field::{clear, listen, mount_in, set_attribute, typed_key, value_of};
pub use file::{PickedFile, chosen, drags_file, dropped, forget_file};
pub use linked::{
    Held, Touched, css_number, focus, focused_id, has_focus, held, is_pressed, is_text_field,
    key_of, keys_of, light, link_of, reveal, touched,
};

pub use scroll_anchor::{place, stay};

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, HtmlElement, Response, Window};

/// The attribute of the root element that only a page that is awake has. Browser tests wait for it.
const HYDRATED_ATTRIBUTE: &str = "data-hydrated";

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}

pub fn element(id: &str) -> Option<HtmlElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

pub fn say(id: &str, text: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(Some(text));
        element.set_hidden(false);
    }
}

/// Lets the browser do what else there is to do.
pub async fn pause() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        if let Some(window) = window() {
            // Refused only where no function is given.
            let _ = window.set_timeout_with_callback(&resolve);
        }
    });
    // It is never rejected.
    let _ = JsFuture::from(promise).await;
}

pub fn attribute_of(id: &str, name: &str) -> Option<String> {
    document()?.get_element_by_id(id)?.get_attribute(name)
}

/// Fetches bytes from the server that sent the page.
///
/// # Errors
///
/// What the browser or the server says, in words.
pub async fn fetch_bytes(url: &str) -> Result<Vec<u8>, String> {
    let window = window().ok_or("no window")?;
    let response = JsFuture::from(window.fetch_with_str(url))
        .await
        .map_err(reason)?;
    let response: Response = response.dyn_into().map_err(reason)?;
    if !response.ok() {
        return Err(format!("status {}", response.status()));
    }
    let buffer = response.array_buffer().map_err(reason)?;
    let buffer = JsFuture::from(buffer).await.map_err(reason)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Why the browser did not do something, in words.
fn reason(error: JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || "no reason given".to_owned(),
        |error| String::from(error.message()),
    )
}

/// Says in the document that it is awake.
pub fn mark_hydrated() {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        // Fails only for a name that is no attribute's.
        let _ = root.set_attribute(HYDRATED_ATTRIBUTE, "");
    }
}
