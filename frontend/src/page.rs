//! What a page shows: the value that both sides render, and that each makes from the dataset.
//!
//! Each page's value is one file below, made from the dataset by its `new`. [`crate::resolve`] says which one a route
//! shows.

pub mod about;
pub mod audit;
mod client_rendered;
pub mod curve;
mod decode;
pub mod diagram;
pub mod diff;
pub mod home;
pub mod images;
pub mod kernel;
mod kind;
pub mod layout;
pub mod list;
pub mod member;
pub mod nested;
mod not_found;
pub mod offsets;
pub mod picker;
pub mod printed;
pub mod provenance;
pub mod reference;
pub mod releases;
pub mod search;
pub mod search_box;
mod source;
pub mod strips;
pub mod structure;
pub mod symbol_lines;
pub mod symbols;
pub mod task;
pub mod tiles;
pub mod uses;
pub mod validity;

pub use about::About;
pub use audit::Audit;
pub use client_rendered::ClientRendered;
pub use curve::{Curve, Stretch};
pub use decode::DecodePage;
pub use diagram::{Diagram, Label, Mark, Run};
pub use diff::DiffPage;
pub use home::Home;
pub use images::{ImageDiffPage, ImageList, ImagePage};
pub use kernel::KernelPage;
pub use kind::Kind;
pub use layout::LayoutPage;
pub use list::StructureList;
pub use member::MemberPage;
pub use nested::Nested;
pub use not_found::{Link, NotFound};
pub use offsets::OffsetsPage;
pub use picker::Picker;
pub use provenance::ProvenancePage;
pub use reference::Reference;
pub use releases::Releases;
pub use search::SearchPage;
pub use source::SourceLine;
pub use strips::Strips;
pub use structure::StructurePage;
pub use symbols::TypePage;
pub use task::TaskPage;
pub use validity::ValidityPage;

use strata_core::{Dataset, Layout, TypeName, Version};

use crate::route::Route;

/// The id of the element that holds the head.
pub const HEAD_ID: &str = "head";
/// The id of the element that holds the content.
pub const CONTENT_ID: &str = "app";
/// The id of the element that says what wakes the page.
pub const DATA_ID: &str = "page-data";
/// The attribute of that element that says which page it is, where it works.
pub const LIVE_ATTRIBUTE: &str = "data-page";
/// The attribute of that element that says where the data bundle is.
pub const BUNDLE_ATTRIBUTE: &str = "data-bundle";
/// The attribute of [`DATA_ID`] that says where every type is.
pub const EVERYTHING_ATTRIBUTE: &str = "data-everything";
/// The attribute of that element that says below which path the site is, where it is not at the root.
pub const BASE_ATTRIBUTE: &str = "data-base";
/// The attribute of that element that only a site of files has.
pub const FILES_ATTRIBUTE: &str = "data-files";
/// The id of the element that says what a button did.
pub const SAID_ID: &str = "said";
/// The id of the list of keys.
pub const KEYS_ID: &str = "keys";
/// The id of the list of points that can be typed.
pub const POINTS_ID: &str = "points";
/// The id of the text by which the page is cited.
pub const CITATION_ID: &str = "citation";
/// The attribute of that element that says of which data the page is.
pub const HASH_ATTRIBUTE: &str = "data-hash";
/// The id of the element that says why a page could not wake; hidden unless it could not.
pub const FAILED_ID: &str = "failed";
/// The id of what stands on a page that the browser draws until it has.
pub const DRAWN_ID: &str = "drawn";

