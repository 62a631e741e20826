//! Tests of headers in the styles of people and tools, in words of our own.

use expect_test::{Expect, expect};
use strata_core::decode::listing::Listing;
use strata_core::{Arch, ByteSize};
use strata_server::stated::read;
use strata_tests::data::dataset;

use crate::{judged, shown};

#[track_caller]
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&shown(&judged(text)));
    // With other line ends.
    let dos = text.replace('\n', "\r\n");
    assert_eq!(shown(&judged(&dos)), shown(&judged(text)));
}

/// Names of unions that others leave out; a member that no symbol file has; an enumerator by another name; conditions
/// that another architecture decides otherwise.
#[test]
fn as_headers_of_drivers_are_written() {
    check(
        "typedef struct _PORT_MESSAGE {
    union { struct { CSHORT DataLength; CSHORT TotalLength; } s1; ULONG Length; } u1;
    union { struct { CSHORT Type; CSHORT DataInfoOffset; }; ULONG ZeroInit; };
    union { CLIENT_ID ClientId; double DoNotUseThisField; };
    ULONG MessageId;
    union { SIZE_T ClientViewSize; ULONG CallbackId; ULONG Invented; };
} PORT_MESSAGE;
#if (NTDDI_VERSION >= NTDDI_LONGHORN) || defined(_M_AMD64)
typedef enum _RTL_SCP_CFG_PAGE_TYPE { RtlScpCfgPageTypeNop, RtlScpCfgPageTypeDefault, RtlScpCfgPageTypeOtherwise } RTL_SCP_CFG_PAGE_TYPE;
#endif
/* 22H2/x64 */
typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink, *Blink; } LIST_ENTRY;
",
        &expect![[r#"
            nearest 5.2 on x64: not _PORT_MESSAGE (1), _RTL_SCP_CFG_PAGE_TYPE is not known there
            stated 22H2 on x64: _LIST_ENTRY
            6: extra: _PORT_MESSAGE.Invented is only in the file, at 0x20
            9: not-stated: _RTL_SCP_CFG_PAGE_TYPE is not stated at 5.2/x64
        "#]],
    );
}

