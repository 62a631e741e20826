//! Drawing [`Markup`] into the document: only what differs from what is there already is touched, so that what the visitor
//! did to the rest (the focus, a fold, a place in a scrolled box) stays.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element as DomElement, Node};

use super::{document, element};
use crate::markup::{Element, Markup, alike};

/// A place of the document that is drawn on, and what was drawn there.
#[derive(Debug)]
pub struct Sheet {
    id: &'static str,
    shown: Vec<Markup>,
}

impl Sheet {
    /// What is in the element with that id, which has nothing in it yet.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self {
            id,
            shown: Vec::new(),
        }
    }

    /// Draws that, and nothing else.
    pub fn draw(&mut self, new: Vec<Markup>) {
        if let (Some(document), Some(element)) = (document(), element(self.id)) {
            children(&document, &element, &self.shown, &new);
            self.shown = new;
        }
    }
}

/// What the DOM refuses here it refuses only for names that are none, of which there are none.
fn children(document: &Document, parent: &Node, old: &[Markup], new: &[Markup]) {
    let (first, last) = alike(old, new);
    let nodes = parent.child_nodes();
    let node = |at: usize| u32::try_from(at).ok().and_then(|at| nodes.get(at));
    let changed = old.get(first..old.len() - last).unwrap_or_default();
    let wanted = new.get(first..new.len() - last).unwrap_or_default();
    let common = changed.len().min(wanted.len());
    for (at, (old, new)) in changed.iter().zip(wanted).enumerate() {
        if let Some(node) = node(first + at) {
            change(document, parent, &node, old, new);
        }
    }
    let behind = node(first + common);
    for new in wanted.iter().skip(common) {
        if let Some(made) = make(document, new) {
            let _ = parent.insert_before(&made, behind.as_ref());
        }
    }
    let surplus: Vec<Node> = (common..changed.len())
        .filter_map(|at| node(first + at))
        .collect();
    for node in surplus {
        let _ = parent.remove_child(&node);
    }
}

fn change(document: &Document, parent: &Node, node: &Node, old: &Markup, new: &Markup) {
    match (old, new) {
        _ if old == new => {}
        (Markup::Text(_), Markup::Text(text)) => node.set_node_value(Some(text)),
        (Markup::Element(old), Markup::Element(new))
            if old.tag == new.tag && old.attribute("id") == new.attribute("id") =>
        {
            if let Some(element) = node.dyn_ref() {
                attributes(element, old, new);
            }
            children(document, node, &old.children, &new.children);
        }
        _ => {
            if let Some(made) = make(document, new) {
                let _ = parent.replace_child(&made, node);
            }
        }
    }
}

/// Touches only those that differ from what was drawn: whether `details` are open is the visitor's.
fn attributes(element: &DomElement, old: &Element, new: &Element) {
    for (name, value) in &new.attributes {
        if old.attribute(name) != Some(value) {
            let _ = element.set_attribute(name, value);
        }
    }
    for (name, _) in &old.attributes {
        if new.attribute(name).is_none() {
            let _ = element.remove_attribute(name);
        }
    }
}

fn make(document: &Document, markup: &Markup) -> Option<Node> {
    match markup {
        Markup::Text(text) => Some(document.create_text_node(text).into()),
        Markup::Element(element) => {
            let made = document.create_element(element.tag).ok()?;
            for (name, value) in &element.attributes {
                let _ = made.set_attribute(name, value);
            }
            for child in &element.children {
                if let Some(child) = make(document, child) {
                    let _ = made.append_child(&child);
                }
            }
            Some(made.into())
        }
    }
}
