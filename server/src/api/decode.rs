//! `POST /structures/{name}/layouts/{version}/{arch}/decode`: bytes, or a dump, as one or more structures;
//! `POST /identify`: which layouts fit bytes, or a dump.

use std::io;
use std::sync::Arc;

use axum::body::Body as HttpBody;
use strata_core::Arch;
use strata_core::decode::identify::wire::IdentifyAnswer;
use strata_core::decode::identify::{Cancellation, CandidateScope, Classes, Others};
use strata_core::decode::listing::Listing;
use strata_core::decode::read::{ParsedInput, Reading};
use strata_core::decode::table::table;
use strata_core::decode::wire::{DecodeAnswer, InstanceDto, instances, one_by_one, to_wire};
use strata_core::decode::{DecodeError, Options};
use strata_core::layout::Layout;
use strata_core::lookup::{Found, Missing};
use strata_core::name::NAME_LIMIT;
use strata_core::stated::wire::{IdentifiedListing, ListingAnswer};
use strata_core::stated::{self, compare, fits};
use tokio::sync::OwnedSemaphorePermit;

use crate::compiled_layout::CompiledLayout;
use crate::extract::Body;
use crate::input::{self, ReadInput};
use crate::limits::IDENTIFIED;
use crate::stream;

use super::posted::InputOptions;
use super::prelude::*;
use super::resolve;

/// Answers with more structures than this are streamed.
const WHOLE_COUNT: u32 = 64;

/// Decoding a body of at most this many bytes takes well under a millisecond, identifying it some milliseconds.
const SHORT: usize = 4096;

formats! {
    enum Format {
        Json = new("json", JSON),
        Ndjson = new("ndjson", NDJSON),
        Csv = new("csv", CSV),
    }
}

parameters! {
    struct Query {
        /// Whether to judge which versions the bytes fit; the result is in `advice` and `elsewhere`.
        identify: bool = true,
        /// The format; wins over `Accept`.
        format: Format = "csv",
    }
}

pub(super) fn decode() -> Resource {
    Operation::new(
        "decode",
        "Decode bytes, or compare a printed layout",
        "Reads the body as one or more consecutive structures. With `identify=true`, `advice` names a version \
            that the bytes fit clearly better. A body that is a layout, as WinDbg's `dt` or `dx` prints it, has no \
            bytes: it is compared with this layout, member by member. `kind` is `bytes` or `listing`. NDJSON has a \
            line per structure: an element of `instances`, without the rest of the answer. CSV has a row per \
            structure and a column per number, for many structures: only the plain numbers. The body is neither \
            stored nor logged.",
        Format::described(
            Message::json::<DecodeOrCompare>("The decoded structures, or the comparison of the layout.")
                .example("layout", parsed(include_str!("examples/layout.json")))
                .or(NDJSON, Content::Lines(schema_of::<InstanceDto>)),
        )
        .untagged(),
    )
    .taking(posted::input())
    .or(&[Kind::UNUSABLE])
    .at(
        "/structures/{name}/layouts/{version}/{arch}/decode",
        decoded,
    )
}

/// An example. A test parses every example, so that invalid JSON does not get here.
fn parsed(json: &str) -> serde_json::Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Decoded bytes, or a compared layout.
#[derive(schemars::JsonSchema)]
#[schemars(untagged, rename = "DecodedOrCompared")]
#[expect(dead_code, reason = "described, never built")]
enum DecodeOrCompare {
    /// The body is bytes.
    Bytes(Box<DecodeAnswer>),
    /// The body is a layout.
    Listing(Box<ListingAnswer>),
}

