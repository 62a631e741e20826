//! One erratum in the report: the row as published and as corrected, why, and the proof.

use leptos::prelude::*;

use super::findings::FindingList;
use super::rules::RuleLink;
use crate::citation::{citation_of_part, short};
use crate::components::printed;
use crate::components::symbol_lines;
use crate::page::audit::{AuditedErratum, FindingLine, anchor};
use crate::pages::inline::Inline;
use crate::route::Route;

/// How many findings are shown before the rest is folded.
const SHOWN: usize = 2;

/// The row as published and as corrected, why, and what is found where the erratum is taken back. `hash` is that of the data.
#[component]
pub fn ErratumEntry(erratum: AuditedErratum, hash: String) -> impl IntoView {
    let (verdict, place) = (erratum.verdict(), erratum.anchor());
    let AuditedErratum {
        structure,
        row,
        arch,
        erratum,
        printed,
        with,
        findings,
        symbols,
    } = erratum;
    let id = erratum.id.clone();
    let provenance = Route::provenance(&structure);
    let (subject, where_from) = match row {
        Some(row) => (row.clone(), format!("{provenance}#row-{row}")),
        None => ("table of sizes".to_owned(), format!("{provenance}#sizes")),
    };
    let arch = arch.unwrap_or_else(|| "both architectures".to_owned());
    // A row may have an erratum on each architecture: each table is called by its own.
    let called = format!("{subject} in {structure}, erratum {id}");
    let table = printed::table(&printed, &called);
    let others = others(&printed, &id, &structure);
    let together = together(with, &structure);
    let title = format!("Erratum {id} of {structure}");
    let cited = citation_of_part(&title, &Route::Audit.to_string(), &place, &hash);
    let permalink = format!("{}?data={}#{place}", Route::Audit, short(&hash));
    let cite_id = format!("cite-{place}");
    view! {
        <article class="audit-erratum" id=place.clone() aria-labelledby=format!("head-{place}")>
            <h4 class="entry-head" id=format!("head-{place}")>
                <code>{subject}</code>
                " "
                <span class="quiet">{arch} ", " {erratum.about}</span>
                " "
                <a class="entry-id" href=format!("#{place}")>{id}</a>
            </h4>
            {table}
            {others}
            <p><Inline text=erratum.why/></p>
            <p class="entry-proof">
                <span class="verdict-tag" title=verdict.meaning()>{verdict.as_str()}</span>
                " under "
                <RuleLink rule=erratum.rule/>
                {together}
                ". "
                <a href=where_from>"Provenance of the row"</a>
            </p>
            <div class="entry-evidence">
                <Proof findings/>
                {symbol_lines::list(&symbols)}
            </div>
            <p class="entry-cite quiet">
                "Cite as: "
                <span id=cite_id.clone() class="citation-text">{cited}</span>
                " "
                <a href=permalink>"Permalink"</a>
            </p>
        </article>
    }
    .into_any()
}

/// The other errata of the same row, which the corrected row has applied, too.
fn others(
    printed: &crate::page::printed::Printed,
    own: &str,
    structure: &strata_core::TypeName,
) -> impl IntoView + use<> {
    let mut ids: Vec<String> = printed
        .cells
        .iter()
        .flat_map(|cell| cell.errata.iter().cloned())
        .filter(|id| id != own)
        .collect();
    ids.dedup();
    let links = links(ids.clone(), structure);
    (!ids.is_empty()).then(|| {
        view! { <p class="quiet entry-also">"In the same row, corrected by errata of their own:" {links}</p> }
    })
}

fn links(ids: Vec<String>, structure: &strata_core::TypeName) -> impl IntoView + use<> {
    let structure = structure.clone();
    let link = move |id: String| {
        let place = anchor(&structure, &id);
        view! { " " <a href=format!("#{place}")>{id}</a> }
    };
    ids.into_iter().map(link).collect_view()
}

/// ` with a, b`
fn together(with: Vec<String>, structure: &strata_core::TypeName) -> impl IntoView + use<> {
    let any = !with.is_empty();
    let links = links(with, structure);
    any.then(|| view! { ", with" {links} })
}

/// What is found where the erratum is taken back.
#[component]
fn Proof(findings: Vec<FindingLine>) -> impl IntoView {
    let mut shown = findings;
    let rest = shown.split_off(shown.len().min(SHOWN));
    let more = (!rest.is_empty()).then(|| {
        view! {
            <details class="proof">
                <summary>{format!("{} more", rest.len())}</summary>
                <FindingList findings=rest/>
            </details>
        }
    });
    view! {
        <p class="quiet proof-head">"Without this correction, the audit reports:"</p>
        <FindingList findings=shown/>
        {more}
    }
}
