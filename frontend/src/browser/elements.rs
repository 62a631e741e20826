//! The DOM: elements, focus, scrolling and events. No other module interprets browser events.
//!
//! Elements that stand for the same thing (a run in a diagram, a row in a table, bytes in a dump) carry the same
//! `data-key` and are highlighted together. This module finds them by that key and sets class and focus directly,
//! because a signal for each of some hundred elements would cost more than all of them.

use leptos::prelude::{document, window};
use leptos::task::tick;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, HtmlTextAreaElement, KeyboardEvent, MouseEvent,
    Node,
};

use super::element;

const KEY: &str = "data-key";
const LIT: &str = "lit";
/// Selects text fields: elements in which keys write text.
const FIELDS: &str =
    "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/// The nearest ancestor of the event's target (or the target itself) that matches `selector`.
fn closest(event: &JsValue, selector: &str) -> Option<Element> {
    let event: &Event = event.dyn_ref()?;
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()?
}

/// Calls once, after everything that depends on the change is rendered: effects run in the order in which they were
/// woken; this call runs after those and after the effects that they wake in turn (the changed rows of a list, say).
pub fn once_drawn(call: impl FnOnce() + 'static) {
    let call: Box<dyn FnOnce()> = Box::new(call);
    spawn_local(async move {
        tick().await;
        call();
    });
}

/// The key that was pressed; `None` with a modifier key.
pub fn pressed(event: &JsValue) -> Option<String> {
    let event: &KeyboardEvent = event.dyn_ref()?;
    let others = event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key();
    (!others).then(|| event.key())
}

/// Whether a click is an unhandled one with the main button and no modifier key (which would open another tab).
pub fn is_plain(event: &MouseEvent) -> bool {
    let others = event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key();
    event.button() == 0 && !others && !event.default_prevented()
}

/// Whether the pointer left the listening element, and not only a child of it.
pub fn pointer_left(event: &JsValue) -> bool {
    let told = || {
        let event: &MouseEvent = event.dyn_ref()?;
        let to: Node = event.related_target()?.dyn_into().ok()?;
        let here: Node = event.current_target()?.dyn_into().ok()?;
        Some(here.contains(Some(&to)))
    };
    !told().unwrap_or(false)
}

/// The `data-key` of the event's target or of its nearest ancestor that has one.
pub fn key_of(event: &JsValue) -> Option<String> {
    closest(event, &format!("[{KEY}]"))?.get_attribute(KEY)
}

/// The address of a link that a plain click follows.
pub fn link_of(event: &JsValue) -> Option<String> {
    let link = closest(event, "a[href]")?.get_attribute("href");
    link.filter(|_| event.dyn_ref().is_none_or(is_plain))
}

/// The key map (`data-keys`) that applies at the event's target.
pub fn keys_of(event: &JsValue) -> Option<String> {
    closest(event, "[data-keys]")?.get_attribute("data-keys")
}

/// Whether the event's target is in an element that keys press: a button, a link, a summary.
pub fn is_pressed(event: &JsValue) -> bool {
    closest(event, "button, a[href], summary").is_some()
}

pub fn is_text_field(event: &JsValue) -> bool {
    closest(event, FIELDS).is_some()
}

/// Highlights every element with this `data-key`, and no other.
pub fn highlight(key: Option<&str>) {
    for element in all(&format!(".{LIT}")) {
        let _ = element.class_list().remove_1(LIT);
    }
    // Keys are row ids and numbers; any other key makes no valid selector and highlights nothing.
    if let Some(key) = key.filter(|key| !key.contains(['"', '\\'])) {
        for element in all(&format!("[{KEY}=\"{key}\"]")) {
            let _ = element.class_list().add_1(LIT);
        }
    }
}

fn all(selector: &str) -> Vec<Element> {
    // Fails only for an invalid selector.
    let found = document().query_selector_all(selector).ok();
    let elements = found
        .iter()
        .flat_map(|found| (0..found.length()).map(move |at| found.get(at)));
    elements.filter_map(|node| node?.dyn_into().ok()).collect()
}

