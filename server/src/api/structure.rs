//! `GET /structures/{name}`: the whole history of a structure: its tables as published and what is wrong in them, its
//! layout classes, and each member through them.

mod history;
mod tables;

use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use strata_core::article::{Note, Servicing};
use strata_core::catalogue::ModuleName;
use strata_core::certainty::Certainty;
use strata_core::dataset::{Audited, Dataset, Structure};
use strata_core::history::History;
use strata_core::lookup;
use strata_core::wire::{SourceDto, assemble, words};
use strata_core::{Layout, Point, Version};

use crate::app::App;
use crate::error::Error;
use crate::extract::Path;
use crate::openapi::{Answer, Operation, Parameter};

use self::history::{Class, MemberHistory};
use self::tables::{BitRow, PublishedSize, Row};
use super::answer::{Call, kept};
use super::audit::ErratumInPlace;
use super::published::Published;
use super::resource::Resource;
use super::structures::{Sizes, points, sizes};
use super::url;

const PATH: &str = "/structures/{name}";

/// A structure through all its points.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Structure")]
pub(super) struct StructureAnswer {
    /// Its name.
    name: String,
    /// What it is, in a sentence.
    summary: String,
    /// What else is known of it; paragraphs are separated by a blank line.
    description: String,
    /// Who says so.
    source: SourceDto,
    /// How sure its rows are that do not say otherwise.
    #[schemars(with = "words::Certainty")]
    certainty: String,
    /// The first release that the source gives: it is absent before.
    #[schemars(with = "words::Version")]
    first: String,
    /// The newest release that the source knows: nothing is stated beyond.
    #[schemars(with = "words::Version")]
    reach: String,
    /// Why what holds at the newest release must not be stretched beyond it; null where no reason is known.
    beyond: Option<String>,
    /// The releases and architectures at which it has a layout, in the order of the ladder.
    #[schemars(with = "Vec<words::Point>")]
    points: Vec<String>,
    /// The builds for which a symbol file gives its layout.
    #[schemars(with = "Vec<words::Point>")]
    builds: Vec<String>,
    /// How it grew: by architecture, then in the order of the ladder.
    sizes: Vec<Sizes>,
    /// Layout classes, and runs of points without a layout: by architecture, then in the order of the ladder.
    classes: Vec<Class>,
    /// Every member and bit field through the layout classes.
    members: Vec<MemberHistory>,
    /// The table of sizes as published.
    published_sizes: Vec<PublishedSize>,
    /// The table of members as published, in the source's order.
    rows: Vec<Row>,
    /// The table of bit fields as published.
    bits: Vec<BitRow>,
    /// What is wrong in these tables.
    errata: Vec<ErratumInPlace>,
    /// What looks wrong and is not.
    notes: Vec<NoteAnswer>,
    /// What monthly servicing changed inside a release.
    servicing: Vec<ServicingAnswer>,
    /// `struct`, `union` or `enum`, as of the newest image.
    #[schemars(with = "words::TypeKind")]
    kind: &'static str,
    /// The image file that defines it, without its extension.
    module: String,
    /// Everyone who states something of it: the article where there is one, and the symbol files of its newest layout.
    sources: Vec<SourceDto>,
}

/// What accounts for findings of the audit that are no error of the source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Note")]
struct NoteAnswer {
    /// The rule whose findings it accounts for.
    #[schemars(with = "words::AuditRule")]
    rule: String,
    /// The row that they are about; null for any.
    row: Option<String>,
    /// The architecture; null for any.
    #[schemars(with = "Option<words::Arch>")]
    arch: Option<String>,
    /// The releases, in the notation of the source; null for any.
    versions: Option<String>,
    /// What is known.
    text: String,
}

/// What monthly servicing changed inside a release.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Servicing")]
struct ServicingAnswer {
    /// The release.
    #[schemars(with = "words::Version")]
    release: String,
    /// The architecture.
    #[schemars(with = "words::Arch")]
    arch: String,
    /// The first build that is known to have the change.
    #[schemars(with = "words::Version")]
    build: String,
    /// The size from then on, in bytes.
    size: u32,
    /// In words.
    text: String,
    /// Who says so.
    source: SourceDto,
}

