//! Layouts and diffs on the wire with everything around them: sources, errata, notes, found in the dataset.

use crate::article::Erratum;
use crate::catalogue::{Image, ModuleName, Scope};
use crate::dataset::{Dataset, Structure};
use crate::diff::wire::{DiffAnswer, diff_answer};
use crate::layout::Layout;
use crate::release::Version;

use super::{ErratumDto, LayoutAnswer, SourceDto, Witnesses, layout_answer};

impl From<&Erratum> for ErratumDto {
    fn from(erratum: &Erratum) -> Self {
        Self {
            id: erratum.id.to_string(),
            about: erratum.about.to_string(),
            published: erratum.published.clone(),
            corrected: erratum.corrected.clone(),
            rule: erratum.rule.to_string(),
            forced: erratum.forced,
            why: erratum.why.clone(),
        }
    }
}

/// A source on the wire; one that the dataset does not know has its id for a title.
#[must_use]
pub fn source(dataset: &Dataset, id: &str) -> SourceDto {
    let known = dataset.source(id);
    SourceDto {
        id: id.to_owned(),
        title: known.map_or_else(|| id.to_owned(), |source| source.title.clone()),
        url: known.map(|source| source.url.clone()).unwrap_or_default(),
    }
}

/// What else is to be known of a layout: where servicing changed it, what its holes are.
#[must_use]
pub fn notes(structure: &Structure, layout: &Layout) -> Vec<String> {
    let mut all = servicing_in_symbols(structure, layout);
    let Some(article) = structure.article() else {
        return all;
    };
    let here = |arch| arch == layout.arch();
    let is_release = matches!(layout.point.version, Version::Release(_));
    let servicing = article
        .servicing
        .iter()
        .filter(|s| is_release && s.release == layout.release && here(s.arch));
    let servicing = servicing.map(|s| s.text.clone());
    let reach = article.published.reach;
    let bears = |note: &&crate::article::Note| {
        let placed = note
            .row
            .as_ref()
            .is_some_and(|row| layout.member(row.as_str()).is_some());
        placed
            && note.arch.is_none_or(here)
            && note
                .versions
                .as_ref()
                .is_none_or(|versions| versions.covers(layout.release, reach))
    };
    all.extend(servicing);
    for note in article.notes.iter().filter(bears) {
        if !all.contains(&note.text) {
            all.push(note.text.clone());
        }
    }
    all
}

/// That later images of a release have other layouts than the first, which answers for it.
fn servicing_in_symbols(structure: &Structure, layout: &Layout) -> Vec<String> {
    let (Version::Release(release), Some(_)) = (layout.point.version, layout.image) else {
        return Vec::new();
    };
    if structure
        .article()
        .is_some_and(|it| it.source == layout.source)
    {
        return Vec::new();
    }
    let here = |scope: Scope| (scope.release, scope.arch) == (release, layout.arch());
    let catalogue = structure.catalogue();
    let versions = structure.changed_images(here).into_iter();
    let versions: Vec<String> = versions
        .filter_map(|index| Some(catalogue.image(index)?.version.to_string()))
        .collect();
    if versions.is_empty() {
        return Vec::new();
    }
    let versions = versions.join(", ");
    vec![format!(
        "This is the layout of the first known kernel of {release}. Servicing changed it inside the release: see {versions}."
    )]
}

/// One layout of the dataset, as it travels.
#[must_use]
pub fn layout(dataset: &Dataset, structure: &Structure, layout: &Layout) -> LayoutAnswer {
    let erratum = |id: &str| structure.article()?.erratum(id).map(ErratumDto::from);
    layout_answer(
        layout,
        witnesses(dataset, structure, layout),
        &erratum,
        notes(structure, layout),
    )
}

/// Who states a layout, and for which image: its own source, then the symbol files of the image.
#[must_use]
pub fn witnesses(dataset: &Dataset, structure: &Structure, layout: &Layout) -> Witnesses {
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
    Witnesses {
        module: ty.map_or_else(|| ModuleName::KERNEL.to_owned(), |ty| ty.module.to_string()),
        image: image.map(Image::id),
        sources: ids.map(|id| source(dataset, id)).collect(),
    }
}

/// What changed between two layouts of one structure, as it travels.
#[must_use]
pub fn diff(dataset: &Dataset, structure: &Structure, from: &Layout, to: &Layout) -> DiffAnswer {
    let erratum = |id: &str| structure.article()?.erratum(id).map(ErratumDto::from);
    diff_answer(&structure.diff(dataset, from, to), &erratum)
}
