//! `GET /structures/{name}`: the history of a structure: its tables as published and their errors, its layout classes,
//! and each member in each class.

mod history;
mod tables;

use strata_core::article::{Note, Servicing};
use strata_core::catalogue::ModuleName;
use strata_core::certainty::Certainty;
use strata_core::dataset::Structure;
use strata_core::history::History;
use strata_core::wire::SourceDto;
use strata_core::{Layout, Point, Version};

use self::history::{Class, MemberHistory};
use self::tables::{BitRow, PublishedSize, Row};
use super::audit::ErratumInPlace;
use super::prelude::*;
use super::published::Published;
use super::structures::{Sizes, points, sizes};

answers! {
    /// The history of a type.
    #[schemars(rename = "Structure")]
    pub(super) struct StructureAnswer(app: &App, structure: &Structure) with {
        let (dataset, article) = (app.dataset(), structure.article());
        let published = article.map(|article| Published::of(app, article));
        let audited = structure.audited().zip(published);
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
        #[schemars(with = "words::Certainty")]
        certainty: String = article.map_or(Certainty::SymbolFiles, |it| it.certainty).to_string(),
        /// The first release that the source covers; the structure is absent before it.
        #[schemars(with = "words::Version")]
        first: String = article.map_or_else(|| release(layouts.first()), |it| it.published.first.to_string()),
        /// The newest release that the source knows; later releases are not stated.
        #[schemars(with = "words::Version")]
        reach: String = article.map_or_else(|| release(layouts.last()), |it| it.published.last_release.to_string()),
        /// Why what holds at `reach` must not be extended beyond it; null if no reason is known.
        beyond: Option<String> = article.and_then(|it| it.no_extrapolation_reason.clone()),
        /// The releases and architectures with a layout, in the order of releases.
        #[schemars(with = "Vec<words::Point>")]
        points: Vec<String> = points(&layouts),
        /// The builds whose symbol files state a layout.
        #[schemars(with = "Vec<words::Point>")]
        builds: Vec<String> = builds(structure),
        /// The sizes: by architecture, then in the order of releases.
        sizes: Vec<Sizes> = sizes(structure),
        /// The layout classes, and runs of points without a layout: by architecture, then in the order of releases.
        classes: Vec<Class> = history.columns.iter().map(Class::new).collect(),
        /// Every member and bit field, with its place in each layout class.
        members: Vec<MemberHistory> = history.rows.iter().map(MemberHistory::new).collect(),
        /// The table of sizes as published.
        published_sizes: Vec<PublishedSize> =
            published.map_or(&[][..], Published::sizes).iter().map(PublishedSize::new).collect(),
        /// The table of members as published, in the order of the source.
        rows: Vec<Row> = audited.map_or_else(Vec::new, |(audited, published)| tables::rows(audited, published)),
        /// The table of bit fields as published.
        bits: Vec<BitRow> = audited.map_or_else(Vec::new, |(audited, published)| tables::bits(audited, published)),
        /// The errors in these tables.
        errata: Vec<ErratumInPlace> = article.iter().flat_map(|it| &it.errata).map(ErratumInPlace::new).collect(),
        /// Explanations of audit findings that are no errors.
        notes: Vec<NoteAnswer> = article.iter().flat_map(|it| &it.notes).map(NoteAnswer::new).collect(),
        /// Changes by monthly servicing inside a release.
        servicing: Vec<ServicingAnswer> =
            article.iter().flat_map(|it| &it.servicing).map(|it| ServicingAnswer::new(dataset, it)).collect(),
        /// `struct`, `union` or `enum`, as in the newest image.
        #[schemars(with = "words::TypeKind")]
        kind: &'static str = structure.kind().as_str(),
        /// The image file that defines it, without its extension.
        module: String = module(structure),
        /// All sources: the article if there is one, and the symbol files of the newest layout.
        sources: Vec<SourceDto> = sources(dataset, structure, layouts.last()),
    }

    /// An explanation of audit findings that are no errors of the source.
    #[schemars(rename = "Note")]
    struct NoteAnswer(note: &Note) {
        /// The rule of the findings.
        #[schemars(with = "words::AuditRule")]
        rule: String = note.rule.to_string(),
        /// The row of the findings; null for any row.
        row: Option<String> = note.row.as_ref().map(ToString::to_string),
        /// The architecture; null for any architecture.
        #[schemars(with = "Option<words::Arch>")]
        arch: Option<String> = note.arch.map(|arch| arch.to_string()),
        /// The releases, in the notation of the source; null for any release.
        versions: Option<String> = note.versions.as_ref().map(ToString::to_string),
        /// The explanation.
        text: String = note.text.clone(),
    }

    /// A change by monthly servicing inside a release.
    #[schemars(rename = "Servicing")]
    struct ServicingAnswer(dataset: &Dataset, servicing: &Servicing) {
        #[schemars(with = "words::Version")]
        release: String = servicing.release.to_string(),
        #[schemars(with = "words::Arch")]
        arch: String = servicing.arch.to_string(),
        /// The first build that is known to have the change.
        #[schemars(with = "words::Version")]
        build: String = servicing.build.to_string(),
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
        Answer::json::<StructureAnswer>("The structure."),
    )
    .at("/structures/{name}", structure)
}

async fn structure(call: Call<(), String>) -> Answered {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    call.cached_json(&url::structure(&structure.name), || {
        StructureAnswer::new(&call.app, structure)
    })
}
