//! Where bytes are put: a field to paste into, a file to choose, and where in them the structure begins.

use crate::erase::Erase;
use leptos::prelude::*;
use std::sync::Arc;

use super::desk::{Desk, FILE_ID};
use super::source::{File, Origin, Source, Taken};
use crate::browser;

/// The form. Without JavaScript it is not shown; until the page is awake, which it is once the layouts are here, it is
/// disabled.
#[component]
pub fn Input(desk: Desk) -> impl IntoView {
    let mut typing = desk.typing();
    let awake = RwSignal::new(false);
    Effect::new(move || awake.set(true));
    view! {
        <fieldset
            class="decode-input needs-script"
            disabled=move || !awake.get()
        >
            <legend >"What to decode"</legend>
            <div class="decode-paste">
                <label for="decode-text">"Paste hexadecimal, or the output of WinDbg’s " <code>"db"</code></label>
                <textarea
                    id="decode-text"
                    class="decode-text"
                    rows="10"
                    wrap="off"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder="0: kd> db ffffa80c`1a2b3c40 L88"
                    prop:value=move || desk.text.get().to_string()
                    on:input=move |event| typing(event_target_value(&event))
                ></textarea>
            </div>
            <div class="decode-controls">
                <div class="decode-field">
                    <label for=FILE_ID>"or choose or drop a file"</label>
                    <input
                        id=FILE_ID
                        type="file"
                        on:change=move |event| {
                            if let Some(file) = browser::chosen(&event) {
                                desk.put_file(file);
                            }
                        }
                    />
                </div>
                <Fields desk/>
                <p class="decode-actions">
                    <button
                        type="button"
                        class="decode-example"
                        on:click=move |_| desk.put_example()
                    >
                        "Example"
                    </button>
                    " "
                    <button type="button" class="decode-clear" on:click=move |_| desk.clear()>
                        "Clear"
                    </button>
                </p>
                <Status desk/>
            </div>
        </fieldset>
    }
    .erase()
}

/// Where and how many.
#[component]
fn Fields(desk: Desk) -> impl IntoView {
    let Desk { asked, .. } = desk;
    let at = move |text: String| {
        desk.show_slice(0);
        asked.update(|asked| asked.at = text);
    };
    let base = move |text: String| asked.update(|asked| asked.base = text);
    let count = move |text: String| {
        desk.show_slice(0);
        asked.update(|asked| asked.count = text);
    };
    view! {
        <div class="decode-fields">
            <Field
                name="at"
                label="Offset in the bytes"
                placeholder="0x0"
                value=Signal::derive(move || asked.get().at)
                put=at
            />
            <Field
                name="base"
                label="Base address"
                placeholder="as in the dump"
                value=Signal::derive(move || asked.get().base)
                put=base
            />
            <Field
                name="count"
                label="Count"
                placeholder="1"
                value=Signal::derive(move || asked.get().count)
                put=count
            />
        </div>
    }
    .erase()
}

#[component]
fn Field(
    name: &'static str,
    label: &'static str,
    placeholder: &'static str,
    value: Signal<String>,
    put: impl Fn(String) + 'static,
) -> impl IntoView {
    let id = format!("decode-{name}");
    view! {
        <div class="decode-field">
            <label for=id.clone()>{label}</label>
            <input
                id=id
                class="decode-number"
                type="text"
                spellcheck="false"
                autocomplete="off"
                placeholder=placeholder
                prop:value=move || value.get()
                on:input=move |event| put(event_target_value(&event))
            />
        </div>
    }
}

/// What is on the desk, or why nothing is.
#[component]
fn Status(desk: Desk) -> impl IntoView {
    let source = move || match desk.source.get() {
        Source::File(file) => view! { <Took desk file/> }.erase(),
        Source::Text {
            origin: Origin::Constructed(point),
            ..
        } => view! {
            <p class="decode-constructed">
                <strong>"Constructed. "</strong>
                "This dump was made from the layout at " {point.to_string()}
                ", to show what the page does: no machine ever held these bytes."
            </p>
        }
        .erase(),
        Source::Text { .. } | Source::Nothing => ().erase(),
    };
    view! {
        <div class="decode-status" role="status">
            {source}
            {move || desk.refused.get().map(|why| view! { <p class="decode-error">{why}</p> })}
        </div>
    }
    .erase()
}

/// Which file was taken, as what, and the way to take it otherwise.
#[component]
fn Took(desk: Desk, file: Arc<File>) -> impl IntoView {
    let (as_what, otherwise) = match file.taken {
        Taken::Bytes => ("as raw bytes", "Take it as text"),
        Taken::Text => ("as text, for it looks like a dump", "Take it as raw bytes"),
    };
    let said = format!(" ({} bytes), {as_what}. ", file.bytes.len());
    let name = file.name.clone();
    view! {
        <p class="decode-took">
            "Took " <code>{name}</code> {said}
            <button
                type="button"
                on:click=move |_| desk.put(Source::File(Arc::new(file.taken_otherwise())))
            >
                {otherwise}
            </button>
        </p>
    }
}
