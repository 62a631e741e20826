//! `GET /releases`: the releases of Windows.

use strata_core::raw::RawRelease;
use strata_core::release::Release as Rung;

use super::prelude::*;

const PATH: &str = "/releases";

answers! {
    /// A release of Windows.
    pub(super) struct Release(release: &RawRelease) with {
        let rung: Option<Rung> = release.id.parse().ok();
    } {
        /// The id, as in the `version` of requests.
        id: String = release.id.clone(),
        /// Microsoft's name for the release.
        name: String = release.name.clone(),
        /// The version of the kernel.
        nt_version: String = release.nt_version.clone(),
        /// The first build number.
        build: u32 = release.build,
        /// Other names for the release that requests can use.
        aliases: Vec<String> = rung.map_or(&[][..], Rung::aliases).iter().map(ToString::to_string).collect(),
        /// The architectures of the release.
        archs: Vec<String> as "Vec<words::Arch>" =
            rung.into_iter().flat_map(Rung::archs).map(|arch| arch.to_string()).collect(),
    }

    /// The releases of Windows.
    struct Releases(dataset: &Dataset) {
        /// In order.
        items: Vec<Release> = dataset.releases().iter().map(Release::new).collect(),
    }
}

pub(super) fn resource() -> Resource {
    whole(
        PATH,
        |app| Releases::new(app.dataset()),
        Operation::whole(
            "listReleases",
            "Windows releases, in order",
            "Every release of Windows that a version can name.",
            Message::json::<Releases>("The releases, in order."),
        ),
    )
}
