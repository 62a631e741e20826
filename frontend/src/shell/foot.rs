//! What every page ends with: how it is cited, which keys there are; where points are typed, which. Written once by the server, as a text.

use super::points::points;
use crate::citation::{citation, short};
use crate::markup::{Element, Markup, el, said};
use crate::page::{CITATION_ID, HASH_ATTRIBUTE, KEYS_ID, Page, SAID_ID};
use crate::route::{BundleUrl, Route};

/// Where keys count.
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
    let said_here = el("p")
        .attr("id", SAID_ID)
        .attr("class", "said")
        .attr("role", "status");
    let cited = route.map(|route| cite(&page.title, route, bundle).into());
    let keys = el("button")
        .attr("type", "button")
        .attr("class", "button")
        .attr("popovertarget", KEYS_ID)
        .text("Keys ")
        .with(el("kbd").text("?"));
    let states = el("p")
        .text("Strata states what others published. Every page names its source. ")
        .with(keys);
    let footer = el("footer")
        .attr("class", "site-footer")
        .with(states)
        .with_all(cited);
    let points = page.picker().map(|picker| format!("{}\n", points(picker)));
    let points = points.unwrap_or_default();
    format!("{footer}\n{}\n{points}{said_here}\n", list())
}

/// What is said where the address cites other data than these; `static/boot.js` compares them.
pub(super) fn cited_otherwise(bundle: &BundleUrl) -> Element {
    el("p")
        .attr("id", "cited-otherwise")
        .attr("class", "notice")
        .attr("role", "status")
        .attr("hidden", "")
        .text("The address cites data ")
        .with(el("code"))
        .text("; what is shown here is of data ")
        .with(el("code").text(short(bundle.hash())))
        .text(", and may differ from what was cited.")
}

/// How this view is cited, and a button that copies it. The text comes last, for it grows when the page wakes and knows its
/// whole address.
fn cite(title: &str, route: &Route, bundle: &BundleUrl) -> Element {
    let hash = bundle.hash();
    let text = said(
        "span",
        "citation-text",
        citation(title, &route.to_string(), hash),
    )
    .attr("id", CITATION_ID)
    .attr(HASH_ATTRIBUTE, hash.to_owned());
    let button = el("button")
        .attr("type", "button")
        .attr("class", "button needs-script")
        .attr("data-copies", CITATION_ID)
        .text("Copy the citation");
    el("p")
        .attr("class", "citation")
        .text("Cite as ")
        .with(button)
        .text(" ")
        .with(text)
}

/// The keys: a list over the page that opens without a script.
fn list() -> Element {
    let title = format!("{KEYS_ID}-title");
    let groups = KEYS.iter().map(|(place, keys)| {
        let rows = keys.iter().map(|(keys, what)| {
            let mut names = el("dt");
            for key in *keys {
                names = names.with(el("kbd").text(key)).text(" ");
            }
            let row = el("div").with(names).with(el("dd").text(what));
            Markup::from(row)
        });
        let group = el("section")
            .with(el("h3").text(place))
            .with(el("dl").with_all(rows));
        Markup::from(group)
    });
    let close = el("button")
        .attr("type", "button")
        .attr("class", "button")
        .attr("popovertarget", KEYS_ID)
        .attr("popovertargetaction", "hide")
        .text("Close");
    el("div")
        .attr("id", KEYS_ID)
        .attr("class", "keys")
        .attr("popover", "auto")
        .attr("role", "dialog")
        .attr("aria-labelledby", title.clone())
        .with(el("h2").attr("id", title).text("Keys"))
        .with(el("div").attr("class", "keys-groups").with_all(groups))
        .with(close)
}
