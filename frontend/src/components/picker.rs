//! The picker of a point: structure, release, architecture, build.
//!
//! A map of all points: a column for each release, a row for each architecture; each cell has the structure's size as a
//! link, or the reason why there is none. Once hydrated, it is one tab stop, the arrow keys step from point to point,
//! and every link is followed in place.

use super::blocks::*;
use super::inline::Inline;
use crate::view::*;
use leptos::ev::{self, KeyboardEvent, MouseEvent};
use strata_core::dataset::{AuditedSummary, SizeAt};
use strata_core::resolve::NoLayout;
use strata_core::{Arch, Build, Point, Release, TypeName};

use super::sources::badges;
use crate::browser;
use crate::document::{POINTS_ID, STATUS_ID};
use crate::page::picker::{ArchRow, Reason};
use crate::page::{Arrow, Picker};
use crate::route::Form;

#[derive(Clone, Copy, Debug)]
struct Picks<'a> {
    picker: &'a Picker,
    /// The picker's name, where a page has several: `from`, `to`. Prefix of its ids.
    id: &'a str,
    /// Whether the arrow keys work: then the picker is one tab stop, else every link is one.
    steps: bool,
}

impl Picks<'_> {
    fn view(self) -> AnyView {
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

    fn field(self) -> AnyView {
        let (form, name, other) = self.picker.purpose.field();
        let field = PointField {
            id: self.id.to_owned(),
            structure: self.picker.structure.clone(),
            form,
            name,
            other,
            near: Some(self.picker.current),
            refused: None,
        };
        field.view()
    }

    fn cell_id(self, point: Point) -> String {
        format!("{}-{}-{}", self.id, point.version, point.arch)
    }

    fn frame_id(self) -> String {
        format!("{}-frame", self.id)
    }

    /// Scrolls the current cell into view, and moves the focus to it if the picker has the focus.
    fn follow(self) {
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

    /// The value of `aria-current`.
    fn current(self, point: Point) -> Option<&'static str> {
        (self.picker.current == point).then_some("page")
    }

    fn arch_row(self, (arch, sizes): &ArchRow) -> AnyView {
        let cell = |(release, size): &(Release, Result<SizeAt, NoLayout>)| {
            let point = Point::new(*release, *arch);
            match size {
                Ok(at) => self.point_cell(point, *at),
                Err(_) if !release.exists_for(*arch) => any_view! {
                    <td class="point point-none" title=format!("{release} has no {arch} edition")>
                        <span class="visually-hidden">"no such Windows"</span>
                    </td>
                },
                Err(NoLayout::Absent) => self.missing(*release, *arch, ["–", "absent"]),
                Err(_) => self.missing(*release, *arch, ["?", "not stated"]),
            }
        };
        headed_row(arch.as_str(), sizes.iter().map(cell).collect_view())
    }

    /// The cell of a point that can be picked.
    fn point_cell(self, point: Point, SizeAt { size, is_same }: SizeAt) -> AnyView {
        let is_stop = self.picker.current_cell() == Some(point);
        let (text, class) = (
            size.to_string(),
            if is_same { "point" } else { "point point-new" },
        );
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

    /// The cell of a point that cannot be picked: a sign for the eye, a word for screen readers.
    fn missing(self, release: Release, arch: Arch, [sign, word]: [&'static str; 2]) -> AnyView {
        let mut reasons = self.picker.reasons.iter();
        let why = reasons.find(|reason| reason.is_of(release, arch));
        let why = why.map_or("", |reason| &reason.why);
        let point = Point::new(release, arch);
        any_view! {
            <td class="point point-missing" title=format!("{point}: {why}")>
                <span aria-hidden="true">{sign}</span>
                <span class="visually-hidden">{word}</span>
            </td>
        }
    }

    /// The images of the current release; `None` where there is none.
    fn builds(self) -> Option<AnyView> {
        let builds = &self.picker.builds;
        let release = self.picker.release.filter(|_| !builds.is_empty())?;
        let build = |(build, size): &(Build, u32)| {
            let point = self.picker.build_point(*build);
            let link = any_view! {
                <a
                    id=self.cell_id(point)
                    href=self.url(point)
                    aria-current=self.current(point)
                    title={format!("{release}, {}", figures::bytes(*size))}
                >
                    {build.to_string()}
                </a>
            };
            any_view! { <li>{link}</li> }
        };
        let label = format!("Images of {release}, {}", self.picker.current.arch);
        let builds = any_view! { <ul data-rows="">{builds.iter().map(build).collect_view()}</ul> };
        Some(any_view! {
            <div class="picker-builds"><span>{label}</span> {builds}</div>
        })
    }

    /// The explanation of the servicing sign, where a cell has it.
    fn note(self) -> Option<AnyView> {
        let has = !self.picker.serviced.is_empty();
        let note = format!("{SERVICED} An update changed the layout inside the release.");
        has.then(|| any_view! { <p class="picker-note">{note}</p> })
    }
}

/// A folded picker for a page about one point, where the data come first. It unfolds without JavaScript.
pub fn folded(picker: AnyView) -> AnyView {
    let summary = any_view! {
        "Another version or architecture "
        <span class="step-keys needs-script">
            <kbd>{BRACKETS[0]}</kbd>
            " "
            <kbd>{BRACKETS[1]}</kbd>
        </span>
    };
    fold("picker-others", summary, picker)
}

/// The sign of a release inside which an update changed the layout.
pub const SERVICED: &str = "*";

fn serviced_words(from: Build) -> String {
    format!("changed by an update, from {from} on")
}

/// The note in the head of a page: that the layout is bracketed; or servicing, with a link to the changed layout or to what
/// is known of it.
pub fn serviced(picker: &Picker, point: Point) -> Option<AnyView> {
    if picker.is_bracketed {
        let text = "no symbol file of this build; those before and after it agree";
        return Some(any_view! { <span class="facts-serviced">{text}</span> });
    }
    let build = picker.serviced_from(point)?;
    let known = picker.builds.iter().find(|(known, _)| *known == build);
    let size = known.map(|(_, size)| *size).or(picker.serviced_size);
    let text = match size.map(figures::size) {
        Some(size) => format!("{}: {size}", serviced_words(build)),
        None => serviced_words(build),
    };
    Some(match known {
        Some(_) => {
            let url = Route::layout(&picker.structure, picker.build_point(build));
            any_view! { <a class="facts-serviced" href=url.to_string()>{text}</a> }
        }
        None => any_view! { <span class="facts-serviced">{text}</span> },
    })
}

fn head((release, name): &(Release, String)) -> AnyView {
    any_view! { <th scope="col" title=name.clone()>{release.id()}</th> }
}

fn reasons(reasons: &[Reason]) -> Option<AnyView> {
    let reason = |reason: &Reason| {
        let place = format!("{} {}", reason.arch, reason.releases());
        any_view! { <li><span class="figure">{place.clone()}</span> ": " {reason.why.clone()}</li> }
    };
    (!reasons.is_empty()).then(|| {
        let summary = "Why some points cannot be picked (– absent, ? not stated)";
        let body = any_view! { <ul>{reasons.iter().map(reason).collect_view()}</ul> };
        fold("picker-reasons", summary.into_any(), body)
    })
}

/// The page's heading: the structure's name, which unfolds to the audited structures and a field for any other name.
fn menu(picker: &Picker) -> AnyView {
    let entry = |choice: &AuditedSummary| {
        let current = (choice.name == picker.structure).then_some("true");
        view! {
            <li>
                <a href=picker.route_of(choice).to_string() aria-current=current>
                    {choice.name.to_string()}
                </a>
                <span class="quiet">{choice.summary.clone()}</span>
            </li>
        }
    };
    let list = any_view! { <ul>{picker.structures.iter().map(entry).collect_view()}</ul> };
    let field = any_view! {
        <input
            type="search"
            name=Fields::TEXT
            aria-label="Name of any other type"
            placeholder="any other type"
            autocomplete="off"
            autocapitalize="off"
        />
    };
    let search = any_view! {
        <form class="menu-search" action=Route::structures().to_string()>
            {field}
            <button type="submit">"Find"</button>
        </form>
    };
    let unfolded = any_view! { <div class="menu-list">{list} {search}</div> };
    let details = any_view! {
        <details class="menu"><summary class="button">"Structures"</summary> {unfolded}</details>
    };
    any_view! {
        <div class="structure-menu">
            <h1>{picker.structure.as_str()}</h1>
            {badges(&picker.source_kinds)}
            {details}
        </div>
    }
}

/// The form in which a point is typed. The server answers it with the page of that point; the browser offers the
/// suggestions that [`crate::shell`] adds to the document, and `static/boot.js` follows a point of the picker in place.
/// Invalid input comes back in the same field, with the reason below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointField {
    /// The prefix of its ids.
    pub id: String,
    pub structure: TypeName,
    pub form: Form,
    /// The form parameter that this field fills.
    pub name: &'static str,
    pub other: Option<(&'static str, Point)>,
    /// The point that supplies whatever the visitor does not type.
    pub near: Option<Point>,
    pub refused: Option<Refused>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub text: String,
    pub why: String,
}

impl PointField {
    pub fn view(&self) -> AnyView {
        let text = format!("{}-text", self.id);
        let why_id = format!("{}-why", self.id);
        let refused = self.refused.as_ref();
        // The suggestions are on the pages of points; elsewhere it is a plain text field.
        let list = refused.is_none().then_some(POINTS_ID);
        let label = any_view! { <label for=text.clone()>"Go to"</label> };
        let field = any_view! {
            <input
                id=text
                type="search"
                name=self.name
                value={refused.map(|refused| refused.text.clone())}
                list=list
                placeholder="6.1, win7 x86, 19041"
                maxlength="200"
                required=""
                autocomplete="off"
                autocapitalize="off"
                aria-invalid={refused.map(|_| "true")}
                aria-describedby={refused.map(|_| why_id.clone())}
            />
        };
        let hidden = |(name, point): (&'static str, Point)| -> AnyView {
            any_view! { <input type="hidden" name=name value=point.to_string()/> }
        };
        let near = self.near.map(|near| (Form::NEAR, near));
        let why = refused.map(|refused| -> AnyView {
            let why = refused.why.clone();
            any_view! { <p id=why_id.clone() class="picker-why"><Inline text=why/></p> }
        });
        let go = any_view! { <button type="submit">"Go"</button> };
        let action = self.form.url(&self.structure);
        any_view! {
            <form class="picker-form" action=action data-picker=self.id.clone()>
                {label}
                {field}
                {self.other.map(hidden)}
                {near.map(hidden)}
                {go}
                {why}
            </form>
        }
    }
}

/// The picker with all its points. The structure stays the same: another structure is another page.
#[component]
pub fn PickerView(
    /// The points and the current one; replaced when a step is taken in place.
    #[prop(into)]
    picker: Signal<Picker>,
    /// The picker's name, where there are several.
    #[prop(default = "point")]
    id: &'static str,
    on_pick: Callback<Point>,
) -> impl IntoView {
    let awake = RwSignal::new(false);
    let points = move || {
        let steps = awake.get();
        picker.with(|picker| Picks { picker, id, steps }.view())
    };
    Effect::new(move || {
        awake.set(true);
        picker.track();
        browser::once_drawn(move || {
            let steps = true;
            picker.with_untracked(|picker| Picks { picker, id, steps }.follow());
        });
    });
    let field = move || {
        let steps = true;
        picker.with(|picker| Picks { picker, id, steps }.field())
    };
    let keydown = move |event: KeyboardEvent| {
        let key = browser::pressed(&event).filter(|_| !browser::is_text_field(&event));
        let step = key.and_then(|key| Arrow::of(&key));
        let Some(step) = step else { return };
        event.prevent_default();
        if let Some(to) = picker.with_untracked(|picker| picker.step(picker.current, step)) {
            on_pick.run(to);
        }
    };
    let click = move |event: MouseEvent| follow_link(&event, picker, on_pick);
    view! {
        <div id=format!("{id}-picker") on:keydown=keydown on:click=click>
            {field}
            {points}
        </div>
    }
}

pub fn follow_link(event: &MouseEvent, picker: Signal<Picker>, on_pick: Callback<Point>) {
    let link = browser::link_of(event);
    let point = link.and_then(|link| picker.with_untracked(|picker| picker.leads_to(&link)));
    if let Some(point) = point {
        event.prevent_default();
        on_pick.run(point);
    }
}

/// The page's heading, which unfolds to the other structures.
#[component]
pub fn StructureMenu(#[prop(into)] picker: Signal<Picker>) -> impl IntoView {
    view! { <div id="structure-menu">{move || picker.with(menu)}</div> }
}

/// Two keys: to the previous release and to the next.
pub type Keys = [&'static str; 2];

/// The keys of a page with one point, and of the later point of a comparison.
pub const BRACKETS: Keys = ["[", "]"];
/// The keys of the earlier point of a comparison: the same keys with Shift, on a keyboard that has them there.
pub const BRACES: Keys = ["{", "}"];

/// Lets the keys step to the previous and the next release, except in a text field.
pub fn step_by(keys: Keys, picker: Signal<Picker>, on_pick: Callback<Point>) {
    let step = move |event: KeyboardEvent| {
        let key = event.key();
        let step = match keys.iter().position(|own| *own == key) {
            Some(0) => Arrow::Left,
            Some(_) => Arrow::Right,
            None => return,
        };
        // Some keyboards have the brackets on the third level (Ctrl and Alt at once); Ctrl alone is a browser shortcut.
        let of_the_browser = event.meta_key() || event.ctrl_key() != event.alt_key();
        if of_the_browser || browser::is_text_field(&event) {
            return;
        }
        match picker.with_untracked(|picker| picker.step(picker.current, step)) {
            Some(to) => {
                event.prevent_default();
                on_pick.run(to);
            }
            None if step == Arrow::Left => {
                browser::set_text(STATUS_ID, "This is the first release.");
            }
            None => browser::set_text(STATUS_ID, "This is the last release."),
        }
    };
    Effect::new(move || {
        let _ = window_event_listener(ev::keydown, step);
    });
}

#[component]
pub fn StepKeys(keys: Keys, what: &'static str) -> impl IntoView {
    view! {
        <p class="step-keys needs-script">
            <kbd>{keys[0]}</kbd>
            " "
            <kbd>{keys[1]}</kbd>
            " "
            {what}
        </p>
    }
}

/// Links to the previous and the next release, and to the other architectures.
pub fn links(picker: &Picker) -> AnyView {
    let all = [
        (Arrow::Left, ["‹ ", ""], "Previous release"),
        (Arrow::Right, ["", " ›"], "Next release"),
        (Arrow::Up, ["", ""], "The other architecture"),
        (Arrow::Down, ["", ""], "The other architecture"),
    ];
    let sign = |sign: &'static str| -> Option<AnyView> {
        let drawn = || any_view! { <span aria-hidden="true">{sign}</span> };
        (!sign.is_empty()).then(drawn)
    };
    let link =
        |(step, [before, after], what): (Arrow, [&'static str; 2], &str)| -> Option<AnyView> {
            let point = picker.step(picker.current, step)?;
            let route = picker.purpose.route(&picker.structure, point).to_string();
            let text = match step {
                Arrow::Up | Arrow::Down => point.arch.to_string(),
                _ => point.version.to_string(),
            };
            let link = any_view! {
                <a class="button" href=route aria-label=format!("{what}: {point}")>
                    {sign(before)}
                    {text.clone()}
                    {sign(after)}
                </a>
            };
            Some(any_view! { <li>{link}</li> })
        };
    any_view! { <ul class="end-steps">{all.into_iter().filter_map(link).collect_view()}</ul> }
}
