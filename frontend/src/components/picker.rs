//! The picker: which structure, which release on which architecture, which build.
//!
//! A map of all points: a column for each release, a row for each architecture, in each cell the structure's size there
//! as a link, or what the source says instead. Awake, it is one stop of the tab key, the arrow keys step from point to
//! point, and every link is taken in place.

mod field;
pub mod menu;
pub mod step_keys;
pub mod view;

pub use step_keys::step_of;

use strata_core::{Build, Point};

use super::figures;
use crate::browser;
use crate::markup::{Element, Markup, el, said};
use crate::page::Picker;
use crate::page::picker::{ArchRow, BuildChoice, Cell, Reason, ReleaseHead};
use crate::route::Route;

/// A picker as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picks<'a> {
    /// What can be picked.
    pub picker: &'a Picker,
    /// What it is called, where there are several: `from`, `to`. Its ids begin with it.
    pub id: &'a str,
    /// Whether the arrow keys work: then it is one stop of the tab key; else every link is one.
    pub steps: bool,
}

impl Picks<'_> {
    /// As it is drawn.
    #[must_use]
    pub fn markup(self) -> Element {
        let head = el("tr")
            .with(el("th").attr("scope", "col").text("Release"))
            .with_all(self.picker.releases.iter().map(head));
        let rows = self.picker.archs.iter().map(|row| self.arch_row(row));
        let table = el("table")
            .attr("class", "picker-points")
            .with(el("thead").with(head))
            .with(el("tbody").with_all(rows));
        let frame = el("div")
            .attr("class", "picker-frame")
            .attr("id", self.frame_id())
            .with(table);
        el("div")
            .attr("class", "picker")
            .with(frame)
            .with_all(self.builds())
            .with_all(self.note())
            .with_all(reasons(&self.picker.reasons))
    }

    /// The id of a point's cell.
    fn cell_id(self, point: Point) -> String {
        format!("{}-{}-{}", self.id, point.version, point.arch)
    }

    fn frame_id(self) -> String {
        format!("{}-frame", self.id)
    }

    /// Brings the cell of what is picked into sight, however narrow the window, and the focus to it, if the picker has
    /// that.
    pub fn follow(self) {
        let Some(cell) = self.picker.current_cell().map(|cell| self.cell_id(cell)) else {
            return;
        };
        browser::reveal(&self.frame_id(), &cell);
        let focused = browser::focused_id().unwrap_or_default();
        let inside = focused.starts_with(&format!("{}-", self.id));
        if inside && focused != self.cell_id(self.picker.current) {
            browser::focus(&cell);
        }
    }

    /// Where the link to a point leads.
    fn url(self, point: Point) -> String {
        let picker = self.picker;
        picker.purpose.route(&picker.structure, point).to_string()
    }

    /// For `aria-current`.
    fn current(self, point: Point) -> Option<&'static str> {
        (self.picker.current == point).then_some("page")
    }

    /// What one architecture has at each release.
    fn arch_row(self, row: &ArchRow) -> Markup {
        let cell = |(cell, head): (&Cell, &ReleaseHead)| {
            let point = Point::new(head.release, row.arch);
            match *cell {
                Cell::New(size) => self.stated(point, size, "point point-new"),
                Cell::Same(size) => self.stated(point, size, "point"),
                Cell::Absent(reason) => self.missing(point, ["–", "absent"], reason),
                Cell::NotStated(reason) => self.missing(point, ["?", "not stated"], reason),
            }
        };
        el("tr")
            .with(el("th").attr("scope", "row").text(row.arch.as_str()))
            .with_all(row.cells.iter().zip(&self.picker.releases).map(cell))
            .into()
    }

    /// A point that can be picked.
    fn stated(self, point: Point, size: u32, class: &'static str) -> Markup {
        let is_stop = self.picker.current_cell() == Some(point);
        let text = figures::size(size);
        let serviced = self.picker.serviced_from(point).map(serviced_words);
        let label = match &serviced {
            Some(serviced) => format!("{point}, {text}, {serviced}"),
            None => format!("{point}, {text}"),
        };
        let sign = serviced
            .as_ref()
            .map(|_| said("sup", "serviced-sign", SERVICED).into());
        let link = el("a")
            .attr("id", self.cell_id(point))
            .attr("href", self.url(point))
            .attr_if("aria-current", self.current(point))
            .attr("aria-label", label)
            .attr_if("title", serviced)
            .attr_if("tabindex", (self.steps && !is_stop).then_some("-1"))
            .text(&text)
            .with_all(sign);
        el("td").attr("class", class).with(link).into()
    }

    /// A point that cannot: its sign for the eye, its word for ears.
    fn missing(self, point: Point, [sign, word]: [&'static str; 2], reason: usize) -> Markup {
        let why = self.picker.reasons.get(reason);
        let why = why.map_or("", |reason| &reason.why);
        el("td")
            .attr("class", "point point-missing")
            .attr("title", format!("{point}: {why}"))
            .with(el("span").attr("aria-hidden", "true").text(sign))
            .with(said("span", "visually-hidden", word))
            .into()
    }

    /// The images of the release that is picked; nothing where there is none.
    fn builds(self) -> Option<Markup> {
        let build = |choice: &BuildChoice| {
            let point = choice.point();
            let link = el("a")
                .attr("id", self.cell_id(point))
                .attr("href", self.url(point))
                .attr_if("aria-current", self.current(point))
                .attr(
                    "title",
                    format!("{}, {}", choice.release, figures::bytes(choice.size)),
                )
                .text(&choice.build.to_string());
            Markup::from(el("li").with(link))
        };
        let Picker {
            builds, current, ..
        } = self.picker;
        let release = builds.first()?.release;
        let label = format!("Images of {release}, {}", current.arch);
        let builds = el("ul").with_all(builds.iter().map(build));
        let line = el("div")
            .attr("class", "picker-builds")
            .with(said("span", "picker-label", label))
            .with(builds);
        Some(line.into())
    }

    /// What the sign of servicing means, where a cell has it.
    fn note(self) -> Option<Markup> {
        let has = !self.picker.serviced.is_empty();
        let note = format!("{SERVICED} An update changed the layout inside the release.");
        has.then(|| said("p", "picker-note", note).into())
    }
}

