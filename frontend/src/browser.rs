//! The browser API: the one module that names `web_sys`. This file: address bar, history, server requests,
//! `static/boot.js`, files; [`elements`]: the DOM and its events.
//!
//! It compiles for server and browser, so that no view needs a `cfg`; it is called only from effects, event handlers
//! and the WASM entry, none of which runs on the server. Where the browser refuses (storage that is switched off, say),
//! the functions answer as for an empty result.

mod elements;

pub use elements::*;

use js_sys::{Function, Promise, Reflect, Uint8Array};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DragEvent, Event, File, HtmlElement, HtmlInputElement, Location, Response};

use crate::document::document_title;

/// The attribute that the root element has once the page is hydrated. Browser tests wait for it.
const HYDRATED_ATTRIBUTE: &str = "data-hydrated";

pub fn element(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

pub fn set_text(id: &str, text: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(Some(text));
        element.set_hidden(false);
    }
}

/// Yields to the browser's event loop.
pub async fn pause() {
    let promise = Promise::new(&mut |resolve, _| {
        // Fails only without a callback.
        let _ = window().set_timeout_with_callback(&resolve);
    });
    // The promise is never rejected.
    let _ = JsFuture::from(promise).await;
}

pub fn attribute_of(id: &str, name: &str) -> Option<String> {
    document().get_element_by_id(id)?.get_attribute(name)
}

pub async fn fetch_bytes(url: &str) -> Result<Vec<u8>, String> {
    let response = JsFuture::from(window().fetch_with_str(url)).await;
    let response: Response = response.and_then(JsCast::dyn_into).map_err(reason)?;
    if !response.ok() {
        return Err(format!("status {}", response.status()));
    }
    let buffer = response.array_buffer().map_err(reason)?;
    bytes_of(buffer).await.map_err(reason)
}

async fn bytes_of(buffer: Promise) -> Result<Vec<u8>, JsValue> {
    let buffer = JsFuture::from(buffer).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// The message of a JavaScript error.
fn reason(error: JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || "no reason given".to_owned(),
        |error| String::from(error.message()),
    )
}

pub fn mark_hydrated() {
    if let Some(root) = document().document_element() {
        // Fails only for an invalid attribute name.
        let _ = root.set_attribute(HYDRATED_ATTRIBUTE, "");
    }
}

/// How an address enters the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    New,
    Same,
}

fn location(part: fn(&Location) -> Result<String, JsValue>) -> String {
    part(&window().location()).unwrap_or_default()
}

/// The origin of the server: `http://127.0.0.1:8080`.
pub fn origin() -> String {
    location(Location::origin)
}

/// The path and query of the current page; empty where there is none.
pub fn address() -> String {
    location(Location::pathname) + &query()
}

/// The query of the current page with its question mark; empty where there is none.
pub fn query() -> String {
    location(Location::search)
}

/// Sets the document's title to that of a page and, with an entry, the address bar and the history, without loading anything.
pub fn record(url: &str, title: &str, entry: Option<Entry>) {
    if let Ok(history) = window().history() {
        // Refused only for a foreign origin or after too many calls in a row; the page is right all the same.
        let _ = match entry {
            Some(Entry::New) => history.push_state_with_url(&JsValue::NULL, "", Some(url)),
            Some(Entry::Same) => history.replace_state_with_url(&JsValue::NULL, "", Some(url)),
            None => Ok(()),
        };
    }
    document().set_title(&document_title(title));
}

/// The fragment of the current address with its number sign; empty where there is none.
pub fn fragment() -> String {
    location(Location::hash)
}

pub fn go(url: &str) {
    // Fails only for an invalid URL.
    let _ = window().location().set_href(url);
}

/// Loads a page in place of the current history entry: going back leads to the page before it.
pub fn replace(url: &str) {
    // Fails only for an invalid URL.
    let _ = window().location().replace(url);
}

/// Whether the window has room for one column only, as the styles have it (`width < 40rem`).
pub fn is_narrow() -> bool {
    const COLUMN: f64 = 40.0 * 16.0;
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.is_some_and(|width| width < COLUMN)
}

/// The browser's clock, in milliseconds.
pub fn now() -> f64 {
    js_sys::Date::now()
}

const COPY: &str = "strataCopy";
const DOWNLOAD: &str = "strataDownload";
const READ: &str = "strataRead";

/// Copies a text to the clipboard; returns whether that succeeded.
pub async fn copy(text: &str) -> bool {
    let copied = call(COPY, &text.into(), &JsValue::UNDEFINED).await;
    copied.is_ok_and(|copied| copied.is_truthy())
}

/// The worker's answer to `source`; without a source, an empty answer as soon as the worker is ready.
pub async fn read(source: Option<&[u8]>) -> Result<Vec<u8>, String> {
    let source = source.map_or(JsValue::UNDEFINED, |source| Uint8Array::from(source).into());
    let contents = call(READ, &source, &JsValue::UNDEFINED)
        .await
        .map_err(reason)?;
    let contents: Option<Uint8Array> = contents.dyn_into().ok();
    Ok(contents.map_or_else(Vec::new, |contents| contents.to_vec()))
}

pub async fn download(name: &str, text: &str) {
    // The browser asks the visitor and shows the outcome.
    let _ = call(DOWNLOAD, &name.into(), &text.into()).await;
}

async fn call(function: &str, first: &JsValue, second: &JsValue) -> Result<JsValue, JsValue> {
    let window = window();
    let function: Function = Reflect::get(&window, &function.into())?.dyn_into()?;
    let promise: Promise = function.call2(&window, first, second)?.dyn_into()?;
    JsFuture::from(promise).await
}

/// The media type that `boot.js` gives to a long text that was pasted.
const PASTED: &str = "text/x-pasted";

/// A file that was chosen or dropped, or a long text that was pasted; its bytes are not yet read.
#[derive(Clone, Debug)]
pub struct PickedFile(File);

impl PickedFile {
    pub fn name(&self) -> String {
        self.0.name()
    }

    pub fn size(&self) -> u64 {
        // A file size is an integer; formatting a float would cost more code than reading a dump.
        self.0.size() as u64
    }

    pub fn is_pasted(&self) -> bool {
        self.0.type_() == PASTED
    }

    pub async fn read(&self) -> Result<Vec<u8>, String> {
        let bytes = bytes_of(self.0.array_buffer()).await;
        bytes.map_err(|_| {
            "the browser could not read it; does it still exist, and is it a file?".to_owned()
        })
    }
}

pub fn chosen_file(event: &JsValue) -> Option<PickedFile> {
    let event: &Event = event.dyn_ref()?;
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    input.files()?.get(0).map(PickedFile)
}

pub fn dropped_file(event: &JsValue) -> Option<PickedFile> {
    let event: &DragEvent = event.dyn_ref()?;
    event.data_transfer()?.files()?.get(0).map(PickedFile)
}

pub fn drags_file(event: &JsValue) -> bool {
    let event: Option<&DragEvent> = event.dyn_ref();
    let kinds = event.and_then(|event| Some(event.data_transfer()?.types()));
    kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0))
}

/// Empties the file input with that id, so that the same file can be chosen again.
pub fn forget_file(id: &str) {
    let input = element(id).and_then(|input| input.dyn_into::<HtmlInputElement>().ok());
    if let Some(input) = input {
        input.set_value("");
    }
}
