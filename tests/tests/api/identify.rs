//! Tests of identification over HTTP: the fitting layouts, their order and reasons; advice when decoding.

use axum::http::{StatusCode, header};
use expect_test::{expect, expect_file};
use serde_json::Value;
use strata_core::decode::identify::{Cancellation, CandidateScope};
use strata_core::decode::read::{ParsedInput, parse_input};
use strata_core::stated;
use strata_tests::specimen::filled;
use strata_tests::{data, transcript};

use crate::client::{bytes, get, list, plain, post};

const IDENTIFY: &str = "/identify";
const CONSUMER: &str = "/identify?structure=_etw_realtime_consumer&arch=x64";

/// A consumer of Windows 8 on x64 (the same size as on Windows 7): logger 5, flags 0x0c.
fn consumer() -> Vec<u8> {
    let numbers = [
        (0x00, 0xffff_e001_1234_5670),
        (0x08, 0xffff_e001_1234_9ab0),
        (0x10, 0xffff_ffff_8000_0a14),
        (0x18, 0xffff_e001_00aa_b080),
        (0x30, 0xffff_e001_00aa_c100),
        (0x38, 0xffff_e001_00aa_c180),
        (0x58, 0x000c_0005),
        (0x60, 0x40),
        (0x68, 0xffff_e001_00bb_0000),
    ];
    filled(0x88, &numbers)
}

fn versions(candidate: &Value) -> Vec<&str> {
    list(&candidate["versions"]).iter().map(plain).collect()
}

#[test]
fn candidates_come_in_order_with_their_reasons() {
    let answer = bytes(CONSUMER, consumer());
    assert_eq!(answer.header(&header::CACHE_CONTROL), "no-store");
    let answer = answer.data();
    expect!["Best fit: ETW_REALTIME_CONSUMER 6.2 on x64: the length, 0x88 bytes, is exactly that of the structure. Less well: 6.3 to 11-24H2."]
        .assert_eq(plain(&answer["summary"]));
    assert_eq!(answer["tells_apart"], true);
    let candidates = list(&answer["candidates"]);
    let first = &candidates[0];
    assert_eq!(
        (&first["rank"], &first["verdict"]),
        (&1.into(), &"fits".into())
    );
    assert_eq!(versions(first)[0], "6.2");
    let ranks: Vec<_> = candidates.iter().map(|one| one["score"].as_i64()).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    let is_6_1 = |one: &&Value| versions(one).contains(&"6.1");
    let windows_7 = candidates.iter().find(is_6_1).unwrap();
    assert_eq!(windows_7["verdict"], "does-not-fit");
    let against = list(&windows_7["reasons"]);
    let against: Vec<&Value> = against
        .iter()
        .filter(|one| one["weight"].as_i64() < Some(0))
        .collect();
    assert_eq!(against.len(), 1);
    assert_eq!(
        (
            &against[0]["rule"],
            &against[0]["offset"],
            &against[0]["path"]
        ),
        (&"number-holds-two".into(), &0x58.into(), &"LoggerId".into())
    );
}

#[test]
fn all_structures_on_all_architectures_are_considered_unless_asked_otherwise() {
    let answer = bytes(IDENTIFY, consumer()).data();
    let candidates = list(&answer["candidates"]);
    assert_eq!(candidates[0]["structure"], "ETW_REALTIME_CONSUMER");
    assert_eq!(candidates[0]["arch"], "x64");
    let all: Vec<&str> = candidates
        .iter()
        .map(|one| plain(&one["structure"]))
        .collect();
    assert!(all.contains(&"ETW_UM_LOGGER_CONTEXT") && all.contains(&"ETW_SILODRIVERSTATE"));
    let one = bytes(CONSUMER, consumer()).data();
    let same = |one: &&Value| one["structure"] == "ETW_REALTIME_CONSUMER" && one["arch"] == "x64";
    let narrowed: Vec<_> = candidates.iter().filter(same).map(versions).collect();
    let asked: Vec<_> = list(&one["candidates"]).iter().map(versions).collect();
    assert_eq!(asked, narrowed);
    let none = bytes(&format!("{IDENTIFY}?arch=arm64"), consumer()).data();
    assert!(list(&none["candidates"]).is_empty());
}

