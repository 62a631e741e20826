//! Queries as users type them, and their hits.

use expect_test::{Expect, expect};

use super::Query;
use crate::dataset::ChangedIn;

/// Checks each line: a query, an arrow, and what it is read as.
#[track_caller]
fn check(expected: &Expect) {
    let lines = expected.data.lines();
    let queries = lines.filter_map(|line| line.trim_start().split_once("→ "));
    let read = queries.map(|(text, _)| format!("{text}→ {}\n", told(text)));
    expected.assert_eq(&read.collect::<String>());
}

fn told(text: &str) -> String {
    let query = Query::read(text);
    let mut parts = vec![format!("{:?}", query.words)];
    parts.extend(query.offset.map(|offset| format!("offset {offset}")));
    parts.extend(query.size.map(|size| format!("size {size}")));
    parts.extend(query.arch.map(|arch| arch.to_string()));
    parts.extend(query.version.map(|version| format!("at {version}")));
    parts.extend(query.before.map(|version| format!("before {version}")));
    parts.extend(query.at_least.map(|size| format!("size >= {size}")));
    let places = query.accesses.iter().map(|place| match place.size {
        Some(size) => format!("{size} bytes at {}", place.offset),
        None => format!("at {}", place.offset),
    });
    parts.extend(places);
    if let Some(ChangedIn::Release(release)) = query.changed_in {
        parts.push(format!("changed in {release}"));
    }
    parts.join(", ")
}

