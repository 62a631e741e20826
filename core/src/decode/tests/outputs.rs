//! The API's answer and the plan; no bytes make either panic.

use expect_test::expect;
use proptest::prelude::*;

use crate::arch::Arch;
use crate::decode::fixtures::{self, everything, layout, types};
use crate::decode::memory::Memory;
use crate::decode::space::Space;
use crate::decode::{Options, decode, plan, read, table, wire};

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
        &reading.space,
        &Options::default(),
    );
    let answer = wire::to_wire(&decoded.unwrap(), &reading);
    expect![[r#"
        {
          "kind": "bytes",
          "structure": "TEST",
          "version": "6.2",
          "arch": "x86",
          "size": 12,
          "input": {
            "dialect": "windbg-db",
            "why": "1 row of an address and single bytes; a hyphen between bytes",
            "also": [],
            "places": "addresses",
            "bytes": 10,
            "base": "0x8056e340",
            "unreadable": 0,
            "regions": [
              {
                "base": "0x8056e340",
                "start": "0x8056e340",
                "bytes": 10,
                "unreadable": 0
              }
            ],
            "gaps": [],
            "notes": [],
            "annotations": [],
            "skipped_lines": [
              {
                "line": 2,
                "reason": "it does not begin with an address, unlike the rows",
                "text": "nothing"
              }
            ]
          },
          "findings": [],
          "instances": [
            {
              "region": 0,
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
                    "flink_inside": {
                      "region": 0,
                      "offset": 0
                    },
                    "blink": "0x8056e340",
                    "blink_class": "kernel",
                    "blink_inside": {
                      "region": 0,
                      "offset": 0
                    },
                    "list": {
                      "entries": 0,
                      "end": "closes"
                    }
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
                  "message": "`Links` points to itself: if this is a list head, the list is empty"
                },
                {
                  "rule": "bits-without-name",
                  "severity": "info",
                  "offset": 8,
                  "path": "Flags",
                  "message": "`Flags` has bits 0x1 set, which have no known bit field"
                },
                {
                  "rule": "too-few-bytes",
                  "severity": "error",
                  "offset": 10,
                  "path": null,
                  "message": "the structure has 0xc bytes, but the input has only 0xa of them: the rest, from 0x0a on, is unknown"
                }
              ]
            }
          ],
          "advice": null
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
    let short = fixtures::layout(Arch::X86, 3, &["0x00 UCHAR A;", "0x01 UCHAR B [2];"]);
    let plan = plan::leaves(&short, &types).unwrap();
    let mut read = Vec::new();
    plan.read(&[1, 2, 3, 4, 5, 6, 7], |_, value| read.push(value));
    assert_eq!(read, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_table_has_a_line_a_structure_and_a_column_a_number() {
    let members = [
        "0x00 LIST_ENTRY Links;",
        "0x08 USHORT Id;",
        "0x0a UCHAR B [2];",
    ];
    let layout = layout(Arch::X86, 12, &members);
    let mut bytes: Vec<Option<u8>> = (0..24).map(Some).collect();
    bytes[13] = None;
    let mut memory = Memory::default();
    memory.extend(&bytes).unwrap();
    let memory = memory.with_base(Some(0x8000_1000));
    let space = Space::from(memory);
    let options = Options {
        count: 2,
        ..Options::default()
    };
    let table = table::table(&layout, &types(Arch::X86), &space, &options).unwrap();
    expect![[r#"
        offset,address,Links.Flink,Links.Blink,Id,B[0],B[1]
        0x0,0x80001000,0x3020100,0x7060504,0x908,0xa,0xb
        0xc,0x8000100c,,0x13121110,0x1514,0x16,0x17
    "#]]
    .assert_eq(&table.to_csv().replace('\r', ""));
}

#[test]
fn a_table_of_one_has_as_many_elements_as_there_are_bytes() {
    let members = ["0x00 ULONG Count;", "0x04 ULONG Each [ANYSIZE_ARRAY];"];
    let layout = layout(Arch::X86, 8, &members);
    let space = Space::from(Memory::new((0..16).collect()).unwrap());
    let csv = |count| {
        let options = Options {
            count,
            ..Options::default()
        };
        let table = table::table(&layout, &types(Arch::X86), &space, &options);
        table.unwrap().to_csv().replace('\r', "")
    };
    expect![[r#"
        offset,address,Count,Each[0],Each[1],Each[2]
        0x0,,0x3020100,0x7060504,0xb0a0908,0xf0e0d0c
    "#]]
    .assert_eq(&csv(1));
    expect![[r#"
        offset,address,Count,Each[0]
        0x0,,0x3020100,0x7060504
        0x8,,0xb0a0908,0xf0e0d0c
    "#]]
    .assert_eq(&csv(2));
}

#[test]
fn bytes_do_not_pass_the_end_of_the_address_space() {
    let space = Space::from(Memory::new(vec![0; 12]).unwrap());
    let at = |arch, base| {
        let layout = layout(arch, 12, &["0x00 ULONG A;"]);
        let options = Options {
            base: Some(base),
            ..Options::default()
        };
        decode(&layout, &types(arch), &space, &options).map(|_| ())
    };
    assert_eq!(at(Arch::X64, u64::MAX - 11), Ok(()));
    assert!(at(Arch::X64, u64::MAX - 10).is_err());
    assert_eq!(at(Arch::X86, 0xffff_ffff_8056_e340), Ok(()));
    assert!(at(Arch::X86, 0xffff_fff5).is_err());
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
        let reading = read::Reading { space: memory.into(), ..read::raw(Vec::new()).unwrap() };
        let options = Options { at, base, count, ..Options::default() };
        if let Ok(decoded) = decode(&layout, &types(Arch::X64), &reading.space, &options) {
            let answer = wire::to_wire(&decoded, &reading);
            prop_assert!(serde_json::to_string(&answer).is_ok());
            prop_assert!(!decoded.to_string().is_empty());
            let instance = &decoded.instances[0];
            let mut items: Vec<_> = instance.members.iter().collect();
            let mut visited = 0;
            while let Some(item) = items.pop() {
                visited += 1;
                assert_eq!(instance.raw(item).len(), 2 * item.size.index());
                items.extend(item.value.children());
            }
            prop_assert!(visited > 80);
        }
    }

    #[test]
    fn no_links_make_it_panic(
        words in prop::collection::vec(0..0x80_u64, 0x29..0x80),
        split in 1..0x29_usize,
        address in prop::option::of(0..0x500_u64),
        from in prop::sample::select(vec!["Links", "Table[1].ListHead[2].Blink", "Ctrs[3]", "Map.Buffer"]),
        count in 1..3_u32,
    ) {
        // Every word is an address in or near one of two regions.
        let bytes: Vec<u8> = words.iter().flat_map(|word| (0x1000 + 5 * word).to_le_bytes()).collect();
        let (head, tail) = bytes.split_at(8 * split);
        let region = |bytes: &[u8], base| Memory::new(bytes.to_vec()).unwrap().with_base(Some(base));
        let space = Space::new(vec![region(head, 0x1000), region(tail, 0x1000 + head.len() as u64)]);
        let reading = read::Reading { space, ..read::raw(Vec::new()).unwrap() };
        let options = Options {
            address: address.map(|at| 0x1000 + at),
            from: Some(from.parse().unwrap()),
            count,
            ..Options::default()
        };
        if let Ok(decoded) = decode(&everything(), &types(Arch::X64), &reading.space, &options) {
            prop_assert!(serde_json::to_string(&wire::to_wire(&decoded, &reading)).is_ok());
            prop_assert!(!decoded.to_string().is_empty());
            let place = reading.space.regions()[decoded.region].base().unwrap();
            let address = decoded.instances[0].address();
            prop_assert_eq!(address, place.checked_add_signed(decoded.instances[0].offset));
        }
    }
}
