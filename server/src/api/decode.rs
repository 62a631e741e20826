//! `POST /structures/{name}/layouts/{version}/{arch}/decode`: bytes, or a dump, as one or more structures.

use std::io;
use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use schemars::SchemaGenerator;
use strata_core::Dataset;
use strata_core::decode::identify::{Classes, Scope};
use strata_core::decode::listing::Listing;
use strata_core::decode::read::{Pasted, Reading};
use strata_core::decode::table::table;
use strata_core::decode::wire::{DecodeAnswer, WireInstance, instances, one_by_one, to_wire};
use strata_core::decode::{Decoded, Decoding, Options, traps};
use strata_core::lookup::{self, Found};
use strata_core::stated::wire::{ListingAnswer, listing_answer};
use strata_core::stated::{compare, fits};

use crate::app::App;
use crate::dump::Posted;
use crate::error::Error;
use crate::extract::{Body, Path, Query};
use crate::media_type::{CSV, JSON, NDJSON};
use crate::numbers;
use crate::openapi::{Answer, Content, Operation, Parameter, schema_of};
use crate::stream;

use super::format::{AnswerFormat, Form};
use super::resource::Resource;
use super::{answer, posted, resolve};

const PATH: &str = "/structures/{name}/layouts/{version}/{arch}/decode";

/// Up to how many structures an answer is made whole; that of more is written while the client takes it.
const WHOLE_COUNT: u32 = 64;

/// The formats of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Ndjson,
    Csv,
}

impl AnswerFormat for Format {
    const ALL: &'static [Self] = &[Self::Json, Self::Ndjson, Self::Csv];

    fn form(self) -> Form {
        match self {
            Self::Json => Form::new("json", JSON),
            Self::Ndjson => Form::new("ndjson", NDJSON),
            Self::Csv => Form::new("csv", CSV),
        }
    }
}

