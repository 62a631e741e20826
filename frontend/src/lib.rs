//! Strata's pages as Leptos views: rendered to a string on the server (feature `ssr`), hydrated in the browser (feature
//! `hydrate`: one module, for the interactive pages and the search field); never both in one build.
//!
//! # Constraints
//!
//! - A page is a value ([`pages::Page`]) that the server resolves before rendering begins; the browser makes the same
//!   value from the same data, and renders the same tree from it. No component fetches while it renders.
//! - Functions return views as `AnyView` (`any_view!`): each type of view is code of its own, and a module has a budget
//!   of bytes.
//! - No `cfg` inside a view. Browser-only functions are called from effects and event handlers.
//! - No inline script, no inline style, no request to anyone but the server that sent the page.
//! - URLs are written in [`route`] and nowhere else (texts name pages by paths, which it reads); `web_sys` is named in
//!   [`browser`] and nowhere else.
//!
//! # Map
//!
//! [`route`] (what a URL means) → [`resolve`] (does it exist?) → [`pages::Page`] (what is shown) → `shell` (the document) →
//! [`pages`] and [`components`] → `hydrate` (the same tree in the browser).

// A view's type nests as deep as its elements, and its layout exceeds rustc's default recursion limit.
#![recursion_limit = "256"]
#![allow(
    clippy::needless_pass_by_value,
    reason = "the props of a component are values"
)]
pub mod browser;
pub mod citation;
pub mod components;
pub mod data;
pub mod document;
pub mod figures;
#[cfg(feature = "ssr")]
mod html;
#[cfg(feature = "hydrate")]
pub mod hydrate;
pub mod navigation;
pub mod page;
pub mod pages;
pub mod resolve;
pub mod route;
#[cfg(test)]
mod sample;
#[cfg(feature = "ssr")]
pub mod shell;
pub mod step;
mod view;
mod words;

/// The module of `into_any`: on the server, the one that keeps no browser code.
#[cfg(feature = "ssr")]
use html as any;
#[cfg(not(feature = "ssr"))]
use leptos::prelude as any;
