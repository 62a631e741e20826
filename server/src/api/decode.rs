//! `POST /structures/{name}/layouts/{version}/{arch}/decode`: bytes, or a dump, as one or more structures.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use schemars::SchemaGenerator;
use strata_core::Dataset;
use strata_core::decode::identify::{Classes, Scope};
use strata_core::decode::listing::wire::ListingAnswer;
use strata_core::decode::listing::{self, Listing, compare, fits};
use strata_core::decode::read::Pasted;
use strata_core::decode::table::table;
use strata_core::decode::wire::{DecodeAnswer, to_wire};
use strata_core::decode::{Options, decode, traps};
use strata_core::lookup::{self, Found};

use crate::app::App;
use crate::dump::Posted;
use crate::error::Error;
use crate::extract::{Body, Path, Query};
use crate::numbers;
use crate::openapi::{Answer, Operation, Parameter};

use super::format::{AnswerFormat, JsonOrCsv};
use super::resource::Resource;
use super::{answer, posted};

const PATH: &str = "/structures/{name}/layouts/{version}/{arch}/decode";

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
    parameters.push(JsonOrCsv::parameter(JsonOrCsv::Csv));
    Operation {
        id: "decode",
        summary: "Decode bytes, or compare a layout",
        description: "Reads the body as one or more structures, one behind the other. With `identify=true`, \
            `advice` says where the bytes fit another version clearly better. A body that is a layout, as WinDbg's `dt` or `dx` prints it, tells no bytes: it \
            is compared with the layout here, member by member. `kind` tells which of both was answered. CSV has \
            a line a structure and a column a number, for many of them: nothing but the bare numbers. Nothing of the body is \
            kept or logged.",
        parameters,
        input: Some(posted::input()),
        answer: JsonOrCsv::described(
            Answer::json::<DecodeOrCompare>("What the bytes hold, or how the layout compares.")
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
    let format = JsonOrCsv::chosen(format.as_deref(), &headers)?;
    lookup::layout(app.dataset(), &name, &version, &arch)?;
    body.expect(&posted::FORMATS)?;
    let work = move || {
        let found = lookup::layout(app.dataset(), &name, &version, &arch)?;
        let posted = posted::read(body, dialect)?;
        match format {
            JsonOrCsv::Csv => numbers(&app, &found, &posted, &options),
            JsonOrCsv::Json => work(&app, &found, posted, &options, identify),
        }
    };
    posted::answered(format.media_type(), work).await
}

fn work(
    app: &App,
    found: &Found<'_>,
    posted: Posted,
    options: &Options,
    identify: bool,
) -> Result<Vec<u8>, Error> {
    let dataset = app.dataset();
    let reading = match posted.pasted {
        Pasted::Bytes(reading) => reading,
        Pasted::Listing(listing) => return compared(dataset, found, &listing),
    };
    let mut decoded = decode(&found.layout, dataset.catalogue(), &reading.space, options)
        .map_err(|error| Error::Unusable(error.to_string()))?;
    decoded.findings = traps(dataset, &found.layout);
    let mut answer = to_wire(&decoded, &reading);
    answer.version.clone_from(&found.version);
    if !identify {
        return answer::to_json(&answer);
    }
    let scope = Scope {
        structure: Some(found.structure),
        ..Scope::default()
    };
    let classes = Classes::new(dataset, scope);
    if let Ok(classes) = classes
        && let Ok(identified) = classes.identify(&reading.space, options)
    {
        answer.advice = identified.advice(found.layout.point);
        let elsewhere = classes.elsewhere(&identified, &reading, &posted.others, options);
        answer.elsewhere = elsewhere.map(|elsewhere| elsewhere.to_wire());
    }
    answer::to_json(&answer)
}

/// Nothing but numbers: a line a structure.
fn numbers(
    app: &App,
    found: &Found<'_>,
    posted: &Posted,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let Pasted::Bytes(reading) = &posted.pasted else {
        let why = "the body is a layout, which tells no bytes: there is no CSV of it".to_owned();
        return Err(Error::Unusable(why));
    };
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
    answer::to_json(&listing::wire::to_wire(listing, &comparison, &fits))
}
