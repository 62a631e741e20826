//! Bytes, read as one structure at one point: in the browser, so that none of them leaves it.
//!
//! [`source`] → [`work`]: [`slice`] → [`drawn`] ([`lines`] and [`grid`]) are values and what follows from them; [`state`] is
//! what the visitor chose. [`desk`] takes what happens and lets [`sheets`] draw what differs: the page
//! is made of [`crate::markup`] throughout, and its module holds nothing of Leptos'.

mod app;
pub mod asked;
pub mod compare;
mod copy;
pub mod deed;
pub mod desk;
pub mod drawn;
pub mod elsewhere;
pub mod example;
pub mod export;
pub mod facts;
pub mod fate;
pub mod findings;
pub mod follow;
pub mod grid;
pub mod here;
pub mod hex;
pub mod input;
mod keys;
pub mod lines;
pub mod look;
pub mod margin;
pub mod place;
pub mod point;
pub mod scene;
pub mod sheets;
pub mod slice;
pub mod source;
pub mod spot;
pub mod state;
pub mod text;
pub mod values;
pub mod verdict;
pub mod words;
pub mod work;

#[cfg(test)]
mod tests;

use wasm_bindgen::JsValue;

use self::asked::Field;
use self::deed::{DEED, Deed, Key};
use self::desk::Desk;
use self::input::{FILE_ID, FORM_ID, TEXT_ID};
use self::look::{BYTES_FRAME, GRID_ID, VALUES_FRAME};
use self::sheets::{ELSEWHERE_ID, POINT_ID};
use crate::browser;
use crate::markup::{Element, Markup, el};
use crate::page::{DecodePage, FAILED_ID};
use crate::route::Route;

/// The id of what is on the page.
const ROOT_ID: &str = "decode";

/// The page as the server sends it.
#[must_use]
pub fn document(page: &DecodePage) -> Markup {
    let place = |id: &'static str| el("div").attr("id", id);
    let failed = el("p")
        .attr("id", FAILED_ID)
        .attr("class", "decode-error")
        .attr("role", "alert")
        .attr("hidden", "");
    let told = el("p")
        .attr("id", "decode-told")
        .attr("class", "visually-hidden")
        .attr("role", "status");
    let point = place(POINT_ID)
        .attr("class", "decode-point")
        .with_all(point::markup(page, false));
    el("div")
        .attr("id", ROOT_ID)
        .attr("class", "decode")
        .with(point)
        .with(failed)
        .with(input::input())
        .with(told)
        .with(place("decode-read"))
        .with(place("decode-compared"))
        .with(place("decode-verdict"))
        .with(place("decode-margin"))
        .with(place("decode-place"))
        .with(place("decode-findings"))
        .with(panes())
        .with(place("decode-follow"))
        .with(place("decode-export"))
        .with(place("decode-dialects"))
        .with(place(ELSEWHERE_ID).with_all(elsewhere::elsewhere(page)))
        .into()
}

/// Where bytes and values are drawn, side by side where there is room.
fn panes() -> Element {
    let pane = |label: &'static str, class: &'static str, frame: &'static str| {
        el("section")
            .attr("class", "decode-pane")
            .attr("aria-label", label)
            .with(el("div").attr("class", class).attr("id", frame))
    };
    let here = el("p")
        .attr("class", "decode-here")
        .attr("id", "decode-here")
        .attr("aria-live", "polite");
    el("div")
        .attr("class", "decode-panes")
        .with(pane("Bytes", "hex-scroll", BYTES_FRAME).with(here))
        .with(pane("Values", "values-scroll", VALUES_FRAME))
}

/// Wakes the page that the server sent.
pub fn wake(page: DecodePage) {
    let desk = Desk::new(page);
    desk.wake();
    for (name, happened) in HAPPENINGS {
        let desk = desk.clone();
        browser::listen(
            ROOT_ID,
            name,
            Box::new(move |event| happened(&desk, &event)),
        );
    }
    browser::enable(FORM_ID);
}

/// What an event does.
type Happening = fn(&Desk, &JsValue);

/// What can happen, and what it does.
const HAPPENINGS: [(&str, Happening); 10] = [
    ("click", press),
    ("input", typed),
    ("change", chosen),
    ("keydown", key),
    ("focusin", focus),
    ("pointerover", |desk, event| desk.hover(key_of(event))),
    ("pointerleave", |desk, _| desk.hover(None)),
    ("dragover", drag),
    ("dragleave", |_, event| {
        if browser::left(event) {
            over(false);
        }
    }),
    ("drop", drop),
];

fn press(desk: &Desk, event: &JsValue) {
    let touched = browser::touched(event, DEED);
    let link = touched.link.and_then(|link| link.parse().ok());
    let here = link.filter(|route| matches!(route, Route::Decode { .. }));
    if let Some(deed) = touched.deed.and_then(|deed| Deed::of(&deed)) {
        browser::prevent(event);
        desk.act(deed, here);
    } else if let Some(route) = here {
        browser::prevent(event);
        desk.go(route);
    } else if let Some(key) = touched.key.and_then(|key| Key::of(&key)) {
        desk.hold(key);
    }
}

fn typed(desk: &Desk, event: &JsValue) {
    let Some((id, value)) = browser::field_of(event) else {
        return;
    };
    if id == TEXT_ID {
        desk.typed(value);
    } else if let Some(field) = Field::ALL.into_iter().find(|field| field.id() == id) {
        desk.asked(field, value);
    }
}

fn chosen(desk: &Desk, event: &JsValue) {
    let is_file = browser::field_of(event).is_some_and(|(id, _)| id == FILE_ID);
    if let Some(file) = browser::chosen(event).filter(|_| is_file) {
        desk.put_file(file);
    }
}

fn key(desk: &Desk, event: &JsValue) {
    let Some(key) = browser::pressed(event) else {
        return;
    };
    let keys = browser::keys_of(event).unwrap_or_default();
    // A button or a link is pressed by these; only the picker's links are steps, too.
    if matches!(key.as_str(), "Enter" | " ") && browser::is_pressed(event) {
        return;
    }
    if desk.key(&keys, &key) {
        browser::prevent(event);
    }
}

fn focus(desk: &Desk, event: &JsValue) {
    match key_of(event) {
        Some(key) => desk.hold(key),
        None if browser::focused_id().as_deref() == Some(GRID_ID) => desk.enter_bytes(),
        None => {}
    }
}

fn drag(_: &Desk, event: &JsValue) {
    if browser::drags_file(event) {
        browser::prevent(event);
        over(true);
    }
}

fn drop(desk: &Desk, event: &JsValue) {
    over(false);
    if let Some(file) = browser::dropped(event) {
        browser::prevent(event);
        desk.put_file(file);
    }
}

/// Marks that what is dragged over the page can be dropped here.
fn over(on: bool) {
    browser::set_class(ROOT_ID, "is-over", on);
}

fn key_of(event: &JsValue) -> Option<Key> {
    Key::of(&browser::key_of(event)?)
}
