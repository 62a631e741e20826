//! A field, what is typed into it, and what is drawn beside it.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlInputElement, HtmlTextAreaElement, KeyboardEvent};

use super::element;

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

/// Gives the element with that id an attribute, or takes it away.
pub fn set_attribute(id: &str, name: &str, value: Option<&str>) {
    if let Some(element) = element(id) {
        // Fails only for a name that is no attribute's.
        let _ = match value {
            Some(value) => element.set_attribute(name, value),
            None => element.remove_attribute(name),
        };
    }
}

/// Calls whenever that happens at the element with that id or in it; where `call` says so, the browser does nothing more.
pub fn listen(id: &str, event: &str, call: impl Fn(&JsValue) -> bool + 'static) {
    let Some(element) = element(id) else { return };
    let call = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        if call(event.as_ref()) {
            event.prevent_default();
        }
    });
    // Fails only for what is no function.
    let _ = element.add_event_listener_with_callback(event, call.as_ref().unchecked_ref());
    // It listens as long as the page is there.
    call.forget();
}

/// The key that was pressed in a field: not with others, and not to compose a character.
pub fn typed_key(event: &JsValue) -> Option<String> {
    let keyboard: &KeyboardEvent = event.dyn_ref()?;
    super::pressed(event).filter(|_| !keyboard.is_composing())
}

/// Takes away all that is in the element with that id.
pub fn clear(id: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(None);
    }
}

/// Draws into the element with that id.
pub fn mount_in(id: &str, draw: impl FnOnce(&Element)) {
    if let Some(place) = element(id) {
        draw(&place);
    }
}
