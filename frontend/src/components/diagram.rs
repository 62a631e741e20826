//! The offset diagram: a structure as a grid of bytes, each member one coloured run.
//!
//! The pieces flow, so that the style sheet alone decides how many bytes make a row ([`row_width`], and the width of the
//! window). Each run is a link to its row in a table; the whole is one stop of the tab key, and the arrow keys move in it.

mod keys;
pub mod row_width;
mod run;

use crate::erase::Erase;
use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::prelude::*;

use self::keys::{Move, next_run};
use self::run::{Place, fold, part_view};
use super::figures;
use super::lit::Lit;
use crate::browser;
use crate::page::diagram::{Piece, pieces};
use crate::page::{Diagram, Kind};

/// The longest row.
const COLUMNS: u32 = 32;
/// How many bytes make a row, where the style sheet does not say.
const USUAL_ROW: u32 = 16;

/// The offset diagram of one structure at one point.
#[component]
pub fn DiagramView(
    /// What is drawn.
    diagram: Diagram,
    /// What it is linked with.
    lit: Lit,
    /// The diagram's id on the page. The run of the member `links` is then `{id}-links`.
    #[prop(default = "run")]
    id: &'static str,
    /// The beginning of the ids to which runs lead: with `row`, the run of the member `links` leads to `#row-links`.
    #[prop(default = "row")]
    target: &'static str,
) -> impl IntoView {
    // One stop of the tab key once the page is awake; before, every run is one, for no arrow key would lead to it.
    let stop = RwSignal::new(None);
    Effect::new(move || stop.set(Some(0)));
    let place = Place { id, target, stop };
    let label = format!("Offset diagram of {}", diagram.title);
    let columns = (0..COLUMNS).map(column).collect_view();
    let view = |piece| match piece {
        Piece::Ruler(offset) => {
            view! { <span class=ruler_class(offset)>{figures::offset(offset)}</span> }.erase()
        }
        Piece::Part(part) => part_view(&diagram.runs[part.run], part, place).erase(),
        Piece::Fold { run, from, to } => fold(&diagram.runs[run], from, to).erase(),
    };
    let body = pieces(&diagram).into_iter().map(view).collect_view();
    let runs = StoredValue::new(diagram);
    let keydown = move |event: KeyboardEvent| {
        let (Some(way), false) = (Move::of_key(&event.key()), has_modifier(&event)) else {
            return;
        };
        event.prevent_default();
        let row = browser::css_number(id, "--row").unwrap_or(USUAL_ROW);
        let to = runs.with_value(|diagram| {
            let from = stop.get_untracked().unwrap_or(0);
            let to = next_run(&diagram.runs, from, way, row);
            diagram.runs.get(to).map(|run| run.key.clone())
        });
        if let Some(key) = to {
            browser::focus(&format!("{id}-{key}"));
        }
    };
    // However a run came by the focus (a key, a click, a script), the arrow keys go on from there.
    let focused = move |event: FocusEvent| {
        lit.focused(event);
        let key = lit.key_untracked();
        let at = runs.with_value(|diagram| {
            let mut runs = diagram.runs.iter();
            runs.position(|run| Some(&run.key) == key.as_ref())
        });
        if at.is_some() {
            stop.set(at);
        }
    };
    view! {
        <div
            id=id
            class="diagram"
            role="group"
            aria-label=label
            on:keydown=keydown
            on:mouseover=move |event| lit.over(event)
            on:mouseleave=move |event| lit.out(event)
            on:focusin=focused
        >
            <span class="ruler ruler-corner" aria-hidden="true"></span>
            {columns}
            {body}
        </div>
    }
    .erase()
}

/// What the colours and signs of the diagram mean: only of those that it has.
#[component]
pub fn Legend(
    /// The diagram, or several side by side.
    #[prop(into)]
    kinds: Vec<Kind>,
) -> impl IntoView {
    let entry = |kind: Kind| {
        view! {
            <li class=format!("legend-entry {}", kind.class())>
                <span class="kind-sign" aria-hidden="true">{kind.sign()}</span>
                {kind.label()}
            </li>
        }
    };
    let shown = Kind::ALL.into_iter().filter(|kind| kinds.contains(kind));
    view! { <ul class="legend">{shown.map(entry).collect_view()}</ul> }
}

fn column(at: u32) -> impl IntoView {
    let class = match at {
        0..8 => "ruler ruler-column",
        8..16 => "ruler ruler-column column-16",
        _ => "ruler ruler-column column-32",
    };
    view! { <span class=class aria-hidden="true">{format!("{at:x}")}</span> }
}

/// The class that says in which rows an offset begins one.
const fn ruler_class(offset: u32) -> &'static str {
    match offset % 32 {
        0 => "ruler ruler-row",
        16 => "ruler ruler-row ruler-16",
        _ => "ruler ruler-row ruler-8",
    }
}

fn has_modifier(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key()
}
