//! View values that core has no type for: drawn or computed for several pages, or exchanged by interactive pages in a step.

pub mod diagram;
pub mod diff;
mod kind;
pub mod layout;
pub mod picker;
pub mod sources;
pub mod strips;
pub mod structure;
pub mod tiles;

pub use diagram::{Diagram, Run};
pub use diff::DiffPage;
pub use kind::Kind;
pub use layout::LayoutPage;
pub use picker::Picker;
pub use strips::Strips;
pub use structure::StructurePage;

use strata_core::{Dataset, Layout, Version};

use crate::words::words;

/// The name of a layout's release, or the releases with kernels of its build: `Windows 10, version 1903 – 1909`.
fn release_name(dataset: &Dataset, layout: &Layout) -> String {
    let releases = match layout.point.version {
        Version::Pdb(_) => return "version not known".to_owned(),
        Version::Release(release) => vec![release],
        Version::Build(build) => dataset.catalogue().releases_or_fallback(build),
    };
    match releases[..] {
        [] => "of no known release".to_owned(),
        [only] => dataset.release_name(only).to_owned(),
        [first, .., last] => format!("{} – {last}", dataset.release_name(first)),
    }
}

words! {
    /// A key that leads to a neighbour or to an end, by its name in keyboard events.
    Arrow {
        Left = "ArrowLeft",
        Right = "ArrowRight",
        Up = "ArrowUp",
        Down = "ArrowDown",
        Home = "Home",
        End = "End",
    }
}
