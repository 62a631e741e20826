//! The outcome of each line of the text: as the gutter of the field, line beside line, where the field holds the text;
//! as a list with the text for a file. Lines are numbered as the reader numbers them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::pages::prelude::*;
use strata_core::decode::listing::{Listing, ListingMember};
use strata_core::decode::read::{LineOutcome, Outcome, ParsedInput, Reading, split_lines};
use strata_core::decode::space::RegionOffset;
use strata_core::stated::Comparison;

use super::action::{self, Action, Key, button};
use super::derived::{Decoding, Drawn};
use super::state::{ByteRange, Paste, Source, ViewModel, text_id};
use super::summary::line_list;
use super::{pane, pane_while};
use crate::components::keyed::keyed;

/// A text and the ranges of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    text: Arc<str>,
    lines: Vec<Range<u32>>,
}

impl Text {
    pub fn new(text: Arc<str>) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let range = |line: &str| {
            let start = line.as_ptr().addr() - text.as_ptr().addr();
            place(start)..place(start + line.len())
        };
        let lines = split_lines(&text).map(range).collect();
        Self { text, lines }
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The length of the longest line, in bytes.
    pub fn width(&self) -> usize {
        let widths = self.lines.iter().map(|line| line.end - line.start);
        widths.max().unwrap_or_default() as usize
    }

    /// The line with that number, from 1.
    pub fn line(&self, number: usize) -> &str {
        let line = number.checked_sub(1).and_then(|at| self.lines.get(at));
        let range = line.map(|line| line.start as usize..line.end as usize);
        range
            .and_then(|range| self.text.get(range))
            .unwrap_or_default()
    }
}

/// The outcome of the line with that number; `None` where it is blank.
pub fn outcome_of(outcomes: &[LineOutcome], number: usize) -> Option<&LineOutcome> {
    let at = outcomes
        .binary_search_by(|outcome| outcome.line.cmp(&number))
        .ok()?;
    outcomes.get(at)
}

