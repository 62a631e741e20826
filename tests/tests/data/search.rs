//! Tests that searches find what people mean, in the built-in data.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use strata_core::lookup::{self, Suggestion};
use strata_core::search::{Hit, Index, Query, Subject, covering};
use strata_core::{Arch, Layout};
use strata_tests::data::{dataset, layouts_of};

/// How many hits a test checks.
const SHOWN: usize = 4;

fn line(hit: &Hit) -> String {
    let within = match &hit.subject {
        Subject::Member { structure, .. } | Subject::Gap { structure } => format!("{structure} "),
        _ => String::new(),
    };
    let title = hit.path.as_ref().unwrap_or(&hit.title);
    let runs: Vec<String> = hit.runs.iter().map(ToString::to_string).collect();
    let (kind, why) = (hit.subject.kind(), hit.why.as_str());
    let line = format!("{kind} {within}{title} by {why}: {}", runs.join(", "));
    line.trim_end_matches([':', ' ']).to_owned()
}

#[track_caller]
fn check(text: &str, expected: &Expect) {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read(text), SHOWN);
    let lines: String = found.hits.iter().map(|hit| line(hit) + "\n").collect();
    expected.assert_eq(&format!("{} in all\n{lines}", found.total));
}

#[test]
fn names() {
    check(
        "consumer",
        &expect![[r#"
            21 in all
            structure ETW_REALTIME_CONSUMER by name
            member ETW_REALTIME_CONSUMER unknown 32-bit sequence number as consumer ID by name: +0x10 at 6.0 x86, +0x20 at 6.0 x64
            type _ConnectionResourceConsumerDesc by name
            member _WMI_LOGGER_CONTEXT Consumers by name: +0xe4 at 6.0 x86, +0xec at 6.0.6001.18000 to 6.0.6002.18005 x86, +0xe8 at 6.1 x86, +0xf8 at 6.2 x86, +0x100 at 6.3 to 1511 x86, +0xf8 at 1607 to 1703 x86, +0x100 at 1709 to 22H2 x86, +0x140 at 6.0 x64, +0x150 at 6.0.6001.18000 x64, +0x140 at 6.1 x64, +0x158 at 6.2 to 1511 x64, +0x148 at 1607 to 1703 x64, +0x158 at 1709 to server-2022 x64, +0x148 at 11-21H2 to 11-24H2 x64
        "#]],
    );
    check(
        "LoggerId",
        &expect![[r#"
            12 in all
            member ETW_REALTIME_CONSUMER LoggerId by name: +0x30 at 6.1 x86, +0x30 at 6.2 to 20H2 x86, +0x30 at 21H2 to 22H2 x86, +0x58 at 6.1 x64, +0x58 at 6.2 to 11-24H2 x64
            member ETW_UM_LOGGER_CONTEXT LoggerId by name: +0x10 at 5.0 to 6.0 x86, +0x14 at 6.1 to 10.0 x86, +0x18 at 5.2 to 6.0 x64, +0x14 at 6.1 to 10.0 x64
            member _ETW_BUFFER_CONTEXT LoggerId by name: +0x02 at 6.0 to 22H2 x86, +0x02 at 6.0 to 11-24H2 x64
            member _ETW_LAST_ENABLE_INFO LoggerId by name: +0x08 at 6.0.6001.18000 to 22H2 x86, +0x08 at 6.0.6001.18000 to 11-24H2 x64
        "#]],
    );
    check(
        "logger_id consumer",
        &expect![[r#"
            1 in all
            member ETW_REALTIME_CONSUMER LoggerId by name: +0x30 at 6.1 x86, +0x30 at 6.2 to 20H2 x86, +0x30 at 21H2 to 22H2 x86, +0x58 at 6.1 x64, +0x58 at 6.2 to 11-24H2 x64
        "#]],
    );
    check(
        "RTL_BITMAP",
        &expect![[r#"
            3 in all
            type _RTL_BITMAP by name
            member ETW_REALTIME_CONSUMER ReservedBufferSpaceBitMap by type: +0x38 at 6.1 x86, +0x34 at 6.2 to 20H2 x86, +0x34 at 21H2 to 22H2 x86, +0x60 at 6.1 to 11-24H2 x64
            type _RTL_BITMAP_EX by name
        "#]],
    );
}

#[test]
fn members_inside_members() {
    check(
        "Links.Blink",
        &expect![[r#"
            18 in all
            member ETW_REALTIME_CONSUMER Links.Blink by name: +0x04 at 6.0 to 20H2 x86, +0x04 at 21H2 to 22H2 x86, +0x08 at 6.0 to 11-24H2 x64
            member _ACPI_CACHED_TABLE Links.Blink by name: +0x08 at 2004 to 11-24H2 x64
            member _BITMAP_RANGE Links.Blink by name: +0x04 at 5.1 to 22H2 x86, +0x08 at 5.2 to 11-24H2 x64
            member _CC_EXTERNAL_CACHE_INFO Links.Blink by name: +0x14 at 6.2 to 22H2 x86, +0x28 at 6.2 to 11-21H2 x64
        "#]],
    );
    check(
        "ETW_REALTIME_CONSUMER.Links.Blink",
        &expect![[r#"
            1 in all
            member ETW_REALTIME_CONSUMER Links.Blink by name: +0x04 at 6.0 to 20H2 x86, +0x04 at 21H2 to 22H2 x86, +0x08 at 6.0 to 11-24H2 x64
        "#]],
    );
    check(
        "_EPROCESS->ActiveProcessLinks.Flink 1809",
        &expect![[r#"
            1 in all
            member _EPROCESS ActiveProcessLinks.Flink by name: +0xb8 at 6.1 to 1909 x86, +0x2e8 at 1703 to 1809 x64
        "#]],
    );
    check(
        "ETW_UM_LOGGER_CONTEXT+0x58",
        &expect![[r#"
            5 in all
            member ETW_UM_LOGGER_CONTEXT Unknown_0x58.DebugInfo by offset: +0x58 at 6.2 to 10.0 x86, +0x58 at 6.1 to 10.0 x64
            member ETW_UM_LOGGER_CONTEXT LoggerEvent by offset: +0x58 at 6.1 x86
            member ETW_UM_LOGGER_CONTEXT LogFileName.Buffer by offset: +0x58 at 5.0 x86, +0x58 at 5.1 to 5.2 x86, +0x58 at 6.0 x86
            member ETW_UM_LOGGER_CONTEXT GlobalList by offset: +0x58 at 6.0 x64
        "#]],
    );
}

/// A nested member has its own offset, not that of the outer member.
#[test]
fn what_is_inside_a_member_has_its_own_place() {
    check(
        "ETW_SILODRIVERSTATE.EtwpGuidHashTable[4].BucketLock",
        &expect![[r#"
            1 in all
            member ETW_SILODRIVERSTATE EtwpGuidHashTable[4].BucketLock by name: +0x3f0 at 1511 to 1607 x86, +0x3f8 at 1703 x86, +0x200 at 1709 x86, +0x208 at 1803 to 1909 x86, +0x218 at 2004 to 20H2 x86, +0x218 at 21H2 to 22H2 x86, +0x6a0 at 1511 to 1607 x64, +0x6a8 at 1703 x64, +0x2c0 at 1709 x64, +0x2c8 at 1803 to 1809 x64, +0x2e0 at 10.0.17763.2114 x64, +0x2c8 at 1903 to 1909 x64, +0x2e0 at 10.0.18362.720 to 11-24H2 x64
        "#]],
    );
    check(
        "ETW_REALTIME_CONSUMER+0x68",
        &expect![[r#"
        1 in all
        member ETW_REALTIME_CONSUMER ReservedBufferSpaceBitMap.Buffer by offset: +0x68 at 6.1 to 11-24H2 x64
    "#]],
    );
    check(
        "_EPROCESS.Pcb.DirectoryTableBase x64",
        &expect![[r#"
        1 in all
        member _EPROCESS Pcb.DirectoryTableBase by name: +0x28 at 5.2 x64, +0x28 at 6.0 to 11-24H2 x64
    "#]],
    );
}

#[test]
fn a_name_but_for_its_last_letter_is_a_type_before_a_part_of_a_member() {
    check(
        "eproces",
        &expect![[r#"
        84 in all
        type _EPROCESS by name
        member ETW_DATA_SOURCE unknown pointer to EPROCESS by name: +0x00 at 6.0 to 6.2 x86, +0x00 at 6.0 to 6.2 x64
        type _EPROCESS_VALUES by name
        type _EPROCESS_QUOTA_BLOCK by name
    "#]],
    );
    check(
        "win11 token",
        &expect![[r#"
        109 in all
        type _TOKEN by name
        member _EJOB Token by name: +0xb8 at 5.1 to 5.2 x86, +0x118 at 5.2 x64
        member _EPROCESS Token by name: +0xc8 at 5.1 x86, +0xd8 at 5.2 x86, +0xe0 at 6.0 x86, +0xf8 at 6.1 x86, +0xec at 6.2 to 6.3 x86, +0xf4 at 10.0 to 1607 x86, +0xfc at 1703 to 1909 x86, +0x12c at 2004 to 22H2 x86, +0x160 at 5.2 x64, +0x168 at 6.0 x64, +0x208 at 6.1 x64, +0x348 at 6.2 to 6.3 x64, +0x358 at 10.0 to 1809 x64, +0x360 at 1903 to 1909 x64, +0x4b8 at 2004 to 11-23H2 x64, +0x248 at 11-24H2 x64
        member _PS_IMPERSONATION_INFORMATION Token by name: +0x00 at 5.1 to 5.2 x86, +0x00 at 5.2 x64
    "#]],
    );
    check(
        "dword ptr [rax+58h]",
        &expect![[r#"
            710 in all
            member ETW_REALTIME_CONSUMER EmptyBuffersCount by offset: +0x58 at 6.0 x64
            member ETW_REALTIME_CONSUMER LoggerId by offset: +0x58 at 6.1 x64, +0x58 at 6.2 to 11-24H2 x64
            member _ARBITER_INSTANCE ReferenceCount by offset: +0x58 at 6.0 to 11-24H2 x64
            member _ARBITER_LIST_ENTRY Result by offset: +0x58 at 5.2 to 11-24H2 x64
        "#]],
    );
}

#[test]
fn structures_by_several_offsets() {
    check(
        "0x58 word, 0x5a byte, size ≥ 0x88",
        &expect![[r#"
        1 in all
        structure ETW_REALTIME_CONSUMER by offset: +0x00 at 6.2 x64, +0x00 at 6.3 to 1511 x64, +0x00 at 1607 to 11-24H2 x64
    "#]],
    );
    check(
        "0x2e0 0x2e8 0x440 x64 eprocess",
        &expect![[r#"
        1 in all
        type _EPROCESS by offset: +0x00 at 10.0 x64, +0x00 at 1511 x64, +0x00 at 1607 x64, +0x00 at 10.0.14393.4583 to 10.0.14393.4946 x64, +0x00 at 10.0.14393.5006 to 10.0.14393.6343 x64, +0x00 at 1703 x64, +0x00 at 1709 x64, +0x00 at 1803 x64, +0x00 at 1809 x64, +0x00 at 10.0.17763.2928 to 10.0.17763.5933 x64, +0x00 at 1903 to 1909 x64
    "#]],
    );
    check(
        "0x58 0x5a 0x5b",
        &expect![[r#"
        5 in all
        type _PPM_IDLE_STATE by offset: +0x00 at 6.1 x64
        type _KNODE by offset: +0x00 at 6.0 to 6.1 x64
        type _PCI_FDO_EXTENSION by offset: +0x00 at 5.1 to 5.2 x86
        type _FADT by offset: +0x00 at 2004 to 21H2 x64, +0x00 at 22H2 x64, +0x00 at server-2022 x64, +0x00 at 11-21H2 to 11-24H2 x64
    "#]],
    );
    check(
        "0x58 0xfffff0",
        &expect![[r#"
        0 in all
    "#]],
    );
}

#[test]
fn misspelt_names() {
    check(
        "ETW_REALTME_CONSUMR",
        &expect![[r#"
        1 in all
        structure ETW_REALTIME_CONSUMER by near
    "#]],
    );
    check(
        "LogerId",
        &expect![[r#"
            13 in all
            member ETW_REALTIME_CONSUMER LoggerId by near: +0x30 at 6.1 x86, +0x30 at 6.2 to 20H2 x86, +0x30 at 21H2 to 22H2 x86, +0x58 at 6.1 x64, +0x58 at 6.2 to 11-24H2 x64
            member ETW_UM_LOGGER_CONTEXT LoggerId by near: +0x10 at 5.0 to 6.0 x86, +0x14 at 6.1 to 10.0 x86, +0x18 at 5.2 to 6.0 x64, +0x14 at 6.1 to 10.0 x64
            member _ETW_BUFFER_CONTEXT LoggerId by near: +0x02 at 6.0 to 22H2 x86, +0x02 at 6.0 to 11-24H2 x64
            member _ETW_LAST_ENABLE_INFO LoggerId by near: +0x08 at 6.0.6001.18000 to 22H2 x86, +0x08 at 6.0.6001.18000 to 11-24H2 x64
        "#]],
    );
    check(
        "bufers lost",
        &expect![[r#"
            28 in all
            member ETW_REALTIME_CONSUMER BuffersLost by near: +0x18 at 6.0 x86, +0x28 at 6.1 to 20H2 x86, +0x28 at 21H2 to 22H2 x86, +0x28 at 6.0 x64, +0x50 at 6.1 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER NewBuffersLost by near: +0x1c at 6.0 x86, +0x35 at 6.1 x86, +0x32:1 at 6.2 to 20H2 x86, +0x32:1 at 21H2 to 22H2 x86, +0x2c at 6.0 x64, +0x5d at 6.1 x64, +0x5a:1 at 6.2 to 11-24H2 x64
            member ETW_UM_LOGGER_CONTEXT LogBuffersLost by near: +0xb0 at 5.0 x86, +0xb8 at 5.1 to 6.0 x86, +0xfc at 6.1 x86, +0x10c at 6.2 x86, +0x114 at 6.3 to 10.0 x86, +0xf8 at 5.2 to 6.0 x64, +0x16c at 6.1 x64, +0x184 at 6.2 x64, +0x18c at 6.3 to 10.0 x64
            member ETW_REALTIME_CONSUMER BuffersLostCount by near: +0x50 at 6.3 to 20H2 x86, +0x50 at 21H2 to 22H2 x86, +0x90 at 6.3 to 11-24H2 x64
        "#]],
    );
}

#[test]
fn types_and_remarks() {
    check(
        "HANDLE",
        &expect![[r#"
            317 in all
            member _CURDIR Handle by name: +0x08 at 5.1 to 22H2 x86, +0x10 at 5.2 to 11-24H2 x64
            member _EXP_SECURE_POOL_CONTEXT Handle by name: +0x08 at 11-24H2 x64
            member _HANDLE_TRACE_DB_ENTRY Handle by name: +0x08 at 5.1 to 22H2 x86, +0x10 at 5.2 to 11-24H2 x64
            member _KALPC_RESERVE Handle by name: +0x08 at 6.0.6001.18000 to 22H2 x86, +0x10 at 6.0.6001.18000 to 11-24H2 x64
        "#]],
    );
    check(
        "discontinued",
        &expect![[r#"
            35 in all
            member ETW_REALTIME_CONSUMER Disconnected by near: +0x36 at 6.1 x86, +0x32:2 at 6.2 to 20H2 x86, +0x32:2 at 21H2 to 22H2 x86, +0x5e at 6.1 x64, +0x5a:2 at 6.2 to 11-24H2 x64
            type _DBGKD_CONTINUE by near
            type _KCONTINUE_TYPE by near
            type _DBGKD_CONTINUE2 by near
        "#]],
    );
}

#[test]
fn offsets_and_sizes() {
    check(
        "0x58 x64 6.2",
        &expect![[r#"
            205 in all
            member ETW_REALTIME_CONSUMER LoggerId by offset: +0x58 at 6.2 to 11-24H2 x64
            member ETW_UM_LOGGER_CONTEXT Unknown_0x58.DebugInfo by offset: +0x58 at 6.1 to 10.0 x64
            member _ALPC_COMPLETION_LIST List by offset: +0x58 at 6.2 to 11-24H2 x64
            member _ARBITER_INSTANCE ReferenceCount by offset: +0x58 at 6.0 to 11-24H2 x64
        "#]],
    );
    check(
        "ETW_REALTIME_CONSUMER+0x5a",
        &expect![[r#"
            8 in all
            member ETW_REALTIME_CONSUMER Flags by offset: +0x5a at 6.2 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER ShutDownRequested by offset: +0x5a:0 at 6.2 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER NewBuffersLost by offset: +0x5a:1 at 6.2 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER Disconnected by offset: +0x5a:2 at 6.2 to 11-24H2 x64
        "#]],
    );
    check(
        "ETW_REALTIME_CONSUMER+0x5f x64",
        &expect![[r#"
            3 in all
            gap ETW_REALTIME_CONSUMER padding by offset: +0x5b at 6.2 to 11-24H2 x64
            gap ETW_REALTIME_CONSUMER padding by offset: +0x5d at 6.0 x64
            gap ETW_REALTIME_CONSUMER padding by offset: +0x5f at 6.1 x64
        "#]],
    );
    check(
        "size 0x88",
        &expect![[r#"
            38 in all
            structure ETW_REALTIME_CONSUMER by size: +0x00 at 6.1 to 6.2 x64
            type _CM_RM by size: +0x00 at 6.0 to 11-24H2 x64
            type _DEVICE_OBJECT_POWER_EXTENSION by size: +0x00 at 6.0 x64
            type _DYNAMIC_FUNCTION_TABLE by size: +0x00 at 21H1 to 11-24H2 x64
        "#]],
    );
    check(
        "size 0x88 x86",
        &expect![[r#"
            14 in all
            type _INTERRUPT_CONNECTION_DATA by size: +0x00 at 6.3 x86
            type _KALPC_MESSAGE by size: +0x00 at 6.1 x86, +0x00 at 6.3 x86
            type _LOADER_PARAMETER_BLOCK by size: +0x00 at 6.1 x86
            type _MBCB by size: +0x00 at 6.1 to 22H2 x86
        "#]],
    );
}

#[test]
fn releases_and_builds() {
    check(
        "1607",
        &expect![[r#"
            4 in all
            version 1607 by name
            version 10.0.20348.1607 by name
            structure ETW_UM_LOGGER_CONTEXT by remark
            structure ETW_REALTIME_CONSUMER by remark
        "#]],
    );
    check(
        "Windows 7",
        &expect![[r#"
            12 in all
            version 6.1 by name
            member _PNP_VETO_TYPE PNP_VetoWindowsApp by name
            member _LOADER_PARAMETER_BLOCK ArcWindowsSysPartName by name
            member _PNP_VETO_TYPE PNP_VetoWindowsService by name
        "#]],
    );
    check(
        "19041",
        &expect![[r#"
            44 in all
            version 2004 by name
            version 10.0.19041.264 by name
            version 10.0.19041.329 by name
            version 10.0.19041.388 by name
        "#]],
    );
}

#[test]
fn nothing_is_found_for_nothing() {
    check(
        "",
        &expect![[r#"
        0 in all
    "#]],
    );
    check(
        "x64",
        &expect![[r#"
        0 in all
    "#]],
    );
    check(
        "qqqqqqqqqq",
        &expect![[r#"
        0 in all
    "#]],
    );
}

/// The hits at an offset are those of the layouts, and every member is found by its name.
#[test]
fn the_index_knows_every_member() {
    let index = Index::new(dataset());
    let mut labels = BTreeSet::new();
    let sample = ["_EPROCESS", "_LARGE_INTEGER", "_KPRCB~2"].map(|name| dataset().structure(name));
    for structure in dataset().audited().chain(sample.into_iter().flatten()) {
        // The first and the last layout of each architecture, for a type that only symbol files state.
        let symbols: Vec<Layout> = match structure.audited() {
            Some(_) => Vec::new(),
            None => {
                let layouts = structure.layouts();
                let of = |arch| {
                    layouts
                        .iter()
                        .filter(move |it| it.arch() == arch && it.image.is_some())
                };
                let ends = Arch::ALL.map(|arch| [of(arch).next(), of(arch).next_back()]);
                ends.into_iter().flatten().flatten().cloned().collect()
            }
        };
        let layouts: &[Layout] = match symbols.is_empty() {
            true => layouts_of(structure),
            false => &symbols[..],
        };
        let name = structure
            .name
            .without_tag_underscore()
            .to_lowercase()
            .replace('_', "");
        for layout in layouts {
            for member in layout
                .members()
                .filter(|it| symbols.is_empty() || it.name.is_some())
            {
                let query = Query {
                    words: vec![name.trim_end_matches("~2").to_owned()],
                    offset: Some(member.offset),
                    arch: Some(layout.point.arch),
                    version: Some(layout.point.version),
                    ..Query::default()
                };
                let hits = covering(&index, dataset(), &query, 0, usize::MAX).hits;
                let ours = |hit: &&Hit| match &hit.subject {
                    Subject::Member { structure: of, .. } => *of == layout.structure,
                    _ => false,
                };
                let begins = |hit: &Hit| hit.runs.iter().any(|run| run.offset == member.offset);
                assert!(
                    hits.iter().filter(ours).any(begins),
                    "{} {} {}",
                    layout.structure,
                    layout.point,
                    member.label()
                );
                if labels.insert(member.label().to_owned()) {
                    let named = index.search(dataset(), &Query::read(member.label()), usize::MAX);
                    assert!(named.total > 0, "{}", member.label());
                }
            }
        }
    }
}

#[test]
fn versions_by_what_people_call_them() {
    check(
        "windows 7",
        &expect![[r#"
            12 in all
            version 6.1 by name
            member _PNP_VETO_TYPE PNP_VetoWindowsApp by name
            member _LOADER_PARAMETER_BLOCK ArcWindowsSysPartName by name
            member _PNP_VETO_TYPE PNP_VetoWindowsService by name
        "#]],
    );
    check(
        "windows 2000",
        &expect![[r#"
            12 in all
            version 5.0 by name
            member _PNP_VETO_TYPE PNP_VetoWindowsApp by name
            member _LOADER_PARAMETER_BLOCK ArcWindowsSysPartName by name
            member _PNP_VETO_TYPE PNP_VetoWindowsService by name
        "#]],
    );
    check(
        "win11",
        &expect![[r#"
        6 in all
        version 11-21H2 by name
        version 11-22H2 by name
        version 11-23H2 by name
        version 11-24H2 by name
    "#]],
    );
    check(
        "win10 x64",
        &expect![[r#"
        19 in all
        version 10.0 by name
        version 1511 by name
        version 1607 by name
        version 1703 by name
    "#]],
    );
    check(
        "vista x86",
        &expect![[r#"
        1 in all
        version 6.0 by name
    "#]],
    );
    check(
        "8.1",
        &expect![[r#"
        1 in all
        version 6.3 by name
    "#]],
    );
}

#[test]
fn what_begins_at_an_offset_comes_first_and_the_integer_before_its_bits() {
    check(
        "ETW_REALTIME_CONSUMER+0x5a 6.2 x64",
        &expect![[r#"
            6 in all
            member ETW_REALTIME_CONSUMER Flags by offset: +0x5a at 6.2 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER ShutDownRequested by offset: +0x5a:0 at 6.2 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER NewBuffersLost by offset: +0x5a:1 at 6.2 to 11-24H2 x64
            member ETW_REALTIME_CONSUMER Disconnected by offset: +0x5a:2 at 6.2 to 11-24H2 x64
        "#]],
    );
    check(
        "HANDLE x64",
        &expect![[r#"
            317 in all
            member _CURDIR Handle by name: +0x10 at 5.2 to 11-24H2 x64
            member _EXP_SECURE_POOL_CONTEXT Handle by name: +0x08 at 11-24H2 x64
            member _HANDLE_TRACE_DB_ENTRY Handle by name: +0x10 at 5.2 to 11-24H2 x64
            member _KALPC_RESERVE Handle by name: +0x10 at 6.0.6001.18000 to 11-24H2 x64
        "#]],
    );
    check(
        "erratum x86 logger",
        &expect![[r#"
        25 in all
        member ETW_UM_LOGGER_CONTEXT LogFileHandle by remark: +0x08 at 5.0 to 6.0 x86, +0x5c at 6.1 x86, +0x68 at 6.2 to 10.0 x86
        member ETW_UM_LOGGER_CONTEXT LoggerName by remark: +0x4c at 5.0 x86, +0x50 at 5.1 to 5.2 x86, +0x4c at 6.0 x86, +0x60 at 6.1 x86, +0x6c at 6.2 to 10.0 x86
        member ETW_UM_LOGGER_CONTEXT LogFileName by remark: +0x54 at 5.0 x86, +0x58 at 5.1 to 5.2 x86, +0x54 at 6.0 x86, +0x68 at 6.1 x86, +0x74 at 6.2 to 10.0 x86
        member ETW_UM_LOGGER_CONTEXT CollectionOn by remark: +0x5c at 5.0 x86, +0x60 at 5.1 to 5.2 x86, +0x5c at 6.0 x86, +0xd0 at 6.1 x86, +0xdc at 6.2 to 10.0 x86
    "#]],
    );
}

/// `LoggerId` is a `ULONG` at 6.1, which is why it covers 0x5a there.
#[test]
fn a_hit_is_declared_as_it_is_where_it_is_shown() {
    let index = Index::new(dataset());
    let details = |text: &str| {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        let hits = found.hits.into_iter();
        let own = hits.filter(|hit| hit.title == "LoggerId");
        own.map(|hit| hit.detail).collect::<Vec<_>>()
    };
    assert_eq!(
        details("ETW_REALTIME_CONSUMER+0x5a 6.1 x64"),
        ["ULONG LoggerId"]
    );
    assert_eq!(
        details("consumer LoggerId x64"),
        ["USHORT LoggerId; ULONG LoggerId"]
    );
}

/// A word without a meaning or a match does not empty a search, and is reported.
#[test]
fn a_word_that_says_nothing_is_left_out() {
    let index = Index::new(dataset());
    for (text, ignored, title) in [
        (
            "0x58 kernel ETW_REALTIME_CONSUMER 6.2 x64",
            &["kernel"][..],
            "LoggerId",
        ),
        (
            "mov eax, [rcx+58h] etw_realtime_consumer 6.2 x64",
            &["mov", "eax"],
            "LoggerId",
        ),
        ("LoggerId zzzzqqqq", &["zzzzqqqq"], "LoggerId"),
        ("LoggerId", &[], "LoggerId"),
    ] {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        assert_eq!(found.ignored, ignored, "{text}");
        assert_eq!(found.hits[0].title, title, "{text}");
    }
    // Beside an offset, the word does not select members of that name.
    let [all, kernel] =
        ["0x2e0", "0x2e0 kernel"].map(|text| index.search(dataset(), &Query::read(text), SHOWN));
    assert_eq!(kernel.ignored, ["kernel"]);
    assert_eq!(kernel.total, all.total);
}

/// Words about a version, and segments before an offset, do not hide what is asked for.
#[test]
fn the_best_hit_is_the_one_that_is_meant() {
    let index = Index::new(dataset());
    for (text, first) in [
        ("winver 22H2", "22H2"),
        (
            "Windows 10 Version 22H2 (OS Build 19045.2965)",
            "10.0.19041.2965",
        ),
        ("_EPROCESS+736", "WakeInfo"),
        ("_EPROCESS+0x736 1809 x64", "padding"),
        ("_KPCR gs:[188h]", "Prcb"),
    ] {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        let title = found.hits.first().map(|hit| hit.title.as_str());
        assert_eq!(title, Some(first), "{text}");
    }
}

#[test]
fn an_unknown_image_leads_to_those_of_the_nearest_versions() {
    let missing = lookup::image(dataset(), "ntoskrnl-10.0.99999.1-x64").expect_err("it is unknown");
    let near: Vec<String> = missing.suggestions.iter().map(Suggestion::text).collect();
    let first = near.first().map(String::as_str);
    assert_eq!(first, Some("ntoskrnl-10.0.26100.1742-x64"), "{near:?}");
}

/// A search that names a version leads to that version.
#[test]
fn a_hit_is_at_the_version_that_is_asked_for() {
    let index = Index::new(dataset());
    for (text, point) in [
        ("LoggerId 6.2 x64", "6.2/x64"),
        ("ETW_REALTIME_CONSUMER+0x58 windows 8 x64", "6.2/x64"),
        ("_EPROCESS 22H2", "22H2/x64"),
        ("_EPROCESS Win10 1809 x86", "1809/x86"),
        ("ActiveProcessLinks 19041", "2004/x64"),
        ("LoggerId 22000", "11-21H2/x64"),
        ("_EPROCESS 22000", "11-21H2/x64"),
        ("LoggerId", "11-24H2/x64"),
    ] {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        let own = found.hits[0].point.map(|point| point.to_string());
        assert_eq!(own.as_deref(), Some(point), "{text}");
    }
}

#[test]
fn what_changed_in_a_release_is_found_with_the_members_that_did() {
    check(
        "changed in 22H2 x64",
        &expect![[r#"
            16 in all
            type _ALPC_COMMUNICATION_INFO by name
            type _ALPC_HANDLE_TABLE by name
            type Change by name
            type _EPROCESS by name
        "#]],
    );
    check(
        "_EPROCESS changed in 11-24H2",
        &expect![[r#"
            32 in all
            type _EPROCESS by name
            type _KE_PROCESS_CONCURRENCY_COUNT by name
            member _MI_PARTITION_STORES StoreProcess by name: +0x54 at 1703 to 22H2 x86, +0xa0 at 11-22H2 to 11-23H2 x64, +0x1f0 at 11-24H2 x64
            member _KCORE_CONTROL_BLOCK_SHADOW IdleProcessors by name: +0x19 at 11-24H2 x64
        "#]],
    );
    check(
        "LoggerId changed in win8",
        &expect![[r#"
            3 in all
            member ETW_REALTIME_CONSUMER LoggerId by name: +0x30 at 6.1 x86, +0x30 at 6.2 to 20H2 x86, +0x58 at 6.1 x64, +0x58 at 6.2 to 11-24H2 x64
            member _TRACE_ENABLE_CONTEXT LoggerId by name: +0x00 at 6.0 to 6.1 x86, +0x00 at 6.0 to 6.1 x64
            member _TRACE_ENABLE_CONTEXT_EX LoggerId by name: +0x00 at 6.0.6001.18000 to 6.1 x86, +0x00 at 6.0.6001.18000 to 6.1 x64
        "#]],
    );
    check(
        "LoggerId changed:1809",
        &expect![[r#"
            0 in all
        "#]],
    );
    check(
        "changed 1809 LoggerId",
        &expect![[r#"
            0 in all
        "#]],
    );
    check(
        "changed",
        &expect![[r#"
            10 in all
            member _MMINPAGE_FLAGS PteChanged by name: +0x03:4 at 6.2 to 6.3 x86, +0x03:3 at 10.0 to 1803 x86, +0x00:20 at 1809 to 22H2 x86, +0x03:4 at 6.2 to 6.3 x64, +0x03:3 at 10.0 to 1803 x64, +0x00:20 at 1809 to 11-23H2 x64, +0x00:21 at 11-24H2 x64
            member _PI_RESOURCE_ARBITER_ENTRY ResourcesChanged by name: +0x35 at 5.1 to 22H2 x86, +0x69 at 5.2 to 11-24H2 x64
            member wil_details_StagingConfig changedInSession by name: +0x20 at 1809 to 22H2 x86, +0x30 at 1809 x64, +0x30 at 1903 to 22H2 x64
            member wil_details_StagingConfigFeature changedInSession by name: +0x04:0 at 1809 to 22H2 x86, +0x04:0 at 1809 x64, +0x04:0 at 1903 to 22H2 x64
        "#]],
    );
}

#[test]
fn an_offset_inside_a_member_leads_into_its_type() {
    let index = Index::new(dataset());
    for (text, path) in [
        (
            "ETW_REALTIME_CONSUMER+0x68 22H2 x64",
            Some("ReservedBufferSpaceBitMap.Buffer"),
        ),
        ("ETW_REALTIME_CONSUMER+0x8 22H2 x64", Some("Links.Blink")),
        ("ETW_REALTIME_CONSUMER+0x58 22H2 x64", None),
        ("_EPROCESS+0x28 22H2 x64", Some("Pcb.DirectoryTableBase")),
    ] {
        let found = index.search(dataset(), &Query::read(text), 1);
        assert_eq!(found.hits[0].path.as_deref(), path, "{text}");
    }
}

#[test]
fn members_without_an_article_are_told_where_they_are() {
    check(
        "SignatureLevel",
        &expect![[r#"
            2 in all
            member _EPROCESS SignatureLevel by name: +0x2d4 at 6.2 x86, +0x2cc at 6.3 x86, +0x2dc at 10.0 to 1511 x86, +0x2e4 at 1607 x86, +0x2ec at 1703 to 1709 x86, +0x2f4 at 1803 to 1809 x86, +0x364 at 1903 to 1909 x86, +0x3a4 at 2004 to 22H2 x86, +0x648 at 6.2 x64, +0x678 at 6.3 x64, +0x6a8 at 10.0 x64, +0x6b0 at 1511 x64, +0x6c0 at 1607 x64, +0x6c8 at 10.0.14393.4583 to 1809 x64, +0x6f8 at 1903 to 1909 x64, +0x878 at 2004 to 11-23H2 x64, +0x5f8 at 11-24H2 x64
            member _EPROCESS SectionSignatureLevel by name: +0x2d5 at 6.2 x86, +0x2cd at 6.3 x86, +0x2dd at 10.0 to 1511 x86, +0x2e5 at 1607 x86, +0x2ed at 1703 to 1709 x86, +0x2f5 at 1803 to 1809 x86, +0x365 at 1903 to 1909 x86, +0x3a5 at 2004 to 22H2 x86, +0x649 at 6.2 x64, +0x679 at 6.3 x64, +0x6a9 at 10.0 x64, +0x6b1 at 1511 x64, +0x6c1 at 1607 x64, +0x6c9 at 10.0.14393.4583 to 1809 x64, +0x6f9 at 1903 to 1909 x64, +0x879 at 2004 to 11-23H2 x64, +0x5f9 at 11-24H2 x64
        "#]],
    );
    check(
        "SignatureLevel 22H2",
        &expect![[r#"
        2 in all
        member _EPROCESS SignatureLevel by name: +0x878 at 22H2 x64
        member _EPROCESS SectionSignatureLevel by name: +0x879 at 22H2 x64
    "#]],
    );
    check(
        "SignatureLevel 6.3 x86",
        &expect![[r#"
        2 in all
        member _EPROCESS SignatureLevel by name: +0x2cc at 6.3 x86
        member _EPROCESS SectionSignatureLevel by name: +0x2cd at 6.3 x86
    "#]],
    );
}

#[test]
fn an_offset_in_a_named_type_is_told_of_the_newest_x64_first() {
    check(
        "nt!_EPROCESS+0x2e0",
        &expect![[r#"
            28 in all
            member _EPROCESS Peb by offset: +0x2e0 at 11-24H2 x64
            member _EPROCESS Pcb.IdealProcessor[14] by offset: +0x2e0 at 2004 to 11-23H2 x64
            member _EPROCESS ProcessLock.Value by offset: +0x2e0 at 1903 to 1909 x64
            member _EPROCESS UniqueProcessId by offset: +0x2e0 at 6.2 to 6.3 x64, +0x2e0 at 1703 to 1809 x64
        "#]],
    );
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read("_EPROCESS+0x2e0"), 1);
    let details: Vec<&str> = found.hits.iter().map(|hit| &*hit.detail).collect();
    expect!["at 11-24H2/x64: PEB *Peb"].assert_eq(&details.join("\n"));
}

#[test]
fn an_offset_behind_a_wide_register_is_of_x64() {
    let index = Index::new(dataset());
    let archs = |text| -> BTreeSet<Arch> {
        let found = index.search(dataset(), &Query::read(text), 100);
        let runs = found.hits.iter().flat_map(|hit| &hit.runs);
        runs.map(|run| run.first.arch).collect()
    };
    assert_eq!(archs("[rcx+2E0h]"), BTreeSet::from([Arch::X64]));
    assert!(archs("[ecx+2E0h]").len() > 1);
}

#[test]
fn an_image_says_what_changed_in_it() {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read("10.0.17763.2928"), 4);
    let details: Vec<&str> = found.hits.iter().map(|hit| &*hit.detail).collect();
    expect!["a kernel of 1809 for x64; changed _EPROCESS"].assert_eq(&details.join("\n"));
}

#[test]
fn a_hash_is_no_misspelt_name() {
    check(
        "7039b19b3faee6cac4b814a519e68610",
        &expect![[r#"
        0 in all
    "#]],
    );
}

/// The first hit with its description and point.
#[track_caller]
fn check_first(text: &str, expected: &Expect) {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read(text), 1);
    let first = found.hits.first().map(|hit| {
        let point = hit
            .point
            .map_or_else(String::new, |point| format!(" ({point})"));
        format!("{}: {}{point}", line(hit), hit.detail)
    });
    expected.assert_eq(&first.unwrap_or_default());
}

#[test]
fn a_type_is_described_at_the_requested_point() {
    check_first(
        "win7 x86 _EPROCESS",
        &expect!["type _EPROCESS by name: struct of 704 bytes at 6.1/x86 (6.1/x86)"],
    );
    check_first(
        "_EPROCESS 6.1/x64",
        &expect!["type _EPROCESS by name: struct of 1232 bytes at 6.1/x64 (6.1/x64)"],
    );
    check_first(
        "dt nt!_EPROCESS",
        &expect!["type _EPROCESS by name: struct of 2112 bytes"],
    );
    check_first(
        "_EPROCESS x86",
        &expect!["type _EPROCESS by name: struct of 1280 bytes at 22H2/x86"],
    );
}

#[test]
fn a_change_is_shown_where_it_happened() {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read("Token changed in 1809"), SHOWN);
    let first = found.hits.first().expect("a member changed");
    let point = first.point.map(|point| point.version.to_string());
    assert_eq!(point.as_deref(), Some("1809"));
}

#[test]
fn a_build_is_found_by_its_number() {
    check_first(
        "build 26100",
        &expect!["version 11-24H2 by name: Windows 11, version 24H2, build 26100"],
    );
}
