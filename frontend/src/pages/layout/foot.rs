//! What is to be known of the layout as a whole, and who says all this.

use crate::components::source_line::source_line;
use crate::markup::{Element, el};
use crate::page::LayoutPage;

/// What is to be known of the layout as a whole, and who says all this.
pub(super) fn foot(page: &LayoutPage) -> Element {
    let notes = &page.layout.notes;
    let note = |note: &String| el("li").text(note).into();
    let notes = (!notes.is_empty()).then(|| {
        el("section")
            .attr("class", "notes")
            .with(el("h2").text("Notes"))
            .with(el("ul").with_all(notes.iter().map(note)))
            .into()
    });
    let sources = el("section")
        .attr("class", "sources")
        .with(el("h2").text(if page.sources.len() > 1 {
            "Sources"
        } else {
            "Source"
        }))
        .with_all(page.sources.iter().map(|source| source_line(source).into()));
    el("div")
        .attr("class", "layout-foot")
        .with_all(notes)
        .with(sources)
}
