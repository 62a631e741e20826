//! The bytes as a grid of one tab stop: what the pointer or the keyboard is at lights up, here and in the tree.

use std::sync::Arc;

use crate::erase::Erase;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::drawn::Drawn;
use super::grid::{Known, Mark, ROW, Run};
use super::links::{BYTES_FRAME, CURSOR_ID, GRID_ID, Links, row_id};
use super::words::hex;
use crate::browser;

/// How many rows a page of the keyboard has.
const PAGE_ROWS: u32 = 8;

/// The bytes of one structure.
#[component]
pub fn HexGrid(drawn: Arc<Drawn>, links: Links) -> impl IntoView {
    let point_at = {
        let drawn = Arc::clone(&drawn);
        move |at: Option<u32>| links.hover.set(at.and_then(|at| drawn.spot_at(at)))
    };
    let hold = {
        let drawn = Arc::clone(&drawn);
        move |at: u32| {
            if let Some(spot) = drawn.spot_at(at) {
                links.jump(&drawn, spot);
                links.cursor.set(Some(at));
            }
        }
    };
    let step = {
        let (drawn, hold) = (Arc::clone(&drawn), hold.clone());
        move |event: KeyboardEvent| {
            let here = links.cursor.get_untracked().unwrap_or(0);
            if let Some(at) = moved(&event.key(), here, drawn.grid.end()) {
                event.prevent_default();
                hold(at);
                request_animation_frame(|| browser::reveal(BYTES_FRAME, CURSOR_ID));
            }
        }
    };
    let rest = rest(&drawn);
    let rows = (0..drawn.grid.rows.len())
        .map(|number| view! { <HexRow drawn=Arc::clone(&drawn) number links/> })
        .collect_view();
    let enter = {
        let hold = hold.clone();
        move |_| {
            if links.cursor.get_untracked().is_none() {
                hold(0);
            }
        }
    };
    view! {
        <div class="hex-scroll" id=BYTES_FRAME>
            <Ruler/>
            <div
                id=GRID_ID
                class="hex"
                role="grid"
                tabindex="0"
                aria-label="Bytes of the structure, 16 to a row"
                aria-activedescendant=move || links.cursor.get().map(|_| CURSOR_ID)
                on:pointerover={
                    let point_at = point_at.clone();
                    move |event| point_at(place_of(&event))
                }
                on:pointerleave=move |_| point_at(None)
                on:click=move |event| {
                    if let Some(at) = place_of(&event) {
                        hold(at);
                    }
                }
                on:focus=enter
                on:keydown=step
            >
                {rows}
            </div>
            {rest.map(|rest| view! { <p class="hex-rest">{rest}</p> })}
        </div>
    }
    .erase()
}

#[component]
fn Ruler() -> impl IntoView {
    let digits = |start: u32| {
        let digits = (start..start + ROW / 2).map(|digit| format!("{digit:2x}"));
        digits.collect::<Vec<_>>().join(" ")
    };
    view! {
        <div class="hex-row hex-ruler" aria-hidden="true">
            <span class="hex-address"></span>
            <span class="hex-half">
                <span class="hex-offset"></span>
                <span class="hex-bytes">{digits(0)}</span>
                <span class="hex-chars"></span>
            </span>
            <span class="hex-half">
                <span class="hex-offset"></span>
                <span class="hex-bytes">{digits(ROW / 2)}</span>
                <span class="hex-chars"></span>
            </span>
        </div>
    }
}

#[component]
fn HexRow(drawn: Arc<Drawn>, number: usize, links: Links) -> impl IntoView {
    let Some(row) = drawn.grid.rows.get(number) else {
        return ().erase();
    };
    let (at, address) = (row.at, row.address);
    // Most rows have nothing to do with what is looked at, and are not drawn anew.
    let marks = Memo::new(move |_| {
        let lit = links.lit().and_then(|spot| spot.within(at, at + ROW));
        let here = |cursor: &u32| (at..at + ROW).contains(cursor);
        (lit, links.cursor.get().filter(here))
    });
    let half = |half: u32| {
        let offset = at + half * ROW / 2;
        let drawn = Arc::clone(&drawn);
        let runs = Memo::new(move |_| {
            let (lit, cursor) = marks.get();
            let row = drawn.grid.rows.get(number);
            row.map(|row| row.runs(half, lit, cursor))
                .unwrap_or_default()
        });
        view! {
            <span class="hex-half" role="none">
                <span class="hex-offset" role="rowheader">{format!("+{offset:03x}")}</span>
                <span class="hex-bytes" role="none">
                    {move || runs.get().into_iter().map(bytes).collect_view()}
                </span>
                <span class="hex-chars" aria-hidden="true">
                    {move || runs.get().into_iter().map(characters).collect_view()}
                </span>
            </span>
        }
    };
    view! {
        <div id=row_id(at) class="hex-row" role="row">
            <span class="hex-address" role="none">{address.map(debugger_address)}</span>
            {half(0)}
            {half(1)}
        </div>
    }
    .erase()
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

fn bytes(run: Run) -> impl IntoView {
    let id = (run.mark == Mark::Cursor).then_some(CURSOR_ID);
    let class = class(&run, "hex-run");
    view! {
        <span class=class role="gridcell" id=id data-key=run.at>
            {run.hex}
        </span>
        " "
    }
}

fn characters(run: Run) -> impl IntoView {
    let class = class(&run, "hex-char");
    view! {
        <span class=class data-key=run.at>
            {run.text}
        </span>
    }
}

/// An address as debuggers write it.
fn debugger_address(address: u64) -> String {
    match (address >> 32, address & 0xffff_ffff) {
        (0, low) => format!("{low:08x}"),
        (high, low) => format!("{high:08x}`{low:08x}"),
    }
}

/// Where the byte lies at which something happened.
fn place_of(event: &JsValue) -> Option<u32> {
    browser::key_of(event)?.parse().ok()
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
fn moved(key: &str, here: u32, end: u32) -> Option<u32> {
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
