//! `POST /identify`: which layouts fit bytes, or a dump.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use schemars::{SchemaGenerator, json_schema};
use serde_json::json;
use strata_core::decode::identify::wire::{IdentifyAnswer, to_wire};
use strata_core::decode::identify::{Classes, Others, Scope};
use strata_core::decode::read::{Dialect, Pasted};
use strata_core::decode::{DecodeError, Options};
use strata_core::lookup::{self, Missing};
use strata_core::name::NAME_LIMIT;
use strata_core::stated::{self, identify::IdentifyListingAnswer};
use strata_core::wire::words;

use crate::app::App;
use crate::error::Error;
use crate::extract::{Body, Query};
use crate::media_type::JSON;
use crate::numbers;
use crate::openapi::{Answer, Operation, Parameter, schema_of};

use super::resource::Resource;
use super::{answer, posted};

const PATH: &str = "/identify";

pub(super) fn resource() -> Resource {
    Resource::post(PATH, post(identified), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    let name = json_schema!({ "type": "string", "maxLength": NAME_LIMIT });
    let mut parameters = vec![
        Parameter::query(
            "structure",
            "Only layouts of this structure. Case and a leading underscore do not count.",
            name,
            json!("ETW_REALTIME_CONSUMER"),
        ),
        Parameter::query(
            "arch",
            "Only layouts on this architecture.",
            schema_of::<words::Arch>(generator),
            json!("x64"),
        ),
    ];
    parameters.push(Parameter::flag(
        "all_types",
        "Whether every structure and union that is no larger than the bytes is considered, where no structure is named.",
    ));
    parameters.extend(posted::parameters(generator));
    Operation {
        id: "identify",
        summary: "Which layouts fit bytes, or a layout",
        description: "Judges layouts by what their members can hold, and ranks them with the reasons: those of the structure \
            that is named, otherwise those that were audited and those of types that are as large as the bytes. Points that \
            share one layout are one candidate; the first 50 are given. A body that is a layout, as WinDbg's `dt` or `dx` prints \
            it, is compared with each; with those of the structure that it names, if no other is asked for. `kind` tells \
            which of both was answered. Nothing of the body is kept or logged.",
        parameters,
        input: Some(posted::input()),
        answer: Answer::json::<IdentifyBytesOrListing>("Which layouts fit, the likeliest first.")
            .example("layout", include_str!("examples/identified.json"))
            .untagged(),
        problems: posted::PROBLEMS.to_vec(),
    }
}

/// Bytes judged, or a layout compared.
#[derive(schemars::JsonSchema)]
#[schemars(untagged, rename = "IdentifiedBytesOrListing")]
#[expect(dead_code, reason = "described, never built")]
enum IdentifyBytesOrListing {
    /// The body is bytes.
    Bytes(Box<IdentifyAnswer>),
    /// The body is a layout.
    Listing(Box<IdentifyListingAnswer>),
}

/// What is considered, as typed.
struct Considered {
    structure: Option<String>,
    arch: Option<String>,
    all_types: bool,
}

impl Considered {
    fn scope<'a>(&self, app: &'a App) -> Result<Scope<'a>, Missing> {
        let structure = self.structure.as_deref();
        let structure = structure.map(|name| lookup::structure(app.dataset(), name));
        let arch = self.arch.as_deref().map(lookup::arch);
        Ok(Scope {
            structure: structure.transpose()?,
            arch: arch.transpose()?,
            ..Scope::default()
        })
    }
}

async fn identified(
    State(app): State<Arc<App>>,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Error> {
    let [
        structure,
        arch,
        all_types,
        base,
        count,
        at,
        address,
        from,
        dialect,
    ] = query.only([
        "structure",
        "arch",
        "all_types",
        "base",
        "count",
        "at",
        "address",
        "from",
        "dialect",
    ])?;
    let (options, dialect) = posted::options([base, count, at, address, from, dialect])?;
    answer::acceptable(&headers)?;
    let all_types = numbers::flag(all_types.as_deref())
        .map_err(|expected| Error::parameter("all_types", expected))?;
    let considered = Considered {
        structure,
        arch,
        all_types,
    };
    considered.scope(&app)?;
    body.expect(&posted::FORMATS)?;
    posted::answered(JSON, body.place.clone(), move || {
        work(&app, &considered, body, &options, dialect)
    })
    .await
}

fn work(
    app: &App,
    considered: &Considered,
    body: Body,
    options: &Options,
    dialect: Option<Dialect>,
) -> Result<Vec<u8>, Error> {
    let mut scope = considered.scope(app)?;
    let place = body.place.clone();
    let posted = posted::read(body, dialect)?;
    place.check()?;
    let reading = match posted.pasted {
        Pasted::Bytes(reading) => reading,
        Pasted::Listing(listing) => {
            let judged = stated::identify::identify(&listing, app.dataset(), scope);
            return answer::to_json(&stated::identify::to_wire(&judged, &listing));
        }
    };
    let unusable = |error: DecodeError| Error::Unusable(error.to_string());
    scope.others = Others::by_bytes(&reading.space, options, considered.all_types);
    let classes = Classes::new(app.dataset(), scope).map_err(unusable)?;
    let identified = classes
        .identify(&reading.space, options)
        .map_err(unusable)?;
    place.check()?;
    let elsewhere = classes.elsewhere(&identified, &reading, &posted.others, options);
    let mut answer = to_wire(&identified, &reading);
    answer.elsewhere = elsewhere.map(|it| it.to_wire(&identified, reading.dialect));
    answer::to_json(&answer)
}