#[test]
fn zeros_tell_nothing_and_it_is_said() {
    let answer = bytes(CONSUMER, vec![0; 0x88]).data();
    assert_eq!(answer["tells_apart"], false);
    expect!["All bytes are zero: nothing distinguishes the versions."]
        .assert_eq(plain(&answer["summary"]));
    for candidate in list(&answer["candidates"]) {
        assert_eq!(candidate["verdict"], "not-ruled-out");
    }
}

#[test]
fn the_place_counts() {
    let behind = [vec![0xcc; 0x10], consumer()].concat();
    let at = bytes(
        &format!("{CONSUMER}&at=0x10&base=0xffffe00100000000"),
        behind.clone(),
    )
    .data();
    let address = "base=0xffffe00100000000&address=0xffffe00100000010";
    let address = bytes(&format!("{CONSUMER}&{address}"), behind).data();
    assert_eq!(versions(&at["candidates"][0])[0], "6.2");
    assert_eq!(at["candidates"], address["candidates"]);
    let from = bytes(
        &format!("{CONSUMER}&from=ProcessObject"),
        consumer()[0x18..].to_vec(),
    )
    .data();
    // 6.0 has no such member.
    let with_6_0 = |one: &Value| versions(one).contains(&"6.0");
    assert!(!list(&from["candidates"]).iter().any(with_6_0));
    assert!(list(&at["candidates"]).iter().any(with_6_0));
    assert_eq!(from["candidates"][0]["verdict"], "fits");
}

#[test]
fn decoding_as_another_version_is_told_so() {
    let decode = |version: &str| {
        bytes(
            &format!(
                "/structures/ETW_REALTIME_CONSUMER/layouts/{version}/x64/decode?identify=true"
            ),
            consumer(),
        )
        .data()
    };
    let wrong = decode("6.1");
    expect!["Fits 6.2: the length, 0x88 bytes, is exactly that of the structure. Less well: 6.3 to 11-24H2. Does not fit 6.1: at +0x58 `LoggerId` is 0xc0005, which looks like two adjacent numbers."]
        .assert_eq(plain(&wrong["advice"]["message"]));
    assert_eq!(versions(&wrong["advice"]["better"])[0], "6.2");
    for right in ["6.2", "2004"] {
        assert_eq!(decode(right)["advice"], Value::Null, "{right}");
    }
    let not_asked = "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
    assert_eq!(bytes(not_asked, consumer()).data()["advice"], Value::Null);
}