async fn decoded(call: Call<(InputOptions, Query), [String; 3], Body>) -> ApiResult {
    let (app, path, body) = (call.app, call.path, call.body);
    let (input_options, Query { identify, format }) = call.query;
    let options = input_options.options();
    let permit = body.permit.clone();
    let is_short = body.bytes.len() <= SHORT && options.count <= WHOLE_COUNT && !identify;
    let place = match identify {
        true => identifying(&body, false).await?,
        false => None,
    };
    let work = move || {
        let _place = place;
        let (dataset, permit) = (app.dataset(), body.permit.clone());
        let compiled = compiled(&app, &path)?;
        body.expect(&posted::FORMATS)?;
        let ReadInput { pasted, others } = input_options.read(body, identify)?;
        let reading = match (pasted, format) {
            (ParsedInput::Bytes(reading), Format::Json | Format::Ndjson) => reading,
            (ParsedInput::Bytes(reading), Format::Csv) => {
                return numbers(dataset, &compiled.layout, &reading, &options).map(HttpBody::from);
            }
            (ParsedInput::Listing(listing), Format::Json) => {
                let found = compiled.found(dataset)?;
                return compared(dataset, &found, &listing).map(HttpBody::from);
            }
            (ParsedInput::Listing(_), Format::Ndjson | Format::Csv) => {
                let what = format.as_str().to_ascii_uppercase();
                return Err(Error::Unusable(format!(
                    "the body is a layout, which has no bytes: there is no {what} of it"
                )));
            }
        };
        permit.check()?;
        let decoding = compiled.decoding(dataset, &reading, &options)?;
        let mut decoded = decoding.head();
        decoded.findings.clone_from(&compiled.findings);
        let mut answer = to_wire(&decoded, &reading);
        answer.version.clone_from(&compiled.version);
        if identify {
            (answer.advice, answer.elsewhere) = input::advice(
                dataset,
                &compiled.found(dataset)?,
                (&reading, &others),
                &options,
                Cancellation(&|| permit.check().is_err()),
            );
        }
        permit.check()?;
        if options.count <= WHOLE_COUNT && format == Format::Json {
            return answer::to_json(&one_by_one(answer, decoding)).map(HttpBody::from);
        }
        drop(decoding);
        let app = Arc::clone(&app);
        stream::body(move |out| {
            let _held = permit;
            // Unreachable error: these values were decoded before.
            let decoding = compiled.decoding(app.dataset(), &reading, &options);
            let decoding = decoding.map_err(|_| io::ErrorKind::InvalidData)?;
            if format == Format::Ndjson {
                let mut lines = instances(&decoding);
                return lines.try_for_each(|one| stream::line(&one, &mut *out));
            }
            serde_json::to_writer(out, &one_by_one(answer, decoding)).map_err(io::Error::from)
        })
    };
    posted::respond(format.media_type(), permit, is_short, work).await
}

/// The cached layout of a path, or a new one.
fn compiled(app: &App, path: &[String; 3]) -> Result<Arc<CompiledLayout>, Error> {
    let key = path.join("/");
    if let Some(known) = app.compiled_layouts.find(&key) {
        return Ok(known);
    }
    let dataset = app.dataset();
    let compiled = Arc::new(CompiledLayout::new(
        dataset,
        resolve::layout(dataset, path)?,
    ));
    app.compiled_layouts.insert(key, Arc::clone(&compiled));
    Ok(compiled)
}

fn numbers(
    dataset: &Dataset,
    layout: &Layout,
    reading: &Reading,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let table = table(layout, dataset.catalogue(), &reading.space, options)
        .map_err(|error| Error::Unusable(error.to_string()))?;
    Ok(table.to_csv().into_bytes())
}

fn compared(dataset: &Dataset, found: &Found<'_>, listing: &Listing) -> Result<Vec<u8>, Error> {
    let comparison = compare(listing, &found.layout, dataset.catalogue());
    let fits = fits(listing, found.structure, dataset.catalogue());
    answer::to_json(&ListingAnswer::new(listing, &comparison, fits))
}

parameters! {
    /// The considered layouts.
    struct CandidateFilter {
        /// Only layouts of this structure. Case and a leading underscore do not count.
        structure: Option<String> = "ETW_REALTIME_CONSUMER"
            => |_| json_schema!({ "type": "string", "maxLength": NAME_LIMIT }),
        /// Only layouts on this architecture.
        arch: Option<Arch> = "x64",
        /// Whether to consider every structure and union that is no larger than the bytes; no effect with `structure`.
        all_types: bool = true,
    }
}

