//! The switch between the system's colours, light and dark. Without JavaScript it does nothing and is hidden.

use leptos::prelude::*;

use crate::browser;
use crate::theme::Theme;

/// A button that says which colours are in use, and takes the next ones. The server sends it with those of the system; the
/// visitor's choice is known once the page is awake.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let theme = RwSignal::new(Theme::System);
    Effect::new(move || theme.set(browser::stored_theme()));
    let press = move |_| {
        let next = theme.get_untracked().next();
        browser::store_theme(next);
        theme.set(next);
    };
    view! {
        <button type="button" class="theme-switch needs-script" on:click=press>
            <span class="theme-word">"Colours: "</span>
            {move || theme.get().label()}
        </button>
    }
}
