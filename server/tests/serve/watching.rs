//! Tests of monitoring: metrics, health, the log.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::running::{Client, LAYOUT, Running, Says, metric, strata};

#[test]
fn requests_are_counted_by_route_and_never_by_path() {
    let server = Running::start();
    server.get(LAYOUT);
    server.get("/structures/ETW_REALTIME_CONSUMER/6.2/x64");
    server.get("/structures/ETW_REALTIME_CONSUMER/6.1/x64");
    server.get("/no/such/page");
    let text = server.get("/metrics");
    text.has("text/plain; version=0.0.4");
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
    text.lacks("ETW_REALTIME_CONSUMER");
    let seconds =
        "strata_http_request_seconds_count{route=\"/structures/{name}/{version}/{arch}\"}";
    assert_eq!(metric(&text, seconds), 2.0);
    assert!(metric(&text, "strata_connections") >= 1.0);
    assert!(metric(&text, "strata_received_bytes_total") > 100.0);
    assert!(metric(&text, "strata_sent_bytes_total") > 1000.0);
    text.has("strata_dataset_info{hash=\"");
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
        for (name, least) in [
            ("process_resident_memory_bytes ", 1e6),
            ("process_open_fds ", 4.0),
            ("process_max_fds ", 5.0),
            ("process_start_time_seconds ", 1.6e9),
            ("process_cpu_seconds_total ", 1e-3),
            ("process_threads ", 1.0),
        ] {
            assert!(metric(&text, name) >= least, "{name}{text}");
        }
        assert!(metric(&text, "process_cpu_seconds_total ").fract() > 0.0);
    }
}

#[test]
fn metrics_may_have_a_listener_of_their_own() {
    let mut server = Running::with("--metrics-listen 127.0.0.1:0");
    let address = server.said("Its metrics are at http://");
    server.get("/metrics").is(404);
    server.get("/readyz").is(200);
    let ask = |path: &str| Client::of(&address).get(path, "");
    ask("/metrics").has("strata_http_requests_total");
    ask("/readyz").is(200);
    ask("/").is(404);
}

#[test]
fn a_request_has_an_id_that_the_log_has_too_and_its_body_is_nowhere() {
    let mut command = strata("serve --listen 127.0.0.1:0 --log debug --log-format json");
    let mut server = Running::spawned(command.stderr(Stdio::piped()));
    let log = server.process.stderr.take().unwrap();
    let answer = server.get_with("/healthz", "X-Request-Id: a-B_3.4:5\r\n");
    answer.has("x-request-id: a-B_3.4:5\r\n");
    let made = ["", "", "two words", "a\tb", &"a".repeat(65), "<script>"].map(|insane| {
        let answer = server.get_with("/healthz", &format!("X-Request-Id: {insane}\r\n"));
        let (_, id) = answer.split_once("x-request-id: ").expect("it has an id");
        id.split("\r\n").next().map(str::to_owned)
    });
    let made: BTreeSet<String> = made.into_iter().flatten().collect();
    assert_eq!(made.len(), 6, "each is another: {made:?}");
    let is_made = |id: &String| id.len() > 17 && id.as_bytes()[16] == b'-';
    assert!(made.iter().all(is_made), "{made:?}");
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
    lines.has("a-B_3.4:5");
    lines.has("\"path\":\"/healthz\"");
    lines.lacks("hidden");
    lines.lacks("two words");
}
