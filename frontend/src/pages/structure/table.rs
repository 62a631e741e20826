//! The table of a structure's history on one architecture. Below its heads, two rows of radio buttons choose what is compared:
//! one form is around all tables, so that any two layouts can be.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::{Arch, Point, Release};

use super::cell::cell_view;
use crate::components::figures;
use crate::page::ladder::HistoryLinks;
use crate::page::structure::{Column, HistoryTable, Row, State};
use crate::route::Form;

/// How many releases a column's head lists one below the other.
const ONE_BELOW_THE_OTHER: usize = 3;

/// Two columns that are chosen before anybody chose: the points that lead to them.
pub(super) type Chosen = [Option<Point>; 2];

/// Rows are members, columns are layout classes. It scrolls in its own box, its heads stay.
#[component]
pub fn HistoryView(
    leads: HistoryLinks,
    table: HistoryTable,
    /// What is compared before anybody chose; where nothing can be, `None`.
    chosen: Option<Chosen>,
) -> impl IntoView {
    let HistoryTable {
        arch,
        columns,
        rows,
    } = table;
    let heads = columns
        .iter()
        .map(|column| head(&leads, arch, column))
        .collect_view();
    let choices = chosen.map(|[from, to]| {
        view! {
            <tr class="history-choice">
                <th scope="row">"compare from"</th>
                {choices(&columns, arch, Form::FROM, from)}
            </tr>
            <tr class="history-choice">
                <th scope="row">
                    "to "
                    <button type="submit">"Compare"</button>
                </th>
                {choices(&columns, arch, Form::TO, to)}
            </tr>
        }
    });
    let sizes = sizes(&columns);
    let count = rows.len();
    let body = rows
        .into_iter()
        .enumerate()
        .map(|(at, row)| row_view(row, arch, &columns, &leads, (at == 0).then_some(count)))
        .collect_view();
    let id = format!("history-{arch}");
    let title = format!("{id}-title");
    view! {
        <div class="history" data-arch=arch.as_str()>
            <h3 id=id.clone() class="history-title">
                <span id=title.clone()>{format!("On {arch}")}</span>
            </h3>
            <div class="history-box" role="region" aria-labelledby=title tabindex="0">
                <table class="history-table">
                    <thead>
                        <tr>
                            <th scope="col">"Member"</th>
                            {heads}
                        </tr>
                        {choices}
                    </thead>
                    <tbody>
                        <tr class="history-sizes">
                            <th scope="row">"size"</th>
                            {sizes}
                        </tr>
                        {body}
                    </tbody>
                </table>
            </div>
        </div>
    }
    .erase()
}

/// The releases of a column; the first is where its link leads, for all of them look alike.
fn head(leads: &HistoryLinks, arch: Arch, column: &Column) -> impl IntoView + use<> {
    let is_stated = matches!(column.state, State::Stated(_));
    let release = |id: &String| {
        let known: Option<Release> = id.parse().ok().filter(|_| is_stated);
        let url = known.and_then(|release| leads.layout(Point::new(release, arch)));
        url.map_or_else(
            || id.clone().erase(),
            |url| view! { <a href=url>{id.clone()}</a> }.erase(),
        )
    };
    let releases = if is_stated {
        let entry = |id| view! { <li>{release(id)}</li> };
        let class = (column.releases.len() > ONE_BELOW_THE_OTHER).then_some("in-two");
        view! { <ul class=class>{column.releases.iter().map(entry).collect_view()}</ul> }.erase()
    } else {
        column.span().erase()
    };
    view! {
        <th scope="col" class=state_class(column.state)>
            {releases}
        </th>
    }
}

/// Which of the columns is compared: a radio button for each that has a layout.
fn choices(
    columns: &[Column],
    arch: Arch,
    field: &'static str,
    chosen: Option<Point>,
) -> impl IntoView + use<> {
    let choice = |point: Point| {
        let label = format!("compare {field} {} {arch}", point.version);
        view! {
            <td>
                <label>
                    <input
                        type="radio"
                        name=field
                        value=point.to_string()
                        checked=chosen == Some(point)
                        aria-label=label.clone()
                        title=label
                    />
                </label>
            </td>
        }
        .erase()
    };
    let cell = |column: &Column| match column.point(arch) {
        Some(point) => choice(point),
        None => view! { <td class=state_class(column.state)></td> }.erase(),
    };
    columns.iter().map(cell).collect_view()
}

const fn state_class(state: State) -> &'static str {
    match state {
        State::Stated(_) => "column-stated",
        State::Absent => "column-absent",
        State::NotStated => "column-not-stated",
    }
}

/// The size in each column, and whether it is another one than in the column before.
fn sizes(columns: &[Column]) -> impl IntoView + use<> {
    let mut before = None;
    let mut cell = |column: &Column| match column.state {
        State::Stated(size) => {
            let class = match before.replace(size) {
                Some(known) if known < size => "size-grew",
                Some(known) if known > size => "size-shrank",
                _ => "size-same",
            };
            view! { <td class=class>{figures::size(size)}</td> }.erase()
        }
        State::Absent => view! { <td class="column-absent">"absent"</td> }.erase(),
        State::NotStated => view! { <td class="column-not-stated">"not stated"</td> }.erase(),
    };
    columns.iter().map(&mut cell).collect_view()
}

/// A member; in the first row, the columns without a layout say once for all `rows` what is said of them.
fn row_view(
    row: Row,
    arch: Arch,
    columns: &[Column],
    leads: &HistoryLinks,
    rows: Option<usize>,
) -> impl IntoView + use<> {
    let Row {
        id,
        label,
        unnamed,
        field,
        cells,
    } = row;
    let class = match (unnamed, field) {
        (true, _) => "member-name member-unnamed",
        (_, true) => "member-name member-field",
        _ => "member-name",
    };
    let mut stated = cells.into_iter();
    let mut newest = None;
    let mut cell = |column: &Column| match column.state {
        State::Stated(_) => {
            let cell = stated.next();
            let row = cell.as_ref().and_then(|cell| cell.row.as_deref());
            let url = row.and_then(|row| leads.member(column.point(arch)?, row));
            newest = url.clone().or(newest.take());
            cell.map(|cell| cell_view(cell, url)).erase()
        }
        State::Absent | State::NotStated => without(column.state, rows).erase(),
    };
    let cells = columns.iter().map(&mut cell).collect_view();
    // The member where it is newest: the one stop of the tab key in its row.
    let label = match newest {
        Some(url) => view! { <a href=url>{label}</a> }.erase(),
        None => label.erase(),
    };
    view! {
        <tr id=format!("{arch}-{id}")>
            <th scope="row" class=class>
                <span>{label}</span>
            </th>
            {cells}
        </tr>
    }
}

/// What stands in a column without a layout, from the first row to the last.
fn without(state: State, rows: Option<usize>) -> impl IntoView {
    rows.map(|rows| view! { <td class=state_class(state) rowspan=rows.to_string()></td> })
}
