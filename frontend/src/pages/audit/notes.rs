//! What a rule notices though nothing is wrong.

use leptos::prelude::*;

use super::findings::FindingList;
use super::rules::RuleLink;
use crate::page::audit::AuditedNote;
use crate::pages::inline::Inline;

/// What is known, and the findings that it accounts for.
#[component]
pub fn NoteEntry(note: AuditedNote) -> impl IntoView {
    let AuditedNote {
        rule,
        row,
        arch,
        versions,
        text,
        findings,
    } = note;
    let place: Vec<String> = [arch, versions].into_iter().flatten().collect();
    let row = row.map(|row| view! { <code>{row}</code> " " });
    let summary = match findings.len() {
        1 => "1 finding".to_owned(),
        many => format!("{many} findings"),
    };
    view! {
        <li>
            <p class="entry-head">
                {row} <span class="quiet">{place.join(", ")}</span> " " <RuleLink rule/>
            </p>
            <p><Inline text/></p>
            <details class="proof">
                <summary>{summary}</summary>
                <FindingList findings/>
            </details>
        </li>
    }
    .into_any()
}
