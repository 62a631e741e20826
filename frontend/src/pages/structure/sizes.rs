//! How large a structure is, release by release: as a curve, and as a table.

use crate::view::*;
use strata_core::{Arch, Point, Release, TypeName};

use crate::components::blocks::head;
use crate::components::curves::{Curve, CurvesView, Growth, rungs, spans};
use crate::components::figures;
use crate::page::structure::{SizeCell, SizeRow, told};
use crate::route::Route;

const TOLD_ID: &str = "sizes-told";
/// The rungs that have their names below the curve.
const NAMED: [usize; 5] = [0, 5, 10, 15, 20];

/// The sizes through all releases, in their order, as a line for each architecture; no line where there is no size.
pub(super) fn size_curve(name: &TypeName, growth: Growth, sizes: &[SizeRow]) -> AnyView {
    let archs = growth.curves.iter().map(|curve| curve.arch);
    let words: Vec<String> = archs.map(|arch| told(sizes, arch)).collect();
    let spans = spans(&growth.curves);
    let largest = growth.curves.iter().map(Curve::largest).max();
    let ground = growth.not_stated_words().map(|words| {
        view! { <li class="quiet">"grey ground: not stated, " {words}</li> }
    });
    let gaps = growth.curves.iter().any(Curve::has_gaps);
    let gaps = gaps.then(|| view! { <li class="quiet">"no line: no layout"</li> });
    any_view! {
        <figure class="size-curve">
            <p class="size-largest figure quiet" aria-hidden="true">{largest.map(figures::size)}</p>
            <CurvesView
                growth
                label=format!("Size of {name} through all releases")
                rungs=Release::COUNT
                told=(TOLD_ID, words.join(" "))
            />
            <div aria-hidden="true">
                {rungs(|release| NAMED.contains(&release.rank()))}
            </div>
            <figcaption>
                <ul class="card-sizes">{spans} {ground} {gaps}</ul>
            </figcaption>
        </figure>
    }
}

/// Releases that agree share a row.
pub(super) fn size_table(name: &TypeName, sizes: &[SizeRow]) -> AnyView {
    let archs = sizes.first().map(|row| row.cells.as_slice());
    let archs = archs.unwrap_or_default().iter();
    let heads = archs.map(|(arch, _)| head(arch.as_str()));
    let row = |row: &SizeRow| {
        let cells = row.cells.iter();
        let cells = cells.map(|(arch, size)| cell(name, row.first, *arch, *size));
        view! {
            <tr>
                <th scope="row">{figures::span(&row.first, &row.last)}</th>
                {cells.collect_view()}
            </tr>
        }
    };
    any_view! {
        <table class="plain-table size-table">
            <thead>
                <tr>
                    <th scope="col">"Releases"</th>
                    {heads.collect_view()}
                </tr>
            </thead>
            <tbody>{sizes.iter().map(row).collect_view()}</tbody>
        </table>
    }
}

fn cell(name: &TypeName, first: Release, arch: Arch, cell: SizeCell) -> AnyView {
    match cell {
        SizeCell::Stated(size) => {
            let route = Route::layout(name, Point::new(first, arch));
            any_view! {
                <td class="figure">
                    <a href=route.to_string()>{figures::size(size)}</a>
                </td>
            }
        }
        SizeCell::Unsound(size) => {
            any_view! { <td>{figures::size(size)} " (no layout)"</td> }
        }
        SizeCell::Absent => any_view! { <td class="quiet">"absent"</td> },
        SizeCell::NotStated => any_view! { <td class="quiet">"not stated"</td> },
        SizeCell::NoPoint => any_view! { <td class="quiet">"no point"</td> },
    }
}
