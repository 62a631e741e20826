//! The page for what is not there: it offers the nearest thing that is.

use leptos::prelude::*;

use crate::page::{Link, NotFound};

/// What is not there, and what may have been meant.
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
    view! {
        <h1>"Not found"</h1>
        <p>{detail}</p>
        <ul class="suggestions">{suggestions.into_iter().map(entry).collect_view()}</ul>
    }
}
