//! The comparison page: the summary sentence, the changes in groups, both layouts drawn.
//!
//! A step replaces the page's value; each part of the view is a function of it, and updates only what differs.

mod changes;

use std::collections::{BTreeMap, BTreeSet};

use crate::pages::prelude::*;
use leptos::ev::{self, KeyboardEvent};
use strata_core::diff::{Change, Diff, Mark};
use strata_core::{Dataset, Layout, Point, render};

use crate::browser;
use crate::components::copy::CopyButton;
use crate::components::diagram::{DiagramView, legend, row_width};
use crate::components::linked_highlight::LinkedHighlight;
use crate::components::mark;
use crate::components::picker::{
    BRACES, BRACKETS, Keys, PickerView, StepKeys, StructureMenu, follow_link, links, serviced,
    step_by,
};
use crate::components::sources::source_line;
use crate::components::strips::Drawing;
use crate::navigation::InPlaceNavigation;
use crate::page::diff::End;
use crate::page::layout::layout_at;
use crate::page::{DiffPage, Picker, Run};
use crate::step::{ChangeKind, Changed, InPlace, StepChanges};

#[component]
pub fn DiffView(page: DiffPage) -> impl IntoView {
    let has_bytes = page.is_drawn();
    let steps = InPlaceNavigation::new(page);
    swap_by_key(steps);
    let (page, step_changes) = (steps.page(), steps.changes());
    let lit = LinkedHighlight::default();
    lit.follow(page);
    let picker = Signal::derive(move || page.with(|page| page.to.picker.clone()));
    let drawn = move |draw: fn(&DiffPage) -> AnyView| move || page.with(draw);
    view! {
        <article class="diff-page">
            <div class="point-bar">
                <StructureMenu picker/>
                {drawn(facts_line)}
            </div>
            <Ends steps/>
            {drawn(verdict)}
            {move || page.with(|shown| actions(shown, page))}
            <div
                on:mouseover=move |event| lit.look(&event)
                on:mouseleave=move |_| lit.set(None)
                on:focusin=move |event| lit.look(&event)
            >
                {move || page.with(|page| step_changes.with(|step_changes| changes::changes(page, step_changes)))}
            </div>
            {has_bytes
                .then(|| {
                    view! {
                        <section class="pictures" aria-labelledby="bytes">
                            <h2 id="bytes">"Bytes"</h2>
                            {picture_choice()}
                            <div class="picture-ribbons">{drawn(strips)}</div>
                            <Grids page step_changes lit/>
                        </section>
                    }
                })}
            {drawn(sources)}
        </article>
    }
}

impl InPlace for DiffPage {
    fn make(route: &Route, dataset: &Dataset) -> Option<Self> {
        let Route::Diff { name, from, to } = route else {
            return None;
        };
        let found = |point| layout_at(dataset, name, point).ok();
        Some(Self::new(dataset, &found(from)?, &found(to)?))
    }

    fn route(&self) -> Route {
        let (from, to) = (self.diff.from.point, self.diff.to.point);
        Route::diff(&self.to.picker.structure, from, to)
    }

    fn title(&self) -> String {
        let (from, to) = (self.diff.from.point, self.diff.to.point);
        format!("{} {from} → {to}", self.structure())
    }

    fn description(&self) -> String {
        let end = |end: &End| format!("{} ({})", end.release, end.layout.point);
        format!(
            "{} from {} to {}: {}",
            self.structure(),
            end(&self.from),
            end(&self.to),
            self.diff.summary()
        )
    }

