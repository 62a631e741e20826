//! The structures of an array as a table: a line for each, sorted by any column, a page at a time; and all of it as a
//! file. Numbers only, from [`strata_core::decode::table`], which is fast enough for the largest allowed count.

use std::cmp::Reverse;

use crate::pages::prelude::*;
use strata_core::decode::table::{Table, table};
use wasm_bindgen_futures::spawn_local;

use super::action::{Action, button, leaves, performs};
use super::derived::with_layout;
use super::state::ViewModel;
use super::words::{hex, signed_hex};
use crate::browser;
use crate::components::blocks;

/// The most lines that are drawn at once.
const LINES_SHOWN: usize = 64;
/// The most columns that are drawn; the file has all of them.
const COLUMNS_SHOWN: usize = 64;
/// The most numbers that are written to a file.
const NUMBERS_LIMIT: usize = 4 << 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayView {
    pub open: bool,
    /// The sort column; `None` sorts by address.
    pub column: Option<usize>,
    pub descending: bool,
    pub top: usize,
}

impl ArrayView {
    /// Sorts by a column; reverses the order where the table is sorted by that column already.
    pub fn sort(&mut self, column: usize) {
        self.descending = self.column == Some(column) && !self.descending;
        self.column = Some(column);
        self.top = 0;
    }
}

/// A structure: its number, its start in the region, and its numbers, `None` where a byte is unknown.
type Line = (u32, i64, Vec<Option<u64>>);

fn lines(table: &Table<'_>, view: ArrayView) -> Vec<Line> {
    let mut keys = Vec::new();
    table.rows(|_, row| keys.push(view.column.and_then(|column| *row.get(column)?)));
    let mut order: Vec<usize> = (0..keys.len()).collect();
    let key = |at: &usize| keys.get(*at).copied().flatten();
    // Unknown values come last in both orders.
    match view.descending {
        false => order.sort_by_key(|at| (key(at).is_none(), key(at))),
        true => order.sort_by_key(|at| (key(at).is_none(), Reverse(key(at)))),
    }
    let shown: Vec<usize> = order.into_iter().skip(view.top).take(LINES_SHOWN).collect();
    let (mut lines, mut number) = (Vec::new(), 0);
    table.rows(|offset, row| {
        if let Some(place) = shown.iter().position(|shown| *shown == number as usize) {
            let cells = row.iter().take(COLUMNS_SHOWN).copied().collect();
            lines.push((place, (number, offset, cells)));
        }
        number += 1;
    });
    lines.sort_by_key(|(place, _)| *place);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Calls `work` with the table of all requested structures, where there are several.
fn with_table<T>(model: ViewModel, work: impl FnOnce(&Table<'_>) -> T) -> Option<T> {
    let (paste, decoding) = (model.paste.read(), model.decoding.read());
    let reading = paste.reading()?;
    decoding.slice.as_ref().filter(|slice| slice.total > 1)?;
    with_layout(model.page, |found, dataset| {
        let table = table(
            &found.layout,
            dataset.catalogue(),
            &reading.space,
            &decoding.options,
        );
        table.ok().map(|table| work(&table))
    })
    .flatten()
}

pub fn array(model: ViewModel) -> Option<AnyView> {
    let total = model.decoding.read().total();
    if total < 2 {
        return None;
    }
    let mut view = *model.array.read();
    // The table may have become shorter since that page was chosen.
    view.top = view
        .top
        .min((total as usize - 1) / LINES_SHOWN * LINES_SHOWN);
    let words = match view.open {
        true => "Hide the table".to_owned(),
        false => format!("Show all {total} structures as a table"),
    };
    let table = view
        .open
        .then(|| with_table(model, |table| drawn(model, table, view, total)));
    Some(any_view! {
        <p class="array-bar">
            <button
                class="array-toggle"
                type="button"
                aria-expanded=Some(view.open.to_string())
                on:click=performs(Some(Action::Table))
            >
                {words}
            </button>
            {button("array-download", Some(Action::Download), "Download as CSV")}
        </p>
        {table.flatten()}
    })
}

fn drawn(model: ViewModel, table: &Table<'_>, view: ArrayView, total: u32) -> AnyView {
    let columns = table.columns();
    let heads = columns.iter().take(COLUMNS_SHOWN).enumerate();
    let heads = heads.map(|(column, path)| head(view, column, path));
    let lines = lines(table, view).into_iter();
    let lines = lines.map(|cells| line(model, cells));
    let classes = ["array-turns", "array-turn"];
    let turns = leaves(classes, view.top, LINES_SHOWN, total as usize, Action::Rows);
    let more = columns.len().saturating_sub(COLUMNS_SHOWN);
    let more = (more > 0).then(|| {
        view! { <p class="quiet">{format!("{more} more columns are in the file only.")}</p> }
    });
    any_view! {
        <section class="decode-array" aria-label="Structures as a table">
            <div class="array-scroll">
                <table class="array">
                    <thead><tr>{["#", "Offset"].map(blocks::head)} {heads.collect_view()}</tr></thead>
                    <tbody>{lines.collect_view()}</tbody>
                </table>
            </div>
            {turns}
            {more}
        </section>
    }
}

fn head(view: ArrayView, column: usize, path: &str) -> AnyView {
    let sort = match (view.column == Some(column), view.descending) {
        (false, _) => "none",
        (true, false) => "ascending",
        (true, true) => "descending",
    };
    any_view! {
        <th scope="col" aria-sort=sort>
            {button("array-sort", Some(Action::Sort(column)), path)}
        </th>
    }
}

fn line(model: ViewModel, (number, offset, cells): Line) -> AnyView {
    let shown = move || model.shown.get() == number;
    let show = Some(Action::Show(number));
    let cells = cells.into_iter().map(|value| {
        let words = value.map_or_else(|| "unknown".to_owned(), hex);
        any_view! { <td>{words}</td> }
    });
    any_view! {
        <tr aria-current=move || shown().then_some("true")>
            <th scope="row">{button("array-show", show, &number.to_string())}</th>
            <td>{signed_hex(offset)}</td>
            {cells.collect_view()}
        </tr>
    }
}

impl ViewModel {
    pub(super) fn download(self) {
        let text = with_table(self, |table| {
            let mut lines = 0;
            table.rows(|_, _| lines += 1);
            match table.columns().len().saturating_mul(lines) > NUMBERS_LIMIT {
                true => Err(
                    "the table is too large for a file made here: ask for fewer structures, or use `strata decode`",
                ),
                false => Ok(table.to_csv()),
            }
        });
        match text {
            Some(Ok(text)) => {
                let page = self.page;
                let name = page.with_untracked(|page| format!("{}.csv", page.structure));
                spawn_local(async move { browser::download(&name, &text).await });
            }
            Some(Err(why)) => self.refuse(why.to_owned()),
            None => {}
        }
    }
}
