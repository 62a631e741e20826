//! Printed layouts and diffs.

use expect_test::expect;

use super::{diff, plain};
use crate::certainty::Certainty;
use crate::export::dt;
use crate::layout::{Bits, Layout, Slot};
use crate::sample::{self, consumer, layout};

fn specimen() -> Layout {
    let mut layout = layout(
        "ETW_X 6.1/x64 0x60
         0x00+0x10 links LIST_ENTRY Links;
         0x10 process unknown EPROCESS *
         0x18 flags UCHAR Flags;
           0x01 up Up
           0x0e kind Kind
         0x19 more UCHAR More;
         0x1a+2 hole
         0x1c names USHORT Names [4];
         0x28 buffers WMI_BUFFER_HEADER **Buffers;
         0x30+0x10 event unknown EVENT
         0x40 text PSTR Text;
         0x48+8 time LARGE_INTEGER Time;
         0x50 last ULONG *Last [ANYSIZE_ARRAY];",
    );
    for slot in &mut layout.slots {
        match slot {
            Slot::Member(member) if member.label() == "More" => member.bits = Bits::NotStated,
            Slot::Member(member) if member.label() == "Buffers" => {
                member.certainty = Certainty::Corrected;
                member.published = Some(crate::ByteOffset::new(0x24));
                member.errata = vec!["buffers-offset".into(), "buffers-name".into()];
            }
            Slot::Member(member) if member.label() == "Flags" => {
                if let Bits::Known(fields) = &mut member.bits {
                    fields[1].errata = vec!["kind-name".into()];
                }
            }
            Slot::Member(_) | Slot::Gap(_) => {}
        }
    }
    layout
}

