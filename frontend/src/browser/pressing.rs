//! Buttons that mean the same on every page, wherever they stand: they say by attributes what they do.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use super::linking::target;
use super::{document, element, window};
use crate::copying::Copied;

/// The id of the element whose text is copied.
const OF: &str = "data-copies";
/// The address whose answer is copied.
const ANSWER: &str = "data-copies-answer";
/// The class of a button that copies the figure that it shows.
const OWN: &str = "copies";
/// The attribute of a fold that is open.
const OPEN: &str = "open";

/// What the button copies that was pressed, if it is one that does.
#[must_use]
pub fn copied_by(event: &JsValue) -> Option<Copied> {
    let event = event.dyn_ref()?;
    let button = target(event)?.closest("button").ok()??;
    let text = |element: &Element| element.text_content().map(Copied::Text);
    if let Some(id) = button.get_attribute(OF) {
        return text(element(&id)?.as_ref());
    }
    if let Some(url) = button.get_attribute(ANSWER) {
        return Some(Copied::Answer(url));
    }
    if !button.class_list().contains(OWN) {
        return None;
    }
    let copied = text(&button.query_selector("code").ok()??);
    close_around(&button);
    copied
}

/// Closes the menu in which a button stands; the focus goes to what opens it.
fn close_around(button: &Element) {
    if let Some(menu) = button.closest("details").ok().flatten() {
        close(&menu);
    }
}

fn close(menu: &Element) {
    // Fails only for a name that is no attribute's.
    let _ = menu.remove_attribute(OPEN);
    let opener = menu.query_selector("summary").ok().flatten();
    if let Some(opener) = opener.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = opener.focus();
    }
}

/// Closes every menu but that in which the focus or the pointer is now.
pub fn close_menus(event: &JsValue) {
    let here = event.dyn_ref().and_then(target);
    let open = document().and_then(|it| it.query_selector_all("details.menu[open]").ok());
    let Some(open) = open else { return };
    for at in 0..open.length() {
        let menu: Option<Element> = open.get(at).and_then(|node| node.dyn_into().ok());
        let Some(menu) = menu else { continue };
        if !menu.contains(here.as_ref().map(AsRef::as_ref)) {
            let _ = menu.remove_attribute(OPEN);
        }
    }
}

/// Closes the menu that has the focus, if one has.
pub fn close_menu() {
    let active = document().and_then(|document| document.active_element());
    let menu = active.and_then(|active| active.closest("details.menu[open]").ok().flatten());
    if let Some(menu) = menu {
        close(&menu);
    }
}

/// Shows the list over the page with that id, or hides it.
pub fn turn_popover(id: &str) {
    if let Some(list) = element(id) {
        // A browser that knows no such lists shows it as a part of the page.
        let _ = list.toggle_popover();
    }
}

/// Where the server is: `http://127.0.0.1:8080`.
#[must_use]
pub fn origin() -> String {
    window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
}
