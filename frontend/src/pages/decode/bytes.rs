//! The bytes of one instance: rows of 16 in two halves, each byte owned by the innermost value that holds it; drawn as a grid of
//! one tab stop, with what is lit in words below it.
//!
//! A half is drawn as runs: neighbours that belong to one value and look alike. What is marked cuts them further.

use std::fmt::Write as _;

use leptos::prelude::Read;
use strata_core::decode::Instance;
use strata_core::decode::memory::Byte;

use super::action::{KEY, Key};
use super::lines::Line;
use super::margin::{line_button, line_of};
use super::selection::{ByteRange, CURSOR_ID, GRID_ID, Selection, row_id};
use super::state::ViewContext;
use super::words::hex;
use super::work::Drawn;
use crate::markup::{Markup, el, said};
use crate::page::Kind;

/// How many bytes stand in a row.
pub const ROW: u32 = 16;
/// How many bytes stand in a half.
pub const HALF: u32 = ROW / 2;
/// The most rows that are drawn; the largest types have more.
pub const ROWS_LIMIT: u32 = 1024;

/// The bytes of one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The rows, up to the last byte that is there.
    pub rows: Vec<Row>,
    /// How many bytes of the structure lie beyond the end, in rows that are not drawn.
    pub beyond: u32,
    /// How many bytes are there but not drawn, for they pass [`ROWS_LIMIT`].
    pub folded: u32,
}

/// So many bytes as stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it begins, from the start of the instance.
    pub at: u32,
    /// The address of its first byte, where it is known.
    pub address: Option<u64>,
    /// The bytes.
    pub cells: Vec<Cell>,
}

/// One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is known of it.
    pub byte: Byte,
    /// The line of the innermost value that holds it.
    pub owner: Option<usize>,
    /// What sort of value that is.
    pub kind: Kind,
}

/// Neighbours that are drawn as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where it begins, from the start of the instance.
    pub at: u32,
    /// The bytes: `4d 5a`, `??` where one could not be read, `··` behind the end.
    pub hex: String,
    /// The same bytes as characters.
    pub text: String,
    /// What sort of value it is.
    pub kind: Kind,
    /// What is known of it.
    pub known: Known,
    /// How it is marked.
    pub mark: Mark,
}

/// What is known of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its bytes.
    Bytes,
    /// That they could not be read.
    Unreadable,
    /// That they lie behind the end.
    Beyond,
}

/// How a run is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    None,
    /// It belongs to what is looked at.
    Lit,
    /// It is the byte at which the keyboard stands.
    Cursor,
}

impl Grid {
    /// The rows of an instance whose values have those lines.
    #[must_use]
    pub fn new(instance: &Instance, lines: &[Line], size: u32) -> Self {
        let there = u32::try_from(instance.bytes.len()).unwrap_or(u32::MAX);
        let drawn = there.min(ROWS_LIMIT * ROW);
        let end = size.max(there).min(drawn.next_multiple_of(ROW));
        let owners = owners(lines, end);
        let cell = |at: u32| {
            let owner = owners.get(at as usize).copied().flatten();
            Cell {
                byte: instance.bytes.byte(at as usize),
                owner,
                kind: owner
                    .and_then(|owner| lines.get(owner))
                    .map_or(Kind::Bytes, |line| line.kind),
            }
        };
        let row = |at: u32| Row {
            at,
            address: instance
                .address()
                .and_then(|address| address.checked_add(u64::from(at))),
            cells: (at..(at + ROW).min(end)).map(cell).collect(),
        };
        Self {
            rows: (0..end).step_by(ROW as usize).map(row).collect(),
            beyond: size.saturating_sub(there.max(end)),
            folded: there.saturating_sub(drawn),
        }
    }

