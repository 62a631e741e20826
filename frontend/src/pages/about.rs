//! What this site is, what its words mean, where its facts come from.

mod api;
mod ways;
mod words;

use crate::view::*;
use strata_core::Dataset;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::raw::RawSource;

use self::api::{api, command_line, problems};
use self::ways::{citing, ways};
use self::words::{answers, certainty_levels, words};
use super::home;
use super::structure::about::kind_words;
use crate::components::blocks::{contents, link_item, prose, section};
use crate::components::figures::thousands;
use crate::page::Page;
use crate::route::Route;

pub fn page(dataset: &Dataset) -> Page<'_> {
    let draw = move |hash: &str| view(dataset, hash);
    Page::read("About · Strata", home::DESCRIPTION, draw)
}

fn view(dataset: &Dataset, hash: &str) -> AnyView {
    let sections = [
        ("#ways", "What can be asked"),
        ("#words", "Words"),
        ("#certainty", "Certainty"),
        ("#audit", "Audit"),
        ("#citing", "How to cite"),
        ("#sources", "Sources"),
        ("#api", "API"),
        ("#problems", "Problems"),
        ("#command-line", "Command line"),
        ("#privacy", "Privacy"),
    ];
    any_view! {
        <article class="report">
            <h1>"About Strata"</h1>
            <p class="lede">
                "Strata gives every member’s offset, in every Windows version, on every architecture, with its source and how \
                 certain it is."
            </p>
            {contents(sections.map(|(url, label)| link_item(url, label)).collect_view())}
            <div class="prose">
                <p>
                    "Windows has many structures that Microsoft does not document and that change from release to release. Some \
                     are in public symbol files; some are not, and are known only from what people found by reading binaries. \
                     Strata holds both kinds, keeps every value with its source, and checks all of it by machine."
                </p>
                <p>
                    "It is made for those who read such structures: in a debugger, in a driver, in a memory image. It runs on \
                     your own machine, in a browser, over HTTP, and on the command line; all of them give the same answers."
                </p>
            </div>
            {ways(dataset)}
            {words()}
            {answers()}
            {certainty_levels()}
            {prose("audit", "Audit", any_view! {
                <p>
                    "Sources have errors: a digit, a range, a cell in the wrong column. Each table is held against the rules by \
                     which C compilers lay structures out, against itself, and against symbol files where there are any. What \
                     cannot be right becomes an erratum. Pages show the value as published and as corrected, side by side, with \
                     the rule and the reason. The "
                    <a href=Route::Audit.to_string()>"audit"</a>
                    " is the report on all of them, each with its proof; a structure’s page of provenance has every row of its source, \
                     with what is known of it."
                </p>
            })}
            {citing(hash)}
            {sources(dataset)}
            {api()}
            {problems()}
            {command_line()}
            {privacy()}
        </article>
    }
}

/// Who says what is on all other pages, and on what terms.
fn sources(dataset: &Dataset) -> AnyView {
    let entries = dataset.sources();
    let entries = entries.map(|source| entry(dataset.catalogue(), source));
    let body = any_view! {
        <p>
            "Names, declarations, offsets, sizes and ranges are facts, and are restated here in a notation of our own. Every \
             sentence on these pages is ours; the sources’ own text is with them, and well worth reading there."
        </p>
        <ul class="source-list">{entries.collect_view()}</ul>
    };
    section("sources", "Sources", body)
}

fn entry(catalogue: &Catalogue, source: &RawSource) -> impl IntoView + use<> {
    let license = source.license.clone();
    let license =
        license.map(|license| view! { <p><span class="quiet">"Terms: "</span> {license}</p> });
    let stated = stated_by(catalogue, &source.id);
    let stated = (stated[0] > 0).then(|| {
        let [images, types, layouts] = stated.map(thousands);
        let what = format!("{images} images, {types} types, {layouts} different layouts");
        view! { <p><span class="quiet">"States: "</span> {what}</p> }
    });
    let note = source.note.clone();
    let note = note.map(|note| view! { <p>{note}</p> });
    view! {
        <li id=format!("source-{}", source.id)>
            <p class="entry-head">
                <a href=source.url.clone() rel="external noreferrer">
                    <cite>{source.title.clone()}</cite>
                </a>
                ", "
                {source.author.clone()}
            </p>
            <p class="quiet">{kind_words(&source.kind)}</p>
            {license}
            {stated}
            {note}
        </li>
    }
}

/// How many images, types and layouts the symbol files of a source state.
fn stated_by(catalogue: &Catalogue, source: &str) -> [usize; 3] {
    let images = catalogue.images().iter();
    let own: Vec<bool> = images
        .map(|image| image.sources.iter().any(|id| **id == *source))
        .collect();
    let is_own = |image: ImageIndex| own.get(image.index()) == Some(&true);
    let mut stated = [own.iter().filter(|own| **own).count(), 0, 0];
    for ty in catalogue.named() {
        let classes = ty.classes().iter();
        let layouts = classes.filter(|class| class.images.iter().any(is_own));
        let layouts = layouts.count();
        stated[1] += usize::from(layouts > 0);
        stated[2] += layouts;
    }
    stated
}

fn privacy() -> AnyView {
    prose(
        "privacy",
        "Privacy",
        any_view! {
            <p>
                "Bytes that you paste or choose on a decode page are read in your browser, by the same code that the server \
                 uses. No byte of them leaves the browser."
            </p>
            <p>
                "No page makes a request to anyone but the server that sent it: no fonts, no scripts, no counters from elsewhere. \
                 There are no cookies. Two things are stored, both only in your browser: your choice of colours, and the last \
                 eight points that you looked at, which the start page lists and forgets when told to."
            </p>
            <p>
                "A URL says what its page shows: structure, version, architecture. Bytes are put into one only when you ask for \
                 it, and then behind the " <code>"#"</code> ", which no browser sends."
            </p>
        },
    )
}
