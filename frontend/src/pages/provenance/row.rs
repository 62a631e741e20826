//! Rows of the source: as printed, as they hold, and what is known of each.

use leptos::prelude::*;

use crate::components::certainty::badge;
use crate::components::printed::{self, State};
use crate::components::symbol_lines;
use crate::markup::{Element, Markup, el};
use crate::page::audit::AuditedErratum;
use crate::page::provenance::{CertaintyLine, NoteLine, ProvenanceRow};
use crate::page::symbol_lines::{SymbolLine, Word};
use crate::pages::inline::Inline;
use crate::route::Route;

/// The rows of a table of the source, each with what is known of it. `described`: whether symbol files describe the structure
/// at all.
pub(super) fn table(
    id: &'static str,
    rows: &[ProvenanceRow],
    described: bool,
) -> impl IntoView + use<> {
    let heads = rows
        .first()
        .map(|row| printed::heads(&row.printed).collect::<Vec<_>>())
        .unwrap_or_default();
    let columns = heads.len() + 1;
    let groups = rows
        .iter()
        .cloned()
        .map(|row| view! { <RowGroup row columns described/> });
    view! {
        <div class="table-box provenance-box" role="region" aria-labelledby=id tabindex="0">
            <table class="plain-table printed provenance-table">
                <thead>
                    <tr>
                        <th scope="col">"Row"</th>
                        {heads}
                    </tr>
                </thead>
                {groups.collect_view()}
            </table>
        </div>
    }
}

/// One row: its cells as published, its cells as corrected where they differ, what is known of it.
#[component]
pub fn RowGroup(row: ProvenanceRow, columns: usize, described: bool) -> impl IntoView {
    let ProvenanceRow {
        id,
        label,
        unit,
        printed,
        certainty,
        errata,
        notes,
        open,
        symbols,
    } = row;
    let anchor = format!("row-{id}");
    let corrected = printed.differs();
    let cells = |state: State| -> Vec<Element> {
        let cells = printed.cells.iter();
        cells.map(|it| printed::cell(it, state)).collect()
    };
    let second = corrected.then(|| {
        view! {
            <tr class="printed-corrected">
                <th scope="row">{State::Corrected.as_str()}</th>
                {cells(State::Corrected)}
            </tr>
        }
    });
    let state = corrected
        .then(|| view! { " " <span class="printed-state">{State::Published.as_str()}</span> });
    let spanned = printed.spanned.clone().map(|head| {
        let place = format!("#row-{head}");
        view! {
            <p class="quiet">
                "Its offset cells are those of "
                <a href=place>
                    <code>{head}</code>
                </a>
                ": the source has one cell for both rows."
            </p>
        }
    });
    let unit = unit.map(|unit| {
        let place = format!("#row-{unit}");
        view! {
            <p class="quiet">
                "Bits of "
                <a href=place>
                    <code>{unit}</code>
                </a>
            </p>
        }
    });
    let open = open.into_iter().map(|finding| {
        view! { <p class="warn">"Nothing accounts for this: " <Inline text=finding.message/></p> }
    });
    view! {
        <tbody id=anchor.clone() class="provenance-group">
            <tr>
                <th scope="rowgroup">
                    <a href=format!("#{anchor}") title=label>
                        <code>{id}</code>
                    </a>
                    {state}
                </th>
                {cells(State::Published)}
            </tr>
            {second}
            <tr class="provenance-evidence">
                <td colspan=columns.to_string()>
                    <div class="evidence">
                        {unit}
                        {spanned}
                        <Certainties lines=certainty/>
                        {errata.into_iter().map(erratum).collect_view()}
                        {notes.into_iter().map(note).collect_view()}
                        {open.collect_view()}
                        {described.then(|| symbols_of(&symbols))}
                    </div>
                </td>
            </tr>
        </tbody>
    }
    .into_any()
}

/// How certain, at which points.
#[component]
fn Certainties(lines: Vec<CertaintyLine>) -> impl IntoView {
    let line = |line: CertaintyLine| {
        let spans = line.spans.iter();
        let spans: Vec<String> = spans
            .map(|it| format!("{} on {}", it.releases, it.archs))
            .collect();
        view! {
            <li>
                {badge(&line.word)}
                <span class="quiet">": " {spans.join("; ")}</span>
            </li>
        }
    };
    let any = !lines.is_empty();
    let lines = lines.into_iter().map(line).collect_view();
    any.then(|| view! { <ul class="certainty-lines" aria-label="Certainty">{lines}</ul> })
}

/// An erratum in short: the report has its proof.
fn erratum(audited: AuditedErratum) -> impl IntoView {
    let place = format!("{}#{}", Route::Audit, audited.anchor());
    let verdict = audited.verdict().as_str();
    let arch = audited.arch.map(|arch| format!(", {arch}"));
    let erratum = audited.erratum;
    let what = format!("Erratum: {}{}. ", erratum.about, arch.unwrap_or_default());
    view! {
        <p>
            <b>{what}</b>
            <Inline text=erratum.why/>
            " "
            <span class="quiet">{verdict} " under " <code>{erratum.rule}</code> ". "</span>
            <a href=place>{erratum.id}</a>
        </p>
    }
}

fn note(note: NoteLine) -> impl IntoView {
    view! {
        <p>
            <b>"Note. "</b>
            <Inline text=note.text/>
            " "
            <code class="quiet">{note.rule}</code>
        </p>
    }
}

/// What symbol files say: in a sentence that unfolds to the files.
fn symbols_of(lines: &[SymbolLine]) -> Element {
    let count = |word: Word| -> usize {
        let of = lines.iter().filter(|line| line.word == word);
        of.map(|line| line.builds.len()).sum()
    };
    let (agree, differ, silent) = (count(Word::Agree), count(Word::Differ), count(Word::Silent));
    let said: Vec<String> = [
        (agree, Word::Agree),
        (differ, Word::Differ),
        (silent, Word::Silent),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, word)| format!("{count} {}", word.as_str()))
    .collect();
    let Some(list) = symbol_lines::list(lines) else {
        return el("p")
            .attr("class", "quiet")
            .text("No symbol file at hand describes it.");
    };
    let summary = el("summary").text(&format!("Symbol files: {}", said.join(", ")));
    el("details").with(summary).with(Markup::from(list))
}
