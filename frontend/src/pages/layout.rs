//! The layout page: one structure at one point, with the picker, the offset diagram and the table linked to one
//! another.
//!
//! A step replaces the page's value; each part of the view is a function of it, and updates only what differs.

mod exports;
mod preview;
pub mod table;

use std::collections::BTreeSet;

use crate::pages::prelude::*;
use leptos::ev;
use strata_core::Point;
use strata_core::diff::Lineage;
use wasm_bindgen::JsValue;

use self::exports::EXPORT_ID;
use self::preview::Preview;
use crate::browser;
use crate::components::copy::CopyButton;
use crate::components::diagram::{DiagramView, legend, row_width};
use crate::components::linked_highlight::LinkedHighlight;
use crate::components::picker::{
    BRACKETS, PickerView, StructureMenu, folded, follow_link, links, serviced, step_by,
};
use crate::components::sources::source_line;
use crate::data;
use crate::navigation::InPlaceNavigation;
use crate::page::{Kind, LayoutPage, Picker, Run};

const FRAME: &str = "diagram-frame";

#[component]
pub fn LayoutView(page: LayoutPage) -> impl IntoView {
    let has_bytes = page.layout.values.is_empty();
    let steps = InPlaceNavigation::new(page);
    let (page, step_changes) = (steps.page(), steps.changes());
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    step_by(BRACKETS, picker, on_pick);
    let lit = LinkedHighlight::default();
    lit.follow(page);
    let diagram = Memo::new(move |_| page.with(|page| page.diagram.clone()));
    let drawn = move |draw: fn(&LayoutPage) -> AnyView| move || page.with(draw);
    let preview = Preview::new(page);
    // The member that the address names, where this version lacks it.
    let missing = RwSignal::new(None::<String>);
    let find_row = move || {
        let row = missing_row();
        let own = row
            .as_ref()
            .and_then(|row| page.with_untracked(|page| row_of(page, row)));
        if let Some(own) = &own {
            browser::replace(&format!("#row-{own}"));
        }
        missing.set(row.filter(|_| own.is_none()));
    };
    Effect::new(move |before: Option<()>| {
        page.track();
        browser::once_drawn(find_row);
        if before.is_none() {
            let listener = window_event_listener(ev::hashchange, move |_| find_row());
            on_cleanup(move || listener.remove());
        }
    });
    let missing = move || missing.get().map(|row| page.with(|page| no_row(page, row)));
    let exported = move || page.with(|page| exports::exports(page, preview));
    // Scrolls the highlighted row's run into view in the diagram's own box; the page does not scroll.
    let reveal = move || {
        if let Some(key) = lit.key_untracked() {
            browser::reveal(FRAME, &format!("run-{key}"));
        }
    };
    let look = move |event: &JsValue| {
        lit.look(event);
        reveal();
    };
    view! {
        <div class="layout-page">
            <div class="point-bar">
                <StructureMenu picker/>
                <div class="point-steps" on:click=move |event| follow_link(&event, picker, on_pick)>
                    {drawn(|page| links(&page.picker))}
                </div>
                {drawn(facts_line)}
            </div>
            <div class="point-ways">
                {move || page.with(|shown| actions(shown, page))}
                {folded(any_view! { <PickerView picker on_pick/> })}
            </div>
            <div role="status">{missing}</div>
            <div class="panes diagrams">
                {has_bytes
                    .then(|| {
                        view! {
                            <section class="pane-diagram" aria-label="Offset diagram">
                                {row_width()}
                                <div class="diagram-frame" id=FRAME>
                                    <DiagramView diagram step_changes lit/>
                                </div>
                                {drawn(|page| {
                                    legend(page.diagram.runs.iter().map(|run| run.kind))
                                })}
                            </section>
                        }
                    })}
                <section
                    class="pane-table"
                    aria-label="Members"
                    on:mouseover=move |event| look(&event)
                    on:mouseleave=move |_| lit.set(None)
                    on:focusin=move |event| look(&event)
                >
                    {table::table(page, step_changes)}
                    {drawn(table::certainties)}
                </section>
            </div>
            {exported}
            {drawn(foot)}
        </div>
    }
}

