//! The tree of values: one tab stop, arrow keys move and fold, and the current line highlights its bytes; and the view
//! of a pointer's target within the input.

use std::sync::Arc;

use crate::pages::prelude::*;
use leptos::attr::custom::custom_attribute;
use leptos::ev::MouseEvent;
use strata_core::decode::memory::State;
use strata_core::decode::space::RegionOffset;

use super::action::{Action, Key, button, performs};
use super::annotated_text::{line_at, line_button};
use super::bytes::debugger_address;
use super::lines::Line;
use super::state::{Selection, ViewModel, value_id};
use super::verdict::other_structures;
use crate::browser;
use crate::components::keyed::keyed;
use crate::pages::decode::DecodePage;

/// Lines nested deeper than this are not indented further.
const DEPTH_SHOWN: u32 = 6;
pub fn values(model: ViewModel) -> Option<AnyView> {
    Some(any_view! {
        <table class="values" role="treegrid" aria-label="Values">
            {heads(["Member", "Offset", "Value", "Raw"])}
            <tbody data-keys="values">{keyed(move || rows(model), Shown::draw)}</tbody>
        </table>
    })
}

#[derive(PartialEq)]
struct Shown {
    at: usize,
    line: Arc<Line>,
    /// Whether it is unfolded; `None` where it has no children.
    open: Option<bool>,
    region: usize,
    here: bool,
    lit: bool,
}

/// The visible lines, by id.
fn rows(model: ViewModel) -> Vec<(String, Shown)> {
    let drawn = model.drawn.read();
    let Some(drawn) = drawn.as_ref() else {
        return Vec::new();
    };
    let selection = model.selection.read();
    let lit = selection.highlighted().and_then(|range| range.value);
    let row = |at: usize| {
        let line = Arc::clone(drawn.lines.get(at)?);
        let row = Shown {
            at,
            open: (line.inside > 0).then(|| selection.is_open(&line)),
            region: drawn.region,
            here: selection.value == at,
            lit: lit == Some(at),
            line,
        };
        Some((value_id(at), row))
    };
    let shown = selection.shown(&drawn.lines).into_iter();
    shown.filter_map(row).collect()
}

impl Shown {
    fn draw(&self) -> AnyView {
        let (at, line) = (self.at, &self.line);
        let mark = if self.lit { " is-lit" } else { "" };
        let class = format!(
            "value {} is-{}{mark}",
            line.kind.as_str(),
            line.state.as_str()
        );
        let depth = line.depth.min(DEPTH_SHOWN);
        let turn = performs(self.open.map(|_| Action::Turn(at)));
        let fold = self.open.map_or("", |open| if open { "▾" } else { "▸" });
        let partial = (line.state == State::Partial)
            .then(|| view! { <span class="value-state">"partial "</span> });
        let follow = line.target.map(|target| self.follow_button(target));
        any_view! {
            <tr
                id=value_id(at)
                class=class
                role="row"
                {..custom_attribute("aria-level", (line.depth + 1).to_string())}
                aria-expanded=self.open.map(|open| open.to_string())
                aria-selected=self.lit.then_some("true")
                tabindex=self.stop()
                data-key=Key::Value(at).to_string()
            >
                <td
                    class=format!("value-name depth-{depth}")
                    role="rowheader"
                    title=line.title().to_owned()
                >
                    <span class="value-fold" aria-hidden="true" on:click=turn>
                        {fold}
                    </span>
                    <span class="value-sign" aria-hidden="true">
                        {line.kind.sign()}
                    </span>
                    <span class="value-label">{line.name.clone()}</span>
                </td>
                <td class="value-offset" role="gridcell">
                    {format!("+{:03x}", line.offset)}
                </td>
                <td class="value-words" role="gridcell">
                    {partial}
                    <span class="value-main">{line.words.main.clone()}</span>
                    " "
                    <span class="value-note">{line.words.note.clone()}</span>
                    {follow}
                </td>
                <td class="value-raw" role="gridcell">
                    {line.raw.clone()}
                </td>
            </tr>
        }
    }

    const fn stop(&self) -> &'static str {
        if self.here { "0" } else { "-1" }
    }

    /// The button that follows a pointer. A tab stop only in the current line.
    fn follow_button(&self, target: RegionOffset) -> AnyView {
        let place = match target.region == self.region {
            true => format!("→ +0x{:x}", target.at),
            false => format!("→ region {} +0x{:x}", target.region + 1, target.at),
        };
        any_view! {
            " "
            <button
                class="value-follow"
                type="button"
                tabindex=self.stop()
                title="Follow"
                on:click=performs(Some(Action::Follow(self.at)))
            >
                {place}
            </button>
        }
    }
}

