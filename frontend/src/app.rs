//! What is above every page.

use crate::components::search_field::search_field;
use crate::components::theme_switch::theme_switch;
use crate::markup::{Element, Markup, el};
use crate::route::Route;

/// What every page begins with: the way to its content, the way to the others, and the switch of the colours.
#[must_use]
pub fn head(section: Option<&Route>) -> [Element; 2] {
    let skip = el("a")
        .attr("class", "skip-link")
        .attr("href", "#content")
        .text("Skip to the content");
    let bar = el("div")
        .attr("class", "site-bar")
        .with(nav(section))
        .with(search(section))
        .with(theme_switch());
    let header = el("header").attr("class", "site-header").with(bar);
    [skip, header]
}

fn nav(section: Option<&Route>) -> Element {
    let entry = |route: &Route, label: &str| {
        let link = el("a")
            .attr("href", route.to_string())
            .attr_if("aria-current", (section == Some(route)).then_some("page"))
            .text(label);
        Markup::from(el("li").with(link))
    };
    let [
        home,
        structures,
        images,
        releases,
        decode,
        validity,
        audit,
        about,
    ] = &Route::sections();
    let name = el("a")
        .attr("class", "site-name")
        .attr("href", home.to_string())
        .attr_if("aria-current", (section == Some(home)).then_some("page"))
        .with(mark())
        .text("Strata");
    let list = el("ul")
        .attr("class", "site-nav")
        .with(el("li").with(name))
        .with(entry(structures, "Structures"))
        .with(entry(images, "Images"))
        .with(entry(releases, "Releases"))
        .with_all(
            Route::Offsets
                .is_served()
                .then(|| entry(&Route::Offsets, "Offsets")),
        )
        .with(entry(decode, "Decode"))
        .with(entry(validity, "Check offsets"))
        .with(entry(audit, "Audit"))
        .with(entry(about, "About"));
    el("nav").attr("aria-label", "Site").with(list)
}

/// The field in which one searches; the page of a search has its own, below its title.
fn search(section: Option<&Route>) -> Element {
    match section {
        Some(Route::Search { .. }) => el("div").attr("class", "search-elsewhere"),
        _ => search_field(""),
    }
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
