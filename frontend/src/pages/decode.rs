//! The decode page: decodes bytes as one structure at one point, in the browser, so that no byte leaves it. This file
//! has the input form and the panes of the page.
//!
//! The [`ViewModel`] has the input, the choices and the result of the worker in signals ([`state`]), and what follows from
//! them in memos ([`derived`]): a slice of the structures → the drawn one ([`values`] and [`bytes`]). Events change the
//! signals ([`controller`]). All drawing follows from it; of thousands of rows only the changed ones are rendered again,
//! and their events are delegated to the root.

pub mod action;
pub mod annotated_text;
pub mod array;
pub mod bytes;
pub mod compare;
pub mod controller;
pub mod derived;
pub mod example;
pub mod export;
pub mod lines;
pub mod options;
pub mod state;
pub mod summary;
pub mod values;
pub mod verdict;

#[cfg(test)]
mod tests;

use crate::pages::prelude::*;
use leptos::ev::{DragEvent, Event, KeyboardEvent, MouseEvent};
use strata_core::decode::words;
use strata_core::lookup::{self, Found};
use strata_core::{Dataset, Point, TypeName};
use wasm_bindgen::JsValue;

use self::action::Key;
use self::example::SIZE_LIMIT;
use self::options::{Field, refused, why_not};
use self::state::{BYTES_FRAME, GRID_ID, Source, TEXT_FRAME, VALUES_FRAME, ViewModel};
use crate::browser;
use crate::components::picker::{
    BRACKETS, PickerView, StructureMenu, folded, links, serviced, step_by,
};
use crate::document::FAILED_ID;
use crate::page::layout::layout_at;
use crate::page::picker::{Picker, Purpose};
use crate::step::InPlace;

#[component]
pub fn DecodeView(page: DecodePage) -> impl IntoView {
    let model = ViewModel::new(page);
    provide_context(model);
    let over = RwSignal::new(false);
    let page = model.page;
    let picker: Signal<Picker> = Memo::new(move |_| page.with(|page| page.picker.clone())).into();
    let on_pick = Callback::new(move |to: Point| {
        model.go(page.with_untracked(|page| Route::decode(&page.structure, to)));
    });
    step_by(BRACKETS, picker, on_pick);
    let drag = move |event: DragEvent| {
        if browser::drags_file(&event) {
            event.prevent_default();
            over.set(true);
        }
    };
    let leave = move |event: DragEvent| {
        if browser::pointer_left(&event) {
            over.set(false);
        }
    };
    let drop = move |event: DragEvent| {
        over.set(false);
        if let Some(file) = browser::dropped_file(&event) {
            event.prevent_default();
            model.put_file(file);
        }
    };
    let pasted = move || model.paste.read().read.is_some();
    let place = |id: &'static str, draw: Draw| any_view! { <div id=id>{pane(model, draw)}</div> };
    view! {
        <div
            id="decode"
            class="decode"
            class:is-over=over
            on:click=move |event| press(model, &event)
            on:keydown=move |event| key(model, &event)
            on:focusin=move |event| focus(model, &event)
            on:pointerover=move |event| model.hover(key_of(&event))
            on:pointerleave=move |_| model.hover(None)
            on:dragover=drag
            on:dragleave=leave
            on:drop=drop
        >
            <div id="decode-point" class="decode-point">
                <div class="point-bar">
                    <StructureMenu picker/>
                    <div class="point-steps">{move || picker.with(links)}</div>
                    {move || page.with(point_head)}
                </div>
                {folded(any_view! { <PickerView picker on_pick/> })}
            </div>
            <p id=FAILED_ID class="decode-error" role="alert" hidden></p>
            <p id="decode-told" class="visually-hidden" role="status">
                {pane(model, summary::status_sentence)}
            </p>
            <div class="decode-desk">
                <Input model/>
                <div class="decode-answer">
                    <p class="decode-hint quiet needs-script" hidden=pasted>
                        "The answer appears here: which versions fit, what was skipped, the values and the bytes. "
                        <kbd>"Ctrl"</kbd> "+" <kbd>"V"</kbd> " works anywhere on this page."
                    </p>
                    {place("decode-verdict", verdict::verdict)}
                    {place("decode-read", summary::summary)}
                    {place("decode-compared", compare::compare)}
                    {place("decode-place", options::place)}
                    {place("decode-array", array::array)}
                    {panes(model)}
                </div>
                <div class="decode-lines">
                    {place("decode-remarks", annotated_text::remarks)}
                    {place("decode-findings", summary::findings)}
                </div>
            </div>
            {place("decode-follow", values::follow)}
            {place("decode-export", export::export)}
            <div id="decode-dialects">{pane_while(model, |_| true, summary::dialects)}</div>
            <div id="decode-elsewhere">{pane_while(model, |_| true, summary::elsewhere)}</div>
        </div>
    }
}

