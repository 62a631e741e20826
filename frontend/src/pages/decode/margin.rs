//! The text as it was pasted, with what became of each line in the margin.

use leptos::prelude::Read;
use strata_core::decode::read::{Fate, LineFate};
use strata_core::decode::space::Place;

use super::action::{ACTION, Action, KEY, Key};
use super::byte_range::ByteRange;
use super::context::ViewContext;
use super::drawn::Drawn;
use super::fate::{StepChanges, told};
use super::selection::{TEXT_FRAME, text_id};
use super::state::Paste;
use super::text::{self, Text, fate_of};
use super::words::counted;
use crate::markup::{Element, Markup, el, said};

/// So many lines are drawn at once.
pub const LINES_SHOWN: usize = 200;
/// A line is cut behind so many characters.
const LINE_SHOWN: usize = 200;

/// The text and its margin. Nothing where there is no text.
#[must_use]
pub fn margin(context: ViewContext) -> Vec<Markup> {
    let paste = context.state.paste.read();
    let (Some(text), Some(Ok(_))) = (paste.text.as_ref(), paste.read.as_ref()) else {
        return Vec::new();
    };
    let (decoding, drawn) = (context.work.decoding.read(), context.work.drawn.read());
    let selection = context.state.selection.read();
    let lit = selection.lit();
    let first = selection.top.min(text.len());
    let last = (first + LINES_SHOWN).min(text.len());
    let stop = match selection.text {
        number if number > first && number <= last => number,
        _ => first + 1,
    };
    let rows = (first + 1..=last).map(|number| {
        let row = Row {
            number,
            told: told(&paste, &decoding, number),
            lit: lit.is_some_and(|range| is_lit(&paste, drawn.as_ref(), number, range)),
            stop: number == stop,
        };
        row.draw(text)
    });
    let table = el("table")
        .attr("class", "source")
        .attr("role", "grid")
        .attr(
            "aria-label",
            "What was pasted, and what became of each line",
        )
        .with(head())
        .with(el("tbody").attr("data-keys", "text").with_all(rows));
    vec![
        el("details")
            .attr("class", "decode-margin")
            .attr("open", "")
            .with(said("summary", "margin-summary", summary(&paste, text)))
            .with(
                el("div")
                    .attr("class", "source-scroll")
                    .attr("id", TEXT_FRAME)
                    .with(table),
            )
            .with_all(leaves(text.len(), first))
            .into(),
    ]
}

fn head() -> Markup {
    let names = ["Line", "What became of it", "Text"];
    let cells = names.map(|name| said("th", "source-head", name).attr("scope", "col").into());
    el("thead").with(el("tr").with_all(cells)).into()
}

/// `30 lines: 26 read, 2 skipped, 2 that hold no bytes`
fn summary(paste: &Paste, text: &Text) -> String {
    let lines = counted(text.len(), "line", "lines");
    let Some(reading) = paste.reading() else {
        return format!("The text, line by line: {lines}, read as a layout");
    };
    let is_read = |line: &&LineFate| matches!(line.fate, Fate::Bytes { .. });
    let read = reading.lines.iter().filter(is_read).count();
    let skipped = reading.skipped().count();
    let rest = reading.lines.len().saturating_sub(read + skipped);
    let mut said = format!("The text, line by line: {lines}, {read} read");
    if skipped > 0 {
        said.push_str(&format!(", {skipped} skipped"));
    }
    if rest > 0 {
        said.push_str(&format!(", {rest} ignored"));
    }
    said
}

/// The ways to the lines that are not drawn.
fn leaves(lines: usize, first: usize) -> Option<Markup> {
    let leaf = |to: Option<usize>, label: &str| {
        let button = said("button", "margin-leaf", label).attr("type", "button");
        match to {
            Some(to) => button.attr(ACTION, Action::Lines(to).to_string()),
            None => button.attr("disabled", ""),
        }
    };
    let last = (first + LINES_SHOWN).min(lines);
    let place = format!(" lines {} to {last} of {lines} ", first + 1);
    (lines > LINES_SHOWN).then(|| {
        el("p")
            .attr("class", "margin-leaves")
            .with(leaf(
                first.checked_sub(LINES_SHOWN).or((first > 0).then_some(0)),
                "Earlier",
            ))
            .text(&place)
            .with(leaf((last < lines).then_some(last), "Later"))
            .into()
    })
}

