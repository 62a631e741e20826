//! Both layouts, drawn side by side.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::components::diagram::row_width::RowWidth;
use crate::components::diagram::{DiagramView, Legend};
use crate::components::lit::Lit;
use crate::page::diagram::Mark;
use crate::page::{Diagram, Kind};

/// The earlier layout and the later one. A run that is in both lights up in both.
#[component]
pub fn Grids(from: Diagram, to: Diagram, lit: Lit) -> impl IntoView {
    let kinds: Vec<Kind> = [&from, &to]
        .into_iter()
        .flat_map(|diagram| diagram.runs.iter().map(|run| run.kind))
        .collect();
    let marks = marks(&from, &to);
    let titles = [&from, &to].map(|diagram| diagram.title.clone());
    let [before, after] = titles;
    view! {
        <section class="grids diagrams" aria-labelledby="grids">
            <h2 id="grids">"Side by side"</h2>
            <RowWidth/>
            {marks}
            <div class="grid-pair">
                <figure>
                    <figcaption class="figure">{before}</figcaption>
                    <DiagramView diagram=from lit id="from" target="change"/>
                </figure>
                <figure>
                    <figcaption class="figure">{after}</figcaption>
                    <DiagramView diagram=to lit id="to" target="change"/>
                </figure>
            </div>
            <Legend kinds/>
        </section>
    }
    .erase()
}

/// What the marks in the runs mean.
fn marks(from: &Diagram, to: &Diagram) -> impl IntoView + use<> {
    let all = || from.runs.iter().chain(&to.runs);
    let has = |mark: &Mark| all().any(|run| run.mark == Some(*mark));
    let known = [Mark::Added, Mark::Removed, Mark::Changed, Mark::Moved];
    let entry = |mark: Mark| {
        view! {
            <li class=format!("legend-entry {}", mark.class())>
                <b class="kind-sign">{mark.sign()}</b>
                {words(mark)}
            </li>
        }
    };
    let shown = known.into_iter().filter(has).map(entry).collect_view();
    view! { <ul class="legend">{shown}</ul> }
}

const fn words(mark: Mark) -> &'static str {
    match mark {
        Mark::Added => "added",
        Mark::Removed => "removed",
        Mark::Changed => "changed",
        Mark::Moved => "moved, or explained by the width of pointers",
    }
}
