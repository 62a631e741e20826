//! `GET /resolve`: the images and releases that a text names.

use strata_core::Version;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::kernels::Kernel;
use strata_core::lookup::{Found, Missing, Near, ReadAs, Reason, Resolved};
use strata_core::wire::LayoutAnswer;

use crate::error::Details;

use super::parameters::missing;
use super::prelude::*;

const PATH: &str = "/resolve";

answers! {
    /// The images and releases that a text names.
    #[derive(Clone, PartialEq, Eq)]
    #[schemars(rename = "Resolved")]
    pub struct ResolvedAnswer(catalogue: &Catalogue, query: &str, resolved: Resolved) {
        pub(crate) query: String = query.to_owned(),
        /// What the text was read as: `release`, `version` (of a file or a system), `pdb`, `image`, `hash` (of a kernel's
        /// file) or `time stamp` (of its PE header).
        #[schemars(extend("enum" = ReadAs::ALL.map(ReadAs::as_str)))]
        pub(crate) kind: &'static str = resolved.read_as.as_str(),
        /// The releases that the text names, or may be one of, in order.
        pub(crate) releases: Vec<String> as "Vec<words::Version>" =
            resolved.releases.iter().map(ToString::to_string).collect(),
        /// The images, by architecture.
        pub(crate) images: Vec<NearImage> =
            resolved.images.into_iter().filter_map(|near| NearImage::new(catalogue, near)).collect(),
        /// The known kernel files with exactly this name, with or without a symbol file.
        pub(crate) kernels: Vec<KnownKernel> = resolved.kernels.iter().map(KnownKernel::new).collect(),
        /// Why the answer is not exact, in one sentence; null if it is exact.
        pub(crate) caveat: Option<String> = resolved.caveat,
    }

    /// An image, and its relation to the request.
    #[derive(Clone, PartialEq, Eq)]
    pub struct NearImage(catalogue: &Catalogue, of: (ImageIndex, Near)) -> Option {
        /// The id of the image.
        pub(crate) image: String = catalogue.image(of.0)?.id(),
        /// `exact`; `first`, the first known kernel of the release; `before` or `after`, the nearest known image of its
        /// branch.
        #[schemars(extend("enum" = Near::WORDS))]
        pub(crate) near: &'static str = of.1.as_str(),
        /// The difference of the revisions; null for a release.
        pub(crate) distance: Option<u32> = of.1.distance(),
    }

    /// A kernel file that is known by name.
    #[derive(Clone, PartialEq, Eq)]
    #[schemars(rename = "Kernel")]
    pub struct KnownKernel(kernel: &Kernel) {
        /// The module, file version and architecture, like the id of an image.
        pub(crate) id: String = kernel.id(),
        /// The SHA-256 of the file, 64 hexadecimal digits.
        pub(crate) sha256: String = kernel.sha256.to_string(),
        /// `TimeDateStamp` of the PE header, hexadecimal.
        pub(crate) time_stamp: String = format!("{:#x}", kernel.time_stamp),
        /// `SizeOfImage` of the PE header, in bytes.
        pub(crate) size_of_image: u32 = kernel.size_of_image,
    }
}

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
    struct Asked {
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
        "What a text names",
        "The images and releases that a text names: a release, the version of a file or of a system, the GUID of \
            a PDB, with or without its age, the id of an image, the SHA-256 or the time stamp of a kernel file; or \
            the output of `lmvm nt`, `!lmi`, `vertarget` or `winver` with any of these. For a version that no image \
            has, the nearest known images of its branch, and a caveat.",
        Message::json::<ResolvedAnswer>("The images and releases."),
    )
    .at(PATH, resolved)
}

async fn resolved(call: Call<Asked>) -> Answered {
    let (dataset, Required(Text(text))) = (call.app.dataset(), &call.query.q);
    let resolved = lookup::resolve(dataset, text)?;
    let answer = ResolvedAnswer::new(dataset.catalogue(), text, resolved);
    call.list(&url::of(PATH), || answer, |_| None)
}
