//! The tables of a structure on the wire: cells as published, to the letter, beside what holds.

use schemars::JsonSchema;
use serde::Serialize;
use strata_core::Arch;
use strata_core::article::{Article, Subject};
use strata_core::dataset::Audited;
use strata_core::raw::{RawBit, RawRow, RawSize};
use strata_core::span::Span;
use strata_core::wire::{ErratumDto, words};

use crate::api::published::{Published, per_arch};

/// A row of the table of sizes as published.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PublishedSize {
    /// For which releases.
    versions: String,
    /// On x86; null where the cell is blank.
    x86: Option<String>,
    /// On x64; null where the cell is blank.
    x64: Option<String>,
    /// On arm64; null where the cell is blank, as in every table built in.
    arm64: Option<String>,
}

/// A row of the table of members.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Row {
    /// Its stable id.
    id: String,
    /// The member's name as it holds; null where the source knows none.
    name: Option<String>,
    /// What is known of it, in words.
    description: Option<String>,
    /// Its cells as published. Offset cells that span several rows belong to each of them.
    published: Cells,
    /// The row whose offset cells span this one, too.
    spanned: Option<String>,
    /// The releases that it covers, as it holds.
    spans: Vec<ReleaseSpan>,
    /// How sure it is where no symbol file confirms it and no erratum corrects it.
    #[schemars(with = "words::Certainty")]
    certainty: String,
    /// The row of which it is the continuation elsewhere in the structure.
    continues: Option<String>,
    /// What is wrong in its cells.
    errata: Vec<ErratumDto>,
}

/// A row of the table of bit fields. Its `x86`, `x64` and `arm64` cells are masks.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BitRow {
    /// Its stable id.
    id: String,
    /// The row of the integer that holds the bits.
    row: String,
    /// The bit field's name as it holds.
    name: String,
    /// What is known of it, in words.
    description: Option<String>,
    /// Its cells as published.
    published: Cells,
    /// The releases that it covers, as it holds.
    spans: Vec<ReleaseSpan>,
    /// The row of which it is the continuation: a member that became bits.
    continues: Option<String>,
    /// What is wrong in its cells.
    errata: Vec<ErratumDto>,
}

/// The cells of a row, to the letter; null where one is blank.
#[derive(Debug, Serialize, JsonSchema)]
struct Cells {
    /// The definition.
    declaration: String,
    /// The x86 column.
    x86: Option<String>,
    /// The x64 column.
    x64: Option<String>,
    /// The arm64 column, which no table built in has.
    arm64: Option<String>,
    /// The releases.
    versions: String,
    /// The remarks.
    remarks: Option<String>,
}

impl Cells {
    fn new<'a>(
        [declaration, versions]: [&str; 2],
        remarks: Option<&String>,
        cell: impl Fn(Arch) -> Option<&'a str>,
    ) -> Self {
        let [x86, x64, arm64] =
            [Arch::X86, Arch::X64, Arch::Arm64].map(|arch| cell(arch).map(str::to_owned));
        Self {
            declaration: declaration.to_owned(),
            x86,
            x64,
            arm64,
            versions: versions.to_owned(),
            remarks: remarks.cloned(),
        }
    }
}

/// Releases from one to another, both included, without a gap.
#[derive(Debug, Serialize, JsonSchema)]
struct ReleaseSpan {
    /// The first.
    #[schemars(with = "words::Version")]
    first: String,
    /// The last.
    #[schemars(with = "words::Version")]
    last: String,
}

impl From<&RawSize> for PublishedSize {
    fn from(size: &RawSize) -> Self {
        Self {
            versions: size.versions.clone(),
            x86: size.x86.clone(),
            x64: size.x64.clone(),
            arm64: size.arm64.clone(),
        }
    }
}

impl From<Span> for ReleaseSpan {
    fn from(span: Span) -> Self {
        Self {
            first: span.first().to_string(),
            last: span.last().to_string(),
        }
    }
}

/// The table of members.
pub(super) fn rows(audited: &Audited, published: Published<'_>) -> Vec<Row> {
    let rows = published.rows().iter();
    rows.filter_map(|raw| row(audited, published, raw))
        .collect()
}

/// The table of bits.
pub(super) fn bits(audited: &Audited, published: Published<'_>) -> Vec<BitRow> {
    let bits = published.bits().iter();
    bits.filter_map(|raw| bit(audited, raw)).collect()
}

fn row(audited: &Audited, published: Published<'_>, raw: &RawRow) -> Option<Row> {
    let (article, table) = (&audited.article, &audited.table);
    let row = table.row(&raw.id)?;
    let cell = |arch| published.offset(raw, arch);
    Some(Row {
        id: raw.id.clone(),
        name: row.name().map(str::to_owned),
        description: row.about.clone(),
        published: Cells::new(
            [&raw.declaration, &raw.versions],
            raw.remarks.as_ref(),
            cell,
        ),
        spanned: raw.spanned.clone(),
        spans: spans(row.versions.spans(table.reach)),
        certainty: row.certainty.unwrap_or(article.certainty).to_string(),
        continues: row.continues.as_ref().map(ToString::to_string),
        errata: errata(article, &Subject::Row(row.id.clone())),
    })
}

fn bit(audited: &Audited, raw: &RawBit) -> Option<BitRow> {
    let table = &audited.table;
    let bit = table.bit(&raw.id)?;
    let cell = |arch| per_arch([&raw.x86, &raw.x64, &raw.arm64], arch);
    Some(BitRow {
        id: raw.id.clone(),
        row: raw.row.clone(),
        name: bit.declaration.name.to_string(),
        description: bit.about.clone(),
        published: Cells::new(
            [&raw.declaration, &raw.versions],
            raw.remarks.as_ref(),
            cell,
        ),
        spans: spans(bit.versions.spans(table.reach)),
        continues: bit.continues.as_ref().map(ToString::to_string),
        errata: errata(&audited.article, &Subject::Bit(bit.id.clone())),
    })
}

fn spans(spans: Vec<Span>) -> Vec<ReleaseSpan> {
    spans.into_iter().map(ReleaseSpan::from).collect()
}

fn errata(article: &Article, subject: &Subject) -> Vec<ErratumDto> {
    let about = article
        .errata
        .iter()
        .filter(|erratum| erratum.subject == *subject);
    about.map(ErratumDto::from).collect()
}