    /// The members about which the later comparison differs, by key. The comparison of another structure is new as a
    /// whole.
    fn changes(&self, after: &Self) -> Changed {
        let keyed = |change: &'_ Change| Some((change.row()?.to_string(), change.clone()));
        let before: BTreeMap<String, Change> = self.diff.changes.iter().filter_map(keyed).collect();
        let class = |change: &Change| {
            let key = change.row()?.to_string();
            let shown = |it: &Change| (it.kinds.clone(), it.delta(), it.label().to_owned());
            let class = match before.get(&key) {
                None => ChangeKind::New,
                Some(was)
                    if shown(was) != shown(change)
                        || changes::sides(was) != changes::sides(change) =>
                {
                    ChangeKind::Changed
                }
                Some(_) => return None,
            };
            Some((key, class))
        };
        after.diff.changes.iter().filter_map(class).collect()
    }
}

/// Both points and both sizes, in the bar that stays in sight.
fn facts_line(page: &DiffPage) -> AnyView {
    let (from, to) = (&page.diff.from, &page.diff.to);
    let points = format!("{} → {}", from.point, to.point);
    let size = figures::change(&from.size, &to.size);
    any_view! {
        <p class="facts" role="status">
            <strong class="facts-point">{points}</strong>
            <span class="figure">{size}</span>
        </p>
    }
}

fn picture_choice() -> AnyView {
    let choices = [("ribbons", "With ribbons"), ("grids", "As grids")];
    let class = "choices picture-choice";
    choice(class, "Picture", "picture", "ribbons", choices.into())
}

/// The summary sentence; for two points with one layout, that there is no difference.
fn verdict(page: &DiffPage) -> AnyView {
    if page.diff.is_empty() {
        return any_view! {
            <p class="verdict verdict-same">
                <strong>"No difference."</strong>
                " Both points share one layout: the same members, of the same types, at the same offsets."
            </p>
        };
    }
    any_view! { <p class="verdict">{figures::sentence(&page.diff.summary())}</p> }
}

/// Links to related pages, and buttons that copy the comparison: as text for mails, as Markdown for issues.
fn actions(page: &DiffPage, signal: ReadSignal<DiffPage>) -> AnyView {
    let (from, to) = (page.diff.from.point, page.diff.to.point);
    let json = ApiUrl::diff(page.structure(), from, to).answered();
    let json = json.map(|url| url.to_string());
    let copy = |label, write: fn(&Diff) -> String| {
        let text = move |()| signal.with_untracked(|page| write(&page.diff));
        any_view! { <CopyButton label text/> }
    };
    let json_link = |url: String| view! { <a href=url rel="external">"JSON"</a> };
    let copy_json = |url: String| {
        view! {
            <button type="button" class="button needs-script" data-copies-answer=url>
                "Copy as JSON"
            </button>
        }
    };
    let bytes = page
        .is_drawn()
        .then(|| view! { <a href="#bytes">"Bytes"</a> });
    any_view! {
        <p class="actions">
            <a href=Route::structure(page.structure()).to_string()>"History"</a>
            {bytes}
            {json.clone().map(json_link)}
            {copy("Copy as text", render::diff::diff)}
            {copy("Copy as Markdown", changes::markdown)}
            {json.map(copy_json)}
        </p>
    }
}

fn strips(page: &DiffPage) -> AnyView {
    let drawing = Drawing {
        structure: page.structure(),
        strips: &page.strips,
        id: "bytes-of",
        title: "Both layouts as strips of bytes",
    };
    drawing.view()
}

/// The earlier layout and the later one. A run in both is highlighted in both.
#[component]
fn Grids(
    page: ReadSignal<DiffPage>,
    step_changes: ReadSignal<StepChanges>,
    lit: LinkedHighlight,
) -> impl IntoView {
    let grid = |id: &'static str, of: fn(&DiffPage) -> &End| {
        let diagram = Memo::new(move |_| page.with(|page| of(page).diagram.clone()));
        let title = move || {
            let title = page.with(|page| of(page).diagram.title.clone());
            any_view! { <figcaption class="figure">{title}</figcaption> }
        };
        view! {
            <figure>
                {title} <DiagramView diagram step_changes lit id target="change"/>
            </figure>
        }
    };
    view! {
        <div class="grids diagrams">
            {row_width()}
            {move || page.with(marks)}
            <div class="grid-pair">{grid("from", |page| &page.from)} {grid("to", |page| &page.to)}</div>
            {move || page.with(|page| legend(runs(page).map(|run| run.kind)))}
        </div>
    }
}

