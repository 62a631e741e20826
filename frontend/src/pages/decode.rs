//! Bytes, read as one structure at one point: in the browser, so that none of them leaves it.
//!
//! [`state`] is what the visitor put and chose, in signals, and what the worker read of it; [`work`] is what follows, in memos:
//! a slice of the structures → the one that is drawn ([`values`] and [`bytes`]). [`controller`] takes what happens. What is drawn
//! follows from the [`ViewContext`]; of thousands of rows only those that differ are drawn anew, and what happens on them is told
//! apart at the root.

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
pub mod selection;
pub mod state;
pub mod values;
pub mod verdict;
pub mod work;

#[cfg(test)]
mod tests;

use crate::view::*;
use leptos::ev::{DragEvent, KeyboardEvent, MouseEvent};
use strata_core::Point;
use strata_core::decode::words;
use wasm_bindgen::JsValue;

use self::action::{ACTION, Action, Key};
use self::controller::DecodeController;
use self::input::Input;
use self::selection::{BYTES_FRAME, GRID_ID, VALUES_FRAME};
use self::state::ViewContext;
use crate::browser;
use crate::components::figures;
use crate::components::picker::steps::{self, BRACKETS, links};
use crate::components::picker::{Picks, folded, menu};
use crate::page::{DecodePage, FAILED_ID};
use crate::route::Route;

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
    steps::step_by(BRACKETS, picker, on_pick);
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
    let place = |id: &'static str, draw: Draw| any_view! { <div id=id>{pane(context, draw)}</div> };
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
            {move || point(context)}
            <p id=FAILED_ID class="decode-error" role="alert" hidden></p>
            <p id="decode-told" class="visually-hidden" role="status">
                {pane(context, facts::told)}
            </p>
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
                    <div id="decode-margin">
                        {pane_while(context, margin::is_text, margin::margin)}
                    </div>
                    {place("decode-findings", facts::findings)}
                </div>
            </div>
            {place("decode-follow", values::follow)}
            {place("decode-export", export::export)}
            <div id="decode-dialects">{pane_while(context, |_| true, facts::dialects)}</div>
            <div id="decode-elsewhere">{pane_while(context, |_| true, facts::elsewhere)}</div>
        </div>
    }
}

fn panes(context: ViewContext) -> AnyView {
    let is_drawn =
        |context: ViewContext| context.state.awake.get() && context.work.drawn.read().is_some();
    any_view! {
        <section class="decode-pane" aria-label="Values">
            <div class="values-scroll" id=VALUES_FRAME>
                {pane_while(context, is_drawn, values::values)}
            </div>
        </section>
        <section class="decode-pane" aria-label="Bytes">
            <div class="hex-scroll" id=BYTES_FRAME>
                {pane_while(context, is_drawn, bytes::bytes)}
            </div>
            <p class="decode-here" id="decode-here" aria-live="polite">
                {pane(context, bytes::here)}
            </p>
        </section>
    }
}

type Draw = fn(ViewContext) -> Option<AnyView>;

/// What the ids of the picker begin with.
const POINT_ID: &str = "point";

fn point(context: ViewContext) -> AnyView {
    let page = context.page.read();
    // The arrow keys work in the picker once the page is awake.
    let steps = context.state.awake.get();
    let picks = Picks {
        picker: &page.picker,
        id: POINT_ID,
        steps,
    };
    let picker = any_view! {
        {picks.field()}
        <div data-keys="picker">{picks.view()}</div>
    };
    any_view! {
        <div id="decode-point" class="decode-point">
            <div class="point-bar">
                {menu(&page.picker)}
                <div class="point-steps">{links(&page.picker)}</div>
                {point_head(&page)}
            </div>
            {folded(picker)}
        </div>
    }
}

fn follow(page: &DecodePage) {
    Picks {
        picker: &page.picker,
        id: POINT_ID,
        steps: true,
    }
    .follow();
}

fn point_head(page: &DecodePage) -> AnyView {
    let layout = Route::layout(&page.structure, page.point).to_string();
    let history = Route::structure(&page.structure).to_string();
    let size = format!(
        "{} = {}",
        figures::size(page.size),
        figures::bytes(page.size)
    );
    any_view! {
        <p class="facts">
            <span role="status">
                <strong class="facts-point">{page.point.to_string()}</strong>
                " "
                <span>{size}</span>
            </span>
            <a href=layout>"Layout"</a>
            <a href=history>"History"</a>
        </p>
    }
}

/// What is drawn whenever what it reads changes. Until the page is awake, nothing is.
fn pane(context: ViewContext, draw: Draw) -> AnyView {
    pane_while(context, |context| context.state.awake.get(), draw)
}

/// What is drawn for as long as that is so.
fn pane_while(context: ViewContext, there: fn(ViewContext) -> bool, draw: Draw) -> AnyView {
    let there = Memo::new(move |_| there(context));
    (move || there.get().then(|| draw(context)).flatten()).into_any()
}

/// The heads of a grid, with a class of their own.
fn heads<const N: usize>(class: &'static str, heads: [&'static str; N]) -> AnyView {
    let heads = heads.map(|head| any_view! { <th class=class scope="col">{head}</th> });
    any_view! { <thead><tr>{heads.into_iter().collect_view()}</tr></thead> }
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
