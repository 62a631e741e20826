//! One structure at two points.

use leptos::prelude::*;

use crate::page::DiffPage;

/// One structure at two points.
#[component]
pub fn DiffView(page: DiffPage) -> impl IntoView {
    view! { <h1>{page.structure}</h1> }
}
