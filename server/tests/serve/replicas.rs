//! Tests of two servers with the same data behind nginx, as in deploy/nginx.conf: one is killed and one stopped during
//! requests, and no request fails; their answers have the same tags.
#![cfg(unix)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use xtask::nginx::{self, Daemon};

use super::running::{CLOSE, Client, DECODE, Folder, Running, Says, bundle, strata, until};

const DEPLOYED: &str = include_str!("../../../deploy/nginx.conf");
const PAGE: &str = "/structures/ETW_REALTIME_CONSUMER/6.1/x64";
/// A resource of each kind.
const RESOURCES: [&str; 22] = [
    "/",
    "/structures/ETW_REALTIME_CONSUMER",
    PAGE,
    "/structures/ETW_REALTIME_CONSUMER/6.1/x64/decode",
    "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64",
    "/structures/ETW_REALTIME_CONSUMER/provenance",
    "/releases",
    "/structures/_RTL_BITMAP",
    "/search?q=LoggerId",
    "/validity",
    "/audit",
    "/api",
    "/api/v1/structures",
    "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64",
    "/api/v1/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x64&to=6.2/x64",
    "/api/v1/search?q=LoggerId",
    "/api/v1/dataset?format=csv",
    "/api/v1/dataset?format=ndjson",
    "/api/v1/openapi.json",
    "/api/v1",
    "/api/v1/changes",
    "/api/v1/offsets?format=kphdyn",
];
/// The number of concurrent visitors.
const VISITORS: usize = 4;
/// How many further answers end a phase.
const OFTEN: usize = 100;

/// A part of the deployed configuration, from a line to its closing brace.
fn block<'a>(begin: &str, end: &str) -> &'a str {
    let at = DEPLOYED.find(begin).expect("it has this part");
    let length = DEPLOYED[at..].find(end).expect("the part ends") + end.len();
    &DEPLOYED[at..at + length]
}

/// nginx with the upstream and the location as deployed, before these servers and without TLS.
fn proxy(folder: &Folder, [first, second]: [&str; 2]) -> Daemon {
    let upstream = block("upstream strata {", "\n}\n")
        .replace("unix:/run/strata/strata.sock", first)
        .replace("# server 10.0.0.8:8080", &format!("server {second}"));
    upstream.has(first);
    upstream.has(second);
    let location = block("    location / {", "\n    }\n");
    let main = "worker_processes 2;\nevents {}";
    let proxy = nginx::start(&folder.0, main, |address| {
        format!("{upstream}server {{\nlisten {address};\nclient_max_body_size 5m;\n{location}}}\n")
    });
    proxy.expect("`cargo xtask test` installs nginx on Debian")
}

fn asked_of(address: &str, path: &str, headers: &str) -> Essence {
    essence(&Client::of(address).get_bytes(path, headers))
}

fn decoded_by(address: &str) -> Essence {
    let mut client = Client::of(address);
    client.post(136, CLOSE, 136);
    essence(&client.bytes())
}

/// Status, tag and body.
#[derive(Debug, PartialEq)]
struct Essence {
    status: String,
    tag: Option<String>,
    body: Vec<u8>,
}

fn essence(answer: &[u8]) -> Essence {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.map_or(answer.len(), |end| end + 4));
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let status = lines.next().unwrap_or_default().to_owned();
    let tag = lines.find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("etag").then(|| value.to_owned())
    });
    Essence {
        status,
        tag,
        body: body.to_vec(),
    }
}

#[test]
fn replicas_answer_the_same_to_the_tag() {
    let (one, other) = (Running::start(), Running::start());
    let [bundle, same] = [&one, &other].map(|server| bundle(&server.get(PAGE)));
    assert_eq!(bundle, same);
    for path in RESOURCES.into_iter().chain([&*bundle]) {
        let mut tags = Vec::new();
        for coding in ["identity", "gzip", "br"] {
            let headers = format!("Accept-Encoding: {coding}\r\n");
            let of = |server: &Running| asked_of(&server.address, path, &headers);
            let answer = of(&one);
            assert_eq!(answer.status, "HTTP/1.1 200 OK", "{path}");
            assert!(answer == of(&other), "{path} in {coding} is not the same");
            let tag = answer.tag.expect("each resource has a tag");
            // Each server knows the other's tags.
            let kept = format!("If-None-Match: {tag}\r\n{headers}");
            let kept = asked_of(&other.address, path, &kept);
            assert_eq!(kept.status, "HTTP/1.1 304 Not Modified", "{path}");
            assert_eq!(kept.tag.as_ref(), Some(&tag), "{path}");
            tags.push(tag);
        }
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 3, "{path}: each coding has a tag of its own");
    }
}

/// The visitors' requests, until they are told to stop.
struct Visits {
    answered: AtomicUsize,
    done: AtomicBool,
}

impl Visits {
    /// Requests each path in turn; the answers must equal the first ones.
    fn ask(&self, proxy: &str, expected: &[(&str, Essence)], decoded: &Essence) {
        while !self.done.load(Ordering::Relaxed) {
            for (path, expected) in expected {
                let answer = asked_of(proxy, path, "");
                assert_eq!(answer.status, expected.status, "{path}");
                assert!(answer == *expected, "{path} is answered otherwise");
                self.answered.fetch_add(1, Ordering::Relaxed);
            }
            let answer = decoded_by(proxy);
            assert_eq!(answer.status, decoded.status, "{DECODE}");
            assert!(answer == *decoded, "it is decoded otherwise");
        }
    }

    /// Waits for that many further answers.
    fn go_on(&self, visitors: &[std::thread::ScopedJoinHandle<'_, ()>]) {
        let enough = self.answered.load(Ordering::Relaxed) + OFTEN;
        until("requests are not answered", || {
            let broke = visitors
                .iter()
                .any(std::thread::ScopedJoinHandle::is_finished);
            assert!(!broke, "a request failed");
            std::thread::yield_now();
            self.answered.load(Ordering::Relaxed) >= enough
        });
    }
}

/// Waits until a server has answered some requests.
fn takes_part(server: &Running) {
    let name = "strata_http_requests_total{method=\"GET\",route=\"/\",status=\"2xx\"}";
    until("nothing is asked of it", || server.metric(name) >= 3.0);
}

#[test]
fn one_is_killed_and_one_is_stopped_and_no_request_fails() {
    let (mut one, mut other) = (Running::start(), Running::start());
    let folder = Folder::new("replicas");
    let proxy = proxy(&folder, [&one.address, &other.address]);
    let expected = RESOURCES.map(|path| (path, asked_of(&one.address, path, "")));
    let decoded = decoded_by(&one.address);
    let visits = Visits {
        answered: AtomicUsize::new(0),
        done: AtomicBool::new(false),
    };
    // It must outlive the visitors.
    let _renewed = std::thread::scope(|scope| {
        let ask = || visits.ask(&proxy.address, &expected, &decoded);
        let visitors: Vec<_> = (0..VISITORS).map(|_| scope.spawn(ask)).collect();
        // Stops the visitors also when the following panics.
        let _stop = Stop(&visits.done);
        takes_part(&one);
        takes_part(&other);
        one.tell("-KILL");
        assert!(!one.end().success());
        visits.go_on(&visitors);
        let one = Running::spawned(&mut strata(&format!("serve --listen {}", one.address)));
        takes_part(&one);
        other.tell("-TERM");
        assert!(other.end().success());
        visits.go_on(&visitors);
        one
    });
}

struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
