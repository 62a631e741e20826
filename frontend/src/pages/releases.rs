//! The ladder of releases.

use leptos::prelude::*;

use crate::page::Releases;

/// The ladder of releases.
#[component]
pub fn ReleasesView(page: Releases) -> impl IntoView {
    let Releases {} = page;
    view! { <h1>"Releases"</h1> }
}
