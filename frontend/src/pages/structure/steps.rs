//! What changed from one layout to the next, in a sentence each, with the way to the whole comparison.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::StructureName;

use crate::page::structure::{Step, Steps};
use crate::route::Route;

/// The changes on one architecture.
#[component]
pub fn StepsView(name: StructureName, steps: Steps) -> impl IntoView {
    let Steps { arch, steps } = steps;
    let step = |step: Step| {
        let route = Route::diff(&name, step.from, step.to);
        view! {
            <li>
                <a class="step-link" href=route.to_string()>
                    <code>{step.from.version.to_string()} " → " {step.to.version.to_string()}</code>
                </a>
                <span>{step.summary}</span>
            </li>
        }
    };
    let body = if steps.is_empty() {
        view! { <p>"One layout in all releases."</p> }.erase()
    } else {
        view! { <ol class="steps">{steps.into_iter().map(step).collect_view()}</ol> }.erase()
    };
    view! {
        <h3>{format!("On {arch}")}</h3>
        {body}
    }
    .erase()
}
