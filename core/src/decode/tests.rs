//! Values, findings and refusals, from layouts made by hand.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::fixtures::{everything, layout, types};
use super::limits::{ELEMENTS_LIMIT, FINDINGS_LIMIT};
use super::memory::Memory;
use super::{Options, decode, plan, read, wire};
use crate::arch::Arch;
use crate::layout::Layout;

/// What a text decodes to.
fn check(layout: &Layout, text: &str, options: Options, expected: &Expect) {
    let reading = read::read(text).unwrap();
    let decoded = decode(layout, &types(layout.arch()), &reading.memory, &options);
    let text = decoded.map_or_else(
        |error| format!("error: {error}\n"),
        |decoded| decoded.to_string(),
    );
    expected.assert_eq(&text);
}

fn small() -> Layout {
    let lines = [
        "0x00 LIST_ENTRY Links;",
        "0x10 ULONG Id;",
        "0x14 BOOLEAN Wow;",
        "0x15 padding 3",
    ];
    layout(Arch::X64, 0x18, &lines)
}

#[test]
fn scalars_and_lists() {
    check(
        &small(),
        "fffff803`451e0c80  80 0c 1e 45 03 f8 ff ff-80 0c 1e 45 03 f8 ff ff\nfffff803`451e0c90  2a 00 00 00 02 00 00 01",
        Options::default(),
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x00 = 0xfffff803451e0c80
              +0x000 Links                    flink 0xfffff803451e0c80 kernel, blink 0xfffff803451e0c80 kernel
              +0x010 Id                       0x2a (42)
              +0x014 Wow                      true (0x2)
            info: list-empty at 0x00: `Links` points to itself: as the head of a list, the list is empty
            warning: boolean-above-one at 0x14: `Wow` is 0x2, but a BOOLEAN is 0 or 1
            warning: padding-not-zero at 0x15: the padding of 3 bytes at 0x15 is not zero at 0x17: nothing is kept there, so that this may be the layout of another version
        "#]],
    );
}

