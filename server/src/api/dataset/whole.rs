//! Everything as one value: what the API answers about each part, put together.

use strata_core::dataset::Structure;
use strata_core::raw::RawSource;
use strata_core::wire::{LayoutAnswer, assemble};

use crate::api::answer::answers;
use crate::api::nested::TypeAnswer;
use crate::api::releases::Release;
use crate::api::structure::StructureAnswer;
use crate::app::App;

answers! {
    /// Everything that is known.
    #[schemars(rename = "Dataset")]
    pub(super) struct Whole<'a>(app: &'a App) {
        /// The ladder of releases, in order.
        releases: Vec<Release> = app.dataset().releases().iter().map(Release::new).collect(),
        /// Who says something, by id.
        sources: Vec<SourceInFull<'a>> = app.dataset().sources().map(SourceInFull::new).collect(),
        /// The structures, by name.
        structures: Vec<StructureInFull> =
            app.dataset().audited().map(|structure| StructureInFull::new(app, structure)).collect(),
        /// The types that members have, by name.
        types: Vec<TypeAnswer> = {
            let types = app.dataset().held_by_audited().into_iter();
            types.map(|ty| TypeAnswer::new(app.dataset(), ty)).collect()
        },
    }

    /// A structure through all its points, and every one of its layouts.
    struct StructureInFull(app: &App, structure: &Structure) {
        /// The whole history.
        #[serde(flatten)]
        history: StructureAnswer = StructureAnswer::new(app, structure),
        /// Its layouts: at releases, then at builds, each in the order of the ladder.
        layouts: Vec<LayoutAnswer> = {
            let layouts = structure.every_layout().into_iter();
            layouts.map(|layout| assemble::layout(app.dataset(), structure, &layout)).collect()
        },
    }

    /// A source, and what else is known of it.
    struct SourceInFull<'a>(source: &'a RawSource) {
        /// What the dataset calls it.
        id: &'a str = &source.id,
        /// Its title.
        title: &'a str = &source.title,
        /// Where it is.
        url: &'a str = &source.url,
        /// Who made it.
        author: &'a str = &source.author,
        /// What sort of source it is: `article`, `documentation`, `symbol-files`, `header`, `sdk` or `derived`.
        kind: &'a str = &source.kind,
        /// On what terms it may be used; null where nothing is said of that.
        license: Option<&'a str> = source.license.as_deref(),
        /// When it was published; null where that is not known.
        published: Option<&'a str> = source.published.as_deref(),
        /// What else is to be known.
        note: Option<&'a str> = source.note.as_deref(),
    }
}
