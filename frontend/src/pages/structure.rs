//! The history of one structure.

use leptos::prelude::*;

use crate::page::StructurePage;

/// The history of one structure.
#[component]
pub fn StructureView(page: StructurePage) -> impl IntoView {
    view! { <h1>{page.name}</h1> }
}
