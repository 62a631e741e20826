//! Who says so.

use crate::page::SourceLine;
use crate::view::*;

/// A source: its title as a link, its author, what else is to be known.
pub fn source_line(source: &SourceLine) -> AnyView {
    let SourceLine {
        title,
        author,
        url,
        note,
    } = source;
    let title = view! { <cite>{title.clone()}</cite> };
    let title = match url.is_empty() {
        true => title.into_any(),
        false => any_view! { <a href=url.clone() rel="external noreferrer">{title}</a> },
    };
    let author = (!author.is_empty()).then(|| format!(", {author}"));
    let note = note.as_ref();
    let note = note.map(|note| view! { <span class="quiet">{format!(". {note}")}</span> });
    any_view! { <p class="source">{title} {author} {note}</p> }
}
