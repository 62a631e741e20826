//! Tests of finding things over HTTP: by free text, by offset, by the name of a nested type.

use axum::http::{StatusCode, header};
use expect_test::expect_file;
use serde_json::{Value, json};
use strata_tests::transcript;

use crate::client::{api, get, list, pages, plain};

/// A hit as a line: kind, title, details, points.
fn line(hit: &Value) -> String {
    let mut line = format!("{} {}", plain(&hit["kind"]), plain(&hit["title"]));
    for name in ["structure", "row", "point"] {
        if let Some(value) = hit[name].as_str() {
            line.push_str(&format!(", {name} {value}"));
        }
    }
    for place in list(&hit["places"]) {
        let offset = place["offset"].as_u64().expect("a number");
        let (first, last) = (plain(&place["first"]), plain(&place["last"]));
        let arch = plain(&place["arch"]);
        line.push_str(&format!("; {offset:#x} {first} to {last} {arch}"));
    }
    line + "\n"
}

#[test]
fn hits() {
    transcript::play(&expect_file!["finding.txt"], 10, |path| {
        let answer = get(path).data();
        list(&answer["items"]).iter().map(line).collect()
    });
}

#[test]
fn a_search_says_how_many_there_are_and_gives_as_many_as_asked_for() {
    let all = get("/search?q=HANDLE").data();
    let few = get("/search?q=HANDLE&limit=2").data();
    assert_eq!(all["total"], few["total"]);
    assert_eq!(list(&few["items"]).len(), 2);
    assert_eq!(list(&few["items"]), &list(&all["items"])[..2]);
    assert_eq!(get("/search?q=x64").data()["total"], 0);
    assert_eq!(get("/search?q=").data()["total"], 0);
}

#[test]
fn what_was_found_comes_in_pages() {
    for (path, most) in [
        ("/search?q=LoggerId", 100),
        ("/search?q=size+0x88", 100),
        ("/lookup?offset=0x4b8&arch=x64&version=6.2", 200),
    ] {
        let all = get(&format!("{path}&limit={most}")).data();
        assert_eq!(all["next"], Value::Null, "{path}");
        let mut listed: Vec<Value> = Vec::new();
        let pages = pages(&format!("{path}&limit=2"));
        for page in &pages {
            let items = list(&page["items"]);
            assert!((1..=2).contains(&items.len()), "{page:#}");
            listed.extend(items.iter().cloned());
        }
        assert_eq!(listed, list(&all["items"]), "{path}");
        assert_eq!(pages.last().expect("a page")["total"], listed.len());
    }
    let behind = get("/search?q=LoggerId&cursor=999999999").data();
    assert_eq!(
        (&behind["items"], &behind["next"]),
        (&json!([]), &Value::Null)
    );
}

#[test]
fn no_member_lies_beyond_four_gibibytes() {
    let far = get("/lookup?offset=0xffffffffffffffff&arch=x64").data();
    assert_eq!(far["total"], 0);
}

/// An empty result, an unknown version and an unstated layout are three answers.
#[test]
fn a_lookup_where_nothing_is_stated_says_so() {
    let nothing = get("/lookup?offset=0xfffffff&arch=x86&version=6.1").data();
    assert_eq!(nothing["items"], json!([]));
}

/// For a build without a symbol file, the error includes the answer of `/resolve`, so that scripts need not read prose.
#[test]
fn a_build_that_nothing_reaches_is_not_there_and_resolved() {
    let build = "10.0.19045.3803";
    let missing = |path: &str| {
        let answer = get(path);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.json()
    };
    let path = format!("/structures/_EPROCESS/diff?from=22H2/x64&to={build}/x64");
    let problem = missing(&path);
    assert_eq!(problem["reason"], "not stated");
    let resolved = get(&format!("/resolve?q={build}")).data();
    assert_eq!(problem["resolved"], resolved);
    assert_eq!(resolved["releases"], json!(["22H2"]));
    let release = missing("/structures/ETW_UM_LOGGER_CONTEXT/layouts/1607/x64");
    assert!(release["resolved"].is_null());
}

#[test]
fn a_type_says_what_it_looks_like_and_who_has_it() {
    let answer = get("/types/_rtl_bitmap");
    assert_eq!(
        answer.header(&header::CONTENT_LOCATION),
        "/api/v1/types/RTL_BITMAP"
    );
    let answer = answer.data();
    assert_eq!(
        (&answer["name"], &answer["kind"]),
        (&json!("RTL_BITMAP"), &json!("struct"))
    );
    let x64 = list(&answer["layouts"]);
    let x64 = x64.iter().find(|layout| layout["arch"] != "x86").unwrap();
    assert_eq!((&x64["size"], &x64["align"]), (&json!(16), &json!(8)));
    let members: Vec<_> = list(&x64["members"])
        .iter()
        .map(|it| (it["offset"].as_u64().unwrap(), plain(&it["name"])))
        .collect();
    assert_eq!(members, [(0, "SizeOfBitMap"), (8, "Buffer")]);
    let uses = list(&answer["uses"]);
    let ours = |it: &&Value| it["structure"] == "ETW_REALTIME_CONSUMER";
    let ours = uses.iter().find(ours).expect("the consumer has one");
    assert_eq!(ours["how"], "contains");
    assert_eq!(ours["member"], "ReservedBufferSpaceBitMap");
    assert!(!list(&ours["places"]).is_empty());
}

#[test]
fn every_type_that_a_search_finds_is_there() {
    for name in ["ETW_REF_CLOCK", "KEVENT", "GUID"] {
        let found = get(&format!("/search?q={name}&limit=100")).data();
        let own = format!("_{name}");
        let is = |hit: &&Value| hit["kind"] == "type" && hit["title"] == own.as_str();
        assert!(list(&found["items"]).iter().any(|hit| is(&hit)), "{name}");
        assert_eq!(get(&format!("/types/{name}")).data()["name"], name);
    }
}

#[test]
fn a_type_that_is_not_there_has_a_way_out() {
    let headers = [("accept", "text/html")];
    let answer = api().get("/types/RTL_BITMAP", &headers);
    assert_eq!(answer.status, StatusCode::NOT_ACCEPTABLE);
}
