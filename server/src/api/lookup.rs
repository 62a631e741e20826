//! `GET /lookup`: members by offset.

use axum::response::Response;
use axum::routing::get;
use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use strata_core::lookup::Missing;
use strata_core::search::wire::HitDto;
use strata_core::search::{self, covering};
use strata_core::wire::words;
use strata_core::{Arch, ByteOffset, ByteSize, Dataset, lookup};

use crate::error::Error;
use crate::numbers;
use crate::openapi::{Answer, Operation, Parameter, schema_of};
use crate::problem::Kind;

use super::answer::{Call, list};
use super::page::{Limit, Place};
use super::resource::Resource;
use super::url;

const PATH: &str = "/lookup";

/// Members that cover an offset.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LookupAnswer {
    /// The members, of any structure: those that begin there first.
    pub(crate) items: Vec<HitDto>,
    /// How many there are in all.
    pub(crate) total: usize,
    /// The cursor of the next page; null on the last one.
    next: Option<String>,
}

impl LookupAnswer {
    /// The members that cover an offset; `next` gives the cursor of the next page, of how many are shown, and how many there are.
    pub(crate) fn new(
        found: &search::Found,
        next: impl Fn(usize, usize) -> Option<String>,
    ) -> Self {
        Self {
            items: found.hits.iter().map(search::wire::hit).collect(),
            total: found.total,
            next: next(found.hits.len(), found.total),
        }
    }
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(looked_up), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    let number = json_schema!({ "type": "string", "pattern": numbers::OFFSET });
    let [limit, cursor] = Place::parameters(Limit::USUAL);
    Operation {
        id: "lookup",
        summary: "Members at an offset",
        description: "The members and bit fields of any structure that cover an offset, each with the points at which it does. An \
            empty list says that nothing is there; where nothing is stated at the version, or for the architecture, the answer is 404, \
            and `reason` tells why: `absent` where there was no such edition, else `not stated`.",
        parameters: vec![
            Parameter::query(
                "offset",
                "From the start of the structure, in bytes: hexadecimal or decimal.",
                number.clone(),
                json!("0x58"),
            )
            .required(),
            Parameter::query(
                "arch",
                "The architecture.",
                schema_of::<words::Arch>(generator),
                json!("x64"),
            )
            .required(),
            Parameter::query(
                "version",
                "Only at this release, build or image.",
                schema_of::<words::Version>(generator),
                json!("6.2"),
            ),
            Parameter::query(
                "size",
                "Only members of so many bytes: hexadecimal or decimal.",
                number,
                json!("2"),
            ),
            limit,
            cursor,
        ],
        input: None,
        answer: Answer::json::<LookupAnswer>("The members, those that begin at the offset first.")
            .paged(),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn looked_up(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let given = query.text();
    let [offset, arch, version, size, limit, cursor] =
        query.only(["offset", "arch", "version", "size", "limit", "cursor"])?;
    let place = Place::read(Limit::USUAL, limit, cursor)?;
    let missing = |name: &str| Error::Malformed(format!("`{name}` is needed"));
    let offset = number("offset", &offset.ok_or_else(|| missing("offset"))?)?;
    let size = size.map(|size| number("size", &size)).transpose()?;
    let arch = lookup::arch(&arch.ok_or_else(|| missing("arch"))?)?;
    let asked_for = asked_for(app.dataset(), (offset, size), (version.as_deref(), arch))?;
    let found = covering(
        app.index(),
        app.dataset(),
        &asked_for,
        place.behind,
        place.limit,
    );
    let answer = LookupAnswer::new(&found, |shown, total| place.next(shown, total));
    let url = url::of(PATH);
    list(
        &app,
        &asked,
        (&url, given),
        || answer,
        |it| it.next.as_deref(),
    )
}

/// The members at an offset, perhaps of that size, perhaps at that version only, which an image is, too.
pub(crate) fn asked_for(
    dataset: &Dataset,
    (offset, size): (u32, Option<u32>),
    (version, arch): (Option<&str>, Arch),
) -> Result<search::Query, Missing> {
    let point = |text| lookup::whole_point(dataset.catalogue(), text, Some(arch.as_str()));
    let version = version.map(point).transpose()?.map(|point| point.version);
    lookup::reached(dataset, version, arch)?;
    Ok(search::Query {
        offset: Some(ByteOffset::new(offset)),
        size: size.map(ByteSize::new),
        arch: Some(arch),
        version,
        ..search::Query::default()
    })
}

/// A number of bytes. Whatever has more than 32 bits is beyond any structure, as the largest of those that have is.
fn number(name: &'static str, text: &str) -> Result<u32, Error> {
    let number = numbers::offset(text).map_err(|expected| Error::parameter(name, expected))?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}
