//! `GET /search`: anything, by what people type.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::get;
use schemars::{SchemaGenerator, json_schema};
use serde_json::json;
use strata_core::search;
use strata_core::search::wire::{SearchAnswer, to_wire};

use crate::app::App;
use crate::error::Error;
use crate::extract::Query;
use crate::numbers;
use crate::openapi::{Answer, Operation, Parameter};
use crate::problem::Kind;

use super::answer::{Asked, fleeting};
use super::resource::Resource;
use super::url;

const PATH: &str = "/search";

/// How many hits are given where nobody asks for more or fewer.
const HITS: u32 = 20;
/// How many are given at the most.
const HITS_MOST: u32 = search::HITS_LIMIT as u32;

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(searched), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    let limit =
        json_schema!({ "type": "integer", "minimum": 1, "maximum": HITS_MOST, "default": HITS });
    let text = json_schema!({ "type": "string", "minLength": 1, "maxLength": search::TEXT_LIMIT });
    Operation {
        id: "search",
        summary: "Find anything",
        description: "Structures, members, nested types, remarks, releases and builds by name, even misspelt; members by offset \
            (`0x58 x64`, `ETW_REALTIME_CONSUMER+0x5a`), structures by size (`size 0x88`); a version or an architecture narrows \
            it down.",
        parameters: vec![
            Parameter::query(
                "q",
                "What to look for.",
                text,
                json!("ETW_REALTIME_CONSUMER+0x5a"),
            )
            .required(),
            Parameter::query("limit", "How many at the most.", limit, json!(20)),
        ],
        input: None,
        answer: Answer::json::<SearchAnswer>("What was found, the best first."),
        problems: vec![Kind::MALFORMED, Kind::NOT_ACCEPTABLE],
    }
}

async fn searched(
    State(app): State<Arc<App>>,
    query: Query,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let given = query.text().unwrap_or_default();
    let [text, limit] = query.only(["q", "limit"])?;
    let text = text.ok_or_else(|| Error::Malformed("`q` says what to look for".to_owned()))?;
    if text.len() > search::TEXT_LIMIT {
        let limit = search::TEXT_LIMIT;
        return Err(Error::Malformed(format!("`q` has more than {limit} bytes")));
    }
    let limit = match limit {
        Some(limit) => numbers::count(&limit, 1..=HITS_MOST)
            .map_err(|expected| Error::parameter("limit", expected))?,
        None => HITS,
    };
    let found = app
        .index()
        .search(app.dataset(), &search::Query::read(&text), limit as usize);
    let asked = Asked {
        method: &method,
        headers: &headers,
    };
    fleeting(
        asked,
        &format!("{}{PATH}?{given}", url::ROOT),
        &to_wire(&found),
    )
}