    /// Where the bytes that are drawn end.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.rows.last().map_or(0, |row| {
            row.at + u32::try_from(row.cells.len()).unwrap_or(ROW)
        })
    }

    /// The byte at that place.
    #[must_use]
    pub fn cell(&self, at: u32) -> Option<Cell> {
        let row = self.rows.get((at / ROW) as usize)?;
        row.cells.get((at % ROW) as usize).copied()
    }
}

impl Row {
    /// One half of the row, left (0) or right (1), as runs.
    #[must_use]
    pub fn runs(&self, half: u32, lit: Option<ByteRange>, cursor: Option<u32>) -> Vec<Run> {
        let mut runs: Vec<(Option<usize>, Run)> = Vec::new();
        let start = half * HALF;
        let cells = self.cells.iter().zip(self.at..);
        for (cell, at) in cells.skip(start as usize).take(HALF as usize) {
            let known = match cell.byte {
                Byte::Known(_) => Known::Bytes,
                Byte::Unreadable => Known::Unreadable,
                Byte::Beyond => Known::Beyond,
            };
            let mark = match lit {
                _ if cursor == Some(at) => Mark::Cursor,
                Some(range) if range.covers(at) => Mark::Lit,
                _ => Mark::None,
            };
            match runs.last_mut() {
                Some((owner, run))
                    if *owner == cell.owner && (run.known, run.mark) == (known, mark) =>
                {
                    run.push(cell.byte);
                }
                _ => {
                    let mut run = Run {
                        at,
                        hex: String::new(),
                        text: String::new(),
                        kind: cell.kind,
                        known,
                        mark,
                    };
                    run.push(cell.byte);
                    runs.push((cell.owner, run));
                }
            }
        }
        runs.into_iter().map(|(_, run)| run).collect()
    }
}

impl Run {
    fn push(&mut self, byte: Byte) {
        if !self.hex.is_empty() {
            self.hex.push(' ');
        }
        let (hex, character) = match byte {
            Byte::Known(byte) if byte == b' ' || byte.is_ascii_graphic() => {
                (byte, char::from(byte))
            }
            Byte::Known(byte) => (byte, '.'),
            Byte::Unreadable => {
                self.hex.push_str("??");
                self.text.push('?');
                return;
            }
            Byte::Beyond => {
                self.hex.push_str("··");
                self.text.push(' ');
                return;
            }
        };
        // Writing to a string cannot fail.
        let _ = write!(self.hex, "{hex:02x}");
        self.text.push(character);
    }
}

/// For each byte the innermost line that holds it; where members lie over one another, the first of them.
fn owners(lines: &[Line], end: u32) -> Vec<Option<usize>> {
    fn paint(lines: &[Line], at: usize, owners: &mut [Option<usize>]) {
        let Some(line) = lines.get(at) else { return };
        if !line.whole {
            let mut child = at + 1;
            while child <= at + line.inside {
                paint(lines, child, owners);
                child += 1 + lines.get(child).map_or(0, |line| line.inside);
            }
        }
        let range = line.range();
        let last = range
            .end
            .min(u32::try_from(owners.len()).unwrap_or(u32::MAX));
        let bytes = owners.get_mut(range.start.min(last) as usize..last as usize);
        for owner in bytes.into_iter().flatten() {
            owner.get_or_insert(at);
        }
    }
    let mut owners = vec![None; end as usize];
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        paint(lines, at, &mut owners);
        at += 1 + line.inside;
    }
    owners
}

/// How many rows a page of the keyboard has.
const PAGE_ROWS: u32 = 8;

/// The rows as they are when nothing is looked at.
#[must_use]
pub fn plain(drawn: &Drawn) -> Vec<Markup> {
    let nothing = Selection::default();
    let numbers = 0..drawn.grid.rows.len();
    numbers
        .filter_map(|number| row(drawn, number, &nothing))
        .collect()
}

