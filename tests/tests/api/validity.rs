//! Tests of offset validity over HTTP: as text, CSV and JSON; errors.

use axum::http::{StatusCode, header};
use expect_test::{expect, expect_file};
use serde_json::{Value, json};
use strata_tests::transcript;

use crate::client::{Answer, list, plain, post, refused};

const TABLE: &str = "ETW_REALTIME_CONSUMER LoggerId 0x58\nETW_DATA_SOURCE Nothing 0\nLoggerId\n";

fn text(query: &str, body: &str) -> Answer {
    post(&format!("/validity{query}"), "text/plain", body)
}

/// The verdicts on a claim, one line per run of points.
fn lines(item: &Value) -> String {
    let judgements = list(&item["points"]).iter().map(|it| {
        let points = list(&it["points"]);
        let (first, last) = (plain(&points[0]), plain(&points[points.len() - 1]));
        let (verdict, offset) = (plain(&it["verdict"]), &it["offset"]);
        format!("{first} to {last}: {verdict} {offset}\n")
    });
    judgements.collect()
}

/// An image whose layouts are those of its release is no point of its own otherwise.
#[test]
fn claims_are_counted_at_any_point() {
    let table = "_EPROCESS UniqueProcessId 0x440\n";
    let counts = |point: &str| {
        let answer = text(&format!("?at={point}"), table).data();
        let mut counts = answer["at"][0].clone();
        let point = counts["point"].take();
        (counts["same"].clone(), point)
    };
    for (point, written) in [
        ("2004/x64", "2004/x64"),
        ("10.0.19041.264/x64", "10.0.19041.264/x64"),
        ("10.0.19045.2965%20amd64", "10.0.19045.2965/x64"),
        ("ntoskrnl-10.0.19041.2965-x64", "10.0.19041.2965/x64"),
    ] {
        assert_eq!(counts(point), (json!(1), json!(written)), "{point}");
    }
    // Of the builds around it, both have this layout.
    let between = text("?at=10.0.19045.2913/x64", table).data();
    assert_eq!(between["at"][0]["same"], 1);
    let around = ["10.0.19041.2846", "10.0.19041.2965"].map(|it| format!("ntoskrnl-{it}-x64"));
    assert_eq!(between["at"][0]["between"], json!(around));
    // Servicing moved something inside a member of the same layout.
    let inside = "_ETHREAD Tcb.ResourceIndex 0x408\n";
    let inside = text("?at=10.0.19041.3324/x64&at=2004/x64", inside).data();
    let same = list(&inside["at"]).iter().map(|it| it["same"].clone());
    assert_eq!(same.collect::<Vec<_>>(), [1, 0]);
    let other = text("?at=10.0.26100.1742/x64", table).data();
    assert_eq!(other["at"][0]["moved"], 1);
    let made_for = text("?made_for=10.0.19041.264/x64", table).data();
    assert_eq!(made_for["made_for"], "10.0.19041.264/x64");
    refused(
        &text("?at=2004", table),
        &expect![[r#"
            404 `2004` names no architecture: expected x86, x64 or arm64 after it, or an image, which has one.
            reason: unknown
        "#]],
    );
}

#[test]
fn a_table_is_judged_and_what_it_does_not_claim_is_told() {
    let answer = text("?arch=x64", TABLE);
    assert_eq!(answer.header(&header::CACHE_CONTROL), "no-store");
    assert!(!answer.headers.contains_key(header::ETAG));
    let answer = answer.data();
    let items = list(&answer["items"]);
    // A line without a structure is searched in each.
    assert_eq!(items.len(), 3);
    assert_eq!(items[1]["assumed"], true);
    assert_eq!(answer["not_judged"], 0);
    assert_eq!(items[0]["holds_at"], "6.1/x64");
    expect![[r#"
        5.2/x64 to 6.0/x64: absent null
        6.1/x64 to 6.1/x64: same 88
        6.2/x64 to 11-24H2/x64: same 88
    "#]]
    .assert_eq(&lines(&items[0]));
    let refused = list(&answer["refused"]).iter();
    let refused: String = refused
        .map(|it| format!("{} {}\n", it["line"], plain(&it["why"])))
        .collect();
    expect![[r#"
        2 ETW_DATA_SOURCE has no member `Nothing` in any version
    "#]]
    .assert_eq(&refused);
}

#[test]
fn the_formats_say_the_same() {
    let table = "ETW_REALTIME_CONSUMER LoggerId 0x58";
    let as_text = text("", table).data();
    let csv = "structure,member,offset\r\nETW_REALTIME_CONSUMER,LoggerId,0x58\r\n";
    let csv = post("/validity", "text/csv", csv).data();
    let claim =
        json!([{ "structure": "_etw_realtime_consumer", "member": "LoggerId", "offset": 88 }]);
    let as_json = post("/validity", "application/json", claim.to_string()).data();
    assert_eq!(as_text, as_json);
    assert_eq!(as_text["items"][0]["points"], csv["items"][0]["points"]);
    let about = text("?structure=etw_realtime_consumer", "LoggerId 0x58").data();
    assert_eq!(as_text, about);
}

#[test]
fn the_answer_can_be_csv() {
    let answer = text("?arch=x64&format=csv", TABLE);
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(
        answer.header(&header::CONTENT_TYPE),
        "text/csv; charset=utf-8"
    );
    let body = answer.text();
    let lines: Vec<&str> = body.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "line,structure,member,claimed,version,arch,verdict,offset,bit,type,note"
    );
    for line in [
        "1,ETW_REALTIME_CONSUMER,LoggerId,0x58,6.1,x64,same,0x58,,ULONG,",
        "1,ETW_REALTIME_CONSUMER,LoggerId,0x58,6.2,x64,same,0x58,,USHORT,\"type changed: ULONG until 6.1, USHORT since\"",
        "1,ETW_REALTIME_CONSUMER,LoggerId,0x58,6.0,x64,absent,,,,",
        "2,,,,,,refused,,,,\"ETW_DATA_SOURCE has no member `Nothing` in any version\"",
        "1,ETW_REALTIME_CONSUMER,LoggerId,0x58,22H2,x64,same,0x58,,USHORT,\"type changed: ULONG until 6.1, USHORT since\"",
    ] {
        assert!(lines.contains(&line), "{line} is not in {body}");
    }
    let answer = text("?arch=arm64&format=csv", "_KTHREAD StackBase 0x38");
    let body = answer.text();
    let listed = "1,_KTHREAD,StackBase,0x38,10.0.16299.15..";
    assert!(body.contains(listed), "{body}");
    assert!(body.contains("kernels of systeminformer-kphdyn"), "{body}");
}

#[test]
fn what_cannot_be_judged_is_refused() {
    transcript::play(&expect_file!["validity.txt"], 12, |query| {
        let (media_type, body) = query.split_once(' ').unwrap_or((query, ""));
        let answer = match query.starts_with('?') {
            true => text(query, TABLE),
            false => post("/validity", media_type, body),
        };
        answer.problem()
    });
    refused(
        &post("/validity", "text/plain", *b"\xff"),
        &expect![[r#"
            400 the body is not UTF-8
        "#]],
    );
    let bytes = post("/validity", "application/octet-stream", TABLE);
    assert_eq!(bytes.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[test]
fn more_claims_than_are_judged_are_counted() {
    let table = "ETW_REALTIME_CONSUMER LoggerId 0x58\n".repeat(1003);
    let answer = text("?arch=x64", &table).data();
    assert_eq!(list(&answer["items"]).len(), 1000);
    assert_eq!(answer["not_judged"], 3);
}

#[test]
fn a_text_that_claims_nothing_is_not_read_to_its_end() {
    let claim = "ETW_REALTIME_CONSUMER LoggerId 0x58\n";
    let answer = text("", &format!("{claim}{}", "nonsense\n".repeat(5000))).data();
    let refused = list(&answer["refused"]);
    assert_eq!(refused.len(), 1001);
    let last = &refused[1000];
    let why = "more than 1000 lines make no claim: the rest was not read; split the table";
    assert_eq!((&last["line"], &last["why"]), (&json!(1002), &json!(why)));
    assert_eq!(list(&answer["items"]).len(), 1);
}
