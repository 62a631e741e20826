//! The page for a missing resource: it suggests the nearest existing ones.

use crate::pages::prelude::*;
use strata_core::TypeName;

use crate::components::picker::PointField;

pub const TITLE: &str = "Not found";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    pub detail: String,
    pub suggestions: Vec<Link>,
    /// The form field with the input and the reason why it leads nowhere.
    pub field: Option<Box<PointField>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: String,
    pub route: Route,
}

impl Link {
    pub fn new(label: impl Into<String>, route: Route) -> Self {
        let label = label.into();
        Self { label, route }
    }

    pub fn all_structures() -> Self {
        Self::new("All structures", Route::structures())
    }

    pub fn all_images() -> Self {
        Self::new("All images", Route::images())
    }

    pub fn search(text: &str) -> Self {
        Self::new(format!("Search for “{text}”"), Route::search(text))
    }

    pub fn all_points(name: &TypeName) -> Self {
        Self::new(format!("{name}, all versions"), Route::structure(name))
    }

    /// A page of a structure at one point, or at two.
    pub fn at_points(route: Route) -> Self {
        let label = match &route {
            Route::Layout { name, point } | Route::Decode { name, point } => {
                format!("{} {point}", name.as_str())
            }
            Route::Diff { name, from, to } => format!("{} {from} → {to}", name.as_str()),
            other => other.path(),
        };
        Self::new(label, route)
    }
}

impl NotFound {
    pub fn new(detail: &str, suggestions: Vec<Link>) -> Self {
        Self {
            detail: detail.to_owned(),
            suggestions,
            field: None,
        }
    }
}

pub fn page(missing: NotFound) -> Page<'static> {
    let description = missing.detail.clone();
    Page::read(None, TITLE, description, |_| {
        any_view! { <NotFoundPage page=missing/> }
    })
}

#[component]
pub fn NotFoundPage(page: NotFound) -> impl IntoView {
    let (detail, mut suggestions) = (page.detail, page.suggestions);
    let entry = |Link { label, route }: Link| link_item(route.to_string(), label);
    // The footer links there in any case.
    suggestions.retain(|it| it.route != Route::structures());
    let nearest = (!suggestions.is_empty()).then(|| {
        view! {
            <h2>"Try instead"</h2>
            <ul class="suggestions">{suggestions.into_iter().map(entry).collect_view()}</ul>
        }
    });
    let (heading, reason) = match page.field {
        Some(field) => (
            format!("{}: no such version", field.structure),
            field.view(),
        ),
        None => (
            "Page not found".to_owned(),
            any_view! { <p class="lede"><Inline text=detail/></p> },
        ),
    };
    view! {
        <article class="report not-found">
            <h1>{heading}</h1>
            {reason}
            {nearest}
            <p class="quiet">
                <a href=Route::structures().to_string()>"All structures"</a>
                " · "
                <a href=Route::Releases.to_string()>"All releases"</a>
            </p>
        </article>
    }
}