/// The bytes of the structure that is shown.
#[must_use]
pub fn bytes(context: ViewContext) -> Vec<Markup> {
    let drawn = context.work.drawn.read();
    let Some(drawn) = drawn.as_ref() else {
        return Vec::new();
    };
    let selection = context.state.selection.read();
    let lit = selection.lit();
    let plain = context.work.rows.read();
    let rows = plain.iter().zip(0..).map(|(plain, number)| {
        let at = number * ROW;
        let here = selection
            .cursor
            .is_some_and(|cursor| (at..at + ROW).contains(&cursor));
        let touched = here || lit.is_some_and(|range| range.within(at, at + ROW).is_some());
        let drawn = touched
            .then(|| row(drawn, number as usize, &selection))
            .flatten();
        drawn.unwrap_or_else(|| plain.clone())
    });
    let grid = el("div")
        .attr("id", GRID_ID)
        .attr("class", "hex")
        .attr("role", "grid")
        .attr("tabindex", "0")
        .attr("data-keys", "bytes")
        .attr("aria-label", "Bytes of the structure, 16 to a row")
        .attr_if("aria-activedescendant", selection.cursor.map(|_| CURSOR_ID))
        .with_all(rows);
    let mut all = vec![ruler(), grid.into()];
    all.extend(rest(drawn).map(|rest| said("p", "hex-rest", rest).into()));
    all
}

fn ruler() -> Markup {
    let half = |start: u32| {
        let digits = (start..start + HALF).map(|digit| format!("{digit:2x}"));
        let digits = digits.collect::<Vec<_>>().join(" ");
        el("span")
            .attr("class", "hex-half")
            .with(said("span", "hex-offset", ""))
            .with(said("span", "hex-bytes", digits))
            .with(said("span", "hex-chars", ""))
    };
    el("div")
        .attr("class", "hex-row hex-ruler")
        .attr("aria-hidden", "true")
        .with(said("span", "hex-address", ""))
        .with(half(0))
        .with(half(HALF))
        .into()
}

fn row(drawn: &Drawn, number: usize, selection: &Selection) -> Option<Markup> {
    let row = drawn.grid.rows.get(number)?;
    let half = |half: u32| {
        let runs = row.runs(half, selection.lit(), selection.cursor);
        let offset = format!("+{:03x}", row.at + half * HALF);
        let mut hexes = el("span").attr("class", "hex-bytes").attr("role", "none");
        let mut chars = el("span")
            .attr("class", "hex-chars")
            .attr("aria-hidden", "true");
        for run in &runs {
            let key = Key::Byte(run.at).to_string();
            let id = (run.mark == Mark::Cursor).then_some(CURSOR_ID);
            hexes = hexes
                .with(
                    el("span")
                        .attr("class", class(run, "hex-run"))
                        .attr("role", "gridcell")
                        .attr(KEY, key.clone())
                        .attr_if("id", id)
                        .text(&run.hex),
                )
                .text(" ");
            chars = chars.with(
                el("span")
                    .attr("class", class(run, "hex-char"))
                    .attr(KEY, key)
                    .text(&run.text),
            );
        }
        el("span")
            .attr("class", "hex-half")
            .attr("role", "none")
            .with(said("span", "hex-offset", offset).attr("role", "rowheader"))
            .with(hexes)
            .with(chars)
    };
    let address = row.address.map(debugger_address).unwrap_or_default();
    let row = el("div")
        .attr("id", row_id(row.at))
        .attr("class", "hex-row")
        .attr("role", "row")
        .with(said("span", "hex-address", address).attr("role", "none"))
        .with(half(0))
        .with(half(1));
    Some(row.into())
}

fn class(run: &Run, base: &str) -> String {
    let known = match run.known {
        Known::Bytes => "",
        Known::Unreadable => " is-unreadable",
        Known::Beyond => " is-beyond",
    };
    let mark = match run.mark {
        Mark::None => "",
        Mark::Lit => " is-lit",
        Mark::Cursor => " is-lit is-cursor",
    };
    format!("{base} {}{known}{mark}", run.kind.class())
}

