//! Buttons that copy what the page makes when they are pressed. Those that copy what stands on a page say so by attributes, and
//! `static/boot.js` does it.

use crate::view::*;
use leptos::attr::custom::custom_attribute;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::page::SAID_ID;

/// The attribute of a button that copies what the page makes when it is pressed; it says which of that.
pub const MAKES: &str = "data-makes";

/// A button that copies what the page makes when it is pressed: `copy_made` gives it.
pub fn maker(label: &str, makes: &'static str) -> AnyView {
    any_view! { <button class="button needs-script" type="button" {..custom_attribute(MAKES, makes)}>{label.to_owned()}</button> }
}

/// Copies what `make` makes of the word of the button that was pressed, if it is one that does, and says on the page what came
/// of it.
pub fn copy_made(event: &JsValue, make: impl FnOnce(&str) -> Option<String>) {
    let word = browser::touched(event, MAKES).action;
    if let Some((word, text)) = word.and_then(|word| make(&word).map(|text| (word, text))) {
        spawn_local(async move {
            let said = match browser::copy(&text).await {
                true => format!("Copied: {word}"),
                false => "The browser refuses to copy.".to_owned(),
            };
            browser::say(SAID_ID, &said);
        });
    }
}