fn panes(model: ViewModel) -> AnyView {
    let is_drawn = |model: ViewModel| model.awake.get() && model.drawn.read().is_some();
    any_view! {
        <section class="decode-pane" aria-label="Values">
            <div class="values-scroll" id=VALUES_FRAME>
                {pane_while(model, is_drawn, values::values)}
            </div>
        </section>
        <section class="decode-pane" aria-label="Bytes">
            <div class="hex-scroll" id=BYTES_FRAME>
                {pane_while(model, is_drawn, bytes::bytes)}
            </div>
            <p class="decode-here" id="decode-here" aria-live="polite">
                {pane(model, bytes::byte_inspector)}
            </p>
        </section>
    }
}

type Draw = fn(ViewModel) -> Option<AnyView>;

fn point_head(page: &DecodePage) -> AnyView {
    let layout = Route::layout(&page.structure, page.point).to_string();
    let history = Route::structure(&page.structure).to_string();
    let size = format!(
        "{} = {}",
        figures::size(page.size),
        figures::bytes(page.size)
    );
    any_view! {
        <p class="facts">
            <span role="status">
                <strong class="facts-point">{page.point.to_string()}</strong>
                " "
                <span>{size}</span>
            </span>
            {serviced(&page.picker, page.point)}
            <a href=layout>"Layout"</a>
            <a href=history>"History"</a>
        </p>
    }
}

/// A view that is rendered again whenever its signals change; empty until the page is hydrated.
fn pane(model: ViewModel, draw: Draw) -> AnyView {
    pane_while(model, |model| model.awake.get(), draw)
}

/// A view that is rendered while `there` returns true.
fn pane_while(model: ViewModel, there: fn(ViewModel) -> bool, draw: Draw) -> AnyView {
    let there = Memo::new(move |_| there(model));
    (move || there.get().then(|| draw(model)).flatten()).into_any()
}

fn press(model: ViewModel, event: &MouseEvent) {
    // An action took it.
    if event.default_prevented() {
        return;
    }
    let link = browser::link_of(event).and_then(|link| link.parse().ok());
    if let Some(route @ Route::Decode { .. }) = link {
        event.prevent_default();
        model.go(route);
    } else if let Some(key) = key_of(event) {
        model.select_key(key);
    }
}

fn key(model: ViewModel, event: &KeyboardEvent) {
    let Some(key) = browser::pressed(event) else {
        return;
    };
    let keys = browser::keys_of(event).unwrap_or_default();
    // Enter and space press a button or a link; only the picker's links are steps too.
    if matches!(key.as_str(), "Enter" | " ") && browser::is_pressed(event) {
        return;
    }
    if model.key(&keys, &key) {
        event.prevent_default();
    }
}

fn focus(model: ViewModel, event: &JsValue) {
    match key_of(event) {
        Some(key) => model.select_key(key),
        None if browser::focused_id().as_deref() == Some(GRID_ID) => model.enter_bytes(),
        None => {}
    }
}

fn key_of(event: &JsValue) -> Option<Key> {
    Key::of(&browser::key_of(event)?)
}

pub const FORM_ID: &str = "decode-form";
pub const TEXT_ID: &str = "decode-text";
pub const FILE_ID: &str = "decode-file";
pub const MEMBERS_ID: &str = "decode-members";

