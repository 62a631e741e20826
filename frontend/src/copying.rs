//! Copying by buttons that say what they copy, on every page: one listener for all of them, so that a page with hundreds
//! of such buttons is as light as one with none.

use leptos::ev;
use leptos::prelude::window_event_listener;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use crate::markup::{Element, said};
use crate::page::SAID_ID;
use crate::{browser, data};

/// What a button copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    /// A text that stands on the page.
    Text(String),
    /// What the server answers at this address.
    Answer(String),
}

/// The attribute of a button that copies what the page makes when it is pressed; it says which of that.
pub const MAKES: &str = "data-makes";

/// A button that copies what the page makes when it is pressed: `copy_made` gives it.
#[must_use]
pub fn maker(label: &str, makes: &'static str) -> Element {
    said("button", "button needs-script", label)
        .attr("type", "button")
        .attr(MAKES, makes)
}

/// Copies what `make` makes of the word of the button that was pressed, if it is one that does.
pub fn copy_made(event: &JsValue, make: impl FnOnce(&str) -> Option<String>) {
    let word = browser::touched(event, MAKES).deed;
    if let Some((word, text)) = word.and_then(|word| make(&word).map(|text| (word, text))) {
        spawn_local(async move { told(Ok(text), &word).await });
    }
}

/// Listens, for as long as the page is there.
pub fn listen() {
    let _ = window_event_listener(ev::click, |event| {
        let Some(copied) = browser::copied_by(&event) else {
            return;
        };
        spawn_local(async move {
            match copied {
                Copied::Text(text) => told(Ok(text.clone()), &text).await,
                Copied::Answer(url) => told(data::answer(&url).await, &url).await,
            }
        });
    });
}

/// Copies a text, and says on the page what came of it.
async fn told(text: Result<String, String>, what: &str) {
    let said = match text {
        Ok(text) if browser::copy(&text).await => format!("Copied: {what}"),
        Ok(_) => "The browser refuses to copy.".to_owned(),
        Err(why) => format!("Not copied: {why}."),
    };
    browser::say(SAID_ID, &said);
}
