//! `GET /structures/{name}/diff`: what changed between two points.

use axum::response::Response;
use axum::routing::get;
use schemars::SchemaGenerator;
use serde_json::json;
use strata_core::diff::wire::DiffAnswer;
use strata_core::wire::{assemble, words};

use crate::error::Error;
use crate::extract::Path;
use crate::openapi::{Answer, Operation, Parameter, schema_of};
use crate::problem::Kind;

use super::answer::{Call, kept};
use super::resource::Resource;
use super::{resolve, url};

const PATH: &str = "/structures/{name}/diff";

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(diff), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    let mut point = |name, description, example| {
        let schema = schema_of::<words::Point>(generator);
        Parameter::query(name, description, schema, json!(example)).required()
    };
    Operation {
        id: "getDiff",
        summary: "What changed between two points",
        description: "One entry for each member that is new, gone or otherwise; what follows from something else (what \
            comes before it, the width of pointers) is marked so.",
        parameters: vec![
            point("from", "Where to start: version/arch.", "6.1/x64"),
            point("to", "Where to end: version/arch.", "6.2/x64"),
            Parameter::structure(),
        ],
        input: None,
        answer: Answer::json::<DiffAnswer>("What changed."),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn diff(
    Path(name): Path<String>,
    Call { app, query, asked }: Call,
) -> Result<Response, Error> {
    let [from, to] = query.only(["from", "to"])?;
    let (from, to) = (
        segments("from", from.as_deref())?,
        segments("to", to.as_deref())?,
    );
    let dataset = app.dataset();
    let find = |point: &[String; 2]| {
        let [version, arch] = point;
        resolve::layout(dataset, [&name, version, arch])
    };
    let (from, to) = (find(&from)?, find(&to)?);
    kept(&app, &asked, &url::diff(&from.layout, &to.layout), || {
        assemble::diff(dataset, from.structure, &from.layout, &to.layout)
    })
}

/// A point as typed: its version and its architecture.
fn segments(name: &str, value: Option<&str>) -> Result<[String; 2], Error> {
    let split = value.and_then(|value| value.split_once('/'));
    let whole = split
        .filter(|(version, arch)| !version.is_empty() && !arch.is_empty() && !arch.contains('/'));
    match whole {
        Some((version, arch)) => Ok([version.to_owned(), arch.to_owned()]),
        None => {
            let expected = format!("a version and an architecture: {name}=6.1/x64");
            Err(Error::parameter(name, expected))
        }
    }
}
