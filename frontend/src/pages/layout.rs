//! One structure at one point: the picker, the offset diagram and the table, linked with one another.
//!
//! A step changes the value of the page; each place of it is a function of that, and touches only what differs.

mod exports;
pub mod head;
mod preview;
pub mod table;

use crate::view::*;
use leptos::ev::MouseEvent;
use strata_core::Point;

use self::preview::Preview;
use crate::browser;
use crate::components::copy::copy_made;
use crate::components::diagram::{DiagramView, legend, row_width};
use crate::components::linked_highlight::LinkedHighlight;
use crate::components::picker::folded;
use crate::components::picker::steps::{
    BRACKETS, PickerView, StructureMenu, follow_link, links, step_by,
};
use crate::navigation::InPlaceNavigation;
use crate::page::{LayoutPage, Picker};

const FRAME: &str = "diagram-frame";

#[component]
pub fn LayoutView(page: LayoutPage) -> impl IntoView {
    let has_bytes = page.layout.values.is_empty();
    let steps = InPlaceNavigation::new(page);
    let (page, told) = (steps.page(), steps.told());
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        steps.to(picker.with_untracked(|picker| picker.purpose.route(&picker.structure, to)));
    });
    step_by(BRACKETS, picker, on_pick);
    let lit = LinkedHighlight::default();
    lit.follow(page);
    let diagram = Memo::new(move |_| page.with(|page| page.diagram.clone()));
    let drawn = move |draw: fn(&LayoutPage) -> AnyView| move || page.with(draw);
    let preview = Preview::new(page);
    let click = move |event: MouseEvent| {
        if preview.press(&event) {
            event.prevent_default();
        }
        copy_made(&event, |_| Some(page.with_untracked(head::as_text)));
    };
    let exported = move || page.with(|page| exports::exports(page, preview.shown(page).as_ref()));
    // The run that belongs to the row is brought into sight in the diagram's own box; the page does not move.
    let reveal = move || {
        if let Some(key) = lit.key_untracked() {
            browser::reveal(FRAME, &format!("run-{key}"));
        }
    };
    let over = move |event| {
        lit.over(event);
        reveal();
    };
    let focused = move |event| {
        lit.focused(event);
        reveal();
    };
    view! {
        <div class="layout-page" on:click=click>
            <div class="point-bar">
                <StructureMenu picker/>
                <div class="point-steps" on:click=move |event| follow_link(&event, picker, on_pick)>
                    {drawn(|page| links(&page.picker))}
                </div>
                {drawn(head::facts_line)}
            </div>
            <div class="point-ways">
                {drawn(head::actions)}
                {folded(any_view! { <PickerView picker on_pick/> })}
            </div>
            <div class="panes diagrams">
                {has_bytes
                    .then(|| {
                        view! {
                            <section class="pane-diagram" aria-label="Offset diagram">
                                {row_width()}
                                <div class="diagram-frame" id=FRAME>
                                    <DiagramView diagram told lit/>
                                </div>
                                {drawn(|page| {
                                    legend(page.diagram.runs.iter().map(|run| run.kind))
                                })}
                            </section>
                        }
                    })}
                <section
                    class="pane-table"
                    aria-label="Members"
                    on:mouseover=over
                    on:mouseleave=move |event| lit.out(event)
                    on:focusin=focused
                >
                    {table::table(page, told)}
                    {drawn(table::certainties)}
                </section>
            </div>
            {exported}
            {drawn(head::foot)}
        </div>
    }
}
