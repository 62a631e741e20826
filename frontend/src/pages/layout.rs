//! One structure at one point: the picker, the offset diagram and the table, linked with one another.

pub mod head;
pub mod table;
mod unfold;

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::{Dataset, Point};

use self::head::Head;
use self::table::MemberTable;
use crate::components::diagram::row_width::RowWidth;
use crate::components::diagram::{DiagramView, Legend};
use crate::components::lit::Lit;
use crate::components::picker::step_keys::{self, BRACKETS, StepKeys};
use crate::components::picker::view::{PickerView, StructureMenu};
use crate::components::source_line::SourceView;
use crate::page::layout::told;
use crate::page::{LayoutPage, Picker};
use crate::resolve;
use crate::route::Route;
use crate::steps::Steps;

/// The box in which the diagram scrolls.
const FRAME: &str = "diagram-frame";

/// One structure at one point.
#[component]
pub fn LayoutView(page: LayoutPage) -> impl IntoView {
    let make = |route: &Route, dataset: &Dataset| {
        let Route::Layout { name, point } = route else {
            return None;
        };
        resolve::made_layout(dataset, name, point)
    };
    let steps = Steps::new(page, make, told);
    let page = steps.page();
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    step_keys::step_by(BRACKETS, picker, on_pick);
    let lit = Lit::new();
    view! {
        <div class="layout-page">
            <StructureMenu picker/>
            {move || view! { <Head page=page.get()/> }}
            <PickerView picker on_pick/>
            <StepKeys keys=BRACKETS what="step through the releases"/>
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
