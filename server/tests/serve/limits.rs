//! Tests of limits: length, size, timeouts, numbers.

use std::io::Read;

use super::running::{CLOSE, DECODE, EXPECT, LAYOUT, Running, Says, until};

/// The API refuses with a problem, a page with a page; both say what to do.
#[track_caller]
fn is_problem(answer: &str, status: u16, says: &str) {
    answer.is(status);
    answer.has("application/problem+json");
    answer.has("content-security-policy: ");
    answer.has("cache-control: no-store");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    head.has(&format!("content-length: {}", body.len()));
    let problem: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
    assert_eq!(problem["status"], status);
    problem["detail"].as_str().expect("a text").has(says);
}

#[track_caller]
fn is_page(answer: &str, status: u16, says: &str) {
    answer.is(status);
    answer.has("text/html");
    answer.has(says);
    answer.has("content-security-policy: ");
}

#[test]
fn who_sends_too_much_before_reading_reads_why() {
    let server = Running::start();
    let size = 20 * 1024 * 1024;
    let mut client = server.connect();
    client.post(size, "", size);
    is_problem(&client.answer(), 413, "limit of 4194304 bytes");
    // The connection remains usable.
    client.ask("/healthz").is(200);
}

/// A script of another origin can read the reason, as it could read the answer.
#[test]
fn other_origins_read_why_they_are_refused() {
    const OPEN: &str = "access-control-allow-origin: *";
    let long = format!("{LAYOUT}?format={}", "a".repeat(100));
    let refused = |flags: &str, path: &str| {
        let answer = Running::with(&format!("--url-length 100 {flags}")).get(path);
        answer.is(414);
        answer
    };
    assert!(refused("", &long).contains(OPEN));
    assert!(!refused("--cors closed", &long).contains(OPEN));
    let page = format!("/search?q={}", "a".repeat(100));
    assert!(!refused("", &page).contains(OPEN));
}

#[test]
fn a_url_has_an_end() {
    let server = Running::with("--url-length 100");
    let just = format!("/search?q={}", "a".repeat(90));
    assert!(server.get(&just).starts_with("HTTP/1.1 200 "));
    let long = format!("{just}a");
    is_problem(&server.get(&long), 414, "limit of 100 bytes");
    let page = server.get_with(&long, "Accept: text/html,*/*\r\n");
    is_page(
        &page,
        414,
        "<p>the path with its query is longer than the limit of 100 bytes",
    );
}

#[test]
fn a_head_has_an_end() {
    let server = Running::start();
    let long = format!("X-Long: {}\r\n", "a".repeat(20_000));
    is_problem(
        &server.get_with(LAYOUT, &long),
        431,
        "limit of 16384 bytes or 64 lines",
    );
    let many = "X-Many: a\r\n".repeat(80);
    is_problem(
        &server.get_with(LAYOUT, &many),
        431,
        "send fewer or shorter headers",
    );
    let page = server.get_with("/", &format!("{many}Accept: text/html\r\n"));
    is_page(&page, 431, "send fewer or shorter headers");
    // Beyond what is read at all, the status must do.
    for endless in [
        format!("X-Long: {}\r\n", "a".repeat(200_000)),
        "X-Many: a\r\n".repeat(1000),
    ] {
        let mut client = server.connect();
        let head = format!("GET / HTTP/1.1\r\nHost: strata\r\n{endless}\r\n");
        // The server may close before it has read everything.
        let _ = std::io::Write::write_all(&mut client.0, head.as_bytes());
        let answer = client.rest();
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 431 "),
            "{answer}"
        );
    }
    server.get("/healthz").is(200);
}

#[test]
fn a_body_has_an_end() {
    let server = Running::with("--body-size 1000");
    let mut stated = server.connect();
    stated.post(1001, CLOSE, 0);
    is_problem(&stated.rest(), 413, "limit of 1000 bytes");
    let mut chunked = server.connect();
    chunked.send(&format!(
        "POST {DECODE} HTTP/1.1\r\nHost: strata\r\n{CLOSE}Content-Type: application/octet-stream\r\n\
         Transfer-Encoding: chunked\r\n\r\n3e9\r\n"
    ));
    chunked.send(&"a".repeat(0x3e9));
    is_problem(&chunked.rest(), 413, "limit of 1000 bytes");
    let mut fits = server.connect();
    fits.post(136, CLOSE, 136);
    fits.rest().is(200);
}