pub(super) fn identify() -> Resource {
    Operation::new(
        "identify",
        "The layouts that fit bytes or a printed layout",
        "Judges layouts by the values that their members can have, and ranks them with the evidence: the layouts \
            of `structure`, otherwise those of audited structures and of types as large as the bytes. Points that \
            share a layout are one candidate; the answer has the first 50. A body that is a layout, as WinDbg's `dt` \
            or `dx` prints it, is compared with the layouts of `structure`, otherwise of the structure that it \
            names, otherwise of all audited structures. `kind` is `bytes` or `listing`. The body is neither stored \
            nor logged.",
        Message::json::<IdentifyBytesOrListing>("The layouts that fit, the likeliest first.")
            .example("layout", parsed(include_str!("examples/identified.json")))
            .untagged(),
    )
    .taking(posted::input())
    .or(&[Kind::UNUSABLE])
    .at("/identify", identified)
}

/// Judged bytes, or a compared layout.
#[derive(schemars::JsonSchema)]
#[schemars(untagged, rename = "IdentifiedBytesOrListing")]
#[expect(dead_code, reason = "described, never built")]
enum IdentifyBytesOrListing {
    /// The body is bytes.
    Bytes(Box<IdentifyAnswer>),
    /// The body is a layout.
    Listing(Box<IdentifiedListing>),
}

impl CandidateFilter {
    fn scope<'a>(&self, app: &'a App) -> Result<CandidateScope<'a>, Missing> {
        let structure = self.structure.as_deref();
        let structure = structure.map(|name| lookup::structure(app.dataset(), name));
        Ok(CandidateScope {
            structure: structure.transpose()?,
            arch: self.arch,
            ..CandidateScope::default()
        })
    }
}

async fn identified(call: Call<(CandidateFilter, InputOptions), (), Body>) -> ApiResult {
    acceptable(&call.request.headers)?;
    let place = identifying(&call.body, call.query.0.all_types).await?;
    posted::respond(JSON, call.body.permit.clone(), false, move || {
        let _place = place;
        work(call)
    })
    .await
}

/// Places for identifying a body, if that takes long.
async fn identifying(body: &Body, all: bool) -> Result<Option<OwnedSemaphorePermit>, Error> {
    let places = match all {
        true => IDENTIFIED,
        false => usize::from(body.bytes.len() > SHORT),
    };
    match places {
        0 => Ok(None),
        places => body.permit.identified(places).await.map(Some),
    }
}

fn work(call: Call<(CandidateFilter, InputOptions), (), Body>) -> Result<Vec<u8>, Error> {
    let (app, body, (considered, input_options)) = (&call.app, call.body, call.query);
    let mut scope = considered.scope(app)?;
    body.expect(&posted::FORMATS)?;
    let permit = body.permit.clone();
    let (posted, options) = (input_options.read(body, true)?, &input_options.options());
    permit.check()?;
    let is_cancelled = || permit.check().is_err();
    scope.cancellation = Cancellation(&is_cancelled);
    let reading = match posted.pasted {
        ParsedInput::Bytes(reading) => reading,
        ParsedInput::Listing(listing) => {
            let judged = stated::identify::identify(&listing, app.dataset(), scope);
            permit.check()?;
            return answer::to_json(&IdentifiedListing::new(&judged, &listing));
        }
    };
    let unusable = |error: DecodeError| Error::Unusable(error.to_string());
    scope.others = Others::by_bytes(&reading.space, options, considered.all_types);
    let classes = Classes::new(app.dataset(), scope).map_err(unusable)?;
    let identified = classes
        .identify(&reading.space, options)
        .map_err(unusable)?;
    permit.check()?;
    let elsewhere = classes.elsewhere(&identified, &reading, &posted.others, options);
    answer::to_json(&IdentifyAnswer::new(
        &identified,
        elsewhere.as_ref(),
        &reading,
    ))
}