pub fn in_words(place: RegionOffset) -> String {
    format!("+0x{:x} of region {}", place.at, place.region + 1)
}

/// The effect of a key on a line of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Go(usize),
    Turn,
    Bytes,
}

/// The effect of a key on the current line; `None` for keys without one.
pub fn act(key: &str, lines: &[Arc<Line>], selection: &Selection) -> Option<Act> {
    let here = selection.value;
    let visible = selection.shown(lines);
    let place = visible.partition_point(|line| *line < here);
    let line = lines.get(here)?;
    let open = selection.is_open(line);
    let to = |place: usize| visible.get(place).copied().map(Act::Go);
    match key {
        "ArrowDown" => to(place + 1),
        "ArrowUp" => to(place.checked_sub(1)?),
        "Home" => to(0),
        "End" => to(visible.len().checked_sub(1)?),
        "ArrowRight" if line.inside > 0 && open => to(place + 1),
        "ArrowRight" if line.inside > 0 => Some(Act::Turn),
        "ArrowLeft" if line.inside > 0 && open => Some(Act::Turn),
        "ArrowLeft" => {
            let around = |at: &usize| lines.get(*at).is_some_and(|line| at + line.inside >= here);
            (0..here).rev().find(around).map(Act::Go)
        }
        "Enter" | " " if line.inside > 0 => Some(Act::Turn),
        "Enter" => Some(Act::Bytes),
        _ => None,
    }
}

/// How many bytes are shown, in rows of 16.
const BYTES_SHOWN: usize = 64;
/// Bytes in a row.
const ROW: usize = 16;

pub fn follow(model: ViewModel) -> Option<AnyView> {
    let (drawn, paste) = (model.drawn.read(), model.paste.read());
    let lines = &drawn.as_ref()?.lines;
    let line = lines.get(model.selection.read().followed?)?;
    let place = line.target?;
    let reading = paste.reading()?;
    let memory = reading.space.region(place.region)?;
    let address = memory
        .base()
        .and_then(|base| base.checked_add(place.at as u64))
        .map_or_else(String::new, |address| {
            format!(" = {}", debugger_address(address))
        });
    let head = format!("{} points to {}{address}", line.path, in_words(place));
    let text = line_at(&paste, place).map(|number| {
        let text = paste.text.as_ref().map_or("", |text| text.line(number));
        view! { <p>{line_button(number)} " " <code>{text.trim().to_owned()}</code></p> }
    });
    let end = memory.len().min(place.at + BYTES_SHOWN);
    let rows = (place.at..end).step_by(ROW).map(|at| {
        let bytes = (at..end.min(at + ROW)).map(|at| memory.byte(at).to_string());
        format!("+{at:03x}  {}\n", joined(bytes, " "))
    });
    Some(any_view! {
        <section
            class="decode-follow"
            id=FOLLOW_ID
            tabindex="-1"
            aria-label="Target of the pointer"
        >
            <h2>{head}</h2>
            {text}
            <pre>
                <code>{rows.collect::<String>()}</code>
            </pre>
            {ways(&model.page.read(), line, place)}
        </section>
    })
}

/// The id of the view of a pointer's target.
pub const FOLLOW_ID: &str = "decode-followed";

fn ways(page: &DecodePage, line: &Line, place: RegionOffset) -> AnyView {
    let decode = Action::Decode(place);
    let way = |action: Action, words: &str| button("follow-way", Some(action), words);
    let name = &page.structure;
    let entry = line.entry.as_ref().map(|entry| {
        let words = format!("Decode the {name} with its {entry} there");
        view! { {way(Action::Entry(place), &words)} " " }
    });
    let model = use_context::<ViewModel>();
    // The page follows the link, too.
    let follow = move |event: MouseEvent| match model {
        Some(model) if browser::is_plain(&event) => model.act(decode),
        _ => {}
    };
    let others = other_structures(page).map(|(name, route)| {
        any_view! {
            <a class="follow-way button" href=route on:click=follow>
                {format!("Decode {name} there")}
            </a>
            " "
        }
    });
    any_view! {
        <p class="follow-ways">
            {entry}
            {way(decode, &format!("Decode {name} there"))}
            " "
            {others.collect_view()}
            {way(Action::Close, "Close")}
        </p>
    }
}
