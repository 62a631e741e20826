//! What a source gets wrong: what it published, what holds, and why. Unfolds without JavaScript.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::wire::ErratumDto;

/// One erratum, folded to one line.
#[component]
pub fn ErratumBox(erratum: ErratumDto) -> impl IntoView {
    let ErratumDto {
        id,
        about,
        published,
        corrected,
        rule,
        forced,
        why,
    } = erratum;
    let verdict = if forced {
        "forced: nothing else fits"
    } else {
        "chosen among several that fit"
    };
    view! {
        <details class="erratum">
            <summary>
                <span class="erratum-about">"erratum: " {about}</span>
                " "
                <del class="erratum-published">{or_blank(published)}</del>
                " → "
                <ins class="erratum-corrected">{or_blank(corrected)}</ins>
            </summary>
            <p>{why}</p>
            <p class="erratum-rule">
                "Rule "
                <code>{rule}</code>
                ", "
                {verdict}
                ". "
                <span class="quiet">"Id " <code>{id}</code></span>
            </p>
        </details>
    }
    .erase()
}

/// What stands for a cell in which nothing stands.
fn or_blank(text: String) -> String {
    if text.is_empty() {
        "blank".to_owned()
    } else {
        text
    }
}
