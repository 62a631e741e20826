//! One structure at one point: the picker, the offset diagram and the table, linked with one another.

pub mod head;
pub mod table;
mod unfold;

use std::rc::Rc;

use crate::erase::Erase;
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use strata_core::{Dataset, Point};

use self::head::Head;
use self::table::MemberTable;
use crate::browser;
use crate::components::diagram::row_width::RowWidth;
use crate::components::diagram::{DiagramView, Legend};
use crate::components::lit::Lit;
use crate::components::picker::view::{PickerView, StructureMenu};
use crate::components::source_line::SourceView;
use crate::page::picker::Step;
use crate::page::{LayoutPage, Picker};
use crate::resolve;
use crate::route::Route;
use crate::steps::{Made, Steps};

/// The box in which the diagram scrolls.
const FRAME: &str = "diagram-frame";

/// One structure at one point.
#[component]
pub fn LayoutView(page: LayoutPage) -> impl IntoView {
    let page = RwSignal::new(page);
    let make = |route: &Route, dataset: &Dataset| {
        let Route::Layout { name, point } = route else {
            return None;
        };
        let (page, route) = resolve::layout(dataset, name, point).ok()?;
        let title = page.title();
        Some(Made { page, route, title })
    };
    let show = Rc::new(move |made| page.set(made));
    let steps = StoredValue::new_local(Steps::new(make, show));
    Effect::new(move || steps.with_value(Steps::wake));
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        let route = picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to));
        steps.with_value(|steps| steps.to(route));
    });
    step_by_brackets(picker, on_pick);
    let lit = Lit::new();
    view! {
        <div class="layout-page">
            <StructureMenu picker/>
            {move || view! { <Head page=page.get()/> }}
            <PickerView picker on_pick/>
            <div class="panes diagrams">
                <section class="pane-diagram" aria-label="Offset diagram">
                    <RowWidth/>
                    <div class="diagram-frame" id=FRAME>
                        {move || view! { <DiagramView diagram=page.with(|page| page.diagram.clone()) lit/> }}
                    </div>
                    {move || view! { <Legend kinds=kinds(&page.get())/> }}
                </section>
                <section class="pane-table" aria-label="Members">
                    {move || view! { <MemberTable page=page.get() lit/> }}
                </section>
            </div>
            {move || view! { <Foot page=page.get()/> }}
        </div>
    }
    .erase()
}

/// The kinds of runs that the diagram has.
fn kinds(page: &LayoutPage) -> Vec<crate::page::Kind> {
    page.diagram.runs.iter().map(|run| run.kind).collect()
}

/// What is to be known of the layout as a whole, and who says all this.
#[component]
fn Foot(page: LayoutPage) -> impl IntoView {
    let note = |note| view! { <li>{note}</li> };
    let notes = page.layout.notes;
    let notes = (!notes.is_empty()).then(|| {
        view! {
            <section class="notes">
                <h2>"Notes"</h2>
                <ul>{notes.into_iter().map(note).collect_view()}</ul>
            </section>
        }
    });
    view! {
        {notes}
        <section class="sources">
            <h2>"Source"</h2>
            <SourceView source=page.source/>
        </section>
    }
}

/// `[` and `]` step to the release before and after, wherever on the page the focus is, but in a text field.
fn step_by_brackets(picker: Signal<Picker>, on_pick: Callback<Point>) {
    let step = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "[" => Step::Earlier,
            "]" => Step::Later,
            _ => return,
        };
        // Some keyboards have the brackets on the third level (Ctrl and Alt at once); Ctrl alone is the browser's.
        let of_the_browser = event.meta_key() || event.ctrl_key() != event.alt_key();
        if of_the_browser || browser::is_text_field(&event) {
            return;
        }
        if let Some(to) = picker.with_untracked(|picker| picker.step(picker.current, step)) {
            event.prevent_default();
            on_pick.run(to);
        }
    };
    Effect::new(move || {
        let _ = window_event_listener(ev::keydown, step);
    });
}
