//! Texts as people paste them, each with what is read from it.

use expect_test::{Expect, expect};

use super::{Fate, read};

/// What a text is read as: dialect, base, bytes, and what became of the lines that gave none.
fn check(text: &str, expected: &Expect) {
    let shown = match read(text) {
        Err(error) => format!("error: {error}\n"),
        Ok(reading) => {
            let base = reading.memory.base();
            let base = base.map_or_else(String::new, |base| format!(" at 0x{base:x}"));
            let mut shown = format!("{}{base}: {}\n", reading.dialect, reading.why);
            let len = reading.memory.len();
            for at in (0..len).step_by(16) {
                let raw = reading.memory.raw(at, 16.min(len - at));
                shown += &format!("  {raw}\n");
            }
            for line in &reading.lines {
                match &line.fate {
                    Fate::Bytes { .. } => {}
                    Fate::Prompt => shown += &format!("line {}: prompt\n", line.line),
                    Fate::Fence => shown += &format!("line {}: fence\n", line.line),
                    Fate::Skipped(skip) => {
                        shown += &format!("line {}: `{}`: {skip}\n", line.line, skip.text);
                    }
                }
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}

const ROW: &str =
    "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................";

#[test]
fn db_of_x64() {
    check(
        ROW,
        &expect![[r#"
            windbg-db at 0x7ff802f42280: 1 row of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              ccc3cccccccccccc0f1f840000000000
        "#]],
    );
    check(
        "fffff803`f3086fff  ff ?? ?? ?? ?? ?? ?? ??-?? ?? ?? ?? ?? ?? ?? ??  .???????????????",
        &expect![[r#"
            windbg-db at 0xfffff803f3086fff: 1 row of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              ff??????????????????????????????
        "#]],
    );
    check(
        "fffff803`451e0c86  48 d3 c2 48 33 d0 48 0f-ca                       H..H3.H..",
        &expect![[r#"
            windbg-db at 0xfffff803451e0c86: 1 row of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              48d3c24833d0480fca
        "#]],
    );
    check(
        "ffffbc01`5b7550a8  fb",
        &expect![[r#"
            windbg-db at 0xffffbc015b7550a8: 1 row of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              fb
        "#]],
    );
}

#[test]
fn db_of_x86() {
    check(
        "lkd> db 8056e340 L12\n8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............\n8056e350  b8 00                                            ..\nlkd> ",
        &expect![[r#"
            windbg-db at 0x8056e340: 2 rows of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              4d5a90000300000004000000ffff0000
              b800
            line 1: prompt
            line 4: prompt
        "#]],
    );
}

#[test]
fn characters_are_never_bytes() {
    // The characters look like bytes, in a full row, in a short one, and in one of which the blanks were collapsed.
    check(
        "8056e340  34 64 20 35 61 20 39 30-20 30 30 20 30 33 20 30  4d 5a 90 00 03 0\n8056e350  61 62 20 63                                      ab c\n8056e354 61 62 20 63 64 ab cd",
        &expect![[r#"
            windbg-db at 0x8056e340: 3 rows of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
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
            windbg-db at 0x7ff802f42280: 5 rows of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              ccc3cccccccccccc0f1f840000000000
              000102030405060708
            line 1: `Here is what I see:`: it does not begin with an address, as a row of `db` does (8056e340 or fffff803`451e0c86)
            line 3: fence
            line 4: prompt
            line 9: fence
        "#]],
    );
}

#[test]
fn gaps_are_unknown_and_overlaps_merge() {
    check(
        "8056e340  4d 5a\n8056e348  90 ??\n8056e341  5a ?? 01\n8056e349  02",
        &expect![[r#"
            windbg-db at 0x8056e340: 4 rows of an address and bytes of two digits
              4d5a??01????????9002
        "#]],
    );
    check(
        "8056e340  4d 5a\n\n8056e341  5b",
        &expect![[r#"
        error: lines 1 and 3 disagree about the byte at 0x8056e341: 0x5a in line 1, 0x5b in line 3. Keep the one that you mean
    "#]],
    );
}

#[test]
fn rows_elsewhere_are_skipped() {
    check(
        "8056e340  4d 5a\n8056e330  00\n8057e343  01\nffffffff`ffffffff  01 02\n8056e34  01",
        &expect![[r#"
            windbg-db at 0x8056e340: 4 rows of an address and bytes of two digits: in 1, a back-tick in the address, or characters that say the same as the bytes
              4d5a
            line 2: `8056e330  00`: its address 0x8056e330 lies before 0x8056e340, where the dump begins: paste the rows in order, or each dump by itself
            line 3: `8057e343  01`: its address 0x8057e343 lies more than 0x10000 bytes behind 0x8056e342, where the rows before it end: paste each dump by itself
            line 4: `ffffffff`ffffffff  01 02`: its address 0xffffffffffffffff lies more than 0x10000 bytes behind 0x8056e342, where the rows before it end: paste each dump by itself
            line 5: `8056e34  01`: it does not begin with an address, as a row of `db` does (8056e340 or fffff803`451e0c86)
        "#]],
    );
    check(
        "ffffffff`ffffffff  01 02",
        &expect![[r#"
        error: no line could be read as bytes; line 1 could not because its bytes would pass the last address of 64 bits. Paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`
    "#]],
    );
}

#[test]
fn damaged_rows_are_skipped_whole() {
    check(
        "8056e340  4d 5a 9O 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............\n8056e350  00 1 02\n8056e360  00 01  02 03\n8056e370  \n8056e380 fb note",
        &expect![[r#"
            windbg-db at 0x8056e360: 1 row of an address and bytes of two digits
              00010203
            line 1: `8056e340  4d 5a 9O 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............`: `9O` is no hexadecimal: expected two digits a byte, or ??
            line 2: `8056e350  00 1 02`: `1` is no hexadecimal: expected two digits a byte, or ??
            line 4: `8056e370`: it begins with an address, but no byte of two digits follows
            line 5: `8056e380 fb note`: `note` is no hexadecimal: expected two digits a byte, or ??
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
            windbg-db at 0x8056e340: 1 row of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              000102030405060708090a0b0c0d0e0f
              101112131415161718191a1b1c1d1e1f
            line 1: prompt
        "#]],
    );
    check(
        "8056e340\t4d\t5a\t90\tMZ.",
        &expect![[r#"
            windbg-db at 0x8056e340: 1 row of an address and bytes of two digits: a back-tick in the address, or characters that say the same as the bytes
              4d5a90
        "#]],
    );
}

#[test]
fn plain_hex() {
    for (text, expected) in [
        (
            "4D5A9000",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a9000
        "#]],
        ),
        (
            "4d 5a 90 00\n03 ?? 00\n",
            expect![[r#"
            plain-hex: 2 lines of nothing but hexadecimal digits, without addresses
              4d5a900003??00
        "#]],
        ),
        (
            "0x4d, 0x5a, 0x9,\n0x00 // magic",
            expect![[r#"
            plain-hex: 2 lines of nothing but hexadecimal digits, without addresses
              4d5a0900
        "#]],
        ),
        (
            "4D-5A-90-00",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a9000
        "#]],
        ),
        (
            "4d:5a:90:00",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a9000
        "#]],
        ),
        (
            "\\x4d\\x5a\\x90",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a90
        "#]],
        ),
        (
            "0x4d0x5a0x900x00",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a9000
        "#]],
        ),
        (
            "%4d%5a",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a
        "#]],
        ),
        (
            "4d5a90000\n300000004\n00",
            expect![[r#"
                plain-hex: 3 lines of nothing but hexadecimal digits, without addresses
                  4d5a9000030000000400
            "#]],
        ),
        (
            "0x4d5a900003000000deadbeef",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              4d5a900003000000deadbeef
        "#]],
        ),
        (
            "4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00",
            expect![[r#"
                plain-hex: 1 line of nothing but hexadecimal digits, without addresses
                  4d5a90000300000004000000ffff0000
            "#]],
        ),
        (
            "deadbeef cafebabe",
            expect![[r#"
            plain-hex: 1 line of nothing but hexadecimal digits, without addresses
              deadbeefcafebabe
        "#]],
        ),
    ] {
        check(text, &expected);
    }
}

#[test]
fn plain_hex_with_debris() {
    check(
        "Here it is:\n```hex\n4d 5a 90 00\n```\n0:000> \n; comment\n00 01 ; be careful",
        &expect![[r#"
            plain-hex: 2 lines of nothing but hexadecimal digits, without addresses
              4d5a90000001
            line 1: `Here it is:`: `Here` is no hexadecimal: expected two digits a byte, or ??
            line 2: fence
            line 4: fence
            line 5: prompt
            line 6: `; comment`: `comment` is no hexadecimal: expected two digits a byte, or ??
        "#]],
    );
    check(
        "4d 5a 90 00\n4d 5a 9O 00\n01 02 03 04",
        &expect![[r#"
        error: line 2 looks like bytes, but `9O` is no hexadecimal: expected two digits a byte, or ??. Without addresses, what follows would land at the wrong offset: correct the line, or take it out with everything before it
    "#]],
    );
    check(
        "4d 5a 90 00\n4d 5a 9O 00",
        &expect![[r#"
        plain-hex: 1 line of nothing but hexadecimal digits, without addresses
          4d5a9000
        line 2: `4d 5a 9O 00`: `9O` is no hexadecimal: expected two digits a byte, or ??
    "#]],
    );
}

#[test]
fn refusals() {
    for (text, expected) in [
        (
            "",
            expect![[r#"
            error: the text is empty: paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
        ),
        (
            " \r\n\t\n",
            expect![[r#"
            error: the text is empty: paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
        ),
        (
            "hello world",
            expect![[r#"
            error: no line could be read as bytes; line 1 could not because `hello` is no hexadecimal: expected two digits a byte, or ??. Paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
        ),
        (
            "0x12345678, 0x9abcdef0",
            expect![[r#"
            error: no line could be read as bytes; line 1 could not because `0x12345678` is a number of several bytes that does not say in which order they lie: expected two digits a byte. Paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
        ),
        (
            "0: kd> db nt!x",
            expect![[r#"
                error: the text holds a command, but not what it printed: paste the rows that follow it, too
            "#]],
        ),
        (
            "fffff8a0`0006dd20  00000000`00000000 494c4556`49480008",
            expect![[r#"
                error: line 1 looks like `dq` or `dps` (words of eight bytes), which is not read yet. Paste the output of `db` for the same address, or the bytes alone, two digits each and without addresses.
            "#]],
        ),
        (
            "fffff802`5c000000  00905a4d 00000003 00000004 0000ffff  MZ..............",
            expect![[r#"
                error: line 1 looks like `dd` or `dc` (words of four bytes), which is not read yet. Paste the output of `db` for the same address, or the bytes alone, two digits each and without addresses.
            "#]],
        ),
        (
            "00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000",
            expect![[r#"
                error: line 1 looks like `dw` (words of two bytes), which is not read yet. Paste the output of `db` for the same address, or the bytes alone, two digits each and without addresses.
            "#]],
        ),
        (
            "8056e340 ccccc3cc cccccccc 00841f0f 00000000\n8056e350 00000000 00000000 00000000 00000000",
            expect![[r#"
                error: line 1 looks like `dd` or `dc` (words of four bytes), which is not read yet. Paste the output of `db` for the same address, or the bytes alone, two digits each and without addresses.
            "#]],
        ),
        (
            "00000000: 4d5a 9000 0300 0000  MZ......",
            expect![[r#"
            error: line 1 looks like `xxd` or gdb (an address and a colon), which is not read yet. Paste the bytes alone, two digits each and without addresses, or pass the file itself.
        "#]],
        ),
        (
            "00000000  4d 5a 90 00 03 00 00 00  04 00 00 00 ff ff 00 00  |MZ..............|\n00000010",
            expect![[r#"
                error: line 1 looks like `hexdump -C` (characters between bars), which is not read yet. Paste the bytes alone, two digits each and without addresses, or pass the file itself.
            "#]],
        ),
        (
            "   +0x4b0 ExceptionPortState : Pos 0, 3 Bits",
            expect![[r#"
                error: line 1 looks like `dt` (the members of a type), which is not read yet. It tells a layout and no bytes: paste the output of `db` for the address that was given to `dt`.
            "#]],
        ),
    ] {
        check(text, &expected);
    }
}
