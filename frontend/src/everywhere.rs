//! What works on every page once it is awake: the list of keys, menus that close, buttons that copy, the citation
//! of a page that a step led to.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::window_event_listener;

use crate::citation::citation;
use crate::page::{BASE_ATTRIBUTE, CITATION_ID, DATA_ID, FILES_ATTRIBUTE, HASH_ATTRIBUTE, KEYS_ID};
use crate::route::{BasePath, Place};
use crate::{browser, copying};

/// Says where the site is, as the document has it: before anything else.
pub fn settle() {
    let told = |name| browser::attribute_of(DATA_ID, name);
    Place {
        origin: None,
        base: BasePath::told(&told(BASE_ATTRIBUTE).unwrap_or_default()),
        files: told(FILES_ATTRIBUTE).is_some(),
    }
    .settle();
}

/// Listens, for as long as the page is there.
pub fn listen() {
    copying::listen();
    let _ = window_event_listener(ev::keydown, |event: KeyboardEvent| {
        let key = event.key();
        if key == "Escape" {
            browser::close_menu();
        } else if key == "?" && !browser::is_text_field(&event) {
            browser::turn_popover(KEYS_ID);
        }
    });
    let _ = window_event_listener(ev::click, |event| browser::close_menus(&event));
}

/// Writes how the page is cited that has that title and that URL, after a step. (What the server wrote has its whole
/// address from `static/boot.js`.)
pub fn cite(title: &str, url: &str) {
    if let Some(hash) = browser::attribute_of(CITATION_ID, HASH_ATTRIBUTE) {
        let place = browser::origin() + url;
        browser::say(CITATION_ID, &citation(title, &place, &hash));
    }
}
