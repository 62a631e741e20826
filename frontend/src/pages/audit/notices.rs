//! What this server does not serve of a team's own data.

use leptos::prelude::*;

use crate::page::audit::Notice;

/// Each thing that is not served, and why.
#[component]
pub fn Notices(notices: Vec<Notice>) -> impl IntoView {
    let entry = |Notice { what, why }: Notice| {
        view! {
            <p>{what}</p>
            <pre>{why}</pre>
        }
    };
    view! {
        <section aria-labelledby="not-served">
            <h2 id="not-served">"Not served"</h2>
            {notices.into_iter().map(entry).collect_view()}
        </section>
    }
}
