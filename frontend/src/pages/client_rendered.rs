//! What stands on a page that the browser draws until it has.

use leptos::prelude::*;

use crate::page::{ClientRendered, DRAWN_ID, FAILED_ID};

/// What is to come, and the way out where nothing does.
#[component]
pub fn ClientRenderedView(page: ClientRendered) -> impl IntoView {
    let (label, route) = page.way_out();
    view! {
        <article class="report" id=DRAWN_ID>
            <p class="quiet needs-script">"Drawing from the data …"</p>
            <p class="notice" id=FAILED_ID role="alert" hidden></p>
            <p class="without-script">
                "This site is files, without a server that works out what is asked for: the browser does, which needs JavaScript \
                 and WebAssembly."
            </p>
            <p>
                <a href=route.to_string()>{label}</a>
            </p>
        </article>
    }
}
