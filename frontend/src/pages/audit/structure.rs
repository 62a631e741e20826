//! One structure in the report.

use leptos::prelude::*;
use strata_core::TypeName;

use super::erratum::ErratumEntry;
use super::findings::FindingList;
use super::notes::NoteEntry;
use crate::components::source_line::source_line;
use crate::page::audit::{Audited, AuditedErratum, AuditedNote};
use crate::route::Route;

/// Its source, its errata with their contents, what could not be decided.
#[component]
pub fn AuditedView(audited: Audited, hash: String) -> impl IntoView {
    let Audited {
        name,
        source,
        errata,
        notes,
        open,
        unaccounted,
        ..
    } = audited;
    let history = Route::structure(&name).to_string();
    let provenance = Route::provenance(&name).to_string();
    let id = name.to_string();
    let errata = if errata.is_empty() {
        view! { <p>"No errata: every cell keeps every rule."</p> }.into_any()
    } else {
        let contents = errata.iter().map(line).collect_view();
        let entry = |erratum| view! { <ErratumEntry erratum hash=hash.clone()/> };
        let entries = errata.into_iter().map(entry).collect_view();
        view! {
            <nav aria-label=format!("Errata of {id}")>
                <ol class="errata-contents">{contents}</ol>
            </nav>
            {entries}
        }
        .into_any()
    };
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
            <p>
                <a href=provenance>"Provenance of every row"</a>
            </p>
            <h3>"Errata"</h3>
            {errata}
            {open}
            <Undecided name notes unaccounted/>
        </section>
    }
    .into_any()
}

/// An erratum in the contents: the row, what of it, how sure.
fn line(erratum: &AuditedErratum) -> impl IntoView + use<> {
    let row = erratum.row.clone();
    let subject = row.unwrap_or_else(|| "table of sizes".to_owned());
    let arch = erratum.arch.clone().map(|arch| format!(", {arch}"));
    let what = format!(" {}{}", erratum.erratum.about, arch.unwrap_or_default());
    let verdict = format!(", {}", erratum.verdict().as_str());
    view! {
        <li>
            <a href=format!("#{}", erratum.anchor())>
                <code>{subject}</code>
                {what}
            </a>
            <span class="quiet">{verdict}</span>
        </li>
    }
}

/// What a rule noticed though nothing is known to be wrong, and bytes of which the source says no more than that they are there.
#[component]
fn Undecided(
    name: TypeName,
    notes: Vec<AuditedNote>,
    unaccounted: Vec<(String, String)>,
) -> impl IntoView {
    let none = notes.is_empty() && unaccounted.is_empty();
    let provenance = Route::provenance(&name);
    let bytes = |(row, said): (String, String)| {
        let place = format!("{provenance}#row-{row}");
        view! {
            <li>
                <p class="entry-head">
                    <a href=place>
                        <code>{row}</code>
                    </a>
                </p>
                <p>"The source only says: “" {said} "”."</p>
            </li>
        }
    };
    let bytes = unaccounted.into_iter().map(bytes).collect_view();
    let notes = notes.into_iter().map(|note| view! { <NoteEntry note/> });
    let notes = notes.collect_view();
    (!none).then(|| {
        view! {
            <h3>"Findings, and what is undecided"</h3>
            <p class="quiet">
                "What a rule notices with the errata applied, and what is known of it; and bytes of which the source knows no more than \
                 that they are there."
            </p>
            <ul class="note-list">{notes} {bytes}</ul>
        }
    })
}
