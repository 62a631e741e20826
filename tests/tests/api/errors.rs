//! Tests of errors and their suggestions, in `errors.txt`.

use std::collections::BTreeSet;

use axum::http::{Method, header};
use expect_test::{expect, expect_file};
use strata_tests::transcript;

use crate::client::{api, get};

#[test]
fn errors() {
    let transcript = expect_file!["errors.txt"];
    transcript::play(&transcript, 97, |path| get(path).problem());
}

#[test]
fn a_cursor_is_the_one_that_was_given() {
    let expected = "400 `cursor` must be the `next` value of the previous page, unchanged\n";
    let names = ["", "a", "zz", "C3", "%C3%A9"];
    let numbers = ["", "a", "-1", "%2B1", "0x1", "0000000001", "9999999999"];
    let names = names.map(|it| format!("/structures?cursor={it}"));
    let numbers = numbers.map(|it| format!("/search?q=a&cursor={it}"));
    for path in names.iter().chain(&numbers) {
        assert_eq!(get(path).problem(), expected, "{path}");
    }
}

#[test]
fn a_point_may_have_a_blank_where_its_slash_is() {
    let path = "/structures/etw_realtime_consumer/diff";
    let with_slash = get(&format!("{path}?from=6.1/x64&to=6.2/x64")).data();
    let with_blank = get(&format!("{path}?from=6.1+x64&to=6.2%20x64")).data();
    assert_eq!(with_slash, with_blank);
}

#[test]
fn what_is_part_of_another_resource_leads_there() {
    let document = "/api/v1/openapi.json";
    for (path, instead) in [
        ("/types", "/api/v1/structures"),
        ("/sources", "/api/v1/dataset"),
        ("/dialects", document),
        (
            "/structures/etw_pmc_support/layouts",
            "/api/v1/structures/etw_pmc_support",
        ),
    ] {
        let answer = get(path);
        assert_eq!(answer.status, 404, "{path}");
        let suggestions = &answer.json()["suggestions"];
        assert_eq!(suggestions[0], instead, "{path}");
        let all = suggestions.as_array().map(Vec::as_slice);
        let unique: BTreeSet<&str> = all
            .into_iter()
            .flatten()
            .filter_map(|it| it.as_str())
            .collect();
        assert_eq!(all.map(<[_]>::len), Some(unique.len()), "{path}");
        assert_eq!(all.and_then(<[_]>::last), Some(&document.into()), "{path}");
        if instead != document {
            let there = instead.trim_start_matches(crate::client::ROOT);
            assert_eq!(get(there).status, 200, "{instead}");
        }
    }
}

#[test]
fn a_format_that_is_not_offered() {
    let image = [("accept", "image/png")];
    let layout = "/structures/etw_pmc_support/layouts/6.2/x64";
    expect![[r#"
        406 this resource is available as application/json, text/x-c; charset=utf-8, text/plain; charset=utf-8, application/x-isf+json, text/x-rust; charset=utf-8, text/x-ksy; charset=utf-8, text/csv; charset=utf-8, text/markdown; charset=utf-8
    "#]]
    .assert_eq(&api().get(layout, &image).problem());
    expect![[r#"
        406 this resource is available as application/json
    "#]]
    .assert_eq(&api().get("/releases", &image).problem());
}

#[test]
fn the_most_specific_range_with_the_highest_weight_decides() {
    let (json, csv) = ("application/json", "text/csv; charset=utf-8");
    let plain = "text/plain; charset=utf-8";
    for (accept, expected) in [
        ("*/*", Some(json)),
        ("text/*", Some(csv)),
        ("TEXT/PLAIN", Some(plain)),
        ("application/json;q=0.1, */*;q=0.5", Some(csv)),
        ("application/json;q=0.5, text/plain;q=0.4", Some(json)),
        ("application/json; q=0.25, text/plain;q=1.000", Some(plain)),
        // Weights that are none: their elements do not count.
        ("application/json;q=1.5, text/csv;q=0.1", Some(csv)),
        ("application/json;q=0.1234, text/csv;q=0.1", Some(csv)),
        (";q=1, text/csv", Some(csv)),
        ("image/png", None),
        ("application/json;q=0, text/plain;q=0.000", None),
    ] {
        let path = "/structures/ETW_REALTIME_CONSUMER/offsets?members=LoggerId";
        let answer = api().get(path, &[("accept", accept)]);
        let chosen = (answer.status == 200).then(|| answer.header(&header::CONTENT_TYPE));
        assert_eq!(chosen, expected, "{accept}");
        assert!(chosen.is_some() || answer.status == 406, "{accept}");
    }
}

#[test]
fn a_method_that_is_not_offered() {
    let answer = api().ask(&Method::PUT, "/releases", &[], Vec::new());
    expect![[r#"
        405 this resource does not support PUT; the Allow header lists the supported methods
    "#]]
    .assert_eq(&answer.problem());
    let decode = "/structures/etw_pmc_support/layouts/6.2/x64/decode";
    let answer = api().get(decode, &[]);
    assert_eq!(answer.header(&header::ALLOW), "POST");
    let answer = api().ask(&Method::OPTIONS, "/releases", &[], Vec::new());
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header(&header::ALLOW), "GET,HEAD");
}

#[test]
fn what_is_not_known_has_that_for_its_reason() {
    for path in [
        "/structures/ETW_REALTIME_CONSUMER/layouts/9.9/x64",
        "/structures/ETW_REALTIME_CONSUMER/layouts/11/x64",
        "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/ia64",
    ] {
        let problem = get(path).json();
        assert_eq!(problem["status"], 404, "{path}");
        assert_eq!(problem["reason"], "unknown", "{path}");
    }
}

#[test]
fn a_build_of_which_nothing_is_stated_leads_to_those_that_are_known() {
    let build = "10.0.19045.3803";
    let lookup = format!("/lookup?offset=0x58&arch=x64&version={build}");
    let layout = format!("/structures/_EPROCESS/layouts/{build}/x64");
    let resolved = get(&format!("/resolve?q={build}")).data();
    for path in [lookup, layout] {
        assert_eq!(get(&path).json()["resolved"], resolved, "{path}");
    }
}

#[test]
fn the_root_may_have_a_slash_behind_it() {
    assert_eq!(get("/").data(), get("").data());
}
