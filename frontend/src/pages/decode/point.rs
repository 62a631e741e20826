//! As which structure at which point is decoded, and the way to others.

use leptos::prelude::{Get, Read};

use super::context::ViewContext;
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
    let mut all = vec![menu(&page.picker).into()];
    all.extend(head(&page).map(Markup::from));
    all.push(picks.field().into());
    all.push(picker.into());
    all
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

fn head(page: &DecodePage) -> [Element; 3] {
    let layout = Route::layout(&page.structure, page.point).to_string();
    let history = Route::structure(&page.structure).to_string();
    let size = format!(
        "{} = {}",
        figures::size(page.size),
        figures::bytes(page.size)
    );
    [
        el("p")
            .attr("class", "facts")
            .attr("role", "status")
            .with(said("strong", "facts-point", page.point.to_string()))
            .with(el("span").text(&size)),
        el("p")
            .attr("class", "actions")
            .with(el("a").attr("href", layout).text("Layout"))
            .text(" ")
            .with(el("a").attr("href", history).text("History")),
        el("p")
            .attr("class", "decode-promise needs-script")
            .with(el("strong").text("Decoding runs in your browser. "))
            .text("Nothing you paste is sent or stored."),
    ]
}
