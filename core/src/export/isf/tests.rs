//! Symbol files of cases that only synthetic layouts have.

use expect_test::{Expect, expect};
use serde_json::Value;

use super::super::format::{Format, Options};
use super::super::tests::unit;

fn check(layout: &str, types: &str, expected: &Expect) {
    let unit = unit(layout, types, 8, Format::Isf);
    let text = Format::Isf.write(&unit, Options::default());
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["metadata"]["producer"]["name"], "Strata");
    let (_, behind) = text.split_once("\"user_types\": ").unwrap();
    expected.assert_eq(behind);
}

#[test]
fn members_of_unions_lie_side_by_side() {
    check(
        "X 6.1/x64 0x10\n 0x00+0x08 head HEAD Head;\n 0x08 a BOOLEAN Gone;",
        "union HEAD 8/8
         0x00 UCHAR Type;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x00 LONGLONG Lock;
         0x00:31 LONG Low : 1;",
        &expect![[r#"
            {
                "_HEAD": {
                  "kind": "union",
                  "size": 8,
                  "fields": {
                    "Type": {"offset": 0, "type": {"kind": "base", "name": "unsigned char"}},
                    "Up": {"offset": 1, "type": {"kind": "bitfield", "bit_position": 0, "bit_length": 1, "type": {"kind": "base", "name": "unsigned char"}}},
                    "Down": {"offset": 1, "type": {"kind": "bitfield", "bit_position": 4, "bit_length": 2, "type": {"kind": "base", "name": "unsigned char"}}},
                    "Lock": {"offset": 0, "type": {"kind": "base", "name": "long long"}},
                    "Low": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 31, "bit_length": 1, "type": {"kind": "base", "name": "long"}}}
                  }
                },
                "_X": {
                  "kind": "struct",
                  "size": 16,
                  "fields": {
                    "Head": {"offset": 0, "type": {"kind": "union", "name": "_HEAD"}},
                    "Gone": {"offset": 8, "type": {"kind": "base", "name": "unsigned char"}}
                  }
                }
              },
              "enums": {},
              "symbols": {}
            }
        "#]],
    );
}

#[test]
fn pointers_lead_to_what_is_defined() {
    check(
        "X 6.1/x64 0x40
         0x00+0x08 a LINK Head;
         0x08 b LINK *Links [2];
         0x18 c EPROCESS *Process;
         0x20 d WCHAR **Names;
         0x28 e PVOID Any [ANYSIZE_ARRAY];
         0x30+0x10 f NOBODY_KNOWS None;",
        "struct LINK 8/8
         0x00 LINK *Next;",
        &expect![[r#"
            {
                "_LINK": {
                  "kind": "struct",
                  "size": 8,
                  "fields": {
                    "Next": {"offset": 0, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_LINK"}}}
                  }
                },
                "_X": {
                  "kind": "struct",
                  "size": 64,
                  "fields": {
                    "Head": {"offset": 0, "type": {"kind": "struct", "name": "_LINK"}},
                    "Links": {"offset": 8, "type": {"kind": "array", "count": 2, "subtype": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_LINK"}}}},
                    "Process": {"offset": 24, "type": {"kind": "pointer", "subtype": {"kind": "base", "name": "void"}}},
                    "Names": {"offset": 32, "type": {"kind": "pointer", "subtype": {"kind": "pointer", "subtype": {"kind": "base", "name": "wchar"}}}},
                    "Any": {"offset": 40, "type": {"kind": "array", "count": 1, "subtype": {"kind": "pointer", "subtype": {"kind": "base", "name": "void"}}}},
                    "None": {"offset": 48, "type": {"kind": "array", "count": 16, "subtype": {"kind": "base", "name": "unsigned char"}}}
                  }
                }
              },
              "enums": {},
              "symbols": {}
            }
        "#]],
    );
}