#[test]
fn words_are_compared_without_case_and_underscores() {
    check(&expect![[r#"
        Logger_ID → ["loggerid"]
        nt!_ETW_DATA_SOURCE; → ["etwdatasource"]
        consumer->LoggerId  WMI::Foo → ["consumer", "loggerid", "wmi", "foo"]
        EJOB * Job[4] → ["ejob", "job", "4"]
        typedef struct _EPROCESS { → ["eprocess"]
        const UNICODE_STRING * → ["unicodestring"]
        union → ["union"]
        C:\Windows\System32\NTKRNLMP.PDB → ["ntoskrnl"]
        ntdll.dll → ["ntdll"]
    "#]]);
}

#[test]
fn places_sizes_versions_and_architectures_narrow_it_down() {
    check(&expect![[r#"
        0x58 x64 → [], offset 0x58, x64
        +0x58 → [], offset 0x58
        +58 amd64 → [], offset 0x58, x64
        58h → [], offset 0x58
        ETW_REALTIME_CONSUMER+0x5a 6.2 → ["etwrealtimeconsumer"], offset 0x5a, at 6.2
        size 0x88 → [], size 0x88
        SIZE=136 i386 → [], size 0x88, x86
        size >= 0x1000 → [], size >= 0x1000
        sizeof(EPROCESS) == 0xa40 → ["eprocess"], size 0xa40
        HANDLE @1607 → ["handle"], at 1607
        links 10.0.19041.264 → ["links"], at 10.0.19041.264
    "#]]);
}

#[test]
fn places_are_read_as_disassemblers_write_them() {
    check(&expect![[r#"
        [rcx+2E0h] → [], offset 0x2e0, x64
        rcx+0x2e0 → [], offset 0x2e0, x64
        [ecx+2E0h] → [], offset 0x2e0
        [rcx+2E0h] x86 → [], offset 0x2e0, x86
        mov eax, [r10 + 58h] → ["mov", "eax"], offset 0x58, size 0x04, x64
        mov [rcx+58h], r8w → ["mov", "r8w"], offset 0x58, size 0x02, x64
        lea rax, [rcx+58h] → ["lea", "rax"], offset 0x58, x64
        poi(@rcx+2e0) → ["poi"], offset 0x2e0, x64
        offset 0x58 → [], offset 0x58
        offset 1208 → [], offset 0x4b8
        EPROCESS+1208 → ["eprocess"], offset 0x1208
        EPROCESS+0n1208 → ["eprocess"], offset 0x4b8
        0n1208 x64 → [], offset 0x4b8, x64
        size 0n136 → [], size 0x88
        offset 2e0 → [], offset 0x2e0
        0x4b8: Token → ["token"], offset 0x4b8
        0x4b8h → [], offset 0x4b8
        size 136 → [], size 0x88
        bp → ["bp"]
        mov eax, dword ptr [rax+58h] → ["mov", "eax"], offset 0x58, size 0x04, x64
        mov eax, [rcx+58h], mov al, [rcx+5Ah] → ["mov", "eax", "mov", "al"], x64, 0x04 bytes at 0x58, 0x01 bytes at 0x5a
        gs:[188h] → [], offset 0x188, x64
        mov eax, FS:[124h] → ["mov", "eax"], offset 0x124, size 0x04, x86
        poi(nt!PsInitialSystemProcess)+0x448 → ["poi", "eprocess"], offset 0x448
        +0x448 ActiveProcessLinks : _LIST_ENTRY → ["activeprocesslinks"], offset 0x448
        [+0x460 ( 0: 0)] Flag : 0x0 [Type: unsigned long] → ["flag"], offset 0x460
        ULONG Flags2; //0x460 → ["flags2"], offset 0x460
        /*+0x440*/    PVOID UniqueProcessId; → ["uniqueprocessid"], offset 0x440
        WORD PTR [ecx+58h], byte ptr [ecx+5Ah] → [], 0x02 bytes at 0x58, 0x01 bytes at 0x5a
    "#]]);
}

#[test]
fn several_offsets_are_places_of_one_structure() {
    check(&expect![[r#"
        0x58 word, 0x5a byte, size ≥ 0x98 → [], size >= 0x98, 0x02 bytes at 0x58, 0x01 bytes at 0x5a
        +58 +5a size>=152 x64 → [], x64, size >= 0x98, at 0x58, at 0x5a
        consumer 0x58 0x5a → ["consumer"], at 0x58, at 0x5a
        0x58 word → ["word"], offset 0x58
    "#]]);
}

#[test]
fn releases_are_read_as_people_call_them() {
    check(&expect![[r#"
        0x58 x64 windows 8 → [], offset 0x58, x64, at 6.2
        Windows 8 LoggerId → ["loggerid"], at 6.2
        LoggerId win8.1 x86 → ["loggerid"], x86, at 6.3
        Win10 1809 EtwpCounters → ["etwpcounters"], at 1809
        _EPROCESS windows 11 24H2 → ["eprocess"], at 11-24H2
        _EPROCESS 2012r2 → ["eprocess"], at 6.3
        Token windows server 2019 → ["token"], at 1809
        Token server 2022 → ["token"], at server-2022
        Token server 22H2 → ["token"], at 22H2
        server 2019 → [], at 1809
        Token win7 sp1 x64 → ["token"], x64, at 6.1.7601.17514
        xp SP3 → [], at 5.1.2600.5512
        2019 → ["2019"]
        LoggerId w8 → ["loggerid", "w8"]
        windows 7 → [], at 6.1
        win8 → [], at 6.2
    "#]]);
}

#[test]
fn two_versions_are_compared() {
    check(&expect![[r#"
        _EPROCESS 21H2 24H2 → ["eprocess"], at 11-24H2, before 21H2
        eprocess 21h2 vs windows 8 x64 → ["eprocess"], x64, at 6.2, before 21H2
        diff EPROCESS/21H2..24H2 → ["eprocess"], at 11-24H2, before 21H2
        _EPROCESS 19041.264 19041.1288 → ["eprocess"], at 10.0.19041.1288, before 10.0.19041.264
        _EPROCESS 22H2 19045.2965 → ["eprocess"], at 10.0.19045.2965
        _EPROCESS 19045.2965 22H2 → ["eprocess"], at 10.0.19045.2965
        _EPROCESS 22H2 22H2 → ["eprocess"], at 22H2
        {BBED7C29-55FB-E452-2AAA-23F4B8677AD9}1 → [], at BBED7C2955FBE4522AAA23F4B8677AD91
        {BBED7C29-55FB-E452-2AAA-23F4B8677AD9}, 1 → [], at BBED7C2955FBE4522AAA23F4B8677AD91
        BBED7C2955FBE4522AAA23F4B8677AD9,1 → [], at BBED7C2955FBE4522AAA23F4B8677AD91
        Version 22H2 (OS Build 19045.3803) → ["version", "os", "build"], at 10.0.19045.3803
    "#]]);
}

#[test]
fn what_changed_is_asked_for_in_words() {
    check(&expect![[r#"
        Token changed in 1809 → ["token"], changed in 1809
        token changed:1809 → ["token"], changed in 1809
        changed Windows 10 1809 token → ["token"], changed in 1809
        changed in token → ["changed", "in", "token"]
    "#]]);
}

#[test]
fn a_version_by_itself_is_looked_for() {
    check(&expect![[r#"
        1607 → ["1607"]
        size → ["size"]
        → []
    "#]]);
}

#[test]
fn long_queries_are_truncated() {
    assert_eq!(told(&"+".repeat(10_000)), "[]");
    assert_eq!(Query::read(&"é".repeat(10_000)).words, ["é".repeat(100)]);
    assert_eq!(told(&"a ".repeat(10_000)), format!("{:?}", ["a"; 8]));
    check(&expect![[r#"
        0xfffffffff → ["0xfffffffff"]
        size 0x100000000 ! !! . → ["0x100000000", "size"]
    "#]]);
}

#[test]
fn a_point_may_be_one_word() {
    check(&expect![[r#"
        LoggerId 6.2/x64 → ["loggerid"], x64, at 6.2
        _EPROCESS 22H2/x64 → ["eprocess"], x64, at 22H2
        0x58 6.2/x64 → [], offset 0x58, x64, at 6.2
        1809/arm64 → [], arm64, at 1809
        Token win7/x86 → ["token"], x86, at 6.1
        Token 19045.2965/amd64 → ["token"], x64, at 10.0.19045.2965
        Token 26100/x64 → ["token"], x64, at 11-24H2
        EJOB/6.1/x64 → ["ejob"], x64, at 6.1
        _EPROCESS 22000 → ["eprocess"], at 11-21H2
        Protection 17763 → ["protection"], at 1809
        Microsoft Windows [Version 10.0.19045.2965] → ["microsoft", "windows", "version"], at 10.0.19045.2965
        Job 1234 → ["job", "1234"]
        build 26100 → ["build", "26100"]
        a/b → ["a", "b"]
    "#]]);
}

#[test]
fn commands_of_windbg_name_a_type() {
    check(&expect![[r#"
        dt nt!_EPROCESS → ["eprocess"]
        dt _EPROCESS → ["eprocess"]
        dt nt!_EPROCESS Token → ["eprocess", "token"]
        0: kd> dt -v nt!_EPROCESS ffffe001`12345680 Token → ["eprocess", "token"]
        dt nt!_EPROCESS @$proc 22H2/x64 → ["eprocess"], x64, at 22H2
        dx -r1 (*((nt!_EPROCESS *)0xffffe00112345680)) → ["eprocess"]
        dx &((nt!_EPROCESS *)0)->Token → ["eprocess", "token"]
        ((nt!_EPROCESS*)0xffffe00112345680)->Token → ["eprocess", "token"]
        dt → ["dt"]
        dx @$curprocess → ["dx", "@$curprocess"]
    "#]]);
}

#[test]
fn a_name_with_a_point_is_a_name() {
    for (text, is_name) in [
        ("EPROCESS 22H2", true),
        ("dt nt!_EPROCESS", true),
        ("_EPROCESS win7/x86", true),
        ("PEPROCESS", true),
        ("_EPROCESS 21H2..24H2", true),
        ("_EPROCESS windows 10", true),
        ("struct _EPROCESS windows 11", true),
        ("_EPROCESS offset", false),
        ("windows 10", false),
        ("PEPROCESS Peb", false),
        ("_EPROCESS+0x58", false),
        ("_EPROCESS Token", false),
    ] {
        assert_eq!(Query::read(text).is_name("_EPROCESS"), is_name, "{text}");
    }
}
