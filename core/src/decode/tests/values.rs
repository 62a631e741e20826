//! Values and findings.

use expect_test::expect;

use super::{check, small};
use crate::arch::Arch;
use crate::decode::Options;
use crate::decode::fixtures::layout;
use crate::layout::Slot;

#[test]
fn scalars_and_lists() {
    check(
        &small(),
        "fffff803`451e0c80  80 0c 1e 45 03 f8 ff ff-80 0c 1e 45 03 f8 ff ff\nfffff803`451e0c90  2a 00 00 00 02 00 00 01",
        &Options::default(),
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x00 = 0xfffff803451e0c80
              +0x000 Links                    flink 0xfffff803451e0c80 kernel -> 0x00, blink 0xfffff803451e0c80 kernel -> 0x00 (empty: it points to itself)
              +0x010 Id                       0x2a (42)
              +0x014 Wow                      TRUE (0x2)
            info: list-empty at 0x00: `Links` points to itself: if this is a list head, the list is empty
            warning: boolean-above-one at 0x14: `Wow` is 0x2, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x17: padding has no data, so this may be the layout of another version
        "#]],
    );
}

#[test]
fn what_is_missing_is_unknown() {
    check(
        &small(),
        "00000000`00001002  ?? ?? 00 00 00 00 00 00 01 00 00 00 00 00 80 00\n00000000`00001012  2a",
        &Options::default(),
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x00
              +0x000 Links                    partial flink ?, blink 0x80000000000001 non-canonical
              +0x010 Id                       partial 2a??????
              +0x014 Wow                      unknown
            warning: unreadable-bytes at 0x00: 2 bytes unknown, the first at 0x00: marked ?? or missing in the dump, or two of its lines disagree
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x80000000000001, which is not canonical: not a valid pointer on x64 or arm64
            error: too-few-bytes at 0x11: the structure has 0x18 bytes, but the input has only 0x11 of them: the rest, from 0x11 on, is unknown
        "#]],
    );
}

#[test]
fn several_and_left_over() {
    let text = "00".repeat(0x18 * 2 + 0x1c);
    let options = Options {
        at: 4,
        base: Some(0x8000),
        count: 2,
        ..Default::default()
    };
    check(
        &small(),
        &text,
        &options,
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x04 = 0x8004
              +0x000 Links                    flink 0x0 null, blink 0x0 null
              +0x010 Id                       0
              +0x014 Wow                      FALSE
            warning: address-misaligned at 0x00: the address 0x8004 is not a multiple of 8, the alignment of the structure: the structure may begin elsewhere
            at 0x1c = 0x801c
              +0x000 Links                    flink 0x0 null, blink 0x0 null
              +0x010 Id                       0
              +0x014 Wow                      FALSE
            warning: address-misaligned at 0x00: the address 0x801c is not a multiple of 8, the alignment of the structure: the structure may begin elsewhere
            info: trailing-bytes at 0x18: 0x18 bytes after the structure not decoded: 1 more structure fits: set the number to 3
        "#]],
    );
}

