//! `GET /structures/{name}`: the whole history of a structure: its tables as published and what is wrong in them, its
//! layout classes, and each member through them.

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
    /// A structure through all its points.
    #[schemars(rename = "Structure")]
    pub(super) struct StructureAnswer(app: &App, structure: &Structure) with {
        let (dataset, article) = (app.dataset(), structure.article());
        let published = article.map(|article| Published::of(app, article));
        let audited = structure.audited().zip(published);
        let history = History::of(structure);
        let layouts = structure.layouts();
        let release = |layout: Option<&Layout>| layout.map_or_else(String::new, |it| it.release.to_string());
    } {
        /// Its name.
        name: String = structure.name.to_string(),
        /// What it is, in a sentence.
        summary: String = structure.summary().to_owned(),
        /// What else is known of it; paragraphs are separated by a blank line.
        description: String = article.map_or_else(String::new, |it| it.description.clone()),
        /// Who says so.
        source: SourceDto = assemble::source(dataset, structure.source()),
        /// How sure its rows are that do not say otherwise.
        #[schemars(with = "words::Certainty")]
        certainty: String = article.map_or(Certainty::SymbolFiles, |it| it.certainty).to_string(),
        /// The first release that the source gives: it is absent before.
        #[schemars(with = "words::Version")]
        first: String = article.map_or_else(|| release(layouts.first()), |it| it.published.first.to_string()),
        /// The newest release that the source knows: nothing is stated beyond.
        #[schemars(with = "words::Version")]
        reach: String = article.map_or_else(|| release(layouts.last()), |it| it.published.reach.to_string()),
        /// Why what holds at the newest release must not be stretched beyond it; null where no reason is known.
        beyond: Option<String> = article.and_then(|it| it.beyond.clone()),
        /// The releases and architectures at which it has a layout, in the order of the ladder.
        #[schemars(with = "Vec<words::Point>")]
        points: Vec<String> = points(&layouts),
        /// The builds for which a symbol file gives its layout.
        #[schemars(with = "Vec<words::Point>")]
        builds: Vec<String> = builds(structure),
        /// How it grew: by architecture, then in the order of the ladder.
        sizes: Vec<Sizes> = sizes(structure),
        /// Layout classes, and runs of points without a layout: by architecture, then in the order of the ladder.
        classes: Vec<Class> = history.columns.iter().map(Class::new).collect(),
        /// Every member and bit field through the layout classes.
        members: Vec<MemberHistory> = history.rows.iter().map(MemberHistory::new).collect(),
        /// The table of sizes as published.
        published_sizes: Vec<PublishedSize> =
            published.map_or(&[][..], Published::sizes).iter().map(PublishedSize::new).collect(),
        /// The table of members as published, in the source's order.
        rows: Vec<Row> = audited.map_or_else(Vec::new, |(audited, published)| tables::rows(audited, published)),
        /// The table of bit fields as published.
        bits: Vec<BitRow> = audited.map_or_else(Vec::new, |(audited, published)| tables::bits(audited, published)),
        /// What is wrong in these tables.
        errata: Vec<ErratumInPlace> = article.iter().flat_map(|it| &it.errata).map(ErratumInPlace::new).collect(),
        /// What looks wrong and is not.
        notes: Vec<NoteAnswer> = article.iter().flat_map(|it| &it.notes).map(NoteAnswer::new).collect(),
        /// What monthly servicing changed inside a release.
        servicing: Vec<ServicingAnswer> =
            article.iter().flat_map(|it| &it.servicing).map(|it| ServicingAnswer::new(dataset, it)).collect(),
        /// `struct`, `union` or `enum`, as of the newest image.
        #[schemars(with = "words::TypeKind")]
        kind: &'static str = structure.kind().as_str(),
        /// The image file that defines it, without its extension.
        module: String = module(structure),
        /// Everyone who states something of it: the article where there is one, and the symbol files of its newest layout.
        sources: Vec<SourceDto> = sources(dataset, structure, layouts.last()),
    }

    /// What accounts for findings of the audit that are no error of the source.
    #[schemars(rename = "Note")]
    struct NoteAnswer(note: &Note) {
        /// The rule whose findings it accounts for.
        #[schemars(with = "words::AuditRule")]
        rule: String = note.rule.to_string(),
        /// The row that they are about; null for any.
        row: Option<String> = note.row.as_ref().map(ToString::to_string),
        /// The architecture; null for any.
        #[schemars(with = "Option<words::Arch>")]
        arch: Option<String> = note.arch.map(|arch| arch.to_string()),
        /// The releases, in the notation of the source; null for any.
        versions: Option<String> = note.versions.as_ref().map(ToString::to_string),
        /// What is known.
        text: String = note.text.clone(),
    }

    /// What monthly servicing changed inside a release.
    #[schemars(rename = "Servicing")]
    struct ServicingAnswer(dataset: &Dataset, servicing: &Servicing) {
        /// The release.
        #[schemars(with = "words::Version")]
        release: String = servicing.release.to_string(),
        /// The architecture.
        #[schemars(with = "words::Arch")]
        arch: String = servicing.arch.to_string(),
        /// The first build that is known to have the change.
        #[schemars(with = "words::Version")]
        build: String = servicing.build.to_string(),
        /// The size from then on, in bytes.
        size: u32 = servicing.size.get(),
        /// In words.
        text: String = servicing.text.clone(),
        /// Who says so.
        source: SourceDto = assemble::source(dataset, &servicing.source),
    }
}

/// Who states something of it: its article and the sources of its newest layout.
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
        "One structure, the whole history",
        "Its tables as published, what is wrong in them and what holds, the layout classes, and where each \
            member is in each of them.",
        Answer::json::<StructureAnswer>("The structure."),
    )
    .at("/structures/{name}", structure)
}

async fn structure(call: Call<(), String>) -> Answered {
    let structure = lookup::structure(call.app.dataset(), &call.path)?;
    call.kept(&url::structure(&structure.name), || {
        StructureAnswer::new(&call.app, structure)
    })
}
