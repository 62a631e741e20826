//! The tree of values: one tab stop, arrows move and fold, and the line that is looked at lights up its bytes; and what lies where
//! a pointer leads, within the paste.

use leptos::prelude::Read;
use strata_core::decode::memory::State;
use strata_core::decode::space::Place;

use super::action::{ACTION, Action, KEY, Key};
use super::bytes::debugger_address;
use super::lines::Line;
use super::margin::{line_at, line_button};
use super::selection::{Selection, value_id};
use super::state::ViewContext;
use super::verdict::other_structures;
use super::work::Drawn;
use crate::markup::{Element, Markup, el, said};
use crate::page::DecodePage;

/// The deepest line that is drawn deeper than the one around it.
const DEPTH_SHOWN: u32 = 6;
/// Behind which class a line of that depth begins.
const DEPTHS: [&str; DEPTH_SHOWN as usize + 1] = [
    "value-name depth-0",
    "value-name depth-1",
    "value-name depth-2",
    "value-name depth-3",
    "value-name depth-4",
    "value-name depth-5",
    "value-name depth-6",
];

/// The lines that lie in no folded one, as they are when nothing is looked at. `turned`: the paths of those that are folded
/// otherwise than to begin with.
#[must_use]
pub fn plain(drawn: &Drawn, turned: &[String]) -> Vec<Markup> {
    let selection = Selection {
        turned: turned.to_vec(),
        ..Selection::default()
    };
    let shown = selection.shown(&drawn.lines).into_iter();
    shown
        .filter_map(|at| row(drawn, at, &selection, false, false))
        .collect()
}

/// The values of the structure that is shown.
#[must_use]
pub fn values(context: ViewContext) -> Vec<Markup> {
    let drawn = context.work.drawn.read();
    let Some(drawn) = drawn.as_ref() else {
        return Vec::new();
    };
    let selection = context.state.selection.read();
    let lit = selection.lit().and_then(|range| range.value);
    let plain = context.work.lines.read();
    let shown = selection.shown(&drawn.lines).into_iter().zip(plain.iter());
    let rows = shown.map(|(at, plain)| {
        let (here, lit) = (selection.value == at, lit == Some(at));
        let touched = (here || lit).then(|| row(drawn, at, &selection, here, lit));
        touched.flatten().unwrap_or_else(|| plain.clone())
    });
    let names = ["Member", "Offset", "Value", "Raw"];
    let heads = names.map(|name| said("th", "values-head", name).attr("scope", "col").into());
    vec![
        el("table")
            .attr("class", "values")
            .attr("role", "treegrid")
            .attr("aria-label", "Values")
            .with(el("thead").with(el("tr").with_all(heads)))
            .with(el("tbody").attr("data-keys", "values").with_all(rows))
            .into(),
    ]
}

/// One line. `here`: whether the keyboard stands there.
fn row(drawn: &Drawn, at: usize, selection: &Selection, here: bool, lit: bool) -> Option<Markup> {
    let line = drawn.lines.get(at)?;
    let open = (line.inside > 0).then(|| selection.is_open(line));
    let fold = el("span")
        .attr("class", "value-fold")
        .attr("aria-hidden", "true");
    let fold = match open {
        Some(open) => fold
            .attr(ACTION, Action::Turn(at).to_string())
            .text(if open { "▾" } else { "▸" }),
        None => fold,
    };
    let title = match line.declaration.as_str() {
        "" => &line.path,
        declaration => declaration,
    };
    let indent = DEPTHS.get(line.depth.min(DEPTH_SHOWN) as usize);
    let name = el("td")
        .attr("class", *indent.unwrap_or(&"value-name"))
        .attr("role", "rowheader")
        .attr("title", title.to_owned())
        .with(fold)
        .with(said("span", "value-sign", line.kind.sign()).attr("aria-hidden", "true"))
        .with(said("span", "value-label", &line.name));
    let mut words = el("td")
        .attr("class", "value-words")
        .attr("role", "gridcell");
    if line.state == State::Partial {
        words = words.with(said("span", "value-state", "partial "));
    }
    words = words
        .with(said("span", "value-main", &line.words.main))
        .text(" ")
        .with(said("span", "value-note", &line.words.note));
    if let Some(target) = line.target {
        words = words.text(" ").with(follow_button(drawn, at, target, here));
    }
    let mark = if lit { " is-lit" } else { "" };
    let row = el("tr")
        .attr("id", value_id(at))
        .attr(
            "class",
            format!(
                "value {} is-{}{mark}",
                line.kind.class(),
                line.state.as_str()
            ),
        )
        .attr("role", "row")
        .attr("aria-level", (line.depth + 1).to_string())
        .attr_if("aria-expanded", open.map(|open| open.to_string()))
        .attr_if("aria-selected", lit.then_some("true"))
        .attr("tabindex", if here { "0" } else { "-1" })
        .attr(KEY, Key::Value(at).to_string())
        .with(name)
        .with(said("td", "value-offset", format!("+{:03x}", line.offset)).attr("role", "gridcell"))
        .with(words)
        .with(said("td", "value-raw", &line.raw).attr("role", "gridcell"));
    Some(row.into())
}

