//! The switch between the system's colours, light and dark. Without JavaScript it does nothing and is hidden.

use crate::markup::{Element, el, said};
use crate::theme::Theme;

/// The class by which a press on it is known.
pub const CLASS: &str = "theme-switch";

/// A button that says which colours are in use, and takes the next ones.
#[must_use]
pub fn theme_switch(theme: Theme) -> Element {
    el("button")
        .attr("type", "button")
        .attr("class", "theme-switch needs-script")
        .with(said("span", "theme-word", "Colours: "))
        .text(theme.label())
}
