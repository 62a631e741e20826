//! Pasted listings, compared with a layout.

use std::collections::HashSet;

use expect_test::{Expect, expect};

use super::{Comparison, compare};
use crate::Layout;
use crate::catalogue::Catalogue;
use crate::decode::listing::parse;
use crate::sample::{self, consumer};
use crate::stated::compare::Ours;
use crate::stated::{TypeContext, read};

fn check_compared(text: &str, layout: &Layout, expected: &Expect) {
    let listing = parse(text).unwrap();
    expected.assert_eq(&compare(&listing, layout, &sample::types()).to_string());
}

/// Compares the first definition of a header with a layout.
fn compared(text: &str, layout: &Layout, types: &Catalogue) -> Comparison {
    let declared = read(text).expect("it is a header");
    let context = TypeContext {
        types,
        pointees: &HashSet::new(),
        scope: layout.scope(),
    };
    let definition = declared
        .definitions
        .first()
        .expect("it defines a structure");
    let measured = declared.measured(definition, &layout.structure, context);
    let measured = measured.expect("it is there on every architecture");
    measured.compare(Ours::of(layout), types)
}

const CONSUMER: &str = "ntdll!_ETW_REALTIME_CONSUMER
   +0x000 Links            : _LIST_ENTRY
      +0x000 Flink            : Ptr64 _LIST_ENTRY
      +0x008 Blink            : Ptr64 _LIST_ENTRY
   +0x010 ProcessHandle    : Ptr64 Void
   +0x018 ProcessObject    : Ptr64 _EPROCESS
   +0x050 BuffersLost      : Uint4B
   +0x054 EmptyBuffersCount : Uint4B
   +0x058 LoggerId         : Uint2B
   +0x05a Flags            : UChar
   +0x05a ShutDownRequested : Pos 0, 1 Bit
   +0x05a NewBuffersLost   : Pos 1, 1 Bit
   +0x05a Disconnected     : Pos 2, 1 Bit
   +0x05a Notified         : Pos 3, 1 Bit
   +0x05a Wow              : Pos 4, 1 Bit
   +0x060 ReservedBufferSpaceBitMap : _RTL_BITMAP
   +0x070 ReservedBufferSpace : Ptr64 UChar
   +0x078 ReservedBufferSpaceSize : Uint4B
   +0x07c UserPagesAllocated : Uint4B
   +0x080 UserPagesReused  : Uint4B
";

