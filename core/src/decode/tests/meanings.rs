//! Meanings beyond a value's own bytes, and findings about them.

use expect_test::{Expect, expect};

use crate::arch::Arch;
use crate::catalogue::DataFileType;
use crate::constants::Constants;
use crate::decode::fixtures::{layout, types};
use crate::decode::{Options, decode, read};
use crate::layout::{Slot, ValueMeaning};
use crate::raw::{RawConstantList, RawConstantSet, RawConstants, RawFile, RawGuidList};
use crate::sample;
use crate::types::{MemberConstants, TypeKind};

fn constants() -> Constants {
    let set = |id: &str, kind: &str| RawConstantSet {
        id: id.to_owned(),
        kind: kind.to_owned(),
        summary: String::new(),
    };
    let list = |set: &str, values: &[&str]| RawConstantList {
        set: set.to_owned(),
        source: "hand".to_owned(),
        since: None,
        values: values.iter().map(|value| (*value).to_owned()).collect(),
    };
    let guid = "SystemTraceControlGuid = {9e814aad-3204-11d2-9a82-006008a86939}";
    let content = RawConstants {
        set: vec![set("mode", "flags"), set("clock", "values")],
        constants: vec![
            list(
                "mode",
                &["NONE = 0", "REAL_TIME = 0x100", "PRIVATE = 0x800"],
            ),
            list("clock", &["QPC = 1", "SYSTEM = 2"]),
        ],
        guids: vec![RawGuidList {
            source: "hand".to_owned(),
            values: vec![guid.to_owned()],
        }],
    };
    let file = RawFile {
        file: "constants.toml".to_owned(),
        content,
    };
    let mut errors = Vec::new();
    let constants = Constants::read(&[file], &mut errors);
    assert_eq!(errors, []);
    constants
}

/// Returns a handmade nested type with one member that has named values.
fn header() -> DataFileType {
    let members = ["0x00 ULONG Other;", "0x04 ULONG Clock;"];
    DataFileType {
        source: "hand".to_owned(),
        summary: String::new(),
        classes: vec![sample::class(TypeKind::Struct, (8, 4), &members)],
        constants: vec![MemberConstants {
            member: "Clock".into(),
            set: "clock".parse().unwrap(),
            source: "hand".to_owned(),
        }],
    }
}