/// The first line from which that byte of that region was read.
pub fn line_that_gave(outcomes: &[LineOutcome], region: usize, byte: usize) -> Option<usize> {
    let gave = |line: &&LineOutcome| match line.outcome {
        Outcome::Bytes {
            region: own,
            at,
            count,
        } => own == region && byte >= at && byte - at < count,
        _ => false,
    };
    outcomes.iter().find(gave).map(|line| line.line)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineStatus {
    pub class: &'static str,
    pub sign: &'static str,
    /// The text in three parts; the gutter has room for the middle one only.
    pub words: [String; 3],
    /// The reason or a remark: a class, and the words.
    pub remark: Option<(&'static str, String)>,
}

impl LineStatus {
    fn new(class: &'static str, sign: &'static str, words: [&str; 3]) -> Self {
        Self {
            class,
            sign,
            words: words.map(str::to_owned),
            remark: None,
        }
    }

    fn with_remark(self, remark: String) -> Self {
        let remark = Some(("source-why", remark));
        Self { remark, ..self }
    }
}

pub fn line_status(paste: &Paste, decoding: &Decoding, number: usize) -> LineStatus {
    let read = paste.read.as_ref().and_then(|read| read.as_deref().ok());
    let compared = decoding.compared.as_ref().map(|(compared, _)| compared);
    match (read, compared) {
        (Some(ParsedInput::Bytes(reading)), _) => of_bytes(reading, number),
        (Some(ParsedInput::Listing(listing)), Some(compared)) => {
            of_listing(listing, compared, number)
        }
        _ => LineStatus::new("is-blank", "", [""; 3]),
    }
}

const SKIPPED: [&str; 3] = ["", "skipped", ""];

fn of_bytes(reading: &Reading, number: usize) -> LineStatus {
    let Some(LineOutcome { outcome, note, .. }) = outcome_of(&reading.lines, number) else {
        return LineStatus::new("is-blank", "", ["blank", "", ""]);
    };
    let around = |sign, words| LineStatus::new("is-around", sign, [words, "", ""]);
    let told = match outcome {
        Outcome::Bytes { region, at, count } => {
            let place = match reading.space.regions().len() {
                1 => format!("+0x{at:02x}"),
                _ => format!("{}+0x{at:02x}", region + 1),
            };
            let bytes = format!(", {}", counted(*count, "byte"));
            LineStatus::new("is-read", "✓", ["read ", &place, &bytes])
        }
        Outcome::Prompt => around("›", "prompt"),
        Outcome::Fence => around("‹›", "start or end of a block"),
        Outcome::Gap => around("…", "lines left out"),
        Outcome::End => around("⊣", "end"),
        Outcome::Heading => around("≡", "heading"),
        Outcome::Code => around("{}", "code around it"),
        Outcome::Skipped(skip) => {
            let skipped = LineStatus::new("is-skipped", "✗", SKIPPED);
            return skipped.with_remark(format!("skipped because {skip}"));
        }
    };
    let noticed = reading.notes.iter().find(|note| note.line == number);
    let noticed = noticed.map(|noticed| ("source-why", noticed.text.clone()));
    let note = note
        .as_ref()
        .map(|note| ("source-note", format!("note: {note}")));
    LineStatus {
        remark: noticed.or(note),
        ..told
    }
}

fn of_listing(listing: &Listing, compared: &Comparison, number: usize) -> LineStatus {
    let mut entries = compared.entries.iter();
    let entry = entries.find(|entry| entry.line == Some(number));
    if let Some(entry) = entry.filter(|entry| !entry.agrees(compared.partial)) {
        let why = joined(&entry.differences, "; ");
        return LineStatus::new("is-skipped", "✗", ["", "differs", ""]).with_remark(why);
    }
    if let Some(skipped) = listing.skipped.iter().find(|line| line.line == number) {
        let why = format!("skipped because {}", skipped.reason);
        return LineStatus::new("is-skipped", "✗", SKIPPED).with_remark(why);
    }
    match entry.is_some() || is_listed(&listing.members, number) {
        true => LineStatus::new("is-read", "✓", ["", "agrees", ""]),
        false => LineStatus::new("is-around", "", [""; 3]),
    }
}

/// Whether a member is in that line. Listings are at most `LISTING_DEPTH_LIMIT` deep.
fn is_listed(members: &[ListingMember], number: usize) -> bool {
    let here = |member: &ListingMember| member.line == number || is_listed(&member.members, number);
    members.iter().any(here)
}

/// How many lines are drawn at once.
pub const LINES_SHOWN: usize = 200;
/// The first drawn line of the gutter is a multiple of this.
const LINES_STEP: usize = LINES_SHOWN / 4;
/// A longer text has no gutter: browsers lay out all lines of a field again when its size changes, which takes seconds.
const GUTTER_LIMIT: usize = 10_000;
/// The least number of rows of the field.
const ROWS: usize = 9;
/// The greatest width of the field, in characters; longer lines scroll.
const COLUMNS: usize = 400;
/// The most lines that are listed with remarks; the count of the others is shown.
const REMARKS_SHOWN: usize = 1000;
/// Longer lines are cut after this many characters.
const LINE_SHOWN: usize = 200;

/// Whether there is a text whose lines are drawn.
pub fn is_text(model: ViewModel) -> bool {
    let paste = model.paste.read();
    model.awake.get() && paste.text.is_some() && matches!(paste.read, Some(Ok(_)))
}

/// Whether the lines are the gutter of the field, which holds the text.
pub fn is_gutter(model: ViewModel) -> bool {
    let is_typed = matches!(model.put.read().source, Source::Text { .. });
    let paste = model.paste.read();
    let is_read = matches!(paste.read, Some(Ok(_)));
    let text = paste.text.as_ref().filter(|_| is_typed && is_read);
    text.is_some_and(|text| text.len() <= GUTTER_LIMIT)
}

/// Rows and columns of the field: with a gutter, as many as the text has, because both scroll as one.
pub fn extent(model: ViewModel) -> (usize, usize) {
    let paste = model.paste.read();
    let text = paste.text.as_ref().filter(|_| is_gutter(model));
    let (rows, columns) = text.map_or((0, 0), |text| (text.len() + 1, text.width()));
    (rows.max(ROWS), columns.clamp(1, COLUMNS))
}

/// The first line to draw, from 0, where the box is scrolled to that fraction of its height.
pub fn top(lines: usize, part: f64) -> usize {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most GUTTER_LIMIT"
    )]
    let seen = (lines as f64 * part.clamp(0.0, 1.0)) as usize;
    seen.saturating_sub(LINES_STEP) / LINES_STEP * LINES_STEP
}

pub fn view(model: ViewModel) -> Option<AnyView> {
    Some(any_view! {
        <table class="source" role="grid" aria-label="Result of each line">
            {heads(["Line", "Result", "Text"])}
            <tbody data-keys="text">{keyed(move || rows(model), Row::draw)}</tbody>
        </table>
    })
}

fn rows(model: ViewModel) -> Vec<(String, Row)> {
    let paste = model.paste.read();
    let Some(text) = &paste.text else {
        return Vec::new();
    };
    let (decoding, drawn) = (model.decoding.read(), model.drawn.read());
    let selection = model.selection.read();
    let gutter = is_gutter(model);
    let lit = selection.highlighted();
    let first = selection.top.min(text.len());
    let last = (first + LINES_SHOWN).min(text.len());
    let stop = match selection.text {
        number if number > first && number <= last => number,
        _ => first + 1,
    };
    let row = |number: usize| {
        let row = Row {
            number,
            text: (!gutter).then(|| cut(text.line(number))),
            status: line_status(&paste, &decoding, number),
            lit: lit.is_some_and(|range| is_lit(&paste, drawn.as_ref(), number, range)),
            stop: number == stop,
        };
        (text_id(number), row)
    };
    (first + 1..=last).map(row).collect()
}

