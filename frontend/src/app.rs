//! What is around every page: the head, which wakes on all of them.

use crate::components::theme_switch::theme_switch;
use crate::markup::{Element, Markup, el};
use crate::route::Route;
use crate::theme::Theme;

/// What every page begins with. The server sends it with the colours of the system; the visitor's choice is known once the
/// page is awake.
#[must_use]
pub fn head(section: Option<&Route>, theme: Theme) -> Vec<Markup> {
    let entry = |route: &Route, label: &str| {
        let link = el("a")
            .attr("href", route.to_string())
            .attr_if("aria-current", (section == Some(route)).then_some("page"))
            .text(label);
        Markup::from(el("li").with(link))
    };
    let [home, releases, audit, about] = &Route::SECTIONS;
    let name = el("a")
        .attr("class", "site-name")
        .attr("href", home.to_string())
        .attr_if("aria-current", (section == Some(home)).then_some("page"))
        .with(mark())
        .text("Strata");
    let list = el("ul")
        .attr("class", "site-nav")
        .with(el("li").with(name))
        .with(entry(releases, "Releases"))
        .with(entry(audit, "Audit"))
        .with(entry(about, "About"));
    let bar = el("div")
        .attr("class", "site-bar")
        .with(el("nav").attr("aria-label", "Site").with(list))
        .with(theme_switch(theme));
    vec![
        el("a")
            .attr("class", "skip-link")
            .attr("href", "#content")
            .text("Skip to the content")
            .into(),
        el("header").attr("class", "site-header").with(bar).into(),
    ]
}

/// Three layers, one of them broken: as in `static/favicon.svg`.
fn mark() -> Element {
    let layers = [
        ["0", "1", "16"],
        ["0", "6", "7"],
        ["9", "6", "7"],
        ["0", "11", "16"],
    ];
    let layer = |[x, y, width]: [&'static str; 3]| {
        el("rect")
            .attr("x", x)
            .attr("y", y)
            .attr("width", width)
            .attr("height", "4")
            .attr("fill", "currentColor")
            .into()
    };
    el("svg")
        .attr("class", "site-mark")
        .attr("viewBox", "0 0 16 16")
        .attr("aria-hidden", "true")
        .with_all(layers.map(layer))
}
