//! How large a structure is, release by release.

use crate::erase::{Erase, Erased};
use leptos::prelude::*;
use strata_core::{Arch, Point, Release, StructureName};

use crate::components::figures;
use crate::page::structure::{SizeCell, SizeRow};
use crate::route::Route;

/// Releases that agree share a row.
#[component]
pub fn SizeTable(name: StructureName, sizes: Vec<SizeRow>) -> impl IntoView {
    let row = |row: SizeRow| {
        let span = if row.first == row.last {
            row.first.to_string()
        } else {
            format!("{} to {}", row.first, row.last)
        };
        view! {
            <tr>
                <th scope="row">{span}</th>
                {cell(&name, row.first, Arch::X86, row.x86)}
                {cell(&name, row.first, Arch::X64, row.x64)}
            </tr>
        }
    };
    view! {
        <table class="plain-table size-table">
            <thead>
                <tr>
                    <th scope="col">"Releases"</th>
                    <th scope="col">"x86"</th>
                    <th scope="col">"x64"</th>
                </tr>
            </thead>
            <tbody>{sizes.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

fn cell(name: &StructureName, first: Release, arch: Arch, cell: SizeCell) -> Erased {
    match cell {
        SizeCell::Stated(size) => {
            let route = Route::layout(name, Point::new(first, arch));
            view! {
                <td class="figure">
                    <a href=route.to_string()>{figures::size(size)}</a>
                </td>
            }
            .erase()
        }
        SizeCell::Unsound(size) => view! { <td>{figures::size(size)} " (no layout)"</td> }.erase(),
        SizeCell::Absent => view! { <td class="quiet">"absent"</td> }.erase(),
        SizeCell::NotStated => view! { <td class="quiet">"not stated"</td> }.erase(),
        SizeCell::NoPoint => view! { <td class="quiet">"no point"</td> }.erase(),
    }
}
