//! The table of a structure's history on one architecture. Below its heads, two rows of radio buttons choose what is compared:
//! one form is around all tables, so that any two layouts can be.

use crate::view::*;
use strata_core::{Arch, Point, TypeName};

use super::cell::cell_view;
use crate::components::figures;
use crate::page::structure::{Column, HistoryTable, Row, State};
use crate::route::{Form, Route};

/// Two columns that are chosen before anybody chose: the points that lead to them.
pub(in crate::pages) type Chosen = [Option<Point>; 2];

/// Rows are members, columns are layout classes. It scrolls in its own box, its heads stay.
#[component]
pub fn HistoryView(name: TypeName, table: HistoryTable, chosen: Chosen) -> impl IntoView {
    let HistoryTable {
        arch,
        columns,
        rows,
    } = table;
    let heads = columns
        .iter()
        .map(|column| head(&name, arch, column))
        .collect_view();
    let [from, to] = chosen;
    let choices = (from != to).then(|| {
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
        .map(|(at, row)| row_view(row, arch, &columns, &name, (at == 0).then_some(count)))
        .collect_view();
    let id = format!("history-{arch}");
    let title = format!("{id}-title");
    any_view! {
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
}

/// The releases of a column, as a link to the layout that all of them share.
pub(in crate::pages) fn head(
    name: &TypeName,
    arch: Arch,
    column: &Column,
) -> impl IntoView + use<> {
    let span = column.span();
    let releases = match column.point(arch) {
        Some(point) => {
            let url = Route::layout(name, point).to_string();
            any_view! { <a href=url>{span}</a> }
        }
        None => span.into_any(),
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
        any_view! {
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
    };
    let cell = |column: &Column| match column.point(arch) {
        Some(point) => choice(point),
        None => any_view! { <td class=state_class(column.state)></td> },
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
            any_view! { <td class=class>{figures::size(size)}</td> }
        }
        State::Absent => any_view! { <td class="column-absent">"absent"</td> },
        State::NotStated => any_view! { <td class="column-not-stated">"not stated"</td> },
    };
    columns.iter().map(&mut cell).collect_view()
}

/// A member; in the first row, the columns without a layout say once for all `rows` what is said of them.
fn row_view(
    row: Row,
    arch: Arch,
    columns: &[Column],
    name: &TypeName,
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
    let mut stated = cells.into_iter().peekable();
    let mut newest = None;
    let mut shown: Vec<AnyView> = Vec::with_capacity(columns.len());
    let mut rest = columns;
    while let Some((column, behind)) = rest.split_first() {
        rest = behind;
        if column.point(arch).is_none() {
            shown.push(without(column.state, rows).into_any());
            continue;
        }
        let Some(cell) = stated.next() else { break };
        let url = cell.row.as_deref().and_then(|row| {
            let layout = Route::layout(name, column.point(arch)?);
            Some(format!("{layout}#row-{row}"))
        });
        newest = url.clone().or(newest.take());
        // Neighbours that say the same are one cell.
        let mut span = 1;
        while rest
            .first()
            .is_some_and(|column| column.point(arch).is_some())
            && stated.next_if(|next| next.goes_on(&cell)).is_some()
        {
            span += 1;
            rest = rest.get(1..).unwrap_or_default();
        }
        shown.push(cell_view(cell, url, span));
    }
    // The member where it is newest: the one stop of the tab key in its row.
    let label = match newest {
        Some(url) => any_view! { <a href=url>{label}</a> },
        None => label.into_any(),
    };
    view! {
        <tr id=format!("{arch}-{id}")>
            <th scope="row" class=class>
                <span>{label}</span>
            </th>
            {shown}
        </tr>
    }
}

/// What stands in a column without a layout, from the first row to the last.
fn without(state: State, rows: Option<usize>) -> impl IntoView {
    rows.map(|rows| view! { <td class=state_class(state) rowspan=rows.to_string()></td> })
}
