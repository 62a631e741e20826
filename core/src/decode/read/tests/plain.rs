//! Hexadecimal without addresses, intact and damaged.

use expect_test::expect;

use super::check;

#[test]
fn plain_hex() {
    for (text, expected) in [
        (
            "4D5A9000",
            expect![[r#"
                plain-hex: 1 line of hexadecimal digits only, without addresses
                  4d5a9000
                also plain-words: every word has as many digits as a number of one, two, four or eight bytes
                also base64: all characters are valid Base64, too, and their number fits
            "#]],
        ),
        (
            "4d 5a 90 00\n03 ?? 00\n",
            expect![[r#"
            plain-hex: 2 lines of hexadecimal digits only, without addresses
              4d5a900003??00
        "#]],
        ),
        (
            "0x4d, 0x5a, 0x9,\n0x00 // magic",
            expect![[r#"
            plain-hex: 2 lines of hexadecimal digits only, without addresses
              4d5a0900
        "#]],
        ),
        (
            "4D-5A-90-00",
            expect![[r#"
            plain-hex: 1 line of hexadecimal digits only, without addresses
              4d5a9000
        "#]],
        ),
        (
            "4d:5a:90:00",
            expect![[r#"
            plain-hex: 1 line of hexadecimal digits only, without addresses
              4d5a9000
        "#]],
        ),
        (
            "\\x4d\\x5a\\x90",
            expect![[r#"
            plain-hex: 1 line of hexadecimal digits only, without addresses
              4d5a90
        "#]],
        ),
        (
            "0x4d0x5a0x900x00",
            expect![[r#"
                plain-hex: 1 line of hexadecimal digits only, without addresses
                  4d5a9000
            "#]],
        ),
        (
            "%4d%5a",
            expect![[r#"
            plain-hex: 1 line of hexadecimal digits only, without addresses
              4d5a
        "#]],
        ),
        (
            "4d5a90000\n300000004\n00",
            expect![[r#"
                plain-hex: 3 lines of hexadecimal digits only, without addresses
                  4d5a9000030000000400
                also base64: all characters are valid Base64, too, and their number fits
            "#]],
        ),
        (
            "0x4d5a900003000000deadbeef",
            expect![[r#"
            plain-hex: 1 line of hexadecimal digits only, without addresses
              4d5a900003000000deadbeef
        "#]],
        ),
        (
            "4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00",
            expect![[r#"
                plain-hex: 1 line of hexadecimal digits only, without addresses
                  4d5a90000300000004000000ffff0000
            "#]],
        ),
        (
            "deadbeef cafebabe",
            expect![[r#"
                plain-hex: 1 line of hexadecimal digits only, without addresses
                  deadbeefcafebabe
                also plain-words: every word has as many digits as a number of one, two, four or eight bytes
            "#]],
        ),
    ] {
        check(text, &expected);
    }
}

#[test]
fn a_mark_behind_a_letter_of_two_bytes() {
    check(
        "0x4d\u{e9}x",
        &expect![[r#"
            error: no bytes found. Line 1: `0x4déx` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn plain_hex_with_debris() {
    check(
        "Here it is:\n```hex\n4d 5a 90 00\n```\n0:000> \n; comment\n00 01 ; be careful",
        &expect![[r#"
            plain-hex: 2 lines of hexadecimal digits only, without addresses
              4d5a90000001
            line 1: `Here it is:`: `Here` is not hexadecimal: expected two digits per byte, or ??
            line 2: fence
            line 4: fence
            line 5: prompt
            line 6: `; comment`: `comment` is not hexadecimal: expected two digits per byte, or ??
        "#]],
    );
    check(
        "4d 5a 90 00\n4d 5a 9O 00\n01 02 03 04",
        &expect![[r#"
            error: line 2 looks like bytes, but `9O` is not hexadecimal: expected two digits per byte, or ??. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        "#]],
    );
    check(
        "4d 5a 90 00\n4d 5a 9O 00",
        &expect![[r#"
            plain-hex: 1 line of hexadecimal digits only, without addresses
              4d5a9000
            line 2: `4d 5a 9O 00`: `9O` is not hexadecimal: expected two digits per byte, or ??
        "#]],
    );
}

#[test]
fn a_zero_at_the_end_may_be_the_beginning_of_a_number() {
    // gdb, wrapped within the prefix of the last number.
    check(
        "0xffff80001000:\t0x0000000000000039\t0",
        &expect![[r#"
        gdb: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last
          at 0xffff80001000
          3900000000000000????????????????
    "#]],
    );
    check(
        "0xffff80001000:\t0x39\t0x1a5\t0x7\t0",
        &expect![[r#"
        gdb: 1 row of an address with a colon and numbers of four bytes, the lowest byte last
          at 0xffff80001000
          39000000a501000007000000????????
    "#]],
    );
    check(
        "0xffff80001000:\t0\n0xffff80001008:\t0\n0xffff80001010:\t0x",
        &expect![[r#"
            gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
              at 0xffff80001000
              ????????????????????????????????
            line 3: `0xffff80001010:  0x`: `0x` after the address is not a number: expected bytes, or words of two, four or eight bytes
        "#]],
    );
    // But not of a decimal one.
    check(
        "0xffff80001000:\t0\t7\n0xffff80001008:\t3\t0",
        &expect![[r#"
            gdb: 2 rows of an address with a colon and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
              at 0xffff80001000
              00000000070000000300000000000000
        "#]],
    );
    check(
        "(gdb) x/gd 0xffff80001000\n0xffff80001000:\t0",
        &expect![[r#"
            gdb: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last; the command `x/gd 0xffff80001000`
              at 0xffff80001000
              0000000000000000
            line 1: prompt
        "#]],
    );
}
