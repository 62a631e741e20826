//! Layouts and diffs on the wire, with their sources, errata and notes from the dataset.

use crate::catalogue::{Image, ModuleName};
use crate::dataset::{Dataset, Structure};
use crate::diff::wire::{BetweenDto, DiffAnswer};
use crate::layout::Layout;

use super::{ErratumDto, LayoutAnswer, LayoutSources, SourceDto};

/// A source on the wire; the title of an unknown source is its id.
pub fn source(dataset: &Dataset, id: &str) -> SourceDto {
    let known = dataset.source(id);
    SourceDto {
        id: id.to_owned(),
        title: known.map_or_else(|| id.to_owned(), |source| source.title.clone()),
        url: known.map(|source| source.url.clone()).unwrap_or_default(),
    }
}

/// A layout of the dataset on the wire.
pub fn layout(dataset: &Dataset, structure: &Structure, layout: &Layout) -> LayoutAnswer {
    let erratum = |id: &str| structure.article()?.erratum(id).map(ErratumDto::new);
    LayoutAnswer::new(
        layout,
        layout_sources(dataset, structure, layout),
        &erratum,
        structure.notes(layout),
    )
}

/// The image of a layout, and its sources: its own, then the symbol files of the image.
pub fn layout_sources(dataset: &Dataset, structure: &Structure, layout: &Layout) -> LayoutSources {
    let image = layout
        .image
        .and_then(|image| dataset.catalogue().image(image));
    let ty = structure.ty();
    let defines = |image: &&Image| {
        ty.is_some_and(|ty| ty.module == image.module)
            && layout
                .image
                .is_some_and(|index| ty.is_some_and(|ty| ty.class_of(index).is_some()))
    };
    let others = image
        .filter(defines)
        .map_or(&[][..], |image| &image.sources);
    let others = others
        .iter()
        .map(AsRef::as_ref)
        .filter(|id| *id != layout.source);
    let ids = std::iter::once(layout.source.as_str()).chain(others);
    LayoutSources {
        module: ty.map_or_else(|| ModuleName::KERNEL.to_owned(), |ty| ty.module.to_string()),
        image: image.map(Image::id),
        between: between(dataset, layout),
        sources: ids.map(|id| source(dataset, id)).collect(),
    }
}

/// The ids of the images by which a layout is bracketed.
pub(crate) fn between(dataset: &Dataset, layout: &Layout) -> Option<[String; 2]> {
    let [before, after] = layout
        .between?
        .map(|index| dataset.catalogue().image(index));
    Some([before?.id(), after?.id()])
}

/// The diff of two layouts of one structure, with errata.
pub fn diff(dataset: &Dataset, structure: &Structure, from: &Layout, to: &Layout) -> DiffAnswer {
    let erratum = |id: &str| structure.article()?.erratum(id).map(ErratumDto::new);
    let between = BetweenDto {
        from: between(dataset, from),
        to: between(dataset, to),
    };
    DiffAnswer::new(&structure.diff(dataset, from, to), between, &erratum)
}
