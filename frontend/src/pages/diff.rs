//! One structure at two points: the sentence, what changed in groups, both layouts side by side.

pub mod ends;
pub mod entries;
pub mod folded;
pub mod grids;

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::Dataset;

use self::ends::{Ends, swap_by_key};
use self::entries::EntryTable;
use self::folded::{Gaps, Shifts, Unchanged, Width};
use self::grids::Grids;
use crate::components::copy_button::CopyButton;
use crate::components::lit::Lit;
use crate::components::picker::view::StructureMenu;
use crate::components::source_line::SourceView;
use crate::components::strips::Drawing;
use crate::markup::el;
use crate::page::DiffPage;
use crate::page::diff::{End, Entry, markdown};
use crate::resolve;
use crate::route::{ApiUrl, Route};
use crate::steps::Steps;

/// One structure at two points.
#[component]
pub fn DiffView(page: DiffPage) -> impl IntoView {
    let make = |route: &Route, dataset: &Dataset| {
        let Route::Diff { name, from, to } = route else {
            return None;
        };
        resolve::made_diff(dataset, name, from, to)
    };
    // What differs is what the page is about; another point makes all of it another.
    let steps = Steps::new(page, make, |_, _| Vec::new());
    swap_by_key(steps);
    let page = steps.page();
    let lit = Lit::new();
    let picker = Signal::derive(move || page.with(|page| page.to.picker.clone()));
    view! {
        <article class="diff-page">
            <StructureMenu picker/>
            <Ends steps/>
            {move || view! { <Changes page=page.get() lit/> }}
        </article>
    }
    .erase()
}

/// What changed between the two.
#[component]
fn Changes(page: DiffPage, lit: Lit) -> impl IntoView {
    let (text, markdown) = (page.text.clone(), markdown(&page));
    let DiffPage {
        structure,
        from,
        to,
        summary,
        same,
        added,
        removed,
        changed,
        shifts,
        width,
        unchanged,
        gaps,
        strips,
        ..
    } = page;
    let history = Route::structure(&structure).to_string();
    let json = ApiUrl::diff(&structure, from.point, to.point).to_string();
    let heads = [from.point.to_string(), to.point.to_string()];
    let sources = sources(&from, &to);
    let group = |id: &'static str, title: &'static str, entries: Vec<Entry>| {
        let heads = heads.clone();
        (!entries.is_empty()).then(|| {
            view! {
                <section aria-labelledby=id>
                    <h2 id=id>{title} " " <span class="quiet">{entries.len()}</span></h2>
                    <EntryTable entries heads lit/>
                </section>
            }
        })
    };
    let plain = added.is_empty() && removed.is_empty() && changed.is_empty();
    let none = (plain && !same).then(|| {
        view! {
            <p>"No member was added, removed or changed of its own accord; what differs is explained below."</p>
        }
    });
    let copy_json = el("button")
        .attr("type", "button")
        .attr("class", "button needs-script")
        .attr("data-copies-answer", json.clone())
        .text("Copy as JSON");
    let drawing = Drawing {
        name: &structure,
        strips: &strips,
        id: "bytes-of",
        title: "Both layouts as strips of bytes",
    };
    let drawing = drawing.markup();
    view! {
        <Verdict same summary/>
        <p class="actions">
            <a href=history>"History"</a>
            <a href="#bytes">"Bytes"</a>
            <a href="#grids">"Side by side"</a>
            <a href=json.clone() rel="external">
                "JSON"
            </a>
            <CopyButton label="Copy as text" text=move |()| text.clone()/>
            <CopyButton label="Copy as Markdown" text=move |()| markdown.clone()/>
            {copy_json}
        </p>
        {none}
        {group("removed", "Removed", removed)}
        {group("added", "Added", added)}
        {group("changed", "Changed", changed)}
        <Shifts shifts heads=heads.clone() lit/>
        <Width entries=width heads=heads.clone() lit/>
        <Unchanged entries=unchanged lit/>
        <Gaps gaps heads=heads.clone()/>
        <section aria-labelledby="bytes">
            <h2 id="bytes">"Bytes"</h2>
            {drawing}
        </section>
        <Grids from=from.diagram to=to.diagram lit/>
        <section aria-labelledby="source">
            <h2 id="source">"Source"</h2>
            {sources}
        </section>
    }
    .erase()
}

/// The sentence; of two points with one layout, that there is no difference.
#[component]
fn Verdict(same: bool, summary: String) -> impl IntoView {
    if same {
        return view! {
            <p class="verdict verdict-same">
                <strong>"No difference."</strong>
                " Both points share one layout: the same members, of the same types, at the same offsets."
            </p>
        }
        .erase();
    }
    view! { <p class="verdict">{sentence(&summary)}</p> }.erase()
}

/// The summary as a sentence of its own.
fn sentence(summary: &str) -> String {
    let mut letters = summary.chars();
    let word = summary.split(' ').next().unwrap_or_default();
    // A member's name keeps its spelling.
    let is_name = word.chars().any(char::is_uppercase);
    match letters.next() {
        Some(first) if !is_name => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        _ => format!("{summary}."),
    }
}

/// The sources of both layouts, each once.
fn sources(from: &End, to: &End) -> impl IntoView + use<> {
    let other = (from.source != to.source).then(|| to.source.clone());
    let other = other.map(|source| view! { <SourceView source/> });
    view! {
        <SourceView source=from.source.clone()/>
        {other}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_becomes_a_sentence() {
        assert_eq!(sentence("the tail moved"), "The tail moved.");
        assert_eq!(sentence("4 members added"), "4 members added.");
        assert_eq!(sentence("iFlags added"), "iFlags added.");
    }
}
