//! What is known of a build or a kernel that a text names: an answer, and a part of the error if it has no layout.

use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::kernels::Kernel;
use strata_core::lookup::{Near, ReadAs, Resolved};
use strata_core::wire::answers::answers;
use strata_core::wire::words;

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
