//! The two points of a comparison: what each is, and the nearest others.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::browser;
use crate::components::figures;
use crate::components::picker::PickerView;
use crate::components::picker::step_keys::{self, BRACES, BRACKETS, Keys, StepKeys};
use crate::page::Picker;
use crate::page::diff::End;
use crate::page::picker::Step;
use crate::route::Route;

/// Both points, and the way to exchange them.
#[component]
pub fn Ends(from: End, to: End, swapped: String) -> impl IntoView {
    view! {
        <div class="ends">
            <EndView what="From" id="from-point" end=from keys=BRACES/>
            <a class="button swap" href=swapped aria-label="Swap: from the later point to the earlier">
                "⇄"
            </a>
            <EndView what="To" id="to-point" end=to keys=BRACKETS/>
        </div>
    }
}

#[component]
fn EndView(what: &'static str, id: &'static str, end: End, keys: Keys) -> impl IntoView {
    let End {
        point,
        release,
        size,
        picker,
        ..
    } = end;
    let layout = Route::layout(&picker.structure, point).to_string();
    let steps = steps(&picker);
    let on_pick = Callback::new({
        let picker = picker.clone();
        move |to| browser::go(&picker.purpose.route(&picker.structure, to).to_string())
    });
    step_keys::step_by(keys, Signal::stored(picker.clone()), on_pick);
    view! {
        <section class="end" aria-label=what>
            <p class="end-point">
                <span class="quiet">{what}</span>
                <a href=layout>
                    <strong class="figure">{point.to_string()}</strong>
                </a>
                <span>{release}</span>
                <span class="figure">{figures::size(size)}</span>
            </p>
            <ul class="end-steps">{steps}</ul>
            <StepKeys keys what="step this end through the releases"/>
            <details class="end-picker">
                <summary>"Another point"</summary>
                <PickerView picker id/>
            </details>
        </section>
    }
    .erase()
}

/// The releases before and after, and the other architectures.
fn steps(picker: &Picker) -> impl IntoView + use<> {
    let step = |step: Step| {
        let point = picker.step(picker.current, step)?;
        let route = picker.purpose.route(&picker.structure, point).to_string();
        let (sign, what) = words(step);
        let label = format!("{what}: {point}");
        let text = match step {
            Step::ArchBefore | Step::ArchAfter => point.arch.to_string(),
            _ => point.version.to_string(),
        };
        Some(view! {
            <li>
                <a class="button" href=route aria-label=label>
                    <span aria-hidden="true">{sign}</span>
                    {text}
                </a>
            </li>
        })
    };
    let all = [
        Step::Earlier,
        Step::Later,
        Step::ArchBefore,
        Step::ArchAfter,
    ];
    all.into_iter().filter_map(step).collect_view()
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
