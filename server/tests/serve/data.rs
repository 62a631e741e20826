//! Tests of reloading own data: a dataset is served whole or not at all, and no request is dropped.
#![cfg(unix)]

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use super::running::{self, Folder, Running, Says, bundle, complaint};

pub(crate) const LAYOUT: &str = "/api/v1/structures/MY_THING/layouts/6.1/x64";
pub(crate) const PAGE: &str = "/structures/MY_THING/6.1/x64";
const AUDIT: &str = "/api/v1/audit";

impl Folder {
    /// Writes a dataset in two files, each of which names it.
    pub(crate) fn hold(&self, set: &str) {
        self.write("sources.toml", source(set));
        self.write("structures/my_thing.toml", thing(set));
    }

    pub(crate) fn serving(&self, flags: &str) -> Running {
        Running::with(&format!("--data {} {flags}", self.0.display()))
    }
}

/// A folder of data files.
pub(crate) fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.hold("one");
    folder
}

fn source(set: &str) -> String {
    format!(
        "[[source]]\nid = \"our-notes\"\ntitle = \"Notes of set {set}\"\nurl = \"https://wiki.example/notes\"\n\
         author = \"We\"\nkind = \"derived\"\n"
    )
}

pub(crate) fn thing(set: &str) -> String {
    format!(
        "name = \"MY_THING\"\nsource = \"our-notes\"\nsummary = \"Of set {set}.\"\ncertainty = \"inspected\"\n\
         first = \"6.1\"\nreach = \"6.2\"\n\n[[size]]\nversions = \"6.1 and higher\"\nx86 = \"0x04\"\nx64 = \"0x08\"\n\n\
         [[row]]\nid = \"next\"\ndeclaration = \"PVOID Of_{set};\"\nx86 = \"0x00\"\nx64 = \"0x00\"\n\
         versions = \"6.1 and higher\"\n"
    )
}

pub(crate) fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

pub(crate) fn tag(answer: &str) -> &str {
    let (_, rest) = answer.split_once("etag: ").expect("a tag");
    rest.split("\r\n").next().expect("a line")
}

/// Polls until the server's answer contains `says`.
#[track_caller]
pub(crate) fn until(server: &Running, path: &str, says: &str) -> String {
    let mut answer = String::new();
    running::until(&format!("{path} does not say {says:?}"), || {
        answer = server.get(path);
        answer.contains(says)
    });
    answer
}

#[test]
fn each_answer_is_of_one_set_and_none_is_missing() {
    let folder = folder("swap");
    let server = folder.serving("--reload-interval 0s");
    let done = AtomicBool::new(false);
    let asked = std::thread::scope(|scope| {
        let asking = [LAYOUT, PAGE].map(|path| {
            let (server, done) = (&server, &done);
            scope.spawn(move || {
                let mut answers = 0;
                while !done.load(Ordering::Relaxed) {
                    let answer = server.get(path);
                    answer.is(200);
                    let of = |set: &str| {
                        let both = [format!("Notes of set {set}"), format!("Of_{set}")];
                        both.map(|part| answer.contains(&part))
                    };
                    let sets = [of("one"), of("two")];
                    assert!(
                        sets == [[true, true], [false, false]]
                            || sets == [[false, false], [true, true]],
                        "{answer}"
                    );
                    answers += 1;
                }
                answers
            })
        });
        for turn in 1..=10 {
            folder.hold(if turn % 2 == 1 { "two" } else { "one" });
            server.tell("-HUP");
            let taken = format!("strata_reloads_total{{outcome=\"taken\"}} {turn}\n");
            until(&server, "/metrics", &taken);
        }
        done.store(true, Ordering::Relaxed);
        asking.map(|asking| asking.join().expect("it asked to the end"))
    });
    assert!(asked.iter().all(|answers| *answers > 10), "{asked:?}");
}

#[test]
fn page_and_data_bundle_and_search_change_together() {
    let folder = folder("together");
    let server = folder.serving("--reload-interval 0s");
    let before = server.get(PAGE);
    server.get("/api/v1/search?q=Of_one").has("MY_THING");
    folder.hold("two");
    server.tell("-HUP");
    let after = until(&server, PAGE, "Of_two");
    assert_ne!(bundle(&before), bundle(&after));
    server.get("/api/v1/search?q=Of_two").has("Of_two");
    // Earlier pages still get their data.
    for page in [&before, &after] {
        server.get(&bundle(page)).is(200);
    }
    let stale = format!("If-None-Match: {}\r\n", tag(&before));
    server.get_with(PAGE, &stale).is(200);
    let fresh = format!("If-None-Match: {}\r\n", tag(&after));
    server.get_with(PAGE, &fresh).is(304);
}

