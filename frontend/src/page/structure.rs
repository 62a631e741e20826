//! The history of one structure: what it is, where its members lie release by release, what its source gets wrong.

mod bytes;
mod errata;
mod history;
pub(super) mod images;
mod sizes;
mod steps;

use strata_core::dataset::{Structure, Witness};
use strata_core::{Arch, Build, Dataset, Point, TypeName};

use super::SourceLine;
use super::curve::Growth;
use super::strips::Of;
use super::uses::StructureUses;

pub(super) use self::history::tables;
pub use bytes::Bytes;
pub use errata::ErratumLine;
pub use history::{Cell, Column, HistoryTable, Mark, Place, Row, State};
pub use images::{ImageRun, ReleaseImages};
pub use sizes::{SizeCell, SizeRow, told};
pub use steps::{Step, Steps};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructurePage {
    pub name: TypeName,
    pub summary: String,
    /// What is known of it beyond its layout, in paragraphs.
    pub description: Vec<String>,
    /// The newest point of each architecture that has one.
    pub newest: Vec<Newest>,
    /// Where its members lie, for each architecture that has a layout.
    pub tables: Vec<HistoryTable>,
    /// Its layouts as strips of bytes, for each architecture that has one.
    pub bytes: Vec<Bytes>,
    /// What changed from one layout to the next, for each architecture.
    pub steps: Vec<Steps>,
    pub growth: Growth,
    pub sizes: Vec<SizeRow>,
    pub servicing: Vec<Serviced>,
    pub errata: Vec<ErratumLine>,
    /// The images whose symbol files describe it.
    pub images: Vec<ReleaseImages>,
    /// Why what holds at the newest release must not be stretched beyond it.
    pub beyond: Option<String>,
    pub uses: StructureUses,
    /// Who states it: the article, and symbol files where there are any.
    pub witnesses: Vec<Witness>,
    /// Who made the symbol files.
    pub symbols: Vec<SourceLine>,
    pub source: SourceLine,
    /// What kind of source that is: `article`, `symbol-files`, `sdk` or `derived`.
    pub source_kind: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newest {
    pub point: Point,
    pub size: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serviced {
    /// The release on its architecture.
    pub point: Point,
    /// The first build that is known to have the change.
    pub build: Build,
    /// The size from then on.
    pub size: u32,
    pub text: String,
    pub source: SourceLine,
}

impl StructurePage {
    /// Made from the dataset; `None` where no article describes the structure.
    pub fn new(dataset: &Dataset, structure: &Structure) -> Option<Self> {
        let article = structure.article()?;
        let layouts = structure.layouts();
        let of = Of { dataset, structure };
        let newest = Arch::PREFERRED.into_iter().filter_map(|arch| {
            let layout = layouts.iter().rfind(|layout| layout.arch() == arch)?;
            Some(Newest {
                point: layout.point,
                size: layout.size.get(),
            })
        });
        let tables = tables(structure, &layouts, &Arch::PREFERRED);
        let bytes = tables.iter().map(|table| Bytes::new(of, &layouts, table));
        Some(Self {
            name: article.name.clone(),
            summary: article.summary.clone(),
            description: paragraphs(&article.description),
            newest: newest.collect(),
            bytes: bytes.collect(),
            tables,
            steps: Arch::PREFERRED
                .into_iter()
                .filter_map(|arch| Steps::new(of, &layouts, arch))
                .collect(),
            growth: Growth::new(structure),
            sizes: sizes::rows(structure),
            servicing: article
                .servicing
                .iter()
                .map(|it| Serviced {
                    point: Point::new(it.release, it.arch),
                    build: it.build,
                    size: it.size.get(),
                    text: it.text.clone(),
                    source: SourceLine::new(dataset, &it.source),
                })
                .collect(),
            errata: article.errata.iter().map(ErratumLine::from).collect(),
            images: images::images(dataset, structure, &Arch::PREFERRED),
            beyond: article.beyond.clone(),
            uses: StructureUses::new(dataset, structure),
            witnesses: structure.witnesses(),
            symbols: images::sources(dataset, structure),
            source: SourceLine::new(dataset, &article.source),
            source_kind: dataset
                .source(&article.source)
                .map_or_else(String::new, |source| source.kind.clone()),
        })
    }
}

/// A text's paragraphs, which blank lines divide.
fn paragraphs(text: &str) -> Vec<String> {
    let parts = text.split("\n\n").map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}
