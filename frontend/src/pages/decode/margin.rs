//! The text as it was pasted, with what became of each line in the margin.

use strata_core::decode::read::{Fate, LineFate, Reading};
use strata_core::decode::space::Place;

use super::deed::{DEED, Deed, KEY, Key};
use super::look::{TEXT_FRAME, text_id};
use super::scene::Scene;
use super::spot::Spot;
use super::text::{self, Text, fate_of};
use crate::markup::{Element, Markup, el, said};

/// So many lines are drawn at once.
pub const LINES_SHOWN: usize = 200;
/// A line is cut behind so many characters.
const LINE_SHOWN: usize = 200;

/// The text and its margin. Nothing where there is no text.
#[must_use]
pub fn margin(scene: &Scene<'_>) -> Vec<Markup> {
    let (Some(text), Some(reading)) = (scene.work.text.as_ref(), scene.work.reading()) else {
        return Vec::new();
    };
    let lit = scene.state.look.lit();
    let first = scene.state.top.min(text.len());
    let last = (first + LINES_SHOWN).min(text.len());
    let stop = match scene.state.look.text {
        number if number > first && number <= last => number,
        _ => first + 1,
    };
    let rows = (first + 1..=last).map(|number| {
        let fate = fate_of(&reading.lines, number);
        let lit = lit.is_some_and(|spot| is_lit(scene, fate, number, spot));
        let row = Row {
            number,
            fate,
            lit,
            stop: number == stop,
            regions: reading.space.regions().len(),
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
            .with(said("summary", "margin-summary", summary(text, reading)))
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
fn summary(text: &Text, reading: &Reading) -> String {
    let is_read = |line: &&LineFate| matches!(line.fate, Fate::Bytes { .. });
    let read = reading.lines.iter().filter(is_read).count();
    let skipped = reading.skipped().count();
    let rest = reading.lines.len().saturating_sub(read + skipped);
    let lines = match text.len() {
        1 => "1 line".to_owned(),
        lines => format!("{lines} lines"),
    };
    let mut said = format!("The text, line by line: {lines}, {read} read");
    if skipped > 0 {
        said.push_str(&format!(", {skipped} skipped"));
    }
    if rest > 0 {
        said.push_str(&format!(", {rest} around the bytes"));
    }
    said
}

/// The ways to the lines that are not drawn.
fn leaves(lines: usize, first: usize) -> Option<Markup> {
    let leaf = |to: Option<usize>, label: &str| {
        let button = said("button", "margin-leaf", label).attr("type", "button");
        match to {
            Some(to) => button.attr(DEED, Deed::Lines(to).to_string()),
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
pub fn spot(scene: &Scene<'_>, number: usize) -> Spot {
    let outside = Spot {
        text: Some(number),
        ..Spot::default()
    };
    let fates = scene.work.reading().map(|reading| &reading.lines[..]);
    let fate = fates.and_then(|fates| fate_of(fates, number));
    match (fate.map(|fate| &fate.fate), scene.work.drawn.as_ref()) {
        (Some(Fate::Bytes { region, at, count }), Some(drawn)) => {
            let (offset, size) = drawn.part_of(*region, *at..at + count);
            Spot {
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
pub fn line_of(scene: &Scene<'_>, spot: Spot) -> Option<usize> {
    let gave = || {
        let drawn = scene.work.drawn.as_ref()?;
        let region = drawn.region;
        let at = drawn.in_region(spot.offset)?;
        line_at(scene, Place { region, at })
    };
    spot.text.or_else(gave)
}

/// The line that gave that byte.
#[must_use]
pub fn line_at(scene: &Scene<'_>, place: Place) -> Option<usize> {
    text::line_of(&scene.work.reading()?.lines, place.region, place.at)
}

/// Whether what is looked at came from that line, or is that line.
fn is_lit(scene: &Scene<'_>, fate: Option<&LineFate>, number: usize, spot: Spot) -> bool {
    if let Some(own) = spot.text {
        return own == number;
    }
    let (Some(Fate::Bytes { region, at, count }), Some(drawn)) =
        (fate.map(|fate| &fate.fate), scene.work.drawn.as_ref())
    else {
        return false;
    };
    let (offset, size) = drawn.part_of(*region, *at..at + count);
    spot.within(offset, offset + size).is_some()
}

struct Row<'a> {
    number: usize,
    fate: Option<&'a LineFate>,
    lit: bool,
    stop: bool,
    regions: usize,
}

impl Row<'_> {
    fn draw(&self, text: &Text) -> Markup {
        let (class, sign, words) = self.words();
        let line = text.line(self.number);
        let cut = line.char_indices().nth(LINE_SHOWN);
        let shown = match cut.and_then(|(end, _)| line.get(..end)) {
            Some(head) => format!("{head}…"),
            None => line.to_owned(),
        };
        let lit = if self.lit { " is-lit" } else { "" };
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
                    .text(&words),
            )
            .with(
                el("td")
                    .attr("class", "source-text")
                    .attr("role", "gridcell")
                    .with(said("code", "source-code", shown))
                    .with_all(self.remark()),
            )
            .into()
    }

    /// A class, a sign and the words for what became of it.
    fn words(&self) -> (&'static str, &'static str, String) {
        let plain = |class, sign, words: &str| (class, sign, words.to_owned());
        match self.fate.map(|fate| &fate.fate) {
            None => plain("is-blank", "", "blank"),
            Some(Fate::Bytes { region, at, count }) => {
                let place = match self.regions {
                    1 => format!("read +0x{at:02x}"),
                    _ => format!("read {}+0x{at:02x}", region + 1),
                };
                let bytes = if *count == 1 { "byte" } else { "bytes" };
                ("is-read", "✓", format!("{place}, {count} {bytes}"))
            }
            Some(Fate::Prompt) => plain("is-around", "›", "prompt"),
            Some(Fate::Fence) => plain("is-around", "‹›", "mark of a block"),
            Some(Fate::Gap) => plain("is-around", "…", "something left out"),
            Some(Fate::End) => plain("is-around", "⊣", "where it ends"),
            Some(Fate::Heading) => plain("is-around", "≡", "heading"),
            Some(Fate::Code) => plain("is-around", "{}", "code around it"),
            Some(Fate::Skipped(_)) => plain("is-skipped", "✗", "skipped"),
        }
    }

    /// Why it was skipped, or what else stands in it.
    fn remark(&self) -> Option<Markup> {
        let fate = self.fate?;
        let remark = |class, text: String| Some(said("span", class, text).into());
        match &fate.fate {
            Fate::Skipped(skip) => remark("source-why", format!("skipped because {skip}")),
            _ => remark("source-note", format!("note: {}", fate.note.as_ref()?)),
        }
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
        .attr(DEED, Deed::Line(number).to_string())
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
