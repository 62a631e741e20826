//! `GET /api/v1`: what the API has, for people who try it and scripts that look.

use strata_frontend::route::located;

use super::prelude::*;
use super::{openapi, table};

const PATH: &str = "/";

answers! {
    /// What the API has.
    struct Root(app: &App) with {
        let mut operations: Vec<OperationLine> = table().into_iter().map(OperationLine::new).collect();
        operations.sort_by(|a, b| a.path.cmp(&b.path));
    } {
        /// The program that answers, with its version.
        name: String = concat!("strata ", env!("CARGO_PKG_VERSION")).to_owned(),
        /// The hash of the data that are served.
        data: String = app.bundle().url().hash().to_owned(),
        /// Where the OpenAPI document is, which says more of each operation.
        openapi: String = located(&url::of(openapi::PATH)),
        /// The operations, by path.
        operations: Vec<OperationLine> = operations,
    }

    /// An operation at a glance.
    #[schemars(rename = "Operation")]
    struct OperationLine(resource: Resource) {
        /// The method of HTTP.
        method: String = resource.method.to_uppercase(),
        /// The path; what stands in braces is for you to fill in.
        path: String = located(&url::of(resource.path)),
        /// What it does.
        summary: &'static str = resource.operation.summary,
        /// The parameters of the query.
        parameters: Vec<&'static str> = resource.operation.queries().collect(),
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
