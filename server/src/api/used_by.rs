//! `GET /structures/{name}/used-by`: who contains a type, and who points to it.

use axum::response::Response;
use axum::routing::get;
use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::{Dataset, Structure};
use strata_core::wire::words;
use strata_core::xref::{self, Holder, Use};
use strata_core::{Point, lookup};

use crate::error::Error;
use crate::extract::Path;
use crate::openapi::{Answer, Operation, Parameter};
use crate::problem::Kind;

use super::answer::{Call, list};
use super::resource::Resource;
use super::url;

const PATH: &str = "/structures/{name}/used-by";

/// Who contains a type, and who points to it.
#[derive(Debug, Serialize, JsonSchema)]
struct UsedBy {
    /// By structure, audited ones first, then in the order of its members.
    items: Vec<UserAnswer>,
}

/// A member that is of the type, or holds its address.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "User")]
struct UserAnswer {
    /// `contains` or `points-to`.
    #[schemars(with = "words::How")]
    how: &'static str,
    /// The type that has the member.
    structure: String,
    /// What the member is called; `u.Flags` where it lies in an unnamed type.
    member: String,
    /// Its type.
    r#type: String,
    /// Since when and until when, by architecture.
    times: Vec<Time>,
}

/// The first and the last version at which something is so; between them there may be others at which it is not.
#[derive(Debug, Serialize, JsonSchema)]
struct Time {
    /// The architecture.
    #[schemars(with = "words::Arch")]
    arch: &'static str,
    /// The first release, or file version of an image.
    #[schemars(with = "words::Version")]
    first: String,
    /// The last.
    #[schemars(with = "words::Version")]
    last: String,
}

impl UsedBy {
    fn new(dataset: &Dataset, structure: &Structure, image: Option<ImageIndex>) -> Self {
        let catalogue = dataset.catalogue();
        let uses = match image {
            None => xref::uses(dataset, structure.name.as_str()),
            Some(image) => {
                let mut uses = xref::in_types(catalogue, &structure.name);
                uses.retain(|used| used.images.contains(image));
                uses
            }
        };
        Self {
            items: uses
                .iter()
                .map(|used| UserAnswer::new(catalogue, used))
                .collect(),
        }
    }
}

impl UserAnswer {
    fn new(catalogue: &Catalogue, used: &Use) -> Self {
        let (Holder::Structure(structure, _) | Holder::Type(structure)) = &used.holder;
        let mut times = catalogue.reach(&used.images);
        for run in &used.runs {
            match times.last_mut().filter(|it| it.0.arch == run.first.arch) {
                Some((_, last)) => *last = run.last,
                None => times.push((run.first, run.last)),
            }
        }
        Self {
            how: used.how.as_str(),
            structure: structure.to_string(),
            member: used.member.clone(),
            r#type: used.ty.to_string(),
            times: times.into_iter().map(Time::from).collect(),
        }
    }
}

impl From<(Point, Point)> for Time {
    fn from((first, last): (Point, Point)) -> Self {
        Self {
            arch: first.arch.as_str(),
            first: first.version.to_string(),
            last: last.version.to_string(),
        }
    }
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(used_by), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    Operation {
        id: "getUsedBy",
        summary: "Who uses a type",
        description: "The members of other types that are of this type or an array of it, and those that hold its address.",
        parameters: vec![
            Parameter::structure(),
            Parameter::query(
                "image",
                "Only members that this image has: its id, as `GET /images` lists it.",
                json_schema!({ "type": "string" }),
                json!("ntoskrnl-10.0.19041.264-x64"),
            ),
        ],
        input: None,
        answer: Answer::json::<UsedBy>("Who uses it."),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn used_by(
    Path(name): Path<String>,
    Call { app, query, asked }: Call,
) -> Result<Response, Error> {
    let [image] = query.only(["image"])?;
    let dataset = app.dataset();
    let structure = lookup::structure(dataset, &name)?;
    let image = image.map(|id| lookup::image(dataset, &id)).transpose()?;
    let url = format!("{}/used-by", url::structure(&structure.name));
    let known = image.and_then(|image| dataset.catalogue().image(image));
    let narrowed = known.map(|image| format!("image={}", url::segment(&image.id())));
    let make = || UsedBy::new(dataset, structure, image);
    list(&app, &asked, (&url, narrowed), make, |_| None)
}
