//! The document: every path with its operations, and the components that they refer to.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use strata_frontend::route::{Route, site_location};

use super::Operation;
use crate::error::Error;
use crate::problem::{Kind, PROBLEM_JSON, Problem};

/// The general part of the document.
const INTRODUCTION: &str = "Structure layouts that Windows does not document: the offset of every member, in every Windows version, \
    on every architecture, with its source and certainty.\n\n\
    Every GET also answers HEAD. Answers with data have a strong `ETag` of the content and its coding, and are sent as `br` \
    or `gzip` to clients that accept it. Answers to POST have no `ETag`, are not cacheable, and may be compressed. Every answer \
    has an `X-Request-Id`, which is also in the server's log. By default, pages of other origins may \
    read answers to GET (`Access-Control-Allow-Origin: *`) if the server has only the built-in data. They may not post: \
    answers to POST, and to its preflights, have no such header. Offsets, sizes and bit numbers are integers; \
    every other number that can exceed 2^53 is a text, `0x…`. Errors are `application/problem+json`. A method that a path does \
    not support is answered by 405 with `Allow`, an unknown parameter by 400.\n\n\
    Three answers are always distinguished: a source states something, says that it is absent, or does not state it.";

#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) path: String,
    /// In lower case.
    pub(crate) method: &'static str,
    pub(crate) operation: Operation,
}

impl Path {
    /// A path for GET without problems of its own.
    pub(crate) fn bare(path: &str, operation: Operation) -> Self {
        Self {
            path: path.to_owned(),
            method: "get",
            operation: Operation {
                problems: Vec::new(),
                ..operation
            },
        }
    }
}

/// The place of the schemas, with which references to them begin.
const SCHEMAS: &str = "/components/schemas";

/// Makes the document. `problems` are its examples of errors.
pub(crate) fn document(problems: &[Error], paths: &[Path]) -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = SCHEMAS.into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut table = Map::new();
    // Components of parameters come before those of bodies.
    for path in paths {
        path.operation.make_parameters(&mut generator);
    }
    for path in paths {
        // A path can have several methods.
        let operations = table.entry(&path.path).or_insert_with(|| json!({}));
        operations[path.method] = path.operation.to_json(&mut generator);
    }
    let problem = generator.subschema_for::<Problem>();
    let mut responses = Map::new();
    responses.insert(
        "NotModified".to_owned(),
        json!({
            "description": "The client already has this content.",
            "headers": { "ETag": { "$ref": "#/components/headers/ETag" } },
        }),
    );
    for kind in Kind::ALL {
        let mut content = json!({ PROBLEM_JSON: { "schema": problem } });
        let of_kind = problems.iter().filter(|error| error.kind() == *kind);
        for (name, error) in ["one", "another"].into_iter().zip(of_kind) {
            content[PROBLEM_JSON]["examples"][name] = json!({ "value": error.problem() });
        }
        let mut response = json!({ "description": kind.meaning, "content": content });
        if [Kind::TOO_MANY, Kind::BUSY].contains(kind) {
            let seconds = json!({ "type": "integer", "minimum": 0 });
            response["headers"]["Retry-After"] =
                json!({ "description": "The seconds to wait.", "schema": seconds });
        }
        responses.insert(kind.fragment.to_owned(), response);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Strata",
            "version": env!("CARGO_PKG_VERSION"),
            "description": INTRODUCTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "externalDocs": { "url": Route::Reference.to_string(), "description": "The same as a page." },
        "servers": [{ "url": server() }],
        "paths": table,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": responses,
            "headers": headers(),
            "parameters": { "IfNoneMatch": if_none_match() },
        },
    })
}

/// The prefix of all paths: the public address of the site, if known.
fn server() -> String {
    match (&site_location().origin, &site_location().base) {
        (None, base) if base.as_str().is_empty() => "/".to_owned(),
        (origin, base) => format!("{}{base}", origin.as_deref().unwrap_or_default()),
    }
}

fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "description": "The tags of the contents that the client has; an answer with one of these tags is not sent again.",
        "required": false,
        "schema": { "type": "string" },
    })
}

fn headers() -> Value {
    let header = |description: &str| json!({ "description": description, "required": true, "schema": { "type": "string" } });
    let link = "`rel=\"next\"`: the URL of the next page; missing on the last page.";
    json!({
        "Link": { "description": link, "required": false, "schema": { "type": "string" } },
        "ETag": header("The tag of the content in this coding; equal on all servers with the same data."),
        "CacheControl": header("How long the answer may be cached, and whether it must be revalidated."),
        "Vary": header("The request headers that selected the answer."),
        "ContentLocation": header("The canonical URL of the answer."),
    })
}
