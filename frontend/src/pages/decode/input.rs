//! Where bytes are put: a field to paste into, a file to choose, and where in them the structure begins.

use crate::view::*;
use leptos::ev::Event;

use super::controller::DecodeController;
use super::example::SIZE_LIMIT;
use super::options::{Field, WHY_NOT_ID, why_not};
use super::state::ViewContext;
use super::{facts, pane};
use crate::browser;

pub const FORM_ID: &str = "decode-form";
pub const TEXT_ID: &str = "decode-text";
pub const FILE_ID: &str = "decode-file";
pub const MEMBERS_ID: &str = "decode-members";

/// The form. Without JavaScript it is not shown; until the page is awake, which it is once the layouts are here, it is
/// disabled.
#[component]
pub fn Input(controller: DecodeController) -> impl IntoView {
    let context = controller.context;
    let chosen = move |event: Event| {
        if let Some(file) = browser::chosen(&event) {
            controller.put_file(file);
        }
    };
    view! {
        <fieldset
            id=FORM_ID
            class="decode-input needs-script"
            disabled=move || !context.state.awake.get()
        >
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
                    prop:value=move || controller.filled.get()
                    on:input=move |event| controller.typed(event_target_value(&event))
                ></textarea>
            </div>
            <div class="decode-bar">
                <label for=FILE_ID>"or choose or drop a file"</label>
                <input id=FILE_ID type="file" on:change=chosen/>
                {(context.page.read_untracked().size <= SIZE_LIMIT)
                    .then(|| {
                        view! {
                            <button
                                class="decode-example"
                                type="button"
                                on:click=move |_| controller.put_example()
                            >
                                "Example"
                            </button>
                        }
                    })}
                <button class="decode-clear" type="button" on:click=move |_| controller.clear()>
                    "Clear"
                </button>
            </div>
            <p class="decode-promise">
                <strong>"Decoding runs in your browser. "</strong>
                "Nothing you paste is sent or stored."
            </p>
            <details class="decode-options">
                <summary>"Where the structure begins, and how many there are"</summary>
                <div class="decode-fields">{Field::ALL.map(|field| text_field(controller, field))}</div>
            </details>
            <datalist id=MEMBERS_ID>{pane(context, members)}</datalist>
            <div id=WHY_NOT_ID>{pane(context, why_not)}</div>
            <div id="decode-status" class="decode-status" role="status">
                {pane(context, facts::status)}
            </div>
        </fieldset>
    }
}

fn text_field(controller: DecodeController, field: Field) -> impl IntoView {
    let (label, placeholder) = field.words();
    let ViewContext { state, work, .. } = controller.context;
    let value = move || state.options.read().asked.field(field).to_owned();
    let refused = move || {
        let decoding = work.decoding.read();
        let refused = decoding.refused.as_ref();
        refused.is_some_and(|refused| refused.field == Some(field))
    };
    view! {
        <div class="decode-field">
            <label for=field.id()>{label}</label>
            <input
                id=field.id()
                class="decode-number"
                type="text"
                list=(field == Field::From).then_some(MEMBERS_ID)
                spellcheck="false"
                autocomplete="off"
                placeholder=placeholder
                aria-describedby=WHY_NOT_ID
                aria-invalid=move || refused().then_some("true")
                prop:value=value
                on:input=move |event| controller.asked(field, event_target_value(&event))
            />
        </div>
    }
}

/// The members that bytes can begin with.
pub fn members(context: ViewContext) -> Option<AnyView> {
    let drawn = context.work.drawn.read();
    let lines = drawn.iter().flat_map(|drawn| &drawn.lines);
    let members = lines.filter(|line| line.depth == 0 && !line.declaration.is_empty());
    let members = members.map(|line| any_view! { <option value=line.name.clone()/> });
    Some(members.collect_view().into_any())
}
