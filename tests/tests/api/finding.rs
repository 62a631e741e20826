//! Tests of finding things over HTTP: by free text, by offset, by the name of a nested type.

use axum::http::{StatusCode, header};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::{api, get, list, plain};

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

#[track_caller]
fn check(path: &str, expected: &Expect) {
    let answer = get(path).data();
    let lines: String = list(&answer["items"]).iter().map(line).collect();
    expected.assert_eq(&lines);
}

#[track_caller]
fn refused(path: &str, expected: &Expect) {
    expected.assert_eq(&get(path).problem());
}

#[test]
fn a_search_answers_where_and_at_which_points() {
    check(
        "/search?q=ETW_REALTIME_CONSUMER%2B0x5a",
        &expect![[r#"
            member Flags, structure ETW_REALTIME_CONSUMER, row flags, point 11-24H2/x64; 0x5a 6.2 to 11-24H2 x64
            member ShutDownRequested, structure ETW_REALTIME_CONSUMER, row shut-down-requested, point 11-24H2/x64; 0x5a 6.2 to 11-24H2 x64
            member NewBuffersLost, structure ETW_REALTIME_CONSUMER, row new-buffers-lost-6-1, point 11-24H2/x64; 0x5a 6.2 to 11-24H2 x64
            member Disconnected, structure ETW_REALTIME_CONSUMER, row disconnected, point 11-24H2/x64; 0x5a 6.2 to 11-24H2 x64
            member Notified, structure ETW_REALTIME_CONSUMER, row notified, point 11-24H2/x64; 0x5a 6.2 to 11-24H2 x64
            member Wow, structure ETW_REALTIME_CONSUMER, row wow, point 11-24H2/x64; 0x5a 6.2 to 11-24H2 x64
            member EmptyBuffersCount, structure ETW_REALTIME_CONSUMER, row empty-buffers-count, point 6.0/x64; 0x58 6.0 to 6.0 x64
            member LoggerId, structure ETW_REALTIME_CONSUMER, row logger-id-6-2, point 6.1/x64; 0x58 6.1 to 6.1 x64
        "#]],
    );
    check(
        "/search?q=size+0x88&limit=3",
        &expect![[r#"
            structure ETW_REALTIME_CONSUMER, structure ETW_REALTIME_CONSUMER, point 6.2/x64; 0x0 6.1 to 6.2 x64
            type _CM_RM, point 11-24H2/x64; 0x0 6.0 to 11-24H2 x64
            type _DEVICE_OBJECT_POWER_EXTENSION, point 6.0/x64; 0x0 6.0 to 6.0 x64
        "#]],
    );
    check(
        "/search?q=realtime+consumr&limit=1",
        &expect![[r#"
            structure ETW_REALTIME_CONSUMER, structure ETW_REALTIME_CONSUMER, point 11-24H2/x64
        "#]],
    );
    check(
        "/search?q=RTL_BITMAP&limit=2",
        &expect![[r#"
            type _RTL_BITMAP
            member ReservedBufferSpaceBitMap, structure ETW_REALTIME_CONSUMER, row reserved-buffer-space-bit-map, point 11-24H2/x64; 0x38 6.1 to 6.1 x86; 0x34 6.2 to 20H2 x86; 0x34 21H2 to 22H2 x86; 0x60 6.1 to 11-24H2 x64
        "#]],
    );
    check(
        "/search?q=1607&limit=1",
        &expect![[r#"
        version 1607
    "#]],
    );
    check("/search?q=qqqqqqqqqq", &expect![[""]]);
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

/// All items of a list, page by page.
fn pages(path: &str, size: usize) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = get(&format!("{path}&limit={size}{cursor}")).data();
        let items = list(&page["items"]);
        assert!((1..=size).contains(&items.len()), "{page:#}");
        all.extend(items.iter().cloned());
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => {
                assert_eq!(page["total"], all.len());
                return all;
            }
        }
    }
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
        assert_eq!(&pages(path, 2), list(&all["items"]), "{path}");
    }
    let behind = get("/search?q=LoggerId&cursor=999999999").data();
    assert_eq!(
        (&behind["items"], &behind["next"]),
        (&json!([]), &Value::Null)
    );
    refused(
        "/lookup?offset=0&arch=x64&cursor=a",
        &expect![[r#"
        400 `cursor` must be the `next` value of the previous page, unchanged
    "#]],
    );
}

#[test]
fn no_member_lies_beyond_four_gibibytes() {
    let far = get("/lookup?offset=0xffffffffffffffff&arch=x64").data();
    assert_eq!(far["total"], 0);
}

#[test]
fn a_search_that_cannot_be_understood_is_refused() {
    refused(
        "/search",
        &expect![[r#"
        400 `q` is missing: expected the text to search for
    "#]],
    );
    refused(
        "/search?q=a&limit=0",
        &expect![[r#"
        400 `limit` is a number from 1 to 100
    "#]],
    );
    refused(
        "/search?q=a&limit=101",
        &expect![[r#"
        400 `limit` is a number from 1 to 100
    "#]],
    );
    refused(
        "/search?q=a&query=b",
        &expect![[r#"
            400 there is no parameter `query`: this resource takes q, changed_in, limit, cursor
        "#]],
    );
    refused(
        "/search?q=a&q=b",
        &expect![[r#"
        400 `q` is given twice
    "#]],
    );
    let long = format!("/search?q={}", "a".repeat(201));
    refused(
        &long,
        &expect![[r#"
            400 `q` has more than 200 characters
        "#]],
    );
}

#[test]
fn a_lookup_gives_the_members_that_cover_an_offset() {
    check(
        "/lookup?offset=0x58&arch=x64&version=6.2",
        &expect![[r#"
            member LoggerId, structure ETW_REALTIME_CONSUMER, row logger-id-6-2, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member unknown CRITICAL_SECTION, structure ETW_UM_LOGGER_CONTEXT, row critical-section-6-1, point 6.2/x64; 0x58 6.1 to 10.0 x64
            member List, structure _ALPC_COMPLETION_LIST, row List, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member ReferenceCount, structure _ARBITER_INSTANCE, row ReferenceCount, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member Result, structure _ARBITER_LIST_ENTRY, row Result, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member AccessReasons, structure _AUX_ACCESS_DATA, row AccessReasons, point 6.2/x64; 0x58 6.1 to 11-24H2 x64
            member NewChildKCB, structure _CM_KCB_UOW, row NewChildKCB, point 6.2/x64; 0x58 6.0 to 1511 x64
            member ThisVolatileKeyCell, structure _CM_KCB_UOW, row ThisVolatileKeyCell, point 6.2/x64; 0x58 6.0 to 1511 x64
            member CachedSecurity, structure _CM_KEY_CONTROL_BLOCK, row CachedSecurity, point 6.2/x64; 0x58 6.1 to 1511 x64
            member LogFileObject, structure _CM_RM, row LogFileObject, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member Dr2, structure _CONTEXT, row Dr2, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member u2, structure _CONTROL_AREA, row u2, point 6.2/x64; 0x58 6.0.6001.18000 to 11-24H2 x64
            member Notify, structure _DEVICE_NODE, row Notify, point 6.2/x64; 0x58 6.0 to 6.2 x64
            member DriverInit, structure _DRIVER_OBJECT, row DriverInit, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member MappedRegisterBase, structure _DUMP_INITIALIZATION_CONTEXT, row MappedRegisterBase, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member Address, structure _ERESOURCE, row Address, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member CreatorBackTraceIndex, structure _ERESOURCE, row CreatorBackTraceIndex, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member ExtendedData, structure _EVENT_RECORD, row ExtendedData, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member AcquireFileForNtCreateSection, structure _FAST_IO_DISPATCH, row AcquireFileForNtCreateSection, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member FileName, structure _FILE_OBJECT, row FileName, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member Oplock, structure _FSRTL_ADVANCED_FCB_HEADER, row Oplock, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member ReservedForRemote, structure _FSRTL_ADVANCED_FCB_HEADER, row ReservedForRemote, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member PreReleaseForModifiedPageWriter, structure _FS_FILTER_CALLBACKS, row PreReleaseForModifiedPageWriter, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member Future, structure _GENERAL_LOOKASIDE, row Future, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member Future, structure _GENERAL_LOOKASIDE_POOL, row Future, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member SegmentAllocatorBackTraceIndex, structure _HEAP, row SegmentAllocatorBackTraceIndex, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member AllocationIndicesActive, structure _HEAP_COUNTERS, row AllocationIndicesActive, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member SegmentAllocatorBackTraceIndex, structure _HEAP_SEGMENT, row SegmentAllocatorBackTraceIndex, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member BaseBlockAlloc, structure _HHIVE, row BaseBlockAlloc, point 6.2/x64; 0x58 6.2 to 6.2 x64
            member FinishedEvent, structure _HIVE_LIST_ENTRY, row FinishedEvent, point 6.2/x64; 0x58 6.1 to 6.3 x64
            member SizeOfHeapReserve, structure _IMAGE_OPTIONAL_HEADER64, row SizeOfHeapReserve, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member Overlay, structure _IRP, row Overlay, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member Vector, structure _KINTERRUPT, row Vector, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member KernelStack, structure _KTHREAD, row KernelStack, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member TreeTx, structure _KTRANSACTION, row TreeTx, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member R10, structure _KTRAP_FRAME, row R10, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member ExceptionFrame, structure _KUMS_CONTEXT_HEADER, row ExceptionFrame, point 6.2/x64; 0x58 6.1 to 22H2 x64
            member BaseDllName, structure _LDR_DATA_TABLE_ENTRY, row BaseDllName, point 6.2/x64; 0x58 5.2 to 11-24H2 x64
            member LargestLsnForCurrentLWScan, structure _LOG_HANDLE_CONTEXT, row LargestLsnForCurrentLWScan, point 6.2/x64; 0x58 6.2 to 6.2 x64
            member ClientThread, structure _LPCP_PORT_OBJECT, row ClientThread, point 6.2/x64; 0x58 5.2 to 11-23H2 x64
            member FreeUmsTebHint, structure _MI_USER_VA_INFO, row FreeUmsTebHint, point 6.2/x64; 0x58 6.2 to 6.2 x64
            member IoStatus, structure _MMINPAGE_SUPPORT, row IoStatus, point 6.2/x64; 0x58 6.2 to 6.2 x64
            member IssueTime, structure _MMMOD_WRITER_MDL_ENTRY, row IssueTime, point 6.2/x64; 0x58 6.0 to 6.3 x64
            member PageFileName, structure _MMPAGING_FILE, row PageFileName, point 6.2/x64; 0x58 6.2 to 6.2 x64
            member ActualWslePages, structure _MMSUPPORT, row ActualWslePages, point 6.2/x64; 0x58 6.1 to 6.2 x64
            member LastContiguousPte, structure _MMVAD, row LastContiguousPte, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member NonPagedBytes, structure _MM_DRIVER_VERIFIER_DATA, row NonPagedBytes, point 6.2/x64; 0x58 5.2 to 22H2 x64
            member AllocatedPagedPool, structure _MM_PAGED_POOL_INFO, row AllocatedPagedPool, point 6.2/x64; 0x58 6.2 to 6.2 x64
            member SessionPoolAllocationFailures, structure _MM_SESSION_SPACE, row SessionPoolAllocationFailures, point 6.2/x64; 0x58 6.2 to 1809 x64
            member WaitingIrps, structure _NONOPAQUE_OPLOCK, row WaitingIrps, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
        "#]],
    );
    check(
        "/lookup?offset=88&arch=x64&version=6.2&size=2",
        &expect![[r#"
            member LoggerId, structure ETW_REALTIME_CONSUMER, row logger-id-6-2, point 6.2/x64; 0x58 6.2 to 11-24H2 x64
            member SegmentAllocatorBackTraceIndex, structure _HEAP, row SegmentAllocatorBackTraceIndex, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
            member SegmentAllocatorBackTraceIndex, structure _HEAP_SEGMENT, row SegmentAllocatorBackTraceIndex, point 6.2/x64; 0x58 6.0 to 11-24H2 x64
        "#]],
    );
    check("/lookup?offset=0xfffffff&arch=x86", &expect![[""]]);
}

#[test]
fn a_lookup_that_cannot_be_understood_is_refused() {
    refused(
        "/lookup?arch=x64",
        &expect![[r#"
        400 `offset` is missing
    "#]],
    );
    refused(
        "/lookup?offset=0x58",
        &expect![[r#"
        400 `arch` is missing
    "#]],
    );
    refused(
        "/lookup?offset=58g&arch=x64",
        &expect![[r#"
        400 `offset` is an offset in bytes: hexadecimal such as 0x58, or decimal
    "#]],
    );
    refused(
        "/lookup?offset=0x58&arch=ia64",
        &expect![[r#"
            404 There is no architecture `ia64`: expected x86, x64 or arm64.
            reason: unknown
            suggestions: x86, x64
        "#]],
    );
    refused(
        "/lookup?offset=0x58&arch=x64&version=6.4",
        &expect![[r#"
            404 There is no version `6.4`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
            reason: unknown
            suggestions: 6.0, 6.1, 6.2, 6.3
        "#]],
    );
    refused(
        "/search?q=%ff",
        &expect![[r#"
        400 `q` is percent-encoded UTF-8
    "#]],
    );
}

/// An empty result, an unknown version and an unstated layout are three answers.
#[test]
fn a_lookup_where_nothing_is_stated_says_so() {
    refused(
        "/lookup?offset=0x58&arch=x64&version=5.0",
        &expect![[r#"
            404 5.0 had no x64 edition.
            reason: absent
            suggestions: 5.2, 6.0, 6.1, 6.2, 6.3
        "#]],
    );
    refused(
        "/lookup?offset=0x58&arch=x86&version=11-24H2",
        &expect![[r#"
            404 11-24H2 had no x86 edition.
            reason: absent
            suggestions: 22H2, 21H2, 20H2, 2004, 1909
        "#]],
    );
    refused(
        "/lookup?offset=0x58&arch=x64&version=10.0.19045.3803",
        &expect![[r#"
            404 Nothing is stated at 10.0.19045.3803/x64: no source covers it.
            reason: not stated
            suggestions: 10.0.19041.3570, 10.0.19041.3448, 10.0.19041.3324, 10.0.19041.2965, 10.0.19041.2846
        "#]],
    );
    refused(
        "/lookup?offset=0x58&arch=arm64",
        &expect![[r#"
        404 No layout is stated for arm64; offsets of 33 members are known, as a list of kernels has them.
        reason: not stated
    "#]],
    );
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
    for path in [
        format!("/structures/_EPROCESS/layouts/{build}/x64"),
        format!("/structures/_EPROCESS/diff?from=22H2/x64&to={build}/x64"),
    ] {
        let problem = missing(&path);
        assert_eq!(problem["reason"], "not stated", "{path}");
        let resolved = get(&format!("/resolve?q={build}")).data();
        assert_eq!(problem["resolved"], resolved, "{path}");
        assert_eq!(resolved["releases"], json!(["22H2"]));
    }
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
    refused(
        "/types/RTL_BITMP",
        &expect![[r#"
            404 There is no structure `RTL_BITMP`.
            reason: unknown
            suggestions: _RTL_BITMAP, _RTL_BITMAP_EX
        "#]],
    );
    refused(
        "/types/nothing-at-all",
        &expect![[r#"
            404 There is no structure `nothing-at-all`.
            reason: unknown
        "#]],
    );
    refused(
        "/types/RTL_BITMAP?arch=x64",
        &expect![[r#"
        400 there is no parameter `arch`: this resource takes none
    "#]],
    );
    let headers = [("accept", "text/html")];
    let answer = api().get("/types/RTL_BITMAP", &headers);
    assert_eq!(answer.status, StatusCode::NOT_ACCEPTABLE);
}
