//! Bytes, read as one structure at one point.

use leptos::prelude::*;

use crate::page::DecodePage;

/// Bytes, read as one structure at one point.
#[component]
pub fn DecodeView(page: DecodePage) -> impl IntoView {
    view! { <h1>{page.layout.structure}</h1> }
}
