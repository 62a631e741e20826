//! Where a pointer leads, when that is in the paste: the bytes there, the line that gave them, and the ways to decode
//! there.

use leptos::prelude::Read;
use strata_core::decode::space::Place;

use super::action::{ACTION, Action};
use super::context::ViewContext;
use super::hex::debugger_address;
use super::lines::Line;
use super::margin::{line_at, line_button};
use super::values::in_words;
use super::verdict::other_structures;
use crate::markup::{Element, Markup, el, said};
use crate::page::DecodePage;

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
