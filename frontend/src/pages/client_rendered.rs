//! The placeholder of a page that the browser renders on a static site: for pages with a query, and missing pages.

use crate::pages::prelude::*;
use strata_core::dataset::Structure;
use strata_core::{Dataset, TypeName};

use crate::document::{FAILED_ID, PLACEHOLDER_ID};
use crate::page::picker::{Picker, Purpose};
use crate::pages::not_found::Link;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientRendered {
    /// A structure at two points, with the points that can be typed.
    Comparison(Box<Picker>),
    /// The layout at a requested point, also one typed into a form.
    Layout(TypeName),
    Decode(TypeName),
    Search,
    Anything,
}

impl ClientRendered {
    /// Any comparison of a structure; `None` where it has no layout.
    pub fn comparison(dataset: &Dataset, structure: &Structure) -> Option<Self> {
        let newest = structure.layouts().last()?.point;
        let purpose = Purpose::DiffFrom { to: newest };
        let picker = Picker::new(dataset, structure, newest, purpose);
        Some(Self::Comparison(Box::new(picker)))
    }

    pub fn title(&self) -> String {
        match self {
            Self::Comparison(picker) => format!("{} compared", picker.structure),
            Self::Layout(name) => name.to_string(),
            Self::Decode(name) => format!("Decode {name}"),
            Self::Search => "Search".to_owned(),
            Self::Anything => "Strata".to_owned(),
        }
    }

    /// A link to follow without JavaScript.
    pub fn way_out(&self) -> Link {
        match self {
            Self::Comparison(picker) => Link::all_points(&picker.structure),
            Self::Layout(name) | Self::Decode(name) => Link::all_points(name),
            Self::Search | Self::Anything => Link::all_structures(),
        }
    }
}

/// The placeholder, with a link for a browser that renders nothing.
#[component]
pub fn ClientRenderedView(page: ClientRendered) -> impl IntoView {
    let Link { label, route } = page.way_out();
    view! {
        <article class="report" id=PLACEHOLDER_ID>
            <p class="quiet needs-script">"Drawing from the data …"</p>
            <p class="notice" id=FAILED_ID role="alert" hidden></p>
            <p class="without-script">
                "This site is a set of files without a server: the browser works out the answer, which needs JavaScript and \
                 WebAssembly."
            </p>
            <p>
                <a href=route.to_string()>{label}</a>
            </p>
        </article>
    }
}
