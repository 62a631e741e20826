//! What errata are about, and what symbol files say, as tables.

use leptos::prelude::*;

use super::counts::number;
use crate::page::audit::{Audited, KindLine, Verdict};

/// One row for each kind of cell in which something is wrong.
#[component]
pub fn KindTable(kinds: Vec<KindLine>) -> impl IntoView {
    let row = |line: &KindLine| {
        let counts = line.by_verdict;
        let all: usize = counts.iter().sum();
        view! {
            <tr>
                <th scope="row">{line.about}</th>
                {counts.map(number).collect_view()}
                {number(all)}
            </tr>
        }
    };
    let mut sums = [0; 3];
    for line in &kinds {
        for (sum, count) in sums.iter_mut().zip(line.by_verdict) {
            *sum += count;
        }
    }
    let all: usize = sums.iter().sum();
    let heads = Verdict::ALL.map(|verdict| view! { <th scope="col">{verdict.as_str()}</th> });
    view! {
        <div class="table-box" role="region" aria-labelledby="by-kind" tabindex="0">
            <table class="plain-table counts">
                <thead>
                    <tr>
                        <th scope="col">"Errata about"</th>
                        {heads.collect_view()}
                        <th scope="col">"all"</th>
                    </tr>
                </thead>
                <tbody>{kinds.iter().map(row).collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row">"All"</th>
                        {sums.map(number).collect_view()}
                        {number(all)}
                    </tr>
                </tfoot>
            </table>
        </div>
    }
}

/// One row for each structure: which symbol files describe it, and whether they agree.
#[component]
pub fn FileTable(structures: Vec<Audited>) -> impl IntoView {
    let row = |audited: &Audited| {
        let name = audited.name.to_string();
        let said = match &audited.files {
            Some(files) => view! {
                {number(files.count)}
                <td>{format!("{} to {}", files.first, files.last)}</td>
                {number(files.compared)}
                {number(files.differences)}
            }
            .into_any(),
            None => view! { <td class="quiet" colspan="4">"in no public symbol file at hand"</td> }
                .into_any(),
        };
        view! {
            <tr>
                <th scope="row">
                    <a href=format!("#{name}")>
                        <code>{name.clone()}</code>
                    </a>
                </th>
                {said}
            </tr>
        }
    };
    view! {
        <p>"Held against each structure, with the errata applied, at the releases that its source states."</p>
        <div class="table-box" role="region" aria-labelledby="by-symbols" tabindex="0">
            <table class="plain-table counts">
                <thead>
                    <tr>
                        <th scope="col">"Structure"</th>
                        <th scope="col">"Files"</th>
                        <th scope="col">"Builds"</th>
                        <th scope="col">"Members and bits"</th>
                        <th scope="col">"Differences"</th>
                    </tr>
                </thead>
                <tbody>{structures.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}
