//! What a source gets wrong: what it published, what holds, and why. Unfolds without JavaScript.

use crate::view::*;
use strata_core::wire::ErratumDto;

pub fn erratum_box(erratum: &ErratumDto) -> AnyView {
    let verdict = match erratum.forced {
        true => ", forced: nothing else fits. ",
        false => ", chosen among several that fit. ",
    };
    let summary = any_view! {
        <summary>
            <span class="erratum-about">{format!("erratum: {}", erratum.about)}</span>
            " "
            <del class="erratum-published">{or_blank(&erratum.published)}</del>
            " → "
            <ins class="erratum-corrected">{or_blank(&erratum.corrected)}</ins>
        </summary>
    };
    let rule = any_view! {
        <p class="erratum-rule">
            "Rule "
            <code>{erratum.rule.clone()}</code>
            {verdict}
            <span class="quiet">"Id " <code>{erratum.id.clone()}</code></span>
        </p>
    };
    any_view! {
        <details class="erratum">{summary} <p>{erratum.why.clone()}</p> {rule}</details>
    }
}

/// What stands for a cell in which nothing stands.
fn or_blank(text: &str) -> String {
    if text.is_empty() { "blank" } else { text }.to_owned()
}
