//! The dataset as one JSON value: the answers of the API about each part.

use strata_core::dataset::Structure;
use strata_core::raw::RawSource;
use strata_core::wire::{LayoutAnswer, assemble};

use crate::api::answer::answers;
use crate::api::nested::TypeAnswer;
use crate::api::releases::Release;
use crate::api::structure::StructureAnswer;
use crate::app::App;

answers! {
    /// The structures with an article, and everything that describes them.
    #[schemars(rename = "Dataset")]
    pub(super) struct Whole<'a>(app: &'a App) {
        /// The releases, in order.
        releases: Vec<Release> = app.dataset().releases().iter().map(Release::new).collect(),
        /// The sources, by id.
        sources: Vec<SourceInFull<'a>> = app.dataset().sources().map(SourceInFull::new).collect(),
        /// The structures with an article, by name.
        structures: Vec<StructureInFull> =
            app.dataset().audited().map(|structure| StructureInFull::new(app, structure)).collect(),
        /// The types that their members have, by name.
        types: Vec<TypeAnswer> = {
            let types = app.dataset().audited_closure().into_iter();
            types.map(|ty| TypeAnswer::new(app.dataset(), ty)).collect()
        },
    }

    /// The history of a structure, and all its layouts.
    struct StructureInFull(app: &App, structure: &Structure) {
        /// The history.
        #[serde(flatten)]
        history: StructureAnswer = StructureAnswer::new(app, structure),
        /// The layouts: at releases, then at builds, each in the order of releases.
        layouts: Vec<LayoutAnswer> = {
            let layouts = structure.every_layout().into_iter();
            layouts.map(|layout| assemble::layout(app.dataset(), structure, &layout)).collect()
        },
    }

    /// A source in full.
    struct SourceInFull<'a>(source: &'a RawSource) {
        /// The id in the dataset.
        id: &'a str = &source.id,
        title: &'a str = &source.title,
        url: &'a str = &source.url,
        author: &'a str = &source.author,
        /// `article`, `documentation`, `symbol-files`, `header`, `sdk` or `derived`.
        kind: &'a str = &source.kind,
        /// The licence or terms of use; null if not stated.
        license: Option<&'a str> = source.license.as_deref(),
        /// The date of publication; null if unknown.
        published: Option<&'a str> = source.published.as_deref(),
        /// Further remarks; null if there are none.
        note: Option<&'a str> = source.note.as_deref(),
    }
}
