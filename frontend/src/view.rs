//! What views are written with: Leptos' prelude, with an `into_any` of our own on the server.

#[cfg(feature = "ssr")]
mod html;

#[cfg(feature = "ssr")]
pub(crate) use html::IntoAny;
pub(crate) use leptos::prelude::*;
