//! The about page: the site, its pages and API, its terms, its sources, its commands.

use crate::view::*;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::certainty::Certainty;
use strata_core::offsets::FOUND;
use strata_core::raw::RawSource;
use strata_core::{Dataset, Point, TypeName};

use super::home;
use super::structure::about::kind_words;
use crate::citation::citation;
use crate::components::blocks::{
    Name, code_link, contents, fact, heads, link_item, part, prose, section, table,
};
use crate::components::figures::thousands;
use crate::components::sources::certainty_badge;
use crate::page::Page;
use crate::pages::offsets::tried;
use crate::pages::reference::api_in_files;
use crate::route::{ApiUrl, Route};
use crate::words::pairs;

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

/// The sources of all other pages, and their licences.
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

/// The numbers of images, types and layouts in the symbol files of a source.
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

const WORDS: &str = "\
    type: A structure, a union or an enumeration.\n\
    structure: A type with members at fixed places in a run of bytes.\n\
    member: A part of a structure, with a name and a type as far as they are known.\n\
    bit field: Some bits of an integer that have a name of their own.\n\
    offset, size: Where a member begins, and how much room it has: bytes, in hexadecimal.\n\
    architecture: x86, x64 or arm64.\n\
    release: A release of Windows, such as 6.1 or 1607: a name for many images.\n\
    build: One compilation of Windows, such as 10.0.19041.264.\n\
    image: One compiled file: module, architecture and the version of the file. Trust it rather than the name of a release.\n\
    version: A release, a build, or the version of a file, as you pick it.\n\
    point: A version and an architecture, written 6.1/x64.\n\
    layout: A structure at one point: every member with its offset.\n\
    layout class: Points that share one layout.\n\
    padding: Bytes between members that alignment explains.\n\
    hole: Bytes between members that nothing explains.\n\
    cell: One entry of offsets in a source’s table.\n\
    source: Who says so: an article, symbol files, public headers.\n\
    erratum: What a source gets wrong: the value as published, the value that holds, the rule that shows it, why.\n\
    bits: How strongly bytes speak for a layout, or against it below zero: one more doubles the odds.\n\
    finding: What a rule of the audit, or the decoder, noticed.\n\
    span: A range of releases, such as 6.1 to 1607.";

fn words() -> AnyView {
    let words = pairs(WORDS)
        .map(|(word, meaning)| fact(word, meaning))
        .collect_view();
    section(
        "words",
        "Words",
        any_view! { <dl class="glossary">{words}</dl> },
    )
}

fn answers() -> impl IntoView {
    let bracketed = view! {
        "No source speaks of the kernel, and the nearest known ones before and behind it in the same line agree. "
        {tried(&FOUND)}
    };
    view! {
        <section aria-labelledby="answers">
            <h3 id="answers">"Different answers"</h3>
            <dl class="glossary">
                {fact("stated", "The source gives it.")}
                {fact("absent", "The source says that it is not there: the structure or the member did not exist at that point.")}
                {fact("declared", "A symbol file names the type and does not define it.")}
                {fact("not stated", "The source does not reach that point. It may be there or not; nothing is guessed.")}
                {fact("listed", "No symbol file of the kernel is here, but a list of offsets that others keep has the member.")}
                {fact("by the article", "The symbol file of the kernel does not define the structure; the article states it for that release.")}
                {fact("bracketed", bracketed)}
            </dl>
        </section>
    }
}

fn certainty_levels() -> AnyView {
    let entry =
        |certainty: Certainty| fact(certainty_badge(certainty.as_str()), certainty.meaning());
    let body = any_view! {
        <p>"Every member of every layout carries one of these words, the surest first."</p>
        <dl class="glossary">{Certainty::ALL.map(entry).collect_view()}</dl>
    };
    section("certainty", "Certainty", body)
}

/// A question, the page that answers it, and the API route that does.
type Way = (&'static str, Route, &'static str);

/// Questions about all data.
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

/// The structure with the most symbol files, and the points around its newest layout.
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

/// Questions about a structure.
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

