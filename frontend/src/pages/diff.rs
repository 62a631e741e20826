//! One structure at two points: the sentence, what changed in groups, both layouts side by side.
//!
//! What a step changes is [`crate::markup`], so that it touches only what differs.

mod changes;
pub mod ends;
mod entries;
mod folded;
pub mod grids;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use strata_core::Dataset;

use self::ends::{Ends, swap_by_key};
use self::grids::Grids;
use crate::components::linked_highlight::LinkedHighlight;
use crate::components::picker::view::StructureMenu;
use crate::copying::copy_made;
use crate::markup::Element;
use crate::navigation::InPlaceNavigation;
use crate::page::DiffPage;
use crate::page::diff::{markdown, told};
use crate::resolve;
use crate::route::Route;

/// One structure at two points.
#[component]
pub fn DiffView(page: DiffPage) -> impl IntoView {
    let make = |route: &Route, dataset: &Dataset| {
        let Route::Diff { name, from, to } = route else {
            return None;
        };
        resolve::made_diff(dataset, name, from, to)
    };
    let has_bytes = page.drawn;
    let steps = InPlaceNavigation::new(page, make, told, |_, _, _, _| None);
    swap_by_key(steps);
    let (page, told) = (steps.page(), steps.told());
    let lit = LinkedHighlight::new();
    lit.follow(page);
    let picker = Signal::derive(move || page.with(|page| page.to.picker.clone()));
    let drawn = move |draw: fn(&DiffPage) -> Element| move || page.with(draw);
    let made = move |what: &str| {
        page.with_untracked(|page| match what {
            changes::TEXT => Some(page.text.clone()),
            changes::MARKDOWN => Some(markdown(page)),
            _ => None,
        })
    };
    view! {
        <article
            class="diff-page"
            on:click=move |event: MouseEvent| copy_made(&event, made)
        >
            <StructureMenu picker/>
            <Ends steps/>
            {drawn(changes::verdict)}
            {drawn(changes::actions)}
            <div
                on:mouseover=move |event| lit.over(event)
                on:mouseleave=move |event| lit.out(event)
                on:focusin=move |event| lit.focused(event)
            >
                {move || page.with(|page| told.with(|told| changes::changes(page, told)))}
            </div>
            {has_bytes
                .then(|| {
                    view! {
                        <section aria-labelledby="bytes">
                            <h2 id="bytes">"Bytes"</h2>
                            {drawn(changes::strips)}
                        </section>
                        <Grids page told lit/>
                    }
                })}
            {drawn(changes::sources)}
        </article>
    }
}
