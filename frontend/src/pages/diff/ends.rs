//! The two points of a comparison: what each is, and the nearest others.

use crate::view::*;
use leptos::ev::{self, KeyboardEvent};
use strata_core::{Layout, Point};

use crate::browser;
use crate::components::picker::serviced;
use crate::components::picker::steps::{
    BRACES, BRACKETS, Keys, PickerView, StepKeys, follow_link, links, step_by,
};
use crate::navigation::InPlaceNavigation;
use crate::page::diff::End;
use crate::page::{DiffPage, Picker};
use crate::route::Route;

const SWAP: &str = "x";

/// Lets the key exchange both points, but in a text field.
pub fn swap_by_key(steps: InPlaceNavigation<DiffPage>) {
    let swap = move |event: KeyboardEvent| {
        let is_plain = browser::pressed(&event).as_deref() == Some(SWAP);
        if is_plain && !browser::is_text_field(&event) {
            steps.to(steps.page().with_untracked(swapped));
        }
    };
    Effect::new(move || {
        let _ = window_event_listener(ev::keydown, swap);
    });
}

fn swapped(page: &DiffPage) -> Route {
    Route::diff(page.structure(), page.diff.to.point, page.diff.from.point)
}

#[component]
pub fn Ends(steps: InPlaceNavigation<DiffPage>) -> impl IntoView {
    let url = move || steps.page().with(swapped).to_string();
    view! {
        <div class="ends">
            <EndView what="From" id="from-point" keys=BRACES steps of=|page| &page.from/>
            <a class="button swap" href=url aria-label="Swap both points" title="Swap both points (x)" aria-keyshortcuts="x">
                "⇄"
            </a>
            <EndView what="To" id="to-point" keys=BRACKETS steps of=|page| &page.to/>
        </div>
    }
}

#[component]
fn EndView(
    what: &'static str,
    id: &'static str,
    keys: Keys,
    steps: InPlaceNavigation<DiffPage>,
    of: fn(&DiffPage) -> &End,
) -> impl IntoView {
    let page = steps.page();
    let picker: Signal<Picker> =
        Memo::new(move |_| page.with(|page| of(page).picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    step_by(keys, picker, on_pick);
    view! {
        <section class="end" aria-label=what on:click=move |event| follow_link(&event, picker, on_pick)>
            {move || page.with(|page| point(what, of(page)))}
            <StepKeys keys what="step this end through the releases"/>
            <details class="end-picker">
                <summary>"Another point"</summary>
                <PickerView picker id on_pick/>
            </details>
        </section>
    }
}

/// What the end is, and the nearest others.
fn point(what: &'static str, end: &End) -> AnyView {
    let picker = &end.picker;
    let Layout { point, size, .. } = &end.layout;
    let layout = Route::layout(&picker.structure, *point).to_string();
    let link = any_view! { <a href=layout><strong class="figure">{point.to_string()}</strong></a> };
    let shown = any_view! {
        <p class="end-point">
            <span class="quiet">{what}</span>
            {link}
            <span>{end.release.clone()}</span>
            <span class="figure">{size.to_string()}</span>
            {serviced(picker, *point)}
        </p>
    };
    any_view! { <div class="end-now">{shown} {links(picker)}</div> }
}
