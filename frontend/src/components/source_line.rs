//! Who says so.

use crate::markup::{Element, el, said};
use crate::page::SourceLine;

/// A source: its title as a link, its author, what else is to be known.
#[must_use]
pub fn source_line(source: &SourceLine) -> Element {
    let SourceLine {
        title,
        author,
        url,
        note,
    } = source;
    let mut title = el("cite").text(title);
    if !url.is_empty() {
        title = el("a")
            .attr("href", url.clone())
            .attr("rel", "external noreferrer")
            .with(title);
    }
    let mut line = el("p").attr("class", "source").with(title);
    if !author.is_empty() {
        line = line.text(&format!(", {author}"));
    }
    match note {
        Some(note) => line.with(said("span", "quiet", format!(". {note}"))),
        None => line,
    }
}
