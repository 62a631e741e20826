//! What is not read, and what it is told.

use expect_test::expect;

use super::check;

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
                error: line 1 looks like `xxd`, gdb or radare2 (an address with a colon or `0x`), which is not read yet. Paste the bytes alone, two digits each and without addresses, or pass the file itself.
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