/// Offsets after the members, types by their tags, the size above.
#[test]
fn as_vergilius_shows_them() {
    check(
        r"//0x28 bytes (sizeof)
struct _ETW_PMC_SUPPORT
{
    enum _KPROFILE_SOURCE Source[4];                                        //0x0
    volatile ULONG HookIdCount;                                             //0x10
    USHORT HookId[4];                                                       //0x14
    volatile ULONG CountersCount;                                           //0x1c
    struct _HAL_PMC_COUNTERS* ProcessorCtrs[1];                             //0x20
};

//0x10 bytes (sizeof)
struct _LIST_ENTRY
{
    struct _LIST_ENTRY* Flink;                                              //0x0
    struct _LIST_ENTRY* Blink;                                              //0x8
};
",
        &expect![[r#"
            found 6.2 to 1607 on x64: ETW_PMC_SUPPORT, _LIST_ENTRY
        "#]],
    );
    check(
        r"//0x8 bytes (sizeof)
union _LARGE_INTEGER
{
    struct
    {
        ULONG LowPart;                                                      //0x0
        LONG HighPart;                                                      //0x4
    };
    struct
    {
        ULONG LowPart;                                                      //0x0
        LONG HighPart;                                                      //0x4
    } u;                                                                    //0x0
    LONGLONG QuadPart;                                                      //0x0
};
",
        &expect![[r#"
            found 5.1 to 20H2, 21H2 to 22H2 on x86 and 5.2 to 11-24H2 on x64: _LARGE_INTEGER
        "#]],
    );
}

/// The comments of an excerpt tell its version.
#[test]
fn as_blogs_shorten_vergilius() {
    check(
        r"//0xa40 bytes (sizeof)
struct _EPROCESS
{
    struct _KPROCESS Pcb;                                                   //0x0
    struct _EX_PUSH_LOCK ProcessLock;                                       //0x438
    VOID* UniqueProcessId;                                                  //0x440
//(...)
    struct _RTL_AVL_TREE VadRoot;                                           //0x7d8
",
        &expect![[r#"
            nearest 2004 to 22H2 on x64: _EPROCESS
            8: unjudged: _EPROCESS is not judged from here on: its bracket is not closed
        "#]],
    );
}

/// Of points with as many differences, the nearest is one where the members are in their place.
#[test]
fn the_nearest_point_of_padding_and_a_member() {
    check(
        "#pragma pack(1)\nstruct _EPROCESS { UINT8 Reserved[0x440]; ULONG_PTR UniqueProcessId; };",
        &expect![[r#"
            nearest 2004 to 22H2 on x64: not _EPROCESS (228)
            2: size: _EPROCESS has 0x448 bytes in the file and 0xa40 here
            2: missing: _EPROCESS.ActiveProcessLinks is not in the file (+226)
        "#]],
    );
}

/// What cannot be judged counts alike at each point.
#[test]
fn the_nearest_point_of_a_part() {
    check(
        "struct _OBJECT_TYPE_INITIALIZER { USHORT Length; UCHAR ObjectTypeFlags; UCHAR ObjectTypeFlags2;
    ULONG Code; OB_DUMP_METHOD DumpProcedure; };",
        &expect![[r#"
            nearest 1607 on x86 and 1607 on x64: not _OBJECT_TYPE_INITIALIZER (1)
            2: name: _OBJECT_TYPE_INITIALIZER.ObjectTypeCode is called `Code` in the file
            2: unjudged: _OBJECT_TYPE_INITIALIZER is not judged from here on: `DumpProcedure`: the type `OB_DUMP_METHOD` is neither in the file nor known here
        "#]],
    );
}

/// A structure by the name of a `typedef`, or as a pointer of its size.
#[test]
fn as_drivers_name_structures() {
    check(
        "typedef struct _ETW_SILO_TRACING_BLOCK { EX_FAST_REF* ProcessorBuffers; ULONGLONG* EventsLoggedCount;
    LONGLONG* QpcDelta; UCHAR Reserved[40]; } ETW_SILO_TRACING_BLOCK;
struct _HANDLE_TABLE_ENTRY { LONGLONG LowValue; union { LONGLONG HighValue; PVOID LeafHandleValue; }; };",
        &expect![[r#"
            found 1809 to 11-24H2 on x64: _ETW_SILO_TRACING_BLOCK, _HANDLE_TABLE_ENTRY
        "#]],
    );
}

/// Types without tags, pointers by their names, no offsets; irrelevant members are omitted.
#[test]
fn as_phnt_writes_them() {
    check(
        r"#ifndef _NTETW_H
#define _NTETW_H

// private
typedef struct _ETW_REALTIME_CONSUMER
{
    LIST_ENTRY Links;
    HANDLE ProcessHandle;
    PEPROCESS ProcessObject;
    PVOID NextNotDelivered;
    PVOID RealtimeConnectContext;
    PKEVENT DisconnectEvent;
    PKEVENT DataAvailableEvent;
    PULONG UserBufferCount;
    PSINGLE_LIST_ENTRY UserBufferListHead;
    ULONG BuffersLost;
    ULONG EmptyBuffersCount;
    USHORT LoggerId;
    union
    {
        UCHAR Flags;
        struct
        {
            UCHAR ShutDownRequested : 1;
            UCHAR NewBuffersLost : 1;
            UCHAR Disconnected : 1;
            UCHAR Notified : 1;
            UCHAR Wow : 1;
            UCHAR Spare : 3;
        };
    };
    RTL_BITMAP ReservedBufferSpaceBitMap;
    PUCHAR ReservedBufferSpace;
    ULONG ReservedBufferSpaceSize;
    ULONG UserPagesAllocated;
    ULONG UserPagesReused;
} ETW_REALTIME_CONSUMER, *PETW_REALTIME_CONSUMER;

typedef struct _ETW_OTHER
{
    ULONG Unknown;
} ETW_OTHER, *PETW_OTHER;

#endif
",
        &expect![[r#"
            found 6.2 on x64: ETW_REALTIME_CONSUMER
            unknown: _ETW_OTHER
        "#]],
    );
    // Only the relevant members, the rest as bytes.
    check(
        r"typedef struct _ETW_REALTIME_CONSUMER
{
    UCHAR Reserved1[0x58];
    USHORT LoggerId;
    UCHAR Flags;
    UCHAR Reserved2[0x2d];
} ETW_REALTIME_CONSUMER;
C_ASSERT(FIELD_OFFSET(ETW_REALTIME_CONSUMER, LoggerId) == 0x58);
C_ASSERT(sizeof(ETW_REALTIME_CONSUMER) == 0x88);
",
        &expect![[r#"
            found 6.2 on x64: ETW_REALTIME_CONSUMER
        "#]],
    );
}

/// Offsets before the members, the size after, named padding.
#[test]
fn as_pdbex_writes_them() {
    check(
        r"typedef struct _ETW_PMC_SUPPORT
{
  /* 0x0000 */ enum _KPROFILE_SOURCE* Source;
  /* 0x0008 */ volatile unsigned long HookIdCount;
  /* 0x000c */ unsigned short HookId[4];
  /* 0x0014 */ volatile unsigned long CountersCount;
  /* 0x0018 */ struct _HAL_PMC_COUNTERS* ProcessorCtrs[1];
} ETW_PMC_SUPPORT, *PETW_PMC_SUPPORT; /* size: 0x0020 */

typedef struct _KMUTANT
{
  /* 0x0000 */ struct _DISPATCHER_HEADER Header;
  /* 0x0018 */ struct _LIST_ENTRY MutantListEntry;
  /* 0x0028 */ struct _KTHREAD* OwnerThread;
  union
  {
    /* 0x0030 */ unsigned char MutantFlags;
    struct /* bitfield */
    {
      /* 0x0030 */ unsigned char Abandoned : 1; /* bit position: 0 */
      /* 0x0030 */ unsigned char Spare1 : 7; /* bit position: 1 */
    }; /* bitfield */
    struct /* bitfield */
    {
      /* 0x0030 */ unsigned char Abandoned2 : 1; /* bit position: 0 */
      /* 0x0030 */ unsigned char AbEnabled : 1; /* bit position: 1 */
      /* 0x0030 */ unsigned char Spare2 : 6; /* bit position: 2 */
    }; /* bitfield */
  }; /* size: 0x0001 */
  /* 0x0031 */ unsigned char ApcDisable;
  /* 0x0032 */ char __PADDING__[6];
} KMUTANT, *PKMUTANT; /* size: 0x0038 */
",
        &expect![[r#"
            found 1903 to 11-24H2 on x64: ETW_PMC_SUPPORT, _KMUTANT
        "#]],
    );
}

/// Guessed types, invented names, gaps; and offsets before the lines.
#[test]
fn as_ida_shows_them() {
    check(
        r"/* 391 */
struct __declspec(align(8)) _ETW_REALTIME_CONSUMER
{
  LIST_ENTRY Links;
  void *ProcessHandle;
  _EPROCESS *ProcessObject;
  __int64 field_20;
  __int64 field_28;
  _KEVENT *DisconnectEvent;
  _QWORD DataAvailableEvent;
  unsigned int *UserBufferCount;
  _QWORD qword48;
  _DWORD BuffersLost;
  unsigned int EmptyBuffersCount;
  unsigned __int16 LoggerId;
  _BYTE Flags;
  _BYTE gap5B[5];
  _RTL_BITMAP ReservedBufferSpaceBitMap;
  unsigned __int8 *ReservedBufferSpace;
  unsigned int ReservedBufferSpaceSize;
  unsigned int UserPagesAllocated;
  unsigned int UserPagesReused;
};
",
        &expect![[r#"
            found 6.2 on x64: ETW_REALTIME_CONSUMER
        "#]],
    );
    check(
        r"00000000 struct _ETW_DATA_SOURCE // sizeof=0x20
00000000 {
00000000     _KEVENT *Event;
00000008     _EX_PUSH_LOCK Lock;
00000010     LIST_ENTRY NotificationQueue;
00000020 };
",
        &expect![[r#"
            found 6.3 to 2004 on x64: ETW_DATA_SOURCE
        "#]],
    );
}

/// Ghidra's built-in types, one member for each undefined byte.
#[test]
fn as_ghidra_writes_them() {
    check(
        r"typedef struct _ETW_PMC_SUPPORT _ETW_PMC_SUPPORT, *P_ETW_PMC_SUPPORT;

struct _ETW_PMC_SUPPORT { /* made by hand */
    undefined4 Source[4];
    uint HookIdCount;
    ushort HookId[4];
    undefined1 field3_0x1c;
    undefined field4_0x1d;
    byte field5_0x1e;
    byte field6_0x1f;
    pointer ProcessorCtrs;
};
",
        &expect![[r#"
            found 6.2 to 1607 on x86 and 6.2 to 1607 on x64: ETW_PMC_SUPPORT
        "#]],
    );
}

/// Decimal sizes after the members; holes only in comments.
#[test]
fn as_pahole_prints_them() {
    check(
        r"struct _ETW_PMC_SUPPORT {
	enum _KPROFILE_SOURCE *    Source;               /*     0     8 */
	volatile unsigned int      HookIdCount;          /*     8     4 */
	short unsigned int         HookId[4];            /*    12     8 */
	volatile unsigned int      CountersCount;        /*    20     4 */
	struct _HAL_PMC_COUNTERS * ProcessorCtrs[1];     /*    24     8 */

	/* size: 32, cachelines: 1, members: 5 */
	/* last cacheline: 32 bytes */
};
",
        &expect![[r#"
            found 1903 to 11-24H2 on x64: ETW_PMC_SUPPORT
        "#]],
    );
}

#[test]
fn values_of_enumerations() {
    let values = dataset()
        .catalogue()
        .find("ETW_BUFFER_STATE")
        .expect("it is known");
    let values = &values.classes().last().expect("it has values").values;
    let mut text = "typedef enum _ETW_BUFFER_STATE {\n".to_owned();
    for value in values {
        text += &format!("    {} = {},\n", value.name, value.value);
    }
    text += "} ETW_BUFFER_STATE;\n";
    check(
        &text,
        &expect![[r#"
            found 1607 to 20H2, 21H2 to 22H2 on x86 and 1607 to 11-24H2 on x64: _ETW_BUFFER_STATE
        "#]],
    );
    let first = format!("    {} = {},\n", values[0].name, values[0].value);
    let wrong = text.replace(
        &first,
        "    EtwBufferStateNone = 7,\n    EtwBufferStateOdd = ODD,\n",
    );
    check(
        &wrong,
        &expect![[r#"
            nearest 1607 to 20H2, 21H2 to 22H2 on x86 and 1607 to 11-24H2 on x64: not _ETW_BUFFER_STATE (3)
            1: value: _ETW_BUFFER_STATE: `EtwBufferStateFree` (0) is not in the file
            2: value: _ETW_BUFFER_STATE: `EtwBufferStateNone` is only in the file
            3: value: _ETW_BUFFER_STATE: `EtwBufferStateOdd` is only in the file
            3: unjudged: _ETW_BUFFER_STATE: the value of `EtwBufferStateOdd` is not judged, because it is not understood
        "#]],
    );
}

#[test]
fn listings_of_a_debugger() {
    check(
        "0: kd> dt nt!_ETW_PMC_SUPPORT\n   +0x000 Source           : Ptr64 _KPROFILE_SOURCE\n   +0x008 HookIdCount      : Uint4B\n   +0x00c HookId           : [4] Uint2B\n   +0x014 CountersCount    : Uint4B\n   +0x018 ProcessorCtrs    : [1] Ptr64 _HAL_PMC_COUNTERS\n0: kd> dt nt!_LIST_ENTRY\n   +0x000 Flink            : Ptr64 _LIST_ENTRY\n   +0x010 Blink            : Ptr64 _LIST_ENTRY\n",
        &expect![[r#"
            nearest 1903 to 11-24H2 on x64: ETW_PMC_SUPPORT, not _LIST_ENTRY (2)
            8: size: _LIST_ENTRY has 0x18 bytes in the file and 0x10 here
            9: moved: _LIST_ENTRY.Blink is at 0x10 in the file and at 0x08 here
        "#]],
    );
    check(
        "   +0x000 Source           : Ptr64 _KPROFILE_SOURCE\n   +0x008 HookIdCount      : Uint4B\n   +0x00c HookId           : [4] Uint2B\n   +0x014 CountersCount    : Uint4B\n   +0x018 ProcessorCtrs    : [1] Ptr64 _HAL_PMC_COUNTERS\n",
        &expect![[r#"
            found 1903 to 11-24H2 on x64: ETW_PMC_SUPPORT
        "#]],
    );
}

/// Of an excerpt, only what it lists is compared: what it leaves out is no difference.
#[test]
fn an_excerpt_agrees_in_what_it_lists() {
    let listed = |id: &str| {
        format!(
            "nt!_EPROCESS\n   +0x440 UniqueProcessId  : Ptr64 Void\n   +0x448 ActiveProcessLinks : _LIST_ENTRY\n   +{id} Token            : _EX_FAST_REF\n"
        )
    };
    let agreeing = judged(&listed("0x4b8"));
    assert!(agreeing.agrees());
    let held = agreeing.definitions().next().unwrap();
    let said = held.agrees_in_words().unwrap();
    assert!(
        said.starts_with("in the 3 members that it shows; it leaves out "),
        "{said}"
    );
    let wrong = judged(&listed("0x4c0"));
    let held = wrong.definitions().next().unwrap();
    assert_eq!((held.agrees, held.differing), (Some(false), 1));
}

/// A header that is judged in part says in how many members it agrees, and why not in the others.
#[test]
fn a_header_agrees_as_far_as_it_is_judged() {
    let text = "struct _LIST_ENTRY { struct _LIST_ENTRY *Flink; UNKNOWN_THING Blink; };";
    let judged = judged(text);
    let held = judged.definitions().next().unwrap();
    assert_eq!(held.agrees, Some(true));
    let said = held.agrees_in_words().unwrap();
    assert_eq!(
        said,
        "in 1 member; 1 not judged: line 1: `Blink`: the type `UNKNOWN_THING` is neither in the file nor known here"
    );
    assert!(!judged.agrees() && held.is_judged());
}

/// Headers end an enumeration with a value that only counts the others.
#[test]
fn a_last_value_that_counts_the_others_is_no_difference() {
    let of = |end: &str| {
        let known = dataset().catalogue().find("_KTHREAD_STATE").expect("known");
        let values = &known.classes().last().expect("it has values").values;
        let values = values
            .iter()
            .map(|it| format!("{} = {}, ", it.name, it.value));
        let values: String = values.collect();
        judged(&format!(
            "typedef enum _KTHREAD_STATE {{ {values}{end} }} KTHREAD_STATE;"
        ))
    };
    assert!(of("MaximumThreadState").agrees());
    assert!(!of("ThreadStateOdd").agrees());
    assert!(!of("MaximumThreadState = 77").agrees());
}

/// The first definition of a header, as Windows Vista would have it on x86.
fn listed_on_x86(text: &str) -> Listing {
    let declared = read(text, dataset()).expect("a header");
    let point = ("6.0".parse().expect("a version"), Arch::X86);
    let listing = declared.listing(&declared.definitions[0], dataset(), point);
    listing.expect("laid out")
}

/// A type that symbol files of earlier kernels define, and a pointer that only headers name.
#[test]
fn types_of_windows_that_a_kernel_does_not_define() {
    let text = "struct X { UCHAR A; IO_COUNTERS B; PACCESS_TOKEN C; };";
    let listing = listed_on_x86(text);
    let offsets: Vec<u32> = listing.members.iter().map(|it| it.offset.get()).collect();
    assert_eq!(offsets, [0, 8, 0x38]);
    assert_eq!(listing.size.map(ByteSize::get), Some(0x40));
}

/// `MaximumMode` is a value of `_MODE`, which headers do not repeat.
#[test]
fn values_of_enumerations_that_the_kernel_defines() {
    let text = "struct X { LIST_ENTRY A[MaximumMode]; UCHAR B[MaximumMode + 1]; };";
    assert_eq!(listed_on_x86(text).size.map(ByteSize::get), Some(0x14));
}
