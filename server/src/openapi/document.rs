//! The document: every path with its operations, and the components that they refer to.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use strata_frontend::route::{Route, place};

use super::Operation;
use crate::error::Error;
use crate::problem::{Kind, PROBLEM_JSON, Problem};

/// What every reader of the document should know first.
const INTRODUCTION: &str = "Structure layouts that Windows does not document: every member's offset, in every Windows version, on \
    every architecture, with its source and how certain it is.\n\n\
    Every GET answers HEAD as well. Answers with data carry a strong `ETag` of the content and its coding, and come as `br` \
    or `gzip` to those who accept it; answers to POST carry no `ETag`, are not cached, and may be compressed. Every answer \
    has an `X-Request-Id`, which the server's log has, too. Pages of other origins may read what is answered to GET, by \
    `Access-Control-Allow-Origin: *`, where the data are the built-in ones and whoever runs the server has not said otherwise. They \
    may post nothing: answers to POST, and to the preflights of POST, carry no such header. Offsets, sizes and bit numbers are integers; every other number that can pass 2^53 \
    is text, `0x…`. Errors are `application/problem+json`; a method that a path does not know is answered by 405 with \
    `Allow`, a parameter that it does not know by 400.\n\n\
    Three answers are never mixed up: a source states something, says that it is absent, or does not state it.";

#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) path: String,
    /// In lower case.
    pub(crate) method: &'static str,
    pub(crate) operation: Operation,
}

impl Path {
    /// A path that is read, and has no problems of its own.
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

/// Where the schemas of components stand, and so how references to them begin.
const SCHEMAS: &str = "/components/schemas";

/// Makes the document. `problems` are its examples of what can go wrong.
pub(crate) fn document(problems: &[Error], paths: &[Path]) -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = SCHEMAS.into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut table = Map::new();
    // Components of parameters stand before those of bodies.
    for path in paths {
        path.operation.make_parameters(&mut generator);
    }
    for path in paths {
        // A path may come twice, with another method each time.
        let operations = table.entry(&path.path).or_insert_with(|| json!({}));
        operations[path.method] = path.operation.to_json(&mut generator);
    }
    let problem = generator.subschema_for::<Problem>();
    let mut responses = Map::new();
    responses.insert(
        "NotModified".to_owned(),
        json!({
            "description": "The client has this content already.",
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
                json!({ "description": "In how many seconds to ask again.", "schema": seconds });
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
        "externalDocs": { "url": Route::Reference.to_string(), "description": "The same, to be read." },
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

/// Where the paths begin: with the address by which visitors know the site, where that is known.
fn server() -> String {
    match (&place().origin, &place().base) {
        (None, base) if base.as_str().is_empty() => "/".to_owned(),
        (origin, base) => format!("{}{base}", origin.as_deref().unwrap_or_default()),
    }
}

fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "description": "Tags of contents that the client has: an answer that has one of them is not sent again.",
        "required": false,
        "schema": { "type": "string" },
    })
}

fn headers() -> Value {
    let header = |description: &str| json!({ "description": description, "required": true, "schema": { "type": "string" } });
    let link = "`rel=\"next\"`: where the next page is; not there on the last one.";
    json!({
        "Link": { "description": link, "required": false, "schema": { "type": "string" } },
        "ETag": header("The tag of this content in this coding; equal on every server with the same data."),
        "CacheControl": header("How long the answer may be kept, and whether it must be asked for again."),
        "Vary": header("The request headers by which the answer was chosen."),
        "ContentLocation": header("The canonical URL of what was answered."),
    })
}
