//! Copying by buttons that say what they copy, on every page: one listener for all of them, so that a page with hundreds
//! of such buttons is as light as one with none.

use leptos::ev;
use leptos::prelude::window_event_listener;
use wasm_bindgen_futures::spawn_local;

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

/// Listens, for as long as the page is there.
pub fn listen() {
    let _ = window_event_listener(ev::click, |event| {
        let Some(copied) = browser::copied_by(&event) else {
            return;
        };
        spawn_local(async move {
            let (text, what) = match copied {
                Copied::Text(text) => (Ok(text.clone()), text),
                Copied::Answer(url) => (data::answer(&url).await, url),
            };
            let said = match text {
                Ok(text) if browser::copy(&text).await => format!("Copied: {what}"),
                Ok(_) => "The browser refuses to copy.".to_owned(),
                Err(why) => format!("Not copied: {why}."),
            };
            browser::say(SAID_ID, &said);
        });
    });
}