/// The way to where a pointer leads. A stop of the tab key only in the line at which the keyboard stands.
fn follow_button(drawn: &Drawn, at: usize, target: Place, here: bool) -> Element {
    let place = match target.region == drawn.region {
        true => format!("→ +0x{:x}", target.at),
        false => format!("→ region {} +0x{:x}", target.region + 1, target.at),
    };
    said("button", "value-follow", place)
        .attr("type", "button")
        .attr("tabindex", if here { "0" } else { "-1" })
        .attr("title", "Follow")
        .attr(ACTION, Action::Follow(at).to_string())
}

/// A place of the paste.
#[must_use]
pub fn in_words(place: Place) -> String {
    format!("+0x{:x} of region {}", place.at, place.region + 1)
}

/// What a key does at a line of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Goes to another one.
    Go(usize),
    /// Folds it, or unfolds it.
    Turn,
    /// Goes to its bytes.
    Bytes,
}

/// What a key does at the line at which the keyboard stands; `None` for keys that do nothing.
#[must_use]
pub fn act(key: &str, lines: &[Line], selection: &Selection) -> Option<Act> {
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

/// So many bytes are shown, in rows of 16.
const BYTES_SHOWN: usize = 64;
/// So many in a row.
const ROW: usize = 16;

/// Where the pointer that is followed leads.
#[must_use]
pub fn follow(context: ViewContext) -> Vec<Markup> {
    panel(context).into_iter().collect()
}

fn panel(context: ViewContext) -> Option<Markup> {
    let (drawn, paste) = (context.work.drawn.read(), context.state.paste.read());
    let lines = &drawn.as_ref()?.lines;
    let line = lines.get(context.state.selection.read().followed?)?;
    let place = line.target?;
    let reading = paste.reading()?;
    let memory = reading.space.region(place.region)?;
    let address = memory
        .base()
        .and_then(|base| base.checked_add(place.at as u64))
        .map(|address| format!(" = {}", debugger_address(address)));
    let head = format!("{} leads to {}", line.path, in_words(place));
    let number = line_at(&paste, place);
    let text = number.map(|number| {
        let text = paste.text.as_ref().map_or("", |text| text.line(number));
        el("p")
            .with(line_button(number))
            .text(" ")
            .with(el("code").text(text.trim()))
            .into()
    });
    let end = memory.len().min(place.at + BYTES_SHOWN);
    let rows = (place.at..end).step_by(ROW).map(|at| {
        let raw = memory.raw(at, ROW.min(end - at));
        format!("+{at:03x}  {}\n", spaced(&raw))
    });
    let panel = el("section")
        .attr("class", "decode-follow")
        .attr("id", FOLLOW_ID)
        .attr("tabindex", "-1")
        .attr("aria-label", "Where the pointer leads")
        .with(el("h2").text(&head).text(&address.unwrap_or_default()))
        .with_all(text)
        .with(el("pre").with(el("code").text(&rows.collect::<String>())))
        .with(ways(&context.page.read(), line, place));
    Some(panel.into())
}

/// The id of what shows where a pointer leads.
pub const FOLLOW_ID: &str = "decode-followed";

fn ways(page: &DecodePage, line: &Line, place: Place) -> Element {
    let action = |entry: bool| Action::Decode {
        region: place.region,
        at: place.at,
        entry,
    };
    let button = |action: Action, words: String| {
        said("button", "follow-way", words)
            .attr("type", "button")
            .attr(ACTION, action.to_string())
    };
    let name = &page.structure;
    let mut ways = el("p").attr("class", "follow-ways");
    if let Some(entry) = &line.entry {
        let words = format!("Decode the {name} whose {entry} lies there");
        ways = ways.with(button(action(true), words)).text(" ");
    }
    ways = ways
        .with(button(action(false), format!("Decode {name} there")))
        .text(" ");
    for (name, route) in other_structures(page) {
        let way = said("a", "follow-way button", format!("Decode {name} there"))
            .attr("href", route)
            .attr(ACTION, action(false).to_string());
        ways = ways.with(way).text(" ");
    }
    ways.with(button(Action::Close, "Close".to_owned()))
}

/// Hexadecimal digits, two by two.
fn spaced(raw: &str) -> String {
    let mut spaced = String::with_capacity(raw.len() * 3 / 2);
    for (at, digit) in raw.chars().enumerate() {
        if at > 0 && at % 2 == 0 {
            spaced.push(' ');
        }
        spaced.push(digit);
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn bytes_stand_apart() {
        assert_eq!(spaced("4d5a??"), "4d 5a ??");
        assert_eq!(spaced(""), "");
    }
}
