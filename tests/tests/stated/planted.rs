//! Tests of mistakes in exports: each is reported with its line and name, and nothing else.

use std::sync::Arc;

use expect_test::{Expect, expect, expect_file};
use strata_core::export::{NESTING_LIMIT, Pointers};
use strata_core::stated::PartialPoint;
use strata_core::stated::judge::{JudgeOptions, judge};
use strata_core::units::ByteOffset;
use strata_server::stated::read;
use strata_tests::data::{dataset, one};
use strata_tests::specimen::{Mistake, planted};
use strata_tests::transcript;

use crate::{header, judged, shown};

/// Checks the findings in the header of a consumer with a mistake in a member.
#[track_caller]
fn check_member(version: &str, member: &str, mistake: Mistake, expected: &Expect) {
    let (structure, layout) = one("ETW_REALTIME_CONSUMER", version, "x64");
    let wrong = planted(layout, member, mistake);
    let types = dataset().catalogue();
    let text = header((structure, &wrong), types, NESTING_LIMIT, Pointers::Typed);
    expected.assert_eq(&shown(&judged(&text)));
}

/// The findings in a header with a replaced text.
fn replaced((name, version, arch): (&str, &str, &str), from: &str, to: &str) -> String {
    let (of, types) = (one(name, version, arch), dataset().catalogue());
    let right = header(of, types, NESTING_LIMIT, Pointers::Typed);
    assert!(right.contains(from), "{right}");
    shown(&judged(&right.replacen(from, to, 1)))
}

const CONSUMER: (&str, &str, &str) = ("ETW_REALTIME_CONSUMER", "6.2", "x64");