pub(super) fn resource() -> Resource {
    Resource::post(PATH, post(decoded), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    let mut parameters = vec![
        Parameter::structure(),
        Parameter::version(),
        Parameter::arch(generator),
    ];
    parameters.extend(posted::parameters(generator));
    parameters.push(Parameter::flag(
        "identify",
        "Whether to judge which versions the bytes fit, and to say so in `advice` and `elsewhere`.",
    ));
    parameters.push(Format::parameter(Format::Csv));
    Operation {
        id: "decode",
        summary: "Decode bytes, or compare a layout",
        description: "Reads the body as one or more structures, one behind the other. With `identify=true`, \
            `advice` says where the bytes fit another version clearly better. A body that is a layout, as WinDbg's `dt` or `dx` prints it, tells no bytes: it \
            is compared with the layout here, member by member. `kind` tells which of both was answered. NDJSON has a line a structure: \
            what `instances` has of it, without what is about all of them. CSV has \
            a line a structure and a column a number, for many of them: nothing but the bare numbers. Nothing of the body is \
            kept or logged.",
        parameters,
        input: Some(posted::input()),
        answer: Format::described(
            Answer::json::<DecodeOrCompare>("What the bytes hold, or how the layout compares.")
                .or(NDJSON, Content::Lines(schema_of::<WireInstance>))
                .example("layout", include_str!("examples/layout.json")),
        )
        .untagged(),
        problems: posted::PROBLEMS.to_vec(),
    }
}

/// Bytes decoded, or a layout compared.
#[derive(schemars::JsonSchema)]
#[schemars(untagged, rename = "DecodedOrCompared")]
#[expect(dead_code, reason = "described, never built")]
enum DecodeOrCompare {
    /// The body is bytes.
    Bytes(Box<DecodeAnswer>),
    /// The body is a layout.
    Listing(Box<ListingAnswer>),
}

async fn decoded(
    State(app): State<Arc<App>>,
    Path((name, version, arch)): Path<(String, String, String)>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Error> {
    let [base, count, at, address, from, dialect, identify, format] = query.only([
        "base", "count", "at", "address", "from", "dialect", "identify", "format",
    ])?;
    let identify = numbers::flag(identify.as_deref())
        .map_err(|expected| Error::parameter("identify", expected))?;
    let (options, dialect) = posted::options([base, count, at, address, from, dialect])?;
    let format = Format::chosen(format.as_deref(), &headers)?;
    resolve::layout(app.dataset(), [&name, &version, &arch])?;
    body.expect(&posted::FORMATS)?;
    let (place, held) = (body.place.clone(), body.place.clone());
    let work = move || {
        let found = lookup::layout(app.dataset(), &name, &version, &arch)?;
        let Posted { pasted, others } = posted::read(body, dialect)?;
        let reading = match (pasted, format) {
            (Pasted::Bytes(reading), Format::Json | Format::Ndjson) => reading,
            (Pasted::Bytes(reading), Format::Csv) => {
                return numbers(&app, &found, &reading, &options).map(HttpBody::from);
            }
            (Pasted::Listing(listing), Format::Json) => {
                return compared(app.dataset(), &found, &listing).map(HttpBody::from);
            }
            (Pasted::Listing(_), Format::Ndjson | Format::Csv) => {
                let what = format.as_str().to_ascii_uppercase();
                return Err(Error::Unusable(format!(
                    "the body is a layout, which tells no bytes: there is no {what} of it"
                )));
            }
        };
        held.check()?;
        let dataset = app.dataset();
        let decoding = decoding(dataset, &found, &reading, &options)?;
        let mut answer = answer(dataset, &found, &reading, decoding.head());
        if identify {
            advise(&mut answer, dataset, &found, (&reading, &others), &options);
        }
        held.check()?;
        if options.count <= WHOLE_COUNT && format == Format::Json {
            return answer::to_json(&one_by_one(answer, decoding)).map(HttpBody::from);
        }
        drop(decoding);
        Ok(stream::body(move |out| {
            let _held = held;
            let again = lookup::layout(app.dataset(), &name, &version, &arch).ok();
            let again = again.as_ref().and_then(|found| {
                let decoding = self::decoding(app.dataset(), found, &reading, &options);
                decoding.ok()
            });
            match again {
                Some(decoding) if format == Format::Ndjson => {
                    let mut lines = instances(&decoding);
                    lines.try_for_each(|one| stream::line(&one, &mut *out))
                }
                Some(decoding) => serde_json::to_writer(out, &one_by_one(answer, decoding))
                    .map_err(io::Error::from),
                // It was there a moment ago, in data that do not change.
                None => Err(io::ErrorKind::NotFound.into()),
            }
        }))
    };
    posted::answered(format.media_type(), place, work).await
}

fn decoding<'a>(
    dataset: &'a Dataset,
    found: &'a Found<'_>,
    reading: &'a Reading,
    options: &Options,
) -> Result<Decoding<'a>, Error> {
    Decoding::new(&found.layout, dataset.catalogue(), &reading.space, options)
        .map_err(|error| Error::Unusable(error.to_string()))
}

/// The answer without the structures.
fn answer(
    dataset: &Dataset,
    found: &Found<'_>,
    reading: &Reading,
    mut decoded: Decoded,
) -> DecodeAnswer {
    decoded.findings = traps(dataset, &found.layout);
    let mut answer = to_wire(&decoded, reading);
    answer.version.clone_from(&found.version);
    answer
}

/// Says where the bytes fit another version clearly better, or another reading of the text.
fn advise(
    answer: &mut DecodeAnswer,
    dataset: &Dataset,
    found: &Found<'_>,
    (reading, others): (&Reading, &[Reading]),
    options: &Options,
) {
    let scope = Scope {
        structure: Some(found.structure),
        ..Scope::default()
    };
    let classes = Classes::new(dataset, scope);
    if let Ok(classes) = classes
        && let Ok(identified) = classes.identify(&reading.space, options)
    {
        answer.advice = identified.advice(found.layout.point);
        let elsewhere = classes.elsewhere(&identified, reading, others, options);
        answer.elsewhere = elsewhere.map(|it| it.to_wire(&identified, reading.dialect));
    }
}

/// Nothing but numbers: a line a structure.
fn numbers(
    app: &App,
    found: &Found<'_>,
    reading: &Reading,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let table = table(
        &found.layout,
        app.dataset().catalogue(),
        &reading.space,
        options,
    )
    .map_err(|error| Error::Unusable(error.to_string()))?;
    Ok(table.to_csv().into_bytes())
}

fn compared(dataset: &Dataset, found: &Found<'_>, listing: &Listing) -> Result<Vec<u8>, Error> {
    let comparison = compare(listing, &found.layout, dataset.catalogue());
    let fits = fits(listing, found.structure, dataset.catalogue());
    answer::to_json(&listing_answer(listing, &comparison, &fits))
}
