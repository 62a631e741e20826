//! What every page ends with: how it is cited, which keys there are; where points are typed, which. Written once by the server, as a text.

use crate::citation::{citation, short};
use crate::page::picker::{ArchRow, Cell, ReleaseHead};
use crate::page::{CITATION_ID, HASH_ATTRIBUTE, KEYS_ID, POINTS_ID, Page, Picker, SAID_ID};
use crate::route::{BundleUrl, Route};
use crate::view::*;
use leptos::attr::custom::custom_attribute;
use strata_core::Point;

type Group = (
    &'static str,
    &'static [(&'static [&'static str], &'static str)],
);

/// Every key of the site, by where it counts.
const KEYS: [Group; 5] = [
    (
        "Everywhere",
        &[
            (&["/", "Ctrl+K"], "search"),
            (&["?"], "this list"),
            (&["Esc"], "close a list or a field"),
        ],
    ),
    (
        "On a layout",
        &[
            (&["[", "]"], "previous, next release"),
            (&["←", "→"], "the same, in the picker"),
            (&["↑", "↓"], "the other architecture, in the picker"),
            (
                &["Home", "End"],
                "the first and the last release, in the picker",
            ),
            (
                &["↑", "↓", "Home", "End"],
                "another row, in the table and among the builds",
            ),
        ],
    ),
    (
        "In a diagram of bytes",
        &[
            (&["←", "→"], "previous, next member"),
            (&["↑", "↓"], "the member above, the member below"),
            (&["Home", "End"], "the first and the last member"),
            (&["Enter"], "its row in the table"),
        ],
    ),
    (
        "On a comparison",
        &[
            (&["[", "]"], "change the target"),
            (&["{", "}"], "change the start"),
            (&["x"], "swap both"),
        ],
    ),
    (
        "Where bytes are decoded",
        &[
            (
                &["←", "→", "↑", "↓"],
                "from byte to byte, from value to value",
            ),
            (&["→", "←"], "unfold and fold a value"),
            (&["Enter"], "from a byte to its line in the text"),
        ],
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
    let groups = KEYS.iter().map(|(place, keys)| {
        let rows = keys.iter().map(|(keys, what)| {
            let names = keys.iter().map(|key| view! { <kbd>{*key}</kbd> " " });
            view! { <div><dt>{names.collect_view()}</dt> <dd>{*what}</dd></div> }
        });
        any_view! {
            <section>
                <h3>{*place}</h3>
                <dl>{rows.collect_view()}</dl>
            </section>
        }
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
