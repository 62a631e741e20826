//! How many errata and notes each structure has.

use leptos::prelude::*;

use crate::page::audit::{Audited, Verdict};

/// One row a structure, and their sums.
#[component]
pub fn CountTable(structures: Vec<Audited>) -> impl IntoView {
    let row = |audited: &Audited| {
        let name = audited.name.to_string();
        let counts = counts(audited).map(number).collect_view();
        view! {
            <tr>
                <th scope="row">
                    <a href=format!("#{name}")>
                        <code>{name.clone()}</code>
                    </a>
                </th>
                {counts}
            </tr>
        }
    };
    let mut sums = [0; 6];
    for audited in &structures {
        for (sum, count) in sums.iter_mut().zip(counts(audited)) {
            *sum += count;
        }
    }
    view! {
        <div class="table-box" role="region" aria-labelledby="by-structure" tabindex="0">
            <table class="plain-table counts">
                <thead>
                    <tr>
                        <th scope="col">"Structure"</th>
                        <th scope="col">"Layouts"</th>
                        <th scope="col">"Forced"</th>
                        <th scope="col">"Forced together"</th>
                        <th scope="col">"Chosen"</th>
                        <th scope="col">"Notes"</th>
                        <th scope="col">"Open findings"</th>
                    </tr>
                </thead>
                <tbody>{structures.iter().map(row).collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row">"All"</th>
                        {sums.map(number).collect_view()}
                    </tr>
                </tfoot>
            </table>
        </div>
    }
}

/// Layouts, errata by verdict, notes, open findings.
fn counts(audited: &Audited) -> [usize; 6] {
    let of = |verdict| {
        let errata = audited.errata.iter();
        errata.filter(|it| it.verdict() == verdict).count()
    };
    [
        audited.layouts,
        of(Verdict::Forced),
        of(Verdict::ForcedTogether),
        of(Verdict::Chosen),
        audited.notes.len(),
        audited.open.len(),
    ]
}

/// A count; nought is quiet.
pub(super) fn number(count: usize) -> impl IntoView {
    let class = if count == 0 { "number quiet" } else { "number" };
    view! { <td class=class>{count.to_string()}</td> }
}
