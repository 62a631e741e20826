//! `GET /structures/{name}`: the history of a structure: its tables as published, verbatim, beside the corrected values
//! and their errors; its layout classes as columns, members as rows, a cell for each.

use strata_core::article::{self, Article, Note, Servicing, SizeRow, Subject};
use strata_core::catalogue::ModuleName;
use strata_core::certainty::Certainty;
use strata_core::dataset::{Audited, Structure};
use strata_core::diff::Delta;
use strata_core::diff::Kind;
use strata_core::history::{self, Cell, Column, History, Place, State};
use strata_core::lookup::Reason;
use strata_core::span::Span;
use strata_core::wire::{ErratumDto, SourceDto};
use strata_core::{Layout, Point, Version};

use super::audit::ErratumInPlace;
use super::prelude::*;
use super::structures::{Sizes, points, sizes};

answers! {
    /// The history of a type.
    #[schemars(rename = "Structure")]
    pub(super) struct StructureAnswer(dataset: &Dataset, structure: &Structure) with {
        let (article, audited) = (structure.article(), structure.audited());
        let history = History::of(structure);
        let layouts = structure.layouts();
        let release = |layout: Option<&Layout>| layout.map_or_else(String::new, |it| it.release.to_string());
    } {
        name: String = structure.name.to_string(),
        /// A description in one sentence.
        summary: String = structure.summary().to_owned(),
        /// A description in paragraphs, separated by blank lines.
        description: String = article.map_or_else(String::new, |it| it.description.clone()),
        /// The source: the article if there is one, otherwise the symbol files of the newest image.
        source: SourceDto = assemble::source(dataset, structure.source()),
        /// The certainty of rows without their own.
        certainty: String as "words::Certainty" = article.map_or(Certainty::SymbolFiles, |it| it.certainty).to_string(),
        /// The first release that the source covers; the structure is absent before it.
        first: String as "words::Version" =
            article.map_or_else(|| release(layouts.first()), |it| it.published.first.to_string()),
        /// The newest release that the source knows; later releases are not stated.
        reach: String as "words::Version" =
            article.map_or_else(|| release(layouts.last()), |it| it.published.last_release.to_string()),
        /// Why what holds at `reach` must not be extended beyond it; null if no reason is known.
        beyond: Option<String> = article.and_then(|it| it.no_extrapolation_reason.clone()),
        /// The releases and architectures with a layout, in the order of releases.
        points: Vec<String> as "Vec<words::Point>" = points(&layouts),
        /// The builds whose symbol files state a layout.
        builds: Vec<String> as "Vec<words::Point>" = builds(structure),
        /// The sizes: by architecture, then in the order of releases.
        sizes: Vec<Sizes> = sizes(structure),
        /// The layout classes, and runs of points without a layout: by architecture, then in the order of releases.
        classes: Vec<Class> = history.columns.iter().map(Class::new).collect(),
        /// Every member and bit field, with its place in each layout class.
        members: Vec<MemberHistory> = history.rows.iter().map(MemberHistory::new).collect(),
        /// The table of sizes as published.
        published_sizes: Vec<PublishedSize> =
            article.iter().flat_map(|it| &it.published.sizes).map(PublishedSize::new).collect(),
        /// The table of members as published, in the order of the source.
        rows: Vec<Row> = audited.iter().flat_map(|it| it.table.rows.iter().filter_map(|row| Row::new(it, row))).collect(),
        /// The table of bit fields as published.
        bits: Vec<BitRow> = audited.iter().flat_map(|it| it.table.bits.iter().filter_map(|bit| BitRow::new(it, bit))).collect(),
        /// The errors in these tables.
        errata: Vec<ErratumInPlace> = article.iter().flat_map(|it| &it.errata).map(ErratumInPlace::new).collect(),
        /// Explanations of audit findings that are no errors.
        notes: Vec<NoteAnswer> = article.iter().flat_map(|it| &it.notes).map(NoteAnswer::new).collect(),
        /// Changes by monthly servicing inside a release.
        servicing: Vec<ServicingAnswer> =
            article.iter().flat_map(|it| &it.servicing).map(|it| ServicingAnswer::new(dataset, it)).collect(),
        /// `struct`, `union` or `enum`, as in the newest image.
        kind: &'static str as "words::TypeKind" = structure.kind().as_str(),
        /// The image file that defines it, without its extension.
        module: String = module(structure),
        /// All sources: the article if there is one, and the symbol files of the newest layout.
        sources: Vec<SourceDto> = sources(dataset, structure, layouts.last()),
    }

    /// An explanation of audit findings that are no errors of the source.
    #[schemars(rename = "Note")]
    struct NoteAnswer(note: &Note) {
        /// The rule of the findings.
        rule: String as "words::AuditRule" = note.rule.to_string(),
        /// The row of the findings; null for any row.
        row: Option<String> = note.row.as_ref().map(ToString::to_string),
        /// The architecture; null for any architecture.
        arch: Option<String> as "Option<words::Arch>" = note.arch.map(|arch| arch.to_string()),
        /// The releases, in the notation of the source; null for any release.
        versions: Option<String> = note.versions.as_ref().map(ToString::to_string),
        /// The explanation.
        text: String = note.text.clone(),
    }

    /// A change by monthly servicing inside a release.
    #[schemars(rename = "Servicing")]
    struct ServicingAnswer(dataset: &Dataset, servicing: &Servicing) {
        release: String as "words::Version" = servicing.release.to_string(),
        arch: String as "words::Arch" = servicing.arch.to_string(),
        /// The first build that is known to have the change.
        build: String as "words::Version" = servicing.build.to_string(),
        /// The size since that build, in bytes.
        size: u32 = servicing.size.get(),
        /// A description of the change.
        text: String = servicing.text.clone(),
        source: SourceDto = assemble::source(dataset, &servicing.source),
    }
}

