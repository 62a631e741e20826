//! Strata's pages, as views of Leptos': rendered to a string on the server (feature `ssr`), brought to life in the browser
//! (feature `hydrate`: one module, for the pages that work and for the search field), never both in one build.
//!
//! # Constraints
//!
//! - A page is a value ([`page::Page`]) that the server has resolved before rendering begins; the browser makes the same
//!   value from the same data, and renders the same tree from it. No component fetches while it renders.
//! - Views are given back as `AnyView` (`any_view!`): each type of view is code of its own, and a module has a budget of bytes.
//! - No `cfg` inside a view. What only a browser can do is called from effects and event handlers.
//! - No inline script, no inline style, no request to anyone but the server that sent the page.
//! - URLs are written in [`route`] and nowhere else; `web_sys` is named in [`browser`] and nowhere else.
//!
//! # Map
//!
//! [`route`] (what a URL shows) → [`resolve`] (is it there?) → [`page`] (what is shown) → `shell` (the document) →
//! [`pages`] and [`components`] → `hydrate` (the same tree, awake).

// A view is a type as deep as its elements; the layout of the deepest takes more queries than rustc allows by itself.
#![recursion_limit = "256"]
#![allow(
    clippy::needless_pass_by_value,
    reason = "the props of a component are values"
)]
pub mod browser;
pub mod citation;
pub mod components;
pub mod data;
#[cfg(feature = "ssr")]
mod html;
#[cfg(feature = "hydrate")]
pub mod hydrate;
pub mod navigation;
pub mod page;
pub mod pages;
pub mod resolve;
pub mod route;
#[cfg(feature = "ssr")]
pub mod shell;
mod view;
mod words;

/// Where `into_any` is from: on the server, from what keeps no code that only a browser runs.
#[cfg(feature = "ssr")]
use html as any;
#[cfg(not(feature = "ssr"))]
use leptos::prelude as any;