#[test]
fn what_is_missing_is_unknown() {
    check(
        &small(),
        "00000000`00001002  ?? ?? 00 00 00 00 00 00 01 00 00 00 00 00 80 00\n00000000`00001012  2a",
        Options::default(),
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x00 = 0x1002
              +0x000 Links                    partial flink ?, blink 0x80000000000001 non-canonical
              +0x010 Id                       partial 2a??????
              +0x014 Wow                      unknown
            warning: unreadable-bytes at 0x00: 2 bytes unknown, the first at 0x00: the dump shows ?? there or leaves them out
            warning: address-misaligned at 0x00: the address 0x1002 is no multiple of 8, as the structure needs: it may begin elsewhere
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x80000000000001, which is not canonical: no pointer looks so on x64 or arm64
            error: too-few-bytes at 0x11: the structure has 0x18 bytes, but only 0x11 of them are there: what lies from 0x11 on is unknown
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
    };
    check(
        &small(),
        &text,
        options,
        &expect![[r#"
            TEST 6.2/x64 size 0x18
            at 0x04 = 0x8004
              +0x000 Links                    flink 0x0 null, blink 0x0 null
              +0x010 Id                       0x0 (0)
              +0x014 Wow                      false (0x0)
            warning: address-misaligned at 0x00: the address 0x8004 is no multiple of 8, as the structure needs: it may begin elsewhere
            at 0x1c = 0x801c
              +0x000 Links                    flink 0x0 null, blink 0x0 null
              +0x010 Id                       0x0 (0)
              +0x014 Wow                      false (0x0)
            warning: address-misaligned at 0x00: the address 0x801c is no multiple of 8, as the structure needs: it may begin elsewhere
            info: trailing-bytes at 0x18: 0x18 bytes behind the structure not decoded: room for 1 more, which a higher count decodes
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
        Options::default(),
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 Count                    0x2 (2)
              +0x004 Ctrs                     2 elements
                +0x004 [0]                      0x80c0b0a0 kernel
                +0x008 [1]                      0x90c0b0a0 kernel
            info: trailing-bytes at 0x08: 2 bytes behind the structure not decoded
        "#]],
    );
    check(
        &layout,
        text,
        Options {
            count: 2,
            ..Options::default()
        },
        &expect![[r#"
            TEST 6.2/x86 size 0x08
            at 0x00
              +0x000 Count                    0x2 (2)
              +0x004 Ctrs                     1 element
                +0x004 [0]                      0x80c0b0a0 kernel
            at 0x08
              +0x000 Count                    0x90c0b0a0 (2428547232)
              +0x004 Ctrs                     partial 1 element
                +0x004 [0]                      partial 0011????
            error: too-few-bytes at 0x06: the structure has 0x8 bytes, but only 0x6 of them are there: what lies from 0x06 on is unknown
        "#]],
    );
}

#[test]
fn every_kind() {
    let bytes: String = (0..0x148_u32)
        .map(|at| format!("{:02x}", at * 7 % 251))
        .collect();
    check(
        &everything(),
        &bytes,
        Options::default(),
        &expect![[r#"
            TEST 6.2/x64 size 0x148
            at 0x00
              +0x000 Links                    flink 0x312a231c150e0700 non-canonical, blink 0x69625b544d463f38 non-canonical
              +0x010 ProcessHandle            handle 0xa19a938c857e7770
              +0x018 ProcessObject            0xd9d2cbc4bdb6afa8 non-canonical
              +0x020 LoggerName               length 0xe7e0 of 0xf5ee at 0x4e474039322b241d non-canonical
              +0x030 InstanceGuid             {6a635c55-7871-867f-8d94-9ba2a9b0b7be}
              +0x040 StartTime                0xf6efe8e1dad3ccc5 (-653047364208833339)
              +0x048 LoggerId                 0x17100902 (386926850)
              +0x04c Signed                   0x332c251e (858531102)
              +0x050 Wow                      true (0x3a)
              +0x051 Flags                    0x41 ShutDownRequest=1 NewBuffersLost=0
              +0x052 Letter                   'H' (0x48)
              +0x054 Source                   2 elements
                +0x054 [0]                      unknown (1801739606)
                +0x058 [1]                      unknown (-2021623438)
              +0x05c Wide                     '\u{958e}' (0x958e)
              +0x060 Lock                     union EX_PUSH_LOCK
                +0x060 Locked                   bit 0 width 1: 0x0
                +0x060 Waiting                  bit 1 width 1: 0x1
                +0x060 Ptr                      0xdbd4cdc6bfb8b1aa non-canonical
              +0x068 Table                    2 elements
                +0x068 [0]                      BUCKET
                  +0x068 ListHead                 4 elements
                    +0x068 [0]                      flink 0x18110a03f7f0e9e2 non-canonical, blink 0x5049423b342d261f non-canonical
                    +0x078 [1]                      flink 0x88817a736c655e57 non-canonical, blink 0xc0b9b2aba49d968f non-canonical
                    +0x088 [2]                      flink 0xf8f1eae3dcd5cec7 non-canonical, blink 0x352e272019120b04 non-canonical
                    +0x098 [3]                      flink 0x6d665f58514a433c non-canonical, blink 0xa59e979089827b74 non-canonical
                  +0x0a8 Lock                     union EX_PUSH_LOCK
                    +0x0a8 Locked                   bit 0 width 1: 0x0
                    +0x0a8 Waiting                  bit 1 width 1: 0x0
                    +0x0a8 Ptr                      0xddd6cfc8c1bab3ac non-canonical
                +0x0b0 [1]                      BUCKET
                  +0x0b0 ListHead                 4 elements
                    +0x0b0 [0]                      flink 0x1a130c05f9f2ebe4 non-canonical, blink 0x524b443d362f2821 non-canonical
                    +0x0c0 [1]                      flink 0x8a837c756e676059 non-canonical, blink 0xc2bbb4ada69f9891 non-canonical
                    +0x0d0 [2]                      flink 0xfaf3ece5ded7d0c9 non-canonical, blink 0x373029221b140d06 non-canonical
                    +0x0e0 [3]                      flink 0x6f68615a534c453e non-canonical, blink 0xa7a099928b847d76 non-canonical
                  +0x0f0 Lock                     union EX_PUSH_LOCK
                    +0x0f0 Locked                   bit 0 width 1: 0x0
                    +0x0f0 Waiting                  bit 1 width 1: 0x1
                    +0x0f0 Ptr                      0xdfd8d1cac3bcb5ae non-canonical
              +0x0f8 Deep                     SELF
                +0x0f8 Again                    SELF
                  +0x0f8 Again                    SELF
                    +0x0f8 Again                    SELF
                      +0x0f8 Again                    SELF
                        +0x0f8 Again                    SELF
                          +0x0f8 Again                    SELF
                            +0x0f8 Again                    SELF
                              +0x0f8 Again                    e6edf400 (nested too deeply to unfold)
                              +0x0f8 Value                    0xf4ede6 (16051686)
                            +0x0f8 Value                    0xf4ede6 (16051686)
                          +0x0f8 Value                    0xf4ede6 (16051686)
                        +0x0f8 Value                    0xf4ede6 (16051686)
                      +0x0f8 Value                    0xf4ede6 (16051686)
                    +0x0f8 Value                    0xf4ede6 (16051686)
                  +0x0f8 Value                    0xf4ede6 (16051686)
                +0x0f8 Value                    0xf4ede6 (16051686)
              +0x0fc (unknown1)               070e151c (what this type holds is not known here)
              +0x100 Opaque                   232a31383f464d545b626970777e858c939aa1a8afb6bdc4 (what this type holds is not known here)
              +0x118 Handle                   0x01f5eee7e0d9d2cb
              +0x120 Reserved                 080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3dae1
              +0x140 Ctrs                     1 element
                +0x140 [0]                      0x1e17100902f6efe8 (2168219376492670952)
            warning: non-canonical-pointer at 0x00: `Links.Flink` is 0x312a231c150e0700, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x08: `Links.Blink` is 0x69625b544d463f38, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x18: `ProcessObject` is 0xd9d2cbc4bdb6afa8, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x28: `LoggerName.Buffer` is 0x4e474039322b241d, which is not canonical: no pointer looks so on x64 or arm64
            warning: boolean-above-one at 0x50: `Wow` is 0x3a, but a BOOLEAN is 0 or 1
            info: bits-without-name at 0x51: `Flags` has bits 0x40 set, for which no bit field is known
            warning: padding-not-zero at 0x53: the padding of 1 byte at 0x53 is not zero at 0x53: nothing is kept there, so that this may be the layout of another version
            info: enum-value-unknown at 0x54: `Source[0]` is 1801739606 (0x6b645d56), which is none of the values known here: others may have been added
            info: enum-value-unknown at 0x58: `Source[1]` is -2021623438 (0x87807972), which is none of the values known here: others may have been added
            info: hole-not-zero at 0x5e: the hole of 2 bytes at 0x5e is not zero at 0x5e: something is kept there of which the sources say nothing
            info: non-canonical-pointer at 0x60: `Lock.Ptr` is 0xdbd4cdc6bfb8b1aa, which is not canonical: no pointer looks so on x64 or arm64 (other members share these bytes, so that they may be meant another way)
            warning: non-canonical-pointer at 0x68: `Table[0].ListHead[0].Flink` is 0x18110a03f7f0e9e2, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x70: `Table[0].ListHead[0].Blink` is 0x5049423b342d261f, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x78: `Table[0].ListHead[1].Flink` is 0x88817a736c655e57, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x80: `Table[0].ListHead[1].Blink` is 0xc0b9b2aba49d968f, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x88: `Table[0].ListHead[2].Flink` is 0xf8f1eae3dcd5cec7, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x90: `Table[0].ListHead[2].Blink` is 0x352e272019120b04, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0x98: `Table[0].ListHead[3].Flink` is 0x6d665f58514a433c, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xa0: `Table[0].ListHead[3].Blink` is 0xa59e979089827b74, which is not canonical: no pointer looks so on x64 or arm64
            info: non-canonical-pointer at 0xa8: `Table[0].Lock.Ptr` is 0xddd6cfc8c1bab3ac, which is not canonical: no pointer looks so on x64 or arm64 (other members share these bytes, so that they may be meant another way)
            warning: non-canonical-pointer at 0xb0: `Table[1].ListHead[0].Flink` is 0x1a130c05f9f2ebe4, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xb8: `Table[1].ListHead[0].Blink` is 0x524b443d362f2821, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xc0: `Table[1].ListHead[1].Flink` is 0x8a837c756e676059, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xc8: `Table[1].ListHead[1].Blink` is 0xc2bbb4ada69f9891, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xd0: `Table[1].ListHead[2].Flink` is 0xfaf3ece5ded7d0c9, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xd8: `Table[1].ListHead[2].Blink` is 0x373029221b140d06, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xe0: `Table[1].ListHead[3].Flink` is 0x6f68615a534c453e, which is not canonical: no pointer looks so on x64 or arm64
            warning: non-canonical-pointer at 0xe8: `Table[1].ListHead[3].Blink` is 0xa7a099928b847d76, which is not canonical: no pointer looks so on x64 or arm64
            info: non-canonical-pointer at 0xf0: `Table[1].Lock.Ptr` is 0xdfd8d1cac3bcb5ae, which is not canonical: no pointer looks so on x64 or arm64 (other members share these bytes, so that they may be meant another way)
        "#]],
    );
}

#[test]
fn refusals() {
    let text = "00 ".repeat(0x30);
    for (at, count, expected) in [
        (
            0x30,
            1,
            expect![[r#"
            error: there is nothing at offset 0x30: the bytes end at 0x30; choose an offset below that
        "#]],
        ),
        (
            u64::MAX,
            1,
            expect![[r#"
            error: there is nothing at offset 0xffffffffffffffff: the bytes end at 0x30; choose an offset below that
        "#]],
        ),
        (
            0,
            0,
            expect![[r#"
            error: a count of 0 decodes nothing: ask for at least 1
        "#]],
        ),
        (
            0,
            u32::MAX,
            expect![[r#"
            error: 4294967295 structures are too many: at most 65536 are decoded at once
        "#]],
        ),
        (
            1,
            3,
            expect![[r#"
            error: 3 structures of 0x18 bytes do not begin within the 0x2f bytes that there are from the offset on: ask for at most 2
        "#]],
        ),
    ] {
        check(
            &small(),
            &text,
            Options {
                at,
                count,
                base: None,
            },
            &expected,
        );
    }
}

#[test]
fn limits_hold() {
    let lines = ["0x00 UCHAR Many [65536];"];
    let many = layout(Arch::X64, 0x1_0000, &lines);
    let bytes = Memory::new(vec![0; 0x80_0000]).unwrap();
    let types = types(Arch::X64);
    let one = decode(&many, &types, &bytes, &Options::default()).unwrap();
    let shown = one.instances[0].members[0].value.children().len();
    assert_eq!(shown, ELEMENTS_LIMIT as usize);
    let options = Options {
        count: 128,
        ..Options::default()
    };
    let all = decode(&many, &types, &bytes, &options);
    assert!(all.is_ok(), "{all:?}");
    let huge = Memory::new(vec![0; 300 * 0x1_0000]).unwrap_err();
    assert!(huge.to_string().contains("0x1000000"));
    let bools = layout(Arch::X64, 4000, &["0x00 BOOLEAN Many [4000];"]);
    let bytes = Memory::new(vec![2; 4000]).unwrap();
    let noisy = decode(&bools, &types, &bytes, &Options::default()).unwrap();
    let findings = &noisy.instances[0].findings;
    assert_eq!(findings.len(), FINDINGS_LIMIT + 1);
    let options = Options {
        count: 3000,
        ..Options::default()
    };
    let bytes = Memory::new(vec![2; 12_000_000]).unwrap();
    let error = decode(&bools, &types, &bytes, &options).unwrap_err();
    expect!["3000 structures come to 12003000 values, and at most 1048576 are decoded at once: decode them in slices, with a lower count and a higher offset"].assert_eq(&error.to_string());
}

#[test]
fn the_answer_is_that_of_the_contract() {
    let lines = [
        "0x00 LIST_ENTRY Links;",
        "0x08 UCHAR Flags;",
        ":4 UCHAR Wow : 1;",
        "0x09 padding 3",
    ];
    let layout = layout(Arch::X86, 12, &lines);
    let reading = read::read("8056e340  40 e3 56 80 40 e3 56 80-11 00\nnothing").unwrap();
    let decoded = decode(
        &layout,
        &types(Arch::X86),
        &reading.memory,
        &Options::default(),
    );
    let answer = wire::to_wire(&decoded.unwrap(), &reading);
    expect![[r#"
        {
          "structure": "TEST",
          "version": "6.2",
          "arch": "x86",
          "size": 12,
          "input": {
            "dialect": "windbg-db",
            "why": "1 row of an address and bytes of two digits",
            "bytes": 10,
            "base": "0x8056e340",
            "unreadable": 0,
            "skipped_lines": [
              {
                "line": 2,
                "reason": "it does not begin with an address, as a row of `db` does (8056e340 or fffff803`451e0c86)",
                "text": "nothing"
              }
            ]
          },
          "instances": [
            {
              "offset": 0,
              "address": "0x8056e340",
              "members": [
                {
                  "row": "links",
                  "name": "Links",
                  "offset": 0,
                  "size": 8,
                  "raw": "40e3568040e35680",
                  "state": "known",
                  "value": {
                    "kind": "list-entry",
                    "flink": "0x8056e340",
                    "flink_class": "kernel",
                    "blink": "0x8056e340",
                    "blink_class": "kernel"
                  }
                },
                {
                  "row": "flags",
                  "name": "Flags",
                  "offset": 8,
                  "size": 1,
                  "raw": "11",
                  "state": "known",
                  "value": {
                    "kind": "bits",
                    "hex": "0x11",
                    "fields": [
                      {
                        "row": "wow",
                        "name": "Wow",
                        "bit": 4,
                        "width": 1,
                        "mask": "0x10",
                        "value": "0x1"
                      }
                    ],
                    "unnamed": "0x1"
                  }
                }
              ],
              "findings": [
                {
                  "rule": "list-empty",
                  "severity": "info",
                  "offset": 0,
                  "path": "Links",
                  "message": "`Links` points to itself: as the head of a list, the list is empty"
                },
                {
                  "rule": "bits-without-name",
                  "severity": "info",
                  "offset": 8,
                  "path": "Flags",
                  "message": "`Flags` has bits 0x1 set, for which no bit field is known"
                },
                {
                  "rule": "too-few-bytes",
                  "severity": "error",
                  "offset": 10,
                  "path": null,
                  "message": "the structure has 0xc bytes, but only 0xa of them are there: what lies from 0x0a on is unknown"
                }
              ]
            }
          ]
        }"#]].assert_eq(&serde_json::to_string_pretty(&answer).unwrap());
}

#[test]
fn plans_read_what_decoding_shows() {
    let layout = everything();
    let types = types(Arch::X64);
    let bytes: Vec<u8> = (0..0x148_u32 * 2).map(|at| (at * 7 % 251) as u8).collect();
    let plan = plan::leaves(&layout, &types).unwrap();
    let mut read = Vec::new();
    let count = plan.read(&bytes, |leaf, value| {
        read.push((leaf.offset, leaf.size, value));
    });
    assert_eq!((count, read.len()), (2, 2 * plan.leaves().len()));
    for (offset, size, value) in &read[..plan.leaves().len()] {
        let at = offset.index();
        let mut eight = [0; 8];
        eight[..size.index()].copy_from_slice(&bytes[at..at + size.index()]);
        let leaf = plan
            .leaves()
            .iter()
            .find(|leaf| leaf.offset == *offset && leaf.size == *size);
        if !matches!(leaf.unwrap().kind, plan::LeafKind::Bits(_)) {
            assert!(read.contains(&(*offset, *size, u64::from_le_bytes(eight))));
        }
        assert!(*value <= u64::from_le_bytes(eight));
    }
    let sum = read
        .iter()
        .fold(0, |sum, (_, _, value)| plan::fold(sum, *value));
    assert_eq!(plan.checksum(&bytes), sum);
    // Shorter than a load.
    let short = self::layout(Arch::X86, 3, &["0x00 UCHAR A;", "0x01 UCHAR B [2];"]);
    let plan = plan::leaves(&short, &types).unwrap();
    let mut read = Vec::new();
    plan.read(&[1, 2, 3, 4, 5, 6, 7], |_, value| read.push(value));
    assert_eq!(read, [1, 2, 3, 4, 5, 6]);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        bytes in prop::collection::vec(prop::option::weighted(0.9, any::<u8>()), 1..0x500),
        at in 0..0x300_u64,
        base in prop::option::of(any::<u64>()),
        count in 0..4_u32,
    ) {
        let mut memory = Memory::default();
        for byte in &bytes {
            memory.push(*byte).unwrap();
        }
        let layout = everything();
        let options = Options { at, base, count };
        if let Ok(decoded) = decode(&layout, &types(Arch::X64), &memory, &options) {
            let reading = read::Reading { memory, ..read::raw(Vec::new()).unwrap() };
            let answer = wire::to_wire(&decoded, &reading);
            prop_assert!(serde_json::to_string(&answer).is_ok());
            prop_assert!(!decoded.to_string().is_empty());
            let mut visited = 0;
            decoded.instances[0].visit(|_, item| {
                visited += 1;
                assert_eq!(decoded.instances[0].raw(item).len(), 2 * item.size.index());
            });
            prop_assert!(visited > 80);
        }
    }
}
