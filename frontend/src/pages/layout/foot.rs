//! What is to be known of the layout as a whole, and who says all this.

use crate::components::source_line::source_line;
use crate::page::LayoutPage;
use crate::view::*;

/// What is to be known of the layout as a whole, and who says all this.
pub(super) fn foot(page: &LayoutPage) -> AnyView {
    let notes = &page.layout.notes;
    let note = |note: &String| any_view! { <li>{note.clone()}</li> };
    let notes = (!notes.is_empty()).then(|| {
        any_view! {
            <section class="notes">
                <h2>"Notes"</h2>
                <ul>{notes.iter().map(note).collect_view()}</ul>
            </section>
        }
    });
    let sources = any_view! {
        <section class="sources">
            <h2>
                {if page.sources.len() > 1 {
                    "Sources"
                } else {
                    "Source"
                }}
            </h2>
            {page.sources.iter().map(source_line).collect_view()}
        </section>
    };
    any_view! { <div class="layout-foot">{notes} {sources}</div> }
}
