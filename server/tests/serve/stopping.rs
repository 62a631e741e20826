//! Tests of the shutdown.
#![cfg(unix)]

use super::running::{Client, EXPECT, Running, Says, until};

/// A running request: the server waits for its body.
fn under_way(server: &Running) -> Client {
    let mut client = server.connect();
    client.post(136, EXPECT, 0);
    client.answer().is(100);
    client
}

/// Waits until the server no longer listens.
fn is_closed(server: &Running) {
    until("it still listens", || {
        std::net::TcpStream::connect(&server.address).is_err()
    });
}

#[test]
fn it_stops_when_it_is_told_to() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Running::start();
        server.tell(signal);
        assert!(server.end().success(), "after {signal}");
    }
}

#[test]
fn what_is_under_way_ends_first() {
    let mut server = Running::with("--stop-time 60s");
    let mut client = under_way(&server);
    server.tell("-TERM");
    is_closed(&server);
    client.send(&"\0".repeat(136));
    let answer = client.rest();
    answer.is(200);
    answer.has("connection: close");
    assert!(server.end().success());
}

#[test]
fn it_does_not_wait_for_ever() {
    let mut server = Running::with("--stop-time 200ms");
    let mut client = under_way(&server);
    server.tell("-TERM");
    assert!(server.end().success());
    assert_eq!(client.rest(), "");
}

#[test]
fn it_does_not_wait_for_requests_that_compute() {
    let mut server = Running::with("--stop-time 200ms");
    let clients = super::limits::computing(&server);
    // They are under way.
    server.get("/healthz").is(200);
    server.tell("-TERM");
    assert!(server.end().success());
    drop(clients);
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let mut server = Running::with("--stop-time 1h");
    let mut client = under_way(&server);
    server.tell("-TERM");
    is_closed(&server);
    server.tell("-TERM");
    assert_eq!(server.end().code(), Some(130));
    assert_eq!(client.rest(), "");
}

#[test]
fn it_is_not_ready_before_it_stops() {
    let mut server = Running::with("--drain-time 1h");
    server.tell("-TERM");
    let mut answer = String::new();
    until("it says that it is ready", || {
        answer = server.get("/readyz");
        !answer.starts_with("HTTP/1.1 200 ")
    });
    answer.is(503);
    answer.ends("the server is stopping\n");
    server.get("/healthz").is(200);
    server.get("/about").is(200);
    // A client that keeps its connection sends its next request to another server.
    server.connect().ask("/about").has("connection: close");
    server.tell("-INT");
    assert_eq!(server.end().code(), Some(130));
}