/// What the line of that number gave, as a place in the structure that is shown.
#[must_use]
pub fn range(paste: &Paste, drawn: Option<&Drawn>, number: usize) -> ByteRange {
    let outside = ByteRange {
        text: Some(number),
        ..ByteRange::default()
    };
    let fates = paste.reading().map(|reading| &reading.lines[..]);
    let fate = fates.and_then(|fates| fate_of(fates, number));
    match (fate.map(|fate| &fate.fate), drawn) {
        (Some(Fate::Bytes { region, at, count }), Some(drawn)) => {
            let (offset, size) = drawn.part_of(*region, *at..at + count);
            ByteRange {
                offset,
                size,
                ..outside
            }
        }
        _ => outside,
    }
}

/// The line that gave the first byte of a place, or that is the place.
#[must_use]
pub fn line_of(paste: &Paste, drawn: Option<&Drawn>, range: ByteRange) -> Option<usize> {
    let gave = || {
        let drawn = drawn?;
        let region = drawn.region;
        let at = drawn.in_region(range.offset)?;
        line_at(paste, Place { region, at })
    };
    range.text.or_else(gave)
}

/// The line that gave that byte.
#[must_use]
pub fn line_at(paste: &Paste, place: Place) -> Option<usize> {
    text::line_of(&paste.reading()?.lines, place.region, place.at)
}

/// Whether what is looked at came from that line, or is that line.
fn is_lit(paste: &Paste, drawn: Option<&Drawn>, number: usize, range: ByteRange) -> bool {
    if let Some(own) = range.text {
        return own == number;
    }
    let line = self::range(paste, drawn, number);
    range.within(line.offset, line.offset + line.size).is_some()
}

struct Row {
    number: usize,
    told: StepChanges,
    lit: bool,
    stop: bool,
}

impl Row {
    fn draw(&self, text: &Text) -> Markup {
        let line = text.line(self.number);
        let cut = line.char_indices().nth(LINE_SHOWN);
        let shown = match cut.and_then(|(end, _)| line.get(..end)) {
            Some(head) => format!("{head}…"),
            None => line.to_owned(),
        };
        let lit = if self.lit { " is-lit" } else { "" };
        let StepChanges {
            class,
            sign,
            words,
            remark,
        } = &self.told;
        let remark = remark
            .iter()
            .map(|(class, remark)| said("span", class, remark).into());
        el("tr")
            .attr("id", text_id(self.number))
            .attr("class", format!("source-line {class}{lit}"))
            .attr("role", "row")
            .attr(KEY, Key::Line(self.number).to_string())
            .attr("tabindex", if self.stop { "0" } else { "-1" })
            .attr_if("aria-selected", self.lit.then_some("true"))
            .with(said("td", "source-number", self.number.to_string()).attr("role", "rowheader"))
            .with(
                el("td")
                    .attr("class", "source-fate")
                    .attr("role", "gridcell")
                    .with(said("span", "source-sign", sign).attr("aria-hidden", "true"))
                    .text(words),
            )
            .with(
                el("td")
                    .attr("class", "source-text")
                    .attr("role", "gridcell")
                    .with(said("code", "source-code", shown))
                    .with_all(remark),
            )
            .into()
    }
}

/// Where a key leads from a line, of so many that are drawn from `first` on; `None` for keys that lead nowhere.
#[must_use]
pub fn moved(key: &str, here: usize, first: usize, lines: usize) -> Option<usize> {
    let last = (first + LINES_SHOWN).min(lines);
    let to = match key {
        "ArrowDown" => here + 1,
        "ArrowUp" => here.saturating_sub(1),
        "Home" => first + 1,
        "End" => last,
        "PageDown" => here + 10,
        "PageUp" => here.saturating_sub(10),
        _ => return None,
    };
    (last > first).then(|| to.clamp(first + 1, last))
}

/// A line of the text as something to press.
#[must_use]
pub fn line_button(number: usize) -> Element {
    said("button", "to-line", format!("line {number}"))
        .attr("type", "button")
        .attr(ACTION, Action::Line(number).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stay_among_the_lines_that_are_drawn() {
        assert_eq!(moved("ArrowDown", 30, 0, 30), Some(30));
        assert_eq!(moved("ArrowUp", 1, 0, 30), Some(1));
        assert_eq!(moved("End", 1, 0, 1000), Some(LINES_SHOWN));
        assert_eq!(moved("Home", 300, LINES_SHOWN, 1000), Some(LINES_SHOWN + 1));
        assert_eq!(moved("x", 1, 0, 30), None);
        assert_eq!(moved("Home", 1, 0, 0), None);
    }
}