fn cut(line: &str) -> String {
    let end = line.char_indices().nth(LINE_SHOWN);
    match end.and_then(|(end, _)| line.get(..end)) {
        Some(head) => format!("{head}…"),
        None => line.to_owned(),
    }
}

/// `30 lines, 26 read, 2 skipped, 2 ignored`
fn summary(model: ViewModel) -> Option<AnyView> {
    let paste = model.paste.read();
    let lines = counted(paste.text.as_ref()?.len(), "line");
    let Some(reading) = paste.reading() else {
        return Some(format!("{lines}, read as a layout").into_any());
    };
    let is_read = |line: &&LineOutcome| matches!(line.outcome, Outcome::Bytes { .. });
    let read = reading.lines.iter().filter(is_read).count();
    let skipped = reading.skipped().count();
    let rest = reading.lines.len().saturating_sub(read + skipped);
    let mut said = format!("{lines}, {read} read");
    if skipped > 0 {
        said.push_str(&format!(", {skipped} skipped"));
    }
    if rest > 0 {
        said.push_str(&format!(", {rest} ignored"));
    }
    Some(said.into_any())
}

/// The area below the lines: the summary, and buttons to lines that are not drawn.
pub fn below(model: ViewModel) -> Option<AnyView> {
    Some(any_view! {
        <p class="margin-summary quiet">{pane(model, summary)}</p>
        {pane_while(model, |model| !is_gutter(model), leaves)}
    })
}

/// The lines that were skipped, and those that have a remark.
pub fn remarks(model: ViewModel) -> Option<AnyView> {
    let paste = model.paste.read();
    let (text, reading) = (paste.text.as_ref()?, paste.reading()?);
    let told: BTreeSet<usize> = reading.notes.iter().map(|note| note.line).collect();
    let has_note = |line: &LineOutcome| line.note.is_some() || told.contains(&line.line);
    let is_skipped = |line: &&LineOutcome| matches!(line.outcome, Outcome::Skipped(_));
    let is_noted = |line: &&LineOutcome| !is_skipped(line) && has_note(line);
    let remark = |line: &LineOutcome| {
        let why = match &line.outcome {
            Outcome::Skipped(skip) => skip.to_string(),
            _ => of_bytes(reading, line.line)
                .remark
                .map_or_else(String::new, |(_, why)| why),
        };
        (line.line, cut(text.line(line.line)), why)
    };
    let lines = reading.lines.iter();
    let lines = lines
        .clone()
        .filter(is_skipped)
        .chain(lines.filter(is_noted));
    let listed: Vec<_> = lines.clone().take(REMARKS_SHOWN).map(remark).collect();
    line_list(reading.skipped().count(), lines.count(), listed)
}

fn leaves(model: ViewModel) -> Option<AnyView> {
    let lines = model.paste.read().text.as_ref()?.len();
    let first = model.selection.read().top.min(lines);
    let classes = ["margin-leaves", "margin-leaf"];
    action::leaves(classes, first, LINES_SHOWN, lines, Action::Lines)
}