#[test]
fn as_windbg_writes_it() {
    expect![[r#"
        struct _ETW_X, 12 elements, 0x60 bytes  // 6.1/x64
           +0x000 Links            : _LIST_ENTRY
           +0x010 Unknown_0x10     : Ptr64 _EPROCESS  // unknown EPROCESS *
           +0x018 Flags            : UChar
           +0x018 Up               : Pos 0, 1 Bit
           +0x018 Kind             : Pos 1, 3 Bits  // erratum kind-name
           +0x019 More             : UChar  // bits not stated
           // +0x01a hole, 2 bytes
           +0x01c Names            : [4] Uint2B
           // +0x024 padding, 4 bytes
           +0x028 Buffers          : Ptr64 Ptr64 _WMI_BUFFER_HEADER  // corrected; published at 0x24; errata buffers-offset, buffers-name
           +0x030 Unknown_0x30     : _EVENT  // unknown EVENT
           +0x040 Text             : Ptr64 Char
           +0x048 Time             : _LARGE_INTEGER
           +0x050 Last             : [1] Ptr64 Uint4B  // ANYSIZE_ARRAY: as many as were allocated
           // +0x058 hole, 8 bytes
    "#]].assert_eq(&dt(&specimen(), &sample::types(), 0));
    expect![[r#"
        struct _ETW_X, 12 elements, 0x60 bytes  // 6.1/x64
           +0x000 Links            : _LIST_ENTRY
              +0x000 Flink            : Ptr64 _LIST_ENTRY
              +0x008 Blink            : Ptr64 _LIST_ENTRY
           +0x010 Unknown_0x10     : Ptr64 _EPROCESS  // unknown EPROCESS *
           +0x018 Flags            : UChar
           +0x018 Up               : Pos 0, 1 Bit
           +0x018 Kind             : Pos 1, 3 Bits  // erratum kind-name
           +0x019 More             : UChar  // bits not stated
           // +0x01a hole, 2 bytes
           +0x01c Names            : [4] Uint2B
           // +0x024 padding, 4 bytes
           +0x028 Buffers          : Ptr64 Ptr64 _WMI_BUFFER_HEADER  // corrected; published at 0x24; errata buffers-offset, buffers-name
           +0x030 Unknown_0x30     : _EVENT  // unknown EVENT
           +0x040 Text             : Ptr64 Char
           +0x048 Time             : _LARGE_INTEGER
              +0x000 LowPart          : Uint4B
              +0x004 HighPart         : Int4B
              +0x000 QuadPart         : Int8B
           +0x050 Last             : [1] Ptr64 Uint4B  // ANYSIZE_ARRAY: as many as were allocated
           // +0x058 hole, 8 bytes
    "#]].assert_eq(&dt(&specimen(), &sample::types(), 2));
}

#[test]
fn one_line_a_slot() {
    expect![[r#"
        ETW_X 6.1/x64 0x60
        0x000    0x10    symbol-files LIST_ENTRY Links
        0x010    0x8     symbol-files unknown EPROCESS *
        0x018    0x1     symbol-files UCHAR Flags  !kind-name
        0x018:0  1 bit                UCHAR Up : 1
        0x018:1  3 bits               UCHAR Kind : 3
        0x019    0x1     symbol-files UCHAR More  (bits not stated)
        0x01a    0x2     -            hole
        0x01c    0x8     symbol-files USHORT Names [4]
        0x024    0x4     -            padding
        0x028    0x8     corrected    WMI_BUFFER_HEADER **Buffers  (published 0x024)  !buffers-offset  !buffers-name
        0x030    0x10    symbol-files unknown EVENT
        0x040    0x8     symbol-files PSTR Text
        0x048    0x8     symbol-files LARGE_INTEGER Time
        0x050    0x8     symbol-files ULONG *Last [ANYSIZE_ARRAY]
        0x058    0x8     -            padding
    "#]].assert_eq(&plain::layout(&specimen()));
}

#[test]
fn a_diff_for_the_terminal() {
    let (x86, x64) = (consumer::x86_6_1(), consumer::x64_6_1());
    expect![[r#"
        ETW_REALTIME_CONSUMER 6.1/x86 → 6.2/x86
        3 BOOLEANs became bits of Flags, bit Notified of Flags added, LoggerId retyped, the tail moved by −0x4; size 0x50 → 0x4c

        ~ 0x30              ULONG LoggerId → USHORT LoggerId  (size 0x04 → 0x02)
        : 0x34 → 0x32:0     BOOLEAN ShutDownRequested → ShutDownRequested : 1 in Flags
        : 0x35 → 0x32:1     BOOLEAN NewBuffersLost → NewBuffersLost : 1 in Flags
        : 0x36 → 0x32:2     BOOLEAN Disconnected → Disconnected : 1 in Flags
        + 0x32              UCHAR Flags
        + 0x32:3            Notified : 1 in Flags
        > 0x38 → 0x34       moved by −0x4: ReservedBufferSpaceBitMap, ReservedBufferSpace, ReservedBufferSpaceSize, UserPagesAllocated, UserPagesReused
    "#]].assert_eq(&diff::diff(&crate::diff::diff(&x86, &consumer::x86_6_2())));
    expect![[r#"
        ETW_REALTIME_CONSUMER 6.2/x86 → 6.1/x86
        3 bits of Flags became BOOLEANs, bit Notified of Flags removed, LoggerId retyped, the tail moved by +0x4; size 0x4c → 0x50

        ~ 0x30              USHORT LoggerId → ULONG LoggerId  (size 0x02 → 0x04)
        - 0x32              UCHAR Flags
        - 0x32:3            Notified : 1 in Flags
        : 0x32:0 → 0x34     ShutDownRequested : 1 in Flags → BOOLEAN ShutDownRequested
        : 0x32:1 → 0x35     NewBuffersLost : 1 in Flags → BOOLEAN NewBuffersLost
        : 0x32:2 → 0x36     Disconnected : 1 in Flags → BOOLEAN Disconnected
        > 0x34 → 0x38       moved by +0x4: ReservedBufferSpaceBitMap, ReservedBufferSpace, ReservedBufferSpaceSize, UserPagesAllocated, UserPagesReused
    "#]].assert_eq(&diff::diff(&crate::diff::diff(&consumer::x86_6_2(), &x86)));
    expect![[r#"
        ETW_REALTIME_CONSUMER 6.1/x86 → 6.1/x64
        Wow added, 14 members differ by the width of a pointer; size 0x50 → 0x88

        + 0x84              BOOLEAN Wow
        =                   the width of pointers explains 14 members, Links to UserPagesReused
    "#]]
    .assert_eq(&diff::diff(&crate::diff::diff(&x86, &x64)));
    expect![[r#"
        ETW_REALTIME_CONSUMER 6.1/x64 → 6.1/x64
        no difference; size 0x88 in both
    "#]]
    .assert_eq(&diff::diff(&crate::diff::diff(&x64, &x64)));
}
