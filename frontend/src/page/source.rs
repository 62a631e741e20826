//! Who says what a page shows.

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
