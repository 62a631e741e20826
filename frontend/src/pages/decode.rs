//! Bytes, read as one structure at one point: in the browser, so that none of them leaves it.
//!
//! [`state`] is what the visitor put and chose, in signals; [`work`] is what follows from it, in memos: [`source`] →
//! [`slice`] → [`drawn`] ([`lines`] and [`grid`]). [`desk`] takes what happens. What is drawn of it is [`crate::markup`], by
//! functions of the [`scene`]: thousands of rows are one view, and what happens on them is told apart at the root.

mod act;
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

use leptos::ev::{DragEvent, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use self::deed::{DEED, Deed, Key};
use self::desk::Desk;
use self::input::Input;
use self::look::{BYTES_FRAME, GRID_ID, VALUES_FRAME};
use self::scene::Scene;
use crate::browser;
use crate::markup::{Element, Markup, el};
use crate::page::{DecodePage, FAILED_ID};
use crate::route::Route;

/// Bytes, read as one structure at one point.
#[component]
pub fn DecodeView(page: DecodePage) -> impl IntoView {
    let desk = Desk::new(page);
    let scene = desk.scene;
    let over = RwSignal::new(false);
    let drag = move |event: DragEvent| {
        if browser::drags_file(&event) {
            event.prevent_default();
            over.set(true);
        }
    };
    let leave = move |event: DragEvent| {
        if browser::left(&event) {
            over.set(false);
        }
    };
    let drop = move |event: DragEvent| {
        over.set(false);
        if let Some(file) = browser::dropped(&event) {
            event.prevent_default();
            desk.put_file(file);
        }
    };
    let place = |id: &'static str, draw| pane(scene, el("div").attr("id", id), draw);
    let point = el("div")
        .attr("id", "decode-point")
        .attr("class", "decode-point");
    let told = el("p")
        .attr("id", "decode-told")
        .attr("class", "visually-hidden")
        .attr("role", "status");
    view! {
        <div
            id="decode"
            class="decode"
            class:is-over=over
            on:click=move |event| press(desk, &event)
            on:keydown=move |event| key(desk, &event)
            on:focusin=move |event| focus(desk, &event)
            on:pointerover=move |event| desk.hover(key_of(&event))
            on:pointerleave=move |_| desk.hover(None)
            on:dragover=drag
            on:dragleave=leave
            on:drop=drop
        >
            {sent(scene, point, point::point)}
            <p id=FAILED_ID class="decode-error" role="alert" hidden></p>
            <Input desk/>
            {pane(scene, told, facts::told)}
            {place("decode-read", facts::facts)}
            {place("decode-compared", compare::compare)}
            {place("decode-verdict", verdict::verdict)}
            {place("decode-margin", margin::margin)}
            {place("decode-place", place::place)}
            {place("decode-findings", findings::findings)}
            {panes(scene)}
            {place("decode-follow", follow::follow)}
            {place("decode-export", export::export)}
            {sent(scene, el("div").attr("id", "decode-dialects"), facts::dialects)}
            {sent(scene, el("div").attr("id", "decode-elsewhere"), elsewhere::elsewhere)}
        </div>
    }
}

/// Where bytes and values are drawn, side by side where there is room.
fn panes(scene: Scene) -> impl IntoView {
    let bytes = el("div")
        .attr("class", "hex-scroll")
        .attr("id", BYTES_FRAME);
    let here = el("p")
        .attr("class", "decode-here")
        .attr("id", "decode-here")
        .attr("aria-live", "polite");
    let values = el("div")
        .attr("class", "values-scroll")
        .attr("id", VALUES_FRAME);
    view! {
        <div class="decode-panes">
            <section class="decode-pane" aria-label="Bytes">
                {pane(scene, bytes, hex::bytes)}
                {pane(scene, here, here::here)}
            </section>
            <section class="decode-pane" aria-label="Values">
                {pane(scene, values, values::values)}
            </section>
        </div>
    }
}

/// What is drawn in a place of the page.
type Draw = fn(Scene) -> Vec<Markup>;

/// A place of the page: all of them are views of one type.
type Place = Box<dyn Fn() -> Element + Send>;

/// A place, and what is drawn there whenever that changes. Until the page is awake, nothing is.
fn pane(scene: Scene, place: Element, draw: Draw) -> Place {
    Box::new(move || match scene.state.awake.get() {
        true => place.clone().with_all(draw(scene)),
        false => place.clone(),
    })
}

/// One that the server draws, too.
fn sent(scene: Scene, place: Element, draw: Draw) -> Place {
    Box::new(move || place.clone().with_all(draw(scene)))
}

fn press(desk: Desk, event: &MouseEvent) {
    let touched = browser::touched(event, DEED);
    let link = touched.link.and_then(|link| link.parse().ok());
    let here = link.filter(|route| matches!(route, Route::Decode { .. }));
    if let Some(deed) = touched.deed.and_then(|deed| Deed::of(&deed)) {
        event.prevent_default();
        desk.act(deed, here);
    } else if let Some(route) = here {
        event.prevent_default();
        desk.go(route);
    } else if let Some(key) = touched.key.and_then(|key| Key::of(&key)) {
        desk.hold_key(key);
    }
}

fn key(desk: Desk, event: &KeyboardEvent) {
    let Some(key) = browser::pressed(event) else {
        return;
    };
    let keys = browser::keys_of(event).unwrap_or_default();
    // A button or a link is pressed by these; only the picker's links are steps, too.
    if matches!(key.as_str(), "Enter" | " ") && browser::is_pressed(event) {
        return;
    }
    if desk.key(&keys, &key) {
        event.prevent_default();
    }
}

fn focus(desk: Desk, event: &JsValue) {
    match key_of(event) {
        Some(key) => desk.hold_key(key),
        None if browser::focused_id().as_deref() == Some(GRID_ID) => desk.enter_bytes(),
        None => {}
    }
}

fn key_of(event: &JsValue) -> Option<Key> {
    Key::of(&browser::key_of(event)?)
}
