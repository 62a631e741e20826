//! The tree that both sides render: header, the page, footer.

use leptos::prelude::*;

use crate::components::theme_switch::ThemeSwitch;
use crate::page::Page;
use crate::pages::{about, audit, decode, diff, home, layout, not_found, releases, structure};
use crate::route::Route;

/// Everything inside the document's root element.
#[component]
pub fn App(page: Page) -> impl IntoView {
    let section = page.section();
    view! {
        <a class="skip-link" href="#content">"Skip to the content"</a>
        <Header section/>
        <main id="content" class="content" tabindex="-1">
            {match page {
                Page::Home(page) => view! { <home::HomePage page/> }.into_any(),
                Page::Structure(page) => view! { <structure::StructureView page/> }.into_any(),
                Page::Layout(page) => view! { <layout::LayoutView page/> }.into_any(),
                Page::Decode(page) => view! { <decode::DecodeView page/> }.into_any(),
                Page::Diff(page) => view! { <diff::DiffView page/> }.into_any(),
                Page::Releases(page) => view! { <releases::ReleasesView page/> }.into_any(),
                Page::Audit(page) => view! { <audit::AuditView page/> }.into_any(),
                Page::About(page) => view! { <about::AboutView page/> }.into_any(),
                Page::NotFound(page) => view! { <not_found::NotFoundPage page/> }.into_any(),
            }}
        </main>
        <footer class="site-footer">
            <p>"Strata states what others published. Every page names its source."</p>
        </footer>
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
