//! The offset diagram: a structure as a grid of bytes, each member one coloured run.
//!
//! The pieces flow, so that the style sheet alone decides how many bytes make a row ([`row_width`] and the width of the
//! window). Each run is a link to its row in a table; the whole is one tab stop, in which the arrow keys move.

use crate::view::*;
use leptos::ev::{FocusEvent, KeyboardEvent};
use strata_core::ctype::CType;
use strata_core::diff::Mark;

use super::keyed::keyed;
use super::linked_highlight::LinkedHighlight;
use crate::browser;
use crate::components::blocks::*;
use crate::components::mark;
use crate::page::diagram::{Part, Piece, pieces};
use crate::page::tiles::Tile;
use crate::page::{Arrow, Diagram, Kind, Run};
use crate::step::StepChanges;

const COLUMNS: u32 = 32;
/// Bytes in a row, where the style sheet does not say.
const USUAL_ROW: u32 = 16;

#[derive(Clone, Copy, Debug)]
struct Drawing<'a> {
    diagram: &'a Diagram,
    step_changes: &'a StepChanges,
    id: &'a str,
    target: &'a str,
    /// The tile that is the only tab stop; `None` where every run is one.
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
    step_changes: ReadSignal<StepChanges>,
    lit: LinkedHighlight,
    /// The diagram's id on the page. The id of the run of the member `links` is then `{id}-links`.
    #[prop(default = "run")]
    id: &'static str,
    /// The prefix of the link targets: with `row`, the run of the member `links` leads to `#row-links`.
    #[prop(default = "row")]
    target: &'static str,
) -> impl IntoView {
    // One tab stop once the page is hydrated; before that, every run is one, because no arrow key works yet.
    let awake = RwSignal::new(false);
    Effect::new(move || awake.set(true));
    let held = RwSignal::new(None);
    let stop = move |diagram: &Diagram| {
        held.with(|held: &Option<String>| tile_of(diagram, held.as_deref()))
            .unwrap_or(0)
    };
    let drawn = move || {
        diagram.with(|diagram| {
            step_changes.with(|step_changes| {
                let stop = awake.get().then(|| stop(diagram));
                let drawing = Drawing {
                    diagram,
                    step_changes,
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
    // However a run got the focus (a key, a click, a script), the arrow keys go on from there.
    let focused = move |event: FocusEvent| {
        lit.look(&event);
        let key = lit.key_untracked();
        let is_run = diagram.with_untracked(|it| tile_of(it, key.as_deref()).is_some());
        if is_run && held.with_untracked(|held| *held != key) {
            held.set(key);
        }
    };
    view! {
        <div
            on:keydown=keydown
            on:mouseover=move |event| lit.look(&event)
            on:mouseleave=move |_| lit.set(None)
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
    /// The pieces to draw, each with its key.
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

/// The legend: colours and signs of these kinds.
pub fn legend(kinds: impl Iterator<Item = Kind> + Clone) -> AnyView {
    let entry = |kind: Kind| -> AnyView {
        let sign = any_view! { <span class="kind-sign" aria-hidden="true">{kind.sign()}</span> };
        any_view! { <li class=format!("legend-entry {}", kind.as_str())>{sign} {kind.label()}</li> }
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

/// The offset at the left of a row. Its class says at which row widths it begins a row.
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

/// A choice of the bytes in a row, for every diagram within the nearest `.diagrams`: `data-row` tells the style sheet.
pub fn row_width() -> AnyView {
    let widths = ["auto", "8", "16", "32"].map(|width| (width, width));
    let legend = "Bytes in a row";
    choice("choices", legend, "bytes-in-row", "auto", widths.into())
}

/// The index of the tile to which `way` leads from the tile `from`; up and down move by rows of `row` bytes.
fn next_tile(tiles: &[Tile], from: usize, way: Arrow, row: u32) -> usize {
    let last = tiles.len().saturating_sub(1);
    let Some(here) = tiles.get(from) else {
        return 0;
    };
    let covering = |offset: u32| tiles.partition_point(|tile| tile.end() <= offset).min(last);
    match way {
        Arrow::Home => 0,
        Arrow::End => last,
        Arrow::Left => from.saturating_sub(1),
        Arrow::Right => (from + 1).min(last),
        // Up: one row up from the tile's first row. Down: one row down from its last row, in the column of its start.
        Arrow::Up => here.offset.checked_sub(row).map_or(0, covering),
        Arrow::Down => {
            let row = row.max(1);
            let rows = (here.end().saturating_sub(1) / row).saturating_sub(here.offset / row) + 1;
            covering(here.offset.saturating_add(rows.saturating_mul(row))).max(from)
        }
    }
}

/// A part of a run as it is drawn.
#[derive(Clone, Debug, PartialEq)]
struct ShownPart {
    class: String,
    key: String,
    link: Option<PartLink>,
    name: Option<PartName>,
}

#[derive(Clone, Debug, PartialEq)]
struct PartLink {
    id: String,
    href: String,
    title: String,
    is_unnamed: bool,
    /// Whether the tab key skips it.
    passed: bool,
}

/// A run's name: its change mark, its kind, and its label.
#[derive(Clone, Debug, PartialEq)]
struct PartName {
    mark: Option<Mark>,
    kind: Kind,
    label: Option<String>,
    /// Whether the label is a name, and not the source's words for a member without one.
    is_name: bool,
}

impl Drawing<'_> {
    /// A part of a run within one short row, and its key. The first part is the link; the others belong to it and are
    /// hidden from screen readers.
    fn part(self, run: &Run, part: Part) -> (String, ShownPart) {
        let tile = self.diagram.tiles.get(part.tile);
        // Of a member that others in a union interrupt, only the first tile is the link.
        let goes_on = self.diagram.tiles.get(..part.tile).unwrap_or_default();
        let is_link =
            part.first && tile.is_some_and(|tile| goes_on.iter().all(|it| it.slot != tile.slot));
        let link = is_link.then(|| PartLink {
            id: format!("{}-{}", self.id, run.key),
            href: format!("#{}-{}", self.target, run.key),
            title: self.describe(run, tile.map_or(&[][..], |tile| &tile.over)),
            // Where the name is in a later part or nowhere, the link's accessible name is its description.
            is_unnamed: !part.named || run.slot.member().is_none(),
            passed: self.stop.is_some_and(|stop| stop != part.tile),
        });
        let behind = part.offset.saturating_sub(run.slot.offset().get());
        let key = match is_link {
            true => run.root.clone(),
            false => format!("{}+{behind:x}", run.root),
        };
        let hole = (run.kind == Kind::Hole).then_some(run.text());
        let label = run.title().or(hole).map(str::to_owned);
        let shown = ShownPart {
            class: format!(
                "{}{}",
                class(run, part),
                self.step_changes.classes(&run.key)
            ),
            key: run.key.clone(),
            link,
            name: part.named.then_some(PartName {
                mark: run.mark,
                kind: run.kind,
                label,
                is_name: run.slot.member().is_none_or(|it| it.name.is_some()),
            }),
        };
        (key, shown)
    }

    /// `0x10 +0x18 KEVENT Event; in the same bytes: ULONG Flags`.
    fn describe(self, run: &Run, over: &[usize]) -> String {
        let place = format!("{} +{} {}", run.slot.offset(), run.slot.size(), run.text());
        let over = over.iter().filter_map(|at| self.diagram.runs.get(*at));
        let over: Vec<&str> = over.map(Run::text).collect();
        match &over[..] {
            [] => place,
            over => format!("{place}; in the same bytes: {}", over.join(", ")),
        }
    }
}

fn fold(run: &Run, from: u32, to: u32) -> AnyView {
    let what = match run.slot.member().map(|member| &member.ty) {
        Some(CType::Array(element, count)) => format!("{count} × {element}"),
        _ => run.text().to_owned(),
    };
    let ends = format!("{} … {}", figures::offset(from), figures::offset(to));
    any_view! {
        <span class=format!("fold {}", run.kind.as_str()) data-key=run.key.clone()>
            <span class="figure">{ends}</span>
            " "
            {what}
        </span>
    }
}

impl ShownPart {
    fn draw(&self) -> AnyView {
        let (class, key) = (self.class.clone(), self.key.clone());
        let name = self.name.as_ref().map(PartName::draw);
        let Some(link) = self.link.clone() else {
            return any_view! { <span class=class data-key=key aria-hidden="true">{name}</span> };
        };
        let label = link.is_unnamed.then(|| link.title.clone());
        any_view! {
            <a
                id=link.id
                class=class
                href=link.href
                data-key=key
                title=link.title
                aria-label=label
                tabindex=link.passed.then_some("-1")
            >
                {name}
            </a>
        }
    }
}

impl PartName {
    fn draw(&self) -> AnyView {
        let mark = self
            .mark
            .map(|mark| view! { <b class="run-mark">{mark.sign()}</b> });
        let label = self.label.clone().map(|label| match self.is_name {
            true => any_view! { <span class="run-name">{label}</span> },
            false => any_view! { <em class="run-name">{label}</em> },
        });
        any_view! {
            {mark}
            <i class="kind-sign" aria-hidden="true">{self.kind.sign()}</i>
            {label}
        }
    }
}

fn class(run: &Run, part: Part) -> String {
    let mut class = format!("run {} s{}", run.kind.as_str(), part.size);
    let above = |row| part.above >= row;
    for (holds, name) in [
        (part.first, " first"),
        (part.last, " last"),
        (above(8), " up8"),
        (above(16), " up16"),
        (above(32), " up32"),
    ] {
        if holds {
            class.push_str(name);
        }
    }
    if let Some(mark) = run.mark {
        class.push(' ');
        class.push_str(mark::tone(mark));
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles 0: 0x00+8, 1: 0x08+8, 2: 0x10+0x28, 3: 0x38+4, 4: 0x3c+4
    fn tiles() -> Vec<Tile> {
        let tile = |(offset, size)| Tile {
            slot: 0,
            offset,
            size,
            over: Vec::new(),
        };
        [(0, 8), (8, 8), (0x10, 0x28), (0x38, 4), (0x3c, 4)]
            .map(tile)
            .into()
    }

    #[track_caller]
    fn check(from: usize, way: Arrow, to: usize) {
        assert_eq!(next_tile(&tiles(), from, way, 16), to);
    }

    #[test]
    fn sideways_goes_run_by_run() {
        check(0, Arrow::Left, 0);
        check(0, Arrow::Right, 1);
        check(4, Arrow::Right, 4);
        check(2, Arrow::Home, 0);
        check(2, Arrow::End, 4);
    }

    #[test]
    fn up_and_down_stays_in_the_column() {
        check(1, Arrow::Down, 2);
        check(2, Arrow::Down, 4);
        check(2, Arrow::Up, 0);
        check(3, Arrow::Up, 2);
        check(0, Arrow::Up, 0);
        check(4, Arrow::Down, 4);
    }

    #[test]
    fn an_empty_diagram_leads_nowhere() {
        assert_eq!(next_tile(&[], 3, Arrow::Down, 16), 0);
    }
}
