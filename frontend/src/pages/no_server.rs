//! What is said where the site is files.

use crate::view::*;

use crate::route::place;

/// Which of the API is there all the same; nothing where a server answers.
pub fn api_in_files() -> Option<AnyView> {
    place().files.as_ref().map(|_| {
        any_view! {
            <p class="notice">
                "This copy of Strata is files, and no server answers requests here. Of the API it holds the OpenAPI document, the \
                 audit, the types and every layout, each as JSON by its path with " <code>".json"</code>
                " behind it. For the rest there is " <code>"strata serve"</code> ", and the command line."
            </p>
        }
    })
}
