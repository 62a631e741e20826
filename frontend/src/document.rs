//! The ids and attributes of a document's elements, by which its server, the browser and `static/boot.js` find them.

/// The title of the home page, which has the name of the site already.
pub const HOME_TITLE: &str = "Strata: structure layouts that Windows does not document";

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
        HOME_TITLE | "Strata" => title.to_owned(),
        _ => format!("{title} · Strata"),
    }
}
