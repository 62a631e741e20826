//! The tables of a structure on the wire: the published cells, verbatim, beside the corrected values.

use strata_core::Arch;
use strata_core::article::{self, Article, Subject};
use strata_core::dataset::Audited;
use strata_core::raw::{RawBit, RawRow, RawSize};
use strata_core::span::Span;
use strata_core::wire::ErratumDto;

use crate::api::prelude::*;
use crate::api::published::Published;

/// The columns of a table, in the order of its cells.
const COLUMNS: [Arch; 3] = [Arch::X86, Arch::X64, Arch::Arm64];

answers! {
    /// A row of the table of sizes as published.
    pub(super) struct PublishedSize(size: &RawSize) {
        /// The releases with this size.
        versions: String = size.versions.clone(),
        /// The cell for x86; null if blank.
        x86: Option<String> = size.x86.clone(),
        /// The cell for x64; null if blank.
        x64: Option<String> = size.x64.clone(),
        /// The cell for arm64; null if blank, as in all built-in tables.
        arm64: Option<String> = size.arm64.clone(),
    }

    /// A row of the table of members.
    pub(super) struct Row(audited: &Audited, published: Published<'_>, raw: &RawRow, row: &article::Row) {
        /// The stable id.
        id: String = raw.id.clone(),
        /// The corrected name; null if the source knows none.
        name: Option<String> = row.name().map(str::to_owned),
        /// What is known of the member, in words.
        description: Option<String> = row.about.clone(),
        /// The cells as published. An offset cell that spans several rows is repeated in each.
        published: Cells = {
            let archs = COLUMNS.map(|arch| published.offset(raw, arch));
            Cells::new([&raw.declaration, &raw.versions], archs, raw.remarks.as_ref())
        },
        /// The row whose offset cells span this one, too.
        spanned: Option<String> = raw.spanned.clone(),
        /// The releases that the row covers, with errata applied.
        spans: Vec<ReleaseSpan> = spans(row.versions.spans(audited.table.last_release)),
        /// The certainty, unless a symbol file confirms the row or an erratum corrects it.
        #[schemars(with = "words::Certainty")]
        certainty: String = row.certainty.unwrap_or(audited.article.certainty).to_string(),
        /// The row for the same member elsewhere in the structure.
        continues: Option<String> = row.continues.as_ref().map(ToString::to_string),
        /// The errata of the cells.
        errata: Vec<ErratumDto> = errata(&audited.article, &Subject::Row(row.id.clone())),
    }

    /// A row of the table of bit fields. Its `x86`, `x64` and `arm64` cells are masks.
    pub(super) struct BitRow(audited: &Audited, raw: &RawBit, bit: &article::BitRow) {
        /// The stable id.
        id: String = raw.id.clone(),
        /// The row of the integer that contains the bits.
        row: String = raw.row.clone(),
        /// The corrected name.
        name: String = bit.declaration.name.to_string(),
        /// What is known of the bit field, in words.
        description: Option<String> = bit.about.clone(),
        /// The cells as published.
        published: Cells = {
            let archs = [&raw.x86, &raw.x64, &raw.arm64].map(Option::as_deref);
            Cells::new([&raw.declaration, &raw.versions], archs, raw.remarks.as_ref())
        },
        /// The releases that the row covers, with errata applied.
        spans: Vec<ReleaseSpan> = spans(bit.versions.spans(audited.table.last_release)),
        /// The row that this one continues: a member that became bits.
        continues: Option<String> = bit.continues.as_ref().map(ToString::to_string),
        /// The errata of the cells.
        errata: Vec<ErratumDto> = errata(&audited.article, &Subject::Bit(bit.id.clone())),
    }

    /// The cells of a row, verbatim; null if blank.
    struct Cells(own: [&str; 2], archs: [Option<&str>; 3], remarks: Option<&String>) with {
        let [x86, x64, arm64] = archs.map(|cell| cell.map(str::to_owned));
    } {
        /// The definition.
        declaration: String = own[0].to_owned(),
        /// The x86 column.
        x86: Option<String> = x86,
        /// The x64 column.
        x64: Option<String> = x64,
        /// The arm64 column; null in all built-in tables.
        arm64: Option<String> = arm64,
        /// The releases.
        versions: String = own[1].to_owned(),
        /// The remarks.
        remarks: Option<String> = remarks.cloned(),
    }

    /// Consecutive releases, both ends included.
    struct ReleaseSpan(span: Span) {
        /// The first release.
        #[schemars(with = "words::Version")]
        first: String = span.first().to_string(),
        /// The last release.
        #[schemars(with = "words::Version")]
        last: String = span.last().to_string(),
    }
}

pub(super) fn rows(audited: &Audited, published: Published<'_>) -> Vec<Row> {
    let rows = published.rows().iter();
    let row = |raw| {
        Some(Row::new(
            audited,
            published,
            raw,
            audited.table.row(&raw.id)?,
        ))
    };
    rows.filter_map(row).collect()
}

pub(super) fn bits(audited: &Audited, published: Published<'_>) -> Vec<BitRow> {
    let bits = published.bits().iter();
    let bit = |raw| Some(BitRow::new(audited, raw, audited.table.bit(&raw.id)?));
    bits.filter_map(bit).collect()
}

fn spans(spans: Vec<Span>) -> Vec<ReleaseSpan> {
    spans.into_iter().map(ReleaseSpan::new).collect()
}

fn errata(article: &Article, subject: &Subject) -> Vec<ErratumDto> {
    let about = article
        .errata
        .iter()
        .filter(|erratum| erratum.subject == *subject);
    about.map(ErratumDto::from).collect()
}
