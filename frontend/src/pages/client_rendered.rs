//! A page that the browser draws: where there are only files, what is asked for by a query, and what is not there. This is what
//! stands on it until then.

use crate::view::*;
use strata_core::dataset::Structure;
use strata_core::{Dataset, TypeName};

use crate::page::picker::{Picker, Purpose};
use crate::page::{DRAWN_ID, FAILED_ID};
use crate::pages::not_found::Link;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientRendered {
    /// A structure at two points, with the points that can be typed there.
    Comparison(Box<Picker>),
    /// The layout at the point that is asked for, or was typed into a form.
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
            Self::Comparison(picker) => format!("{} compared · Strata", picker.structure),
            Self::Layout(name) => format!("{name} · Strata"),
            Self::Decode(name) => format!("Decode {name} · Strata"),
            Self::Search => "Search · Strata".to_owned(),
            Self::Anything => "Strata".to_owned(),
        }
    }

    /// Where one can go without a script.
    pub fn way_out(&self) -> Link {
        match self {
            Self::Comparison(picker) => Link::all_points(&picker.structure),
            Self::Layout(name) | Self::Decode(name) => Link::all_points(name),
            Self::Search | Self::Anything => Link::all_structures(),
        }
    }
}

/// What is to come, and the way out where nothing does.
#[component]
pub fn ClientRenderedView(page: ClientRendered) -> impl IntoView {
    let Link { label, route } = page.way_out();
    view! {
        <article class="report" id=DRAWN_ID>
            <p class="quiet needs-script">"Drawing from the data …"</p>
            <p class="notice" id=FAILED_ID role="alert" hidden></p>
            <p class="without-script">
                "This site is files, without a server that works out what is asked for: the browser does, which needs JavaScript \
                 and WebAssembly."
            </p>
            <p>
                <a href=route.to_string()>{label}</a>
            </p>
        </article>
    }
}
