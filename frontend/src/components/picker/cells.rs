//! The map of points, row by row.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::Point;

use super::Picks;
use crate::components::figures;
use crate::page::picker::{ArchRow, Cell, ReleaseHead};

/// The releases, at the heads of their columns.
pub(super) fn heads(releases: &[ReleaseHead]) -> impl IntoView + use<> {
    let head = |head: &ReleaseHead| {
        view! {
            <th scope="col" title=head.name.clone()>
                {head.release.id()}
            </th>
        }
    };
    releases.iter().map(head).collect_view()
}

/// What one architecture has at each release.
pub(super) fn arch_row(row: ArchRow, picks: Picks) -> impl IntoView {
    let arch = row.arch;
    let cell = |(cell, head): (Cell, &ReleaseHead)| {
        let point = Point::new(head.release, arch);
        match cell {
            Cell::New(size) => view! { <Stated point size class="point point-new" picks/> }.erase(),
            Cell::Same(size) => view! { <Stated point size class="point" picks/> }.erase(),
            Cell::Absent(reason) => view! { <Missing point sign="–" reason picks/> }.erase(),
            Cell::NotStated(reason) => view! { <Missing point sign="?" reason picks/> }.erase(),
        }
    };
    let cells = picks.picker.with_untracked(|picker| {
        row.cells
            .into_iter()
            .zip(&picker.releases)
            .map(cell)
            .collect_view()
    });
    view! {
        <tr>
            <th scope="row">{arch.as_str()}</th>
            {cells}
        </tr>
    }
}

/// A point that can be picked.
#[component]
fn Stated(point: Point, size: u32, class: &'static str, picks: Picks) -> impl IntoView {
    // One stop of the tab key once the arrow keys work; before, every link is one.
    let awake = RwSignal::new(false);
    Effect::new(move || awake.set(picks.on_pick.is_some()));
    let is_stop = move || {
        picks
            .picker
            .with(|picker| picker.current_cell() == Some(point))
    };
    let tabindex = move || (awake.get() && !is_stop()).then_some("-1");
    let text = figures::size(size);
    view! {
        <td class=class>
            <a
                id=picks.cell_id(point)
                href=move || picks.url(point)
                aria-current=move || picks.is_current(point)
                aria-label=format!("{point}, {text}")
                tabindex=tabindex
                on:click=move |event| picks.pick(&event, point)
            >
                {text.clone()}
            </a>
        </td>
    }
}

/// A point that cannot.
#[component]
fn Missing(point: Point, sign: &'static str, reason: usize, picks: Picks) -> impl IntoView {
    let why = picks
        .picker
        .with_untracked(|picker| picker.reasons.get(reason).map(|reason| reason.why.clone()))
        .unwrap_or_default();
    view! {
        <td class="point point-missing" title=format!("{point}: {why}")>
            {sign}
        </td>
    }
}
