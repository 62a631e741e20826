//! What a source gets wrong: what it published, what holds, and why. Unfolds without JavaScript.

use strata_core::wire::ErratumDto;

use crate::markup::{Element, el, said};

/// One erratum, folded to one line.
#[must_use]
pub fn erratum_box(erratum: &ErratumDto) -> Element {
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
    let summary = el("summary")
        .with(said("span", "erratum-about", format!("erratum: {about}")))
        .text(" ")
        .with(said("del", "erratum-published", or_blank(published)))
        .text(" → ")
        .with(said("ins", "erratum-corrected", or_blank(corrected)));
    let rule = said("p", "erratum-rule", "Rule ")
        .with(el("code").text(rule))
        .text(verdict)
        .with(said("span", "quiet", "Id ").with(el("code").text(id)));
    el("details")
        .known_by(id.as_str())
        .attr("class", "erratum")
        .with(summary)
        .with(el("p").text(why))
        .with(rule)
}

/// What stands for a cell in which nothing stands.
fn or_blank(text: &str) -> &str {
    match text {
        "" => "blank",
        text => text,
    }
}
