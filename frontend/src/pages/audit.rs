//! What the audit found.

use leptos::prelude::*;

use crate::page::Audit;

/// What the audit found.
#[component]
pub fn AuditView(page: Audit) -> impl IntoView {
    let Audit {} = page;
    view! { <h1>"Audit"</h1> }
}