/// Focuses the element with that id; returns whether it took the focus.
pub fn focus(id: &str) -> bool {
    let Some(element) = element(id) else {
        return false;
    };
    element.focus().is_ok() && focused_id().as_deref() == Some(id)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusedKey {
    /// The prefix of the element's id (of the focused element or its nearest ancestor with a `data-key`).
    pub place: String,
    /// The rest of the id: the `data-key`.
    pub key: String,
}

/// The focused element, if it has a `data-key`.
pub fn focused_key() -> Option<FocusedKey> {
    let active = document().active_element()?;
    let around = active.closest(&format!("[{KEY}][id]")).ok()??;
    let key = around.get_attribute(KEY)?;
    let place = around.id().strip_suffix(&key)?.to_owned();
    Some(FocusedKey { place, key })
}

pub fn has_focus() -> bool {
    let active = document().active_element();
    active.is_some_and(|active| active.parent_element().is_some() && active.tag_name() != "BODY")
}

pub fn focused_id() -> Option<String> {
    let id = document().active_element()?.id();
    (!id.is_empty()).then_some(id)
}

/// Scrolls the box with the id `frame` just far enough to show the element with the id `id`. The page does not scroll.
pub fn reveal(frame: &str, id: &str) {
    let (Some(frame), Some(element)) = (element(frame), element(id)) else {
        return;
    };
    let (outer, inner) = (
        frame.get_bounding_client_rect(),
        element.get_bounding_client_rect(),
    );
    let by = |start: f64, end: f64, outer_start: f64, outer_end: f64| {
        if start < outer_start {
            start - outer_start
        } else {
            (end - outer_end).max(0.0).min(start - outer_start)
        }
    };
    let down = by(inner.top(), inner.bottom(), outer.top(), outer.bottom());
    let along = by(inner.left(), inner.right(), outer.left(), outer.right());
    scroll(&frame, along, down);
}

/// Scrolls the nearest `frame` around each element that matches `selector` sideways, so that the element is in its middle.
pub fn reveal_each(selector: &str, frame: &str) {
    for element in all(selector) {
        if let Some(frame) = element.closest(frame).ok().flatten() {
            let (outer, inner) = (
                frame.get_bounding_client_rect(),
                element.get_bounding_client_rect(),
            );
            if let Ok(frame) = frame.dyn_into::<HtmlElement>() {
                let middle = |rect: &web_sys::DomRect| rect.left() + rect.width() / 2.0;
                scroll(&frame, middle(&inner) - middle(&outer), 0.0);
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a screen")]
fn scroll(frame: &HtmlElement, along: f64, down: f64) {
    frame.set_scroll_left(frame.scroll_left() + along.round() as i32);
    frame.set_scroll_top(frame.scroll_top() + down.round() as i32);
}

/// The vertical scroll position of a box, as a fraction of the height of its content.
pub fn scrolled(frame: &str) -> f64 {
    element(frame).map_or(0.0, |frame| {
        f64::from(frame.scroll_top()) / f64::from(frame.scroll_height().max(1))
    })
}

/// Sets a custom CSS property of the element with that id to a whole number.
pub fn set_css_number(id: &str, property: &str, value: usize) {
    if let Some(element) = element(id) {
        // Refused only for an invalid property name.
        let _ = element.style().set_property(property, &value.to_string());
    }
}

/// The whole number that the style sheet gives the element with that id in a custom property.
pub fn css_number(id: &str, property: &str) -> Option<u32> {
    let element = element(id)?;
    let style = window().get_computed_style(&element).ok()??;
    style.get_property_value(property).ok()?.trim().parse().ok()
}

pub fn value_of(id: &str) -> String {
    let Some(field) = element(id) else {
        return String::new();
    };
    match field.dyn_ref::<HtmlTextAreaElement>() {
        Some(area) => area.value(),
        None => field
            .dyn_ref()
            .map(HtmlInputElement::value)
            .unwrap_or_default(),
    }
}

/// Sets an attribute of the element with that id, or removes it.
pub fn set_attribute(id: &str, name: &str, value: Option<&str>) {
    if let Some(element) = element(id) {
        // Fails only for an invalid attribute name.
        let _ = match value {
            Some(value) => element.set_attribute(name, value),
            None => element.remove_attribute(name),
        };
    }
}

/// Listens for an event on the element with that id and its descendants; where `call` returns true, the browser's
/// default action is prevented.
pub fn listen(id: &str, event: &str, call: impl Fn(&JsValue) -> bool + 'static) {
    let Some(element) = element(id) else { return };
    let call = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        if call(event.as_ref()) {
            event.prevent_default();
        }
    });
    // Fails only for a value that is no function.
    let _ = element.add_event_listener_with_callback(event, call.as_ref().unchecked_ref());
    // The listener lives as long as the page.
    call.forget();
}

/// The key that was pressed in a field; `None` with a modifier key or while composing a character.
pub fn typed_key(event: &JsValue) -> Option<String> {
    let keyboard: &KeyboardEvent = event.dyn_ref()?;
    pressed(event).filter(|_| !keyboard.is_composing())
}

pub fn clear(id: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(None);
    }
}

pub fn mount_in(id: &str, draw: impl FnOnce(&Element)) {
    if let Some(place) = element(id) {
        draw(&place);
    }
}

/// Selects the current member: it has the focus, or is the address's target, or is highlighted.
const ANCHORS: [&str; 3] = [
    "tr[data-key]:focus-within, tr[data-key]:focus",
    "tr[data-key]:target",
    "tr[data-key].lit",
];

/// The position of a member on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ScrollAnchor {
    pub key: String,
    top: f64,
}

impl ScrollAnchor {
    /// The same screen position for another member; unchanged where `key` is `None`.
    pub fn at(self, key: Option<String>) -> Self {
        Self {
            key: key.unwrap_or(self.key),
            ..self
        }
    }
}

/// The current member and its position; `None` where there is none or it is out of sight.
pub fn scroll_anchor() -> Option<ScrollAnchor> {
    let held = |selector: &&str| document().query_selector(selector).ok().flatten();
    let element = ANCHORS.iter().find_map(held)?;
    let top = element.get_bounding_client_rect().top();
    let height = window().inner_height().ok()?.as_f64()?;
    let key = element.get_attribute(KEY)?;
    (top >= 0.0 && top < height).then_some(ScrollAnchor { key, top })
}

/// Scrolls the page so that the member is at its old screen position, if it still exists.
pub fn restore_scroll(place: Option<ScrollAnchor>) {
    let Some(ScrollAnchor { key, top }) = place else {
        return;
    };
    // Keys are row ids and numbers.
    let row = document().query_selector(&format!("tr[{KEY}=\"{key}\"]"));
    if let Ok(Some(row)) = row {
        window().scroll_by_with_x_and_y(0.0, row.get_bounding_client_rect().top() - top);
    }
}