/// The sources of a type: its article, and the sources of its newest layout.
fn sources(dataset: &Dataset, structure: &Structure, newest: Option<&Layout>) -> Vec<SourceDto> {
    let newest = newest.map(|layout| assemble::layout_sources(dataset, structure, layout));
    let mut sources = newest.map_or_else(Vec::new, |newest| newest.sources);
    let article = structure.article().map(|article| &article.source);
    if let Some(article) = article.filter(|id| !sources.iter().any(|it| it.id == **id)) {
        sources.insert(0, assemble::source(dataset, article));
    }
    sources
}

fn builds(structure: &Structure) -> Vec<String> {
    let point = |(build, arch)| {
        Point {
            version: Version::Build(build),
            arch,
        }
        .to_string()
    };
    structure.known_builds().map(point).collect()
}

pub(super) fn module(structure: &Structure) -> String {
    structure
        .ty()
        .map_or_else(|| ModuleName::KERNEL.to_owned(), |ty| ty.module.to_string())
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getStructure",
        "One structure with its history",
        "The tables as published, their errata and corrected values, the layout classes, and the place of each \
            member in each class.",
        Message::json::<StructureAnswer>("The structure."),
    )
    .at("/structures/{name}", structure)
}

async fn structure(call: Call<(), String>) -> ApiResult {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    call.cached_json(&url::structure(&structure.name), || {
        StructureAnswer::new(call.app.dataset(), structure)
    })
}

answers! {
    /// Consecutive points of one architecture that share a layout, or that have none for the same reason.
    #[schemars(rename = "LayoutClass")]
    struct Class(column: &Column) with {
        let (state, size) = match column.state {
            State::Stated(size) => ("stated", Some(size.get())),
            State::Absent => (Reason::Absent.as_str(), None),
            State::NotStated => (Reason::NotStated.as_str(), None),
        };
    } {
        arch: String as "words::Arch" = column.arch.to_string(),
        /// The points, in order; a release comes before its builds.
        points: Vec<String> as "Vec<words::Point>" = column.points.iter().map(ToString::to_string).collect(),
        /// Whether the source states a layout at these points.
        state: &'static str as "words::ClassState" = state,
        /// The size of the structure in bytes; null if there is no layout.
        size: Option<u32> = size,
    }

    /// A member, or a bit field that was never a member of its own, in all layout classes.
    struct MemberHistory(row: &history::Row) {
        /// The name in the last class; the id of the row if the source knows no name.
        label: String = row.label.clone(),
        /// The rows of the member: several if they continue one another, or if the member became bits.
        rows: Vec<String> = row.sources().into_iter().map(ToString::to_string).collect(),
        /// The row of the integer, for a bit field that was never a member of its own.
        holder: Option<String> = row.holder.as_ref().map(ToString::to_string),
        /// A cell for each layout class, in the order of `classes`.
        cells: Vec<MemberCell> = row.cells.iter().map(MemberCell::new).collect(),
    }

    /// A member in one layout class.
    struct MemberCell(cell: &Cell) {
        #[serde(flatten)]
        place: MemberPlace = MemberPlace::from(&cell.place),
        /// The most important change since the previous class of the same architecture.
        mark: &'static str as "words::Mark" = cell.mark.as_str(),
        /// All kinds of change since that class.
        changes: Vec<Kind> = cell.kinds.clone(),
        /// The distance in bytes that the member moved; null if it is not in both classes.
        moved_by: Option<i64> = cell.by.map(Delta::get),
    }
}

/// The place of a member at a point.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "state")]
enum MemberPlace {
    /// A member of its own.
    #[serde(rename = "stated")]
    Stated {
        /// The row of the member at this point.
        row: String,
        /// In bytes from the start of the structure.
        offset: u32,
        /// In bytes.
        size: u32,
    },
    /// Bits of another member.
    #[serde(rename = "stated as bits")]
    Bits {
        /// The row of the bits at this point.
        row: String,
        /// The row of the member that contains the bits.
        holder: String,
        /// The offset of that member, in bytes from the start of the structure.
        offset: u32,
        /// The lowest bit.
        bit: u8,
        /// The number of bits.
        width: u8,
        /// The integer with only these bits set.
        #[schemars(with = "words::Hex")]
        mask: String,
    },
    /// The member exists under another row, which has a history of its own because both rows exist at some point.
    #[serde(rename = "elsewhere")]
    Elsewhere {
        /// The other row.
        row: String,
    },
    /// The source says that the member does not exist.
    #[serde(rename = "absent")]
    Absent,
    /// The source does not say.
    #[serde(rename = "not stated")]
    NotStated,
}

