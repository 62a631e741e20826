//! What the layout is, in one line, and where one can go from it.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::components::copy_button::CopyButton;
use crate::components::figures::{self, counted};
use crate::page::layout::Compare;
use crate::page::{Kind, LayoutPage, Run};
use crate::route::{ApiUrl, Route};

/// The point, the size and what it is made of; links to everything else about it.
#[component]
pub fn Head(page: LayoutPage) -> impl IntoView {
    let facts = facts(&page);
    let (name, point) = (&page.picker.structure, page.point);
    let compare = page.compare.as_ref().map(|compare| {
        let (from, to, other) = match compare {
            Compare::Before(before) => (*before, point, before.version),
            Compare::After(after) => (point, *after, after.version),
        };
        view! { <a href=Route::diff(name, from, to).to_string()>"Compare with " {other.to_string()}</a> }
    });
    let text = as_text(&page);
    view! {
        <p class="facts" role="status">
            <strong class="facts-point">{point.to_string()}</strong>
            <span>{page.release.clone()}</span>
            {facts.into_iter().map(|fact| view! { <span>{fact}</span> }).collect_view()}
        </p>
        <p class="actions">
            <a href=Route::decode(name, point).to_string()>"Decode bytes"</a>
            {compare}
            <a href=Route::structure(name).to_string()>"History"</a>
            <a href=ApiUrl::layout(name, point).to_string() rel="external">
                "JSON"
            </a>
            <CopyButton label="Copy table" text=move |()| text.clone()/>
        </p>
    }
    .erase()
}

/// `0x88 = 136 bytes`, `14 members`, `4 bytes of padding`, `1 hole`, `2 errata`: what there is of each.
fn facts(page: &LayoutPage) -> Vec<String> {
    let gaps = |kind| page.diagram.runs.iter().filter(move |run| run.kind == kind);
    let size = page.layout.size;
    let members = page.layout.members.len();
    let padding: u32 = gaps(Kind::Padding).map(|run| run.size).sum();
    let holes = gaps(Kind::Hole).count();
    let errata = page.layout.errata.len();
    let mut facts = vec![
        format!("{} = {}", figures::size(size), figures::bytes(size)),
        counted(number(members), "member"),
    ];
    if padding > 0 {
        facts.push(format!("{} of padding", figures::bytes(padding)));
    }
    if holes > 0 {
        facts.push(counted(number(holes), "hole"));
    }
    match errata {
        0 => {}
        1 => facts.push("1 erratum".to_owned()),
        many => facts.push(format!("{many} errata")),
    }
    facts
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The table as text for a spreadsheet or a commit message: offset, size and declaration, separated by tabs.
fn as_text(page: &LayoutPage) -> String {
    let line = |run: &Run| {
        let (offset, size) = (figures::offset(run.offset), figures::size(run.size));
        format!("{offset}\t{size}\t{}\n", run.text)
    };
    page.diagram.runs.iter().map(line).collect()
}
