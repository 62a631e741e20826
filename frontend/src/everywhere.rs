//! What works on every page once it is awake: the list of keys, menus that close, buttons that copy, the citation with
//! its whole address.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::window_event_listener;

use crate::citation::citation;
use crate::page::{CITATION_ID, HASH_ATTRIBUTE, KEYS_ID};
use crate::route::Route;
use crate::{browser, copying};

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

/// Writes how the page is cited that has that title and is shown here.
pub fn cite(title: &str) {
    if let Some(hash) = browser::attribute_of(CITATION_ID, HASH_ATTRIBUTE) {
        // Of a query only what is searched for says what the page shows.
        let path = browser::path();
        let route: Result<Route, _> = (path.clone() + &browser::query()).parse();
        let place = browser::origin() + &route.map_or(path, |route| route.to_string());
        browser::say(CITATION_ID, &citation(title, &place, &hash));
    }
}
