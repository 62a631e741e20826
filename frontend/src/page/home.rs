//! The start page: the structures, what they are, how they grew.

use std::collections::BTreeSet;

use strata_core::dataset::Structure;
use strata_core::diff::Kind;
use strata_core::{Arch, Dataset, Layout, Point, Release, TypeName};

use super::SourceLine;
use super::curve::Growth;
use crate::route::Route;

/// How many slots a layout has at most that serves as the first example.
const DOOR_SLOTS: usize = 40;
/// What it is worth in an example that something became bits.
const BITS_WORTH: usize = 8;

/// How many structures have a card.
const CARDS_LIMIT: usize = 100;

/// The start page: the structures, what they are, how they grew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Home {
    /// The audited structures, by name; of very many the first.
    pub structures: Vec<Card>,
    /// How many audited structures there are.
    pub audited: usize,
    /// How many types there are in all.
    pub types: usize,
    /// How many images there are.
    pub images: usize,
    /// How many rungs the ladder of releases has: the width of every curve.
    pub rungs: usize,
    /// Where to begin: an example of each thing that can be done.
    pub featured: Option<FeaturedExamples>,
}

/// An example of each thing that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeaturedExamples {
    /// The structure that serves as the example.
    pub structure: TypeName,
    /// A layout, and what it is.
    pub layout: (String, Route),
    /// A comparison, and what it is.
    pub diff: (String, Route),
    /// Bytes to be decoded.
    pub decode: (String, Route),
}

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name.
    pub name: TypeName,
    /// One sentence.
    pub summary: String,
    /// How it grew.
    pub growth: Growth,
    /// At how many points it has a layout.
    pub points: usize,
    /// How many different layouts those are.
    pub classes: usize,
    /// How many errata its source has.
    pub errata: usize,
    /// The newest layout, of x64 where there is one.
    pub newest: Option<(String, Route)>,
    /// Who says so.
    pub source: SourceLine,
}

impl Home {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        let structures = dataset.audited().take(CARDS_LIMIT);
        Self {
            audited: dataset.audited().count(),
            structures: structures
                .clone()
                .map(|structure| Card::new(dataset, structure))
                .collect(),
            types: dataset.structures().len(),
            images: dataset.catalogue().images().len(),
            rungs: Release::COUNT,
            featured: structures
                .filter_map(|structure| FeaturedExamples::new(dataset, structure))
                .max_by_key(|it| it.0)
                .map(|it| it.1),
        }
    }
}

impl FeaturedExamples {
    /// Examples of one structure, and how good an example it is: one to which much happened, and that is not large.
    fn new(dataset: &Dataset, structure: &Structure) -> Option<(usize, Self)> {
        let layouts = structure.layouts();
        let newest = newest(&layouts)?;
        let name = &structure.name;
        let (kinds, from, to) = liveliest(dataset, structure, &layouts, newest.arch())?;
        let fits = newest.slots.len() <= DOOR_SLOTS;
        let worth = usize::from(fits) * kinds;
        let featured = Self {
            structure: name.clone(),
            layout: (newest.point.to_string(), Route::layout(name, newest.point)),
            diff: (format!("{from} to {to}"), Route::diff(name, from, to)),
            decode: (newest.point.to_string(), Route::decode(name, newest.point)),
        };
        Some((worth, featured))
    }
}

/// The step from one layout to the next at which most kinds of things happened, and how many: the newest of several.
fn liveliest(
    dataset: &Dataset,
    structure: &Structure,
    layouts: &[Layout],
    arch: Arch,
) -> Option<(usize, Point, Point)> {
    let of = |layout: &&Layout| layout.arch() == arch;
    let layouts: Vec<&Layout> = layouts.iter().filter(of).collect();
    let steps = layouts.windows(2).filter_map(|pair| {
        let [from, to] = pair else { return None };
        let diff = structure.diff(dataset, from, to);
        let kinds: BTreeSet<Kind> = diff
            .changes
            .iter()
            .flat_map(|it| it.kinds.clone())
            .collect();
        let bits = usize::from(kinds.contains(&Kind::ToBits)) * BITS_WORTH;
        (!diff.is_empty()).then(|| (kinds.len() + bits, from.point, to.point))
    });
    steps.max_by_key(|step| step.0)
}

impl Card {
    fn new(dataset: &Dataset, structure: &Structure) -> Self {
        let layouts = structure.layouts();
        let of = |arch| layouts.iter().filter(move |it| it.arch() == arch);
        Self {
            name: structure.name.clone(),
            summary: structure.summary().to_owned(),
            growth: Growth::new(structure),
            points: layouts.len(),
            classes: Arch::ALL.into_iter().map(|arch| classes(of(arch))).sum(),
            errata: structure
                .article()
                .map_or(0, |article| article.errata.len()),
            newest: newest(&layouts).map(|layout| {
                let point = layout.point;
                (point.to_string(), Route::layout(&structure.name, point))
            }),
            source: SourceLine::new(dataset, structure.source()),
        }
    }
}

/// The newest layout, of x64 where there is one.
fn newest(layouts: &[Layout]) -> Option<&Layout> {
    let newest = |arch| layouts.iter().rfind(move |layout| layout.arch() == arch);
    newest(Arch::X64)
        .or_else(|| newest(Arch::X86))
        .or_else(|| newest(Arch::Arm64))
}

/// How often the layout becomes another one, the first included.
fn classes<'a>(layouts: impl Iterator<Item = &'a Layout>) -> usize {
    let mut before: Option<&Layout> = None;
    layouts
        .filter(|layout| {
            let known = before.replace(layout);
            !known.is_some_and(|known| known.same_as(layout))
        })
        .count()
}
