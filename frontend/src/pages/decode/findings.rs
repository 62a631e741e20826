//! What the decoder noticed, as a list that leads to the places.

use leptos::prelude::Read;
use strata_core::decode::finding::Finding;

use super::action::{ACTION, Action, KEY, Key};
use super::context::ViewContext;
use super::words::counted;
use crate::markup::{Markup, el, said};

/// The findings of the structure that is shown.
#[must_use]
pub fn findings(context: ViewContext) -> Vec<Markup> {
    let drawn = context.work.drawn.read();
    let Some(drawn) = drawn.as_ref() else {
        return Vec::new();
    };
    let found = &drawn.findings;
    if found.is_empty() {
        let nothing = said("p", "quiet decode-findings-none", "No findings.");
        return vec![nothing.into()];
    }
    let title = counted(found.len(), "finding", "findings");
    let list = el("ul")
        .attr("class", "findings")
        .with_all(found.iter().enumerate().map(entry));
    vec![
        el("section")
            .attr("class", "decode-findings")
            .attr("aria-label", "Findings")
            .with(el("h2").text(&title))
            .with(list)
            .into(),
    ]
}

fn entry((number, finding): (usize, &Finding)) -> Markup {
    let place = said(
        "button",
        "finding-place",
        format!("+{:03x}", finding.offset.get()),
    )
    .attr("type", "button")
    .attr(ACTION, Action::Finding(number).to_string());
    let severity = finding.severity.as_str();
    el("li")
        .attr("class", format!("finding is-{severity}"))
        .attr(KEY, Key::Finding(number).to_string())
        .with(said("span", "finding-severity", severity))
        .with(place)
        .with(said("span", "finding-message", finding.message()))
        .with(said("code", "finding-rule", finding.rule.as_str()))
        .into()
}
