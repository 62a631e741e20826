//! What the layout is, in one line, where one can go from it, and who says all this.

use super::exports::EXPORT_ID;
use crate::components::copy::maker;
use crate::components::figures::{self, counted};
use crate::components::picker::serviced;
use crate::components::sources::source_line;
use crate::page::layout::Compare;
use crate::page::{Kind, LayoutPage, Run};
use crate::route::{ApiUrl, Route};
use crate::view::*;

/// The point, the size and what it is made of.
pub(super) fn facts_line(page: &LayoutPage) -> AnyView {
    let fact = |fact: String| any_view! { <span>{fact.clone()}</span> };
    any_view! {
        <p class="facts" role="status">
            <strong class="facts-point">{page.point.to_string()}</strong>
            <span>{page.release.clone()}</span>
            {facts(page).into_iter().map(fact).collect_view()}
            {serviced(&page.picker, page.point)}
        </p>
    }
}

pub(super) fn actions(page: &LayoutPage) -> AnyView {
    let (name, point) = (&page.picker.structure, page.point);
    let link = |url: String, text: String| any_view! { <a href=url>{text}</a> };
    let compare = page.compare.as_ref().map(|compare| -> AnyView {
        let (from, to, other) = match compare {
            Compare::Before(before) => (*before, point, before.version),
            Compare::After(after) => (point, *after, after.version),
        };
        let url = Route::diff(name, from, to).to_string();
        link(url, format!("Compare with {other}"))
    });
    let decodes = page.layout.values.is_empty();
    let json = ApiUrl::layout(name, point).answered();
    let json = json.map(|url| view! { <a href=url.to_string() rel="external">"JSON"</a> });
    any_view! {
        <p class="actions">
            {decodes.then(|| link(Route::decode(name, point).to_string(), "Decode bytes".to_owned()))}
            {compare}
            {link(Route::structure(name).to_string(), "History".to_owned())}
            {json}
            {link(format!("#{EXPORT_ID}"), "Export".to_owned())}
            {maker("Copy table", "table")}
        </p>
    }
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
        match page.layout.values.len() {
            0 => counted(members, "member"),
            values => counted(values, "value"),
        },
    ];
    if padding > 0 {
        facts.push(format!("{} of padding", figures::bytes(padding)));
    }
    if holes > 0 {
        facts.push(counted(holes, "hole"));
    }
    if errata > 0 {
        facts.push(figures::many(errata, "erratum"));
    }
    facts
}

/// The table as text for a spreadsheet or a commit message: offset, size and declaration, separated by tabs.
pub(super) fn as_text(page: &LayoutPage) -> String {
    let line = |run: &Run| {
        let (offset, size) = (figures::offset(run.offset), figures::size(run.size));
        format!("{offset}\t{size}\t{}\n", run.text)
    };
    let values = page.layout.values.iter();
    let values = values.map(|value| format!("{}\t{}\n", value.value, value.name));
    page.diagram.runs.iter().map(line).chain(values).collect()
}

/// What is to be known of the layout as a whole, and who says all this.
pub(super) fn foot(page: &LayoutPage) -> AnyView {
    let notes = &page.layout.notes;
    let note = |note: &String| any_view! { <li>{note.clone()}</li> };
    let notes = (!notes.is_empty()).then(|| {
        any_view! {
            <section class="notes">
                <h2>"Notes"</h2>
                <ul>{notes.iter().map(note).collect_view()}</ul>
            </section>
        }
    });
    let sources = any_view! {
        <section class="sources">
            <h2>
                {if page.sources.len() > 1 {
                    "Sources"
                } else {
                    "Source"
                }}
            </h2>
            {page.sources.iter().map(source_line).collect_view()}
        </section>
    };
    any_view! { <div class="layout-foot">{notes} {sources}</div> }
}
