//! Specifications of cases that only synthetic layouts have.

use expect_test::expect;

use super::super::format::Format;
use super::super::tests::check_printed;

#[test]
fn the_longest_alternative_is_read_in_sequence() {
    check_printed(
        Format::Ksy,
        "X 6.1/x64 0x10\n 0x00+0x08 head HEAD Heads [1];\n 0x08 a BOOLEAN Gone;",
        "struct HEAD 8/4
         0x00 UCHAR Type;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x00 LONG Lock;
         0x00:4 ULONG Low : 3;
         0x04 ULONG Class;",
        &expect![[r#"
            meta:
              id: x
              title: "X at 6.1/x64, 0x10 bytes"
              ks-version: 0.9
              endian: le
              bit-endian: le
            doc: |
              X at 6.1/x64, 0x10 bytes
              Written by Strata from data 0
            seq:
              - id: heads # 0x0000
                -orig-id: Heads
                type: head
                size: 8
                repeat: expr
                repeat-expr: 1
              - id: gone # 0x0008
                -orig-id: Gone
                type: u1
                doc: "BOOLEAN"
              - id: hole_0x09 # 0x0009
                size: 7
            types:
              head:
                doc: "struct HEAD, 0x08 bytes"
                seq:
                  - id: lock # 0x0000
                    -orig-id: Lock
                    type: s4
                    doc: "LONG"
                  - id: class_0x04 # 0x0004
                    -orig-id: Class
                    type: u4
                    doc: "ULONG"
                instances:
                  type:
                    -orig-id: Type
                    pos: 0x0000
                    type: u1
                    doc: "UCHAR"
                  bits_0x01:
                    pos: 0x0001
                    type: bits_0x01
                    size: 1
                  up:
                    -orig-id: Up
                    value: bits_0x01.up
                    doc: "UCHAR"
                  down:
                    -orig-id: Down
                    value: bits_0x01.down
                    doc: "UCHAR"
                  bits_0x00:
                    pos: 0x0000
                    type: bits_0x00
                    size: 4
                  low:
                    -orig-id: Low
                    value: bits_0x00.low
                    doc: "ULONG"
                types:
                  bits_0x01:
                    doc: "bits of UCHAR"
                    seq:
                      - id: up # 0x0001:0
                        type: b1
                      - type: b3
                      - id: down # 0x0001:4
                        type: b2
                      - type: b2
                  bits_0x00:
                    doc: "bits of ULONG"
                    seq:
                      - type: b4
                      - id: low # 0x0000:4
                        type: b3
                      - type: b25
        "#]],
    );
}

#[test]
fn bits_that_cannot_be_read_at_once_are_in_parts() {
    check_printed(
        Format::Ksy,
        "X 6.1/x64 0x20
         0x00 flags ULONGLONG Flags;
           0x0000000000000001 low Low
           0xfffffffffffffff0 shared Shared
         0x08 b WCHAR Names [2][3];
         0x18+0x08 c unknown NOBODY_KNOWS",
        "",
        &expect![[r#"
            meta:
              id: x
              title: "X at 6.1/x64, 0x20 bytes"
              ks-version: 0.9
              endian: le
              bit-endian: le
            doc: |
              X at 6.1/x64, 0x20 bytes
              Written by Strata from data 0
            seq:
              - id: flags # 0x0000
                -orig-id: Flags
                type: u8
                doc: "ULONGLONG"
              - id: names # 0x0008
                -orig-id: Names
                type: u2
                repeat: expr
                repeat-expr: 6
                doc: "WCHAR"
              - id: hole_0x14 # 0x0014
                size: 4
              - id: unknown_0x18 # 0x0018
                -orig-id: Unknown_0x18
                size: 8
                doc: "NOBODY_KNOWS; unknown NOBODY_KNOWS"
            instances:
              bits_0x00:
                pos: 0x0000
                type: bits_0x00
                size: 8
              low:
                -orig-id: Low
                value: bits_0x00.low
                doc: "ULONGLONG"
              shared_bits_0_to_31:
                -orig-id: Shared
                value: bits_0x00.shared_bits_0_to_31
                doc: "ULONGLONG"
              shared_bits_32_to_59:
                -orig-id: Shared
                value: bits_0x00.shared_bits_32_to_59
                doc: "ULONGLONG"
            types:
              bits_0x00:
                doc: "bits of ULONGLONG"
                seq:
                  - id: low # 0x0000:0
                    type: b1
                  - type: b3
                  - id: shared_bits_0_to_31 # 0x0000:4
                    type: b32
                  - id: shared_bits_32_to_59 # 0x0000:36
                    type: b28
        "#]],
    );
}
