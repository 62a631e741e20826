//! Who says what a page shows.

use crate::view::*;
use strata_core::Dataset;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    pub title: String,
    pub author: String,
    pub url: String,
    pub note: Option<String>,
}

impl SourceLine {
    /// The source of that id; one that the dataset does not know has its id for a title.
    pub fn new(dataset: &Dataset, id: &str) -> Self {
        dataset.source(id).map_or_else(
            || Self {
                title: id.to_owned(),
                author: String::new(),
                url: String::new(),
                note: None,
            },
            |source| Self {
                title: source.title.clone(),
                author: source.author.clone(),
                url: source.url.clone(),
                note: source.note.clone(),
            },
        )
    }
}

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
