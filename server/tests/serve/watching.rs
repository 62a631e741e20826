//! What those see who watch the server: metrics, health, the log.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::running::{Client, Running, metric, strata};

const LAYOUT: &str = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64";

#[test]
fn requests_are_counted_by_route_and_never_by_path() {
    let server = Running::start();
    server.get(LAYOUT);
    server.get("/structures/ETW_REALTIME_CONSUMER/6.2/x64");
    server.get("/structures/ETW_REALTIME_CONSUMER/6.1/x64");
    server.get("/no/such/page");
    let text = server.get("/metrics");
    assert!(text.contains("text/plain; version=0.0.4"), "{text}");
    let count = |route: &str, status: &str| {
        let labels = format!("method=\"GET\",route=\"{route}\",status=\"{status}\"");
        metric(&text, &format!("strata_http_requests_total{{{labels}}}"))
    };
    assert_eq!(
        count("/api/v1/structures/{name}/layouts/{version}/{arch}", "2xx"),
        1.0
    );
    assert_eq!(count("/structures/{name}/{version}/{arch}", "2xx"), 2.0);
    assert_eq!(count("nothing", "4xx"), 1.0);
    assert!(!text.contains("ETW_REALTIME_CONSUMER"), "{text}");
    let seconds =
        "strata_http_request_seconds_count{route=\"/structures/{name}/{version}/{arch}\"}";
    assert_eq!(metric(&text, seconds), 2.0);
    assert!(metric(&text, "strata_connections") >= 1.0);
    assert!(metric(&text, "strata_received_bytes_total") > 100.0);
    assert!(metric(&text, "strata_sent_bytes_total") > 1000.0);
    assert!(text.contains("strata_dataset_info{hash=\""), "{text}");
}

#[test]
fn the_program_and_its_process_are_told() {
    let text = Running::start().get("/metrics");
    let build = concat!(
        "strata_build_info{version=\"",
        env!("CARGO_PKG_VERSION"),
        "\"}"
    );
    assert_eq!(metric(&text, build), 1.0, "{text}");
    if cfg!(target_os = "linux") {
        assert!(
            metric(&text, "process_resident_memory_bytes ") > 1e6,
            "{text}"
        );
        assert!(metric(&text, "process_open_fds ") >= 4.0, "{text}");
        assert!(metric(&text, "process_max_fds ") > 4.0, "{text}");
        assert!(
            metric(&text, "process_start_time_seconds ") > 1.6e9,
            "{text}"
        );
        for name in ["process_cpu_seconds_total ", "process_threads "] {
            assert!(
                text.lines().any(|line| line.starts_with(name)),
                "{name}{text}"
            );
        }
    }
}

#[test]
fn metrics_may_have_a_listener_of_their_own() {
    let mut server = Running::with(&["--metrics-listen", "127.0.0.1:0"]);
    let address = server.said("Its metrics are at http://");
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404 "));
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200 "));
    let ask = |path: &str| {
        let mut client = Client::of(&address);
        client.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n\r\n"
        ));
        client.rest()
    };
    assert!(ask("/metrics").contains("strata_http_requests_total"));
    assert!(ask("/readyz").starts_with("HTTP/1.1 200 "));
    assert!(ask("/").starts_with("HTTP/1.1 404 "));
}

#[test]
fn a_request_has_an_id_that_the_log_has_too_and_its_body_is_nowhere() {
    let mut command = strata(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--log",
        "debug",
        "--log-format",
        "json",
    ]);
    let mut server = Running::spawned(command.stderr(Stdio::piped()));
    let log = server.process.stderr.take().unwrap();
    let answer = server.get_with("/healthz", "X-Request-Id: their-own.7\r\n");
    assert!(answer.contains("x-request-id: their-own.7\r\n"), "{answer}");
    let insane = server.get_with("/healthz", "X-Request-Id: two words\r\n");
    assert!(
        insane.contains("x-request-id: ") && !insane.contains("two words"),
        "{insane}"
    );
    let mut client = server.connect();
    client.send(&format!(
        "POST {LAYOUT}/decode HTTP/1.1\r\nHost: strata\r\nConnection: close\r\nX-Request-Id: the-last\r\n\
         X-Secret: hidden-head\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nhidden-body"
    ));
    client.rest();
    let mut lines = String::new();
    for line in BufReader::new(log).lines().map(Result::unwrap) {
        lines.push_str(&line);
        lines.push('\n');
        if line.contains("the-last") && line.contains("answered") {
            break;
        }
    }
    for line in lines.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is an object");
    }
    assert!(
        lines.contains("their-own.7") && lines.contains("\"path\":\"/healthz\""),
        "{lines}"
    );
    assert!(
        !lines.contains("hidden") && !lines.contains("two words"),
        "{lines}"
    );
}
