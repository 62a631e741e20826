//! Bytes, read as one structure at one point: in the browser, so that none of them leaves it.
//!
//! [`state`] is what the visitor put and chose, in signals, and what the worker read of it; [`work`] is what follows, in memos:
//! a slice of the structures → the one that is drawn ([`values`] and [`bytes`]). [`controller`] takes what happens. What is drawn of it is
//! [`crate::markup`], by functions of the [`ViewContext`]: thousands of rows are one view, and what happens on them is told apart at the root.

pub mod action;
pub mod array;
pub mod bytes;
pub mod compare;
pub mod controller;
pub mod example;
pub mod export;
pub mod facts;
pub mod input;
pub mod lines;
pub mod margin;
pub mod options;
pub mod point;
pub mod selection;
pub mod state;
pub mod values;
pub mod verdict;
pub mod work;

#[cfg(test)]
mod tests;

use leptos::ev::{DragEvent, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use strata_core::Point;
use strata_core::decode::words;
use wasm_bindgen::JsValue;

use self::action::{ACTION, Action, Key};
use self::controller::DecodeController;
use self::input::Input;
use self::selection::{BYTES_FRAME, GRID_ID, VALUES_FRAME};
use self::state::ViewContext;
use crate::browser;
use crate::components::picker::step_keys::{self, BRACKETS};
use crate::markup::{Element, Markup, el};
use crate::page::{DecodePage, FAILED_ID};
use crate::route::Route;

/// Bytes, read as one structure at one point.
#[component]
pub fn DecodeView(page: DecodePage) -> impl IntoView {
    let controller = DecodeController::new(page);
    let context = controller.context;
    let over = RwSignal::new(false);
    let page = context.page;
    let picker = Signal::derive(move || page.with(|page| page.picker.clone()));
    let on_pick = Callback::new(move |to: Point| {
        controller.go(page.with_untracked(|page| Route::decode(&page.structure, to)));
    });
    step_keys::step_by(BRACKETS, picker, on_pick);
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
            controller.put_file(file);
        }
    };
    let pasted = move || context.state.paste.read().read.is_some();
    let place = |id: &'static str, draw| pane(context, el("div").attr("id", id), draw);
    let told = el("p")
        .attr("id", "decode-told")
        .attr("class", "visually-hidden")
        .attr("role", "status");
    view! {
        <div
            id="decode"
            class="decode"
            class:is-over=over
            on:click=move |event| press(controller, &event)
            on:keydown=move |event| key(controller, &event)
            on:focusin=move |event| focus(controller, &event)
            on:pointerover=move |event| controller.hover(key_of(&event))
            on:pointerleave=move |_| controller.hover(None)
            on:dragover=drag
            on:dragleave=leave
            on:drop=drop
        >
            {move || point::point(context)}
            <p id=FAILED_ID class="decode-error" role="alert" hidden></p>
            {pane(context, told, facts::told)}
            <div class="decode-desk">
                <Input controller/>
                <div class="decode-answer">
                    <p class="decode-hint quiet needs-script" hidden=pasted>
                        "The answer appears here: which versions fit, what was skipped, the values and the bytes. "
                        <kbd>"Ctrl"</kbd> "+" <kbd>"V"</kbd> " works anywhere on this page."
                    </p>
                    {place("decode-verdict", verdict::verdict)}
                    {place("decode-read", facts::facts)}
                    {place("decode-compared", compare::compare)}
                    {place("decode-place", options::place)}
                    {place("decode-array", array::array)}
                    {panes(context)}
                </div>
                <div class="decode-lines">
                    {place("decode-margin", margin::margin)}
                    {place("decode-findings", facts::findings)}
                </div>
            </div>
            {place("decode-follow", values::follow)}
            {place("decode-export", export::export)}
            {sent(context, el("div").attr("id", "decode-dialects"), facts::dialects)}
            {sent(context, el("div").attr("id", "decode-elsewhere"), facts::elsewhere)}
        </div>
    }
}

/// Where values and bytes are drawn.
fn panes(context: ViewContext) -> impl IntoView {
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
        <section class="decode-pane" aria-label="Values">
            {pane(context, values, values::values)}
        </section>
        <section class="decode-pane" aria-label="Bytes">
            {pane(context, bytes, bytes::bytes)}
            {pane(context, here, bytes::here)}
        </section>
    }
}

/// What is drawn in a place of the page.
type Draw = fn(ViewContext) -> Vec<Markup>;

/// A place of the page: all of them are views of one type.
type Place = Box<dyn Fn() -> Element + Send>;

/// A place, and what is drawn there whenever that changes. Until the page is awake, nothing is.
fn pane(context: ViewContext, place: Element, draw: Draw) -> Place {
    Box::new(move || match context.state.awake.get() {
        true => place.clone().with_all(draw(context)),
        false => place.clone(),
    })
}

/// One that the server draws, too.
fn sent(context: ViewContext, place: Element, draw: Draw) -> Place {
    Box::new(move || place.clone().with_all(draw(context)))
}

fn press(controller: DecodeController, event: &MouseEvent) {
    let touched = browser::touched(event, ACTION);
    let link = touched.link.and_then(|link| link.parse().ok());
    let here = link.filter(|route| matches!(route, Route::Decode { .. }));
    if let Some(action) = touched.action.and_then(|action| Action::of(&action)) {
        event.prevent_default();
        controller.act(action, here);
    } else if let Some(route) = here {
        event.prevent_default();
        controller.go(route);
    } else if let Some(key) = touched.key.and_then(|key| Key::of(&key)) {
        controller.hold_key(key);
    }
}

fn key(controller: DecodeController, event: &KeyboardEvent) {
    let Some(key) = browser::pressed(event) else {
        return;
    };
    let keys = browser::keys_of(event).unwrap_or_default();
    // A button or a link is pressed by these; only the picker's links are steps, too.
    if matches!(key.as_str(), "Enter" | " ") && browser::is_pressed(event) {
        return;
    }
    if controller.key(&keys, &key) {
        event.prevent_default();
    }
}

fn focus(controller: DecodeController, event: &JsValue) {
    match key_of(event) {
        Some(key) => controller.hold_key(key),
        None if browser::focused_id().as_deref() == Some(GRID_ID) => controller.enter_bytes(),
        None => {}
    }
}

fn key_of(event: &JsValue) -> Option<Key> {
    Key::of(&browser::key_of(event)?)
}