#[test]
fn the_dialect_can_be_asked_for() {
    let ask = |dialect: &str, body: &str| {
        post(&format!("{CONSUMER}&dialect={dialect}"), "text/plain", body)
    };
    let hex = "00010203 04050607 08090a0b 0c0d0e0f";
    let plain_hex = ask("plain-hex", hex).data();
    let words = ask("plain-words", hex).data();
    assert_eq!(plain_hex["input"]["dialect"], "plain-hex");
    assert_eq!(words["input"]["dialect"], "plain-words");
    assert_ne!(plain_hex["candidates"], words["candidates"]);
    assert_eq!(ask("raw", hex).data()["input"]["bytes"], hex.len());
    let unknown = ask("db", hex);
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
    assert!(
        unknown
            .problem()
            .contains("`dialect`: expected one of the dialects that are read: raw, plain-hex")
    );
    let no_text = bytes(&format!("{CONSUMER}&dialect=windbg-db"), consumer());
    expect![[r#"
        422 `dialect` is windbg-db, which is a text, but the body is application/octet-stream: send it as text/plain
    "#]]
    .assert_eq(&no_text.problem());
    assert_eq!(
        bytes(&format!("{CONSUMER}&dialect=raw"), consumer()).status,
        StatusCode::OK
    );
}

#[test]
fn what_is_asked_for_wrongly_is_refused() {
    transcript::play(&expect_file!["identify.txt"], 4, |query| {
        bytes(&format!("{IDENTIFY}?{query}"), consumer()).problem()
    });
    assert_eq!(bytes(IDENTIFY, []).status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        post(IDENTIFY, "application/json", "{}").status,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
}

const LAYOUT: &str = include_str!("../../../server/src/api/examples/layout.txt");

#[test]
fn a_layout_is_compared_with_every_version() {
    let answer = post(IDENTIFY, "text/plain", LAYOUT).data();
    expect_file!["../../../server/src/api/examples/identified.json"]
        .assert_eq(&format!("{answer:#}\n"));
    assert_eq!(answer["kind"], "listing");
    let agreeing: Vec<&Value> = list(&answer["candidates"])
        .iter()
        .filter(|one| one["agrees"] == true)
        .collect();
    assert!(!agreeing.is_empty());
    for one in &agreeing {
        assert_eq!(
            (&one["structure"], &one["arch"]),
            (&"ETW_PMC_SUPPORT".into(), &"x64".into())
        );
        assert_eq!((&one["rank"], &one["differing"]), (&1.into(), &0.into()));
    }
}

#[test]
fn a_layout_that_agrees_with_nothing_is_told_what_is_nearest() {
    let moved = LAYOUT.replace("+0x020", "+0x028");
    let answer = post(&format!("{IDENTIFY}?arch=x64"), "text/plain", moved).data();
    expect!["This listing agrees with no known version. The nearest is ETW_PMC_SUPPORT 6.2 to 1607 on x64: the listing does not agree with ETW_PMC_SUPPORT 6.2/x64: 4 of 5 members agree, and it has 0x30 bytes there and 0x28 here, and the first difference is that `ProcessorCtrs` is at 0x28 in the listing and at 0x20 here."].assert_eq(plain(&answer["summary"]));
    let other = post(CONSUMER, "text/plain", LAYOUT).data();
    for one in list(&other["candidates"]) {
        assert_eq!(
            (&one["structure"], &one["agrees"]),
            (&"ETW_REALTIME_CONSUMER".into(), &false.into())
        );
    }
}

#[test]
fn another_reading_that_fits_clearly_better_is_told() {
    let words: Vec<String> = consumer()
        .chunks_exact(4)
        .map(|word| format!("{:08x}", u32::from_le_bytes(word.try_into().unwrap())))
        .collect();
    let answer = post(CONSUMER, "text/plain", words.join(" ")).data();
    let elsewhere = &answer["elsewhere"];
    expect!["Read as plain hexadecimal: No known version of ETW_REALTIME_CONSUMER fits. Read as plain numbers, the lowest byte first: Best fit: ETW_REALTIME_CONSUMER 6.2 on x64: the length, 0x88 bytes, is exactly that of the structure. Less well: 6.3 to 11-24H2."].assert_eq(plain(&elsewhere["message"]));
    assert_eq!(elsewhere["dialect"], "plain-words");
    assert_eq!(versions(&elsewhere["best"])[0], "6.2");
    let decode = "/structures/ETW_REALTIME_CONSUMER/layouts/6.2/x64/decode?identify=true";
    let decoded = post(decode, "text/plain", words.join(" ")).data();
    assert_eq!(&decoded["elsewhere"], elsewhere);
    let asked = post(
        &format!("{CONSUMER}&dialect=plain-words"),
        "text/plain",
        words.join(" "),
    );
    assert!(asked.data().get("elsewhere").is_none());
}

#[test]
fn another_region_that_fits_clearly_better_is_told() {
    let rows = |address: u64, bytes: &[u8]| -> String {
        let rows = (address..).step_by(16).zip(bytes.chunks(16));
        let row = |(address, bytes): (u64, &[u8])| {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let (high, low) = (address >> 32, address & 0xffff_ffff);
            format!("{high:08x}`{low:08x}  {}\n", hex.join(" "))
        };
        rows.map(row).collect()
    };
    let zeros = rows(0xffff_e001_1000_0000, &[0; 32]);
    let there = rows(0xffff_e001_2000_0000, &consumer());
    let answer = post(CONSUMER, "text/plain", format!("{zeros}{there}")).data();
    let elsewhere = &answer["elsewhere"];
    expect!["At 0xffffe00110000000: All bytes are zero: nothing distinguishes the versions. At 0xffffe00120000000: Best fit: ETW_REALTIME_CONSUMER 6.2 on x64: the length, 0x88 bytes, is exactly that of the structure. Less well: 6.3 to 11-24H2."].assert_eq(plain(&elsewhere["message"]));
    assert_eq!(
        (&elsewhere["region"], &elsewhere["dialect"]),
        (&1.into(), &Value::Null)
    );
    assert_eq!(elsewhere["base"], "0xffffe00120000000");
    let first = rows(0xffff_e001_1000_0000, &consumer());
    let answer = post(CONSUMER, "text/plain", format!("{first}{there}")).data();
    assert!(
        answer.get("elsewhere").is_none(),
        "it fits where it was looked for"
    );
}

#[test]
fn an_array_of_any_size_at_the_end_is_not_too_long() {
    let rules = |length: usize| -> Vec<String> {
        let mut support = vec![0; length];
        support[0x10] = 1;
        let answer = bytes("/identify?structure=ETW_PMC_SUPPORT&arch=x64", support).data();
        let old = |one: &&Value| versions(one).contains(&"6.2");
        let candidate = list(&answer["candidates"]).iter().find(old).unwrap();
        let reasons = list(&candidate["reasons"]).iter();
        reasons
            .map(|reason| plain(&reason["rule"]).to_owned())
            .collect()
    };
    let has = |length, rule: &str| rules(length).iter().any(|own| own == rule);
    assert!(has(0x28, "exact-size"));
    // Eight counters instead of the one that is declared.
    assert!(has(0x20 + 8 * 8, "whole-elements"));
    assert!(!has(0x20 + 8 * 8 + 4, "whole-elements"));
    assert!(has(0x20, "too-few-bytes"));
}

/// A `_KAPC_STATE` of Windows 10 2004: two lists, a process, two flags.
fn apc_state() -> Vec<u8> {
    let numbers = [
        (0x00, 0xffff_e001_1234_5678),
        (0x08, 0xffff_e001_1234_5678),
        (0x10, 0xffff_e001_1234_5688),
        (0x18, 0xffff_e001_1234_5688),
        (0x20, 0xffff_e001_0abc_d080),
        (0x28, 0x0001_0000),
    ];
    filled(0x30, &numbers)
}

#[test]
fn types_of_symbol_files_are_considered_by_their_size() {
    let answer = bytes("/identify", apc_state()).data();
    let is_it = |one: &Value| one["structure"] == "_KAPC_STATE";
    let mut fitting = list(&answer["candidates"]).iter();
    let fits = fitting.find(|one| is_it(one)).expect("it is considered");
    assert_eq!(
        (&fits["size"], &fits["verdict"]),
        (&0x30.into(), &"fits".into())
    );
    assert!(versions(fits).contains(&"2004"), "{fits}");
    let candidates = list(&answer["candidates"]);
    assert!(candidates.len() <= 50);
    assert!(answer["considered"].as_u64().unwrap() >= candidates.len() as u64);

    let more = bytes("/identify?all_types=true", apc_state()).data();
    assert!(more["considered"].as_u64() > answer["considered"].as_u64());
    assert_eq!(list(&more["candidates"]).len(), 50);
}

#[test]
fn versions_of_types_of_symbol_files_are_told_apart() {
    let answer = bytes("/identify?structure=_KAPC_STATE&arch=x64", apc_state()).data();
    let fits = &answer["candidates"][0];
    assert!(versions(fits).contains(&"11-24H2"), "{fits}");
    let old = "/structures/_KAPC_STATE/layouts/5.2/x86/decode?identify=true";
    let decoded = bytes(old, apc_state()).data();
    expect!["Fits 1809 to 11-24H2 on x64: at +0x2a `UserApcPendingAll` is 0x1: all set bits have names. Less well: 5.2 to 1803 on x64. Does not fit 5.2: the padding is not zero at 0x17: padding has no data; at +0x04 `ApcListHead[0].Blink` is 0xffffe001: too high for a pointer (last 64 KiB); at +0x0c `ApcListHead[1].Blink` is 0xffffe001: too high for a pointer (last 64 KiB)."].assert_eq(plain(&decoded["advice"]["message"]));
}

#[test]
fn a_listing_of_any_type_is_held_against_that_type() {
    let listing = get("/structures/_KAPC_STATE/layouts/2004/x64?format=dt").body;
    let answer = post("/identify?arch=x64", "text/plain", listing).data();
    expect!["This listing agrees with _KAPC_STATE 1809 to 11-24H2 on x64."]
        .assert_eq(plain(&answer["summary"]));
}

#[test]
fn a_listing_is_compared_while_somebody_waits() {
    let printed = get("/structures/_KAPC_STATE/layouts/2004/x64?format=dt");
    let Ok(ParsedInput::Listing(listing)) = parse_input(printed.text()) else {
        panic!("it is a layout");
    };
    let compared = |is_cancelled: bool| {
        let ask = || is_cancelled;
        let scope = CandidateScope {
            cancellation: Cancellation(&ask),
            ..CandidateScope::default()
        };
        let judged = stated::identify::identify(&listing, data::dataset(), scope);
        judged.candidates.len()
    };
    assert_eq!((compared(false) > 0, compared(true)), (true, 0));
}