#[test]
fn a_bad_set_changes_nothing_and_is_shown() {
    let folder = folder("bad");
    let server = folder.serving("--reload-interval 0s");
    let good = server.get(LAYOUT);
    let overlap = thing("two").replace("x64 = \"0x08\"", "x64 = \"0x10\"");
    folder.write("structures/my_thing.toml", overlap);
    server.tell("-HUP");
    let ready = until(&server, "/readyz", "with the earlier data");
    ready.is(200);
    ready.has("structures/my_thing.toml:11:7");
    let path = folder.0.display().to_string();
    ready.lacks(&path);
    assert_eq!(body(&server.get(LAYOUT)), body(&good));
    let audit = until(&server, "/audit", "is refused");
    audit.has("error[size-mismatch]");
    let told = until(&server, AUDIT, "is refused");
    told.has("error[size-mismatch]");
    told.lacks(&path);
    audit.lacks(&path);
    assert_eq!(
        server.metric("strata_reloads_total{outcome=\"refused\"}"),
        1.0
    );
    folder.hold("one");
    server.tell("-HUP");
    until(&server, "/readyz", "\r\n\r\nok\n");
    server.get("/audit").lacks("is refused");
    // The tag of the refused dataset's answer no longer matches.
    let held = format!("If-None-Match: {}\r\n", tag(&told));
    let now = server.get_with(AUDIT, &held);
    now.is(200);
    now.ends("\"notices\":[]}");
    folder.hold("two");
    server.tell("-HUP");
    until(&server, LAYOUT, "Of_two");
}

#[test]
fn a_change_is_noticed_without_being_told() {
    let folder = folder("noticed");
    let server = folder.serving("--reload-interval 20ms");
    folder.hold("two");
    until(&server, LAYOUT, "Of_two");
    let other = thing("three").replace("MY_THING", "OTHER_THING");
    folder.write("structures/other.toml", other);
    until(
        &server,
        "/api/v1/structures?q=OTHER_THING",
        "\"OTHER_THING\"",
    );
    fs::remove_file(folder.0.join("structures/other.toml")).unwrap();
    until(&server, "/api/v1/structures/OTHER_THING", "HTTP/1.1 404 ");
}

#[test]
fn leniently_the_rest_is_served_and_what_is_not_is_named() {
    let folder = folder("lenient");
    folder.write("structures/bad.toml", "name = 7\n");
    folder.write(
        "structures/worse.toml",
        thing("worse")
            .replace("MY_THING", "WORSE")
            .replace("0x08", "0x10"),
    );
    folder.write("structs/lost.toml", thing("lost"));
    let strict = format!("serve --data {} --listen 127.0.0.1:0", folder.0.display());
    let said = complaint(&strict, 1);
    said.has("structs");
    let server = folder.serving("--lenient");
    server.get(LAYOUT).is(200);
    server.get("/api/v1/structures/WORSE").is(404);
    for audit in ["/audit", AUDIT].map(|path| server.get(path)) {
        for named in [
            "structures/bad.toml is not served",
            "structures/worse.toml is not served",
            "structs is not served",
            "structures/bad.toml:1:8",
        ] {
            audit.has(named);
        }
        audit.lacks(&folder.0.display().to_string());
        // It may be another file than the operator meant.
        audit.lacks("name = 7");
        audit.lacks("integer `7`");
    }
    let whole = Running::start();
    whole.get("/audit").lacks("not-served");
}

#[test]
fn leniently_what_was_good_stays() {
    let folder = folder("stays");
    let server = folder.serving("--lenient");
    server.get(LAYOUT).is(200);
    folder.write("structures/my_thing.toml", "name = 7\n");
    until(&server, AUDIT, "Its earlier content is served.");
    server.get(LAYOUT).is(200);
    let away = folder.0.with_extension("away");
    fs::rename(&folder.0, &away).unwrap();
    until(&server, AUDIT, "cannot be read");
    server.get(LAYOUT).is(200);
    fs::rename(&away, &folder.0).unwrap();
    fs::remove_file(folder.0.join("structures/my_thing.toml")).unwrap();
    until(&server, LAYOUT, "HTTP/1.1 404 ");
}

#[test]
fn other_origins_read_what_is_public_and_no_more() {
    let allowed = |server: &Running| {
        let answer = server.get_with(
            "/api/v1/structures",
            "Origin: https://elsewhere.example\r\n",
        );
        answer.contains("access-control-allow-origin: *\r\n")
    };
    let folder = folder("cors");
    assert!(allowed(&Running::start()));
    assert!(!allowed(&folder.serving("")));
    assert!(allowed(&folder.serving("--cors open")));
    assert!(!allowed(&Running::with("--cors closed")));
}
