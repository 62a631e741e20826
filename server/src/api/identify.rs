//! `POST /identify`: which layouts fit bytes, or a dump.

use strata_core::Arch;
use strata_core::decode::DecodeError;
use strata_core::decode::identify::wire::{IdentifyAnswer, to_wire};
use strata_core::decode::identify::{Classes, Others, Scope};
use strata_core::decode::read::ParsedInput;
use strata_core::lookup::Missing;
use strata_core::name::NAME_LIMIT;
use strata_core::stated;
use strata_core::stated::identify::IdentifiedListing;

use crate::extract::Body;

use super::posted::Where;
use super::prelude::*;

parameters! {
    /// The considered layouts.
    struct Considered {
        /// Only layouts of this structure. Case and a leading underscore do not count.
        structure: Option<String> = "ETW_REALTIME_CONSUMER"
            => |_| json_schema!({ "type": "string", "maxLength": NAME_LIMIT }),
        /// Only layouts on this architecture.
        arch: Option<Arch> = "x64",
        /// Whether to consider every structure and union that is no larger than the bytes; no effect with `structure`.
        all_types: bool = true,
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "identify",
        "Which layouts fit bytes, or a layout",
        "Judges layouts by the values that their members can have, and ranks them with the evidence: the layouts \
            of `structure`, otherwise those of audited structures and of types as large as the bytes. Points that \
            share a layout are one candidate; the answer has the first 50. A body that is a layout, as WinDbg's `dt` \
            or `dx` prints it, is compared with the layouts of `structure`, otherwise of the structure that it \
            names, otherwise of all audited structures. `kind` is `bytes` or `listing`. The body is neither stored \
            nor logged.",
        Answer::json::<IdentifyBytesOrListing>("The layouts that fit, the likeliest first.")
            .example("layout", include_str!("examples/identified.json"))
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

impl Considered {
    fn scope<'a>(&self, app: &'a App) -> Result<Scope<'a>, Missing> {
        let structure = self.structure.as_deref();
        let structure = structure.map(|name| lookup::structure(app.dataset(), name));
        Ok(Scope {
            structure: structure.transpose()?,
            arch: self.arch,
            ..Scope::default()
        })
    }
}

async fn identified(call: Call<(Considered, Where), (), Body>) -> Answered {
    acceptable(&call.asked.headers)?;
    posted::respond(JSON, call.body.permit.clone(), false, move || work(call)).await
}

fn work(call: Call<(Considered, Where), (), Body>) -> Result<Vec<u8>, Error> {
    let (app, body, (considered, place_of)) = (&call.app, call.body, call.query);
    let mut scope = considered.scope(app)?;
    body.expect(&posted::FORMATS)?;
    let place = body.permit.clone();
    let (posted, options) = (place_of.read(body)?, &place_of.options());
    place.check()?;
    let reading = match posted.pasted {
        ParsedInput::Bytes(reading) => reading,
        ParsedInput::Listing(listing) => {
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
    answer::to_json(&to_wire(&identified, elsewhere.as_ref(), &reading))
}
