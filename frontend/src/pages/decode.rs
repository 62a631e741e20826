//! Bytes, read as one structure at one point: in the browser, so that none of them leaves it.
//!
//! [`source`] → [`desk`] → [`slice`] → [`drawn`] ([`lines`] and [`grid`]) are values and what follows from them;
//! [`input`], [`facts`], [`mod@result`] and below are what is seen of them.

pub mod asked;
pub mod desk;
pub mod drawn;
pub mod elsewhere;
pub mod example;
pub mod export;
pub mod facts;
pub mod findings;
pub mod grid;
pub mod hex;
pub mod input;
pub mod instances;
pub mod lines;
pub mod links;
pub mod result;
pub mod slice;
pub mod source;
pub mod spot;
pub mod values;
pub mod words;

#[cfg(test)]
mod tests;

use crate::erase::Erase;
use leptos::ev::DragEvent;
use leptos::prelude::*;
use strata_core::Point;

use self::desk::Desk;
use self::elsewhere::Elsewhere;
use self::facts::Facts;
use self::input::Input;
use self::links::Links;
use self::result::Outcome;
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
    let steps = Steps::new(page, |route, dataset| {
        let Route::Decode { name, point } = route else {
            return None;
        };
        let (page, route) = resolve::decode(dataset, name, point).ok()?;
        let title = page.title();
        Some(Made { page, route, title })
    });
    let page = steps.page();
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    let desk = Desk::new(page);
    let links = Links::new();
    let over = RwSignal::new(false);
    Effect::new(move || {
        desk.drawn.track();
        links.reset();
    });
    let drag = move |event: DragEvent| {
        if browser::drags_file(&event) {
            event.prevent_default();
            over.set(true);
        }
    };
    let drop = move |event: DragEvent| {
        over.set(false);
        if let Some(file) = browser::dropped(&event) {
            event.prevent_default();
            desk.put_file(file);
        }
    };
    view! {
        <div
            class="decode"
            class:is-over=move || over.get()
            on:dragover=drag
            on:dragleave=move |_| over.set(false)
            on:drop=drop
        >
            <div class="decode-point">
                <StructureMenu picker/>
                <Head page/>
                <PickerView picker on_pick/>
            </div>
            <p id=FAILED_ID class="decode-error" role="alert" hidden></p>
            <Input desk/>
            <Facts desk/>
            <Outcome desk links/>
            <Elsewhere page/>
        </div>
    }
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
            "The layouts are loaded before anything is pasted; decoding asks no server, and nothing is stored."
        </p>
    }
    .erase()
}
