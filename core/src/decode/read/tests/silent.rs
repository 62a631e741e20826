//! Texts from which wrong bytes were read once.

use expect_test::expect;

use super::check;

#[test]
fn records_may_stand_in_anything() {
    for text in [
        "<pre>:100000002F4AEA12A6ED34707CFD9146D0944F360B\n:1000100062F6B9369D8F5FF6A51DB8B6B62DD02114</pre>",
        "- :100000002F4AEA12A6ED34707CFD9146D0944F360B\n- :1000100062F6B9369D8F5FF6A51DB8B6B62DD02114",
        ":100000002F4AEA12A6ED34707CFD9146D0944F360B :1000100062F6B9369D8F5FF6A51DB8B6B62DD02114",
        ":100000002F4AEA12A6ED34707CFD9146D0944F360B:1000100062F6B9369D8F5FF6A51DB8B6B62DD02114",
    ] {
        check(
            text,
            &expect![[r#"
                intel-hex: 2 records of a length, an address, bytes and a checksum
                  2f4aea12a6ed34707cfd9146d0944f36
                  62f6b9369d8f5ff6a51db8b6b62dd021
            "#]],
        );
    }
    check(
        "The file, at 12:30:\n```\n:100000002F4AEA12A6ED34707CFD9146D0944F360B\n:1000100062F6B9369D8F5FF6A51DB8B6B62DD02214\n```",
        &expect![[r#"
            intel-hex: 2 records of a length, an address, bytes and a checksum
              2f4aea12a6ed34707cfd9146d0944f36
              ????????????????????????????????
            line 1: `The file, at 12:30:`: it is no record: expected a colon, a length, an address, a kind, as many bytes and a checksum
            line 2: fence
            line 5: fence
        "#]],
    );
}

#[test]
fn bytes_below_16_in_quotation_marks() {
    check(
        "['0xfa', '0x6f', '0x3', '0XB7', '0x0']",
        &expect![[r#"
        plain-hex: bytes of two digits, each in quotation marks
          fa6f03b700
        also python-bytes: bytes in Python: 18 elements of 1 byte
    "#]],
    );
    check(
        "B'378FE0112233445566778899'",
        &expect![[r#"
        plain-hex: hexadecimal digits in quotation marks
          378fe0112233445566778899
        also python-bytes: the quotation marks: each character a byte
    "#]],
    );
}

#[test]
fn a_number_at_the_end_of_a_row_lost_a_digit() {
    check(
        "0x1000:\t0x1111111122222222\t0x3333333344444444\n0x1010:\t0x5555555566666666\t0x777777778888888",
        &expect![[r#"
            gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
              22222222111111114444444433333333
              6666666655555555????????????????
        "#]],
    );
    check(
        "0x1000:\t0x1111111122222222\t0x333333334",
        &expect![[r#"
            gdb: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last
              2222222211111111????????????????
        "#]],
    );
    check(
        "0x1000:\t0x11\t0x22\t0x33\t0x44\t0x55\t0x66\t0x77\t0x88\n0x1008:\t0x11\t0x22\t0x33\t0x44\t0x55\t0x66\t0x77\t0x8",
        &expect![[r#"
            gdb: 2 rows of an address with a colon and single bytes; each row begins where the one before it ends
              112233445566778811223344556677??
        "#]],
    );
    // More digits than there can be.
    check(
        "0x1000:\t0x11111111\t0x22222222\n0x1008:\t0x33333333\t0x444444445",
        &expect![[r#"
            gdb: 1 row of an address with a colon and numbers of four bytes, the lowest byte last
              1111111122222222
            line 2: `0x1008:  0x33333333  0x444444445`: `0x444444445` is not hexadecimal: expected two digits a byte, or ??
        "#]],
    );
}

#[test]
fn a_comment_is_no_physical_address() {
    check(
        "# a3 be 79 65 c6 05 42 b2 12 2f 00 2d 88 e5 62 21",
        &expect![[r#"
            error: no bytes found. Line 1: `#` is not hexadecimal: expected two digits a byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    check(
        "# 4d5a9000 03000000 04000000 ffff0000",
        &expect![[r#"
        error: no bytes found. Line 1: its numbers have 4 bytes, which those of this dialect do not have. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]],
    );
}

#[test]
fn addresses_alone_are_no_bytes() {
    check(
        "ffffe001`12345010\nffffe001`12345020\nffffe001`12345030",
        &expect![[r#"
            error: no bytes found. Line 1: it begins with an address, but nothing follows. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    check(
        "8056e340\n8056e350\n8056e360",
        &expect![[r#"
        error: no bytes found. Line 1: it begins with an address, but nothing follows. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]],
    );
}

#[test]
fn rows_may_be_missing_before_the_first() {
    for text in [
        "00000010: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............",
        "00000010  4d 5a 90 00 03 00 00 00  04 00 00 00 ff ff 00 00  |MZ..............|\n00000020",
    ] {
        let reading = super::super::read(text).unwrap();
        let [note] = &*reading.notes else {
            panic!("{:?}", reading.notes)
        };
        assert_eq!(note.line, 1);
        assert!(note.text.starts_with("the first row is at +0x10: "));
    }
}
