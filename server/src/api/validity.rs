//! `POST /validity`: whether the offsets that a tool uses are right, at every point.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Number, json};
use strata_core::dataset::Structure;
use strata_core::validity::wire::{self, ValidityAnswer};
use strata_core::validity::{self, CLAIMS_LIMIT, Claims, Refused, StructureCache, table};
use strata_core::{Arch, ByteOffset, Point};

use crate::extract::Body;
use crate::media_type::{POSTED_CSV, POSTED_TEXT};

use super::parameters::JsonOrCsv;
use super::prelude::*;

/// The most points at which claims are counted.
const POINTS_LIMIT: usize = 64;
const FORMATS: [&str; 3] = [POSTED_TEXT, POSTED_CSV, JSON];

/// An example of a table.
const TABLE: &str = "ETW_REALTIME_CONSUMER LoggerId 0x58\nETW_REALTIME_CONSUMER Links.Blink 0x8\n";

/// A claim: a member has an offset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ClaimInput")]
struct ClaimInput {
    /// The name of the structure. Case and a leading underscore do not count.
    structure: String,
    /// The member, or a path such as `Links.Blink`. If missing, the member at the offset.
    #[serde(default)]
    member: Option<String>,
    /// In bytes from the start of the structure. If missing, the offset in the newest layout with the member.
    #[serde(default, deserialize_with = "integer")]
    #[schemars(range(max = 0xffff_ffff_u32))]
    offset: Option<u32>,
}

/// An integer as in JSON Schema: `88.0` is one.
fn integer<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    let Some(number) = Option::<Number>::deserialize(from)? else {
        return Ok(None);
    };
    let whole = |value: &f64| value.fract() == 0.0 && *value >= 0.0;
    let digits = match number.as_f64().filter(whole) {
        Some(value) => format!("{value:.0}"),
        None => number.to_string(),
    };
    let read = digits.parse().map(Some);
    read.map_err(|_| D::Error::custom(format!("an offset is an integer of 32 bits, not {number}")))
}

parameters! {
    struct Query {
        /// The structure of the lines without one.
        structure: Option<String> = "ETW_REALTIME_CONSUMER",
        /// Only points on this architecture.
        arch: Option<Arch> = "x64",
        /// A point, such as the one that the table was made for, or the one to use it for; the answer then counts the
        /// claims that hold there. Repeatable.
        at: Vec<String> = ["22H2/x64"] => points,
        /// The point that the table was made for, to which the types of members are compared. If
        /// missing, the newest release at which most claims hold.
        made_for: Option<String> = "1809/x64" => schema_of::<Point>,
        /// The format; wins over `Accept`.
        format: JsonOrCsv = "csv",
    }
}

fn points(generator: &mut SchemaGenerator) -> Schema {
    let point = schema_of::<Point>(generator);
    json_schema!({ "type": "array", "maxItems": POINTS_LIMIT, "items": point })
}

pub(super) fn resource() -> Resource {
    let input = Message::new("The table.")
        .or(POSTED_TEXT, Content::Text)
        .example("table", TABLE)
        .or(POSTED_CSV, Content::Text)
        .example("table", TABLE.replace(' ', ","))
        .or(JSON, Content::Json(schema_of::<Vec<ClaimInput>>))
        .example(
            "claims",
            json!([{ "structure": "ETW_REALTIME_CONSUMER", "member": "LoggerId", "offset": 88 }]),
        );
    Operation::new(
        "judgeOffsets",
        "Check a table of offsets",
        "Judges a table of `structure member offset` at every point: the same, moved to another offset, retyped \
            (if the table states a type or a size that differs), absent, or not stated. Text and CSV are read in the \
            notation of any tool: tables, with or without a header line; C headers and assertions; the output of \
            `dt` and IDA; JSON, Python, INI, YAML; the formats of `GET …/offsets`. JSON is a list of claims. A \
            member or an offset alone is searched in every structure; without an offset, that of the newest layout \
            is judged. At most 1000 claims; `not_judged` counts the others. In CSV, refused lines follow at the end: \
            the line, the verdict `refused`, the reason as the note.",
        JsonOrCsv::described(Message::json::<ValidityAnswer>("The judged claims.")).untagged(),
    )
    .taking(input)
    .or(&[Kind::UNUSABLE])
    .at("/validity", judged)
}

async fn judged(call: Call<Query, (), Body>) -> ApiResult {
    let (app, body) = (call.app, call.body);
    let Query {
        structure,
        arch,
        at,
        made_for,
        format,
    } = call.query;
    if at.len() > POINTS_LIMIT {
        return Err(Error::Malformed(format!(
            "more than {POINTS_LIMIT} points `at`"
        )));
    }
    let catalogue = app.dataset().catalogue();
    let at = at.iter().map(|text| lookup::whole_point(catalogue, text));
    let at: Vec<Point> = at.collect::<Result<_, _>>()?;
    let made_for = made_for.map(|text| lookup::whole_point(catalogue, &text));
    let made_for = made_for.transpose()?;
    body.expect(&FORMATS)?;
    posted::respond(format.media_type(), body.permit.clone(), false, move || {
        let dataset = app.dataset();
        let about = structure
            .map(|name| lookup::structure(dataset, &name))
            .transpose()?;
        let claims = read(dataset, &body, about)?;
        body.permit.check()?;
        let answer = claims_at(dataset, &claims, made_for, (&at, arch)).map_err(Error::Unusable)?;
        match format {
            JsonOrCsv::Csv => Ok(table::to_csv(&answer).into_bytes()),
            JsonOrCsv::Json => answer::to_json(&answer),
        }
    })
    .await
}

/// The judged claims of a table made for a point, counted at these points; an error if there is no claim.
pub(crate) fn claims_at(
    dataset: &Dataset,
    claims: &Claims<'_>,
    made_for: Option<Point>,
    (at, only): (&[Point], Option<Arch>),
) -> Result<ValidityAnswer, String> {
    let points = [made_for.as_slice(), at].concat();
    let answer = wire::answer_at(dataset, claims, only, &points).made_for(made_for);
    let answer = answer.at(dataset.catalogue(), at);
    match (&answer.items[..], &answer.refused[..]) {
        ([], []) => Err("no line has a member and its offset".to_owned()),
        ([], refused) => Err(posted::in_words(refused)),
        _ => Ok(answer),
    }
}

fn read<'a>(
    dataset: &'a Dataset,
    body: &Body,
    about: Option<&'a Structure>,
) -> Result<Claims<'a>, Error> {
    if body.media_type != JSON {
        return Ok(validity::claims(dataset, &body.text()?, about));
    }
    let inputs: Vec<ClaimInput> = body.json()?;
    if inputs.len() > CLAIMS_LIMIT {
        return Err(Error::Unusable(format!(
            "more than {CLAIMS_LIMIT} claims: split the table"
        )));
    }
    let mut claims = Claims::default();
    let pasts = StructureCache::default();
    for (line, input) in (1..).zip(inputs) {
        let offset = input.offset.map(ByteOffset::new);
        match validity::claim(
            dataset,
            &pasts,
            line,
            &input.structure,
            input.member.as_deref(),
            offset,
        ) {
            Ok(claim) => claims.claims.push(claim),
            Err(why) => claims.refused.push(Refused {
                line,
                text: String::new(),
                why,
            }),
        }
    }
    Ok(claims)
}
