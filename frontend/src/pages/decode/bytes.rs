//! The hex grid of one instance: rows of 16 bytes in two halves, each byte owned by the innermost value that holds it;
//! one tab stop, with the selection in words below it.
//!
//! A half is drawn as runs: adjacent bytes of one value that look alike. Marks divide them further.

use std::fmt::Write as _;
use std::mem::discriminant;
use std::sync::Arc;

use crate::pages::prelude::*;
use strata_core::decode::Instance;
use strata_core::decode::memory::Byte;

use super::action::Key;
use super::annotated_text::{line_button, line_of};
use super::lines::Line;
use super::pane;
use super::state::{ByteRange, CURSOR_ID, GRID_ID, ViewModel, row_id};
use super::words::hex;
use crate::components::keyed::keyed;
use crate::page::Kind;

pub const ROW: u32 = 16;
pub const HALF: u32 = ROW / 2;
/// The most rows that are drawn; the largest types have more.
pub const ROWS_LIMIT: u32 = 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The rows, up to the last available byte.
    pub rows: Vec<Arc<Row>>,
    /// How many bytes of the structure lie beyond the end of the input, in rows that are not drawn.
    pub beyond: u32,
    /// How many available bytes are not drawn because of [`ROWS_LIMIT`].
    pub folded: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its offset from the start of the instance.
    pub at: u32,
    pub address: Option<u64>,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub byte: Byte,
    /// The line of the innermost value that holds the byte.
    pub owner: Option<usize>,
    pub kind: Kind,
}

/// Adjacent bytes that are drawn as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its offset from the start of the instance.
    pub at: u32,
    /// The bytes: `4d 5a`, `??` for an unreadable one, `··` beyond the end.
    pub hex: String,
    /// The same bytes as characters.
    pub text: String,
    pub kind: Kind,
    /// Its first byte; all others are known, unreadable or beyond the end as well.
    pub first: Byte,
    pub mark: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    /// It belongs to the selection.
    Lit,
    /// It is at the keyboard cursor.
    Cursor,
}

impl Grid {
    /// The rows of an instance whose values have these lines.
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
        let rows = (0..end).step_by(ROW as usize);
        Self {
            rows: rows.map(row).map(Arc::new).collect(),
            beyond: size.saturating_sub(there.max(end)),
            folded: there.saturating_sub(drawn),
        }
    }

    /// The end of the drawn bytes.
    pub fn end(&self) -> u32 {
        self.rows.last().map_or(0, |row| {
            row.at + u32::try_from(row.cells.len()).unwrap_or(ROW)
        })
    }

    pub fn cell(&self, at: u32) -> Option<Cell> {
        let row = self.rows.get((at / ROW) as usize)?;
        row.cells.get((at % ROW) as usize).copied()
    }
}

