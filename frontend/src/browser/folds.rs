//! What the visitor unfolded, so that it stays unfolded when the page around it becomes that of another point: a fold is
//! known by the element with an id that it lies in, not by the node, for nodes are taken over by what comes to their place.

use wasm_bindgen::JsCast;
use web_sys::Element;

use super::document;

const OPEN: &str = "open";

/// Every fold of the page, and whether it was open.
#[derive(Debug)]
pub struct Folds(Vec<Fold>);

#[derive(Debug)]
struct Fold {
    node: Element,
    key: String,
    open: bool,
}

/// The folds as they are.
#[must_use]
pub fn folds() -> Folds {
    let mut folds: Vec<Fold> = Vec::new();
    let found = document().and_then(|document| document.query_selector_all("details").ok());
    let Some(found) = found else {
        return Folds(folds);
    };
    for at in 0..found.length() {
        let node: Option<Element> = found.get(at).and_then(|node| node.dyn_into().ok());
        let Some(node) = node else { continue };
        let around = node.closest("[id]").ok().flatten();
        let around = around.map(|around| around.id()).unwrap_or_default();
        let mut key = format!("{around} {}", node.class_name());
        // Several of a kind in one place are told apart by their order.
        while folds.iter().any(|fold| fold.key == key) {
            key.push('+');
        }
        let open = node.has_attribute(OPEN);
        folds.push(Fold { node, key, open });
    }
    Folds(folds)
}

impl Folds {
    /// Brings the folds of the page into the state that they had. One that is new stays as it is; one whose node was another
    /// fold's is closed.
    pub fn restore(&self) {
        for now in folds().0 {
            let known = self.0.iter().find(|fold| fold.key == now.key);
            let open = match known {
                Some(known) => known.open,
                None if self.0.iter().any(|fold| fold.node == now.node) => false,
                None => continue,
            };
            // Fails only for a name that is no attribute's.
            let _ = match open {
                _ if open == now.open => Ok(()),
                true => now.node.set_attribute(OPEN, ""),
                false => now.node.remove_attribute(OPEN),
            };
        }
    }
}
