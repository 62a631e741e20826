//! What changed from one layout to the next, in a sentence each, with the way to the whole comparison.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::markup::el;
use crate::page::ladder::HistoryLinks;
use crate::page::structure::{Step, Steps};

/// The changes on one architecture.
#[component]
pub fn StepsView(leads: HistoryLinks, steps: Steps) -> impl IntoView {
    let Steps { arch, steps } = steps;
    let step = |step: Step| {
        let text = format!("{} → {}", step.from.version, step.to.version);
        let tag = leads.diff(step.from, step.to);
        let link = el(if tag.is_some() { "a" } else { "span" })
            .attr("class", "step-link")
            .attr_if("href", tag)
            .with(el("code").text(&text));
        view! {
            <li>
                {link}
                <span>{step.summary}</span>
            </li>
        }
    };
    let body = if steps.is_empty() {
        view! { <p>"One layout wherever it is stated."</p> }.erase()
    } else {
        view! { <ol class="steps">{steps.into_iter().map(step).collect_view()}</ol> }.erase()
    };
    view! {
        <div data-arch=arch.as_str()>
            <h3>{format!("On {arch}")}</h3>
            {body}
        </div>
    }
    .erase()
}