impl From<&Place> for MemberPlace {
    fn from(place: &Place) -> Self {
        match place {
            Place::At { row, offset, size } => Self::Stated {
                row: row.to_string(),
                offset: offset.get(),
                size: size.get(),
            },
            Place::Bit {
                holder,
                row,
                offset,
                range,
            } => Self::Bits {
                row: row.to_string(),
                holder: holder.to_string(),
                offset: offset.get(),
                bit: range.bit(),
                width: range.width(),
                mask: format!("{:#x}", range.mask()),
            },
            Place::Elsewhere(row) => Self::Elsewhere {
                row: row.to_string(),
            },
            Place::Absent => Self::Absent,
            Place::NotStated => Self::NotStated,
        }
    }
}

answers! {
    /// A row of the table of sizes as published.
    struct PublishedSize(size: &SizeRow) {
        /// The releases with this size.
        versions: String = size.versions.to_string(),
        /// The cell for x86; null if blank.
        x86: Option<String> = cell(&size.published_cells.x86),
        /// The cell for x64; null if blank.
        x64: Option<String> = cell(&size.published_cells.x64),
        /// The cell for arm64; null if blank, as in all built-in tables.
        arm64: Option<String> = cell(&size.published_cells.arm64),
    }

    /// A row of the table of members.
    struct Row(audited: &Audited, row: &article::Row) -> Option {
        /// The stable id.
        id: String = row.id.to_string(),
        /// The corrected name; null if the source knows none.
        name: Option<String> = row.name().map(str::to_owned),
        /// What is known of the member, in words.
        description: Option<String> = row.about.clone(),
        /// The cells as published. An offset cell that spans several rows is repeated in each.
        published: Cells = Cells::new(audited.article.published.cells(row.id.as_str())?),
        /// The row whose offset cells span this one, too.
        spanned: Option<String> = row.merged_into.as_ref().map(ToString::to_string),
        /// The releases that the row covers, with errata applied.
        spans: Vec<ReleaseSpan> = spans(row.versions.spans(audited.table.last_release)),
        /// The certainty, unless a symbol file confirms the row or an erratum corrects it.
        certainty: String as "words::Certainty" = row.certainty.unwrap_or(audited.article.certainty).to_string(),
        /// The row for the same member elsewhere in the structure.
        continues: Option<String> = row.continues.as_ref().map(ToString::to_string),
        /// The errata of the cells.
        errata: Vec<ErratumDto> = errata(&audited.article, &Subject::Row(row.id.clone())),
    }

    /// A row of the table of bit fields. Its `x86`, `x64` and `arm64` cells are masks.
    struct BitRow(audited: &Audited, bit: &article::BitRow) -> Option {
        /// The stable id.
        id: String = bit.id.to_string(),
        /// The row of the integer that contains the bits.
        row: String = bit.unit.to_string(),
        /// The corrected name.
        name: String = bit.declaration.name.to_string(),
        /// What is known of the bit field, in words.
        description: Option<String> = bit.about.clone(),
        /// The cells as published.
        published: Cells = Cells::new(audited.article.published.cells(bit.id.as_str())?),
        /// The releases that the row covers, with errata applied.
        spans: Vec<ReleaseSpan> = spans(bit.versions.spans(audited.table.last_release)),
        /// The row that this one continues: a member that became bits.
        continues: Option<String> = bit.continues.as_ref().map(ToString::to_string),
        /// The errata of the cells.
        errata: Vec<ErratumDto> = errata(&audited.article, &Subject::Bit(bit.id.clone())),
    }

    /// The cells of a row, verbatim; null if blank.
    struct Cells(cells: article::Cells<'_>) {
        /// The definition.
        declaration: String = cells.definition.to_owned(),
        /// The x86 column.
        x86: Option<String> = cell(&cells.archs.x86),
        /// The x64 column.
        x64: Option<String> = cell(&cells.archs.x64),
        /// The arm64 column; null in all built-in tables.
        arm64: Option<String> = cell(&cells.archs.arm64),
        /// The releases.
        versions: String = cells.versions.to_string(),
        /// The remarks.
        remarks: Option<String> = cell(cells.remark),
    }

    /// Consecutive releases, both ends included.
    struct ReleaseSpan(span: Span) {
        /// The first release.
        first: String as "words::Version" = span.first().to_string(),
        /// The last release.
        last: String as "words::Version" = span.last().to_string(),
    }
}

/// The text of a cell; `None` if it is blank.
pub(super) fn cell(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn spans(spans: Vec<Span>) -> Vec<ReleaseSpan> {
    spans.into_iter().map(ReleaseSpan::new).collect()
}

fn errata(article: &Article, subject: &Subject) -> Vec<ErratumDto> {
    let about = article
        .errata
        .iter()
        .filter(|erratum| erratum.subject == *subject);
    about.map(ErratumDto::new).collect()
}
