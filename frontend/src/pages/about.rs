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
    Name, code_link, contents, fact, headed_row, heads, link_item, part, prose, section, table,
};
use crate::components::figures::thousands;
use crate::components::sources::certainty_badge;
use crate::page::Page;
use crate::pages::offsets::cross_check;
use crate::pages::reference::api_in_files;
use crate::route::{ApiUrl, Route};
use crate::words::pairs;

pub fn page(dataset: &Dataset) -> Page<'_> {
    let draw = move |hash: &str| view(dataset, hash);
    Page::read(Route::About, "About", home::DESCRIPTION, draw)
}

fn view(dataset: &Dataset, hash: &str) -> AnyView {
    let sections = [
        ("#ways", "What you can ask"),
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
                     are in public symbol files. Others are known only from studies of the binaries. Strata holds both kinds, \
                     keeps every value with its source, and checks all values automatically."
                </p>
                <p>
                    "It is for people who work with such structures: in a debugger, in a driver, in a memory image. It runs on \
                     your own machine, in a browser, over HTTP and on the command line. All of them give the same answers."
                </p>
            </div>
            {ways(dataset)}
            {words()}
            {answers()}
            {certainty_levels()}
            {prose("audit", "Audit", any_view! {
                <p>
                    "Sources have errors: a digit, a range, a cell in the wrong column. Each table is checked against the layout \
                     rules of C compilers, against itself, and against symbol files where there are any. A value that cannot be \
                     right becomes an erratum. Pages show the value as published and as corrected, side by side, with the rule \
                     and the reason. The "
                    <a href=Route::Audit.to_string()>"audit"</a>
                    " lists all errata, each with its proof. The provenance page of a structure has every row of its source, and \
                     what is known about it."
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
            "Names, declarations, offsets, sizes and ranges are facts; they are restated here in our own notation. Every \
             sentence on these pages is ours. The sources’ own texts are at their addresses, and worth reading."
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
    for ty in catalogue.named_types() {
        let classes = ty.classes().iter();
        let layouts = classes.filter(|class| class.images.iter().any(is_own));
        let layouts = layouts.count();
        stated[1] += usize::from(layouts > 0);
        stated[2] += layouts;
    }
    stated
}

fn privacy() -> AnyView {
    let body = any_view! {
        <p>
            "Bytes that you paste or choose on a decode page are read in your browser, by the same code that the server \
             uses. They never leave the browser. What you paste into a search field or a task’s form waits in your \
             browser until the page that reads it has opened, and is deleted then."
        </p>
        <p>
            "Pages send requests only to the server that they come from: no fonts, scripts or counters of others. There are \
             no cookies. Two things are stored, in your browser only: your theme, and the last eight points that you viewed. \
             The start page lists these points and can clear them."
        </p>
        <p>
            "A URL says what its page shows: structure, version, architecture. Bytes are put into a URL only if you ask for \
             it, and only after the " <code>"#"</code> ", a part that browsers do not send."
        </p>
    };
    prose("privacy", "Privacy", body)
}

const WORDS: &str = "\
    type: A structure, a union or an enumeration.\n\
    structure: A type with members at fixed offsets.\n\
    member: A part of a structure. Its name and type may be unknown.\n\
    bit field: Bits of an integer that have a name.\n\
    offset, size: Where a member begins, and its length: in bytes, hexadecimal.\n\
    architecture: x86, x64 or arm64.\n\
    release: A release of Windows, such as 6.1 or 1607. One release has many images.\n\
    build: One compilation of Windows, such as 10.0.19041.264.\n\
    image: One compiled file: module, architecture and file version. Trust this rather than the name of a release.\n\
    version: What you select: a release, a build or a file version.\n\
    point: A version and an architecture, written 6.1/x64.\n\
    layout: A structure at one point: every member with its offset.\n\
    layout class: Points that share one layout.\n\
    padding: Bytes between members that alignment explains.\n\
    hole: Bytes between members that nothing explains.\n\
    cell: One entry in the offset table of a source.\n\
    source: Where a value comes from: an article, symbol files, public headers.\n\
    erratum: An error in a source: the published value, the corrected value, the rule that shows the error, the reason.\n\
    bits: How strongly bytes support a layout. A negative number counts against it. One bit more doubles the odds.\n\
    finding: A result of an audit rule or of the decoder.\n\
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
    let inferred = view! {
        "No source covers the kernel, but the nearest known kernels before and after it in the same line agree: the offset is bracketed by them. "
        {cross_check(&FOUND)}
    };
    view! {
        <section aria-labelledby="answers">
            <h3 id="answers">"Different answers"</h3>
            <dl class="glossary">
                {fact("stated", "The source gives it.")}
                {fact("absent", "The source says that the structure or the member does not exist at that point.")}
                {fact("declared", "A symbol file names the type but does not define it.")}
                {fact("not stated", "The source does not cover that point. The structure or member may exist or not; nothing is guessed.")}
                {fact("listed", "There is no symbol file of the kernel here, but a list of offsets from another project has the member.")}
                {fact("by the article", "The symbol file of the kernel does not define the structure; the article states it for that release.")}
                {fact("inferred", inferred)}
            </dl>
        </section>
    }
}

fn certainty_levels() -> AnyView {
    let entry = |certainty: Certainty| fact(certainty_badge(certainty), certainty.meaning());
    let body = any_view! {
        <p>"Every member of every layout has one of these levels, the most certain first."</p>
        <dl class="glossary">{Certainty::ALL.map(entry).collect_view()}</dl>
    };
    section("certainty", "Certainty", body)
}

/// Lines of a question, the page that answers it, and the API route that does. The example fills in the names in braces of
/// a page.
const WAYS: &str = "\
    What is the history of a structure, release by release? | /structures/{name} | GET /structures/{name}\n\
    What is its layout in one version, on one architecture? | /structures/{name}/{to} \
     | GET /structures/{name}/layouts/{version}/{arch}\n\
    What is it in the format of my compiler, WinDbg, Volatility, Kaitai, ImHex …? | /structures/{name}/{to} \
     | GET /structures/{name}/layouts/{version}/{arch}?format=c, /structures/{name}/exports, /exports\n\
    What changed between two versions? | /structures/{name}/diff/{from}/{to} | GET /structures/{name}/diff\n\
    What is the source of each row, and how certain is it? | /structures/{name}/provenance \
     | GET /structures/{name}/members/{row}\n\
    What do these bytes say, as a structure that I know? | /decode \
     | POST /structures/{name}/layouts/{version}/{arch}/decode\n\
    Which structure, in which version, are these bytes? | /identify | POST /identify\n\
    What changed between two versions of a structure that I name? | /compare | GET /structures/{name}/diff\n\
    Which member, structure, type, release or build is this? What is at 0x58? | /search?q=0x58%20x64 \
     | GET /search, /lookup\n\
    Which structures, unions and enumerations are there, and which did a release change? | /structures \
     | GET /structures?q=&kind=&changed_in=\n\
    Which kernels are in the data, and what did each change? | /images | GET /images, /images/{id}\n\
    What did each release and each servicing step change? | /releases | GET /changes\n\
    Where are these members in every kernel, as a table for my driver or script? | /offsets | GET and POST /offsets\n\
    Are my offsets still right? What are they in other versions, as a C header, CSV or JSON? | /validity \
     | POST /validity, GET /structures/{name}/offsets\n\
    What is wrong in the sources? | /audit | GET /audit";

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

fn ways(dataset: &Dataset) -> AnyView {
    let example = example(dataset);
    let row = |line: &'static str| {
        let mut parts = line.split(" | ");
        let (question, page, api) = (parts.next()?, parts.next()?, parts.next()?);
        let page = match example {
            Some((name, from, to)) => page
                .replace("{name}", name.as_str())
                .replace("{from}", &from.to_string())
                .replace("{to}", &to.to_string()),
            None => page.to_owned(),
        };
        let page: Route = page.parse().ok()?;
        let cells = any_view! {
            <td>{code_link(&page, &page)}</td>
            <td><code>{api}</code></td>
        };
        page.is_served().then(|| headed_row(question, cells))
    };
    let head = heads(["Question", "Page", "For scripts"]);
    let rows = WAYS.lines().filter_map(row).collect();
    let body = any_view! {
        <p>
            "Each question has a page, and a route of the " <a href="#api">"API"</a> " below "
            <code>{ApiUrl::ROOT}</code> ":"
        </p>
        {table("plain-table ways", Name::heading("ways"), head, rows)}
    };
    part("ways", "What you can ask", body)
}

/// How to cite, with this page as the example. `hash` is the hash of the data.
fn citing(hash: &str) -> AnyView {
    let example = citation("About", &Route::About.to_string(), hash);
    let body = any_view! {
        <p>
            "Each page ends with a citation: its title, the first digits of the hash of the data, and its address. The address is \
             a permalink; the hash names the version of the data, and the page warns if the data have changed."
        </p>
        <p>
            <span class="citation-text">{example}</span>
        </p>
        <p>
            "Errata have stable ids. Cite an erratum by its address in the "
            <a href=Route::Audit.to_string()>"audit"</a>
            ", a row of a source by its address on the provenance page of the structure, a member by its row in a layout. \
             Name the source, too: the facts are its author’s work."
        </p>
    };
    prose("citing", "How to cite", body)
}

fn api() -> AnyView {
    let openapi = ApiUrl::openapi().to_string();
    let body = any_view! {
        <p>
            "Everything on these pages is available over HTTP, as JSON, without a key: layouts, histories, comparisons, \
             tables of offsets, searches, decoded bytes, the audit, and the whole dataset in one file. "
            <a href=Route::Reference.to_string()>"The API"</a>
            " has its own page, with commands to copy; the " <a href=openapi rel="external">"OpenAPI document"</a>
            " describes every route, parameter and answer for programs."
        </p>
        {api_in_files()}
        <p>
            "Offsets, sizes and bit numbers are integers; addresses, masks and decoded values are strings such as "
            <code>"\"0x7ffe0000\""</code>
            ". Names of structures are not case-sensitive, and a leading underscore is optional; the answer has the \
             canonical spelling. Answers with data have an ETag, so that repeating a request costs little."
        </p>
    };
    prose("api", "API", body)
}

/// The API's problems: the last part of the problem’s type, status and title; the meaning, and the remedy.
const PROBLEMS: &str = "\
    malformed 400 Bad Request: The request is malformed: a parameter that is not a number, a body that is not in the format \
     that it declares. The detail says what was read and what was expected. Correct the request and send it again.\n\
    unauthorized 401 Unauthorized: The Authorization header has no token of this server. Leave out the header to read the built-in \
     data, or ask the operator for a token.\n\
    not-found 404 Not Found: There is no such route, structure, version or architecture, or the structure has no layout at that \
     point. For a known structure at a known point, “reason” is “absent” if the source says that the structure does not exist \
     there, or “not stated” if the source does not cover that point. The suggestions are the nearest things that exist.\n\
    method-not-allowed 405 Method Not Allowed: The resource exists but does not support this method. The Allow header lists the \
     supported methods.\n\
    not-acceptable 406 Not Acceptable: The Accept header allows none of the formats of the resource. The detail lists the \
     formats. Ask for one of them, or leave out the header.\n\
    too-slow 408 Request Timeout: The body of the request did not arrive in time. The detail gives the time limit. Send the \
     request again; send a large body in parts.\n\
    too-large 413 Content Too Large: The body is larger than the limit of the server. The detail gives the limit. Send fewer \
     structures at once.\n\
    url-too-long 414 URI Too Long: The path with its query is longer than the limit of the server. The detail gives the limit. \
     Send long input in the body of a POST.\n\
    unsupported-media-type 415 Unsupported Media Type: The operation does not read the Content-Type of the body. The detail \
     lists the types that it reads: raw bytes, or the text of a dump.\n\
    unusable 422 Unprocessable Content: The request is well-formed but cannot be processed: a dump without any bytes, for \
     example. The detail gives the reason, and the line if there is one.\n\
    too-many 429 Too Many Requests: Too many requests came from this address. Retry-After gives the seconds to wait. Send \
     requests less often, and cache the answers.\n\
    head-too-large 431 Request Header Fields Too Large: The headers of the request are larger or more numerous than the limits \
     of the server. The detail gives the limits. Send fewer or shorter headers; in a browser, delete the cookies of this host.\n\
    internal 500 Internal Server Error: An error of the server. No request should be able to cause it. The cause is in the \
     server’s log. Please report it, with the request.\n\
    busy 503 Service Unavailable: The server already handles as many requests as its limit allows. Retry-After gives the \
     seconds to wait.";

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
            "An error is answered with " <code>"application/problem+json"</code> ": the type, title and status of the error, \
             a detail in words, and suggestions if there are any. The type is a link to this list."
        </p>
        <dl class="glossary">{pairs(PROBLEMS).map(entry).collect_view()}</dl>
    };
    section("problems", "Problems", body)
}

/// The commands, and what each does.
const COMMANDS: &str = "\
    strata serve --listen 127.0.0.1:8080 --data DIR: Serves these pages and the API; with --data, a team’s own structures \
     beside the built-in ones.\n\
    strata offsets STRUCT --member NAME --point 6.1/x64 --format header: Prints the offsets of members at chosen points, as a \
     table, a C header, CSV or JSON.\n\
    strata check DIR: Audits data files and reports errors like a compiler: file, line, the cell underlined.";

fn command_line() -> AnyView {
    let entry = |(command, meaning)| fact(view! { <code>{command}</code> }, meaning);
    let body = any_view! {
        <p>"One program, " <code>"strata"</code> ", contains the pages, the API and the data."</p>
        <dl class="glossary glossary-wide">{pairs(COMMANDS).map(entry).collect_view()}</dl>
    };
    section("command-line", "Command line", body)
}
