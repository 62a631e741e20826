//! What is no HTTP, or should not be: each is refused or passed over, the server unharmed, ordinary requests answered
//! meanwhile.

use std::time::Duration;

use super::client;
use super::patient::Patient;
use super::report::Report;
use super::subject::DECODE;
use super::tally::Tally;
use super::witness::Witness;
use crate::failure::Failure;

/// How many bytes a flood has.
const FLOOD: usize = 1024 * 1024;
/// More than any body may have, by `body-size`.
const TOO_LARGE: usize = 5 * 1024 * 1024;
/// What the server may take to end a connection whose client says no more.
const END: Duration = Duration::from_secs(10);

/// What must come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// A status of 400 and more but below 500, or an end without a word.
    Refused,
    /// This status.
    Status(u16),
    /// Whatever is no mistake of the server: there are two opinions of it.
    Any,
}

type Case = (&'static str, Due, Vec<u8>);

pub(super) fn run(patient: &mut Patient, report: &mut Report) -> Result<(), Failure> {
    report.begin("Malformed requests and oversized bodies");
    let witness = Witness::start(patient.address());
    let cases = [lines(), lengths(), headers(), strangers(), bodies()].concat();
    let mut tally = Tally::default();
    for (name, due, bytes) in &cases {
        let started = std::time::Instant::now();
        let send = match due {
            Due::Status(_) => client::exchange,
            Due::Refused | Due::Any => client::blurt,
        };
        let answer = send(patient.address(), bytes)
            .map_err(|error| Failure::new(format!("malformed ({name}): {error}")))?;
        tally.count(answer.status());
        if !is_due(*due, answer.status()) {
            let status = answer.status();
            report.failed(format!(
                "malformed: {name}: {due:?}, and it answered {status:?}"
            ));
        }
        if !answer.ended || started.elapsed() > END {
            report.failed(format!("malformed: {name}: the connection stayed open"));
        }
    }
    report.say(format!(
        "  {:<16} {tally}",
        format!("{} of them", cases.len())
    ));
    witness.tell(report, "malformed");
    patient.judge(report, "malformed");
    Ok(())
}

fn is_due(due: Due, status: Option<u16>) -> bool {
    match due {
        Due::Refused => status.is_none_or(|status| (400..500).contains(&status)),
        Due::Status(expected) => status == Some(expected),
        Due::Any => status.is_none_or(|status| status < 500),
    }
}

fn case(name: &'static str, due: Due, text: impl Into<Vec<u8>>) -> Case {
    (name, due, text.into())
}

/// First lines.
fn lines() -> Vec<Case> {
    use Due::{Any, Refused};
    let long = "a".repeat(FLOOD);
    vec![
        case("nothing", Refused, ""),
        case("empty lines", Refused, "\r\n".repeat(1000)),
        case("NULs", Refused, [0; 64]),
        case("every byte", Refused, (0..=255).collect::<Vec<u8>>()),
        case("a method alone", Refused, "GET\r\n\r\n"),
        case("HTTP/0.9", Refused, "GET /\r\n\r\n"),
        case("HTTP/9.9", Refused, "GET / HTTP/9.9\r\n\r\n"),
        case("HTTP/2.0", Refused, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        case("no version", Refused, "GET / HTTP/\r\n\r\n"),
        case("version in lower case", Refused, "GET / http/1.1\r\n\r\n"),
        case("tabs", Refused, "GET\t/\tHTTP/1.1\r\n\r\n"),
        case("a space in the path", Refused, "GET /a b HTTP/1.1\r\n\r\n"),
        case("a NUL in the path", Refused, "GET /\0 HTTP/1.1\r\n\r\n"),
        case("a NUL in the method", Refused, "G\0T / HTTP/1.1\r\n\r\n"),
        case(
            "bytes above ASCII",
            Any,
            b"GET /\xff\xfe\x80 HTTP/1.1\r\nHost: a\r\n\r\n",
        ),
        case(
            "a method of no standard",
            Any,
            "BREW / HTTP/1.1\r\nHost: a\r\n\r\n",
        ),
        case(
            "an endless method",
            Refused,
            format!("{long} / HTTP/1.1\r\n\r\n"),
        ),
        case(
            "an endless path",
            Refused,
            format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n"),
        ),
        case(
            "a path too long",
            Due::Status(414),
            format!(
                "GET /{} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                &long[..8000]
            ),
        ),
        case(
            "CONNECT",
            Any,
            "CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n",
        ),
        case(
            "another's address",
            Any,
            "GET http://example.org/ HTTP/1.1\r\nHost: a\r\n\r\n",
        ),
        case("OPTIONS *", Any, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
        case("bare line feeds", Any, "GET / HTTP/1.1\nHost: a\n\n"),
        case("bare returns", Refused, "GET / HTTP/1.1\rHost: a\r\r"),
    ]
}

/// How long a body is, said badly.
fn lengths() -> Vec<Case> {
    use Due::{Any, Refused};
    let with = |headers: &str, body: &str| {
        format!("POST {DECODE} HTTP/1.1\r\nHost: a\r\n{headers}\r\n{body}")
    };
    let chunked = |chunks: &str| with("Transfer-Encoding: chunked\r\n", chunks);
    let length = |length: &str| with(&format!("Content-Length: {length}\r\n"), "hello");
    vec![
        case("a length below zero", Refused, length("-1")),
        case("a length with a sign", Refused, length("+5")),
        case("a length in hexadecimal", Refused, length("0x5")),
        case(
            "a length beyond all numbers",
            Refused,
            length("18446744073709551616"),
        ),
        case("a length of nothing", Refused, length("")),
        case("two lengths in a line", Refused, length("5, 6")),
        case(
            "two lengths",
            Refused,
            with("Content-Length: 5\r\nContent-Length: 6\r\n", "hello"),
        ),
        case(
            "a length and chunks",
            Any,
            with(
                "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\nG",
            ),
        ),
        case(
            "chunks and a length",
            Any,
            with(
                "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n",
                "0\r\n\r\nG",
            ),
        ),
        case(
            "chunks twice",
            Any,
            with("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
        ),
        case(
            "a coding of no standard",
            Refused,
            with("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
        ),
        case(
            "chunks that are not last",
            Refused,
            with("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"),
        ),
        case(
            "chunks by HTTP/1.0",
            Any,
            chunked("0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0"),
        ),
        case(
            "a chunk of no number",
            Refused,
            chunked("zz\r\nhello\r\n0\r\n\r\n"),
        ),
        case(
            "a chunk below zero",
            Refused,
            chunked("-1\r\nhello\r\n0\r\n\r\n"),
        ),
        case(
            "a chunk beyond all numbers",
            Refused,
            chunked("fffffffffffffffff\r\nhello\r\n"),
        ),
        case(
            "the largest chunk",
            Refused,
            chunked("ffffffffffffffff\r\nhello\r\n"),
        ),
        case(
            "a chunk that does not end",
            Refused,
            chunked("5\r\nhelloworld\r\n0\r\n\r\n"),
        ),
        case(
            "a chunk's endless extension",
            Refused,
            chunked(&format!("5;{}\r\nhello\r\n0\r\n\r\n", "a".repeat(FLOOD))),
        ),
        case(
            "a flood of trailers",
            Refused,
            chunked(&format!("0\r\n{}\r\n", "X-T: a\r\n".repeat(10_000))),
        ),
        case(
            "a body that ends early",
            Refused,
            with(
                "Content-Length: 100\r\nContent-Type: text/plain\r\n",
                "short",
            ),
        ),
        case(
            "a body that goes on",
            Refused,
            with(
                "Content-Length: 2\r\nContent-Type: text/plain\r\nConnection: close\r\n",
                "!!!!!!!!",
            ),
        ),
    ]
}

/// Header lines.
fn headers() -> Vec<Case> {
    use Due::{Any, Refused, Status};
    let with = |headers: &str| {
        format!("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n\r\n")
    };
    vec![
        case(
            "no host",
            Any,
            "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        ),
        case("two hosts", Any, with("Host: b")),
        case(
            "a host of junk",
            Any,
            "GET / HTTP/1.1\r\nHost: @:/\\ \x7f\r\n\r\n",
        ),
        case("no colon", Refused, with("nonsense")),
        case("no name", Refused, with(": a")),
        case("a space in the name", Refused, with("a b: c")),
        case("a space before the colon", Refused, with("a : c")),
        case("a folded line", Refused, with("a: b\r\n c")),
        case("a NUL in the value", Refused, with("a: b\0c")),
        case("a return in the value", Refused, with("a: b\rc")),
        case("bytes above ASCII in the name", Refused, with("ä: b")),
        case("bytes above ASCII in the value", Any, with("a: äöü")),
        case(
            "too many lines",
            Status(431),
            with("X-Many: a\r\n".repeat(80).trim_end()),
        ),
        case(
            "too long a line",
            Status(431),
            with(&format!("X-Long: {}", "a".repeat(20_000))),
        ),
        case(
            "a flood of lines",
            Refused,
            with(&"X-Many: a\r\n".repeat(FLOOD / 11)),
        ),
        case(
            "an endless line",
            Refused,
            with(&format!("X-Long: {}", "a".repeat(FLOOD))),
        ),
        case(
            "an endless name",
            Refused,
            with(&format!("{}: a", "a".repeat(FLOOD))),
        ),
        case(
            "an expectation of no standard",
            Any,
            with("Expect: the-unexpected"),
        ),
        case(
            "an upgrade to HTTP/2",
            Any,
            with("Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"),
        ),
        case(
            "an upgrade to a web socket",
            Any,
            with("Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13"),
        ),
        case(
            "a thousand ranges",
            Any,
            with(&format!("Range: bytes={}0-1", "0-0,".repeat(1000))),
        ),
        case(
            "a thousand tags",
            Any,
            with(&format!("If-None-Match: {}\"a\"", "\"b\",".repeat(1000))),
        ),
    ]
}

/// Other protocols.
fn strangers() -> Vec<Case> {
    use Due::{Any, Refused};
    let requests = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000);
    vec![
        case(
            "HTTP/2's preface",
            Refused,
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
        ),
        case(
            "TLS' hello",
            Refused,
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ),
        case("SSH", Refused, "SSH-2.0-OpenSSH_9.2\r\n"),
        case("SMTP", Refused, "EHLO a\r\nMAIL FROM:<a@a>\r\n"),
        case(
            "SMB",
            Refused,
            b"\0\0\0\x54\xffSMB\x72\0\0\0\0\x18\x01\x28\0\0",
        ),
        case(
            "a proxy's line",
            Refused,
            "PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        ),
        case(
            "a proxy's binary line",
            Refused,
            b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x7f\0\0\x01\x7f\0\0\x01\0\x01\0\x02",
        ),
        case(
            "a thousand requests at once, then junk",
            Any,
            format!("{requests}\0\0junk\r\n\r\n"),
        ),
    ]
}

/// Bodies that are larger than any may be.
fn bodies() -> Vec<Case> {
    let with = |headers: &str, body: &str| {
        format!(
            "POST {DECODE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\n{headers}\r\n{body}"
        )
    };
    let chunk = format!("{TOO_LARGE:x}\r\n{}\r\n0\r\n\r\n", " ".repeat(TOO_LARGE));
    let too_large = Due::Status(413);
    vec![
        case(
            "a length too large",
            too_large,
            with(&format!("Content-Length: {TOO_LARGE}\r\n"), ""),
        ),
        case(
            "the largest length",
            too_large,
            with("Content-Length: 9223372036854775807\r\n", ""),
        ),
        // It is refused amid what is sent; whoever sends on may not hear why.
        case(
            "a body too large",
            Due::Refused,
            with(
                &format!("Content-Length: {TOO_LARGE}\r\n"),
                &" ".repeat(TOO_LARGE),
            ),
        ),
        case(
            "a chunk too large",
            Due::Refused,
            with("Transfer-Encoding: chunked\r\n", &chunk),
        ),
        case(
            "a coded body",
            Due::Status(415),
            with("Content-Encoding: gzip\r\nContent-Length: 2\r\n", "\x1f "),
        ),
    ]
}
