//! The map of points, row by row.

use strata_core::Point;

use super::Picks;
use crate::components::figures;
use crate::markup::{Markup, el};
use crate::page::picker::{ArchRow, Cell, ReleaseHead};

/// The releases, at the heads of their columns.
pub(super) fn heads(releases: &[ReleaseHead]) -> impl Iterator<Item = Markup> {
    releases.iter().map(|head| {
        el("th")
            .attr("scope", "col")
            .attr("title", head.name.clone())
            .text(head.release.id())
            .into()
    })
}

/// What one architecture has at each release.
pub(super) fn arch_row(row: &ArchRow, picks: Picks<'_>) -> Markup {
    let cell = |(cell, head): (&Cell, &ReleaseHead)| {
        let point = Point::new(head.release, row.arch);
        match *cell {
            Cell::New(size) => stated(point, size, "point point-new", picks),
            Cell::Same(size) => stated(point, size, "point", picks),
            Cell::Absent(reason) => missing(point, "–", reason, picks),
            Cell::NotStated(reason) => missing(point, "?", reason, picks),
        }
    };
    el("tr")
        .with(el("th").attr("scope", "row").text(row.arch.as_str()))
        .with_all(row.cells.iter().zip(&picks.picker.releases).map(cell))
        .into()
}

/// A point that can be picked.
fn stated(point: Point, size: u32, class: &'static str, picks: Picks<'_>) -> Markup {
    let is_stop = picks.picker.current_cell() == Some(point);
    let text = figures::size(size);
    let link = el("a")
        .attr("id", picks.cell_id(point))
        .attr("href", picks.url(point))
        .attr_if("aria-current", picks.current(point))
        .attr("aria-label", format!("{point}, {text}"))
        .attr_if("tabindex", (picks.steps && !is_stop).then_some("-1"))
        .text(&text);
    el("td").attr("class", class).with(link).into()
}

/// A point that cannot.
fn missing(point: Point, sign: &str, reason: usize, picks: Picks<'_>) -> Markup {
    let why = picks.picker.reasons.get(reason);
    let why = why.map_or("", |reason| &reason.why);
    el("td")
        .attr("class", "point point-missing")
        .attr("title", format!("{point}: {why}"))
        .text(sign)
        .into()
}
