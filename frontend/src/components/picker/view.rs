//! The picker on a page that is made of views: it is sent as markup, and what differs is drawn when a step is taken.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use strata_core::Point;

use super::menu::menu;
use super::{Picks, step_of};
use crate::browser::{self, Sheet};
use crate::erase::Erase;
use crate::markup::{Markup, html};
use crate::page::Picker;
use crate::page::picker::BuildChoice;
use crate::route::Route;

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
    let drawn = move |picker: &Picker, steps: bool| Picks { picker, id, steps }.markup();
    let first = picker.with_untracked(|picker| drawn(picker, false));
    let sent = html(&first);
    let root = format!("{id}-picker");
    let mut sheet = Sheet::sent(root.clone(), first);
    Effect::new(move || {
        picker.with(|picker| {
            let steps = on_pick.is_some();
            sheet.draw(drawn(picker, steps));
            Picks { picker, id, steps }.follow();
        });
    });
    let keydown = move |event: KeyboardEvent| {
        let step = browser::pressed(&event).and_then(|key| step_of(&key));
        let (Some(step), Some(on_pick)) = (step, on_pick) else {
            return;
        };
        event.prevent_default();
        if let Some(to) = picker.with_untracked(|picker| picker.step(picker.current, step)) {
            on_pick.run(to);
        }
    };
    let click = move |event: MouseEvent| {
        let link = browser::link_of(&event);
        let point = link.and_then(|link| picker.with_untracked(|picker| picked(picker, &link)));
        if let (Some(point), Some(on_pick)) = (point, on_pick) {
            event.prevent_default();
            on_pick.run(point);
        }
    };
    view! { <div class="picker" id=root inner_html=sent on:keydown=keydown on:click=click></div> }
        .erase()
}

/// The point to which a link of the picker leads.
fn picked(picker: &Picker, link: &str) -> Option<Point> {
    let route: Route = link.parse().ok()?;
    let leads = |point: &Point| picker.purpose.route(&picker.structure, *point) == route;
    let releases = picker.archs.iter().flat_map(|row| picker.points(row.arch));
    let builds = picker.builds.iter().map(BuildChoice::point);
    releases.chain(builds).find(leads)
}

/// The page's heading, under which the other structures unfold.
#[component]
pub fn StructureMenu(
    /// What can be picked.
    #[prop(into)]
    picker: Signal<Picker>,
) -> impl IntoView {
    const ID: &str = "structure-menu";
    let drawn = |picker: &Picker| vec![Markup::from(menu(picker))];
    let first = picker.with_untracked(drawn);
    let sent = html(&first);
    let mut sheet = Sheet::sent(ID.to_owned(), first);
    Effect::new(move || picker.with(|picker| sheet.draw(drawn(picker))));
    view! { <div id=ID inner_html=sent></div> }.erase()
}
