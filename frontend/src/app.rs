//! What is above every page.

use crate::components::search_field::search_field;
use crate::components::theme_switch::theme_switch;
use crate::markup::{Element, Markup, el};
use crate::route::{Route, single_pages};

/// What every page begins with: the way to its content, the way to the others, and the switch of the colours. `route` is
/// where the page is.
#[must_use]
pub fn head(route: Option<&Route>) -> [Element; 2] {
    let skip = el("a")
        .attr("class", "skip-link")
        .attr("href", "#content")
        .text("Skip to the content");
    let bar = el("div")
        .attr("class", "site-bar")
        .with(nav(route))
        .with(search(route))
        .with(theme_switch());
    let header = el("header").attr("class", "site-header").with(bar);
    [skip, header]
}

fn nav(route: Option<&Route>) -> Element {
    let here = route.and_then(Route::entry);
    let listed =
        single_pages().filter(|(entry, _, route)| entry.in_navigation && route.is_served());
    let entries = listed.map(|(entry, label, route)| {
        let is_here = here.is_some_and(|here| here.pattern == entry.pattern);
        let (url, here) = (route.to_string(), is_here.then_some("page"));
        let link = match route {
            Route::Home => el("a").attr("class", "site-name"),
            _ => el("a"),
        };
        let link = link.attr("href", url).attr_if("aria-current", here);
        let link = match route {
            Route::Home => link.with(mark()).text("Strata"),
            _ => link.text(label),
        };
        Markup::from(el("li").with(link))
    });
    let list = el("ul").attr("class", "site-nav").with_all(entries);
    el("nav").attr("aria-label", "Site").with(list)
}

/// The field in which one searches; the start page and the page of a search have their own, below their title.
fn search(route: Option<&Route>) -> Element {
    match route {
        Some(Route::Search { .. } | Route::Home) => el("div").attr("class", "search-elsewhere"),
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