/// The row that the address names, if it is not on the page.
fn missing_row() -> Option<String> {
    let id = browser::fragment();
    let id = id.strip_prefix('#')?;
    let row = id.strip_prefix("row-")?;
    browser::element(id).is_none().then(|| row.to_owned())
}

/// The row of the member that another version has under this id, or that has this name.
fn row_of(page: &LayoutPage, row: &str) -> Option<String> {
    let mut members = page.layout.members();
    if let Some(member) = members.find(|it| it.name.as_deref() == Some(row)) {
        return Some(member.row.to_string());
    }
    let dataset = data::loaded()?;
    let structure = dataset.structure(page.picker.structure.as_str())?;
    let lineage = Lineage::of(structure.audited()?.layouts());
    let row = row.parse().ok()?;
    let root = lineage.root(&row).to_string();
    let mut runs = page.diagram.runs.iter();
    let run = runs.find(|run| run.root == root || run.inside.contains(&root))?;
    Some(run.key.clone())
}

fn no_row(page: &LayoutPage, row: String) -> AnyView {
    let history = Route::structure(&page.picker.structure).to_string();
    any_view! {
        <p class="row-missing">
            {page.layout.point.to_string()} " has no member " <code>{row}</code> ". Its "
            <a href=history>"history"</a> " says where it is."
        </p>
    }
}

/// The point, the size and the counts.
fn facts_line(page: &LayoutPage) -> AnyView {
    let fact = |fact: String| any_view! { <span>{fact.clone()}</span> };
    any_view! {
        <p class="facts" role="status">
            <strong class="facts-point">{page.layout.point.to_string()}</strong>
            <span>{page.release.clone()}</span>
            {facts(page).into_iter().map(fact).collect_view()}
            {serviced(&page.picker, page.layout.point)}
        </p>
    }
}

fn actions(page: &LayoutPage, signal: ReadSignal<LayoutPage>) -> AnyView {
    let (name, point) = (&page.picker.structure, page.layout.point);
    let link = |url: String, text: String| any_view! { <a href=url>{text}</a> };
    let compare = page.compare.map(|[from, to]| {
        let other = if to == point { from } else { to };
        let url = Route::diff(name, from, to).to_string();
        link(url, format!("Compare with {}", other.version))
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
            <CopyButton label="Copy table" text=move |()| signal.with_untracked(as_text)/>
        </p>
    }
}
/// `0x88 = 136 bytes`, `14 members`, `4 bytes of padding`, `1 hole`, `2 errata`: the counts that are not zero.
fn facts(page: &LayoutPage) -> Vec<String> {
    let gaps = |kind| page.diagram.runs.iter().filter(move |run| run.kind == kind);
    let size = page.layout.size.get();
    let members = page.layout.members().count();
    let padding: u32 = gaps(Kind::Padding).map(|run| run.slot.size().get()).sum();
    let holes = gaps(Kind::Hole).count();
    let errata = page.members.iter().flatten();
    let errata = errata.flat_map(|it| &it.errata).map(|it| &it.id);
    let errata = errata.collect::<BTreeSet<_>>().len();
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
        facts.push(many(errata, "erratum"));
    }
    facts
}

/// The table as tab-separated text for a spreadsheet or a commit message: offset, size and declaration.
fn as_text(page: &LayoutPage) -> String {
    let line = |run: &Run| {
        let (offset, size) = (run.slot.offset(), run.slot.size());
        format!("{offset}\t{size}\t{}\n", run.text())
    };
    let values = page.layout.values.iter();
    let values = values.map(|value| format!("{}\t{}\n", value.value, value.name));
    page.diagram.runs.iter().map(line).chain(values).collect()
}

/// Notes on the layout as a whole, and its sources.
fn foot(page: &LayoutPage) -> AnyView {
    let notes = &page.notes;
    let note = |note: &String| any_view! { <li>{note.clone()}</li> };
    let notes = (!notes.is_empty()).then(|| {
        any_view! {
            <section class="notes">
                <h2>"Notes"</h2>
                <ul>{notes.iter().map(note).collect_view()}</ul>
            </section>
        }
    });
    let several = page.sources.len() > 1;
    let sources = any_view! {
        <section class="sources">
            <h2>{if several { "Sources" } else { "Source" }}</h2>
            {page.sources.iter().map(source_line).collect_view()}
        </section>
    };
    any_view! { <div>{notes} {sources}</div> }
}
