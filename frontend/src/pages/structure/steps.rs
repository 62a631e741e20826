//! What changed from one layout to the next, in a sentence each, with the way to the whole comparison.

use crate::view::*;
use strata_core::TypeName;

use crate::page::structure::{Step, Steps};
use crate::route::Route;

#[component]
pub fn StepsView(name: TypeName, steps: Steps) -> impl IntoView {
    let Steps { arch, steps } = steps;
    let step = |step: Step| {
        let text = format!("{} → {}", step.from.version, step.to.version);
        view! {
            <li>
                <a class="step-link" href=Route::diff(&name, step.from, step.to).to_string()>
                    <code>{text}</code>
                </a>
                <span>{step.summary}</span>
            </li>
        }
    };
    let body = if steps.is_empty() {
        any_view! { <p>"One layout wherever it is stated."</p> }
    } else {
        any_view! { <ol class="steps">{steps.into_iter().map(step).collect_view()}</ol> }
    };
    any_view! {
        <div data-arch=arch.as_str()>
            <h3>{format!("On {arch}")}</h3>
            {body}
        </div>
    }
}
