//! The offset diagram: a structure as a grid of bytes, each member one coloured run.
//!
//! The pieces flow, so that the style sheet alone decides how many bytes make a row ([`RowWidth`], and the width of the
//! window). Each run is a link to its row in a table; the whole is one stop of the tab key, and the arrow keys move in it.

mod keys;
mod run;

use crate::view::*;
use leptos::ev::{FocusEvent, KeyboardEvent};

use self::keys::next_tile;
use self::run::{ShownPart, fold};
use super::blocks::choice;
use super::figures;
use super::keyed::keyed;
use super::linked_highlight::LinkedHighlight;
use crate::browser;
use crate::navigation::StepChanges;
use crate::page::diagram::{Piece, pieces};
use crate::page::{Arrow, Diagram, Kind, Run};

const COLUMNS: u32 = 32;
/// How many bytes make a row, where the style sheet does not say.
const USUAL_ROW: u32 = 16;

#[derive(Clone, Copy, Debug)]
struct Drawing<'a> {
    diagram: &'a Diagram,
    told: &'a StepChanges,
    id: &'a str,
    target: &'a str,
    /// The tile that is the one stop of the tab key, if there is but one.
    stop: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Shown {
    Ruler(u32),
    Part(ShownPart),
    Fold(Run, u32, u32),
}

#[component]
pub fn DiagramView(
    #[prop(into)] diagram: Signal<Diagram>,
    told: ReadSignal<StepChanges>,
    lit: LinkedHighlight,
    /// The diagram's id on the page. The run of the member `links` is then `{id}-links`.
    #[prop(default = "run")]
    id: &'static str,
    /// The beginning of the ids to which runs lead: with `row`, the run of the member `links` leads to `#row-links`.
    #[prop(default = "row")]
    target: &'static str,
) -> impl IntoView {
    // One stop of the tab key once the page is awake; before, every run is one, for no arrow key would lead to it.
    let awake = RwSignal::new(false);
    Effect::new(move || awake.set(true));
    let held = RwSignal::new(None);
    let stop = move |diagram: &Diagram| {
        held.with(|held: &Option<String>| tile_of(diagram, held.as_deref()))
            .unwrap_or(0)
    };
    let drawn = move || {
        diagram.with(|diagram| {
            told.with(|told| {
                let stop = awake.get().then(|| stop(diagram));
                let drawing = Drawing {
                    diagram,
                    told,
                    id,
                    target,
                    stop,
                };
                drawing.shown()
            })
        })
    };
    let label = move || diagram.with(|it| format!("Offset diagram of {}", it.title));
    let keydown = move |event: KeyboardEvent| {
        let (Some(way), false) = (Arrow::of(&event.key()), has_modifier(&event)) else {
            return;
        };
        event.prevent_default();
        let row = browser::css_number(id, "--row").unwrap_or(USUAL_ROW);
        let to = untrack(|| {
            diagram.with(|diagram| {
                let to = next_tile(&diagram.tiles, stop(diagram), way, row);
                let run = diagram.runs.get(diagram.tiles.get(to)?.slot);
                run.map(|run| run.key.clone())
            })
        });
        if let Some(key) = to {
            browser::focus(&format!("{id}-{key}"));
        }
    };
    // However a run came by the focus (a key, a click, a script), the arrow keys go on from there.
    let focused = move |event: FocusEvent| {
        lit.focused(event);
        let key = lit.key_untracked();
        let is_run = diagram.with_untracked(|it| tile_of(it, key.as_deref()).is_some());
        if is_run && held.with_untracked(|held| *held != key) {
            held.set(key);
        }
    };
    view! {
        <div
            on:keydown=keydown
            on:mouseover=move |event| lit.over(event)
            on:mouseleave=move |event| lit.out(event)
            on:focusin=focused
        >
            <div id=id class="diagram" role="group" aria-label=label>
                <span class="ruler ruler-corner" aria-hidden="true"></span>
                {(0..COLUMNS).map(column).collect_view()}
                {keyed(drawn, Shown::draw)}
            </div>
        </div>
    }
}

fn tile_of(diagram: &Diagram, key: Option<&str>) -> Option<usize> {
    let key = key?;
    let run = diagram.runs.iter().position(|run| run.key == key)?;
    diagram.tiles.iter().position(|tile| tile.slot == run)
}

impl Drawing<'_> {
    /// Its pieces, each with what it is known by.
    fn shown(self) -> Vec<(String, Shown)> {
        let Diagram { runs, tiles, .. } = self.diagram;
        let run = |tile: usize| runs.get(tiles.get(tile)?.slot);
        let piece = |piece| match piece {
            Piece::Ruler(offset) => Some((figures::offset(offset), Shown::Ruler(offset))),
            Piece::Part(part) => {
                let (key, part) = self.part(run(part.tile)?, part);
                Some((key, Shown::Part(part)))
            }
            Piece::Fold { tile, from, to } => {
                let run = run(tile)?;
                let key = format!("{} folded", run.root);
                Some((key, Shown::Fold(run.clone(), from, to)))
            }
        };
        pieces(self.diagram).into_iter().filter_map(piece).collect()
    }
}

impl Shown {
    fn draw(&self) -> AnyView {
        match self {
            Self::Ruler(offset) => ruler(*offset),
            Self::Part(part) => part.draw(),
            Self::Fold(run, from, to) => fold(run, *from, *to),
        }
    }
}

/// What the colours and signs of diagrams with runs of those kinds mean.
pub fn legend(kinds: impl Iterator<Item = Kind> + Clone) -> AnyView {
    let entry = |kind: Kind| -> AnyView {
        let sign = any_view! { <span class="kind-sign" aria-hidden="true">{kind.sign()}</span> };
        any_view! { <li class=format!("legend-entry {}", kind.class())>{sign} {kind.label()}</li> }
    };
    let has = |kind: &Kind| kinds.clone().any(|it| it == *kind);
    let shown = Kind::ALL.into_iter().filter(has);
    any_view! { <ul class="legend">{shown.map(entry).collect_view()}</ul> }
}

fn column(at: u32) -> AnyView {
    let class = match at {
        0..8 => "ruler ruler-column",
        8..16 => "ruler ruler-column column-16",
        _ => "ruler ruler-column column-32",
    };
    any_view! { <span class=class aria-hidden="true">{format!("{at:x}")}</span> }
}

/// The offset at the left of a row. Its class says in which rows it begins one.
fn ruler(offset: u32) -> AnyView {
    let class = match offset % 32 {
        0 => "ruler ruler-row",
        16 => "ruler ruler-row ruler-16",
        _ => "ruler ruler-row ruler-8",
    };
    any_view! { <span class=class>{figures::offset(offset)}</span> }
}

fn has_modifier(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key()
}

/// How many bytes make a row, for every diagram within the nearest `.diagrams`: `data-row` says it to the style sheet.
pub fn row_width() -> AnyView {
    let widths = ["auto", "8", "16", "32"].map(|width| (width, width));
    let legend = "Bytes in a row";
    choice("row-width", legend, "bytes-in-row", "auto", widths.into())
}
