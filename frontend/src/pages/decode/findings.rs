//! What the decoder noticed, as a list that leads to the places.

use std::sync::Arc;

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::decode::finding::Finding;

use super::drawn::Drawn;
use super::links::Links;

/// The findings of one structure.
#[component]
pub fn Findings(drawn: Arc<Drawn>, links: Links) -> impl IntoView {
    if drawn.findings.is_empty() {
        return view! { <p class="quiet decode-findings-none">"Nothing odd was noticed."</p> }
            .erase();
    }
    let entry = |finding: &Finding| {
        let spot = drawn.spot_of(finding);
        let drawn = Arc::clone(&drawn);
        let jump = move |_| {
            if let Some(spot) = spot {
                links.jump(&drawn, spot);
            }
        };
        let Finding {
            severity,
            rule,
            offset,
            message,
            ..
        } = finding;
        let severity = severity.as_str();
        view! {
            <li class=format!("finding is-{severity}")>
                <span class="finding-severity">{severity}</span>
                <button
                    type="button"
                    class="finding-place"
                    on:click=jump
                    on:pointerover=move |_| links.hover.set(spot)
                    on:pointerleave=move |_| links.hover.set(None)
                >
                    {format!("+{:03x}", offset.get())}
                </button>
                <span class="finding-message">{message.clone()}</span>
                <code class="finding-rule">{rule.as_str()}</code>
            </li>
        }
    };
    let title = match drawn.findings.len() {
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    let entries = drawn.findings.iter().map(entry).collect_view();
    view! {
        <section class="decode-findings">
            <h2>{title}</h2>
            <ul class="findings">{entries}</ul>
        </section>
    }
    .erase()
}