/// The bytes that the line with that number gave, as a range of the shown structure.
pub fn range(paste: &Paste, drawn: Option<&Drawn>, number: usize) -> ByteRange {
    let outside = ByteRange {
        text: Some(number),
        ..ByteRange::default()
    };
    let outcomes = paste.reading().map(|reading| &reading.lines[..]);
    let outcome = outcomes.and_then(|outcomes| outcome_of(outcomes, number));
    match (outcome.map(|line| &line.outcome), drawn) {
        (Some(Outcome::Bytes { region, at, count }), Some(drawn)) => {
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

/// The line that gave the first byte of a range, or that is the range.
pub fn line_of(paste: &Paste, drawn: Option<&Drawn>, range: ByteRange) -> Option<usize> {
    let gave = || {
        let drawn = drawn?;
        let region = drawn.region;
        let at = drawn.in_region(range.offset)?;
        line_at(paste, RegionOffset { region, at })
    };
    range.text.or_else(gave)
}

pub fn line_at(paste: &Paste, place: RegionOffset) -> Option<usize> {
    line_that_gave(&paste.reading()?.lines, place.region, place.at)
}

/// Whether the selection came from that line, or is that line.
fn is_lit(paste: &Paste, drawn: Option<&Drawn>, number: usize, range: ByteRange) -> bool {
    if let Some(own) = range.text {
        return own == number;
    }
    let line = self::range(paste, drawn, number);
    range.within(line.offset, line.offset + line.size).is_some()
}

#[derive(PartialEq)]
struct Row {
    number: usize,
    /// The line's text; `None` where the field shows it.
    text: Option<String>,
    status: LineStatus,
    lit: bool,
    stop: bool,
}

impl Row {
    fn draw(&self) -> AnyView {
        let lit = if self.lit { " is-lit" } else { "" };
        let (class, remark) = (self.status.class, &self.status.remark);
        let noted = match remark {
            Some(_) if class == "is-read" => " is-noted",
            _ => "",
        };
        let title = self.text.is_none().then(|| {
            let why = remark.as_ref().map_or("", |(_, why)| why);
            let why = why.replace('`', "");
            let said = self.status.words.concat();
            if why.is_empty() {
                said
            } else {
                format!("{said}; {why}")
            }
        });
        let remark = remark
            .as_ref()
            .map(|(class, remark)| any_view! { <span class=*class><Inline text=remark.clone() /></span> });
        let [before, shown, behind] = self.status.words.clone();
        let more = |words| any_view! { <span class="source-more">{words}</span> };
        let (within, beside) = match &self.text {
            Some(text) => {
                let text = any_view! {
                    <td class="source-text" role="gridcell">
                        <code class="source-code">{text.clone()}</code>
                        {remark}
                    </td>
                };
                (None, Some(text))
            }
            None => (remark, None),
        };
        any_view! {
            <tr
                id=text_id(self.number)
                class=format!("source-line {class}{noted}{lit}")
                role="row"
                data-key=Key::Line(self.number).to_string()
                tabindex=if self.stop { "0" } else { "-1" }
                aria-selected=self.lit.then_some("true")
            >
                <td class="source-number" role="rowheader">{self.number.to_string()}</td>
                <td class="source-fate" role="gridcell" title=title>
                    <span class="source-sign" aria-hidden="true">{self.status.sign}</span>
                    {more(before)}
                    {shown}
                    {more(behind)}
                    {within}
                </td>
                {beside}
            </tr>
        }
    }
}

/// The line that a key leads to, of those drawn from `first` on; `None` for keys that do not move.
pub fn key_target(key: &str, here: usize, first: usize, lines: usize) -> Option<usize> {
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

/// A button that selects a line of the text.
pub fn line_button(number: usize) -> AnyView {
    button(
        "to-line",
        Some(Action::Line(number)),
        &format!("line {number}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_core::decode::read::read;

    #[test]
    fn lines_have_the_numbers_that_they_are_read_under() {
        let text = "\u{feff}00 11\r\n\r\n# a note\n22 33\r\r44 55\n\n";
        let lines = Text::new(text.into());
        let reading = read(text).unwrap();
        let told: Vec<_> = reading
            .lines
            .iter()
            .map(|outcome| (outcome.line, lines.line(outcome.line)))
            .collect();
        assert_eq!(
            told,
            [
                (1, "\u{feff}00 11"),
                (3, "# a note"),
                (4, "22 33"),
                (6, "44 55")
            ]
        );
        assert_eq!((lines.len(), lines.line(0), lines.line(9)), (7, "", ""));
        assert_eq!(lines.width(), "# a note".len());
    }

    #[test]
    fn bytes_lead_back_to_their_line() {
        let reading = read("00 11 22\nnothing\n33 44").unwrap();
        for (byte, line) in [(0, Some(1)), (2, Some(1)), (3, Some(3)), (5, None)] {
            assert_eq!(line_that_gave(&reading.lines, 0, byte), line, "{byte}");
        }
        assert_eq!(line_that_gave(&reading.lines, 1, 0), None);
        assert!(outcome_of(&reading.lines, 2).is_some() && outcome_of(&reading.lines, 4).is_none());
    }

    #[test]
    fn the_gutter_begins_a_step_above_what_is_seen() {
        for (lines, part, first) in [
            (500, 0.0, 0),
            (500, 0.19, 0),
            (500, 0.5, 200),
            (500, 2.0, 450),
        ] {
            assert_eq!(top(lines, part), first, "{part}");
        }
    }

    #[test]
    fn keys_stay_among_the_lines_that_are_drawn() {
        assert_eq!(key_target("ArrowDown", 30, 0, 30), Some(30));
        assert_eq!(key_target("ArrowUp", 1, 0, 30), Some(1));
        assert_eq!(key_target("End", 1, 0, 1000), Some(LINES_SHOWN));
        assert_eq!(
            key_target("Home", 300, LINES_SHOWN, 1000),
            Some(LINES_SHOWN + 1)
        );
        assert_eq!(key_target("x", 1, 0, 30), None);
        assert_eq!(key_target("Home", 1, 0, 0), None);
    }
}