#[test]
fn a_moved_member() {
    check_member(
        "6.1",
        "Disconnected",
        Mistake::Offset,
        &expect![[r#"
            stated 6.1 on x64: _LIST_ENTRY, _RTL_BITMAP, not ETW_REALTIME_CONSUMER (1)
            72: moved: ETW_REALTIME_CONSUMER.Disconnected is at 0x5f in the file and at 0x5e here
        "#]],
    );
}

#[test]
fn another_size() {
    check_member(
        "6.1",
        "LoggerId",
        Mistake::Size,
        &expect![[r#"
            stated 6.1 on x64: _LIST_ENTRY, _RTL_BITMAP, not ETW_REALTIME_CONSUMER (1)
            68: type: ETW_REALTIME_CONSUMER.LoggerId is `USHORT` in the file and `ULONG` here
        "#]],
    );
}

#[test]
fn another_bit() {
    check_member(
        "6.2",
        "Flags",
        Mistake::Bit,
        &expect![[r#"
            stated 6.2 on x64: _LIST_ENTRY, _RTL_BITMAP, not ETW_REALTIME_CONSUMER (1)
            79: bits: ETW_REALTIME_CONSUMER.Wow is bit 5 width 1 in the file and bit 4 width 1 here
        "#]],
    );
}

#[test]
fn another_member_of_a_nested_type() {
    let state = one("ETW_SILODRIVERSTATE", "2004", "x64");
    let types = strata_tests::data::catalogue_with(state.1.scope(), |name, class| {
        if name.without_tag_underscore() == "KMUTANT" {
            let last = Arc::make_mut(class.members.last_mut().expect("it has members"));
            last.offset = ByteOffset::new(last.offset.get() + 1);
        }
    });
    let text = header(state, &types, NESTING_LIMIT, Pointers::Typed);
    expect![[r#"
        stated 2004 on x64: _LIST_ENTRY, _GUID, Unnamed_c59b2893, _LARGE_INTEGER, _ETW_LAST_ENABLE_INFO, _TRACE_ENABLE_INFO, _EX_PUSH_LOCK, _ETW_GUID_ENTRY, _ETW_HASH_BUCKET, _RTL_RB_TREE, _ETW_PRIV_HANDLE_DEMUX_TABLE, _ETW_COUNTERS, _ETW_SYSTEM_LOGGER, _PERFINFO_GROUPMASK, _ETW_SYSTEM_LOGGER_SETTINGS, _DISPATCHER_HEADER, not _KMUTANT (1), ETW_SILODRIVERSTATE
        347: moved: _KMUTANT.ApcDisable is at 0x32 in the file and at 0x31 here
    "#]].assert_eq(&shown(&judged(&text)));
}

#[test]
fn replaced_texts() {
    transcript::play(&expect_file!["planted.txt"], 16, |replacement| {
        let (from, to) = replacement.split_once(" → ").expect("two texts");
        replaced(CONSUMER, from, to)
    });
}

#[test]
fn a_missing_line() {
    let line = "    /* 0x0018 */ struct _EPROCESS *ProcessObject;\n";
    expect![[r#"
        stated 6.2 on x64: _LIST_ENTRY, _RTL_BITMAP, not ETW_REALTIME_CONSUMER (22)
        58: size: ETW_REALTIME_CONSUMER has 0x80 bytes in the file and 0x88 here
        58: missing: ETW_REALTIME_CONSUMER.ProcessObject is not in the file
        61: moved: ETW_REALTIME_CONSUMER.NextNotDelivered is at 0x18 in the file and at 0x20 here (+19)
        61: comment: ETW_REALTIME_CONSUMER.NextNotDelivered: its comment says 0x20, but its declaration gives 0x18 (+21)
        88: comment: ETW_REALTIME_CONSUMER: a comment says that it has 0x88 bytes, but its declaration gives 0x80
        108: assertion: ETW_REALTIME_CONSUMER: an assertion says that its size is 0x88, but its declaration gives 0x80
        112: assertion: ETW_REALTIME_CONSUMER.NextNotDelivered: an assertion says that its offset is 0x20, but its declaration gives 0x18 (+14)
    "#]].assert_eq(&replaced(CONSUMER, line, ""));
}

#[test]
fn another_point() {
    let logger = ("ETW_UM_LOGGER_CONTEXT", "6.3", "x86");
    expect![[r#"
        found 6.3 to 10.0 on x86: Unnamed_c59b2893, _LARGE_INTEGER, _ETW_REF_CLOCK, _GUID, RTL_CONDITION_VARIABLE, _RTL_CRITICAL_SECTION, _UNICODE_STRING, _LIST_ENTRY, _SINGLE_LIST_ENTRY, _ETW_BUFFER_QUEUE, ETW_UM_LOGGER_CONTEXT
    "#]].assert_eq(&replaced(logger, "ETW_UM_LOGGER_CONTEXT at 6.3/x86", "ETW_UM_LOGGER_CONTEXT"));
}

/// A definition judged in part fits nowhere, however little differs: its types are unknown at those points.
#[test]
fn judged_in_part() {
    let text = "struct _ETW_UM_LOGGER_CONTEXT {
  struct _ETW_REF_CLOCK ReferenceTime;
  char Nonsense[7];
};";
    let declared = read(text, dataset()).unwrap();
    let asked = JudgeOptions {
        at: PartialPoint::at("10.0/x86".parse().unwrap()),
        structure: None,
    };
    let judged = judge(&declared, dataset(), asked).unwrap();
    let held = judged.definitions().next().unwrap();
    assert_eq!((held.agrees, &held.fits[..]), (Some(false), &[][..]));
}

/// Headers of two points in sequence: each definition is judged at its own point, with the definitions before it.
#[test]
fn headers_behind_one_another() {
    let types = dataset().catalogue();
    let of = |name, version, arch| {
        header(
            one(name, version, arch),
            types,
            NESTING_LIMIT,
            Pointers::AsIntegers,
        )
    };
    let both = [
        of("ETW_REALTIME_CONSUMER", "6.2", "x64"),
        of("ETW_REALTIME_CONSUMER", "6.1", "x86"),
        of("ETW_DATA_SOURCE", "6.1", "x86"),
    ];
    expect![[r#"
        stated 6.2 on x64: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER
        stated 6.1 on x86: _LIST_ENTRY, _RTL_BITMAP, ETW_REALTIME_CONSUMER, _DISPATCHER_HEADER, _KSEMAPHORE, _EX_PUSH_LOCK, ETW_DATA_SOURCE
    "#]].assert_eq(&shown(&judged(&both.concat())));
}

/// The nearest point is the one with the fewest causes, however many members follow each.
#[test]
fn the_nearest_point() {
    let right = header(
        one("ETW_REALTIME_CONSUMER", "6.2", "x64"),
        dataset().catalogue(),
        NESTING_LIMIT,
        Pointers::Typed,
    );
    let wrong = right
        .replace(" at 6.2/x64", "")
        .replace("strata_u16 LoggerId", "strata_u32 LoggerId");
    expect![[r#"
        nearest 6.2 on x64: _LIST_ENTRY, _RTL_BITMAP, not ETW_REALTIME_CONSUMER (13)
        58: size: ETW_REALTIME_CONSUMER has 0x90 bytes in the file and 0x88 here
        70: type: ETW_REALTIME_CONSUMER.LoggerId is `ULONG` in the file and `USHORT` here
        72: moved: ETW_REALTIME_CONSUMER.Flags is at 0x5c in the file and at 0x5a here (+5)
        72: comment: ETW_REALTIME_CONSUMER.Flags: its comment says 0x5a, but its declaration gives 0x5c (+6)
        83: moved: ETW_REALTIME_CONSUMER.ReservedBufferSpaceBitMap is at 0x68 in the file and at 0x60 here (+4)
        83: comment: ETW_REALTIME_CONSUMER.ReservedBufferSpaceBitMap: its comment says 0x60, but its declaration gives 0x68 (+5)
        89: comment: ETW_REALTIME_CONSUMER: a comment says that it has 0x88 bytes, but its declaration gives 0x90
        109: assertion: ETW_REALTIME_CONSUMER: an assertion says that its size is 0x88, but its declaration gives 0x90
        121: assertion: ETW_REALTIME_CONSUMER.LoggerId: an assertion says that its size is 0x2, but its declaration gives 0x4
        122: assertion: ETW_REALTIME_CONSUMER.Flags: an assertion says that its offset is 0x5a, but its declaration gives 0x5c
        123: assertion: ETW_REALTIME_CONSUMER.ReservedBufferSpaceBitMap: an assertion says that its offset is 0x60, but its declaration gives 0x68 (+4)
    "#]].assert_eq(&shown(&judged(&wrong)));
}