#[test]
fn a_listing_of_the_same_layout_agrees() {
    check_compared(
        CONSUMER,
        &consumer::x64_6_2(),
        &expect![[r#"
        the listing agrees with ETW_REALTIME_CONSUMER 6.2/x64 in every member (17)
    "#]],
    );
    let other_case = CONSUMER
        .to_lowercase()
        .replace("ptr64", "Ptr64")
        .replace("uint", "Uint")
        .replace("uchar", "UChar")
        .replace("4b", "4B")
        .replace("2b", "2B")
        .replace("pos", "Pos")
        .replace("void", "Void");
    check_compared(
        &other_case,
        &consumer::x64_6_2(),
        &expect![[r#"
        the listing agrees with ETW_REALTIME_CONSUMER 6.2/x64 in every member (17)
    "#]],
    );
}

#[test]
fn differences_are_reported() {
    check_compared(
        CONSUMER,
        &consumer::x64_6_1(),
        &expect![[r#"
            the listing does not agree with ETW_REALTIME_CONSUMER 6.1/x64: 10 of 15 members agree, and the first difference is that `LoggerId` is `Uint2B` in the listing and `Uint4B` here
              line 9: `LoggerId` is `Uint2B` in the listing and `Uint4B` here
              line 11: `ShutDownRequested` is at 0x5a in the listing and at 0x5c here, is bit 0 width 1 in the listing and no bit field here
              line 12: `NewBuffersLost` is at 0x5a in the listing and at 0x5d here, is bit 1 width 1 in the listing and no bit field here
              line 13: `Disconnected` is at 0x5a in the listing and at 0x5e here, is bit 2 width 1 in the listing and no bit field here
              line 15: `Wow` is at 0x5a in the listing and at 0x84 here, is bit 4 width 1 in the listing and no bit field here
              line 10: `Flags` is only in the listing, at 0x5a
              line 14: `Notified` is only in the listing, at 0x5a
        "#]],
    );
    check_compared(
        CONSUMER,
        &consumer::x86_6_2(),
        &expect![[r#"
        the listing has pointers of 8 bytes, but 6.2/x86 has pointers of 4: choose the other architecture
          line 5: `ProcessHandle` is at 0x10 in the listing and at 0x08 here
          line 6: `ProcessObject` is at 0x18 in the listing and at 0x0c here
          line 7: `BuffersLost` is at 0x50 in the listing and at 0x28 here
          line 8: `EmptyBuffersCount` is at 0x54 in the listing and at 0x2c here
          line 9: `LoggerId` is at 0x58 in the listing and at 0x30 here
          line 10: `Flags` is at 0x5a in the listing and at 0x32 here
          line 11: `ShutDownRequested` is at 0x5a in the listing and at 0x32 here
          line 12: `NewBuffersLost` is at 0x5a in the listing and at 0x32 here
          line 13: `Disconnected` is at 0x5a in the listing and at 0x32 here
          line 14: `Notified` is at 0x5a in the listing and at 0x32 here
          line 16: `ReservedBufferSpaceBitMap` is at 0x60 in the listing and at 0x34 here
          line 17: `ReservedBufferSpace` is at 0x70 in the listing and at 0x3c here
          line 18: `ReservedBufferSpaceSize` is at 0x78 in the listing and at 0x40 here
          line 19: `UserPagesAllocated` is at 0x7c in the listing and at 0x44 here
          line 20: `UserPagesReused` is at 0x80 in the listing and at 0x48 here
          line 15: `Wow` is only in the listing, at 0x5a
          line 4: `Links.Blink` is at 0x08 in the listing and at 0x04 here
    "#]],
    );
    let changed = CONSUMER
        .replace(
            "+0x008 Blink            : Ptr64 _LIST_ENTRY",
            "+0x008 Blonk            : Ptr64 _LIST_ENTRY",
        )
        .replace("+0x080 UserPagesReused", "+0x084 UserPagesReused")
        .replace("+0x078 ReservedBufferSpaceSize", "+0x078 SpaceSize")
        .replace(
            "Notified         : Pos 3, 1 Bit",
            "Notified         : Pos 3, 2 Bits",
        )
        .replace("   +0x018 ProcessObject    : Ptr64 _EPROCESS\n", "")
        .replace("BuffersLost      : Uint4B", "BuffersLost      : Int4B")
        .replace("_ETW_REALTIME_CONSUMER", "_OTHER");
    check_compared(
        &changed,
        &consumer::x64_6_2(),
        &expect![[r#"
            the listing is of OTHER, not of ETW_REALTIME_CONSUMER; compared with it at 6.2/x64, the listing does not agree with ETW_REALTIME_CONSUMER 6.2/x64: 12 of 17 members agree, and the first difference is that `ProcessObject` is not in the listing
              `ProcessObject` is not in the listing
              line 6: `BuffersLost` is `Int4B` in the listing and `Uint4B` here
              line 13: `Notified` is bit 3 width 2 in the listing and bit 3 width 1 here
              line 17: `ReservedBufferSpaceSize` is called `SpaceSize` in the listing
              line 19: `UserPagesReused` is at 0x84 in the listing and at 0x80 here
              line 4: `Links.Blink` is called `Blonk` in the listing
        "#]],
    );
    check_compared(
        "dt nt!_ETW_REALTIME_CONSUMER\n   +0x000 Links : _LIST_ENTRY\n   ...\n   +0x058 LoggerId : Uint2B\n",
        &consumer::x64_6_2(),
        &expect![[r#"
            the listing agrees with ETW_REALTIME_CONSUMER 6.2/x64 in the 2 members that it shows; it leaves out 15
        "#]],
    );
}

#[test]
fn a_part_agrees_in_what_it_lists() {
    let part: String = CONSUMER.split_inclusive('\n').take(8).collect();
    check_compared(
        &part,
        &consumer::x64_6_2(),
        &expect![[r#"
            the listing agrees with ETW_REALTIME_CONSUMER 6.2/x64 in the 5 members that it shows; it leaves out 12
        "#]],
    );
    let wrong = part.replace("+0x050 BuffersLost", "+0x04c BuffersLost");
    check_compared(
        &wrong,
        &consumer::x64_6_2(),
        &expect![[r#"
            the listing does not agree with ETW_REALTIME_CONSUMER 6.2/x64: 4 of the 5 members that it shows agree, and the first difference is that `BuffersLost` is at 0x4c in the listing and at 0x50 here
              line 7: `BuffersLost` is at 0x4c in the listing and at 0x50 here
        "#]],
    );
}

#[test]
fn names_that_the_source_does_not_know_are_learned() {
    let layout = sample::layout(
        "ETW_X 6.1/x64 0x20
         0x00+0x10 links unknown LIST_ENTRY
         0x10 id ULONG Id;
         0x14 spare unknown UCHAR [4]
         0x18 last ULONGLONG Last;",
    );
    check_compared(
        "nt!_ETW_X\n   +0x000 ListEntry : _LIST_ENTRY\n   +0x010 Id : Uint4B\n   +0x010 View : [4] UChar\n   +0x014 <spare> : [4] UChar\n   +0x018 Last : Uint8B\n",
        &layout,
        &expect![[r#"
            the listing agrees with ETW_X 6.1/x64 in every member (4)
              line 2: `links` is called `ListEntry` in the listing; our source knows no name for it
              line 4: `View` is another view of the bytes at 0x10, which only the listing has
        "#]],
    );
}

/// A symbol file states all members, so that one more is wrong; so is another number of elements beside a value, before
/// the type of a function, another size of a nested type, and what `dt -r` unfolds under a pointer.
#[test]
fn what_a_debugger_prints_is_judged_to_its_end() {
    let layout = sample::layout(
        "ETW_X 6.1/x64 0x40
         0x00 next LIST_ENTRY *Next;
         0x08+0x10 links LIST_ENTRY Links;
         0x18 text UCHAR Text [16];
         0x28 functions VOID *Functions [2];
         0x38 id ULONG Id;",
    );
    let right = "struct _ETW_X, 5 elements, 0x40 bytes
   +0x000 Next : Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes
      +0x000 Flink : Ptr64 _LIST_ENTRY
      +0x008 Blink : Ptr64 _LIST_ENTRY
   +0x008 Links : struct _LIST_ENTRY, 2 elements, 0x10 bytes
   +0x018 Text : [16]  \"System\"
   +0x028 Functions : [2] Ptr64     long
   +0x038 Id : Uint4B
";
    let types = sample::types();
    let compared = |text: &str| compare(&parse(text).unwrap(), &layout, &types);
    assert!(compared(right).agrees(), "{}", compared(right));
    for (from, to, differing) in [
        ("+0x038 Id", "+0x030 Other : Uint4B\n   +0x038 Id", "Other"),
        ("[16]", "[15]", "Text"),
        ("[2]", "[3]", "Functions"),
        (
            "Links : struct _LIST_ENTRY, 2 elements, 0x10",
            "Links : struct _LIST_ENTRY, 2 elements, 0x18",
            "Links",
        ),
        (
            "to struct _LIST_ENTRY, 2 elements, 0x10",
            "to struct _LIST_ENTRY, 3 elements, 0x10",
            "Next",
        ),
        ("+0x008 Blink", "+0x00c Blink", "Next.Blink"),
    ] {
        let wrong = compared(&right.replacen(from, to, 1));
        let paths: Vec<String> = wrong.differing().map(|it| it.path.to_string()).collect();
        assert_eq!(paths, [differing], "{to}: {wrong}");
    }
    let counted = compared(&right.replace("5 elements", "6 elements"));
    assert_eq!((counted.elements, counted.count()), (Some((6, 5)), 1));
    let part = right.replace("      +0x008 Blink : Ptr64 _LIST_ENTRY\n", "");
    assert!(compared(&part).agrees(), "{}", compared(&part));
    // Without a size, the alignment at the end is not known.
    let unsized_ = right.replace("struct _ETW_X, 5 elements, 0x40 bytes", "nt!_ETW_X");
    assert!(compared(&unsized_).agrees());
}

/// A name such as `u1` may be left out, and bytes under the name of a placeholder stand for other members; a member
/// that symbols do not have is reported.
#[test]
fn symbols_have_all_members() {
    let types = sample::types();
    let layout = sample::layout(
        "ETW_X 6.1/x64 0x10
         0x00 length ULONG Length;
         0x04 id ULONG Id;
         0x08 more ULONG More;
         0x0c reserved ULONG Reserved;",
    );
    for (text, differing) in [
        ("union { ULONG Length; } u; ULONG Id, More, Reserved;", ""),
        ("ULONG Length, Id, Reserved[2];", ""),
        (
            "ULONG Length; union { ULONG Id; ULONG Other; }; ULONG More, Reserved;",
            "Other",
        ),
        ("ULONG Length, Id, Reserved, More;", "More Reserved"),
    ] {
        let comparison = compared(&format!("struct ETW_X {{ {text} }};"), &layout, &types);
        let paths: Vec<String> = comparison
            .differing()
            .map(|it| it.path.to_string())
            .collect();
        assert_eq!(paths.join(" "), differing, "{text}: {comparison}");
    }
}

/// `TEB.Padding7` is alignment for the compiler, which a header of `TEB` does not declare.
#[test]
fn padding_that_symbols_name_may_be_left_to_the_compiler() {
    let types = sample::types();
    for (name, agrees) in [("Padding0", true), ("Count", false)] {
        let layout = sample::layout(&format!(
            "ETW_X 6.1/x64 0x10
             0x00 id ULONG Id;
             0x04 between UCHAR {name} [4];
             0x08 last ULONGLONG Last;"
        ));
        let comparison = compared(
            "struct ETW_X { ULONG Id; ULONGLONG Last; };",
            &layout,
            &types,
        );
        assert_eq!(comparison.agrees(), agrees, "{comparison}");
    }
}