impl Row {
    /// One half of the row, left (0) or right (1), as runs.
    pub fn runs(&self, half: u32, lit: Option<ByteRange>, cursor: Option<u32>) -> Vec<Run> {
        let mut runs: Vec<(Option<usize>, Run)> = Vec::new();
        let start = half * HALF;
        let cells = self.cells.iter().zip(self.at..);
        for (cell, at) in cells.skip(start as usize).take(HALF as usize) {
            let mark = match lit {
                _ if cursor == Some(at) => Mark::Cursor,
                Some(range) if range.covers(at) => Mark::Lit,
                _ => Mark::None,
            };
            match runs.last_mut() {
                Some((owner, run))
                    if (*owner, run.mark) == (cell.owner, mark)
                        && discriminant(&run.first) == discriminant(&cell.byte) =>
                {
                    run.push(cell.byte);
                }
                _ => {
                    let mut run = Run {
                        at,
                        hex: String::new(),
                        text: String::new(),
                        kind: cell.kind,
                        first: cell.byte,
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
        // Writing to a string cannot fail.
        let _ = write!(self.hex, "{byte}");
        self.text.push(byte.character());
    }
}

/// For each byte the innermost line that holds it; the first one where members overlap.
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

/// Rows per Page Up or Page Down.
const PAGE_ROWS: u32 = 8;

pub fn bytes(model: ViewModel) -> Option<AnyView> {
    let active = move || model.selection.read().cursor.map(|_| CURSOR_ID);
    Some(any_view! {
        <div class="hex-row hex-ruler" aria-hidden="true">
            <span class="hex-address"></span>
            {digits(0)}
            {digits(HALF)}
        </div>
        <div
            id=GRID_ID
            class="hex"
            role="grid"
            tabindex="0"
            data-keys="bytes"
            aria-label="Bytes of the structure, 16 to a row"
            aria-activedescendant=active
        >
            {keyed(move || rows(model), Shown::draw)}
        </div>
        {pane(model, rest)}
    })
}

/// The digits above a half.
fn digits(start: u32) -> AnyView {
    let digits = (start..start + HALF).map(|digit| format!("{digit:2x}"));
    let digits = joined(digits, " ");
    any_view! {
        <span class="hex-half">
            <span class="hex-offset"></span>
            <span class="hex-bytes">{digits}</span>
            <span class="hex-chars"></span>
        </span>
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    row: Arc<Row>,
    /// The selected part of the half.
    lit: Option<ByteRange>,
    /// The keyboard cursor in the half.
    cursor: Option<u32>,
}

pub fn rows(model: ViewModel) -> Vec<(String, Shown)> {
    let (drawn, selection) = (model.drawn.read(), model.selection.read());
    let lit = selection.highlighted();
    let row = |row: &Arc<Row>| {
        let bytes = row.at..row.at + ROW;
        let shown = Shown {
            lit: lit.and_then(|range| range.within(bytes.start, bytes.end)),
            cursor: selection.cursor.filter(|cursor| bytes.contains(cursor)),
            row: Arc::clone(row),
        };
        (row_id(row.at), shown)
    };
    let rows = drawn.iter().flat_map(|drawn| &drawn.grid.rows);
    rows.map(row).collect()
}

impl Shown {
    pub fn draw(&self) -> AnyView {
        let address = self.row.address.map(debugger_address).unwrap_or_default();
        any_view! {
            <div id=row_id(self.row.at) class="hex-row" role="row">
                <span class="hex-address" role="none">{address}</span>
                {self.half(0)}
                {self.half(1)}
            </div>
        }
    }

    fn half(&self, half: u32) -> AnyView {
        let runs = self.row.runs(half, self.lit, self.cursor);
        let hexes = runs.iter().map(|run| {
            let id = (run.mark == Mark::Cursor).then_some(CURSOR_ID);
            let key = Key::Byte(run.at).to_string();
            any_view! {
                <span class=class(run, "hex-run") role="gridcell" data-key=key id=id>
                    {run.hex.clone()}
                </span>
                " "
            }
        });
        let chars = runs.iter().map(|run| {
            let key = Key::Byte(run.at).to_string();
            any_view! { <span class=class(run, "hex-char") data-key=key>{run.text.clone()}</span> }
        });
        let offset = format!("+{:03x}", self.row.at + half * HALF);
        any_view! {
            <span class="hex-half" role="none">
                <span class="hex-offset" role="rowheader">{offset}</span>
                <span class="hex-bytes" role="none">{hexes.collect_view()}</span>
                <span class="hex-chars" aria-hidden="true">{chars.collect_view()}</span>
            </span>
        }
    }
}

fn class(run: &Run, base: &str) -> String {
    let known = match run.first {
        Byte::Known(_) => "",
        Byte::Unreadable => " is-unreadable",
        Byte::Beyond => " is-beyond",
    };
    let mark = match run.mark {
        Mark::None => "",
        Mark::Lit => " is-lit",
        Mark::Cursor => " is-lit is-cursor",
    };
    format!("{base} {}{known}{mark}", run.kind.as_str())
}

pub fn debugger_address(address: u64) -> String {
    match (address >> 32, address & 0xffff_ffff) {
        (0, low) => format!("{low:08x}"),
        (high, low) => format!("{high:08x}`{low:08x}"),
    }
}

/// The bytes that are not drawn.
fn rest(model: ViewModel) -> Option<AnyView> {
    let drawn = model.drawn.read();
    let grid = &drawn.as_ref()?.grid;
    let rest = match (grid.beyond, grid.folded) {
        (0, 0) => return None,
        (0, folded) => format!("{} more bytes are not shown.", hex(folded.into())),
        (beyond, _) => format!(
            "{} more bytes of the structure are beyond the end of the input.",
            hex(beyond.into())
        ),
    };
    Some(any_view! { <p class="hex-rest">{rest}</p> })
}

/// The byte that a key leads to; `None` for keys that do not move the cursor.
pub fn key_target(key: &str, here: u32, end: u32) -> Option<u32> {
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

pub fn byte_inspector(model: ViewModel) -> Option<AnyView> {
    let drawn = model.drawn.read();
    let drawn = drawn.as_ref()?;
    let lit = model.selection.read().highlighted()?;
    if lit.size == 0 {
        let number = lit.text?;
        let outside = format!("Line {number} has no bytes of the structure shown.");
        return Some(any_view! { <span class="here-outside">{outside}</span> });
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
    let line = lit.value.and_then(|value| drawn.lines.get(value));
    let value = line.map(|line| {
        let words = format!(" {} {} ", line.words.main, line.words.note);
        any_view! {
            <code>{line.title().to_owned()}</code>
            <span class="here-words">{words}</span>
            <span>{line.kind.label()}</span>
        }
    });
    let number = line_of(&model.paste.read(), Some(drawn), lit);
    let from = number.map(|number| {
        any_view! { <span>" from " {line_button(number)}</span> }
    });
    Some(any_view! { <span class="here-place">{place}</span> {value} {from} })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_within_the_bytes() {
        assert_eq!(key_target("ArrowRight", 0x17, 0x18), Some(0x17));
        assert_eq!(key_target("ArrowDown", 0x09, 0x18), Some(0x09));
        assert_eq!(key_target("ArrowDown", 0x07, 0x18), Some(0x17));
        assert_eq!(key_target("ArrowUp", 0x17, 0x18), Some(0x07));
        assert_eq!(key_target("ArrowUp", 0x07, 0x18), Some(0x07));
        assert_eq!(key_target("End", 0x12, 0x18), Some(0x17));
        assert_eq!(key_target("PageDown", 0, 0x1000), Some(0x80));
        assert_eq!(key_target("x", 0, 0x18), None);
        assert_eq!(key_target("Home", 0, 0), None);
    }
}
