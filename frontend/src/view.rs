//! The prelude of views: Leptos' prelude, with an `into_any` of our own on the server; [`any_view`]; figures and URLs.

pub(crate) use crate::any::IntoAny;
pub(crate) use crate::figures::{self, counted, joined, many, thousands};
pub(crate) use crate::route::{ApiUrl, Fields, Route};
pub(crate) use leptos::prelude::*;

/// Leptos' `view!`, with its type erased by `into_any`.
macro_rules! any_view {
    ($($view:tt)*) => {
        $crate::view::view! { $($view)* }.into_any()
    };
}

pub(crate) use any_view;
