//! The offset diagram: a structure as a grid of bytes, each member one coloured run.
//!
//! The pieces flow, so that the style sheet alone decides how many bytes make a row ([`row_width`], and the width of the
//! window). Each run is a link to its row in a table; the whole is one stop of the tab key, and the arrow keys move in it.

mod keys;
pub mod row_width;
mod run;

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::prelude::*;

use self::keys::{Move, next_tile};
use self::run::fold;
use super::figures;
use super::linked_highlight::LinkedHighlight;
use crate::browser;
use crate::markup::{Element, Markup, el, said};
use crate::navigation::StepChanges;
use crate::page::diagram::{Piece, pieces};
use crate::page::{Diagram, Kind};

/// The longest row.
const COLUMNS: u32 = 32;
/// How many bytes make a row, where the style sheet does not say.
const USUAL_ROW: u32 = 16;

/// A diagram as it is drawn.
#[derive(Clone, Copy, Debug)]
struct Drawing<'a> {
    diagram: &'a Diagram,
    /// What the last step changed.
    told: &'a StepChanges,
    id: &'a str,
    target: &'a str,
    /// The tile that is the one stop of the tab key, if there is but one.
    stop: Option<usize>,
}

/// The offset diagram of one structure at one point.
#[component]
pub fn DiagramView(
    /// What is drawn.
    #[prop(into)]
    diagram: Signal<Diagram>,
    /// What the last step changed.
    told: ReadSignal<StepChanges>,
    /// What it is linked with.
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
                Drawing {
                    diagram,
                    told,
                    id,
                    target,
                    stop,
                }
                .markup()
            })
        })
    };
    let keydown = move |event: KeyboardEvent| {
        let (Some(way), false) = (Move::of_key(&event.key()), has_modifier(&event)) else {
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
            {drawn}
        </div>
    }
}

/// The first tile of the run of that key.
fn tile_of(diagram: &Diagram, key: Option<&str>) -> Option<usize> {
    let key = key?;
    let run = diagram.runs.iter().position(|run| run.key == key)?;
    diagram.tiles.iter().position(|tile| tile.slot == run)
}

impl Drawing<'_> {
    fn markup(self) -> Element {
        let Diagram { runs, tiles, .. } = self.diagram;
        let run = |tile: usize| runs.get(tiles.get(tile)?.slot);
        let piece = |piece| match piece {
            Piece::Ruler(offset) => Some(ruler(offset)),
            Piece::Part(part) => Some(self.part(run(part.tile)?, part)),
            Piece::Fold { tile, from, to } => Some(fold(run(tile)?, from, to)),
        };
        let pieces = pieces(self.diagram).into_iter().filter_map(piece);
        let label = format!("Offset diagram of {}", self.diagram.title);
        el("div")
            .attr("id", self.id.to_owned())
            .attr("class", "diagram")
            .attr("role", "group")
            .attr("aria-label", label)
            .with(said("span", "ruler ruler-corner", "").attr("aria-hidden", "true"))
            .with_all((0..COLUMNS).map(column))
            .with_all(pieces.map(Markup::from))
    }
}

/// What the colours and signs of diagrams with runs of those kinds mean.
#[must_use]
pub fn legend(kinds: impl Iterator<Item = Kind> + Clone) -> Element {
    let entry = |kind: Kind| -> Markup {
        let sign = said("span", "kind-sign", kind.sign()).attr("aria-hidden", "true");
        el("li")
            .attr("class", format!("legend-entry {}", kind.class()))
            .with(sign)
            .text(kind.label())
            .into()
    };
    let has = |kind: &Kind| kinds.clone().any(|it| it == *kind);
    let shown = Kind::ALL.into_iter().filter(has);
    el("ul").attr("class", "legend").with_all(shown.map(entry))
}

fn column(at: u32) -> Markup {
    let class = match at {
        0..8 => "ruler ruler-column",
        8..16 => "ruler ruler-column column-16",
        _ => "ruler ruler-column column-32",
    };
    let column = said("span", class, format!("{at:x}"));
    column.attr("aria-hidden", "true").into()
}

/// The offset at the left of a row. Its class says in which rows it begins one.
fn ruler(offset: u32) -> Element {
    let class = match offset % 32 {
        0 => "ruler ruler-row",
        16 => "ruler ruler-row ruler-16",
        _ => "ruler ruler-row ruler-8",
    };
    let text = figures::offset(offset);
    said("span", class, &text).known_by(text)
}

fn has_modifier(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key()
}
