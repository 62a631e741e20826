//! Tests of decoded values over HTTP beyond their bytes, and of their positions.

use expect_test::expect_file;
use serde_json::{Value, json};
use strata_tests::transcript;

use crate::client::{Answer, bytes, get, list, post};

const CONSUMER: &str = "/structures/ETW_REALTIME_CONSUMER/layouts/6.2/x64/decode";
const LOGGER: &str = "/structures/ETW_UM_LOGGER_CONTEXT/layouts/5.2/x64/decode";

/// The head of a list, and far away its only entry: a consumer up to its connection member.
const DUMP: &str = "\
ffffe001`00000000  00 00 00 00 10 e0 ff ff-00 00 00 00 10 e0 ff ff
ffffe010`00000000  00 00 00 00 01 e0 ff ff-00 00 00 00 01 e0 ff ff
ffffe010`00000010  f0 01 00 80 ff ff ff ff-00 00 00 00 00 00 00 00";

fn member<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let members = list(&answer["instances"][0]["members"]);
    let member = members.iter().find(|member| member["name"] == name);
    member.unwrap_or_else(|| panic!("no member {name} in {answer:#}"))
}

#[test]
fn a_structure_is_decoded_where_its_address_lies() {
    let path = format!("{CONSUMER}?address=0xffffe01000000000");
    let answer = post(&path, "text/plain", DUMP).data();
    let instance = &answer["instances"][0];
    assert_eq!(instance["region"], 1);
    assert_eq!(instance["offset"], 0);
    assert_eq!(instance["address"], "0xffffe01000000000");
    let links = &member(&answer, "Links")["value"];
    assert_eq!(links["flink_inside"], json!({ "region": 0, "offset": 0 }));
    assert_eq!(links["list"], json!({ "entries": 1, "end": "closes" }));
    let handle =
        json!({ "kind": "handle", "class": "kernel", "hex": "0xffffffff800001f0", "tag": 0 });
    assert_eq!(member(&answer, "ProcessHandle")["value"], handle);
}

#[test]
fn a_structure_begins_before_the_member_that_is_there() {
    let path = format!("{CONSUMER}?address=0xffffe01000000010&from=ProcessHandle");
    let answer = post(&path, "text/plain", DUMP).data();
    assert_eq!(answer["instances"][0]["offset"], 0);
    let handle = [0xf0, 1, 0, 0, 0, 0, 0, 0];
    let path = format!("{CONSUMER}?base=0x1000&from=ProcessHandle");
    let answer = bytes(&path, handle).data();
    let instance = &answer["instances"][0];
    assert_eq!(instance["offset"], -16);
    assert_eq!(instance["address"], "0xff0");
    assert_eq!(member(&answer, "Links")["state"], "unknown");
    assert_eq!(
        member(&answer, "ProcessHandle")["value"]["class"],
        "process"
    );
}

#[test]
fn numbers_come_with_the_names_of_their_constants() {
    let mut logger = vec![0; 0x200];
    logger[0xb0..0xb4].copy_from_slice(&0x2008_0802_u32.to_le_bytes());
    logger[0xdc] = 1;
    let answer = bytes(LOGGER, logger).data();
    let mode = json!({
        "kind": "unsigned", "decimal": "537397250", "hex": "0x20080802",
        "constants": [
            { "name": "EVENT_TRACE_FILE_MODE_CIRCULAR", "value": "0x2", "source": "learn-logging-mode-constants" },
            { "name": "EVENT_TRACE_PRIVATE_LOGGER_MODE", "value": "0x800", "source": "learn-logging-mode-constants" },
            { "name": "EVENT_TRACE_KD_FILTER_MODE", "value": "0x80000", "source": "systeminformer-ntwmi" },
        ],
        // EVENT_TRACE_BLOCKING_MODE came with 6.1.
        "unknown_bits": "0x20000000",
    });
    assert_eq!(member(&answer, "LoggerMode")["value"], mode);
    let clock = &member(&answer, "ClockType")["value"]["constants"][0];
    assert_eq!(clock["name"], "EVENT_TRACE_CLOCK_PERFCOUNTER");
}

#[test]
fn what_the_size_does_not_tell_is_said_of_the_layout() {
    let answer = post(CONSUMER, "application/octet-stream", vec![0; 0x88]).data();
    let findings = list(&answer["findings"]);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["rule"], "same-size");
    assert_eq!(findings[0]["severity"], "info");
}

#[test]
fn places_that_are_not_there_are_refused() {
    transcript::play(&expect_file!["values.txt"], 4, |query| {
        post(&format!("{CONSUMER}?{query}"), "text/plain", DUMP).problem()
    });
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let lookup = |offset: &str| get(&format!("/lookup?arch=x64&limit=1&offset={offset}"));
    for (offset, same) in [("0X1f", "31"), ("58h", "0x58"), ("0E0H", "0xe0")] {
        assert_eq!(lookup(offset).data(), lookup(same).data(), "{offset}");
    }
    let base = |base: &str| post(&format!("{CONSUMER}?base={base}"), "text/plain", "00");
    for (address, same) in [
        ("0xffffffffffffffff", "0xffffffffffffffff"),
        ("0xffffe00112345670", "0xffffe00112345670"),
        ("0xffffe001`12345670", "0xffffe00112345670"),
        ("ffffe001`12345670", "0xffffe00112345670"),
        ("FFFFE00112345670", "0xffffe00112345670"),
        ("8012ab40", "0x8012ab40"),
        ("7`12345678", "0x712345678"),
    ] {
        assert_eq!(base(address).data()["input"]["base"], same, "{address}");
    }
    let refused = |answer: Answer, says: &str| {
        let problem = answer.problem();
        assert!(problem.starts_with(says), "{}: {problem}", answer.url);
    };
    for offset in "|0x|1f|fh|h|-1|0x10000000000000000|0x%2B1|00000000000000000001".split('|') {
        refused(
            lookup(offset),
            "400 `offset`: expected an offset in bytes: ",
        );
    }
    let addresses =
        "4096|ffffe001`|`12345670|ffffe001`1`345670|ffffe001`%2B2345670|ffffe001%2012345670";
    for address in addresses.split('|') {
        refused(base(address), "400 `base`: expected an address");
    }
    for limit in "|0|201|%2B1|-1|1.0|0x1|99999999999".split('|') {
        let answer = get(&format!("/structures?limit={limit}"));
        refused(answer, "400 `limit`: expected a number from 1 to 200");
    }
    assert_eq!(
        list(&get("/structures?limit=200").data()["items"]).len(),
        200
    );
}
