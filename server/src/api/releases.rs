//! `GET /releases`: the ladder.

use strata_core::raw::RawRelease;
use strata_core::release::Release as Rung;

use super::prelude::*;

const PATH: &str = "/releases";

answers! {
    /// A rung of the ladder.
    pub(super) struct Release(release: &RawRelease) with {
        let rung: Option<Rung> = release.id.parse().ok();
    } {
        /// What a version is named by.
        id: String = release.id.clone(),
        /// What Microsoft calls it.
        name: String = release.name.clone(),
        /// The version of the kernel.
        nt_version: String = release.nt_version.clone(),
        /// The number of the build with which it began.
        build: u32 = release.build,
        /// Further names that are read for the same rung.
        aliases: Vec<String> = rung.map_or(&[][..], Rung::aliases).iter().map(ToString::to_string).collect(),
        /// For which architectures there was one.
        #[schemars(with = "Vec<words::Arch>")]
        archs: Vec<String> = rung.into_iter().flat_map(Rung::archs).map(|arch| arch.to_string()).collect(),
    }

    /// The ladder of releases.
    struct Releases(dataset: &Dataset) {
        /// The rungs, in order.
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
            Answer::json::<Releases>("The releases, in order."),
        ),
    )
}
