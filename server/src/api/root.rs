//! `GET /api/v1`: what the API has, for people who try it and scripts that look.

use axum::response::Response;
use axum::routing::get;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use strata_frontend::route::located;

use crate::app::App;
use crate::error::Error;
use crate::openapi::{Answer, Operation};
use crate::problem::Kind;

use super::answer::{Call, kept};
use super::resource::Resource;
use super::{openapi, table, url};

const PATH: &str = "/";

/// What the API has.
#[derive(Debug, Serialize, JsonSchema)]
struct Root {
    /// The program that answers, with its version.
    name: String,
    /// The hash of the data that are served.
    data: String,
    /// Where the OpenAPI document is, which says more of each operation.
    openapi: String,
    /// The operations, by path.
    operations: Vec<OperationLine>,
}

/// An operation at a glance.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Operation")]
struct OperationLine {
    /// The method of HTTP.
    method: String,
    /// The path; what stands in braces is for you to fill in.
    path: String,
    /// What it does.
    summary: &'static str,
    /// The parameters of the query.
    parameters: Vec<&'static str>,
}

impl Root {
    fn new(app: &App) -> Self {
        let mut generator = SchemaGenerator::default();
        let line = |resource: Resource| {
            let operation = (resource.describe)(&mut generator);
            OperationLine {
                method: resource.method.to_uppercase(),
                path: located(&path(&resource)),
                summary: operation.summary,
                parameters: operation.queries().collect(),
            }
        };
        let mut operations: Vec<OperationLine> = table().into_iter().map(line).collect();
        operations.sort_by(|a, b| a.path.cmp(&b.path));
        Self {
            name: concat!("strata ", env!("CARGO_PKG_VERSION")).to_owned(),
            data: app.bundle().url().hash().to_owned(),
            openapi: located(&format!("{}{}", url::ROOT, openapi::PATH)),
            operations,
        }
    }
}

/// The whole path of a resource.
pub(super) fn path(resource: &Resource) -> String {
    format!("{}{}", url::ROOT, resource.path.trim_end_matches('/'))
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(root), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    Operation {
        id: "getRoot",
        summary: "What there is",
        description: "The operations of the API, each in a line, and where the OpenAPI document is.",
        parameters: Vec::new(),
        input: None,
        answer: Answer::json::<Root>("The operations."),
        problems: vec![Kind::MALFORMED, Kind::NOT_ACCEPTABLE],
    }
}

async fn root(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let [] = query.only([])?;
    kept(&app, &asked, url::ROOT, || Root::new(&app))
}
