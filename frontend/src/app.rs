//! What is above every page.

use crate::components::search::search_field;
use crate::route::{Route, single_pages};
use crate::view::*;

/// What every page begins with: the way to its content, the way to the others, and the switch of the colours. `route` is
/// where the page is.
pub fn head(route: Option<&Route>) -> [AnyView; 2] {
    let skip = any_view! { <a class="skip-link" href="#content">"Skip to the content"</a> };
    let bar =
        any_view! { <div class="site-bar">{nav(route)} {search(route)} {theme_switch()}</div> };
    let header = any_view! { <header class="site-header">{bar}</header> };
    [skip, header]
}

fn nav(route: Option<&Route>) -> AnyView {
    let here = route.and_then(Route::entry);
    let listed =
        single_pages().filter(|(entry, _, route)| entry.in_navigation && route.is_served());
    let entries = listed.map(|(entry, label, route)| {
        let is_here = here.is_some_and(|here| here.pattern == entry.pattern);
        let (url, here) = (route.to_string(), is_here.then_some("page"));
        match route {
            Route::Home => any_view! {
                <li>
                    <a class="site-name" href=url aria-current=here>
                        {mark()}
                        "Strata"
                    </a>
                </li>
            },
            _ => any_view! { <li><a href=url aria-current=here>{label}</a></li> },
        }
    });
    any_view! {
        <nav aria-label="Site">
            <ul class="site-nav">{entries.collect_view()}</ul>
        </nav>
    }
}

/// The field in which one searches; the start page and the page of a search have their own, below their title.
fn search(route: Option<&Route>) -> AnyView {
    match route {
        Some(Route::Search { .. } | Route::Home) => {
            any_view! { <div class="search-elsewhere"></div> }
        }
        _ => search_field(""),
    }
}

/// Three layers, one of them broken: as in `static/favicon.svg`.
fn mark() -> AnyView {
    let layers = [
        ["0", "1", "16"],
        ["0", "6", "7"],
        ["9", "6", "7"],
        ["0", "11", "16"],
    ];
    let layer = |[x, y, width]: [&'static str; 3]| {
        any_view! { <rect x=x y=y width=width height="4" fill="currentColor"></rect> }
    };
    any_view! { <svg class="site-mark" viewBox="0 0 16 16" aria-hidden="true">{layers.map(layer)}</svg> }
}

/// A button that says which colours are in use, and takes the next ones: `static/boot.js` turns it. Without JavaScript it is
/// hidden.
fn theme_switch() -> AnyView {
    any_view! {
        <button type="button" class="theme-switch needs-script">
            <span class="theme-word">"Theme: "</span>
            <span class="theme-name">"system"</span>
        </button>
    }
}
