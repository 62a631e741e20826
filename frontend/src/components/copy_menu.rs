//! A small menu of what one would copy of a member. Its buttons say what they copy; [`crate::copying`] does it.

use crate::markup::{Element, Markup, el, said};
use crate::page::layout::Copy;

/// The menu of the member of that name.
#[must_use]
pub fn menu(name: &str, copies: Vec<Copy>) -> Element {
    let entry = |(what, text): Copy| {
        let button = el("button")
            .attr("type", "button")
            .attr("class", "copies")
            .with(said("span", "quiet", what))
            .text(" ")
            .with(el("code").text(&text));
        Markup::from(el("li").with(button))
    };
    let opener = el("summary")
        .attr("aria-label", format!("Copy: {name}"))
        .attr("title", "Copy")
        .with(icon());
    el("details")
        .attr("class", "menu copy-menu needs-script")
        .with(opener)
        .with(
            el("ul")
                .attr("class", "menu-list")
                .with_all(copies.into_iter().map(entry)),
        )
}

/// Two sheets, one behind the other.
fn icon() -> Element {
    let sheet = |x: &'static str| {
        Markup::from(
            el("rect")
                .attr("x", x)
                .attr("y", x)
                .attr("width", "7")
                .attr("height", "7"),
        )
    };
    el("svg")
        .attr("class", "copy-icon")
        .attr("viewBox", "0 0 12 12")
        .attr("aria-hidden", "true")
        .with_all(["1", "4"].map(sheet))
}
