//! As which structure at which point is decoded, and the way to others.

use leptos::prelude::{Get, Read};

use super::state::ViewContext;
use crate::components::figures;
use crate::components::picker::Picks;
use crate::components::picker::menu::menu;
use crate::markup::{Element, Markup, el, said};
use crate::page::DecodePage;
use crate::route::Route;

/// What the ids of the picker begin with.
const ID: &str = "point";

/// The point.
#[must_use]
pub fn point(context: ViewContext) -> Vec<Markup> {
    let page = context.page.read();
    // The arrow keys work in the picker once the page is awake.
    let steps = context.state.awake.get();
    let picks = Picks {
        picker: &page.picker,
        id: ID,
        steps,
    };
    let picker = picks.markup().attr("data-keys", "picker");
    // The bytes are what one came for: the other points are one press away.
    let summary = el("summary")
        .text("Another version or architecture ")
        .with(said("kbd", "needs-script", "["))
        .text(" ")
        .with(said("kbd", "needs-script", "]"));
    let others = el("details")
        .attr("class", "decode-others")
        .with(summary)
        .with(picks.field())
        .with(picker);
    let bar = el("div")
        .attr("class", "point-bar")
        .with(menu(&page.picker))
        .with(head(&page));
    vec![bar.into(), others.into()]
}

/// Brings what is picked into sight.
pub fn follow(page: &DecodePage) {
    Picks {
        picker: &page.picker,
        id: ID,
        steps: true,
    }
    .follow();
}

fn head(page: &DecodePage) -> Element {
    let layout = Route::layout(&page.structure, page.point).to_string();
    let history = Route::structure(&page.structure).to_string();
    let size = format!(
        "{} = {}",
        figures::size(page.size),
        figures::bytes(page.size)
    );
    let point = el("span")
        .attr("role", "status")
        .with(said("strong", "facts-point", page.point.to_string()))
        .text(" ")
        .with(el("span").text(&size));
    el("p")
        .attr("class", "facts")
        .with(point)
        .with(el("a").attr("href", layout).text("Layout"))
        .with(el("a").attr("href", history).text("History"))
}
