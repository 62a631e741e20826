//! `GET /api/v1`: the operations in brief, for people and scripts that explore the API.

use strata_frontend::route::site_url;

use super::prelude::*;
use super::{openapi, table};

const PATH: &str = "/";

answers! {
    /// The operations of the API.
    struct Root(app: &App) with {
        let mut operations: Vec<OperationLine> = table().into_iter().map(OperationLine::new).collect();
        operations.sort_by(|a, b| a.path.cmp(&b.path));
    } {
        /// The name and version of the server.
        name: String = concat!("strata ", env!("CARGO_PKG_VERSION")).to_owned(),
        /// The hash of the served data.
        data: String = app.bundle().url().hash().to_owned(),
        /// The URL of the OpenAPI document, which describes each operation in full.
        openapi: String = site_url(&url::of(openapi::PATH)),
        /// The operations, by path.
        operations: Vec<OperationLine> = operations,
    }

    /// An operation in brief.
    #[schemars(rename = "Operation")]
    struct OperationLine(resource: Resource) {
        /// The HTTP method.
        method: String = resource.method.to_uppercase(),
        /// The path, with variables in braces.
        path: String = site_url(&url::of(resource.path)),
        summary: &'static str = resource.operation.summary,
        /// The query parameters.
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
            "The operations of the API in brief, and the URL of the OpenAPI document.",
            Message::json::<Root>("The operations."),
        ),
    )
}
