//! The structures of an array as a table: a line for each, sorted by any of their numbers, some lines at a time; and all of it as a
//! file. Numbers only, by [`strata_core::decode::table`]: that is fast enough for each structure that can be asked for.

use std::cmp::Reverse;

use leptos::prelude::*;
use strata_core::decode::table::{Table, table};
use wasm_bindgen_futures::spawn_local;

use super::action::{ACTION, Action};
use super::controller::DecodeController;
use super::state::ViewContext;
use super::words::{hex, signed_hex};
use super::work::{SLICE, with_layout};
use crate::browser;
use crate::markup::{Element, Markup, el, said};

/// So many lines are drawn at once.
const LINES_SHOWN: usize = 64;
/// So many columns are drawn; the file has all of them.
const COLUMNS_SHOWN: usize = 64;
/// The most numbers that are written to a file.
const NUMBERS_LIMIT: usize = 4 << 20;

/// Which part of the table is shown, in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayView {
    pub open: bool,
    /// By which number the lines are sorted; `None`: as they lie in memory.
    pub column: Option<usize>,
    pub descending: bool,
    /// The first line that is shown.
    pub top: usize,
}

impl ArrayView {
    /// Sorts by a column; the other way round where it is sorted by that already.
    pub fn sort(&mut self, column: usize) {
        self.descending = self.column == Some(column) && !self.descending;
        self.column = Some(column);
        self.top = 0;
    }
}

/// A structure: its number, where it begins, and its numbers, `None` where a byte is unknown.
type Line = (u32, i64, Vec<Option<u64>>);

/// The lines that are shown.
fn lines(table: &Table<'_>, view: ArrayView) -> Vec<Line> {
    let mut keys = Vec::new();
    table.rows(|_, row| keys.push(view.column.and_then(|column| *row.get(column)?)));
    let mut order: Vec<usize> = (0..keys.len()).collect();
    let key = |at: &usize| keys.get(*at).copied().flatten();
    // What is unknown stands last either way.
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

/// Does something with the table of all structures that were asked for, where there are several.
fn with_table<T>(context: ViewContext, work: impl FnOnce(&Table<'_>) -> T) -> Option<T> {
    let (paste, decoding) = (context.state.paste.read(), context.work.decoding.read());
    let reading = paste.reading()?;
    decoding.slice.as_ref().filter(|slice| slice.total > 1)?;
    with_layout(context.page, |found, dataset| {
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

/// The table, and the way to it.
#[must_use]
pub fn array(context: ViewContext) -> Vec<Markup> {
    let total = context
        .work
        .decoding
        .read()
        .slice
        .as_ref()
        .map_or(0, |slice| slice.total);
    if total < 2 {
        return Vec::new();
    }
    let mut view = *context.state.array.read();
    // There were more structures when it was turned to.
    view.top = view
        .top
        .min((total as usize - 1) / LINES_SHOWN * LINES_SHOWN);
    let words = match view.open {
        true => "Hide the table".to_owned(),
        false => format!("Show all {total} structures as a table"),
    };
    let toggle =
        button("array-toggle", words, Action::Table).attr("aria-expanded", view.open.to_string());
    let download = button("array-download", "Download as CSV", Action::Download);
    let bar = el("p")
        .attr("class", "array-bar")
        .with(toggle)
        .with(download);
    let mut all = vec![bar.into()];
    if view.open {
        all.extend(with_table(context, |table| drawn(table, view, total)));
    }
    all
}

fn drawn(table: &Table<'_>, view: ArrayView, total: u32) -> Markup {
    let head = |(column, path): (usize, &str)| {
        let sorted = view.column == Some(column);
        let sort = match (sorted, view.descending) {
            (false, _) => "none",
            (true, false) => "ascending",
            (true, true) => "descending",
        };
        el("th")
            .attr("scope", "col")
            .attr("aria-sort", sort)
            .with(button("array-sort", path, Action::Sort(column)))
            .into()
    };
    let plain = |name: &str| -> Markup { said("th", "", name).attr("scope", "col").into() };
    let heads = el("tr").with_all(["#", "Offset"].map(plain)).with_all(
        table
            .columns()
            .iter()
            .take(COLUMNS_SHOWN)
            .map(|path| &**path)
            .enumerate()
            .map(head),
    );
    let line = |(number, offset, cells): Line| {
        let cell = |value: Option<u64>| {
            let words = value.map_or_else(|| "unknown".to_owned(), hex);
            el("td").text(&words).into()
        };
        el("tr")
            .with(el("th").attr("scope", "row").with(button(
                "array-show",
                number.to_string(),
                Action::Show(number as usize),
            )))
            .with(el("td").text(&signed_hex(offset)))
            .with_all(cells.into_iter().map(cell))
            .into()
    };
    let lines = lines(table, view);
    let last = view.top + lines.len();
    let body = el("table")
        .attr("class", "array")
        .with(el("thead").with(heads))
        .with(el("tbody").with_all(lines.into_iter().map(line)));
    let turn = |to: Option<usize>, label: &'static str| match to {
        Some(to) => button("array-turn", label, Action::Rows(to)),
        None => said("button", "array-turn", label)
            .attr("type", "button")
            .attr("disabled", ""),
    };
    let earlier = (view.top > 0).then(|| view.top.saturating_sub(LINES_SHOWN));
    let place = format!(" lines {} to {last} of {total} ", view.top + 1);
    let turns = (total as usize > LINES_SHOWN).then(|| {
        el("p")
            .attr("class", "array-turns")
            .with(turn(earlier, "Earlier"))
            .text(&place)
            .with(turn((last < total as usize).then_some(last), "Later"))
            .into()
    });
    let more = table
        .columns()
        .len()
        .checked_sub(COLUMNS_SHOWN)
        .filter(|more| *more > 0);
    let more = more.map(|more| {
        said(
            "p",
            "quiet",
            format!("{more} more columns are in the file only."),
        )
        .into()
    });
    el("section")
        .attr("class", "decode-array")
        .attr("aria-label", "Structures as a table")
        .with(el("div").attr("class", "array-scroll").with(body))
        .with_all(turns)
        .with_all(more)
        .into()
}

fn button(class: &'static str, words: impl Into<String>, action: Action) -> Element {
    said("button", class, words.into())
        .attr("type", "button")
        .attr(ACTION, action.to_string())
}

impl DecodeController {
    /// Shows the structure of that number, of all that were asked for.
    pub(super) fn show_structure(self, number: u32) {
        let ViewContext { state, work, .. } = self.context;
        let total = work
            .decoding
            .read_untracked()
            .slice
            .as_ref()
            .map_or(0, |slice| slice.total);
        let first = number / SLICE * SLICE;
        // The last structure is never a slice by itself.
        let first = match total.saturating_sub(first) {
            1 => first.saturating_sub(SLICE),
            _ => first,
        };
        state.show_slice(first, |_| ());
        state.show((number - first) as usize);
    }

    /// Gives all of the table as a file.
    pub(super) fn download(self) {
        let text = with_table(self.context, |table| {
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
                let name = self
                    .context
                    .page
                    .with_untracked(|page| format!("{}.csv", page.structure));
                spawn_local(async move { browser::download(&name, &text).await });
            }
            Some(Err(why)) => self.refuse(why.to_owned()),
            None => {}
        }
    }
}
