//! Bringing the document from one [`Element`] to the next: only what differs is touched, so that what the visitor did to the
//! rest (the focus, a selection, a fold, a place in a scrolled box) stays.
//!
//! What the DOM refuses here it refuses only for names that are none, of which there are none.

use leptos::tachys::renderer::{CastFrom, Rndr, types};

use super::{Element, Markup, alike, pairs};

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
    if old.becomes(new) {
        become_of(node, old, new);
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
    let changed = old.get(first..old.len() - last).unwrap_or_default();
    let wanted = new.get(first..new.len() - last).unwrap_or_default();
    let nodes = parent.child_nodes();
    let node = |at: usize| u32::try_from(at).ok().and_then(|at| nodes.get(at));
    // All of them before any is moved, for the list follows the document.
    let there: Vec<Option<types::Node>> = (first..first + changed.len()).map(node).collect();
    let behind = node(first + changed.len());
    let there = |at: usize| there.get(at).cloned().flatten();
    let pairs = pairs(changed, wanted);
    let mut kept = vec![false; changed.len()];
    for at in pairs.iter().flatten() {
        if let Some(kept) = kept.get_mut(*at) {
            *kept = true;
        }
    }
    for surplus in (0..changed.len()).filter(|at| kept.get(*at) == Some(&false)) {
        if let Some(node) = there(surplus) {
            let _ = parent.remove_child(&node);
        }
    }
    // `at` is the first of those that are kept and not yet passed; what comes before it in the document is as it should be.
    let next = |from: usize| (from..kept.len()).find(|at| kept.get(*at) == Some(&true));
    let mut passed = vec![false; changed.len()];
    let mut at = next(0);
    let drawing = is_drawing(parent);
    for (new, pair) in wanted.iter().zip(pairs) {
        let place = || at.map_or_else(|| behind.clone(), there);
        match pair.and_then(|pair| Some((pair, there(pair)?, changed.get(pair)?))) {
            Some((pair, node, old)) => {
                if at != Some(pair) {
                    let _ = parent.insert_before(&node, place().as_ref());
                }
                if let Some(passed) = passed.get_mut(pair) {
                    *passed = true;
                }
                exchange(node, old, new);
            }
            None => {
                let _ = parent.insert_before(&node_of(new, drawing), place().as_ref());
            }
        }
        while let Some(here) = at.filter(|at| passed.get(*at) == Some(&true)) {
            at = next(here + 1);
        }
    }
}

/// Makes the node of `old` that of `new`, which it can become.
fn exchange(node: types::Node, old: &Markup, new: &Markup) {
    match (old, new) {
        _ if old == new => {}
        (Markup::Element(old), Markup::Element(new)) => {
            if let Some(node) = types::Element::cast_from(node) {
                become_of(&node, old, new);
            }
        }
        (_, Markup::Text(text)) => node.set_node_value(Some(text)),
        (Markup::Text(_), Markup::Element(_)) => {}
    }
}

fn become_of(node: &types::Element, old: &Element, new: &Element) {
    attributes(node, old, new);
    children(node, &old.children, &new.children);
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
