//! The API and the command line in brief, and what each problem of the API means.

use crate::view::*;

use crate::components::blocks::{fact, prose, section};
use crate::pages::reference::api_in_files;
use crate::route::{ApiUrl, Route};
use crate::words::pairs;

pub(super) fn api() -> AnyView {
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

/// What can go wrong with a request: the last part of the problem’s type, its status and title, what it means, what to do.
const PROBLEMS: [[&str; 4]; 13] = [
    [
        "malformed",
        "400 Bad Request",
        "The request makes no sense as it is written: a parameter that is no number, a body that is not what it claims to be.",
        "The detail says what was read and what was expected. Correct it and ask again.",
    ],
    [
        "not-found",
        "404 Not Found",
        "There is no such route, structure, version or architecture; or the structure has no layout at that point.",
        "For a known structure at a known point, “reason” says which of two answers it is: “absent”, the source says that it is \
         not there, or “not stated”, the source does not reach that point. The suggestions are the nearest things that are there.",
    ],
    [
        "method-not-allowed",
        "405 Method Not Allowed",
        "The resource is there and does not answer this method.",
        "The Allow header lists the methods that it does answer.",
    ],
    [
        "not-acceptable",
        "406 Not Acceptable",
        "The Accept header takes none of the formats in which the resource comes.",
        "The detail lists the formats. Ask for one of them, or leave the header out.",
    ],
    [
        "too-slow",
        "408 Request Timeout",
        "The body of the request did not arrive in time.",
        "The detail gives the time that is allowed. Send the request again; a large body in parts.",
    ],
    [
        "too-large",
        "413 Content Too Large",
        "The body has more bytes than the server takes.",
        "The detail gives the limit. Send fewer structures at once.",
    ],
    [
        "url-too-long",
        "414 URI Too Long",
        "The path with its query is longer than the server takes.",
        "The detail gives the limit. What is long goes into the body of a POST.",
    ],
    [
        "unsupported-media-type",
        "415 Unsupported Media Type",
        "The Content-Type of the body is not one that is read here.",
        "The detail lists those that are: raw bytes, or the text of a dump.",
    ],
    [
        "unusable",
        "422 Unprocessable Content",
        "The request is understood, and nothing can be done with it: a dump in which no byte can be found, say.",
        "The detail says what stood in the way, with the line where there is one.",
    ],
    [
        "too-many",
        "429 Too Many Requests",
        "More requests came from this address than the server takes.",
        "Retry-After gives the seconds after which the next one is taken. Ask less often, and keep what was answered.",
    ],
    [
        "head-too-large",
        "431 Request Header Fields Too Large",
        "The headers of the request are larger, or more, than the server takes.",
        "The detail gives the limits. Send fewer headers, or shorter ones; in a browser, delete the cookies of this host.",
    ],
    [
        "internal",
        "500 Internal Server Error",
        "The server made a mistake. Nothing that a request contains should bring this about.",
        "The cause is in the server’s log. Please report it, with the request.",
    ],
    [
        "busy",
        "503 Service Unavailable",
        "As many requests are worked on as the server takes at once.",
        "Retry-After gives the seconds after which it is worth another try.",
    ],
];

pub(super) fn problems() -> AnyView {
    let entry = |[id, title, meaning, remedy]: [&'static str; 4]| {
        view! {
            <div id=format!("problem-{id}")>
                <dt>{title}</dt>
                <dd>{meaning} " " {remedy}</dd>
            </div>
        }
    };
    let body = any_view! {
        <p>
            "What cannot be answered gets " <code>"application/problem+json"</code> ": a type, a title, the status, a detail \
             in words, and suggestions where there are any. The type leads here."
        </p>
        <dl class="glossary">{PROBLEMS.map(entry).collect_view()}</dl>
    };
    section("problems", "Problems", body)
}

/// What can be typed, and what it does.
const COMMANDS: &str = "\
    strata serve --listen 127.0.0.1:8080 --data DIR: \
    Serves these pages and the API; with --data, a team’s own structures beside the built-in ones.\n\
    strata offsets STRUCT --member NAME --point 6.1/x64 --format header: \
    Prints where members are at chosen points, as a table, a C header, CSV or JSON.\n\
    strata check DIR: \
    Audits data files and says what is wrong in them as a compiler would: file, line, the cell underlined.";

pub(super) fn command_line() -> AnyView {
    let entry = |(command, meaning)| fact(view! { <code>{command}</code> }, meaning);
    let body = any_view! {
        <p>"One program, " <code>"strata"</code> ", holds the pages, the API and the data."</p>
        <dl class="glossary glossary-wide">{pairs(COMMANDS).map(entry).collect_view()}</dl>
    };
    section("command-line", "Command line", body)
}
