//! Both layouts, drawn side by side.

use std::collections::BTreeSet;

use crate::view::*;
use strata_core::diff::Mark;

use crate::components::diagram::{DiagramView, RowWidth, legend};
use crate::components::linked_highlight::LinkedHighlight;
use crate::components::mark;
use crate::navigation::StepChanges;
use crate::page::DiffPage;
use crate::page::diff::End;

/// The earlier layout and the later one. A run that is in both lights up in both.
#[component]
pub fn Grids(
    page: ReadSignal<DiffPage>,
    told: ReadSignal<StepChanges>,
    lit: LinkedHighlight,
) -> impl IntoView {
    let grid = |id: &'static str, of: fn(&DiffPage) -> &End| {
        let diagram = Memo::new(move |_| page.with(|page| of(page).diagram.clone()));
        let title = move || {
            let title = page.with(|page| of(page).diagram.title.clone());
            any_view! { <figcaption class="figure">{title}</figcaption> }
        };
        view! {
            <figure>
                {title} <DiagramView diagram told lit id target="change"/>
            </figure>
        }
    };
    view! {
        <div class="grids diagrams">
            <RowWidth/>
            {move || page.with(marks)}
            <div class="grid-pair">{grid("from", |page| &page.from)} {grid("to", |page| &page.to)}</div>
            {move || page.with(kinds)}
        </div>
    }
}

/// What the colours and signs of both mean.
fn kinds(page: &DiffPage) -> AnyView {
    let runs = page.from.diagram.runs.iter().chain(&page.to.diagram.runs);
    legend(runs.map(|run| run.kind))
}

/// What the marks in the runs mean.
fn marks(page: &DiffPage) -> AnyView {
    let runs = page.from.diagram.runs.iter().chain(&page.to.diagram.runs);
    let shown: BTreeSet<Mark> = runs.filter_map(|run| run.mark).collect();
    let entry = |mark: Mark| -> AnyView {
        any_view! {
            <li class={format!("legend-entry {}", mark::tone(mark))}>
                <b class="kind-sign">{mark.sign()}</b>
                {mark.words()}
            </li>
        }
    };
    any_view! { <ul class="legend">{shown.into_iter().rev().map(entry).collect_view()}</ul> }
}
