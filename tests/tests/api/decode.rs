//! Tests of decoding over HTTP: bytes and dumps, position and count, and errors.

use axum::http::{Method, StatusCode, header};
use expect_test::{expect, expect_file};
use serde_json::{Value, json};
use strata_tests::transcript;

use crate::client::{api, bytes, list, post, printed, refused};

const CONSUMER: &str = "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
const SUPPORT: &str = "/structures/ETW_PMC_SUPPORT/layouts/6.2/x64/decode";

/// A consumer whose bytes count upwards.
fn counting() -> Vec<u8> {
    (0..136).collect()
}

/// The same as WinDbg prints it.
fn dump() -> String {
    let rows = counting();
    let rows = rows.chunks(16).enumerate().map(|(row, bytes)| {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("ffffe001`0000{:04x}  {}\n", row * 16, hex.join(" "))
    });
    rows.collect()
}

#[test]
fn bytes_become_values() {
    let answer = bytes(CONSUMER, counting());
    assert_eq!(answer.header(&header::CACHE_CONTROL), "no-store");
    expect_file!["snapshots/decoded.json"].assert_eq(&(printed(&answer.data()) + "\n"));
}

#[test]
fn a_dump_gives_what_its_bytes_give_and_their_address() {
    let from_bytes = bytes(&format!("{CONSUMER}?base=0xffffe00100000000"), counting()).data();
    let from_dump = post(CONSUMER, "text/plain; charset=utf-8", dump()).data();
    assert_eq!(from_dump["instances"], from_bytes["instances"]);
    assert_eq!(from_dump["input"]["dialect"], "windbg-db");
    assert_eq!(from_dump["input"]["base"], "0xffffe00100000000");
    let utf_16 = dump()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect::<Vec<u8>>();
    for mark in [&b"\xff\xfe"[..], b""] {
        let saved = post(CONSUMER, "text/plain", [mark, &utf_16].concat());
        assert_eq!(saved.data(), from_dump);
    }
    let moved = post(&format!("{CONSUMER}?base=0x1000"), "text/plain", dump()).data();
    assert_eq!(moved["input"]["base"], "0x1000");
    assert_eq!(moved["instances"][0]["address"], "0x1000");
}

#[test]
fn several_are_decoded_one_behind_the_other() {
    let blob: Vec<u8> = [counting(), counting(), counting()].concat();
    let answer = bytes(&format!("{CONSUMER}?count=2&at=0x88"), blob).data();
    let offsets: Vec<_> = list(&answer["instances"])
        .iter()
        .map(|it| &it["offset"])
        .collect();
    assert_eq!(offsets, [&json!(136), &json!(272)]);
    let names = &answer["instances"][0]["members"][0];
    assert_eq!(
        (&names["row"], &names["offset"]),
        (&json!("links"), &json!(0))
    );
}

#[test]
fn what_is_missing_stays_unknown() {
    let answer = bytes(CONSUMER, counting()[..20].to_vec()).data();
    let members = list(&answer["instances"][0]["members"]);
    let states: Vec<_> = members[..3].iter().map(|member| &member["state"]).collect();
    assert_eq!(states, ["known", "partial", "unknown"]);
    assert_eq!(members[1]["raw"], "10111213????????");
}

#[test]
fn refused_queries() {
    transcript::play(&expect_file!["decode.txt"], 8, |query| {
        bytes(&format!("{CONSUMER}?{query}"), counting()).problem()
    });
}

