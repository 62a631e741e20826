//! Pages, and the view values that core has no type for: values drawn or computed for several pages, and the values
//! that interactive pages exchange in a step. A static page is drawn from core's own values, in [`crate::pages`].

pub mod diagram;
pub mod diff;
mod kind;
pub mod layout;
pub mod picker;
pub mod strips;
pub mod structure;
pub mod tiles;

pub use crate::pages::decode::DecodePage;
pub use crate::pages::search::SearchPage;
pub use crate::pages::validity::ValidityPage;
pub use diagram::{Diagram, Run};
pub use diff::DiffPage;
pub use kind::Kind;
pub use layout::LayoutPage;
pub use picker::Picker;
pub use strips::Strips;
pub use structure::StructurePage;

use leptos::prelude::AnyView;
use strata_core::{Dataset, Layout, Version};

use crate::pages::client_rendered::ClientRendered;
use crate::pages::home;
use crate::route::Route;
use crate::words::words;

pub const HEAD_ID: &str = "head";
pub const CONTENT_ID: &str = "app";
pub const MAIN_ID: &str = "content";
/// The attribute of the main element while the page shows input for which the visitor named no structure.
pub const UNNAMED_ATTRIBUTE: &str = "data-unnamed";
/// The id of the element that carries the attributes for hydration.
pub const DATA_ID: &str = "page-data";
/// The attribute of [`DATA_ID`] that names an interactive page's kind.
pub const LIVE_ATTRIBUTE: &str = "data-page";
/// The attribute of [`DATA_ID`] with the URL of the page's data bundle.
pub const BUNDLE_ATTRIBUTE: &str = "data-bundle";
/// The attribute of [`DATA_ID`] with the URL of the bundle of all types.
pub const EVERYTHING_ATTRIBUTE: &str = "data-everything";
/// The attribute of [`DATA_ID`] with the site's base path, where it is not at the root.
pub const BASE_ATTRIBUTE: &str = "data-base";
/// The attribute of [`DATA_ID`] that only a site of static files has.
pub const FILES_ATTRIBUTE: &str = "data-files";
/// The id of the live region that announces what a button did.
pub const STATUS_ID: &str = "said";
pub const KEYS_ID: &str = "keys";
pub const POINTS_ID: &str = "points";
pub const CITATION_ID: &str = "citation";
/// The attribute of [`CITATION_ID`] with the hash of the page's data.
pub const HASH_ATTRIBUTE: &str = "data-hash";
/// The id of the message that hydration failed; hidden unless it did.
pub const FAILED_ID: &str = "failed";
/// The id of the placeholder on a page that the browser renders.
pub const PLACEHOLDER_ID: &str = "drawn";

/// The title of a page's document: with the name of the site, unless it begins with that.
pub fn document_title(title: &str) -> String {
    match title {
        home::TITLE | "Strata" => title.to_owned(),
        _ => format!("{title} · Strata"),
    }
}

/// A page: its metadata and its content.
#[derive(Debug)]
pub struct Page<'a> {
    /// Its canonical route; `None` for the page of a missing resource.
    pub route: Option<Route>,
    /// The title, without the name of the site: see [`document_title`].
    pub title: String,
    /// One sentence for search engines and previews.
    pub description: String,
    pub content: Content<'a>,
}

#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one page at a time; on 32 bits the lint has nothing to say"
)]
pub enum Content<'a> {
    /// A static page: drawn from the dataset when the document is written.
    Read(Drawing<'a>),
    Layout(LayoutPage),
    Decode(DecodePage),
    Diff(DiffPage),
    Validity(ValidityPage),
    ClientRendered(ClientRendered),
}

/// Draws a page, given the hash of the data.
pub struct Drawing<'a>(Box<dyn FnOnce(&str) -> AnyView + 'a>);

impl std::fmt::Debug for Drawing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Drawing")
    }
}

impl Drawing<'_> {
    /// The view; `hash` is the hash of the data.
    pub fn draw(self, hash: &str) -> AnyView {
        (self.0)(hash)
    }
}

impl<'a> Page<'a> {
    /// A static page; `draw` gets the hash of the data.
    pub fn read(
        route: impl Into<Option<Route>>,
        title: impl Into<String>,
        description: impl Into<String>,
        draw: impl FnOnce(&str) -> AnyView + 'a,
    ) -> Self {
        let content = Content::Read(Drawing(Box::new(draw)));
        Self::new(route, title, description, content)
    }

    pub fn new(
        route: impl Into<Option<Route>>,
        title: impl Into<String>,
        description: impl Into<String>,
        content: Content<'a>,
    ) -> Self {
        Self {
            route: route.into(),
            title: title.into(),
            description: description.into(),
            content,
        }
    }

    /// The placeholder of a page; `route` is cited until the browser has rendered it.
    pub fn client_rendered(page: ClientRendered, route: Option<Route>) -> Self {
        let description = match page {
            ClientRendered::Search => crate::pages::search::DESCRIPTION,
            _ => "The browser draws this page from the data.",
        };
        let title = page.title();
        Self::new(route, title, description, Content::ClientRendered(page))
    }

    /// The kind of interactive page; `None` for a static page.
    pub fn live(&self) -> Option<InteractivePage> {
        match &self.content {
            Content::ClientRendered(ClientRendered::Decode(_)) => Some(InteractivePage::Decode),
            Content::ClientRendered(_) => Some(InteractivePage::ClientRendered),
            _ => self.route.as_ref()?.entry()?.live,
        }
    }

    /// The picker of the page, where it has one; both ends of a comparison have the same points.
    pub fn picker(&self) -> Option<&Picker> {
        match &self.content {
            Content::Layout(page) => Some(&page.picker),
            Content::Decode(page) => Some(&page.picker),
            Content::Diff(page) => Some(&page.to.picker),
            Content::ClientRendered(ClientRendered::Comparison(picker)) => Some(picker),
            _ => None,
        }
    }
}

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
    /// The interactive pages, which load the WASM module; any other page is static.
    InteractivePage {
        Layout = "layout",
        Decode = "decode",
        Diff = "diff",
        Validity = "validity",
        /// Any page for which a static site has no file.
        ClientRendered = "drawn",
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