#[test]
fn a_slow_head_is_cut_off() {
    let server = Running::with("--header-time 200ms");
    let mut silent = server.connect();
    assert_eq!(silent.rest(), "");
    let mut slow = server.connect();
    slow.send("GET / HTTP/1.1\r\nHost: str");
    assert!(!slow.rest().starts_with("HTTP/1.1 200 "));
    // After a request the same timeout applies.
    let mut idle = server.connect();
    idle.ask("/healthz").ends("ok\n");
    assert_eq!(idle.rest(), "");
    server.get("/healthz").is(200);
}

#[test]
fn a_slow_body_is_cut_off() {
    let server = Running::with("--body-time 200ms");
    let mut slow = server.connect();
    slow.post(136, CLOSE, 9);
    is_problem(&slow.rest(), 408, "did not arrive within");
}

#[test]
fn a_client_that_reads_nothing_is_cut_off() {
    let server = Running::with("--write-time 200ms");
    let mut deaf = server.connect();
    deaf.0.set_nonblocking(true).unwrap();
    let ask = format!("GET {LAYOUT} HTTP/1.1\r\nHost: strata\r\n\r\n");
    let mut asked = ask.repeat(4000).into_bytes();
    let before = super::running::DEADLINE;
    let started = std::time::Instant::now();
    // Sends requests until nothing goes in any more, then until the connection is gone.
    let gone = loop {
        assert!(started.elapsed() < before, "it is still there");
        match std::io::Write::write(&mut deaf.0, &asked) {
            Ok(0) => break true,
            Ok(length) => drop(asked.drain(..length)),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                if server.metric("strata_connections") <= 1.0 {
                    break true;
                }
            }
            Err(_) => break true,
        }
        if asked.len() < ask.len() {
            asked.extend(ask.repeat(4000).as_bytes());
        }
    };
    assert!(gone);
}

#[test]
fn there_are_so_many_connections_and_no_more() {
    let server = Running::with("--connections 2");
    let mut first = server.connect();
    first.ask("/healthz");
    let mut second = server.connect();
    second.ask("/healthz");
    let refused = server.get("/healthz");
    is_problem(
        &refused,
        503,
        "connections is reached: try again in a second or later",
    );
    refused.has("retry-after: 1\r\n");
    // Open connections stay, and a free place is given away.
    first.send("GET /healthz HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n\r\n");
    first.rest().ends("ok\n");
    until("the place stays taken", || {
        server.get("/healthz").starts_with("HTTP/1.1 200 ")
    });
}

#[test]
fn who_sends_slowly_shuts_nobody_out() {
    let server = Running::with("--bodies 1 --queue-time 0s");
    let slow: Vec<_> = (0..100)
        .map(|_| {
            let mut client = server.connect();
            client.post(136, CLOSE, 100);
            client
        })
        .collect();
    let mut quick = server.connect();
    quick.post(136, CLOSE, 136);
    quick.rest().is(200);
    for mut client in slow {
        client.send(&"\0".repeat(36));
        client.rest().is(200);
    }
}

#[test]
fn bodies_hold_so_much_at_once_and_reading_goes_on() {
    // The first request waits too, where a second one comes between its head and its body.
    let limits = "--bodies 1 --body-size 2KiB --queue-time 1s";
    let server = Running::with(limits);
    let mut first = server.connect();
    first.post(2048, &[CLOSE, EXPECT].concat(), 0);
    first.answer().is(100);
    first.send(&"\0".repeat(2000));
    let mut refused = String::new();
    // Until the first one has arrived.
    until("nobody is refused", || {
        let mut second = server.connect();
        second.post(136, CLOSE, 136);
        refused = second.rest();
        !refused.starts_with("HTTP/1.1 200 ")
    });
    is_problem(&refused, 503, "try again in 1 s");
    refused.has("retry-after: 1\r\n");
    server.get(LAYOUT).is(200);
    first.send(&"\0".repeat(48));
    first.rest().is(200);
}

