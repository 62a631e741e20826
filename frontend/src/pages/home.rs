//! The start page.

use leptos::prelude::*;

use crate::page::Home;

/// The structures, what they are, how they grew.
#[component]
pub fn HomePage(page: Home) -> impl IntoView {
    let Home {} = page;
    view! {
        <h1>"Structure layouts that Windows does not document"</h1>
        <p>
            "Which member lies at which offset, in which version of Windows, on which architecture, how sure that is, \
             and who says so."
        </p>
    }
}
