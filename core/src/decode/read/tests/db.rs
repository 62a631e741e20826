//! WinDbg's `db`, intact and with surrounding text.

use expect_test::expect;

use super::check;

const ROW: &str =
    "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................";

#[test]
fn db_of_x64() {
    check(
        ROW,
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
              at 0x7ff802f42280
              ccc3cccccccccccc0f1f840000000000
        "#]],
    );
    check(
        "fffff803`f3086fff  ff ?? ?? ?? ?? ?? ?? ??-?? ?? ?? ?? ?? ?? ?? ??  .???????????????",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
              at 0xfffff803f3086fff
              ff??????????????????????????????
        "#]],
    );
    check(
        "fffff803`451e0c86  48 d3 c2 48 33 d0 48 0f-ca                       H..H3.H..",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
              at 0xfffff803451e0c86
              48d3c24833d0480fca
        "#]],
    );
    check(
        "ffffbc01`5b7550a8  fb",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; a back-tick in the address
              at 0xffffbc015b7550a8
              fb
        "#]],
    );
}

#[test]
fn db_of_x86() {
    check(
        "lkd> db 8056e340 L12\n8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............\n8056e350  b8 00                                            ..\nlkd> ",
        &expect![[r#"
            windbg-db: 2 rows of an address and single bytes; a hyphen between bytes in 1; an ASCII column that agrees; the command `db 8056e340 L12`
              at 0x8056e340
              4d5a90000300000004000000ffff0000
              b800
            line 1: prompt
            line 4: prompt
        "#]],
    );
}

#[test]
fn characters_are_never_bytes() {
    // The characters look like bytes, in a full row, a short one, and one with collapsed blanks.
    check(
        "8056e340  34 64 20 35 61 20 39 30-20 30 30 20 30 33 20 30  4d 5a 90 00 03 0\n8056e350  61 62 20 63                                      ab c\n8056e354 61 62 20 63 64 ab cd",
        &expect![[r#"
            windbg-db: 3 rows of an address and single bytes; a hyphen between bytes in 1; an ASCII column that agrees
              at 0x8056e340
              34642035612039302030302030332030
              616220636162206364
        "#]],
    );
}

#[test]
fn debris_around_rows() {
    let text = format!(
        "Here is what I see:\r\n\r\n```\r\n0: kd> db 00007ff8`02f42280 L20\r\n{ROW}   <---- the export\r\n// 00007ff8\\`02f42290\u{a0}\u{a0}00 01\u{a0}02\t// PsJobType\r\n7  00007ff8'02f42293  03 04   ..\r\n00007ff8`02f42295\t05 06 07\t...\r\n```\r\n> {}\r\n",
        "00007ff8`02f42298  08"
    );
    check(
        &text,
        &expect![[r#"
            windbg-db: 5 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes in 1; an ASCII column that agrees in 3; the command `db 00007ff8`02f42280 L20`
              at 0x7ff802f42280
              ccc3cccccccccccc0f1f840000000000
              000102030405060708
            line 1: `Here is what I see:`: it does not begin with an address, unlike the rows
            line 3: fence
            line 4: prompt
            line 5: note: the export
            line 6: note: PsJobType
            line 9: fence
        "#]],
    );
}

#[test]
fn a_row_may_stand_behind_a_prompt() {
    check(
        "0: kd> 8056e340  4d 5a  MZ\n0:000> 8056e342  90",
        &expect![[r#"
            windbg-db: 2 rows of an address and single bytes; an ASCII column that agrees in 1
              at 0x8056e340
              4d5a90
        "#]],
    );
}

#[test]
fn gaps_are_unknown_and_overlaps_merge() {
    check(
        "8056e340  4d 5a\n8056e348  90 ??\n8056e341  5a ?? 01\n8056e349  02",
        &expect![[r#"
            windbg-db: 4 rows of an address and single bytes
              at 0x8056e340
              4d5a??01????????9002
        "#]],
    );
    check(
        "8056e340  4d 5a\n\n8056e341  5b",
        &expect![[r#"
            windbg-db: 2 rows of an address and single bytes
              at 0x8056e340
              4d??
        "#]],
    );
}

#[test]
fn rows_elsewhere_are_skipped() {
    check(
        "8056e340  4d 5a\n8056e330  00\n8057e343  01\nffffffff`ffffffff  01 02\n8056e34  01",
        &expect![[r#"
            windbg-db: 3 rows of an address and single bytes
              at 0x8056e340
              4d5a
              at 0x8056e330
              00
              at 0x8057e343
              01
            line 4: `ffffffff`ffffffff  01 02`: its bytes exceed the 64-bit address space
            line 5: `8056e34  01`: it does not begin with an address, unlike the rows
        "#]],
    );
    check(
        "ffffffff`ffffffff  01 02",
        &expect![[r#"
            error: no bytes found. Line 1: its bytes exceed the 64-bit address space. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn damaged_rows_are_skipped_whole() {
    check(
        "8056e340  4d 5a 9O 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............\n8056e350  00 1 02\n8056e360  00 01  02 03\n8056e370  \n8056e380 fb note",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes
              at 0x8056e340
              ????????????????????????????????
              ????????????????????????????????
              00010203
            line 1: `8056e340  4d 5a 9O 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............`: `9O` is not hexadecimal: expected two digits per byte, or ??
            line 2: `8056e350  00 1 02`: `1` has more or fewer digits than the numbers before it: the row is damaged or cut off
            line 4: `8056e370`: it has an address but no bytes
            line 5: `8056e380 fb note`: `note` is not hexadecimal: expected two digits per byte, or ??
        "#]],
    );
}

#[test]
fn wide_rows() {
    let bytes: Vec<String> = (0..32).map(|at| format!("{at:02x}")).collect();
    let dots = ".".repeat(32);
    check(
        &format!(
            "0:000> db /c 20 8056e340\n8056e340  {}  {dots}",
            bytes.join(" ")
        ),
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; an ASCII column that agrees; the command `db /c 20 8056e340`
              at 0x8056e340
              000102030405060708090a0b0c0d0e0f
              101112131415161718191a1b1c1d1e1f
            line 1: prompt
        "#]],
    );
    check(
        "8056e340\t4d\t5a\t90\tMZ.",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; an ASCII column that agrees
              at 0x8056e340
              4d5a90
        "#]],
    );
}
