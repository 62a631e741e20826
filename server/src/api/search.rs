//! `GET /search`: anything, by what people type.

use axum::response::Response;
use axum::routing::get;
use schemars::{SchemaGenerator, json_schema};
use serde_json::json;
use strata_core::lookup;
use strata_core::search;
use strata_core::search::wire::{SearchAnswer, to_wire};

use crate::error::Error;
use crate::openapi::{Answer, Operation, Parameter};
use crate::problem::Kind;

use super::answer::{Call, list};
use super::page::{Limit, Place};
use super::resource::Resource;
use super::url;

const PATH: &str = "/search";

/// How many hits a page has.
const HITS: Limit = Limit {
    unasked: 20,
    most: search::HITS_LIMIT as u32,
};

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(searched), describe)
}

fn describe(_: &mut SchemaGenerator) -> Operation {
    let [limit, cursor] = Place::parameters(HITS);
    let text = json_schema!({ "type": "string", "maxLength": search::TEXT_LIMIT });
    Operation {
        id: "search",
        summary: "Find anything",
        description: "Structures, members, nested types, remarks, releases and builds by name, even misspelt; members by offset \
            (`0x58 x64`, `ETW_REALTIME_CONSUMER+0x5a`), structures by size (`size 0x88`); a version or an architecture narrows \
            it down.",
        parameters: vec![
            Parameter::query(
                "q",
                "What to look for. Nothing finds nothing.",
                text,
                json!("ETW_REALTIME_CONSUMER+0x5a"),
            )
            .required(),
            Parameter::query(
                "changed_in",
                "Only types whose layout in this release, or in this image, is another than in the one before, and the members \
                 that are different there. The text may say it, too: `Token changed in 1809`.",
                json_schema!({ "type": "string" }),
                json!("1809"),
            ),
            limit,
            cursor,
        ],
        input: None,
        answer: Answer::json::<SearchAnswer>("What was found, the best first.").paged(),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn searched(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let given = query.text();
    let [text, changed_in, limit, cursor] = query.only(["q", "changed_in", "limit", "cursor"])?;
    let text = text.ok_or_else(|| Error::Malformed("`q` says what to look for".to_owned()))?;
    if text.chars().count() > search::TEXT_LIMIT {
        let limit = search::TEXT_LIMIT;
        let detail = format!("`q` has more than {limit} characters");
        return Err(Error::Malformed(detail));
    }
    let place = Place::read(HITS, limit, cursor)?;
    let (dataset, index) = (app.dataset(), app.index());
    let mut looked_for = search::Query::read(&text);
    if let Some(what) = changed_in {
        looked_for.changed_in = Some(lookup::change(dataset, &what)?);
    }
    let found = index.search_behind(dataset, &looked_for, place.behind, place.limit);
    let next = place.next(found.hits.len(), found.total);
    let url = url::of(PATH);
    list(
        &app,
        &asked,
        (&url, given),
        || to_wire(&found, next),
        |it| it.next.as_deref(),
    )
}
