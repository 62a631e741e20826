//! The switch between the system's colours, light and dark, which `static/boot.js` turns. Without JavaScript it is hidden.

use crate::markup::{Element, el, said};

/// A button that says which colours are in use, and takes the next ones.
#[must_use]
pub fn theme_switch() -> Element {
    el("button")
        .attr("type", "button")
        .attr("class", "theme-switch needs-script")
        .with(said("span", "theme-word", "Theme: "))
        .with(said("span", "theme-name", "system"))
}