fn ways(dataset: &Dataset) -> AnyView {
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

/// How to cite, with this page as the example. `hash` is the hash of the data.
fn citing(hash: &str) -> AnyView {
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

fn api() -> AnyView {
    let openapi = ApiUrl::openapi().to_string();
    prose(
        "api",
        "API",
        any_view! {
            <p>
                "Everything on these pages can be had over HTTP, as JSON, without a key: layouts, histories, comparisons, \
                 tables of offsets, searches, decoded bytes, the audit, and all of it in one piece. "
                <a href=Route::Reference.to_string()>"The API"</a>
                " has a page of its own, with commands to copy; the " <a href=openapi rel="external">"OpenAPI document"</a>
                " describes every route, parameter and answer for programs."
            </p>
            {api_in_files()}
            <p>
                "Offsets, sizes and bit numbers are integers; addresses, masks and decoded values are texts such as "
                <code>"\"0x7ffe0000\""</code>
                ". A structure’s name is found without regard to case and with or without a leading underscore; the answer gives \
                 the canonical spelling. Answers with data carry an ETag, so that asking again costs little."
            </p>
        },
    )
}

/// The API's problems: the last part of the problem’s type, status and title; the meaning, and the remedy.
const PROBLEMS: &str = "\
    malformed 400 Bad Request: The request makes no sense as it is written: a parameter that is no number, a body that is \
     not what it claims to be. The detail says what was read and what was expected. Correct it and ask again.\n\
    not-found 404 Not Found: There is no such route, structure, version or architecture; or the structure has no layout at \
     that point. For a known structure at a known point, “reason” says which of two answers it is: “absent”, the source \
     says that it is not there, or “not stated”, the source does not reach that point. The suggestions are the nearest \
     things that are there.\n\
    method-not-allowed 405 Method Not Allowed: The resource is there and does not answer this method. The Allow header \
     lists the methods that it does answer.\n\
    not-acceptable 406 Not Acceptable: The Accept header takes none of the formats in which the resource comes. The detail \
     lists the formats. Ask for one of them, or leave the header out.\n\
    too-slow 408 Request Timeout: The body of the request did not arrive in time. The detail gives the time that is \
     allowed. Send the request again; a large body in parts.\n\
    too-large 413 Content Too Large: The body has more bytes than the server takes. The detail gives the limit. Send fewer \
     structures at once.\n\
    url-too-long 414 URI Too Long: The path with its query is longer than the server takes. The detail gives the limit. \
     What is long goes into the body of a POST.\n\
    unsupported-media-type 415 Unsupported Media Type: The Content-Type of the body is not one that is read here. The \
     detail lists those that are: raw bytes, or the text of a dump.\n\
    unusable 422 Unprocessable Content: The request is understood, and nothing can be done with it: a dump in which no \
     byte can be found, say. The detail says what stood in the way, with the line where there is one.\n\
    too-many 429 Too Many Requests: More requests came from this address than the server takes. Retry-After gives the \
     seconds after which the next one is taken. Ask less often, and keep what was answered.\n\
    head-too-large 431 Request Header Fields Too Large: The headers of the request are larger, or more, than the server \
     takes. The detail gives the limits. Send fewer headers, or shorter ones; in a browser, delete the cookies of this \
     host.\n\
    internal 500 Internal Server Error: The server made a mistake. Nothing that a request contains should bring this \
     about. The cause is in the server’s log. Please report it, with the request.\n\
    busy 503 Service Unavailable: As many requests are worked on as the server takes at once. Retry-After gives the \
     seconds after which it is worth another try.";

fn problems() -> AnyView {
    let entry = |(problem, meaning): (&'static str, &'static str)| {
        let (id, title) = problem.split_once(' ').unwrap_or_default();
        view! {
            <div id=format!("problem-{id}")>
                <dt>{title}</dt>
                <dd>{meaning}</dd>
            </div>
        }
    };
    let body = any_view! {
        <p>
            "What cannot be answered gets " <code>"application/problem+json"</code> ": a type, a title, the status, a detail \
             in words, and suggestions where there are any. The type leads here."
        </p>
        <dl class="glossary">{pairs(PROBLEMS).map(entry).collect_view()}</dl>
    };
    section("problems", "Problems", body)
}

/// The commands, and what each does.
const COMMANDS: &str = "\
    strata serve --listen 127.0.0.1:8080 --data DIR: \
    Serves these pages and the API; with --data, a team’s own structures beside the built-in ones.\n\
    strata offsets STRUCT --member NAME --point 6.1/x64 --format header: \
    Prints where members are at chosen points, as a table, a C header, CSV or JSON.\n\
    strata check DIR: \
    Audits data files and says what is wrong in them as a compiler would: file, line, the cell underlined.";

fn command_line() -> AnyView {
    let entry = |(command, meaning)| fact(view! { <code>{command}</code> }, meaning);
    let body = any_view! {
        <p>"One program, " <code>"strata"</code> ", holds the pages, the API and the data."</p>
        <dl class="glossary glossary-wide">{pairs(COMMANDS).map(entry).collect_view()}</dl>
    };
    section("command-line", "Command line", body)
}