#[test]
fn numbers_in_nested_types_have_names() {
    let lines = ["0x00 HEADER Header;", "0x08 HEADER Headers[2];"];
    let text = "0200000001000000 0100000009000000 0000000002000000";
    check(
        Arch::X86,
        0x18,
        &lines,
        text,
        &expect![[r#"
        TEST 6.2/x86 size 0x18
        at 0x00
          +0x000 Header                   02000000 (the type does not fit into its space)
          +0x008 Headers                  01000000 (the type does not fit into its space)
    "#]],
    );
}

/// Checks what a text decodes to as a structure of these lines, each optionally followed by `<- ` and its meaning.
fn check(arch: Arch, size: u32, lines: &[&str], text: &str, expected: &Expect) {
    let parts: Vec<(&str, Option<&str>)> = lines
        .iter()
        .map(|line| {
            line.split_once(" <- ")
                .map_or((*line, None), |(line, meaning)| (line, Some(meaning)))
        })
        .collect();
    let plain: Vec<&str> = parts.iter().map(|(line, _)| *line).collect();
    let mut layout = layout(arch, size, &plain);
    for (slot, (_, meaning)) in layout.slots.iter_mut().zip(&parts) {
        if let (Slot::Member(member), Some(meaning)) = (slot, meaning) {
            let meaning = match meaning.split_once(" by ").or(meaning.split_once(" of ")) {
                Some(("counted", row)) => ValueMeaning::CountedBy(row.parse().unwrap()),
                Some((_, row)) => ValueMeaning::PagesOf(row.parse().unwrap()),
                None => ValueMeaning::Constants(meaning.parse().unwrap()),
            };
            member.meaning = Some(Box::new(meaning));
        }
    }
    let mut types = types(arch);
    types.set_constants(constants());
    types
        .add_from_data_file("HEADER".parse().unwrap(), header())
        .unwrap();
    let reading = read::read(text).unwrap();
    let decoded = decode(&layout, &types, &reading.space, &Options::default());
    expected.assert_eq(&decoded.unwrap().to_string());
}

#[test]
fn numbers_have_names() {
    let lines = [
        "0x00 ULONG Mode; <- mode",
        "0x04 ULONG NoMode; <- mode",
        "0x08 ULONG Clock; <- clock",
        "0x0c ULONG NoClock; <- clock",
        "0x10 GUID Known;",
        "0x20 HANDLE Handle;",
        "0x24 ULONG BufferSize;",
        "0x28 ULONG Pages; <- pages of buffersize",
        "0x2c ULONG Fewer; <- pages of buffersize",
    ];
    let text = "04080000000000000200000007000000ad4a819e0432d2119a82006008a86939\
                f1010080013000000040000000300000";
    check(
        Arch::X86,
        0x30,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x86 size 0x30
            at 0x00
              +0x000 Mode                     0x804 (2052: PRIVATE, unknown bits 0x4)
              +0x004 NoMode                   0 (NONE)
              +0x008 Clock                    SYSTEM (2)
              +0x00c NoClock                  7 (not a known value)
              +0x010 Known                    {9e814aad-3204-11d2-9a82-006008a86939} (SystemTraceControlGuid)
              +0x020 Handle                   0x800001f1 (kernel handle, tag bits 1)
              +0x024 BufferSize               0x3001 (12289)
              +0x028 Pages                    0x4000 (16384)
              +0x02c Fewer                    0x3000 (12288)
            info: bits-without-name at 0x00: `Mode` has bits 0x4 set, which have no known flag
            info: enum-value-unknown at 0x0c: `NoClock` is 7 (0x7), not a known value
            warning: size-mismatch at 0x2c: `Fewer` is 0x3000, but BufferSize, 0x3001, rounded up to whole pages is 0x4000
        "#]],
    );
}

#[test]
fn times_are_possibilities() {
    let lines = [
        "0x00 LARGE_INTEGER StartTime;",
        "0x08 LARGE_INTEGER FlushTimer;",
    ];
    let text = "000c4a0f ae22d501 ffffffff ffffffff";
    check(
        Arch::X64,
        0x10,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x64 size 0x10
            at 0x00
              +0x000 StartTime                0x1d522ae0f4a0c00 (132049895053462528: as a time: 2019-06-14T12:38:25.3462528Z)
              +0x008 FlushTimer               0xffffffffffffffff (-1)
        "#]],
    );
}

#[test]
fn strings_have_texts_where_the_paste_has_them() {
    let lines = [
        "0x00 UNICODE_STRING Here;",
        "0x10 UNICODE_STRING Elsewhere;",
        "0x20 UNICODE_STRING Nowhere;",
        "0x30 UNICODE_STRING Cut;",
        "0x40 UNICODE_STRING Odd;",
    ];
    let text = "\
fffff803`00001000  06 00 08 00 00 00 00 00-60 10 00 00 03 f8 ff ff
fffff803`00001010  06 00 08 00 00 00 00 00-60 20 00 00 03 f8 ff ff
fffff803`00001020  06 00 08 00 00 00 00 00-00 00 00 00 00 00 00 00
fffff803`00001030  08 00 08 00 00 00 00 00-6a 10 00 00 03 f8 ff ff
fffff803`00001040  02 00 08 00 00 00 00 00-61 10 00 00 03 f8 ff ff
fffff803`00001050  00 00 00 00 00 00 00 00-00 00 00 00 00 00 00 00
fffff803`00001060  4e 00 54 00 22 00 00 00-00 00 4b 00 ?? 00 00 d8";
    check(
        Arch::X64,
        0x50,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x64 size 0x50
            at 0x00 = 0xfffff80300001000
              +0x000 Here                     length 0x6 of 0x8 at 0xfffff80300001060 kernel -> 0x60 “NT"”
              +0x010 Elsewhere                length 0x6 of 0x8 at 0xfffff80300002060 kernel
              +0x020 Nowhere                  length 0x6 of 0x8 at 0x0 null
              +0x030 Cut                      length 0x8 of 0x8 at 0xfffff8030000106a kernel -> 0x6a “K���” (2 of it unknown)
              +0x040 Odd                      length 0x2 of 0x8 at 0xfffff80300001061 kernel -> 0x61 “吀”
            warning: text-without-buffer at 0x20: `Nowhere` has Length 0x6, but its Buffer is null
            warning: pointer-misaligned at 0x48: `Odd.Buffer` is 0xfffff80300001061, but its target is aligned to 2
            info: trailing-bytes at 0x50: 0x1f bytes after the structure not decoded
        "#]],
    );
}

#[test]
fn lists_are_followed_and_neighbours_asked() {
    let lines = [
        "0x00 LIST_ENTRY Head;",
        "0x10 LIST_ENTRY First;",
        "0x20 LIST_ENTRY Second;",
        "0x30 LIST_ENTRY Away;",
        "0x40 LIST_ENTRY Odd;",
    ];
    let text = "\
fffff803`00001000  10 10 00 00 03 f8 ff ff-20 10 00 00 03 f8 ff ff
fffff803`00001010  20 10 00 00 03 f8 ff ff-00 10 00 00 03 f8 ff ff
fffff803`00001020  00 10 00 00 03 f8 ff ff-00 10 00 00 03 f8 ff ff
fffff803`00001030  20 10 00 00 03 f8 ff ff-00 90 00 00 03 f8 ff ff
fffff803`00001040  14 10 00 00 03 f8 ff ff-00 00 00 00 00 00 00 00";
    check(
        Arch::X64,
        0x50,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x64 size 0x50
            at 0x00 = 0xfffff80300001000
              +0x000 Head                     flink 0xfffff80300001010 kernel -> 0x10, blink 0xfffff80300001020 kernel -> 0x20 (2 other entries in the input; the list closes)
              +0x010 First                    flink 0xfffff80300001020 kernel -> 0x20, blink 0xfffff80300001000 kernel -> 0x00 (2 other entries in the input; the list closes)
              +0x020 Second                   flink 0xfffff80300001000 kernel -> 0x00, blink 0xfffff80300001000 kernel -> 0x00 (2 other entries in the input; the list closes)
              +0x030 Away                     flink 0xfffff80300001020 kernel -> 0x20, blink 0xfffff80300009000 kernel (3 other entries in the input; the links form a loop without this entry)
              +0x040 Odd                      flink 0xfffff80300001014 kernel -> 0x14, blink 0x0 null (1 other entry in the input; the next entry is not in the input)
            warning: list-links-disagree at 0x10: `First.Flink` points to the entry at 0xfffff80300001020, whose Blink is 0xfffff80300001000 and does not point back to 0xfffff80300001010
            warning: list-links-disagree at 0x28: `Second.Blink` points to the entry at 0xfffff80300001000, whose Flink is 0xfffff80300001010 and does not point back to 0xfffff80300001020
            warning: list-links-disagree at 0x30: `Away.Flink` points to the entry at 0xfffff80300001020, whose Blink is 0xfffff80300001000 and does not point back to 0xfffff80300001030
            warning: pointer-misaligned at 0x40: `Odd.Flink` is 0xfffff80300001014, but its target is aligned to 8
            warning: list-links-disagree at 0x40: `Odd.Flink` points to the entry at 0xfffff80300001014, whose Blink is 0x1000fffff803 and does not point back to 0xfffff80300001040
        "#]],
    );
}

#[test]
fn bitmaps_are_counted() {
    let lines = ["0x00 RTL_BITMAP Map;", "0x08 RTL_BITMAP Far;"];
    let text = "\
80001000  1e 00 00 00 10 10 00 80 20 00 00 00 00 90 00 80
80001010  81 ff 03 ??";
    check(
        Arch::X86,
        0x10,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x86 size 0x10
            at 0x00 = 0x80001000
              +0x000 Map                      RTL_BITMAP 12 of 30 bits set: 0, 7, 8, 9, 10, 11, 12, 13 …, 6 unknown
                +0x000 SizeOfBitMap             0x1e (30)
                +0x004 Buffer                   0x80001010 kernel -> 0x10
              +0x008 Far                      RTL_BITMAP
                +0x008 SizeOfBitMap             0x20 (32)
                +0x00c Buffer                   0x80009000 kernel
            info: trailing-bytes at 0x10: 3 bytes after the structure not decoded
        "#]],
    );
}

#[test]
fn an_array_at_the_end_has_as_many_elements_as_a_member_counts() {
    let lines = [
        "0x00 ULONG NumberOfProcessors;",
        "0x04 VOID *ProcessorBuffers [ANYSIZE_ARRAY]; <- counted by numberofprocessors",
    ];
    let text = "02000000 a0b0c080 a0b0c090 4e004500 54000000";
    check(
        Arch::X86,
        8,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 NumberOfProcessors       2
              +0x004 ProcessorBuffers         2 elements
                +0x004 [0]                      0x80c0b0a0 kernel
                +0x008 [1]                      0x90c0b0a0 kernel
            info: trailing-bytes at 0x08: 8 bytes after the structure not decoded: 1 more structure fits: set the number to 2
        "#]],
    );
    let more = text.replacen("02", "09", 1);
    check(
        Arch::X86,
        8,
        &lines,
        &more,
        &expect![[r#"
        TEST 6.2/x86 size 0x08
        at 0x00
          +0x000 NumberOfProcessors       9
          +0x004 ProcessorBuffers         4 elements
            +0x004 [0]                      0x80c0b0a0 kernel
            +0x008 [1]                      0x90c0b0a0 kernel
            +0x00c [2]                      0x45004e user
            +0x010 [3]                      0x54 user
        warning: size-mismatch at 0x00: `NumberOfProcessors` counts 9 elements of `ProcessorBuffers`, but the input has only 4
    "#]],
    );
    let none = text.replacen("02", "00", 1);
    check(
        Arch::X86,
        8,
        &lines,
        &none,
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 NumberOfProcessors       0
              +0x004 ProcessorBuffers         0 elements
            info: trailing-bytes at 0x08: 0xc bytes after the structure not decoded: 1 more structure fits: set the number to 2
        "#]],
    );
}

#[test]
fn names_of_windows_say_what_counts_an_array_of_one() {
    let sid = [
        "0x00 UCHAR Revision;",
        "0x01 UCHAR SubAuthorityCount;",
        "0x02 UCHAR IdentifierAuthority [6];",
        "0x08 ULONG SubAuthority [1];",
    ];
    let text = "0102000000000005 20000000 20020000 ffffffff";
    check(
        Arch::X64,
        12,
        &sid,
        text,
        &expect![[r#"
        TEST 6.2/x64 size 0x0c
        at 0x00
          +0x000 Revision                 1
          +0x001 SubAuthorityCount        2
          +0x002 IdentifierAuthority      000000000005
          +0x008 SubAuthority             2 elements
            +0x008 [0]                      0x20 (32)
            +0x00c [1]                      0x220 (544)
        info: trailing-bytes at 0x0c: 4 bytes after the structure not decoded
    "#]],
    );
    let memory = [
        "0x00 ULONG NumberOfRuns;",
        "0x04 ULONG NumberOfPages;",
        "0x08 ULONG Run [1];",
    ];
    check(
        Arch::X64,
        12,
        &memory,
        &"03000000".repeat(7),
        &expect![[r#"
        TEST 6.2/x64 size 0x0c
        at 0x00
          +0x000 NumberOfRuns             3
          +0x004 NumberOfPages            3
          +0x008 Run                      3 elements
            +0x008 [0]                      3
            +0x00c [1]                      3
            +0x010 [2]                      3
        info: trailing-bytes at 0x0c: 8 bytes after the structure not decoded
    "#]],
    );
    let fixed = ["0x00 ULONG Count;", "0x04 USHORT Ids [2];"];
    check(
        Arch::X64,
        8,
        &fixed,
        &"03000000".repeat(4),
        &expect![[r#"
            TEST 6.2/x64 size 0x08
            at 0x00
              +0x000 Count                    3
              +0x004 Ids                      2 elements
                +0x004 [0]                      3
                +0x006 [1]                      0
            info: trailing-bytes at 0x08: 8 bytes after the structure not decoded: 1 more structure fits: set the number to 2
        "#]],
    );
}

#[test]
fn a_count_that_is_not_known_counts_nothing() {
    let lines = ["0x00 ULONG Count;", "0x04 ULONG Ids [1];"];
    check(
        Arch::X64,
        8,
        &lines,
        "?? 00 00 00 01 00 00 00 02 00 00 00",
        &expect![[r#"
            TEST 6.2/x64 size 0x08
            at 0x00
              +0x000 Count                    partial ??000000
              +0x004 Ids                      1 element
                +0x004 [0]                      1
            warning: unreadable-bytes at 0x00: 1 byte unknown, the first at 0x00: marked ?? or missing in the dump, or two of its lines disagree
            info: trailing-bytes at 0x08: 4 bytes after the structure not decoded
        "#]],
    );
    let lines = ["0x00 ULONG Count;", "0x04 ULONG Ids [ANYSIZE_ARRAY];"];
    let text = "00000000  ff ff ff ff 01 00 00 00 02 00 00 00 ?? ?? ?? ??\n00000010  07 00 00 00";
    check(
        Arch::X64,
        8,
        &lines,
        text,
        &expect![[r#"
            TEST 6.2/x64 size 0x08
            at 0x00
              +0x000 Count                    0xffffffff (4294967295)
              +0x004 Ids                      2 elements
                +0x004 [0]                      1
                +0x008 [1]                      2
            warning: size-mismatch at 0x00: `Count` counts 4294967295 elements of `Ids`, but the input has only 2
            info: trailing-bytes at 0x08: 4 bytes after the structure not decoded
        "#]],
    );
}
