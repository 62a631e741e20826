//! `GET /structures/{name}/diff`: what changed between two points.

use strata_core::diff::wire::DiffAnswer;

use super::prelude::*;
use super::resolve;

parameters! {
    struct Points {
        /// Where to start: version/arch.
        from: Typed = "6.1/x64",
        /// Where to end: version/arch.
        to: Typed = "6.2/x64",
    }
}

/// A point as typed: its version and its architecture.
struct Typed([String; 2]);

impl Argument for Typed {
    const REQUIRED: bool = true;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        schema_of::<words::Point>(generator)
    }

    fn take(name: &'static str, given: &mut Given<'_>) -> Result<Self, Error> {
        let value = given.query.take(name);
        let value = value.as_deref().map(str::trim).unwrap_or_default();
        // A blank will do for the slash, which forms write as a plus sign.
        let split = value
            .split_once('/')
            .or_else(|| value.rsplit_once(char::is_whitespace));
        let whole = split.filter(|(version, arch)| {
            !version.is_empty() && !arch.is_empty() && !arch.contains('/')
        });
        match whole {
            Some((version, arch)) => Ok(Self([version, arch].map(|part| part.trim().to_owned()))),
            None => {
                let expected = format!("a version and an architecture: {name}=6.1/x64");
                Err(Error::parameter(name, expected))
            }
        }
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getDiff",
        "What changed between two points",
        "One entry for each member that is new, gone or otherwise; what follows from something else (what \
            comes before it, the width of pointers) is marked so.",
        Answer::json::<DiffAnswer>("What changed."),
    )
    .with(Points::described())
    .at("/structures/{name}/diff", diff)
}

async fn diff(call: Call<Points, String>) -> Answered {
    let dataset = call.app.dataset();
    let find = |Typed([version, arch]): &Typed| {
        resolve::layout(dataset, &[&call.path, version, arch].map(String::clone))
    };
    let (from, to) = (find(&call.query.from)?, find(&call.query.to)?);
    let url = url::diff(&from.layout, &to.layout);
    call.kept(&url, || {
        assemble::diff(dataset, from.structure, &from.layout, &to.layout)
    })
}
