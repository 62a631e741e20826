//! `GET /changes`: what each release and each of its later kernels changed.

use axum::response::Response;
use axum::routing::get;
use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use strata_core::catalogue::{Image, Step, Type};
use strata_core::dataset::Dataset;
use strata_core::lookup;
use strata_core::wire::words;
use strata_core::{Arch, Release};

use crate::error::Error;
use crate::openapi::{Answer, Operation, Parameter, schema_of};
use crate::problem::Kind;

use super::answer::{Call, list};
use super::resource::Resource;
use super::structures::parameter;
use super::url;

const PATH: &str = "/changes";
/// What a step is called that leads to another release, and one within a release.
const KINDS: [&str; 2] = ["release", "servicing"];

/// What each image changed against the one before it; images that changed nothing are left out.
#[derive(Debug, Serialize, JsonSchema)]
struct Changes {
    /// By module, architecture and version.
    items: Vec<StepAnswer>,
}

/// What an image changed against the one before it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
struct StepAnswer {
    /// The id of the image before.
    from: String,
    /// The id of the image.
    to: String,
    /// `servicing` where both are of one release, otherwise `release`.
    kind: &'static str,
    /// The architecture.
    #[schemars(with = "words::Arch")]
    arch: &'static str,
    /// The release that the image is one of.
    #[schemars(with = "Option<words::Version>")]
    release: Option<String>,
    /// The types that are new.
    added: Vec<String>,
    /// The types that are gone.
    removed: Vec<String>,
    /// The types that have another layout of the same size.
    changed_at_same_size: Vec<String>,
    /// The types that have another layout and another size.
    changed: Vec<String>,
}

/// Which steps are asked for.
struct Filter {
    arch: Option<Arch>,
    release: Option<Release>,
    kind: Option<&'static str>,
}

impl Changes {
    fn new(dataset: &Dataset, filter: &Filter) -> Self {
        let wanted = |step: &Step| {
            let image = dataset.catalogue().image(step.to);
            filter.release.is_none_or(|it| step.release == Some(it))
                && filter.kind.is_none_or(|it| kind(step) == it)
                && (filter.arch).is_none_or(|it| image.is_some_and(|image| image.arch == it))
        };
        let steps = dataset.catalogue().steps().filter(wanted);
        Self {
            items: steps
                .filter_map(|step| StepAnswer::new(dataset, step))
                .collect(),
        }
    }
}

fn kind(step: &Step) -> &'static str {
    let [release, servicing] = KINDS;
    if step.is_servicing {
        servicing
    } else {
        release
    }
}

impl StepAnswer {
    /// Nothing where nothing changed.
    fn new(dataset: &Dataset, step: Step) -> Option<Self> {
        let catalogue = dataset.catalogue();
        let differences = catalogue.differences(step.from, step.to);
        if differences.is_empty() {
            return None;
        }
        let changed = differences.changed.iter().copied();
        let (same, other): (Vec<&Type>, _) = changed.partition(|ty| differences.keeps_size(ty));
        let names = |types: &[&Type]| types.iter().map(|ty| ty.full_name()).collect();
        let image = catalogue.image(step.to)?;
        Some(Self {
            from: catalogue.image(step.from).map(Image::id)?,
            to: image.id(),
            kind: kind(&step),
            arch: image.arch.as_str(),
            release: step.release.map(|release| release.to_string()),
            added: names(&differences.added),
            removed: names(&differences.removed),
            changed_at_same_size: names(&same),
            changed: names(&other),
        })
    }
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(changes), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    Operation {
        id: "listChanges",
        summary: "What each release and each servicing step changed",
        description: "Every image that changed types against the image of the same module and architecture before it, with their \
            names; how each changed is told by `GET /images/{a}/diff/{b}`.",
        parameters: vec![
            Parameter::query(
                "arch",
                "Only images for this architecture.",
                schema_of::<words::Arch>(generator),
                json!("x64"),
            ),
            Parameter::query(
                "release",
                "Only images of this release.",
                schema_of::<words::Version>(generator),
                json!("22H2"),
            ),
            Parameter::query(
                "kind",
                "Only steps from one release to another, or only those within a release.",
                json_schema!({ "type": "string", "enum": KINDS }),
                json!("servicing"),
            ),
        ],
        input: None,
        answer: Answer::json::<Changes>("The steps, in order."),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn changes(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let given = query.text();
    let [arch, release, kind] = query.only(["arch", "release", "kind"])?;
    let filter = Filter {
        arch: arch.map(|arch| lookup::arch(&arch)).transpose()?,
        release: release.map(|text| lookup::release(&text)).transpose()?,
        kind: kind
            .map(|kind| parameter("kind", &kind, KINDS, |kind| kind))
            .transpose()?,
    };
    let url = url::of(PATH);
    let make = || Changes::new(app.dataset(), &filter);
    list(&app, &asked, (&url, given), make, |_| None)
}
