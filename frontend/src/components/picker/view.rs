//! The picker with what happens on it: when a step is taken in place, what differs is drawn.

use crate::view::*;
use leptos::ev::{KeyboardEvent, MouseEvent};
use strata_core::Point;

use super::Picks;
use super::menu::menu;
use super::step_keys::step_of;
use crate::browser;
use crate::page::Picker;

/// What can be picked, and what is. The structure stays the same, for another one is another page.
#[component]
pub fn PickerView(
    /// What can be picked; made anew when a step is taken in place.
    #[prop(into)]
    picker: Signal<Picker>,
    /// What the picker is called, where there are several.
    #[prop(default = "point")]
    id: &'static str,
    /// What picking does, where the page can go there in place. Without it, links are followed.
    #[prop(optional, into)]
    on_pick: Option<Callback<Point>>,
) -> impl IntoView {
    let awake = RwSignal::new(false);
    let picks = move || {
        picker.with(|picker| {
            let steps = on_pick.is_some() && awake.get();
            Picks { picker, id, steps }.view()
        })
    };
    Effect::new(move || {
        awake.set(true);
        picker.track();
        browser::once_drawn(move || {
            let steps = on_pick.is_some();
            picker.with_untracked(|picker| Picks { picker, id, steps }.follow());
        });
    });
    let field = move || {
        picker.with(|picker| {
            let steps = on_pick.is_some();
            Picks { picker, id, steps }.field()
        })
    };
    let keydown = move |event: KeyboardEvent| {
        let key = browser::pressed(&event).filter(|_| !browser::is_text_field(&event));
        let step = key.and_then(|key| step_of(&key));
        let (Some(step), Some(on_pick)) = (step, on_pick) else {
            return;
        };
        event.prevent_default();
        if let Some(to) = picker.with_untracked(|picker| picker.step(picker.current, step)) {
            on_pick.run(to);
        }
    };
    let click = move |event: MouseEvent| {
        if let Some(on_pick) = on_pick {
            follow_link(&event, picker, on_pick);
        }
    };
    view! {
        <div id=format!("{id}-picker") on:keydown=keydown on:click=click>
            {field}
            {picks}
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

/// The page's heading, under which the other structures unfold.
#[component]
pub fn StructureMenu(#[prop(into)] picker: Signal<Picker>) -> impl IntoView {
    view! { <div id="structure-menu">{move || picker.with(menu)}</div> }
}
