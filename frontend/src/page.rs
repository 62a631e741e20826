//! What a page shows, as the server resolved it: the value that both sides render, and that travels in the document.

use serde::{Deserialize, Serialize};

use crate::route::Route;

/// The id of the element that holds the rendered tree.
pub const ROOT_ID: &str = "app";
/// The id of the element that holds the page's value as JSON.
pub const DATA_ID: &str = "page-data";

/// One page's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "kebab-case")]
pub enum Page {
    /// The structures.
    Home(Home),
    /// What was asked for is not there.
    NotFound(NotFound),
}

/// The start page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {}

/// A page that is not there, and what may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotFound {
    /// What is not there, in a sentence.
    pub detail: String,
    /// The nearest things that are.
    pub suggestions: Vec<Link>,
}

/// A page of this site, named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// How it is called.
    pub label: String,
    /// Where it is.
    pub route: Route,
}

impl Page {
    /// What the browser's tab says.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Home(_) => "Strata: structure layouts that Windows does not document".to_owned(),
            Self::NotFound(_) => "Not found · Strata".to_owned(),
        }
    }

    /// One sentence for search engines and previews.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Self::Home(_) => "Which member lies at which offset, in which version of Windows, on which architecture, \
                              how sure that is, and who says so."
                .to_owned(),
            Self::NotFound(page) => page.detail.clone(),
        }
    }

    /// The page's own route, where the navigation lists it.
    #[must_use]
    pub const fn section(&self) -> Option<Route> {
        match self {
            Self::Home(_) => Some(Route::Home),
            Self::NotFound(_) => None,
        }
    }
}
