//! Queries as users type them, and their hits.

use expect_test::{Expect, expect};

use super::Query;
use crate::dataset::ChangedIn;

#[track_caller]
fn check(text: &str, expected: &Expect) {
    let query = Query::read(text);
    let mut parts = vec![format!("{:?}", query.words)];
    parts.extend(query.offset.map(|offset| format!("offset {offset}")));
    parts.extend(query.size.map(|size| format!("size {size}")));
    parts.extend(query.arch.map(|arch| arch.to_string()));
    parts.extend(query.version.map(|version| format!("at {version}")));
    parts.extend(query.at_least.map(|size| format!("size >= {size}")));
    let places = query.places.iter().map(|place| match place.size {
        Some(size) => format!("{size} bytes at {}", place.offset),
        None => format!("at {}", place.offset),
    });
    parts.extend(places);
    if let Some(ChangedIn::Release(release)) = query.changed_in {
        parts.push(format!("changed in {release}"));
    }
    expected.assert_eq(&parts.join(", "));
}

#[test]
fn words_are_compared_without_case_and_underscores() {
    check("Logger_ID", &expect![[r#"["loggerid"]"#]]);
    check("nt!_ETW_DATA_SOURCE;", &expect![[r#"["etwdatasource"]"#]]);
    check(
        "consumer->LoggerId  WMI::Foo",
        &expect![[r#"["consumer", "loggerid", "wmi", "foo"]"#]],
    );
    check("EJOB * Job[4]", &expect![[r#"["ejob", "job", "4"]"#]]);
}

#[test]
fn places_sizes_versions_and_architectures_narrow_it_down() {
    check("0x58 x64", &expect!["[], offset 0x58, x64"]);
    check("+0x58", &expect!["[], offset 0x58"]);
    check("+58 amd64", &expect!["[], offset 0x58, x64"]);
    check("58h", &expect!["[], offset 0x58"]);
    check(
        "ETW_REALTIME_CONSUMER+0x5a 6.2",
        &expect![[r#"["etwrealtimeconsumer"], offset 0x5a, at 6.2"#]],
    );
    check("size 0x88", &expect!["[], size 0x88"]);
    check("SIZE=136 i386", &expect!["[], size 0x88, x86"]);
    check("HANDLE @1607", &expect![[r#"["handle"], at 1607"#]]);
    check(
        "links 10.0.19041.264",
        &expect![[r#"["links"], at 10.0.19041.264"#]],
    );
}

#[test]
fn places_are_read_as_disassemblers_write_them() {
    check("[rcx+2E0h]", &expect!["[], offset 0x2e0, x64"]);
    check("rcx+0x2e0", &expect!["[], offset 0x2e0, x64"]);
    check("[ecx+2E0h]", &expect!["[], offset 0x2e0"]);
    check("[rcx+2E0h] x86", &expect!["[], offset 0x2e0, x86"]);
    check(
        "mov eax, [r10 + 58h]",
        &expect![[r#"["mov", "eax"], offset 0x58, size 0x04, x64"#]],
    );
    check(
        "mov [rcx+58h], r8w",
        &expect![[r#"["mov", "r8w"], offset 0x58, size 0x02, x64"#]],
    );
    check(
        "lea rax, [rcx+58h]",
        &expect![[r#"["lea", "rax"], offset 0x58, x64"#]],
    );
    check("poi(@rcx+2e0)", &expect![[r#"["poi"], offset 0x2e0, x64"#]]);
    check("offset 0x58", &expect!["[], offset 0x58"]);
    check("size 136", &expect!["[], size 0x88"]);
    check("bp", &expect![[r#"["bp"]"#]]);
    check(
        "mov eax, dword ptr [rax+58h]",
        &expect![[r#"["mov", "eax"], offset 0x58, size 0x04, x64"#]],
    );
    check(
        "WORD PTR [ecx+58h], byte ptr [ecx+5Ah]",
        &expect!["[], 0x02 bytes at 0x58, 0x01 bytes at 0x5a"],
    );
}

#[test]
fn several_offsets_are_places_of_one_structure() {
    check(
        "0x58 word, 0x5a byte, size ≥ 0x98",
        &expect!["[], size >= 0x98, 0x02 bytes at 0x58, 0x01 bytes at 0x5a"],
    );
    check(
        "+58 +5a size>=152 x64",
        &expect!["[], x64, size >= 0x98, at 0x58, at 0x5a"],
    );
    check(
        "consumer 0x58 0x5a",
        &expect![[r#"["consumer"], at 0x58, at 0x5a"#]],
    );
    check("0x58 word", &expect![[r#"["word"], offset 0x58"#]]);
}

#[test]
fn releases_are_read_as_people_call_them() {
    check(
        "0x58 x64 windows 8",
        &expect!["[], offset 0x58, x64, at 6.2"],
    );
    check("Windows 8 LoggerId", &expect![[r#"["loggerid"], at 6.2"#]]);
    check(
        "LoggerId win8.1 x86",
        &expect![[r#"["loggerid"], x86, at 6.3"#]],
    );
    check(
        "Win10 1809 EtwpCounters",
        &expect![[r#"["etwpcounters"], at 1809"#]],
    );
    check(
        "_EPROCESS windows 11 24H2",
        &expect![[r#"["eprocess"], at 11-24H2"#]],
    );
    check("windows 7", &expect![[r#"["windows"], at 6.1"#]]);
    check("win8", &expect![[r#"["windows", "8"]"#]]);
}

#[test]
fn what_changed_is_asked_for_in_words() {
    for text in [
        "Token changed in 1809",
        "token changed:1809",
        "changed Windows 10 1809 token",
    ] {
        check(text, &expect![[r#"["token"], changed in 1809"#]]);
    }
    check(
        "changed in token",
        &expect![[r#"["changed", "in", "token"]"#]],
    );
}

#[test]
fn a_version_by_itself_is_looked_for() {
    check("1607", &expect![[r#"["1607"]"#]]);
    check("size", &expect![[r#"["size"]"#]]);
    check("", &expect!["[]"]);
}

#[test]
fn nothing_that_is_typed_is_too_much() {
    check(&"+".repeat(10_000), &expect!["[]"]);
    assert_eq!(Query::read(&"é".repeat(10_000)).words, ["é".repeat(100)]);
    check(
        &"a ".repeat(10_000),
        &expect![[r#"["a", "a", "a", "a", "a", "a", "a", "a"]"#]],
    );
    check("0xfffffffff", &expect![[r#"["0xfffffffff"]"#]]);
    check(
        "size 0x100000000 ! !! .",
        &expect![[r#"["0x100000000", "size"]"#]],
    );
}

#[test]
fn a_point_may_be_one_word() {
    check(
        "LoggerId 6.2/x64",
        &expect![[r#"["loggerid"], x64, at 6.2"#]],
    );
    check(
        "_EPROCESS 22H2/x64",
        &expect![[r#"["eprocess"], x64, at 22H2"#]],
    );
    check("0x58 6.2/x64", &expect!["[], offset 0x58, x64, at 6.2"]);
    check("1809/arm64", &expect!["[], arm64, at 1809"]);
    check("Token win7/x86", &expect![[r#"["token"], x86, at 6.1"#]]);
    check(
        "Token 19045.2965/amd64",
        &expect![[r#"["token"], x64, at 10.0.19045.2965"#]],
    );
    check(
        "Token 26100/x64",
        &expect![[r#"["token"], x64, at 11-24H2"#]],
    );
    check("EJOB/6.1/x64", &expect![[r#"["ejob"], x64, at 6.1"#]]);
    check("a/b", &expect![[r#"["a", "b"]"#]]);
}

#[test]
fn commands_of_windbg_name_a_type() {
    check("dt nt!_EPROCESS", &expect![[r#"["eprocess"]"#]]);
    check("dt _EPROCESS", &expect![[r#"["eprocess"]"#]]);
    check(
        "dt nt!_EPROCESS Token",
        &expect![[r#"["eprocess", "token"]"#]],
    );
    check(
        "0: kd> dt -v nt!_EPROCESS ffffe001`12345680 Token",
        &expect![[r#"["eprocess", "token"]"#]],
    );
    check(
        "dt nt!_EPROCESS @$proc 22H2/x64",
        &expect![[r#"["eprocess"], x64, at 22H2"#]],
    );
    check(
        "dx -r1 (*((nt!_EPROCESS *)0xffffe00112345680))",
        &expect![[r#"["eprocess"]"#]],
    );
    check(
        "dx &((nt!_EPROCESS *)0)->Token",
        &expect![[r#"["eprocess", "token"]"#]],
    );
    check("dt", &expect![[r#"["dt"]"#]]);
    check("dx @$curprocess", &expect![[r#"["dx", "@$curprocess"]"#]]);
}
