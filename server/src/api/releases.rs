//! `GET /releases`: the ladder.

use schemars::JsonSchema;
use serde::Serialize;
use strata_core::raw::RawRelease;
use strata_core::release::Release as Rung;
use strata_core::wire::words;

use crate::openapi::{Answer, Operation};

use super::answer::whole;
use super::resource::Resource;

const PATH: &str = "/releases";

/// The ladder of releases.
#[derive(Debug, Serialize, JsonSchema)]
struct Releases {
    /// The rungs, in order.
    items: Vec<Release>,
}

/// A rung of the ladder.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Release {
    /// What a version is named by.
    id: String,
    /// What Microsoft calls it.
    name: String,
    /// The version of the kernel.
    nt_version: String,
    /// The number of the build with which it began.
    build: u32,
    /// Further names that are read for the same rung.
    aliases: Vec<String>,
    /// For which architectures there was one.
    #[schemars(with = "Vec<words::Arch>")]
    archs: Vec<String>,
}

impl From<&RawRelease> for Release {
    fn from(release: &RawRelease) -> Self {
        let rung: Option<Rung> = release.id.parse().ok();
        let aliases = rung.map_or(&[][..], Rung::aliases).iter();
        let archs = rung.into_iter().flat_map(Rung::archs);
        Self {
            id: release.id.clone(),
            name: release.name.clone(),
            nt_version: release.nt_version.clone(),
            build: release.build,
            aliases: aliases.map(ToString::to_string).collect(),
            archs: archs.map(|arch| arch.to_string()).collect(),
        }
    }
}

pub(super) fn resource() -> Resource {
    whole(
        PATH,
        |app| Releases {
            items: app.dataset().releases().iter().map(Release::from).collect(),
        },
        Operation::whole(
            "listReleases",
            "Windows releases, in order",
            "Every release of Windows that a version can name.",
            Answer::json::<Releases>("The releases, in order."),
        ),
    )
}
