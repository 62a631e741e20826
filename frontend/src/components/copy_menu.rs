//! A small menu of what one would copy of a member. Its buttons say what they copy; [`crate::copying`] does it.

use crate::page::layout::Copy;
use crate::view::*;

pub fn menu(name: &str, copies: Vec<Copy>) -> AnyView {
    let entry = |(what, text): Copy| {
        let button = any_view! {
            <button type="button" class="copies">
                <span class="quiet">{what}</span>
                " "
                <code>{text.clone()}</code>
            </button>
        };
        any_view! { <li>{button}</li> }
    };
    let opener =
        any_view! { <summary aria-label=format!("Copy: {name}") title="Copy">{icon()}</summary> };
    any_view! {
        <details class="menu copy-menu needs-script">
            {opener}
            <ul class="menu-list">{copies.into_iter().map(entry).collect_view()}</ul>
        </details>
    }
}

/// Two sheets, one behind the other.
fn icon() -> AnyView {
    let sheet = |x: &'static str| any_view! { <rect x=x y=x width="7" height="7"></rect> };
    any_view! { <svg class="copy-icon" viewBox="0 0 12 12" aria-hidden="true">{["1", "4"].map(sheet)}</svg> }
}