/// The runs of both diagrams.
fn runs(page: &DiffPage) -> impl Iterator<Item = &Run> + Clone {
    page.from.diagram.runs.iter().chain(&page.to.diagram.runs)
}

/// The legend of the marks in the runs.
fn marks(page: &DiffPage) -> AnyView {
    let shown: BTreeSet<Mark> = runs(page).filter_map(|run| run.mark).collect();
    let entry = |mark: Mark| -> AnyView {
        any_view! {
            <li class={format!("legend-entry {}", mark::tone(mark))}>
                <b class="kind-sign">{mark.sign()}</b>
                {mark.words()}
            </li>
        }
    };
    any_view! { <ul class="legend">{shown.into_iter().rev().map(entry).collect_view()}</ul> }
}

fn sources(page: &DiffPage) -> AnyView {
    let (from, to) = (&page.from.source, &page.to.source);
    let other = (from != to).then(|| source_line(to));
    let body = any_view! { {source_line(from)} {other} };
    section("source", "Source", body)
}

const SWAP: &str = "x";

/// Lets a key swap both points, except in a text field.
pub fn swap_by_key(steps: InPlaceNavigation<DiffPage>) {
    let swap = move |event: KeyboardEvent| {
        let is_plain = browser::pressed(&event).as_deref() == Some(SWAP);
        if is_plain && !browser::is_text_field(&event) {
            steps.to(steps.page().with_untracked(swapped));
        }
    };
    Effect::new(move || {
        let _ = window_event_listener(ev::keydown, swap);
    });
}

fn swapped(page: &DiffPage) -> Route {
    Route::diff(page.structure(), page.diff.to.point, page.diff.from.point)
}

#[component]
pub fn Ends(steps: InPlaceNavigation<DiffPage>) -> impl IntoView {
    let url = move || steps.page().with(swapped).to_string();
    view! {
        <div class="ends">
            <EndView what="From" id="from-point" keys=BRACES steps of=|page| &page.from/>
            <a class="button swap" href=url aria-label="Swap both versions" title="Swap both versions (x)" aria-keyshortcuts="x">
                "⇄"
            </a>
            <EndView what="To" id="to-point" keys=BRACKETS steps of=|page| &page.to/>
        </div>
    }
}

#[component]
fn EndView(
    what: &'static str,
    id: &'static str,
    keys: Keys,
    steps: InPlaceNavigation<DiffPage>,
    of: fn(&DiffPage) -> &End,
) -> impl IntoView {
    let page = steps.page();
    let picker: Signal<Picker> =
        Memo::new(move |_| page.with(|page| of(page).picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    step_by(keys, picker, on_pick);
    view! {
        <section class="end" aria-label=what on:click=move |event| follow_link(&event, picker, on_pick)>
            {move || page.with(|page| point(what, of(page)))}
            <StepKeys keys what="step this version through the releases"/>
            <details class="end-picker">
                <summary>"Another version"</summary>
                <PickerView picker id on_pick/>
            </details>
        </section>
    }
}

/// One end of the comparison, and its nearest neighbours.
fn point(what: &'static str, end: &End) -> AnyView {
    let picker = &end.picker;
    let Layout { point, size, .. } = &end.layout;
    let layout = Route::layout(&picker.structure, *point).to_string();
    let link = any_view! { <a href=layout><strong class="figure">{point.to_string()}</strong></a> };
    let shown = any_view! {
        <p class="end-point">
            <span class="quiet">{what}</span>
            {link}
            <span>{end.release.clone()}</span>
            <span class="figure">{size.to_string()}</span>
            {serviced(picker, *point)}
        </p>
    };
    any_view! { <div>{shown} {links(picker)}</div> }
}
