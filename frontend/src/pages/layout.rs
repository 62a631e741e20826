//! One structure at one point.

use leptos::prelude::*;

use crate::page::LayoutPage;

/// One structure at one point.
#[component]
pub fn LayoutView(page: LayoutPage) -> impl IntoView {
    view! { <h1>{page.layout.structure}</h1> }
}
