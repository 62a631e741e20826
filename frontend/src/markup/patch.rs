//! Bringing the document from one [`Element`] to the next: only what differs is touched, so that what the visitor did to the
//! rest (the focus, a selection, a fold, a place in a scrolled box) stays.
//!
//! What the DOM refuses here it refuses only for names that are none, of which there are none.

use leptos::tachys::renderer::{CastFrom, Rndr, types};

use super::{Element, Markup, alike};

/// What the names of drawings are names of.
const SVG: &str = "http://www.w3.org/2000/svg";

/// An element that is not in the document yet.
pub(super) fn make(element: &Element) -> types::Element {
    make_in(element, false)
}

/// The same, where it is part of a drawing.
fn make_in(element: &Element, drawing: bool) -> types::Element {
    let drawing = drawing || element.tag == "svg";
    let made = Rndr::create_element(element.tag, drawing.then_some(SVG));
    for (name, value) in &element.attributes {
        let _ = made.set_attribute(name, value);
    }
    for child in &element.children {
        let _ = made.append_child(&node_of(child, drawing));
    }
    made
}

fn node_of(markup: &Markup, drawing: bool) -> types::Node {
    match markup {
        Markup::Text(text) => Rndr::create_text_node(text).into(),
        Markup::Element(element) => make_in(element, drawing).into(),
    }
}

/// Makes the node of `old` that of `new`; the node that it then is.
pub(super) fn change(
    node: &types::Element,
    old: &Element,
    new: &Element,
) -> Option<types::Element> {
    if old.tag == new.tag && old.attribute("id") == new.attribute("id") {
        attributes(node, old, new);
        children(node, &old.children, &new.children);
        return None;
    }
    let made = make_in(new, is_drawing(node));
    let _ = node.replace_with_with_node_1(&made);
    Some(made)
}

/// Whether an element is one of a drawing.
fn is_drawing(node: &types::Element) -> bool {
    node.namespace_uri().as_deref() == Some(SVG)
}

fn children(parent: &types::Element, old: &[Markup], new: &[Markup]) {
    let (first, last) = alike(old, new);
    let nodes = parent.child_nodes();
    let node = |at: usize| u32::try_from(at).ok().and_then(|at| nodes.get(at));
    let changed = old.get(first..old.len() - last).unwrap_or_default();
    let wanted = new.get(first..new.len() - last).unwrap_or_default();
    let common = changed.len().min(wanted.len());
    for (at, (old, new)) in changed.iter().zip(wanted).enumerate() {
        if let Some(node) = node(first + at) {
            exchange(parent, node, old, new);
        }
    }
    let (behind, drawing) = (node(first + common), is_drawing(parent));
    for new in wanted.iter().skip(common) {
        let _ = parent.insert_before(&node_of(new, drawing), behind.as_ref());
    }
    let surplus: Vec<types::Node> = (common..changed.len())
        .filter_map(|at| node(first + at))
        .collect();
    for node in surplus {
        let _ = parent.remove_child(&node);
    }
}

fn exchange(parent: &types::Element, node: types::Node, old: &Markup, new: &Markup) {
    match (old, new) {
        _ if old == new => {}
        (Markup::Text(_), Markup::Text(text)) => node.set_node_value(Some(text)),
        (Markup::Element(old), Markup::Element(new)) => {
            if let Some(node) = types::Element::cast_from(node) {
                change(&node, old, new);
            }
        }
        _ => {
            let _ = parent.replace_child(&node_of(new, is_drawing(parent)), &node);
        }
    }
}

/// Touches only those that differ from what was drawn: whether `details` are open is the visitor's.
fn attributes(node: &types::Element, old: &Element, new: &Element) {
    for (name, value) in &new.attributes {
        if old.attribute(name) != Some(value) {
            let _ = node.set_attribute(name, value);
        }
    }
    for (name, _) in &old.attributes {
        if new.attribute(name).is_none() {
            let _ = node.remove_attribute(name);
        }
    }
}
