//! The switch between the system's colours, light and dark. Without JavaScript it does nothing and is hidden.

use leptos::prelude::*;

use crate::browser;
use crate::theme::Theme;

/// A button that says which colours are in use, and takes the next ones.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    // Both sides begin with what the server can know; the visitor's choice is read once the page is awake.
    let theme = RwSignal::new(Theme::System);
    Effect::new(move || theme.set(browser::stored_theme()));
    let advance = move |_| {
        let next = theme.get().next();
        browser::store_theme(next);
        theme.set(next);
    };
    view! {
        <button type="button" class="theme-switch needs-script" on:click=advance>
            <span class="theme-word">"Colours: "</span>
            {move || theme.get().label()}
        </button>
    }
}
