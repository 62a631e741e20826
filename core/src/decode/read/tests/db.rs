//! WinDbg's `db`, intact and with surrounding text.

use expect_test::expect;

use super::{check, check_text};

const ROW: &str =
    "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................";

#[test]
fn db_of_x64() {
    check(&expect![[r#"
        00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0x7ff802f42280: ccc3cccccccccccc0f1f840000000000

        fffff803`f3086fff  ff ?? ?? ?? ?? ?? ?? ??-?? ?? ?? ?? ?? ?? ?? ??  .???????????????
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0xfffff803f3086fff: ff??????????????????????????????

        fffff803`451e0c86  48 d3 c2 48 33 d0 48 0f-ca                       H..H3.H..
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0xfffff803451e0c86: 48d3c24833d0480fca

        ffffbc01`5b7550a8  fb
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address
        >   0xffffbc015b7550a8: fb
    "#]]);
}

#[test]
fn db_of_x86() {
    check(&expect![[r#"
        lkd> db 8056e340 L12
        8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............
        8056e350  b8 00                                            ..
        lkd> 
        > windbg-db: 2 rows of an address and single bytes; a hyphen between bytes in 1; an ASCII column that agrees; the command `db 8056e340 L12`
        >   0x8056e340: 4d5a90000300000004000000ffff0000b800
        > line 1: Prompt
        > line 4: Prompt
    "#]]);
}

#[test]
fn characters_are_never_bytes() {
    // The characters look like bytes, in a full row, a short one, and one with collapsed blanks.
    check(&expect![[r#"
        8056e340  34 64 20 35 61 20 39 30-20 30 30 20 30 33 20 30  4d 5a 90 00 03 0
        8056e350  61 62 20 63                                      ab c
        8056e354 61 62 20 63 64 ab cd
        > windbg-db: 3 rows of an address and single bytes; a hyphen between bytes in 1; an ASCII column that agrees
        >   0x8056e340: 34642035612039302030302030332030616220636162206364
    "#]]);
}

#[test]
fn debris_around_rows() {
    let text = format!(
        "Here is what I see:\r\n\r\n```\r\n0: kd> db 00007ff8`02f42280 L20\r\n{ROW}   <---- the export\r\n// 00007ff8\\`02f42290\u{a0}\u{a0}00 01\u{a0}02\t// PsJobType\r\n7  00007ff8'02f42293  03 04   ..\r\n00007ff8`02f42295\t05 06 07\t...\r\n```\r\n> {}\r\n",
        "00007ff8`02f42298  08"
    );
    check_text(
        &text,
        &expect![[r#"
            > windbg-db: 5 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes in 1; an ASCII column that agrees in 3; the command `db 00007ff8`02f42280 L20`
            >   0x7ff802f42280: ccc3cccccccccccc0f1f840000000000000102030405060708
            > line 1: `Here is what I see:`: it does not begin with an address, unlike the rows
            > line 3: Fence
            > line 4: Prompt
            > line 5: comment: the export
            > line 6: comment: PsJobType
            > line 9: Fence
        "#]],
    );
}

#[test]
fn a_row_may_stand_behind_a_prompt() {
    check(&expect![[r#"
        0: kd> 8056e340  4d 5a  MZ
        0:000> 8056e342  90
        > windbg-db: 2 rows of an address and single bytes; an ASCII column that agrees in 1
        >   0x8056e340: 4d5a90
    "#]]);
}

#[test]
fn gaps_are_unknown_and_overlaps_merge() {
    check(&expect![[r#"
        8056e340  4d 5a
        8056e348  90 ??
        8056e341  5a ?? 01
        8056e349  02
        > windbg-db: 4 rows of an address and single bytes
        >   0x8056e340: 4d5a??01????????9002

        8056e340  4d 5a

        8056e341  5b
        > windbg-db: 2 rows of an address and single bytes
        >   0x8056e340: 4d??
        > line 3: note: lines 1 and 3 disagree about the byte at 0x8056e341, which is therefore unknown: keep the correct line
    "#]]);
}

#[test]
fn rows_elsewhere_are_skipped() {
    check(&expect![[r#"
        8056e340  4d 5a
        8056e330  00
        8057e343  01
        ffffffff`ffffffff  01 02
        8056e34  01
        > windbg-db: 3 rows of an address and single bytes
        >   0x8056e340: 4d5a
        >   0x8056e330: 00
        >   0x8057e343: 01
        > line 4: `ffffffff`ffffffff  01 02`: its bytes exceed the 64-bit address space
        > line 5: `8056e34  01`: it does not begin with an address, unlike the rows

        ffffffff`ffffffff  01
        ffffffff`ffffffff  01
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address
        >   0xffffffffffffffff: 01

        ffffffff`ffffffff  01 02
        > error: no bytes found. Line 1: its bytes exceed the 64-bit address space. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn damaged_rows_are_skipped_whole() {
    check(&expect![[r#"
        8056e340  4d 5a 9O 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............
        8056e350  00 1 02
        8056e360  00 01  02 03
        8056e370  
        8056e380 fb note
        > windbg-db: 1 row of an address and single bytes
        >   0x8056e340: ????????????????????????????????????????????????????????????????00010203
        > line 1: `8056e340  4d 5a 9O 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............`: `9O` is not hexadecimal: expected two digits per byte, or ??
        > line 2: `8056e350  00 1 02`: `1` has more or fewer digits than the numbers before it: the row is damaged or cut off
        > line 4: `8056e370`: it has an address but no bytes
        > line 5: `8056e380 fb note`: `note` is not hexadecimal: expected two digits per byte, or ??
    "#]]);
}

#[test]
fn wide_rows() {
    let bytes: Vec<String> = (0..32).map(|at| format!("{at:02x}")).collect();
    let dots = ".".repeat(32);
    check_text(
        &format!(
            "0:000> db /c 20 8056e340\n8056e340  {}  {dots}",
            bytes.join(" ")
        ),
        &expect![[r#"
            > windbg-db: 1 row of an address and single bytes; an ASCII column that agrees; the command `db /c 20 8056e340`
            >   0x8056e340: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
            > line 1: Prompt
        "#]],
    );
    check(&expect![[r#"
        8056e340⇥4d⇥5a⇥90⇥MZ.
        > windbg-db: 1 row of an address and single bytes; an ASCII column that agrees
        >   0x8056e340: 4d5a90
    "#]]);
}
