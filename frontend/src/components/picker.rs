//! The picker: which structure, which release on which architecture, which build.
//!
//! A map of all points: a column for each release, a row for each architecture, in each cell the structure's size there
//! as a link, or what the source says instead. Awake, it is one stop of the tab key, the arrow keys step from point to
//! point, and every link is taken in place.

mod builds;
mod cells;
mod field;
pub mod menu;
pub mod step_keys;
pub mod view;

use strata_core::Point;

use self::builds::builds;
use self::cells::{arch_row, heads};
use crate::browser;
use crate::markup::{Element, Markup, el};
use crate::page::Picker;
use crate::page::picker::{Reason, Step};

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
            .with_all(heads(&self.picker.releases));
        let rows = self.picker.archs.iter().map(|row| arch_row(row, self));
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
            .with_all(builds(self))
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

/// Where a key without others leads, while the picker has the focus.
#[must_use]
pub fn step_of(key: &str) -> Option<Step> {
    Some(match key {
        "ArrowLeft" => Step::Earlier,
        "ArrowRight" => Step::Later,
        "ArrowUp" => Step::ArchBefore,
        "ArrowDown" => Step::ArchAfter,
        "Home" => Step::First,
        "End" => Step::Last,
        _ => return None,
    })
}
