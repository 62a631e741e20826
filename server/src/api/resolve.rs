//! `GET /resolve`: the images and releases that a text names.

use strata_core::Version;
use strata_core::lookup::{Found, Missing, Reason};
use strata_core::wire::LayoutAnswer;

use crate::error::{Details, ResolvedAnswer};

use super::parameters::missing;
use super::prelude::*;

const PATH: &str = "/resolve";

/// A structure's layout at a point, as typed. If nothing is stated at a build, the error has what is known of the build.
pub(super) fn layout<'a>(
    dataset: &'a Dataset,
    [name, version, arch]: &[String; 3],
) -> Result<Found<'a>, Error> {
    lookup::layout(dataset, name, version, arch)
        .map_err(|missing| not_stated(dataset, version, missing))
}

/// The error where nothing is stated at a version: with what is known of the build or kernel, if it is one.
pub(super) fn not_stated(dataset: &Dataset, version: &str, missing: Missing) -> Error {
    let is_build = matches!(lookup::version(version), Ok(Version::Build(_)))
        || dataset.kernels().named(version).is_some();
    let not_stated = missing.reason == Some(Reason::NotStated);
    let resolved = (is_build && not_stated).then(|| lookup::resolve(dataset, version).ok());
    let answer = |it| Box::new(ResolvedAnswer::new(dataset.catalogue(), version, it));
    Error::NotFound(Details {
        resolved: resolved.flatten().map(answer),
        ..missing.into()
    })
}

/// The layout on the wire, with the version of the request.
pub(super) fn found(dataset: &Dataset, found: &Found<'_>) -> LayoutAnswer {
    LayoutAnswer {
        version: found.version.clone(),
        ..assemble::layout(dataset, found.structure, &found.layout)
    }
}

parameters! {
    struct Query {
        /// The text to resolve.
        q: Required<Text> = "10.0.19045.2965",
    }
}

struct Text(String);

values! {
    Text: |_| json_schema!({ "type": "string", "pattern": "\\S" }),
        |name, text, _| match text.trim() {
            "" => Err(missing(name)),
            text => Ok(Self(text.to_owned())),
        };
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "resolve",
        "The images and releases that a text names",
        "The images and releases that a text names: a release, the version of a file or of a system, the GUID of \
            a PDB, with or without its age, the id of an image, the SHA-256 or the time stamp of a kernel file; or \
            the output of `lmvm nt`, `!lmi`, `vertarget` or `winver` with any of these. For a version that no image \
            has, the nearest known images of its branch, and a caveat.",
        Message::json::<ResolvedAnswer>("The images and releases."),
    )
    .at(PATH, resolved)
}

async fn resolved(call: Call<Query>) -> ApiResult {
    let (dataset, Required(Text(text))) = (call.app.dataset(), &call.query.q);
    let resolved = lookup::resolve(dataset, text)?;
    let answer = ResolvedAnswer::new(dataset.catalogue(), text, resolved);
    call.list(&url::of(PATH), || answer, |_| None)
}
