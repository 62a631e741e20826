//! Bytes, read as one structure at one point.

pub mod asked;
pub mod example;
pub mod grid;
pub mod kind;
pub mod lines;
pub mod slice;
pub mod source;
pub mod spot;
pub mod words;

#[cfg(test)]
mod tests;

use leptos::prelude::*;

use crate::page::DecodePage;

/// Bytes, read as one structure at one point.
#[component]
pub fn DecodeView(page: DecodePage) -> impl IntoView {
    view! { <h1>{page.layout.structure}</h1> }
}
