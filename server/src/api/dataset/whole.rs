//! Everything as one value: what the API answers about each part, put together.

use schemars::JsonSchema;
use serde::Serialize;
use strata_core::raw::RawSource;
use strata_core::wire::{LayoutAnswer, assemble};

use crate::api::nested::TypeAnswer;
use crate::api::releases::Release;
use crate::api::structure::StructureAnswer;
use crate::app::App;

/// Everything that is known.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Dataset")]
pub(super) struct Whole<'a> {
    /// The ladder of releases, in order.
    releases: Vec<Release>,
    /// Who says something, by id.
    sources: Vec<SourceInFull<'a>>,
    /// The structures, by name.
    structures: Vec<StructureInFull>,
    /// The types that members have, by name.
    types: Vec<TypeAnswer>,
}

/// A structure through all its points, and every one of its layouts.
#[derive(Debug, Serialize, JsonSchema)]
struct StructureInFull {
    /// The whole history.
    #[serde(flatten)]
    history: StructureAnswer,
    /// Its layouts: at releases, then at builds, each in the order of the ladder.
    layouts: Vec<LayoutAnswer>,
}

/// A source, and what else is known of it.
#[derive(Debug, Serialize, JsonSchema)]
struct SourceInFull<'a> {
    /// What the dataset calls it.
    id: &'a str,
    /// Its title.
    title: &'a str,
    /// Where it is.
    url: &'a str,
    /// Who made it.
    author: &'a str,
    /// What sort of source it is: `article`, `documentation`, `symbol-files`, `header`, `sdk` or `derived`.
    kind: &'a str,
    /// On what terms it may be used; null where nothing is said of that.
    license: Option<&'a str>,
    /// When it was published; null where that is not known.
    published: Option<&'a str>,
    /// What else is to be known.
    note: Option<&'a str>,
}

impl<'a> From<&'a RawSource> for SourceInFull<'a> {
    fn from(source: &'a RawSource) -> Self {
        Self {
            id: &source.id,
            title: &source.title,
            url: &source.url,
            author: &source.author,
            kind: &source.kind,
            license: source.license.as_deref(),
            published: source.published.as_deref(),
            note: source.note.as_deref(),
        }
    }
}

impl<'a> Whole<'a> {
    pub(super) fn of(app: &'a App) -> Self {
        let dataset = app.dataset();
        let structures = dataset.audited().map(|structure| {
            let layouts = structure.every_layout();
            StructureInFull {
                history: StructureAnswer::new(app, structure),
                layouts: layouts
                    .iter()
                    .map(|layout| assemble::layout(dataset, structure, layout))
                    .collect(),
            }
        });
        let types = dataset.held_by_audited().into_iter();
        Self {
            releases: dataset.releases().iter().map(Release::from).collect(),
            sources: dataset.sources().map(SourceInFull::from).collect(),
            structures: structures.collect(),
            types: types.map(|ty| TypeAnswer::new(dataset, ty)).collect(),
        }
    }
}
