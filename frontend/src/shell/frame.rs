//! What every page begins with, and what it ends with: how it is cited, which keys there are; where points are typed, which.

use crate::citation::{citation, short};
use crate::components::search::search_field;
use crate::page::picker::{ArchRow, Cell, ReleaseHead};
use crate::page::{CITATION_ID, HASH_ATTRIBUTE, KEYS_ID, POINTS_ID, Page, Picker, SAID_ID};
use crate::route::{BundleUrl, Route, single_pages};
use crate::view::*;
use crate::words::pairs;
use leptos::attr::custom::custom_attribute;
use strata_core::Point;

/// What every page begins with: the way to its content, the way to the others, and the switch of the colours. `route` is
/// where the page is.
pub(super) fn head(route: Option<&Route>) -> [AnyView; 2] {
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

/// Every key of the site, by where it counts.
const KEYS: [(&str, &str); 5] = [
    (
        "Everywhere",
        "\
        / Ctrl+K: search\n\
        ?: this list\n\
        Esc: close a list or a field",
    ),
    (
        "On a layout",
        "\
        [ ]: previous, next release\n\
        ← →: the same, in the picker\n\
        ↑ ↓: the other architecture, in the picker\n\
        Home End: the first and the last release, in the picker\n\
        ↑ ↓ Home End: another row, in the table and among the builds",
    ),
    (
        "In a diagram of bytes",
        "\
        ← →: previous, next member\n\
        ↑ ↓: the member above, the member below\n\
        Home End: the first and the last member\n\
        Enter: its row in the table",
    ),
    (
        "On a comparison",
        "\
        [ ]: change the target\n\
        { }: change the start\n\
        x: swap both",
    ),
    (
        "Where bytes are decoded",
        "\
        ← → ↑ ↓: from byte to byte, from value to value\n\
        → ←: unfold and fold a value\n\
        Enter: from a byte to its line in the text",
    ),
];

/// The footer, the list of keys, and where is said what was done.
pub(super) fn foot(page: &Page<'_>, route: Option<&Route>, bundle: &BundleUrl) -> String {
    let said_here = any_view! { <p id=SAID_ID class="said" role="status"></p> };
    let cited = route.map(|route| cite(&page.title, route, bundle));
    let keys = any_view! {
        <button type="button" class="button" popovertarget=KEYS_ID>"Keys " <kbd>"?"</kbd></button>
    };
    let states = any_view! { <p>"Strata states what others published. Every page names its source. " {keys}</p> };
    let footer = any_view! { <footer class="site-footer">{states} {cited}</footer> };
    let points = page
        .picker()
        .map(|picker| format!("{}\n", points(picker).to_html()));
    let points = points.unwrap_or_default();
    let list = list().to_html();
    format!(
        "{}\n{list}\n{points}{}\n",
        footer.to_html(),
        said_here.to_html()
    )
}

/// What is said where the address cites other data than these; `static/boot.js` compares them.
pub(super) fn cited_otherwise(bundle: &BundleUrl) -> AnyView {
    any_view! {
        <p id="cited-otherwise" class="notice" role="status" hidden="">
            "The address cites data "
            <code></code>
            "; what is shown here is of data "
            <code>{short(bundle.hash())}</code>
            ", and may differ from what was cited."
        </p>
    }
}

/// How this view is cited, and a button that copies it. The text comes last, for it grows when the page wakes and knows its
/// whole address.
fn cite(title: &str, route: &Route, bundle: &BundleUrl) -> AnyView {
    let hash = bundle.hash();
    let text = any_view! {
        <span class="citation-text" id={CITATION_ID} {..custom_attribute(HASH_ATTRIBUTE, hash.to_owned())}>
            {citation(title, &route.to_string(), hash)}
        </span>
    };
    let button = any_view! {
        <button type="button" class="button needs-script" data-copies=CITATION_ID>
            "Copy the citation"
        </button>
    };
    any_view! { <p class="citation">"Cite as " {button} " " {text}</p> }
}

/// The keys: a list over the page that opens without a script.
fn list() -> AnyView {
    let title = format!("{KEYS_ID}-title");
    let own = title.clone();
    let groups = KEYS.map(|(place, keys)| {
        let rows = pairs(keys).map(|(keys, what)| {
            let names = keys.split(' ').map(|key| view! { <kbd>{key}</kbd> " " });
            view! { <div><dt>{names.collect_view()}</dt> <dd>{what}</dd></div> }
        });
        any_view! { <section><h3>{place}</h3> <dl>{rows.collect_view()}</dl></section> }
    });
    let close = any_view! {
        <button type="button" class="button" popovertarget=KEYS_ID popovertargetaction="hide">
            "Close"
        </button>
    };
    any_view! {
        <div id=KEYS_ID class="keys" popover="auto" role="dialog" aria-labelledby=title>
            <h2 id=own>"Keys"</h2>
            <div class="keys-groups">{groups.collect_view()}</div>
            {close}
        </div>
    }
}

/// The points that can be typed into the field of a picker, and how else one may type each: a list that the browser filters.
/// They are the structure's, and so the same at each of its points: a step in place leaves them as they are.
fn points(picker: &Picker) -> AnyView {
    let of_arch = |row: &ArchRow| {
        let cells = row.cells.iter().zip(&picker.releases);
        let stated = cells.filter(|(cell, _)| cell.size().is_some());
        let option = |(_, head): (&Cell, &ReleaseHead)| {
            option(Point::new(head.release, row.arch), &words(head))
        };
        stated.map(option).collect::<Vec<AnyView>>()
    };
    any_view! { <datalist id=POINTS_ID>{picker.archs.iter().flat_map(of_arch).collect_view()}</datalist> }
}

/// How else a release is called: `Windows 7, build 7600, 7, win7`.
fn words(head: &ReleaseHead) -> String {
    let mut words = format!("{}, build {}", head.name, head.release.build());
    for alias in head.release.aliases() {
        words += ", ";
        words += alias;
    }
    words
}

fn option(point: Point, words: &str) -> AnyView {
    let value = format!("{} {}", point.version, point.arch);
    any_view! { <option value=value>{words.to_owned()}</option> }
}
