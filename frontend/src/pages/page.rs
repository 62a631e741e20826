//! A page with its metadata: a static page is drawn from core's own values, an interactive one has a value of its own.

use leptos::prelude::AnyView;

use super::client_rendered::ClientRendered;
use super::decode::DecodePage;
use super::validity::ValidityPage;
use crate::page::{DiffPage, LayoutPage, Picker};
use crate::route::{InteractivePage, Route};

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
            ClientRendered::Search => super::search::DESCRIPTION,
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
