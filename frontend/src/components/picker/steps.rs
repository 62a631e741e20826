//! The picker with what happens on it: when a step is taken in place, what differs is drawn. Steps from release to release are
//! taken by keys, wherever on the page the focus is, and by links.

use crate::view::*;
use leptos::ev::{self, KeyboardEvent, MouseEvent};
use strata_core::Point;

use super::{Picks, menu};
use crate::browser;
use crate::page::{Arrow, Picker, SAID_ID};

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
    let steps = on_pick.is_some();
    let picks = move || {
        let steps = steps && awake.get();
        picker.with(|picker| Picks { picker, id, steps }.view())
    };
    Effect::new(move || {
        awake.set(true);
        picker.track();
        browser::once_drawn(move || {
            picker.with_untracked(|picker| Picks { picker, id, steps }.follow());
        });
    });
    let field = move || picker.with(|picker| Picks { picker, id, steps }.field());
    let keydown = move |event: KeyboardEvent| {
        let key = browser::pressed(&event).filter(|_| !browser::is_text_field(&event));
        let step = key.and_then(|key| Arrow::of(&key));
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

/// Two keys: to the release before, and to the release after.
pub type Keys = [&'static str; 2];

/// Those of a page with one point, and of the point to which a comparison leads.
pub const BRACKETS: Keys = ["[", "]"];
/// Those of the point from which a comparison starts: the same keys with Shift, on a keyboard that has them there.
pub const BRACES: Keys = ["{", "}"];

/// Lets the keys step to the release before and after, but in a text field.
pub fn step_by(keys: Keys, picker: Signal<Picker>, on_pick: Callback<Point>) {
    let step = move |event: KeyboardEvent| {
        let key = event.key();
        let step = match keys.iter().position(|own| *own == key) {
            Some(0) => Arrow::Left,
            Some(_) => Arrow::Right,
            None => return,
        };
        // Some keyboards have the brackets on the third level (Ctrl and Alt at once); Ctrl alone is the browser's.
        let of_the_browser = event.meta_key() || event.ctrl_key() != event.alt_key();
        if of_the_browser || browser::is_text_field(&event) {
            return;
        }
        match picker.with_untracked(|picker| picker.step(picker.current, step)) {
            Some(to) => {
                event.prevent_default();
                on_pick.run(to);
            }
            None if step == Arrow::Left => browser::say(SAID_ID, "This is the first release."),
            None => browser::say(SAID_ID, "This is the last release."),
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

/// Links to the releases before and after, and to the other architectures.
pub fn links(picker: &Picker) -> AnyView {
    let all = [
        (Arrow::Left, ["‹ ", ""], "The release before"),
        (Arrow::Right, ["", " ›"], "The release after"),
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
