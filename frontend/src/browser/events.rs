//! What happens on the page: whatever it is, it is told apart here, and nowhere else is an event of the browser's named.

use leptos::task::tick;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{KeyboardEvent, MouseEvent};

/// Calls once, when all that follows from what was changed is drawn: effects run in the order in which they were woken, and
/// this behind those that were, and behind those that they woke in turn: of a list, the rows that differ.
pub fn once_drawn(call: impl FnOnce() + 'static) {
    let call: Box<dyn FnOnce()> = Box::new(call);
    spawn_local(async move {
        tick().await;
        call();
    });
}

/// The key that was pressed, unless with others that make it another's business.
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

/// Whether the pointer left the element that listens, and not only one in it.
pub fn left(event: &JsValue) -> bool {
    let told = || {
        let event: &MouseEvent = event.dyn_ref()?;
        let to: web_sys::Node = event.related_target()?.dyn_into().ok()?;
        let here: web_sys::Node = event.current_target()?.dyn_into().ok()?;
        Some(here.contains(Some(&to)))
    };
    !told().unwrap_or(false)
}
