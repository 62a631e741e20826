//! Offsets and sizes as elements.

use leptos::prelude::*;

use super::{offset, size};

/// An offset.
#[component]
pub fn Offset(bytes: u32) -> impl IntoView {
    view! { <span class="figure" title=bytes.to_string()>{offset(bytes)}</span> }
}

/// A size.
#[component]
pub fn Size(bytes: u32) -> impl IntoView {
    view! { <span class="figure" title=super::bytes(bytes)>{size(bytes)}</span> }
}
