//! `GET /structures/{name}/diff`: what changed between two points.

use strata_core::diff::wire::DiffAnswer;
use strata_core::lookup;

use super::prelude::*;
use super::resolve;

parameters! {
    struct Points {
        /// The first point: `version/arch`, or the id of an image.
        from: Typed = "6.1/x64",
        /// The second point: `version/arch`, or the id of an image.
        to: Typed = "6.2/x64",
    }
}

/// A point as typed: its version and its architecture, or an image, which has one.
struct Typed(String, Option<String>);

impl Argument for Typed {
    const REQUIRED: bool = true;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        schema_of::<words::Point>(generator)
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let value = given.query.take(name);
        let value = value.as_deref().map(str::trim).unwrap_or_default();
        // A space may replace the slash; forms send it as a plus sign.
        let split = value
            .split_once('/')
            .or_else(|| value.rsplit_once(char::is_whitespace));
        let whole = split.filter(|(version, arch)| {
            !version.is_empty() && !arch.is_empty() && !arch.contains('/')
        });
        match whole {
            Some((version, arch)) => Ok(Self(
                version.trim().to_owned(),
                Some(arch.trim().to_owned()),
            )),
            None if lookup::is_image_name(value) => Ok(Self(value.to_owned(), None)),
            None => {
                let expected =
                    format!("a version and an architecture, or an image: {name}=6.1/x64");
                Err(Error::parameter(name, expected))
            }
        }
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getDiff",
        "What changed between two points",
        "An entry for each added, removed or changed member. Changes that follow from others (changes before the \
            member, the size of pointers) are marked.",
        Answer::json::<DiffAnswer>("The changes."),
    )
    .with(Points::described())
    .at("/structures/{name}/diff", diff)
}

async fn diff(call: Call<Points, String>) -> Answered {
    let (dataset, name) = (call.app.dataset(), &call.path);
    let find = |Typed(version, arch): &Typed| match arch {
        Some(arch) => resolve::layout(dataset, &[name, version, arch].map(String::clone)),
        None => Ok(lookup::whole(lookup::structure(dataset, name)?, version)?),
    };
    let (from, to) = (find(&call.query.from)?, find(&call.query.to)?);
    let url = url::diff(&from.layout, &to.layout);
    call.cached_json(&url, || {
        assemble::diff(dataset, from.structure, &from.layout, &to.layout)
    })
}
