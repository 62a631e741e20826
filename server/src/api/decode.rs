//! `POST /structures/{name}/layouts/{version}/{arch}/decode`: bytes, or a dump, as one or more structures.
//!
//! What is posted is kept nowhere and written nowhere.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use schemars::{SchemaGenerator, json_schema};
use serde_json::json;
use strata_core::decode::limits::INSTANCES_LIMIT;
use strata_core::decode::read::{self, Reading};
use strata_core::decode::wire::{DecodeAnswer, to_wire};
use strata_core::decode::{Options, decode, traps};
use strata_core::lookup::{self, Found};
use strata_core::name::{NAME_LIMIT, ParseNameError};

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::dump;
use crate::error::Error;
use crate::extract::{Body, Path, Query};
use crate::numbers::{self, Expected};
use crate::openapi::{Answer, Content, Input, Operation, Parameter};
use crate::problem::Kind;

use super::answer;
use super::resource::Resource;

const PATH: &str = "/structures/{name}/layouts/{version}/{arch}/decode";
const BYTES: &str = "application/octet-stream";
const TEXT: &str = "text/plain";

pub(super) fn resource() -> Resource {
    Resource::post(PATH, post(decoded), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    let address = json_schema!({ "type": "string", "pattern": "^0[xX][0-9a-fA-F]{1,16}$" });
    let count = json_schema!({
        "type": "integer", "minimum": 1, "maximum": INSTANCES_LIMIT, "default": 1,
    });
    let offset = json_schema!({
        "type": "string", "pattern": "^(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})$", "default": "0",
    });
    let member = json_schema!({ "type": "string", "maxLength": 4 * NAME_LIMIT });
    Operation {
        id: "decode",
        summary: "Decode bytes",
        description: "Reads the body as one or more structures, one behind the other. Nothing of it is kept or logged.",
        parameters: vec![
            Parameter::structure(),
            Parameter::version(),
            Parameter::arch(generator),
            Parameter::query(
                "base",
                "The address of the body's first byte; wins over addresses in a dump.",
                address.clone(),
                json!("0xfffff80312345678"),
            ),
            Parameter::query("count", "How many structures.", count, json!(1)),
            Parameter::query(
                "at",
                "Where in the bytes the first one begins: hexadecimal or decimal.",
                offset,
                json!("0x10"),
            ),
            Parameter::query(
                "address",
                "The address at which the first one begins, wherever in a dump that is; wins over `at`.",
                address,
                json!("0xfffff80312345688"),
            ),
            Parameter::query(
                "from",
                "The member that begins at that place, where it is not the structure itself, which then begins before \
                 it: what is not there of it is unknown.",
                member,
                json!("Links"),
            ),
        ],
        input: Some(Input {
            description: "Bytes, or the text of a dump: what WinDbg's `db` prints, or plain hexadecimal.",
            contents: vec![(BYTES, Content::Bytes), (TEXT, Content::Text)],
        }),
        answer: Answer::json::<DecodeAnswer>("What the bytes hold.").untagged(),
        problems: vec![
            Kind::MALFORMED,
            Kind::NOT_FOUND,
            Kind::NOT_ACCEPTABLE,
            Kind::TOO_SLOW,
            Kind::TOO_LARGE,
            Kind::UNSUPPORTED_MEDIA_TYPE,
            Kind::UNUSABLE,
        ],
    }
}

async fn decoded(
    State(app): State<Arc<App>>,
    Path((name, version, arch)): Path<(String, String, String)>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Error> {
    let options = options(query.only(["base", "count", "at", "address", "from"])?)?;
    answer::acceptable(&headers)?;
    lookup::layout(app.dataset(), &name, &version, &arch)?;
    body.expect(&[BYTES, TEXT])?;
    // Megabytes take their time; other requests do not wait for it.
    let work = tokio::task::spawn_blocking(move || {
        let found = lookup::layout(app.dataset(), &name, &version, &arch)?;
        work(&app, found, body, &options)
    });
    let json = work
        .await
        .map_err(|error| Error::Internal(error.to_string()))??;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(answer::JSON)),
        (CACHE_CONTROL, CachePolicy::Never.header()),
    ];
    Ok((headers, json).into_response())
}

fn options([base, count, at, address, from]: [Option<String>; 5]) -> Result<Options, Error> {
    fn read<T>(
        name: &'static str,
        text: Option<String>,
        read: impl FnOnce(&str) -> Result<T, Expected>,
    ) -> Result<Option<T>, Error> {
        let value =
            text.map(|text| read(&text).map_err(|expected| Error::parameter(name, expected)));
        value.transpose()
    }
    let default = Options::default();
    let count = read("count", count, |text| {
        numbers::count(text, 1..=INSTANCES_LIMIT)
    })?;
    Ok(Options {
        base: read("base", base, numbers::address)?,
        count: count.unwrap_or(default.count),
        at: read("at", at, numbers::offset)?.unwrap_or(default.at),
        address: read("address", address, numbers::address)?,
        from: from
            .map(|path| path.parse())
            .transpose()
            .map_err(|error: ParseNameError| Error::Malformed(format!("`from`: {error}")))?,
        ..default
    })
}

fn work(app: &App, found: Found<'_>, body: Body, options: &Options) -> Result<Vec<u8>, Error> {
    let reading = read(body)?;
    let mut decoded = decode(found.layout, app.dataset().types(), &reading.space, options)
        .map_err(|error| Error::Unusable(error.to_string()))?;
    decoded.findings = traps(app.dataset(), found.layout);
    answer::to_json(&to_wire(&decoded, &reading))
}

fn read(body: Body) -> Result<Reading, Error> {
    if body.media_type == TEXT {
        let text = dump::text(&body.bytes).map_err(|error| Error::Malformed(error.to_string()))?;
        read::read(&text).map_err(|error| Error::Unusable(error.to_string()))
    } else {
        read::raw(body.bytes.into()).map_err(|error| Error::Unusable(error.to_string()))
    }
}
