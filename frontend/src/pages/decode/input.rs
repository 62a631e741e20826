//! Where bytes are put: a field to paste into, a file to choose, and where in them the structure begins.

use crate::erase::Erase;
use leptos::prelude::*;

use super::asked::Field;
use super::desk::{Desk, FILE_ID, TEXT_ID};
use super::scene::Scene;
use crate::browser;
use crate::markup::{Markup, el};

/// The id of the list of members that can be typed.
pub const MEMBERS_ID: &str = "decode-members";

/// The form. Without JavaScript it is not shown; until the page is awake, which it is once the layouts are here, it is
/// disabled.
#[component]
pub fn Input(desk: Desk) -> impl IntoView {
    let awake = RwSignal::new(false);
    Effect::new(move || awake.set(true));
    let fields = Field::ALL.map(|field| field_view(field, desk.clone()));
    let typed = {
        let desk = desk.clone();
        move |event| desk.typed(event_target_value(&event))
    };
    let chosen = {
        let desk = desk.clone();
        move |event: leptos::ev::Event| {
            if let Some(file) = browser::chosen(&event) {
                desk.put_file(file);
            }
        }
    };
    let example = {
        let desk = desk.clone();
        move |_| desk.put_example()
    };
    view! {
        <fieldset class="decode-input needs-script" disabled=move || !awake.get()>
            <legend>"What to decode"</legend>
            <div class="decode-paste">
                <label for=TEXT_ID>
                    "Paste what a debugger or an editor shows: a dump, an array, hexadecimal, or a layout as "
                    <code>"dt"</code> " prints it"
                </label>
                <textarea
                    id=TEXT_ID
                    class="decode-text"
                    rows="9"
                    wrap="off"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder="0: kd> db ffffa80c`1a2b3c40 L88"
                    on:input=typed
                ></textarea>
            </div>
            <div class="decode-controls">
                <div class="decode-field">
                    <label for=FILE_ID>"or choose or drop a file"</label>
                    <input id=FILE_ID type="file" on:change=chosen/>
                </div>
                <div class="decode-fields">{fields.into_iter().collect_view()}</div>
                <datalist id=MEMBERS_ID></datalist>
                <p class="decode-actions">
                    <button type="button" class="decode-example" on:click=example>
                        "Example"
                    </button>
                    " "
                    <button type="button" class="decode-clear" on:click=move |_| desk.clear()>
                        "Clear"
                    </button>
                </p>
                <div id="decode-status" class="decode-status" role="status"></div>
            </div>
        </fieldset>
    }
    .erase()
}

fn field_view(field: Field, desk: Desk) -> crate::erase::Erased {
    let (label, placeholder) = field.words();
    let list = (field == Field::From).then_some(MEMBERS_ID);
    view! {
        <div class="decode-field">
            <label for=field.id()>{label}</label>
            <input
                id=field.id()
                class="decode-number"
                type="text"
                list=list
                spellcheck="false"
                autocomplete="off"
                placeholder=placeholder
                on:input=move |event| desk.asked(field, event_target_value(&event))
            />
        </div>
    }
    .erase()
}

/// The members that bytes can begin with.
#[must_use]
pub fn members(scene: &Scene<'_>) -> Vec<Markup> {
    let lines = scene.work.drawn.iter().flat_map(|drawn| &drawn.lines);
    let members = lines.filter(|line| line.depth == 0 && !line.declaration.is_empty());
    members
        .map(|line| el("option").attr("value", line.name.clone()).into())
        .collect()
}
