//! What happens on the page: whatever it is, it is told apart here, and nowhere else is an event of the browser's named.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, KeyboardEvent, MouseEvent};

use super::linking::target;
use super::{element, window};

/// Calls for everything of that name that happens in the element with that id, as long as the page lives.
pub fn listen(id: &str, name: &str, happened: Box<dyn FnMut(JsValue)>) {
    if let Some(element) = element(id) {
        let function = Closure::wrap(happened).into_js_value();
        // Fails only for what is no function.
        let _ = element.add_event_listener_with_callback(name, function.unchecked_ref());
    }
}

/// Calls when the visitor goes back or forth in the history.
pub fn listen_to_history(happened: Box<dyn FnMut(JsValue)>) {
    if let Some(window) = window() {
        let function = Closure::wrap(happened).into_js_value();
        let _ = window.add_event_listener_with_callback("popstate", function.unchecked_ref());
    }
}

/// Calls once, after so many milliseconds.
pub fn later(milliseconds: i32, call: Box<dyn FnOnce()>) {
    if let Some(window) = window() {
        let function = Closure::once_into_js(call);
        // Refused only where no function is given.
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(
            function.unchecked_ref(),
            milliseconds,
        );
    }
}

/// Calls once, before the page is painted again.
pub fn before_paint(call: Box<dyn FnOnce()>) {
    if let Some(window) = window() {
        let function = Closure::once_into_js(call);
        // Refused only where no function is given.
        let _ = window.request_animation_frame(function.unchecked_ref());
    }
}

/// Keeps the browser from doing what it would do.
pub fn prevent(event: &JsValue) {
    if let Some(event) = event.dyn_ref::<Event>() {
        event.prevent_default();
    }
}

/// The key that was pressed, unless with others that make it another's business.
#[must_use]
pub fn pressed(event: &JsValue) -> Option<String> {
    let event: &KeyboardEvent = event.dyn_ref()?;
    let others = event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key();
    (!others).then(|| event.key())
}

/// Whether a click is meant here and now, and not for another tab, and nobody took it yet.
pub(super) fn is_plain(event: &JsValue) -> bool {
    event.dyn_ref().is_none_or(|event: &MouseEvent| {
        let others = event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key();
        event.button() == 0 && !others && !event.default_prevented()
    })
}

/// The field in which something was typed or chosen: its id, and what stands in it.
#[must_use]
pub fn field_of(event: &JsValue) -> Option<(String, String)> {
    let field = target(event.dyn_ref()?)?;
    let value = js_sys::Reflect::get(&field, &JsValue::from_str("value")).ok()?;
    Some((field.id(), value.as_string()?))
}

/// Whether the pointer left the element that listens, and not only one in it.
#[must_use]
pub fn left(event: &JsValue) -> bool {
    let told = || {
        let event: &MouseEvent = event.dyn_ref()?;
        let to: web_sys::Node = event.related_target()?.dyn_into().ok()?;
        let here: web_sys::Node = event.current_target()?.dyn_into().ok()?;
        Some(here.contains(Some(&to)))
    };
    !told().unwrap_or(false)
}