/// The sign of a release inside which an update changed the layout.
pub const SERVICED: &str = "*";

/// That an update changed the layout inside a release.
fn serviced_words(from: Build) -> String {
    format!("changed by an update, from {from} on")
}

/// The same for the head of a page, as a link to the layout that it changed to, or to what is known of it.
#[must_use]
pub fn serviced(picker: &Picker, point: Point) -> Option<Markup> {
    let build = picker.serviced_from(point)?;
    let known = picker.builds.iter().find(|choice| choice.build == build);
    let text = serviced_words(build);
    let link = match known {
        Some(choice) => {
            let url = Route::layout(&picker.structure, choice.point());
            let size = figures::size(choice.size);
            let link = el("a").attr("href", url.to_string()).text(&text);
            link.text(&format!(": {size}"))
        }
        None => el("span").text(&text),
    };
    Some(link.attr("class", "facts-serviced").into())
}

/// A release, at the head of its column.
fn head(head: &ReleaseHead) -> Markup {
    el("th")
        .attr("scope", "col")
        .attr("title", head.name.clone())
        .text(head.release.id())
        .into()
}

/// Why points cannot be picked.
fn reasons(reasons: &[Reason]) -> Option<Markup> {
    let reason = |reason: &Reason| {
        let place = format!("{} {}", reason.arch, reason.releases());
        el("li")
            .with(el("span").attr("class", "figure").text(&place))
            .text(": ")
            .text(&reason.why)
            .into()
    };
    (!reasons.is_empty()).then(|| {
        el("details")
            .attr("class", "picker-reasons")
            .with(el("summary").text("Why some points cannot be picked (– absent, ? not stated)"))
            .with(el("ul").with_all(reasons.iter().map(reason)))
            .into()
    })
}
