//! The start page: the structures, what they are, how they grew.

mod curve;

use serde::{Deserialize, Serialize};
use strata_core::dataset::Structure;
use strata_core::{Arch, Dataset, Layout, Release, StructureName};

use super::{SourceLine, text};
use crate::route::Route;

pub use curve::{Curve, Stretch};

/// The start page: the structures, what they are, how they grew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    /// The structures, by name.
    pub structures: Vec<Card>,
    /// How many rungs the ladder of releases has: the width of every curve.
    pub rungs: usize,
    /// Where to begin: an example of each thing that can be done.
    pub doors: Option<Doors>,
}

/// An example of each thing that can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doors {
    /// The structure that serves as the example.
    #[serde(with = "text")]
    pub structure: StructureName,
    /// A layout, and what it is.
    pub layout: (String, Route),
    /// A comparison, if there is anything to compare with, and what it is.
    pub diff: Option<(String, Route)>,
    /// Bytes to be decoded.
    pub decode: (String, Route),
}

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Its name.
    #[serde(with = "text")]
    pub name: StructureName,
    /// One sentence.
    pub summary: String,
    /// How it grew, for each architecture that has a layout.
    pub curves: Vec<Curve>,
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
        let structures = dataset.structures();
        Self {
            structures: structures
                .iter()
                .map(|structure| Card::new(dataset, structure))
                .collect(),
            rungs: Release::COUNT,
            doors: structures
                .iter()
                .filter_map(Doors::new)
                .max_by_key(|it| it.0)
                .map(|it| it.1),
        }
    }
}

impl Doors {
    /// Examples of one structure, and how good an example it is: one that reaches far back and is not large.
    fn new(structure: &Structure) -> Option<(usize, Self)> {
        let newest = newest(structure)?;
        let name = &structure.article.name;
        let before = structure.layouts.iter().rfind(|other| {
            other.arch() == newest.arch()
                && other.release < newest.release
                && !other.same_as(newest)
        });
        let fits = newest.slots.len() <= 40;
        let worth = usize::from(fits) * structure.layouts.len();
        let doors = Self {
            structure: name.clone(),
            layout: (newest.point.to_string(), Route::layout(name, newest.point)),
            diff: before.map(|before| {
                let label = format!("{} to {}", before.point, newest.point);
                (label, Route::diff(name, before.point, newest.point))
            }),
            decode: (newest.point.to_string(), Route::decode(name, newest.point)),
        };
        Some((worth, doors))
    }
}

impl Card {
    fn new(dataset: &Dataset, structure: &Structure) -> Self {
        let article = &structure.article;
        let of = |arch| {
            structure
                .layouts
                .iter()
                .filter(move |layout| layout.arch() == arch)
        };
        Self {
            name: article.name.clone(),
            summary: article.summary.clone(),
            curves: Arch::ALL
                .into_iter()
                .filter_map(|arch| Curve::new(arch, of(arch)))
                .collect(),
            points: structure.layouts.len(),
            classes: Arch::ALL.into_iter().map(|arch| classes(of(arch))).sum(),
            errata: article.errata.len(),
            newest: newest(structure).map(|layout| {
                let point = layout.point;
                (point.to_string(), Route::layout(&article.name, point))
            }),
            source: SourceLine::new(dataset, &article.source),
        }
    }
}

/// The newest layout, of x64 where there is one.
pub(super) fn newest(structure: &Structure) -> Option<&Layout> {
    let newest = |arch| {
        structure
            .layouts
            .iter()
            .rfind(move |layout| layout.arch() == arch)
    };
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
