//! One structure in the report.

use crate::erase::Erase;
use leptos::prelude::*;

use super::erratum::ErratumEntry;
use super::findings::FindingList;
use super::notes::NoteEntry;
use crate::components::source_line::source_line;
use crate::page::audit::Audited;
use crate::route::Route;

/// Its source, its errata, its notes, what is left open.
#[component]
pub fn AuditedView(audited: Audited) -> impl IntoView {
    let Audited {
        name,
        source,
        errata,
        notes,
        open,
        ..
    } = audited;
    let history = Route::structure(&name).to_string();
    let id = name.to_string();
    let errata = if errata.is_empty() {
        view! { <p>"No errata: every cell keeps every rule."</p> }.erase()
    } else {
        let entry = |erratum| view! { <ErratumEntry erratum/> };
        errata.into_iter().map(entry).collect_view().erase()
    };
    let notes = (!notes.is_empty()).then(|| {
        let entry = |note| view! { <NoteEntry note/> };
        let entries = notes.into_iter().map(entry).collect_view();
        view! {
            <h3>"Notes"</h3>
            <p class="quiet">"What a rule notices though nothing is wrong, and what is known of it."</p>
            <ul class="note-list">{entries}</ul>
        }
    });
    let open = (!open.is_empty()).then(|| {
        view! {
            <h3>"Open findings"</h3>
            <FindingList findings=open/>
        }
    });
    view! {
        <section class="audited" aria-labelledby=id.clone()>
            <h2 id=id.clone() class="structure-name">
                <a href=history>{id.clone()}</a>
            </h2>
            {source_line(&source)}
            <h3>"Errata"</h3>
            {errata}
            {notes}
            {open}
        </section>
    }
    .erase()
}