#[test]
fn what_makes_no_sense_is_400() {
    refused(
        &post(CONSUMER, "text/plain", [0xff, b'a']),
        &expect![[r#"
            400 the text is neither UTF-8 nor UTF-16
        "#]],
    );
}

#[test]
fn what_cannot_be_used_is_422() {
    refused(
        &bytes(CONSUMER, []),
        &expect![[r#"
        422 there are no bytes to decode: paste a dump or choose a file
    "#]],
    );
    refused(
        &post(CONSUMER, "text/plain", "no bytes here"),
        &expect![[r#"
            422 no bytes found. Line 1: `no` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn what_is_too_large_is_413() {
    let limit = strata_server::settings::Settings::default().body_size;
    refused(
        &bytes(SUPPORT, vec![0; limit + 1]),
        &expect![[r#"
            413 the body is larger than the limit of 4194304 bytes: send a part of it, or use the command line
        "#]],
    );
    assert_eq!(bytes(SUPPORT, vec![0; limit]).status, StatusCode::OK);
}

#[test]
fn what_is_neither_bytes_nor_text_is_415() {
    refused(
        &post(CONSUMER, "application/json", "{}"),
        &expect![[r#"
            415 expected the body as application/octet-stream or text/plain
        "#]],
    );
    refused(
        &post(CONSUMER, "", counting()),
        &expect![[r#"
        415 expected the body as application/octet-stream or text/plain
    "#]],
    );
    refused(
        &post(CONSUMER, "text/plain; charset=utf-16le", "00"),
        &expect![[r#"
            415 expected the body as text/plain; charset=utf-8
        "#]],
    );
    let coded = [
        ("content-type", "application/octet-stream"),
        ("content-encoding", "gzip"),
    ];
    let answer = api().ask(&Method::POST, CONSUMER, &coded, counting());
    refused(
        &answer,
        &expect![[r#"
        415 expected the body as content without a Content-Encoding
    "#]],
    );
}

#[test]
fn what_is_not_there_is_404_before_the_body_is_looked_at() {
    let answer = bytes("/structures/etw_pmc_support/layouts/5.0/x86/decode", []);
    refused(
        &answer,
        &expect![[r#"
            404 ETW_PMC_SUPPORT has no layout at 5.0/x86: absent, because the source has it from 6.2 on.
            reason: absent
            suggestions: 6.2/x86, 6.3/x86, 10.0/x86, 1511/x86, 1607/x86
        "#]],
    );
}

const LAYOUT: &str = include_str!("../../../server/src/api/examples/layout.txt");
const COMPARED: &str = "/structures/ETW_PMC_SUPPORT/layouts/6.2/x64/decode";

#[test]
fn a_layout_is_compared() {
    let answer = post(COMPARED, "text/plain", LAYOUT).data();
    expect_file!["../../../server/src/api/examples/layout.json"]
        .assert_eq(&format!("{answer:#}\n"));
    assert_eq!(
        (&answer["kind"], &answer["comparison"]["agrees"]),
        (&json!("listing"), &json!(true))
    );
    assert_eq!(bytes(CONSUMER, counting()).data()["kind"], "bytes");
    let other = post(
        "/structures/ETW_PMC_SUPPORT/layouts/6.2/x86/decode",
        "text/plain",
        LAYOUT,
    )
    .data();
    assert_eq!(other["comparison"]["agrees"], false);
    assert_eq!(other["fits"], answer["fits"]);
    let forced = post(
        &format!("{COMPARED}?dialect=windbg-db"),
        "text/plain",
        LAYOUT,
    );
    assert_eq!(forced.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn what_is_not_understood_of_a_layout_is_listed() {
    let noisy = format!("{LAYOUT}   and a word\n");
    let answer = post(COMPARED, "text/plain", noisy).data();
    let skipped = list(&answer["listing"]["skipped_lines"]);
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["line"], 7);
}

#[test]
fn many_structures_are_written_as_a_few_are() {
    let size = 0x88;
    let blob: Vec<u8> = (0..100 * size).map(|at| (at % 251) as u8).collect();
    let ask = |query: &str| bytes(&format!("{CONSUMER}?{query}"), blob.clone()).data();
    let (mut many, mut few) = (ask("count=100"), ask("count=64"));
    let instances = |answer: &mut Value| match answer["instances"].take() {
        Value::Array(instances) => instances,
        other => panic!("{other}"),
    };
    let (all, first) = (instances(&mut many), instances(&mut few));
    assert_eq!(many, few);
    assert_eq!(all.len(), 100);
    // Only the last structure of a smaller count reports trailing bytes.
    assert_eq!(all[..63], first[..63]);
    for (number, instance) in all.iter().enumerate() {
        assert_eq!(instance["offset"], number * size);
    }
    let lines = bytes(&format!("{CONSUMER}?count=100&format=ndjson"), blob.clone());
    let media_type = lines.header(&header::CONTENT_TYPE);
    assert_eq!(media_type, "application/x-ndjson");
    assert_eq!(lines.lines(), all);
}
