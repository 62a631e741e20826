//! What this site is, and where its facts come from.

use strata_core::Dataset;
use strata_core::raw::RawSource;

/// What this site is, and where its facts come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Who says what is on all other pages.
    pub sources: Vec<Source>,
}

/// A source, with everything that is to be known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What the data files call it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it is.
    pub url: String,
    /// Who made it.
    pub author: String,
    /// `article`, `symbol-files`, `sdk` or `derived`.
    pub kind: String,
    /// On what terms.
    pub license: Option<String>,
    /// What else is to be known.
    pub note: Option<String>,
}

impl About {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        Self {
            sources: dataset.sources().map(Source::from).collect(),
        }
    }
}

impl From<&RawSource> for Source {
    fn from(source: &RawSource) -> Self {
        Self {
            id: source.id.clone(),
            title: source.title.clone(),
            url: source.url.clone(),
            author: source.author.clone(),
            kind: source.kind.clone(),
            license: source.license.clone(),
            note: source.note.clone(),
        }
    }
}