#[test]
fn who_finds_no_place_waits_for_one() {
    let limits = "--bodies 1 --body-size 2KiB --queue-time 60s";
    let server = Running::with(limits);
    let mut first = server.connect();
    first.post(2048, CLOSE, 2000);
    let mut second = server.connect();
    second.post(136, CLOSE, 136);
    server.get(LAYOUT).is(200);
    first.send(&"\0".repeat(48));
    first.rest().is(200);
    second.rest().is(200);
}

#[test]
fn so_many_requests_are_worked_on_at_once() {
    let server = Running::with("--requests 1 --queue-time 100ms");
    let mut first = server.connect();
    first.post(136, &[CLOSE, EXPECT].concat(), 0);
    first.answer().is(100);
    is_problem(&server.get(LAYOUT), 503, "try again");
    is_page(
        &server.get_with("/", "Accept: text/html\r\n"),
        503,
        "<h1>Service Unavailable</h1>",
    );
    // Monitoring is always admitted.
    server.get("/readyz").is(200);
    assert!(server.metric("strata_http_refused_total{limit=\"busy\"}") >= 2.0);
    first.send(&"\0".repeat(136));
    first.rest().is(200);
}

#[test]
fn an_address_asks_so_often() {
    let server = Running::with("--rate 1 --rate-burst 3");
    let answers: Vec<String> = (0..8).map(|_| server.get(LAYOUT)).collect();
    answers[0].is(200);
    let refused = answers
        .iter()
        .find(|answer| answer.starts_with("HTTP/1.1 429 "))
        .expect("one is too many");
    is_problem(refused, 429, "then less often");
    refused.has("retry-after: 1\r\n");
    server.get("/healthz").is(200);
}

#[test]
fn who_asks_is_told_by_trusted_proxies_alone() {
    let told = |flags: &str, header: &str| {
        let server = Running::with(&format!("--rate 1 --rate-burst 1 {flags}"));
        let ask = |at: u8| server.get_with(LAYOUT, &format!("{header}192.0.2.{at}\r\n"));
        (1..=8).all(|at| ask(at).starts_with("HTTP/1.1 200 "))
    };
    let xff = "X-Forwarded-For: ";
    assert!(!told("", xff));
    assert!(!told("--trusted-proxies 10.0.0.0/8", xff));
    assert!(told("--trusted-proxies 127.0.0.0/8", xff));
    assert!(!told("--trusted-proxies 127.0.0.1", "Forwarded: for="));
    let by = "--trusted-proxies 127.0.0.1 --forwarded-header forwarded";
    assert!(told(by, "Forwarded: for="));
}

#[test]
fn what_is_malformed_is_refused_and_nothing_breaks() {
    let server = Running::start();
    for hostile in [
        "\0\0\0\0\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n",
    ] {
        let mut client = server.connect();
        client.send(hostile);
        client.0.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        let _ = client.0.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{hostile:?}: {answer}"
        );
    }
    server.get("/healthz").is(200);
}

/// Requests that compute for long: members at a large offset, the largest structure of all, every type as Parquet.
const LONG: [&str; 4] = [
    "GET /api/v1/lookup?offset=0xffff1&arch=x64 HTTP/1.1\r\nHost: strata\r\n\r\n",
    "GET /api/v1/search?q=0xffff1 HTTP/1.1\r\nHost: strata\r\n\r\n",
    "GET /api/v1/dataset?format=parquet-images HTTP/1.1\r\nHost: strata\r\n\r\n",
    "POST /api/v1/structures/_MI_HYPER_SPACE/layouts/1809/x64/decode HTTP/1.1\r\nHost: strata\r\n\
     Content-Type: text/plain\r\nContent-Length: 5\r\n\r\n00 00",
];

/// Sends each of them, four times, and reads no answer.
pub(crate) fn computing(server: &Running) -> Vec<super::running::Client> {
    let asked = LONG.repeat(4).into_iter().map(|request| {
        let mut client = server.connect();
        client.send(request);
        client
    });
    asked.collect()
}

#[test]
fn others_are_answered_while_requests_compute() {
    let server = Running::start();
    let clients = computing(&server);
    for path in ["/healthz", "/readyz", "/metrics", "/about", LAYOUT] {
        server.get(path).is(200);
    }
    // Nobody waits for their answers any more.
    drop(clients);
    server.get("/healthz").is(200);
}
