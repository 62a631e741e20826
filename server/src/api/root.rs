//! `GET /api/v1`: what the API has, for people who try it and scripts that look.

use schemars::JsonSchema;
use serde::Serialize;
use strata_frontend::route::located;

use crate::app::App;
use crate::openapi::{Answer, Operation};

use super::answer::whole;
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
        let line = |resource: Resource| OperationLine {
            method: resource.method.to_uppercase(),
            path: located(&url::of(resource.path)),
            summary: resource.operation.summary,
            parameters: resource.operation.queries().collect(),
        };
        let mut operations: Vec<OperationLine> = table().into_iter().map(line).collect();
        operations.sort_by(|a, b| a.path.cmp(&b.path));
        Self {
            name: concat!("strata ", env!("CARGO_PKG_VERSION")).to_owned(),
            data: app.bundle().url().hash().to_owned(),
            openapi: located(&url::of(openapi::PATH)),
            operations,
        }
    }
}

pub(super) fn resource() -> Resource {
    whole(
        PATH,
        Root::new,
        Operation::whole(
            "getRoot",
            "Overview",
            "The operations of the API, each in a line, and where the OpenAPI document is.",
            Answer::json::<Root>("The operations."),
        ),
    )
}