/// An address as debuggers write it.
#[must_use]
pub fn debugger_address(address: u64) -> String {
    match (address >> 32, address & 0xffff_ffff) {
        (0, low) => format!("{low:08x}"),
        (high, low) => format!("{high:08x}`{low:08x}"),
    }
}

/// What is not drawn.
fn rest(drawn: &Drawn) -> Option<String> {
    match (drawn.grid.beyond, drawn.grid.folded) {
        (0, 0) => None,
        (0, folded) => Some(format!(
            "{} more bytes are there, but not drawn.",
            hex(folded.into())
        )),
        (beyond, _) => Some(format!(
            "{} more bytes of the structure lie behind the end of what was given.",
            hex(beyond.into())
        )),
    }
}

/// Where a key leads from a byte; `None` for keys that lead nowhere.
#[must_use]
pub fn moved(key: &str, here: u32, end: u32) -> Option<u32> {
    let last = end.checked_sub(1)?;
    let row = here / ROW * ROW;
    let to = match key {
        "ArrowLeft" => here.saturating_sub(1),
        "ArrowRight" => here + 1,
        "ArrowUp" => here.checked_sub(ROW).unwrap_or(here),
        "ArrowDown" if here + ROW <= last => here + ROW,
        "ArrowDown" => here,
        "Home" => row,
        "End" => row + ROW - 1,
        "PageUp" => here.saturating_sub(PAGE_ROWS * ROW),
        "PageDown" => here + PAGE_ROWS * ROW,
        _ => return None,
    };
    Some(to.min(last))
}

/// What is lit, in words.
#[must_use]
pub fn here(context: ViewContext) -> Vec<Markup> {
    let drawn = context.work.drawn.read();
    let (Some(drawn), Some(lit)) = (drawn.as_ref(), context.state.selection.read().lit()) else {
        return Vec::new();
    };
    if lit.size == 0 {
        let outside = lit
            .text
            .map(|number| format!("Line {number} gives no byte of the structure that is shown."));
        return outside
            .map(|outside| said("span", "here-outside", outside).into())
            .into_iter()
            .collect();
    }
    let address = drawn
        .address
        .and_then(|address| address.checked_add(u64::from(lit.offset)))
        .map(|address| format!(" = {}", hex(address)))
        .unwrap_or_default();
    let place = format!(
        "+{:03x}{address}, {} bytes ",
        lit.offset,
        hex(lit.size.into())
    );
    let mut all: Vec<Markup> = vec![said("span", "here-place", place).into()];
    if let Some(line) = lit.value.and_then(|value| drawn.lines.get(value)) {
        let declaration = match line.declaration.as_str() {
            "" => &line.path,
            declaration => declaration,
        };
        let words = format!(" {} {} ", line.words.main, line.words.note);
        all.push(said("code", "here-path", declaration).into());
        all.push(said("span", "here-words", words).into());
        all.push(said("span", "here-kind", line.kind.label()).into());
    }
    let number = line_of(&context.state.paste.read(), Some(drawn), lit);
    if let Some(number) = number {
        let from = el("span").attr("class", "here-line").text(" from ");
        all.push(from.with(line_button(number)).into());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_within_the_bytes() {
        assert_eq!(moved("ArrowRight", 0x17, 0x18), Some(0x17));
        assert_eq!(moved("ArrowDown", 0x09, 0x18), Some(0x09));
        assert_eq!(moved("ArrowDown", 0x07, 0x18), Some(0x17));
        assert_eq!(moved("ArrowUp", 0x17, 0x18), Some(0x07));
        assert_eq!(moved("ArrowUp", 0x07, 0x18), Some(0x07));
        assert_eq!(moved("End", 0x12, 0x18), Some(0x17));
        assert_eq!(moved("PageDown", 0, 0x1000), Some(0x80));
        assert_eq!(moved("x", 0, 0x18), None);
        assert_eq!(moved("Home", 0, 0), None);
    }
}