impl StructureAnswer {
    pub(super) fn new(app: &App, structure: &Structure) -> Self {
        let dataset = app.dataset();
        let history = History::of(structure);
        let layouts = structure.layouts();
        let release = |layout: Option<&Layout>| layout.map(|layout| layout.release.to_string());
        let newest = layouts
            .last()
            .map(|layout| assemble::witnesses(dataset, structure, layout));
        let mut answer = Self {
            name: structure.name.to_string(),
            summary: structure.summary().to_owned(),
            description: String::new(),
            source: assemble::source(dataset, structure.source()),
            certainty: Certainty::SymbolFiles.to_string(),
            first: release(layouts.first()).unwrap_or_default(),
            reach: release(layouts.last()).unwrap_or_default(),
            beyond: None,
            points: points(&layouts),
            builds: builds(structure),
            sizes: sizes(structure),
            classes: history.columns.iter().map(Class::from).collect(),
            members: history.rows.iter().map(MemberHistory::from).collect(),
            published_sizes: Vec::new(),
            rows: Vec::new(),
            bits: Vec::new(),
            errata: Vec::new(),
            notes: Vec::new(),
            servicing: Vec::new(),
            kind: structure.kind().as_str(),
            module: module(structure),
            sources: newest.map_or_else(Vec::new, |newest| newest.sources),
        };
        if let Some(audited) = structure.audited() {
            answer.add(app, audited);
        }
        answer
    }

    /// What the article says.
    fn add(&mut self, app: &App, audited: &Audited) {
        let (dataset, article) = (app.dataset(), &audited.article);
        let published = Published::of(app, article);
        self.description.clone_from(&article.description);
        self.certainty = article.certainty.to_string();
        self.first = article.published.first.to_string();
        self.reach = article.published.reach.to_string();
        self.beyond.clone_from(&article.beyond);
        self.published_sizes = published.sizes().iter().map(PublishedSize::from).collect();
        self.rows = tables::rows(audited, published);
        self.bits = tables::bits(audited, published);
        self.errata = article.errata.iter().map(ErratumInPlace::from).collect();
        self.notes = article.notes.iter().map(NoteAnswer::from).collect();
        let servicing = article.servicing.iter();
        self.servicing = servicing
            .map(|it| ServicingAnswer::new(dataset, it))
            .collect();
        let known = self
            .sources
            .iter()
            .any(|source| source.id == article.source);
        if !known {
            self.sources
                .insert(0, assemble::source(dataset, &article.source));
        }
    }
}

/// The kernels that define it.
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

/// The image file that defines a type.
pub(super) fn module(structure: &Structure) -> String {
    structure
        .ty()
        .map_or_else(|| ModuleName::KERNEL.to_owned(), |ty| ty.module.to_string())
}

impl From<&Note> for NoteAnswer {
    fn from(note: &Note) -> Self {
        Self {
            rule: note.rule.to_string(),
            row: note.row.as_ref().map(ToString::to_string),
            arch: note.arch.map(|arch| arch.to_string()),
            versions: note.versions.as_ref().map(ToString::to_string),
            text: note.text.clone(),
        }
    }
}

impl ServicingAnswer {
    fn new(dataset: &Dataset, servicing: &Servicing) -> Self {
        Self {
            release: servicing.release.to_string(),
            arch: servicing.arch.to_string(),
            build: servicing.build.to_string(),
            size: servicing.size.get(),
            text: servicing.text.clone(),
            source: assemble::source(dataset, &servicing.source),
        }
    }
}

pub(super) fn resource() -> Resource {
    let operation = Operation::new(
        "getStructure",
        "One structure, the whole history",
        "Its tables as published, what is wrong in them and what holds, the layout classes, and where each \
            member is in each of them.",
        Answer::json::<StructureAnswer>("The structure."),
    );
    Resource::get(PATH, structure, operation.with([Parameter::structure()]))
}

async fn structure(
    Path(name): Path<String>,
    Call { app, asked, .. }: Call,
) -> Result<Response, Error> {
    let structure = lookup::structure(app.dataset(), &name)?;
    kept(&app, &asked, &url::structure(&structure.name), || {
        StructureAnswer::new(&app, structure)
    })
}