/// One page's content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one page at a time; on 32 bits the lint has nothing to say"
)]
pub enum Page {
    /// What the site is, and the audited structures.
    Home(Home),
    /// The history of one structure of which an article is.
    Structure(StructurePage),
    /// One structure at one point.
    Layout(LayoutPage),
    /// Bytes, read as one structure at one point.
    Decode(DecodePage),
    /// One structure at two points.
    Diff(DiffPage),
    /// Who says what of one structure.
    Provenance(ProvenancePage),
    /// The ladder of releases.
    Releases(Releases),
    /// What was found for what was typed.
    Search(SearchPage),
    /// The types, those that are asked for.
    Structures(StructureList),
    /// The history of one type of which no article is.
    Type(TypePage),
    /// The images that symbol files describe.
    Images(ImageList),
    /// One of them.
    Image(ImagePage),
    /// A kernel that is known by name.
    Kernel(KernelPage),
    /// Two of them.
    ImageDiff(ImageDiffPage),
    /// A member in every image.
    Member(MemberPage),
    /// Where a task begins before a structure is chosen.
    Task(TaskPage),
    /// Members of any types in every image.
    Offsets(OffsetsPage),
    /// Offsets that people keep in their tools, judged.
    Validity(ValidityPage),
    /// What the audit found.
    Audit(Audit),
    /// What this site is.
    About(About),
    /// The API, to be read.
    Reference(Reference),
    /// What was asked for is not there.
    NotFound(NotFound),
    /// The browser draws it.
    ClientRendered(ClientRendered),
}

/// What the release of a layout is called. Of an image that is known by its PDB alone, nobody knows the release.
fn release_name(dataset: &Dataset, layout: &Layout) -> String {
    match layout.point.version {
        Version::Pdb(_) => "version not known".to_owned(),
        Version::Release(_) | Version::Build(_) => dataset.release(layout.release).map_or_else(
            || layout.release.to_string(),
            |release| release.name.clone(),
        ),
    }
}

/// The pages that work, and load the module; any other is only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// One structure at one point.
    Layout,
    /// Bytes, read as one structure at one point.
    Decode,
    /// One structure at two points.
    Diff,
    /// Offsets that people keep in their tools, judged.
    Validity,
    /// Whatever a site of files has no file of.
    ClientRendered,
}

impl Live {
    /// The word for it in the document.
    #[must_use]
    pub const fn as_word(self) -> &'static str {
        match self {
            Self::Layout => "layout",
            Self::Decode => "decode",
            Self::Diff => "diff",
            Self::Validity => "validity",
            Self::ClientRendered => "drawn",
        }
    }

    /// What that word stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let all = [
            Self::Layout,
            Self::Decode,
            Self::Diff,
            Self::Validity,
            Self::ClientRendered,
        ];
        all.into_iter().find(|live| live.as_word() == word)
    }
}

impl Page {
    /// How it works; `None` where it is only read.
    #[must_use]
    pub const fn live(&self) -> Option<Live> {
        match self {
            Self::Layout(_) => Some(Live::Layout),
            Self::Decode(_) | Self::ClientRendered(ClientRendered::Decode(_)) => Some(Live::Decode),
            Self::Diff(_) => Some(Live::Diff),
            Self::Validity(_) => Some(Live::Validity),
            Self::ClientRendered(_) => Some(Live::ClientRendered),
            _ => None,
        }
    }

    /// The type that it is about, where it works on one.
    #[must_use]
    pub fn structure(&self) -> Option<TypeName> {
        match self {
            Self::Layout(page) => TypeName::in_full(&page.layout.structure),
            Self::Decode(page) => Some(page.structure.clone()),
            Self::Diff(page) => Some(page.structure.clone()),
            _ => None,
        }
    }

    /// What can be picked on it, where something can; of a comparison, both ends have the same points.
    #[must_use]
    pub fn picker(&self) -> Option<&Picker> {
        match self {
            Self::Layout(page) => Some(&page.picker),
            Self::Decode(page) => Some(&page.picker),
            Self::Diff(page) => Some(&page.to.picker),
            Self::ClientRendered(ClientRendered::Comparison(picker)) => Some(picker),
            _ => None,
        }
    }

