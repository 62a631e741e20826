//! The picker: which structure, which release on which architecture, which build.
//!
//! A map of all points: a column for each release, a row for each architecture, in each cell the structure's size there
//! as a link, or what the source says instead. Awake, it is one stop of the tab key; with `on_pick`, the arrow keys step
//! from point to point and every link is taken in place.

mod builds;
mod cells;
pub mod menu;
pub mod step_keys;

use crate::erase::Erase;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use strata_core::Point;

use self::builds::builds;
use self::cells::{arch_row, heads};
use crate::browser;
use crate::page::Picker;
use crate::page::picker::{Reason, Step};

/// What can be picked, and what is. The structure stays the same, for another one is another page.
#[component]
pub fn PickerView(
    /// What can be picked; made anew when a step is taken in place.
    #[prop(into)]
    picker: Signal<Picker>,
    /// What the picker is called, where there are several: `from`, `to`. Its ids begin with it.
    #[prop(default = "point")]
    id: &'static str,
    /// What picking does, where the page can go there in place. Without it, links are followed.
    #[prop(optional, into)]
    on_pick: Option<Callback<Point>>,
) -> impl IntoView {
    let first = picker.get_untracked();
    let heads = heads(&first.releases);
    let picks = Picks {
        picker,
        id,
        on_pick,
    };
    let rows = first
        .archs
        .into_iter()
        .map(|row| arch_row(row, picks))
        .collect_view();
    let keydown = move |event: KeyboardEvent| {
        let (Some(step), Some(on_pick)) = (step_of(&event), on_pick) else {
            return;
        };
        event.prevent_default();
        if let Some(to) = picker.with_untracked(|picker| picker.step(picker.current, step)) {
            on_pick.run(to);
        }
    };
    Effect::new(move || picks.follow());
    view! {
        <div class="picker" on:keydown=keydown>
            <div class="picker-frame" id=picks.frame_id()>
                <table class="picker-points">
                    <thead>
                        <tr>
                            <th scope="col">"Release"</th>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {builds(picks)}
            <Reasons reasons=first.reasons/>
        </div>
    }
    .erase()
}

/// What the parts of a picker share.
#[derive(Clone, Copy)]
struct Picks {
    picker: Signal<Picker>,
    id: &'static str,
    on_pick: Option<Callback<Point>>,
}

impl Picks {
    /// The id of a point's cell.
    fn cell_id(self, point: Point) -> String {
        format!("{}-{}-{}", self.id, point.version, point.arch)
    }

    fn frame_id(self) -> String {
        format!("{}-frame", self.id)
    }

    /// Brings the cell of what is picked into sight, however narrow the window, and the focus to it, if the picker has
    /// that.
    fn follow(self) {
        let (current, cell) = self
            .picker
            .with(|picker| (picker.current, picker.current_cell()));
        let Some(cell) = cell.map(|cell| self.cell_id(cell)) else {
            return;
        };
        browser::reveal(&self.frame_id(), &cell);
        let focused = browser::focused_id().unwrap_or_default();
        let inside = focused.starts_with(&format!("{}-", self.id));
        if inside && focused != self.cell_id(current) {
            browser::focus(&cell);
        }
    }

    /// Where the link to a point leads.
    fn url(self, point: Point) -> String {
        let route = self
            .picker
            .with(|picker| picker.purpose.route(&picker.structure, point));
        route.to_string()
    }

    /// For `aria-current`.
    fn is_current(self, point: Point) -> Option<&'static str> {
        self.picker
            .with(|picker| picker.current == point)
            .then_some("page")
    }

    /// What a click on the link to a point does.
    fn pick(self, event: &MouseEvent, point: Point) {
        if let (Some(on_pick), true) = (self.on_pick, is_plain(event)) {
            event.prevent_default();
            on_pick.run(point);
        }
    }
}

/// Why points cannot be picked.
#[component]
fn Reasons(reasons: Vec<Reason>) -> impl IntoView {
    let reason = |reason: Reason| {
        view! {
            <li>
                <span class="figure">{reason.arch.as_str()} " " {reason.releases()}</span>
                ": "
                {reason.why}
            </li>
        }
    };
    (!reasons.is_empty()).then(|| {
        view! {
            <details class="picker-reasons">
                <summary>"Why some points cannot be picked (– absent, ? not stated)"</summary>
                <ul>{reasons.into_iter().map(reason).collect_view()}</ul>
            </details>
        }
    })
}

/// Where a key leads, while the picker has the focus.
fn step_of(event: &KeyboardEvent) -> Option<Step> {
    if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    Some(match event.key().as_str() {
        "ArrowLeft" => Step::Earlier,
        "ArrowRight" => Step::Later,
        "ArrowUp" => Step::ArchBefore,
        "ArrowDown" => Step::ArchAfter,
        "Home" => Step::First,
        "End" => Step::Last,
        _ => return None,
    })
}

/// Whether a click is meant to go there here and now, and not in another tab.
fn is_plain(event: &MouseEvent) -> bool {
    let modified = event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key();
    event.button() == 0 && !modified
}
