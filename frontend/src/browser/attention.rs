//! What the visitor looks at: which element an event is about, which one has the focus, which one is in sight.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, ScrollIntoViewOptions, ScrollLogicalPosition};

/// The attribute by which elements of a grid say where they are.
pub const PLACE_ATTRIBUTE: &str = "data-at";

/// The place that the element under an event, or one around it, says that it has.
#[must_use]
pub fn place_of(event: &Event) -> Option<u32> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let placed = target.closest("[data-at]").ok()??;
    placed.get_attribute(PLACE_ATTRIBUTE)?.parse().ok()
}

/// Gives the focus to the element with that id.
pub fn focus(id: &str) {
    if let Some(element) = super::element(id) {
        // Fails for what cannot have it, which then does not get it.
        let _ = element.focus();
    }
}

/// Scrolls no further than needed for the element with that id to be seen.
pub fn reveal(id: &str) {
    if let Some(element) = super::element(id) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        options.set_inline(ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
