//! Bytes, read as one structure at one point: in the browser, so that none of them leaves it.
//!
//! [`source`] → [`work`]: [`slice`] → [`drawn`] ([`lines`] and [`grid`]) are values and what follows from them; [`state`] is
//! what the visitor chose. [`desk`] takes what happens and lets [`sheets`] draw what differs. Only what is there before
//! anything is pasted is a view of Leptos'.

pub mod asked;
pub mod compare;
pub mod deed;
pub mod desk;
pub mod drawn;
pub mod elsewhere;
pub mod example;
pub mod export;
pub mod facts;
pub mod findings;
pub mod follow;
pub mod grid;
pub mod here;
pub mod hex;
pub mod input;
pub mod lines;
pub mod look;
pub mod margin;
pub mod place;
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

use crate::erase::Erase;
use leptos::ev::{DragEvent, KeyboardEvent};
use leptos::prelude::*;
use strata_core::Point;
use wasm_bindgen::JsValue;

use self::deed::{DEED, Deed, Key};
use self::desk::Desk;
use self::elsewhere::Elsewhere;
use self::input::Input;
use self::look::{BYTES_FRAME, GRID_ID, VALUES_FRAME};
use crate::browser;
use crate::components::figures;
use crate::components::picker::PickerView;
use crate::components::picker::menu::StructureMenu;
use crate::page::{DecodePage, FAILED_ID, Picker};
use crate::resolve;
use crate::route::Route;
use crate::steps::{Made, Steps};

/// Bytes, read as one structure at one point.
#[component]
pub fn DecodeView(page: DecodePage) -> impl IntoView {
    let first = page.clone();
    let steps = Steps::new(page, |route, dataset| {
        let Route::Decode { name, point } = route else {
            return None;
        };
        let (page, route) = resolve::decode(dataset, name, point).ok()?;
        let title = page.title();
        Some(Made { page, route, title })
    });
    let page = steps.page();
    let desk = Desk::new(first, Callback::new(move |to: Route| steps.to(to)));
    Effect::new({
        let desk = desk.clone();
        move || desk.turn_to(page.get())
    });
    let over = RwSignal::new(false);
    let drag = move |event: DragEvent| {
        if browser::drags_file(&event) {
            event.prevent_default();
            over.set(true);
        }
    };
    let drop = {
        let desk = desk.clone();
        move |event: DragEvent| {
            over.set(false);
            if let Some(file) = browser::dropped(&event) {
                event.prevent_default();
                desk.put_file(file);
            }
        }
    };
    let click = {
        let desk = desk.clone();
        move |event: leptos::ev::MouseEvent| {
            if press(&desk, steps, &event) {
                event.prevent_default();
            }
        }
    };
    let hover = {
        let desk = desk.clone();
        move |event: leptos::ev::PointerEvent| desk.hover(key_of(&event))
    };
    let leave = {
        let desk = desk.clone();
        move |_| desk.hover(None)
    };
    let focus = {
        let desk = desk.clone();
        move |event: leptos::ev::FocusEvent| match key_of(&event) {
            Some(key) => desk.hold(key),
            None if browser::focused_id().as_deref() == Some(GRID_ID) => desk.enter_bytes(),
            None => {}
        }
    };
    let keydown = {
        let desk = desk.clone();
        move |event: KeyboardEvent| {
            let modified = event.alt_key() || event.ctrl_key() || event.meta_key();
            let pressed = matches!(event.key().as_str(), "Enter" | " ");
            if modified || pressed && browser::is_pressed(&event) {
                return;
            }
            if let Some(keys) = browser::keys_of(&event)
                && desk.key(&keys, &event.key())
            {
                event.prevent_default();
            }
        }
    };
    view! {
        <div
            class="decode"
            class:is-over=move || over.get()
            on:dragover=drag
            on:dragleave=move |_| over.set(false)
            on:drop=drop
            on:click=click
            on:pointerover=hover
            on:pointerleave=leave
            on:focusin=focus
            on:keydown=keydown
        >
            <PointPicker steps/>
            <p id=FAILED_ID class="decode-error" role="alert" hidden></p>
            <Input desk/>
            <Results/>
            <Elsewhere page/>
        </div>
    }
}

/// What a click does; whether it did it, so that the browser need not.
fn press(desk: &Desk, steps: Steps<DecodePage>, event: &JsValue) -> bool {
    let touched = browser::touched(event, DEED);
    let link = touched.link.and_then(|link| link.parse().ok());
    let here = link.filter(|route| matches!(route, Route::Decode { .. }));
    if let Some(deed) = touched.deed.and_then(|deed| Deed::of(&deed)) {
        desk.act(deed, here);
        return true;
    }
    if let Some(route) = here {
        steps.to(route);
        return true;
    }
    if let Some(key) = touched.key.and_then(|key| Key::of(&key)) {
        desk.hold(key);
    }
    false
}

fn key_of(event: &JsValue) -> Option<Key> {
    Key::of(&browser::key_of(event)?)
}

/// Which structure at which point: another structure has another picker.
#[component]
fn PointPicker(steps: Steps<DecodePage>) -> impl IntoView {
    let page = steps.page();
    let structure = Memo::new(move |_| page.with(|page| page.structure.to_string()));
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    let menu = move || {
        structure.track();
        view! { <StructureMenu picker/> }
    };
    let points = move || {
        structure.track();
        view! { <PickerView picker on_pick/> }
    };
    view! {
        <div class="decode-point">
            {menu}
            <Head page/>
            {points}
        </div>
    }
    .erase()
}

/// The places on which is drawn what comes out.
#[component]
fn Results() -> impl IntoView {
    view! {
        <p id="decode-told" class="visually-hidden" role="status"></p>
        <div id="decode-read"></div>
        <div id="decode-compared"></div>
        <div id="decode-verdict"></div>
        <div id="decode-margin"></div>
        <div id="decode-place"></div>
        <div id="decode-findings"></div>
        <div class="decode-panes">
            <section class="decode-pane" aria-label="Bytes">
                <div class="hex-scroll" id=BYTES_FRAME></div>
                <p class="decode-here" id="decode-here" aria-live="polite"></p>
            </section>
            <section class="decode-pane" aria-label="Values">
                <div class="values-scroll" id=VALUES_FRAME></div>
            </section>
        </div>
        <div id="decode-follow"></div>
        <div id="decode-export"></div>
        <div id="decode-dialects"></div>
    }
    .erase()
}

#[component]
fn Head(page: Signal<DecodePage>) -> impl IntoView {
    let layout = move || page.with(|page| Route::layout(&page.structure, page.point).to_string());
    let history = move || page.with(|page| Route::structure(&page.structure).to_string());
    let size = move || {
        let size = page.with(|page| page.size);
        format!("{} = {}", figures::size(size), figures::bytes(size))
    };
    view! {
        <p class="facts" role="status">
            <strong class="facts-point">{move || page.with(|page| page.point.to_string())}</strong>
            <span>{size}</span>
        </p>
        <p class="actions">
            <a href=layout>"Layout"</a>
            <a href=history>"History"</a>
        </p>
        <p class="decode-promise">
            <strong>"Decode bytes: none of them leaves this browser. "</strong>
            "The layouts are loaded before anything can be pasted; decoding asks no server, and nothing is stored."
        </p>
    }
    .erase()
}
