//! Keeping a member where it is on the screen while the page around it becomes another, and showing what moved.

use wasm_bindgen::JsCast;
use web_sys::Element;

use super::linking::KEY;
use super::{document, window};

/// What the visitor is at: the member that has the focus, or that the address names, or that is lit.
const HELD: [&str; 3] = [
    "tr[data-key]:focus-within, tr[data-key]:focus",
    "tr[data-key]:target",
    "tr[data-key].lit",
];
/// The classes that [`mark`] gives begin so.
const STEPPED: &str = "stepped";

/// Where a member is on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    key: String,
    top: f64,
}

/// The member that the visitor is at, and where it is; `None` where there is none or it is out of sight.
#[must_use]
pub fn place() -> Option<Place> {
    let document = document()?;
    let held = |selector: &&str| document.query_selector(selector).ok().flatten();
    let element = HELD.iter().find_map(held)?;
    let top = element.get_bounding_client_rect().top();
    let height = window()?.inner_height().ok()?.as_f64()?;
    let key = element.get_attribute(KEY)?;
    (top >= 0.0 && top < height).then_some(Place { key, top })
}

/// Whether what has the focus stands for a member.
#[must_use]
pub fn is_at_member() -> bool {
    let active = document().and_then(|document| document.active_element());
    active.is_some_and(|active| active.has_attribute(KEY))
}

/// Scrolls the page so that the member is where it was, if it is still there.
pub fn stay(place: Option<Place>) {
    let Some(Place { key, top }) = place else {
        return;
    };
    if let (Some(window), Some(row)) = (window(), all(&of(&key, "tr")).first()) {
        window.scroll_by_with_x_and_y(0.0, row.get_bounding_client_rect().top() - top);
    }
}

/// The selector of what stands for `key`: keys are row ids and numbers.
fn of(key: &str, what: &str) -> String {
    format!("{what}[{KEY}=\"{key}\"]")
}

fn all(selector: &str) -> Vec<Element> {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found else {
        return Vec::new();
    };
    let nodes = (0..found.length()).filter_map(|at| found.get(at));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

/// Gives what stands for `key` a class that shows what became of it.
pub fn mark(key: &str, class: &str) {
    for element in all(&format!("{}, {}", of(key, "tr"), of(key, ".run"))) {
        let _ = element.class_list().add_2(STEPPED, class);
    }
}

/// Takes those classes back.
pub fn unmark() {
    for element in all(&format!(".{STEPPED}")) {
        let class = element.class_name();
        let kept = class.split(' ').filter(|class| !class.starts_with(STEPPED));
        element.set_class_name(&kept.collect::<Vec<_>>().join(" "));
    }
}
