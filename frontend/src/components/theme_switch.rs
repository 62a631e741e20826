//! The switch between the system's colours, light and dark, which `static/boot.js` turns. Without JavaScript it is hidden.

use crate::view::*;

/// A button that says which colours are in use, and takes the next ones.
pub fn theme_switch() -> AnyView {
    any_view! {
        <button type="button" class="theme-switch needs-script">
            <span class="theme-word">"Theme: "</span>
            <span class="theme-name">"system"</span>
        </button>
    }
}
