//! The page for what is not there: it offers the nearest thing that is.

use leptos::prelude::*;

use crate::page::{Link, NotFound};
use crate::pages::inline::Inline;
use crate::route::Route;

/// What is not there, why, and what may have been meant.
#[component]
pub fn NotFoundPage(page: NotFound) -> impl IntoView {
    let NotFound {
        detail,
        suggestions,
    } = page;
    let entry = |Link { label, route }| {
        view! {
            <li>
                <a href=route.to_string()>{label}</a>
            </li>
        }
    };
    let nearest = (!suggestions.is_empty()).then(|| {
        view! {
            <h2>"Did you mean"</h2>
            <ul class="suggestions">{suggestions.into_iter().map(entry).collect_view()}</ul>
        }
    });
    view! {
        <article class="report not-found">
            <h1>"Page not found"</h1>
            <p class="lede"><Inline text=detail/></p>
            {nearest}
            <p class="quiet">
                <a href=Route::structures().to_string()>"All structures"</a>
                " · "
                <a href=Route::Releases.to_string()>"All releases"</a>
            </p>
        </article>
    }
}
