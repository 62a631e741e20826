//! What this site is, and where its facts come from.

use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::raw::RawSource;
use strata_core::{Dataset, Point, TypeName};

/// What this site is, and where its facts come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// A page of each kind, to be looked at.
    pub example: Option<Example>,
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
    /// How many images, types and layouts its symbol files state.
    pub states: [usize; 3],
}

/// The structure that most symbol files describe, and the points between which it last changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The structure.
    pub name: TypeName,
    /// The last point with the layout before.
    pub from: Point,
    /// The first point with its newest layout.
    pub to: Point,
}

impl Example {
    fn new(dataset: &Dataset) -> Option<Self> {
        let structure: &Structure = dataset.audited().max_by_key(|it| it.images().count())?;
        let layouts = structure.layouts();
        let newest = layouts.last()?;
        let mut layouts: Vec<_> = layouts
            .iter()
            .filter(|it| it.arch() == newest.arch())
            .collect();
        let mut to = layouts.pop()?;
        let mut from = to;
        while let Some(before) = layouts.pop() {
            from = before;
            if !before.same_as(to) {
                break;
            }
            to = before;
        }
        Some(Self {
            name: structure.name.clone(),
            from: from.point,
            to: to.point,
        })
    }
}

impl About {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        Self {
            example: Example::new(dataset),
            sources: dataset
                .sources()
                .map(|source| Source::new(dataset.catalogue(), source))
                .collect(),
        }
    }
}

/// How many images, types and layouts the symbol files of a source state.
fn states(catalogue: &Catalogue, source: &str) -> [usize; 3] {
    let images = catalogue.images().iter();
    let own: Vec<bool> = images
        .map(|image| image.sources.iter().any(|id| **id == *source))
        .collect();
    let is_own = |image: ImageIndex| own.get(image.index()) == Some(&true);
    let mut states = [own.iter().filter(|own| **own).count(), 0, 0];
    for ty in catalogue.named() {
        let stated = ty
            .classes()
            .iter()
            .filter(|class| class.images.iter().any(is_own));
        let layouts = stated.count();
        states[1] += usize::from(layouts > 0);
        states[2] += layouts;
    }
    states
}

impl Source {
    fn new(catalogue: &Catalogue, source: &RawSource) -> Self {
        Self {
            states: states(catalogue, &source.id),
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