    /// What the browser's tab says.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Home(_) => "Strata: structure layouts that Windows does not document".to_owned(),
            Self::Structure(page) => page.title(),
            Self::Layout(page) => page.title(),
            Self::Decode(page) => page.title(),
            Self::Diff(page) => page.title(),
            Self::Provenance(page) => page.title(),
            Self::Releases(_) => "Releases · Strata".to_owned(),
            Self::Search(page) => page.title(),
            Self::Structures(_) => "Structures · Strata".to_owned(),
            Self::Type(page) => format!("{} · Strata", page.name),
            Self::Images(_) => "Images · Strata".to_owned(),
            Self::Image(page) => format!("{} · Strata", page.image.id()),
            Self::Kernel(page) => format!("{} · Strata", page.kernel.id()),
            Self::ImageDiff(page) => page.title(),
            Self::Member(page) => page.title(),
            Self::Task(page) => format!("{} · Strata", page.words().title),
            Self::Offsets(page) => page.title(),
            Self::Validity(_) => "Are my offsets still right? · Strata".to_owned(),
            Self::Audit(_) => "Audit of the sources · Strata".to_owned(),
            Self::About(_) => "About · Strata".to_owned(),
            Self::Reference(_) => "API · Strata".to_owned(),
            Self::NotFound(_) => "Not found · Strata".to_owned(),
            Self::ClientRendered(page) => page.title(),
        }
    }

    /// One sentence for search engines and previews.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Self::Home(_) | Self::About(_) => {
                "Every member’s offset, in every Windows version, on every architecture, with its source and how certain it is."
                    .to_owned()
            }
            Self::Structure(page) => page.description(),
            Self::Layout(page) => page.description(),
            Self::Decode(page) => page.description(),
            Self::Diff(page) => page.description(),
            Self::Provenance(page) => page.description(),
            Self::Releases(_) => "The releases of Windows that Strata tells apart, with their builds.".to_owned(),
            Self::Search(_) | Self::ClientRendered(ClientRendered::Search) => {
                "Find structures, members, types, releases and builds by name, by offset or by size.".to_owned()
            }
            Self::Structures(_) => {
                "Every structure, union and enumeration of the Windows kernel, with the releases that have it.".to_owned()
            }
            Self::Images(_) => "The Windows kernels whose symbol files are in the data.".to_owned(),
            Self::Image(page) => page.description(),
            Self::Kernel(page) => page.description(),
            Self::ImageDiff(page) => page.description(),
            Self::Member(page) => page.description(),
            Self::Type(page) => page.description(),
            Self::Task(page) => page.words().lede.to_owned(),
            Self::Offsets(_) => {
                "Where members of any types are in every Windows kernel that is known, as a table for drivers and tools.".to_owned()
            }
            Self::Validity(_) => {
                "Paste a table of structure, member, offset, and read for every version of Windows whether it still holds."
                    .to_owned()
            }
            Self::Audit(page) => page.description(),
            Self::Reference(_) => {
                "Every route of Strata's API: parameters, examples to copy, answers, errors.".to_owned()
            }
            Self::NotFound(page) => page.detail.clone(),
            Self::ClientRendered(_) => "What is asked for is drawn from the data by the browser.".to_owned(),
        }
    }

    /// The page's own route, where the navigation lists it.
    #[must_use]
    pub fn section(&self) -> Option<Route> {
        match self {
            Self::Home(_) => Some(Route::Home),
            Self::Releases(_) => Some(Route::Releases),
            Self::Search(_) | Self::ClientRendered(ClientRendered::Search) => {
                Some(Route::search(""))
            }
            Self::Structures(_) => Some(Route::structures()),
            Self::Images(_) => Some(Route::images()),
            Self::Task(page) => Some(Route::Task(page.task)),
            Self::Offsets(_) => Some(Route::Offsets),
            Self::Validity(_) => Some(Route::Validity),
            Self::Audit(_) => Some(Route::Audit),
            Self::About(_) => Some(Route::About),
            _ => None,
        }
    }
}
