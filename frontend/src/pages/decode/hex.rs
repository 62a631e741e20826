//! The bytes as a grid of one tab stop: what the pointer or the keyboard is at lights up, here, among the values and in
//! the text.

use super::action::{KEY, Key};
use super::context::ViewContext;
use super::drawn::Drawn;
use super::grid::{HALF, Known, Mark, ROW, Run};
use super::selection::{CURSOR_ID, GRID_ID, Selection, row_id};
use super::words::hex;
use crate::markup::{Markup, el, said};
use leptos::prelude::Read;

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
