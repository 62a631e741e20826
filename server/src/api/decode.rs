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
use strata_core::decode::read::{Dialect, Pasted};
use strata_core::decode::wire::{DecodeAnswer, to_wire};
use strata_core::decode::{Options, decode, traps};
use strata_core::lookup::{self, Found};

use crate::app::App;
use crate::error::Error;
use crate::extract::{Body, Path, Query};
use crate::openapi::{Answer, Operation, Parameter};

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
    Operation {
        id: "decode",
        summary: "Decode bytes, or compare a layout",
        description: "Reads the body as one or more structures, one behind the other. Where the bytes fit another version \
            clearly better, `advice` says so. A body that is a layout, as WinDbg's `dt` or `dx` prints it, tells no bytes: it \
            is compared with the layout here, member by member. `kind` tells which of both was answered. Nothing of the body \
            is kept or logged.",
        parameters,
        input: Some(posted::input()),
        answer: Answer::json::<DecodeOrCompare>("What the bytes hold, or how the layout compares.")
            .example("layout", include_str!("examples/layout.json"))
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
    let (options, dialect) = posted::options(query.only(posted::NAMES)?)?;
    answer::acceptable(&headers)?;
    lookup::layout(app.dataset(), &name, &version, &arch)?;
    body.expect(&posted::FORMATS)?;
    let work = move || {
        let found = lookup::layout(app.dataset(), &name, &version, &arch)?;
        work(&app, found, body, &options, dialect)
    };
    posted::answered(work).await
}

fn work(
    app: &App,
    found: Found<'_>,
    body: Body,
    options: &Options,
    dialect: Option<Dialect>,
) -> Result<Vec<u8>, Error> {
    let dataset = app.dataset();
    let posted = posted::read(body, dialect)?;
    let reading = match posted.pasted {
        Pasted::Bytes(reading) => reading,
        Pasted::Listing(listing) => return compared(dataset, found, &listing),
    };
    let mut decoded = decode(found.layout, dataset.types(), &reading.space, options)
        .map_err(|error| Error::Unusable(error.to_string()))?;
    decoded.findings = traps(dataset, found.layout);
    let mut answer = to_wire(&decoded, &reading);
    let scope = Scope {
        structure: Some(found.structure),
        arch: None,
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

fn compared(dataset: &Dataset, found: Found<'_>, listing: &Listing) -> Result<Vec<u8>, Error> {
    let comparison = compare(listing, found.layout, dataset.types());
    let fits = fits(listing, found.structure, dataset.types());
    answer::to_json(&listing::wire::to_wire(listing, &comparison, &fits))
}
