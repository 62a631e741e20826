//! The prelude of views: Leptos' prelude, with an `into_any` of our own on the server, and [`any_view`].

pub(crate) use crate::any::IntoAny;
pub(crate) use leptos::prelude::*;

/// Leptos' `view!`, with its type erased by `into_any`.
macro_rules! any_view {
    ($($view:tt)*) => {
        $crate::view::view! { $($view)* }.into_any()
    };
}

pub(crate) use any_view;
