//! What is around every page: the head, which wakes on all of them.

use leptos::prelude::*;

use crate::components::theme_switch::ThemeSwitch;
use crate::route::Route;

/// What every page begins with.
#[component]
pub fn Head(section: Option<Route>) -> impl IntoView {
    view! {
        <a class="skip-link" href="#content">"Skip to the content"</a>
        <Header section/>
    }
}

#[component]
fn Header(section: Option<Route>) -> impl IntoView {
    let entry = |route: Route, label: &'static str| {
        let current = (section.as_ref() == Some(&route)).then_some("page");
        view! {
            <li>
                <a href=route.to_string() aria-current=current>{label}</a>
            </li>
        }
    };
    let [home, releases, audit, about] = Route::SECTIONS;
    let at_home = (section.as_ref() == Some(&home)).then_some("page");
    view! {
        <header class="site-header">
            <div class="site-bar">
                <nav aria-label="Site">
                    <ul class="site-nav">
                        <li>
                            <a class="site-name" href=home.to_string() aria-current=at_home>
                                <Mark/>
                                "Strata"
                            </a>
                        </li>
                        {entry(releases, "Releases")}
                        {entry(audit, "Audit")}
                        {entry(about, "About")}
                    </ul>
                </nav>
                <ThemeSwitch/>
            </div>
        </header>
    }
}

/// Three layers, one of them broken: as in `static/favicon.svg`.
#[component]
fn Mark() -> impl IntoView {
    view! {
        <svg class="site-mark" viewBox="0 0 16 16" aria-hidden="true">
            <rect x="0" y="1" width="16" height="4" fill="currentColor"></rect>
            <rect x="0" y="6" width="7" height="4" fill="currentColor"></rect>
            <rect x="9" y="6" width="7" height="4" fill="currentColor"></rect>
            <rect x="0" y="11" width="16" height="4" fill="currentColor"></rect>
        </svg>
    }
}
