//! What this site is, and where its facts come from.

use leptos::prelude::*;

use crate::page::About;

/// What this site is, and where its facts come from.
#[component]
pub fn AboutView(page: About) -> impl IntoView {
    let About {} = page;
    view! { <h1>"About"</h1> }
}
