//! The two points of a comparison: what each is, and the nearest others.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use strata_core::Point;

use crate::browser;
use crate::components::figures;
use crate::components::picker::step_keys::{self, BRACES, BRACKETS, Keys, StepKeys};
use crate::components::picker::view::PickerView;
use crate::markup::{Element, Markup, el, said};
use crate::navigation::InPlaceNavigation;
use crate::page::diff::End;
use crate::page::picker::Step;
use crate::page::{DiffPage, Picker};
use crate::route::Route;

/// The key that exchanges both points.
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
    Route::diff(&page.structure, page.to.point, page.from.point)
}

/// Both points, and the way to exchange them.
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
    step_keys::step_by(keys, picker, on_pick);
    view! {
        <section class="end" aria-label=what>
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
fn point(what: &'static str, end: &End) -> Element {
    let picker = &end.picker;
    let layout = Route::layout(&picker.structure, end.point).to_string();
    let link = el("a")
        .attr("href", layout)
        .with(said("strong", "figure", end.point.to_string()));
    let point = el("p")
        .attr("class", "end-point")
        .with(said("span", "quiet", what))
        .with(link)
        .with(el("span").text(&end.release))
        .with(said("span", "figure", figures::size(end.size)));
    let all = [
        Step::Earlier,
        Step::Later,
        Step::ArchBefore,
        Step::ArchAfter,
    ];
    let steps = all.into_iter().filter_map(|step| nearest(picker, step));
    el("div")
        .attr("class", "end-now")
        .with(point)
        .with(el("ul").attr("class", "end-steps").with_all(steps))
}

/// The release before or after, or the other architecture.
fn nearest(picker: &Picker, step: Step) -> Option<Markup> {
    let point = picker.step(picker.current, step)?;
    let route = picker.purpose.route(&picker.structure, point).to_string();
    let (sign, what) = words(step);
    let text = match step {
        Step::ArchBefore | Step::ArchAfter => point.arch.to_string(),
        _ => point.version.to_string(),
    };
    let link = el("a")
        .attr("class", "button")
        .attr("href", route)
        .attr("aria-label", format!("{what}: {point}"))
        .with(el("span").attr("aria-hidden", "true").text(sign))
        .text(&text);
    Some(el("li").known_by(what).with(link).into())
}

const fn words(step: Step) -> (&'static str, &'static str) {
    match step {
        Step::Earlier => ("‹ ", "The release before"),
        Step::Later => ("› ", "The release after"),
        Step::ArchBefore | Step::ArchAfter => ("", "The other architecture"),
        Step::First => ("", "The first release"),
        Step::Last => ("", "The last release"),
    }
}