/// The input form. Hidden without JavaScript; disabled until the layouts are loaded and the page is hydrated.
#[component]
pub fn Input(model: ViewModel) -> impl IntoView {
    // A fold that opened to show an error stays open while the error is corrected.
    let was_refused = Memo::new(move |before: Option<&bool>| {
        let refused = &model.decoding.read().refused;
        before == Some(&true) || refused.as_ref().is_some_and(|it| it.field.is_some())
    });
    let chosen = move |event: Event| {
        if let Some(file) = browser::chosen_file(&event) {
            model.put_file(file);
        }
    };
    view! {
        <fieldset
            id=FORM_ID
            class="decode-input needs-script"
            disabled=move || !model.awake.get()
        >
            <legend>"What to decode"</legend>
            <div class="decode-paste">
                <label for=TEXT_ID>
                    "Paste what a debugger or an editor shows: a dump, an array, hexadecimal, or a layout as "
                    <code>"dt"</code> " prints it"
                </label>
                <div
                    id=TEXT_FRAME
                    class="source-scroll"
                    class:is-gutter=move || annotated_text::is_gutter(model)
                    on:scroll=move |_| model.scrolled()
                >
                    <textarea
                        id=TEXT_ID
                        class="decode-text"
                        rows=move || annotated_text::extent(model).0.to_string()
                        cols=move || annotated_text::extent(model).1.to_string()
                        wrap="off"
                        autocomplete="off"
                        autocapitalize="off"
                        placeholder="0: kd> db ffffa80c`1a2b3c40 L88"
                        prop:value=move || model.filled.get()
                        on:input=move |event| model.typed(event_target_value(&event))
                    ></textarea>
                    {pane_while(model, annotated_text::is_text, annotated_text::view)}
                </div>
                {pane_while(model, annotated_text::is_text, annotated_text::below)}
            </div>
            <div class="decode-bar">
                <label for=FILE_ID>"or choose or drop a file"</label>
                <input id=FILE_ID type="file" on:change=chosen/>
                {(model.page.read_untracked().size <= SIZE_LIMIT)
                    .then(|| {
                        view! {
                            <button
                                class="decode-example"
                                type="button"
                                on:click=move |_| model.put_example()
                            >
                                "Example"
                            </button>
                        }
                    })}
                <button
                    class="decode-clear"
                    type="button"
                    disabled=move || is_cleared(model)
                    on:click=move |_| model.clear()
                >
                    "Clear"
                </button>
            </div>
            <p class="decode-promise">
                <strong>"Decoding runs in your browser. "</strong>
                "Nothing you paste is sent or stored."
            </p>
            <details class="decode-options" open=move || was_refused.get()>
                <summary>"Start and number of structures"</summary>
                <div class="decode-fields">{Field::ALL.map(|field| text_field(model, field))}</div>
            </details>
            <datalist id=MEMBERS_ID>{pane(model, members)}</datalist>
            <div>{pane(model, |model| why_not(model, None))}</div>
            <div id="decode-status" class="decode-status" role="status">
                {pane(model, summary::status)}
            </div>
        </fieldset>
    }
}

fn is_cleared(model: ViewModel) -> bool {
    let put = model.put.read();
    put.source == Source::Nothing && put.refused.is_none() && model.reading.read().is_none()
}

fn text_field(model: ViewModel, field: Field) -> impl IntoView {
    let (label, placeholder) = field.words();
    let value = move || model.options.read().asked.field(field).to_owned();
    let is_refused = move || refused(model, Some(field)).is_some();
    view! {
        <div class="decode-field">
            <label for=field.as_str()>{label}</label>
            <input
                id=field.as_str()
                class="decode-number"
                type="text"
                list=(field == Field::From).then_some(MEMBERS_ID)
                autocomplete="off"
                placeholder=placeholder
                aria-describedby=move || is_refused().then(|| field.why_not_id())
                aria-invalid=move || is_refused().then_some("true")
                prop:value=value
                on:input=move |event| model.set_option(field, event_target_value(&event))
            />
            {move || why_not(model, Some(field))}
        </div>
    }
}

/// The members with which the bytes can begin.
pub fn members(model: ViewModel) -> Option<AnyView> {
    let drawn = model.drawn.read();
    let lines = drawn.iter().flat_map(|drawn| &drawn.lines);
    let members = lines.filter(|line| line.depth == 0 && !line.declaration.is_empty());
    let members = members.map(|line| any_view! { <option value=line.name.clone()/> });
    Some(members.collect_view().into_any())
}

/// The decode page's value: one structure at one point. The document does not carry it; the browser has the dataset and
/// makes the value from it as the server did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodePage {
    pub structure: TypeName,
    pub point: Point,
    pub size: u32,
    pub picker: Picker,
}

impl DecodePage {
    pub fn new(dataset: &Dataset, found: &Found<'_>) -> Self {
        let (structure, layout) = (found.structure, &found.layout);
        Self {
            structure: structure.name.clone(),
            point: layout.point,
            size: layout.size.get(),
            picker: Picker::new(dataset, structure, layout.point, Purpose::Decode),
        }
    }

    pub fn find<'a>(&self, dataset: &'a Dataset) -> Option<Found<'a>> {
        let structure = dataset.structure(self.structure.as_str())?;
        lookup::at(structure, self.point).ok()
    }
}

impl InPlace for DecodePage {
    fn make(route: &Route, dataset: &Dataset) -> Option<Self> {
        let Route::Decode { name, point } = route else {
            return None;
        };
        Some(Self::new(dataset, &layout_at(dataset, name, point).ok()?))
    }

    fn route(&self) -> Route {
        Route::decode(&self.structure, self.point)
    }

    fn title(&self) -> String {
        let Point { version, arch } = self.point;
        format!("Decode {} {version} {arch}", self.structure)
    }

    fn description(&self) -> String {
        let (structure, Point { version, arch }) = (&self.structure, self.point);
        format!(
            "Decode bytes as {structure} in {version} on {arch}, in the browser: they are not sent."
        )
    }
}