/// Missing rows are neither bytes nor structures.
#[test]
fn what_lies_behind_a_gap_is_no_next_structure() {
    let row = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";
    let text = format!("00001000  {row}\n00001010  {row}\n00001100  {row}");
    check(
        &small(),
        &text,
        &Options::default(),
        &expect![[r#"
        TEST 6.2/x64 size 0x18
        at 0x00
          +0x000 Links                    flink 0x0 null, blink 0x0 null
          +0x010 Id                       0
          +0x014 Wow                      FALSE
        info: trailing-bytes at 0x18: 0x18 bytes after the structure not decoded
    "#]],
    );
}

/// The path of an unnamed member has the id of its row; the title does not.
#[test]
fn a_member_without_a_name_is_called_what_the_source_says_of_it() {
    let mut layout = layout(Arch::X64, 0x10, &["0x00 LIST_ENTRY Links;"]);
    for slot in &mut layout.slots {
        if let Slot::Member(member) = slot {
            member.name = None;
            member.declaration = "unknown LIST_ENTRY".to_owned();
        }
    }
    let text = "ffffffff ffffffff 00000000 00000080";
    check(
        &layout,
        text,
        &Options::default(),
        &expect![[r#"
        TEST 6.2/x64 size 0x10
        at 0x00
          +0x000 unknown LIST_ENTRY       flink 0xffffffffffffffff minus-one, blink 0x8000000000000000 non-canonical
        warning: non-canonical-pointer at 0x08: `unknown LIST_ENTRY.Blink` is 0x8000000000000000, which is not canonical: not a valid pointer on x64 or arm64
    "#]],
    );
}

#[test]
fn any_size_at_the_end() {
    let lines = [
        "0x00 ULONG volatile Count;",
        "0x04 HAL_PMC_COUNTERS *Ctrs [ANYSIZE_ARRAY];",
    ];
    let layout = layout(Arch::X86, 8, &lines);
    let text = "02000000 a0b0c080 a0b0c090 0011";
    check(
        &layout,
        text,
        &Options::default(),
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 Count                    2
              +0x004 Ctrs                     2 elements
                +0x004 [0]                      0x80c0b0a0 kernel
                +0x008 [1]                      0x90c0b0a0 kernel
            info: trailing-bytes at 0x08: 2 bytes after the structure not decoded
        "#]],
    );
    check(
        &layout,
        "02 00 00 00 a0 b0 c0 80 a0 b0 c0 90 ?? ?? ?? ?? ff ff ff ff",
        &Options::default(),
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 Count                    2
              +0x004 Ctrs                     2 elements
                +0x004 [0]                      0x80c0b0a0 kernel
                +0x008 [1]                      0x90c0b0a0 kernel
            info: trailing-bytes at 0x08: 4 bytes after the structure not decoded
        "#]],
    );
    check(
        &layout,
        text,
        &Options {
            count: 2,
            ..Options::default()
        },
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 Count                    2
              +0x004 Ctrs                     1 element
                +0x004 [0]                      0x80c0b0a0 kernel
            at 0x08
              +0x000 Count                    0x90c0b0a0 (2428547232)
              +0x004 Ctrs                     partial 1 element
                +0x004 [0]                      partial 0011????
            error: too-few-bytes at 0x06: the structure has 0x8 bytes, but the input has only 0x6 of them: the rest, from 0x06 on, is unknown
        "#]],
    );
}

#[test]
fn what_a_specialist_would_notice() {
    let lines = [
        "0x00 UNICODE_STRING Name;",
        "0x08 LIST_ENTRY Head;",
        "0x10 ULONG Flags;",
        ":0 ULONG Low : 4;",
        ":30 ULONG High : 2;",
        "0x14 KPROFILE_SOURCE Source;",
        "0x18 GUID Id;",
    ];
    let layout = layout(Arch::X86, 0x28, &lines);
    let options = Options {
        base: Some(0xffff_f803_0000_1000),
        ..Options::default()
    };
    let text = "0700 0600 00100080 08100000 00200080 1f????c0 ffffffff ????0000";
    check(
        &layout,
        text,
        &options,
        &expect![[r#"
            TEST 6.2/x86 size 0x28
            at 0x00 = 0xfffff80300001000
              +0x000 Name                     length 0x7 of 0x6 at 0x80001000 kernel
              +0x008 Head                     flink 0x1008 user, blink 0x80002000 kernel
              +0x010 Flags                    partial 0xc0????1f Low=f High=3
              +0x014 Source                   ProfileNone (0xffffffff)
              +0x018 Id                       partial ????0000????????????????????????
            warning: length-above-maximum at 0x00: `Name` has Length 0x7 above MaximumLength 0x6: the text would not fit its buffer
            warning: length-odd at 0x00: `Name` has Length 0x7, which is odd: UTF-16 characters have two bytes
            warning: address-too-wide at 0x00: the address 0xfffff80300001000 has more than 32 bits: these bytes are not from x86
            info: bits-without-name at 0x10: `Flags` has bits 0x10 set, which have no known bit field
            warning: unreadable-bytes at 0x11: 4 bytes unknown, the first at 0x11: marked ?? or missing in the dump, or two of its lines disagree
            error: too-few-bytes at 0x1c: the structure has 0x28 bytes, but the input has only 0x1c of them: the rest, from 0x1c on, is unknown
        "#]],
    );
    let options = Options {
        base: Some(0x1000),
        ..Options::default()
    };
    check(
        &layout,
        text,
        &options,
        &expect![[r#"
            TEST 6.2/x86 size 0x28
            at 0x00 = 0x1000
              +0x000 Name                     length 0x7 of 0x6 at 0x80001000 kernel
              +0x008 Head                     flink 0x1008 user -> 0x08, blink 0x80002000 kernel (empty: it points to itself)
              +0x010 Flags                    partial 0xc0????1f Low=f High=3
              +0x014 Source                   ProfileNone (0xffffffff)
              +0x018 Id                       partial ????0000????????????????????????
            warning: length-above-maximum at 0x00: `Name` has Length 0x7 above MaximumLength 0x6: the text would not fit its buffer
            warning: length-odd at 0x00: `Name` has Length 0x7, which is odd: UTF-16 characters have two bytes
            warning: list-links-disagree at 0x08: `Head` points to itself with only one link (Flink 0x1008, Blink 0x80002000): in an empty list, both links do
            info: bits-without-name at 0x10: `Flags` has bits 0x10 set, which have no known bit field
            warning: unreadable-bytes at 0x11: 4 bytes unknown, the first at 0x11: marked ?? or missing in the dump, or two of its lines disagree
            error: too-few-bytes at 0x1c: the structure has 0x28 bytes, but the input has only 0x1c of them: the rest, from 0x1c on, is unknown
        "#]],
    );
}
