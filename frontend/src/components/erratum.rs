//! What a source gets wrong: what it published, what holds, and why. Unfolds without JavaScript.

use crate::view::*;
use strata_core::wire::ErratumDto;

pub fn erratum_box(erratum: &ErratumDto) -> AnyView {
    let ErratumDto {
        id,
        about,
        published,
        corrected,
        rule,
        forced,
        why,
    } = erratum;
    let verdict = match forced {
        true => ", forced: nothing else fits. ",
        false => ", chosen among several that fit. ",
    };
    let summary = any_view! {
        <summary>
            <span class="erratum-about">{format!("erratum: {about}")}</span>
            " "
            <del class="erratum-published">{or_blank(published).to_owned()}</del>
            " → "
            <ins class="erratum-corrected">{or_blank(corrected).to_owned()}</ins>
        </summary>
    };
    let rule = any_view! {
        <p class="erratum-rule">
            "Rule "
            <code>{rule.clone()}</code>
            {verdict}
            <span class="quiet">"Id " <code>{id.clone()}</code></span>
        </p>
    };
    any_view! {
        <details class="erratum">{summary} <p>{why.clone()}</p> {rule}</details>
    }
}

/// What stands for a cell in which nothing stands.
fn or_blank(text: &str) -> &str {
    match text {
        "" => "blank",
        text => text,
    }
}
