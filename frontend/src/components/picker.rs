//! The picker: which structure, which release on which architecture, which build.
//!
//! A map of all points: a column for each release, a row for each architecture, in each cell the structure's size there
//! as a link, or what the source says instead. Awake, it is one stop of the tab key, the arrow keys step from point to
//! point, and every link is taken in place.

pub mod field;
pub mod menu;
pub mod step_keys;
pub mod view;

use step_keys::BRACKETS;
pub use step_keys::step_of;

use crate::view::*;
use strata_core::{Build, Point};

use super::figures;
use crate::browser;
use crate::page::Picker;
use crate::page::picker::{ArchRow, BuildChoice, Cell, Reason, ReleaseHead};
use crate::route::Route;

#[derive(Clone, Copy, Debug)]
pub struct Picks<'a> {
    pub picker: &'a Picker,
    /// What it is called, where there are several: `from`, `to`. Its ids begin with it.
    pub id: &'a str,
    /// Whether the arrow keys work: then it is one stop of the tab key; else every link is one.
    pub steps: bool,
}

impl Picks<'_> {
    pub fn view(self) -> AnyView {
        let head = any_view! {
            <tr>
                <th scope="col">"Release"</th>
                {self.picker.releases.iter().map(head).collect_view()}
            </tr>
        };
        let rows = self.picker.archs.iter().map(|row| self.arch_row(row));
        let table = any_view! {
            <table class="picker-points">
                <thead>{head}</thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        };
        let frame = any_view! { <div class="picker-frame" id=self.frame_id()>{table}</div> };
        any_view! {
            <div class="picker">
                {frame}
                {self.builds()}
                {self.note()}
                {reasons(&self.picker.reasons)}
            </div>
        }
    }

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

    fn url(self, point: Point) -> String {
        let picker = self.picker;
        picker.purpose.route(&picker.structure, point).to_string()
    }

    /// For `aria-current`.
    fn current(self, point: Point) -> Option<&'static str> {
        (self.picker.current == point).then_some("page")
    }

    fn arch_row(self, row: &ArchRow) -> AnyView {
        let cell = |(cell, head): (&Cell, &ReleaseHead)| {
            let point = Point::new(head.release, row.arch);
            match *cell {
                Cell::New(size) => self.stated(point, size, "point point-new"),
                Cell::Same(size) => self.stated(point, size, "point"),
                Cell::Absent(reason) => self.missing(point, ["–", "absent"], reason),
                Cell::NotStated(reason) => self.missing(point, ["?", "not stated"], reason),
            }
        };
        any_view! {
            <tr>
                <th scope="row">{row.arch.as_str()}</th>
                {row.cells.iter().zip(&self.picker.releases).map(cell).collect_view()}
            </tr>
        }
    }

    /// A point that can be picked.
    fn stated(self, point: Point, size: u32, class: &'static str) -> AnyView {
        let is_stop = self.picker.current_cell() == Some(point);
        let text = figures::size(size);
        let serviced = self.picker.serviced_from(point).map(serviced_words);
        let label = match &serviced {
            Some(serviced) => format!("{point}, {text}, {serviced}"),
            None => format!("{point}, {text}"),
        };
        let sign = serviced
            .as_ref()
            .map(|_| any_view! { <sup class="serviced-sign">{SERVICED}</sup> });
        let link = any_view! {
            <a
                id=self.cell_id(point)
                href=self.url(point)
                aria-current=self.current(point)
                aria-label=label
                title=serviced
                tabindex={(self.steps && !is_stop).then_some("-1")}
            >
                {text.clone()}
                {sign}
            </a>
        };
        any_view! { <td class=class>{link}</td> }
    }

    /// A point that cannot: its sign for the eye, its word for ears.
    fn missing(self, point: Point, [sign, word]: [&'static str; 2], reason: usize) -> AnyView {
        let why = self.picker.reasons.get(reason);
        let why = why.map_or("", |reason| &reason.why);
        any_view! {
            <td class="point point-missing" title=format!("{point}: {why}")>
                <span aria-hidden="true">{sign}</span>
                <span class="visually-hidden">{word}</span>
            </td>
        }
    }

    /// The images of the release that is picked; nothing where there is none.
    fn builds(self) -> Option<AnyView> {
        let build = |choice: &BuildChoice| {
            let point = choice.point();
            let link = any_view! {
                <a
                    id=self.cell_id(point)
                    href=self.url(point)
                    aria-current=self.current(point)
                    title={format!("{}, {}", choice.release, figures::bytes(choice.size))}
                >
                    {choice.build.to_string()}
                </a>
            };
            any_view! { <li>{link}</li> }
        };
        let Picker {
            builds, current, ..
        } = self.picker;
        let release = builds.first()?.release;
        let label = format!("Images of {release}, {}", current.arch);
        let builds = any_view! { <ul data-rows="">{builds.iter().map(build).collect_view()}</ul> };
        Some(any_view! {
            <div class="picker-builds"><span class="picker-label">{label}</span> {builds}</div>
        })
    }

    /// What the sign of servicing means, where a cell has it.
    fn note(self) -> Option<AnyView> {
        let has = !self.picker.serviced.is_empty();
        let note = format!("{SERVICED} An update changed the layout inside the release.");
        has.then(|| any_view! { <p class="picker-note">{note}</p> })
    }
}

/// A picker on a page that is about one point: folded, for the data are what one came for. It unfolds without JavaScript.
pub fn folded(picker: AnyView) -> AnyView {
    any_view! {
        <details class="picker-others">
            <summary>
                "Another version or architecture "
                <span class="step-keys needs-script">
                    <kbd>{BRACKETS[0]}</kbd>
                    " "
                    <kbd>{BRACKETS[1]}</kbd>
                </span>
            </summary>
            {picker}
        </details>
    }
}

/// The sign of a release inside which an update changed the layout.
pub const SERVICED: &str = "*";

fn serviced_words(from: Build) -> String {
    format!("changed by an update, from {from} on")
}

/// The same for the head of a page, as a link to the layout that it changed to, or to what is known of it.
pub fn serviced(picker: &Picker, point: Point) -> Option<AnyView> {
    let build = picker.serviced_from(point)?;
    let known = picker.builds.iter().find(|choice| choice.build == build);
    let text = serviced_words(build);
    Some(match known {
        Some(choice) => {
            let url = Route::layout(&picker.structure, choice.point());
            let size = figures::size(choice.size);
            any_view! { <a class="facts-serviced" href=url.to_string()>{format!("{text}: {size}")}</a> }
        }
        None => any_view! { <span class="facts-serviced">{text}</span> },
    })
}

fn head(head: &ReleaseHead) -> AnyView {
    any_view! { <th scope="col" title=head.name.clone()>{head.release.id()}</th> }
}

fn reasons(reasons: &[Reason]) -> Option<AnyView> {
    let reason = |reason: &Reason| {
        let place = format!("{} {}", reason.arch, reason.releases());
        any_view! { <li><span class="figure">{place.clone()}</span> ": " {reason.why.clone()}</li> }
    };
    (!reasons.is_empty()).then(|| {
        any_view! {
            <details class="picker-reasons">
                <summary>"Why some points cannot be picked (– absent, ? not stated)"</summary>
                <ul>{reasons.iter().map(reason).collect_view()}</ul>
            </details>
        }
    })
}
