//! What can be asked, on a page and over HTTP; and how to cite an answer.

use crate::view::*;
use strata_core::{Dataset, Point, TypeName};

use crate::citation::citation;
use crate::components::blocks::{Name, code_link, heads, part, prose, table};
use crate::route::{ApiUrl, Route};

/// A question, the page that answers it, and the route of the API that does.
type Way = (&'static str, Route, &'static str);

/// What is asked of everything.
fn general() -> [Way; 7] {
    [
        (
            "Which member, structure, type, release or build is that? What lies at 0x58?",
            Route::search("0x58 x64"),
            "GET /search, /lookup",
        ),
        (
            "Which structures, unions and enumerations are there, and which did a release change?",
            Route::structures(),
            "GET /structures?q=&kind=&changed_in=",
        ),
        (
            "Which kernels are in the data, and what did each change?",
            Route::images(),
            "GET /images, /images/{id}",
        ),
        (
            "What did each release and each servicing step change?",
            Route::Releases,
            "GET /changes",
        ),
        (
            "Where are these members in every kernel, as a table for my driver or script?",
            Route::Offsets,
            "GET and POST /offsets",
        ),
        (
            "Are my offsets still right? Which are they elsewhere, as a C header, CSV or JSON?",
            Route::Validity,
            "POST /validity, GET /structures/{name}/offsets",
        ),
        ("What is wrong in the sources?", Route::Audit, "GET /audit"),
    ]
}

/// The structure that most symbol files describe, and the points between which its newest layout came.
fn example(dataset: &Dataset) -> Option<(&TypeName, Point, Point)> {
    let structure = dataset.audited().max_by_key(|it| it.images().count())?;
    let layouts = structure.layouts();
    let newest = layouts.last()?;
    let mut before = layouts.iter().rev().filter(|it| it.arch() == newest.arch());
    let mut to = newest.point;
    let from = before.find_map(|layout| {
        if !layout.same_as(newest) {
            return Some(layout.point);
        }
        to = layout.point;
        None
    });
    Some((&structure.name, from.unwrap_or(to), to))
}

/// What is asked of a structure.
fn of_structure((name, from, to): (&TypeName, Point, Point)) -> [Way; 5] {
    [
        (
            "What was a structure like, release by release?",
            Route::structure(name),
            "GET /structures/{name}",
        ),
        (
            "What is it like at one version, on one architecture?",
            Route::layout(name, to),
            "GET /structures/{name}/layouts/{version}/{arch}",
        ),
        (
            "What is it for my compiler, WinDbg, Volatility, Kaitai, ImHex …?",
            Route::layout(name, to),
            "GET /structures/{name}/layouts/{version}/{arch}?format=c, /structures/{name}/exports, /exports",
        ),
        (
            "What changed between two versions?",
            Route::diff(name, from, to),
            "GET /structures/{name}/diff",
        ),
        (
            "Who says so, and how sure is it, row by row?",
            Route::provenance(name),
            "GET /structures/{name}/members/{row}",
        ),
    ]
}

/// What can be asked, and where.
pub(super) fn ways(dataset: &Dataset) -> AnyView {
    let of_structure = example(dataset).map(of_structure);
    let ways = of_structure.into_iter().flatten().chain(general());
    let ways = ways.filter(|(_, page, _)| page.is_served());
    let row = |(question, page, api): Way| {
        any_view! {
            <tr>
                <th scope="row">{question}</th>
                <td>{code_link(&page, &page)}</td>
                <td><code>{api}</code></td>
            </tr>
        }
    };
    let head = heads(["Question", "Page", "For scripts"]);
    let rows = ways.map(row).collect();
    part(
        "ways",
        "What can be asked",
        any_view! {
            <p>
                "Each question has a page, and a route of the " <a href="#api">"API"</a> " below "
                <code>{ApiUrl::ROOT}</code> ":"
            </p>
            {table("plain-table ways", Name::heading("ways"), head, rows)}
        },
    )
}

/// How to cite: the page itself is the example. `hash` is that of the data.
pub(super) fn citing(hash: &str) -> AnyView {
    let example = citation("About", &Route::About.to_string(), hash);
    prose(
        "citing",
        "How to cite",
        any_view! {
            <p>
                "Each page ends with a citation: its title, the first digits of the hash of the data, and its address. The address is \
                 a permalink; the hash names the version of the data, and the page warns if the data have changed."
            </p>
            <p>
                <span class="citation-text">{example}</span>
            </p>
            <p>
                "Errata have ids that stay: each is cited by its place in the "
                <a href=Route::Audit.to_string()>"audit"</a>
                ", a row of a source by its place on the structure’s page of provenance, a member by its row in a layout. Name the source, \
                 too: it is whose work the facts are."
            </p>
        },
    )
}
