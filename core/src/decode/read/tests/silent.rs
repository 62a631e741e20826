//! Regression tests: texts that were once silently read as wrong bytes.

use expect_test::expect;

use super::super::{ReadError, read};
use super::{check, check_text};

#[test]
fn records_may_stand_in_anything() {
    for text in [
        "<pre>:100000002F4AEA12A6ED34707CFD9146D0944F360B\n:1000100062F6B9369D8F5FF6A51DB8B6B62DD02114</pre>",
        "- :100000002F4AEA12A6ED34707CFD9146D0944F360B\n- :1000100062F6B9369D8F5FF6A51DB8B6B62DD02114",
        ":100000002F4AEA12A6ED34707CFD9146D0944F360B :1000100062F6B9369D8F5FF6A51DB8B6B62DD02114",
        ":100000002F4AEA12A6ED34707CFD9146D0944F360B:1000100062F6B9369D8F5FF6A51DB8B6B62DD02114",
    ] {
        check_text(
            text,
            &expect![[r#"
                > intel-hex: 2 records of a length, an address, bytes and a checksum
                >   2f4aea12a6ed34707cfd9146d0944f3662f6b9369d8f5ff6a51db8b6b62dd021
            "#]],
        );
    }
    check(&expect![[r#"
        The file, at 12:30:
        ```
        :100000002F4AEA12A6ED34707CFD9146D0944F360B
        :1000100062F6B9369D8F5FF6A51DB8B6B62DD02214
        ```
        > intel-hex: 2 records of a length, an address, bytes and a checksum
        >   2f4aea12a6ed34707cfd9146d0944f36????????????????????????????????
        > line 4: note: its checksum shows that a digit was changed: its bytes are unknown
        > line 1: `The file, at 12:30:`: it is not a record: expected a colon, a length, an address, a type, that many bytes and a checksum
        > line 2: Fence
        > line 5: Fence
    "#]]);
}

#[test]
fn lines_that_lost_their_start() {
    check(&expect![[r#"
        45678:⇥0x00464e00⇥0x7ae07900
        0xffffa08012345680:⇥0x994a2500⇥0x2f000000
        0xffffa08012345688:⇥0x002d0a72⇥0x8e00004a
        > gdb: 3 rows of an address with a colon and numbers of four bytes, the lowest byte last
        >   0xffffa08012345678: ????????????????00254a990000002f720a2d004a00008e
        > line 1: `45678:  0x00464e00  0x7ae07900`: lines 2 to 3 are consecutive, and before them is 0xffffa08012345678: a digit of its address was lost or changed, so its bytes are unknown

        5000  3a003000`00a50000 6b000000`ff000011
        fffff802`12345010  32002361`ff000cff 5a450000`ff2dffea
        fffff802`12345020  4c8fff37`d341e39d 6124004d`00000000
        > windbg-dq: 3 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
        >   0xfffff80212345010: ff0c00ff61230032eaff2dff0000455a9de341d337ff8f4c000000004d002461
        > line 1: `5000  3a003000`00a50000 6b000000`ff000011`: its address is written in another way and far from the others: a digit of its address was lost or changed, so its bytes are unknown

        ffffa080`12345670  2e00ffff ff780012 1c67006d 00000000
        ffffa080`12345680  e3000000 30448ea0 61005200 000b0000
         69003cc0 00f3ffbb
        > windbg-dd: 3 rows of an address and numbers of four bytes, the lowest byte last; a back-tick in the address in 2
        >   0xffffa08012345670: ffff002e120078ff6d00671c00000000000000e3a08e44300052006100000b00
        > line 3: `69003cc0 00f3ffbb`: its address is written in another way and far from the others: a digit of its address was lost or changed, so its bytes are unknown
    "#]]);
}

#[test]
fn a_mark_in_place_of_a_digit_is_no_comment() {
    check(&expect![[r#"
        5c 21 ff 00 93 00 00 ff
        00 ff ff 00 a5 #3 6c 26
        00 ff 70 f3 00 ff ff ff
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   5c21ff00930000ff00ffff00a5??6c2600ff70f300ffffff
        > line 2: note: `#3` is not hexadecimal: its byte is unknown
    "#]]);
}

#[test]
fn a_row_behind_a_heading_is_told() {
    check(&expect![[r#"
        - offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF 0x000007f0  ff00 ff00 0000 ed00 00ff 0000 ff00 8652  ...............R
        0x00000800  eb46 8f09 ffb6 fbff ca85 5972 ff94 a6be  .F........Yr....
        > radare2: 1 row of an address with `0x` and groups of bytes, in their order; an ASCII column that agrees
        >   eb468f09ffb6fbffca855972ff94a6be
        > line 1: `- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF 0x000007f0  ff00 ff00 0000 ed00 00ff 0000 ff00 865…`: it does not begin with an address, unlike the rows
    "#]]);
}

#[test]
fn a_telescope_with_padded_numbers_shows_a_lost_digit() {
    check(&expect![[r#"
        0x00007ffe12340000│+0x0000: 0xf4ff7bf5f56a0000
        0x00007ffe12340008│+0x0008: 0x0000c06c96de9fff
        0x00007ffe12340010│+0x0010: 0x500ff0018f80057
        > telescope: 3 rows of an address with a bar and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0x7ffe12340000: 00006af5f57bfff4ff9fde966cc00000????????????????
        > line 3: note: `0x500ff0018f80057` is not as wide as its column: its bytes are unknown
    "#]]);
}

#[test]
fn bytes_below_16_in_quotation_marks() {
    check(&expect![[r#"
        ['0xfa', '0x6f', '0x3', '0XB7', '0x0']
        > plain-hex: bytes of two digits, each in quotation marks
        >   fa6f03b700
        > or python-bytes: bytes in Python: 18 elements of 1 byte

        B'378FE0112233445566778899'
        > plain-hex: hexadecimal digits in quotation marks
        >   378fe0112233445566778899
        > or python-bytes: the quotation marks: each character a byte
    "#]]);
}

#[test]
fn a_number_at_the_end_of_a_row_lost_a_digit() {
    check(&expect![[r#"
        0x1000:⇥0x1111111122222222⇥0x3333333344444444
        0x1010:⇥0x5555555566666666⇥0x777777778888888
        > gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   222222221111111144444444333333336666666655555555????????????????
        > line 2: note: `0x777777778888888` is not as wide as its column: its bytes are unknown

        0x1000:⇥0x1111111122222222⇥0x333333334
        > gdb: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last
        >   2222222211111111????????????????
        > line 1: note: `0x333333334` is not as wide as its column: its bytes are unknown

        0x1000:⇥0x11⇥0x22⇥0x33⇥0x44⇥0x55⇥0x66⇥0x77⇥0x88
        0x1008:⇥0x11⇥0x22⇥0x33⇥0x44⇥0x55⇥0x66⇥0x77⇥0x8
        > gdb: 2 rows of an address with a colon and single bytes; each row begins where the one before it ends
        >   112233445566778811223344556677??
        > line 2: note: `0x8` is not as wide as its column: its bytes are unknown
    "#]]);
    // More digits than there can be.
    check(&expect![[r#"
        0x1000:⇥0x11111111⇥0x22222222
        0x1008:⇥0x33333333⇥0x444444445
        > gdb: 1 row of an address with a colon and numbers of four bytes, the lowest byte last
        >   1111111122222222
        > line 2: `0x1008:  0x33333333  0x444444445`: `0x444444445` is not hexadecimal: expected two digits per byte, or ??
    "#]]);
}

#[test]
fn a_comment_is_no_physical_address() {
    check(&expect![[r#"
        # a3 be 79 65 c6 05 42 b2 12 2f 00 2d 88 e5 62 21
        > error: no bytes found. Line 1: `#` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        # 4d5a9000 03000000 04000000 ffff0000
        > error: no bytes found. Line 1: its numbers have 4 bytes, a size that this dialect does not have. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn addresses_alone_are_no_bytes() {
    check(&expect![[r#"
        ffffe001`12345010
        ffffe001`12345020
        ffffe001`12345030
        > error: no bytes found. Line 1: it has an address but no bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        8056e340
        8056e350
        8056e360
        > error: no bytes found. Line 1: it has an address but no bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn rows_may_be_missing_before_the_first() {
    for text in [
        "00000010: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............",
        "00000010  4d 5a 90 00 03 00 00 00  04 00 00 00 ff ff 00 00  |MZ..............|\n00000020",
    ] {
        let reading = read(text).unwrap();
        let [note] = &*reading.notes else {
            panic!("{:?}", reading.notes)
        };
        assert_eq!(note.line, 1);
        assert!(note.text.starts_with("the first row is at +0x10: "));
    }
}

#[test]
fn a_number_is_not_the_address_that_was_lost() {
    check(&expect![[r#"
        # 1208040 ff9200ff`00e00000 00004900`00010010
        # 1208050 00000100`1000e000 00000100`001000b7
        # 004101e0`e00000e0 00e0e000`ff690000
        # 1208070 00000000`00000001 00000000`00000002
        > windbg-physical: 4 rows of `#`, a physical address and numbers of eight bytes, the lowest byte last
        >   0000e000ff0092ff100001000049000000e0001000010000b700100000010000????????????????????????????????01000000000000000200000000000000
        > line 3: `# 004101e0`e00000e0 00e0e000`ff690000`: lines 2 and 4 leave exactly 0x10 bytes at 0x1208060: a digit of its address was lost or changed, so its bytes are unknown

        0 303a6265 61646265
        000010 20313a30 62306534 38393065 31633330
        000020 20313a30 62306534 38393065 31633330
        000030 20313a30 62306534 38393065 31633330
        000040
        > od-hex: 3 rows of an offset in hexadecimal and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   ????????????????????????????????303a3120346530626530393830336331303a3120346530626530393830336331303a3120346530626530393830336331
        > line 1: `0 303a6265 61646265`: its address has 8 digits, but the others have 6: a digit was lost or added
        > line 5: End
    "#]]);
}

#[test]
fn a_row_that_lost_a_byte_is_known_where_its_characters_say_so() {
    check(&expect![[r#"
        00000000: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00  MZ..............
        00000010: 4d 5a 90 00 03 00 41 00 04 00 00 00 ff 00 00  MZ....A.........
        > xxd: 2 rows of an offset with a colon and single bytes; an ASCII column that agrees in 1
        >   4d5a90000300000004000000ffff00004d5a9000030041??????????????????
    "#]]);
    // The missing number may be any.
    check(&expect![[r#"
        00000000: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00
        00000010: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00
        00000020: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00
        > xxd: 3 rows of an offset with a colon and single bytes
        >   4d5a90000300000004000000ffff0000????????????????????????????????4d5a90000300000004000000ffff0000
        > line 2: note: it has one number fewer than other rows: the last one or any other may be missing, so its bytes are unknown
    "#]]);
}

#[test]
fn a_row_whose_address_is_damaged_lies_between_the_rows_beside_it() {
    check(&expect![[r#"
        8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00
        8O5Ge35Q  b8 00 00 00 00 00 00 00-40 00 00 00 00 00 00 00
        8056e360  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00
        > windbg-db: 3 rows of an address and single bytes; a hyphen between bytes in 2
        >   0x8056e340: 4d5a90000300000004000000ffff0000b80000000000000040000000000000004d5a90000300000004000000ffff0000
        > line 2: note: its address is damaged: the rows beside it place it at 0x8056e350
    "#]]);
    // A missing number fits between them.
    check(&expect![[r#"
        8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00
        8O5Ge35Q  b8 00 00 00 00 00 00 00-40 00 00 00 00 00 00 00
        8056e370  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00
        > windbg-db: 2 rows of an address and single bytes; a hyphen between bytes
        >   0x8056e340: 4d5a90000300000004000000ffff0000????????????????????????????????????????????????????????????????4d5a90000300000004000000ffff0000
        > line 2: `8O5Ge35Q  b8 00 00 00 00 00 00 00-40 00 00 00 00 00 00 00`: it does not begin with an address, unlike the rows
    "#]]);
}

#[test]
fn what_a_pointer_leads_to_does_not_lie_behind_it() {
    check(&expect![[r#"
        ffffe001`12345010  ffffe001`20000010  00000000`00000005 nt!Thing
        ffffe001`12345018  ffffe001`20000020  00000000`00000007 nt!Thing+0x1
        ffffe001`12345020  ffffe001`20000010  00000000`00000006 nt!Thing+0x2
        > windbg-dqs: 3 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
        >   0xffffe00112345010: 1000002001e0ffff2000002001e0ffff1000002001e0ffff
        > line 3: note: it has 0x6 at 0xffffe00120000010, but line 1 has 0x5 there
        > line 1: comment: nt!Thing
        > line 2: comment: nt!Thing+0x1
        > line 3: comment: nt!Thing+0x2
    "#]]);
}

#[test]
fn the_last_address_may_be_mistyped() {
    check(&expect![[r#"
        00000000: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00
        00000010: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00
        00000020: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00
        00000033: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00
        > xxd: 4 rows of an offset with a colon and single bytes
        >   4d5a90000300000004000000ffff00004d5a90000300000004000000ffff00004d5a90000300000004000000ffff0000
        >   4d5a90000300000004000000ffff0000
        > line 4: note: its address is 0x33, but lines 1 to 3 are consecutive, and after them is 0x30: the address looks mistyped. Its bytes are kept at that address
    "#]]);
}

#[test]
fn numbers_at_the_end_of_all_rows_may_be_cut() {
    check(&expect![[r#"
        8056e340  12345678 0000
        8056e350  12345678 0001
        8056e360  12345678 0002
        > windbg-dd: 3 rows of an address and numbers of four bytes, the lowest byte last
        >   0x8056e340: 78563412????????????????????????78563412????????????????????????78563412????????
        > or rows: 3 rows of an address and groups of bytes, in their order
        > line 1: note: `0000` and 2 numbers in the rows behind are not as wide as other columns: their bytes are unknown
        > line 1: note: each row ends 8 bytes before the next one begins: the rows may be cut off, so the last number of each is unknown

        0x7fffffffe710:⇥0x12345678
        0x7fffffffe720:⇥0x12345679
        0x7fffffffe730:⇥0x1234567a
        > gdb: 3 rows of an address with a colon and numbers of four bytes, the lowest byte last
        >   0x7fffffffe710: ????????????????????????????????????????????????????????????????????????
        > line 1: note: each row ends 12 bytes before the next one begins: the rows may be cut off, so the last number of each is unknown
    "#]]);
}

#[test]
fn a_number_of_gdb_has_as_many_digits_as_those_beside_it() {
    check(&expect![[r#"
        0x7fffffffe710:⇥0x00000001⇥0x000000002⇥0x00000003⇥0x00000004
        > gdb: 1 row of an address with a colon and numbers of four bytes, the lowest byte last
        >   0x7fffffffe710: 01000000????????0300000004000000
        > line 1: note: `0x000000002` is not as wide as its column: its bytes are unknown

        0x1000:⇥0x01⇥0x02⇥0x03⇥0x04
        0x1004:⇥0x01⇥0x0 2⇥0x03⇥0x04
        > gdb: 1 row of an address with a colon and single bytes
        >   01020304
        > line 2: `0x1004:  0x01  0x0 2  0x03  0x04`: `2` has more or fewer digits than the numbers before it: the row is damaged or cut off
    "#]]);
}

#[test]
fn a_record_that_moves_what_follows_is_damaged() {
    let first = ":1000000082B70EEE7F1A5039BEF07EC2347F066E84";
    let second = ":10001000D08F5DC7512447E3404300026B6E5455B7";
    for bad in [
        ":0100000208F5",
        ":03000004080000F1",
        ":0200000408F2",
        ":02000004O800F2",
        ":020000040800F",
        ":020000070800EF",
    ] {
        let error = read(&format!("{first}\n{bad}\n{second}")).unwrap_err();
        assert!(
            matches!(error, ReadError::Damaged { line: 2, .. }),
            "{bad}: {error}"
        );
        assert!(read(&format!("{first}\n{second}\n{bad}")).is_ok(), "{bad}");
    }
}

#[test]
fn s_records() {
    check(&expect![[r#"
        S00600004844521B
        S113000082B70EEE7F1A5039BEF07EC2347F066E80
        S1130010D08F5DC7512447E3404300026B6E5455B3
        S5030002FA
        S9030000FC
        > intel-hex: 2 records of a length, an address, bytes and a checksum
        >   82b70eee7f1a5039bef07ec2347f066ed08f5dc7512447e3404300026b6e5455
        > line 1: Code
        > line 4: Code
        > line 5: End

        S3150800000082B70EEE7F1A5039BEF07EC2347F066E76
        S31508000010D08F5DC7512417E3404300026B6E5455A9
        S2130010D08F5DC7512447E3404300026B6E5455B3
        S70508000000F2
        > intel-hex: 2 records of a length, an address, bytes and a checksum
        >   82b70eee7f1a5039bef07ec2347f066e????????????????????????????????
        > line 2: note: its checksum shows that a digit was changed: its bytes are unknown
        > line 3: `S2130010D08F5DC7512447E3404300026B6E5455B3`: it is not a record: expected a colon, a length, an address, a type, that many bytes and a checksum
        > line 4: End
    "#]]);
}

#[test]
fn base64_behind_a_mark() {
    let line = "TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAA";
    for mark in ["+", "+ ", "- ", "> ", ">"] {
        let text = format!("{mark}{line}\n{mark}{line}\n{mark}{line}\n{mark}TVo=");
        check_text(
            &text,
            &expect![[r#"
                > base64: only Base64 characters and padding
                >   4d5a90000300000004000000ffff0000b8000000000000004000000000000000000000004d5a90000300000004000000ffff0000b8000000000000004000000000000000000000004d5a90000300000004000000ffff0000b8000000000000004000000000000000000000004d5a
            "#]],
        );
    }
    // Here the `+` is a digit.
    check_text(
        &format!("+{}\n+{}", &line[1..], &line[1..]),
        &expect![[r#"
            > base64: only Base64 characters: digits, and letters beyond hexadecimal in both cases
            >   f95a90000300000004000000ffff0000b800000000000000400000000000000000000000f95a90000300000004000000ffff0000b800000000000000400000000000000000000000
        "#]],
    );
    let short = &line[2..];
    check_text(
        &format!("+{short}\n+{short}\n+{short}\n+{short}"),
        &expect![[r#"
            > error: no bytes found. Line 1: `+qQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAA` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn addresses_in_tables() {
    for text in [
        "Location,Bytes\n00401000,4d 5a 90 00\n00401004,03 00 00 00",
        "\"Location\",\"Code Unit\",\"Bytes\"\n\"00401000\",\"db[4]\",\"4d 5a 90 00\"\n\"00401004\",\"db[4]\",\"03 00 00 00\"",
    ] {
        check_text(
            text,
            &expect![[r#"
                > gdb: 2 rows of an address with a colon and single bytes; each row begins where the one before it ends
                >   0x401000: 4d5a900003000000
                > line 1: Fence
            "#]],
        );
    }
    check(&expect![[r#"
        Memory viewer
        00401000 - 4D 5A 90 00  - MZ..
        00401004 - 03 00 00 00  - ....
        > ida: 2 rows of an address and single bytes; an ASCII column that agrees
        >   0x401000: 4d5a900003000000
        > line 1: `Memory viewer`: it does not begin with an address, unlike the rows

        00401000,4D
        00401001,5A
        00401002,90
        00401003,00
        00401004,03
        > gdb: 5 rows of an address with a colon and single bytes; each row begins where the one before it ends
        >   0x401000: 4d5a900003

        0x401000,0x4D
        0x401001,0x5A
        0x401002,0x90
        0x401003,0x00
        > gdb: 4 rows of an address with a colon and single bytes; each row begins where the one before it ends
        >   0x401000: 4d5a9000
    "#]]);
}

#[test]
fn numbers_of_lines_that_count_by_tens() {
    check(&expect![[r#"
        10 a4 7f 00 00 31 22 ef 90
        20 11 22 33 44 55 66 77 88
        30 aa bb cc dd ee ff 00 11
        > plain-numbered: 3 lines of hexadecimal digits only, without addresses
        >   a47f00003122ef901122334455667788aabbccddeeff0011
        > or plain-hex: the first number of each line may also be bytes
        > line 1: note: every line begins with its number, which is ignored

        10 a4 7f 00
        20 11 22 33
        30 aa bb cc
        > offsets: 3 rows of a short offset and single bytes
        >   a47f00??????????????????????????112233??????????????????????????aabbcc
        > or plain-hex: the first number of each line may also be bytes
        > or plain-numbered: the first number of each line may be its line number
        > line 1: note: each row ends 13 bytes before the next one begins: the missing bytes are assumed to be at the end of each row
    "#]]);
}

#[test]
fn a_column_that_all_rows_lack_is_unknown() {
    check(&expect![[r#"
        ffffe001`12345010  63 82 b7 68 63 62 1a 50 39 be f0 7e  c..hca...b.P9..~
        ffffe001`12345020  c2 68 34 68 7f 8f 5d c7 51 24 47 61  .h4h..Mn..].Q$Ga
        ffffe001`12345030  61 e3 40 43 00 55 94 a0 65 66 62 65  a.@C..knTU..efbe
        ffffe001`12345040  68 5d 68 64 c4 54 4a 87 21 a9 9a 68  h]hd.....TJ.!..h
        > windbg-db: 4 rows of an address and single bytes; a back-tick in the address
        >   0xffffe00112345010: 6382b76863????????621a5039bef07ec26834687f????????8f5dc75124476161e3404300????????5594a065666265685d6864c4????????544a8721a99a68
        > line 1: note: each row lacks 4 bytes: the others are placed by the ASCII column or by the mark in the middle of the row, and unknown where several places fit
        > line 1: comment: c..hca...b.P9..~
        > line 2: comment: .h4h..Mn..].Q$Ga
        > line 3: comment: a.@C..knTU..efbe
        > line 4: comment: h]hd.....TJ.!..h
    "#]]);
}

#[test]
fn digits_and_texts_in_quotation_marks_are_no_one_array() {
    check(&expect![[r#"
        ["10", "a0", "34", "12"]
        ["10"
        > error: line 2 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it

        "00401000","db[4]","10 a0 34 12"
        > error: line 1 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it

        data = bytes.fromhex("4d 5a 90 00")
        data = bytes.?romhex("4d 5a 0 00")
        > error: line 2 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn a_list_of_digits_may_be_cut() {
    check(&expect![[r#"
        ['0x10', '0xa0', '0x34', '0x12']
        ['0x10', '0xa0', '0x34', '0x12'
        > plain-hex: bytes of two digits, each in quotation marks
        >   10a0341210a03412
        > or python-bytes: bytes in Python: 16 elements of 1 byte
        > line 2: note: the array is not closed: its end may be missing
    "#]]);
}

#[test]
fn rows_of_a_table_may_change_places() {
    check(&expect![[r#"
        "00401004","db[4]","01 e0 ff ff"
        "00401000","db[4]","10 a0 34 12"
        "0040100c","db[4]","01 e0 ff ff"
        "00401008","db[4]","10 98 34 12"
        > gdb: 4 rows of an address with a colon and single bytes
        >   0x401000: 10a0341201e0ffff1098341201e0ffff
    "#]]);
}

#[test]
fn a_row_that_begins_as_the_one_before_it_is_no_rest_of_that() {
    check(&expect![[r#"
        0x3a15edf192a7c491    7830200000000000                     ..... 0x
        0x3a15edf192a7c499    0000000000000000                     ........
        > volshell: 2 rows of an address with `0x` and numbers of eight bytes, the lowest byte last; an ASCII column that agrees
        >   0x3a15edf192a7c491: 00000000002030780000000000000000

        0000 41424344 20414243 44454630 20303030  ABCD ABCDEF0 000
        0060 41424344 20414243 44454630 20303030  ABCD ABCDEF0 000
        > objdump: 2 rows of a short offset and groups of bytes, in their order; an ASCII column that agrees
        >   41424344204142434445463020303030????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????41424344204142434445463020303030

        ffffe001`12345030  00000000`00000001 00000000`00000002
        ffffe001`12345020  00000000`00000003 00000000`00000004
        ffffe001`12345010  00000000`00000005 00000000`00000006
        ffffe001`12345040  00000000`00000007 00000000`00000008
        > windbg-dq: 4 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
        >   0xffffe00112345010: 05000000000000000600000000000000030000000000000004000000000000000100000000000000020000000000000007000000000000000800000000000000
    "#]]);
}

#[test]
fn question_marks_are_numbers_or_characters() {
    check(&expect![[r#"
        #   4b5d5 ???????? ????
        > windbg-physical: 1 row of `#`, a physical address and numbers of four bytes, the lowest byte last; an ASCII column that agrees
        >   ????????

        1D5B713A ?? ?
        > x64dbg: 1 row of an address and single bytes; an ASCII column that agrees
        >   0x1d5b713a: ??

        #   223f8 ???? ???? ???? 0000
        > windbg-physical: 1 row of `#`, a physical address and numbers of two bytes, the lowest byte last
        >   ????????????0000
    "#]]);
}

#[test]
fn the_first_row_is_there_though_it_cannot_be_read() {
    check(&expect![[r#"
        ffffe001`12345010
        ffffe001`12345018  ffffe001`12349810
        ffffe001`12345020  00000000`00000a4c
        > windbg-dq: 2 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address; each row begins where the one before it ends
        >   0xffffe00112345010: ????????????????1098341201e0ffff4c0a000000000000
        > line 1: `ffffe001`12345010`: it has an address but no bytes

        ffffe001`1234501
        ffffe001`12345018  ffffe001`12349810
        ffffe001`12345020  00000000`00000a4c
        > windbg-dq: 2 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address; each row begins where the one before it ends
        >   0xffffe00112345010: ????????????????1098341201e0ffff4c0a000000000000
        > line 1: `ffffe001`1234501`: it does not begin with an address, unlike the rows

        ffffe001`12345010#?ffffe001`1234a010
        ffffe001`12345018  ffffe001`12349810
        ffffe001`12345020  00000000`00000a4c
        > windbg-dq: 2 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address; each row begins where the one before it ends
        >   0xffffe00112345010: ????????????????1098341201e0ffff4c0a000000000000
        > line 1: `ffffe001`12345010#?ffffe001`1234a010`: it does not begin with an address, unlike the rows

        S113000010A03412#?E0FFFF1098341201E0FFFF4A
        S11300104C0A00000000000080C0E30F01E0FFFF75
        > intel-hex: 1 record of a length, an address, bytes and a checksum
        >   ????????????????????????????????4c0a00000000000080c0e30f01e0ffff
        > line 1: note: its data cannot be read: the 16 bytes before the next record are unknown

        ┌────────┬─────────────────────────┬─────────────────────────┬────────┬────────┐
        │00000000│ 10 a0 34 12 01 e0 ff 
        │00000010│ 4c 0a 00 00 00 00 00 00 ┊ 80 c0 e3 0f 01 e0 ff ff │L×××××××┊••••••••│
        │00000020│ 00 00 00 00 00 00 00 00 ┊ a0 e3 f0 11 01 e0 ff ff │××××××××┊••••••••│
        > windbg-db: 3 rows of an address and single bytes
        >   10a0341201e0ff??????????????????4c0a00000000000080c0e30f01e0ffff0000000000000000a0e3f01101e0ffff
        > line 2: note: it ends 9 bytes before the next row begins, and other rows have that many more: it may be cut off
        > line 1: Fence

        8056e340  12
        8056e350  00000a4c 00000000 0fe3c080 ffffe001
        8056e360  00000000 00000000 11f0e3a0 ffffe001
        > windbg-mixed: 3 rows of an address and numbers of several sizes, the lowest byte last
        >   0x8056e340: ????????????????????????????????4c0a00000000000080c0e30f01e0ffff0000000000000000a0e3f01101e0ffff
        > or rows: 3 rows of an address and groups of bytes, in their order
        > line 1: note: it ends 12 bytes before the next row begins, and other rows have that many more: it may be cut off
        > line 1: note: `12` is not as wide as its column: its bytes are unknown
    "#]]);
}

#[test]
fn what_a_missing_column_leaves_open_is_unknown() {
    check(&expect![[r#"
        ffffe001`12345010  10 a0 ff ff-10 98 34 12 01 e0 ff ff  ..4.......4.....
        ffffe001`12345020  4c 0a 00 00-80 c0 e3 0f 01 e0 ff ff  L...............
        ffffe001`12345030  30 12 ff ff-c0 12 00 12 01 e0 ff ff  0...............
        ffffe001`12345040  09 00 00 00                          ........
        > windbg-db: 4 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes in 3
        >   0xffffe00112345010: 10??????????ffff1098341201e0ffff4c??????????000080c0e30f01e0ffff30??????????ffffc012001201e0ffff09??????????0000
        > line 1: note: each row lacks 4 bytes: the others are placed by the ASCII column or by the mark in the middle of the row, and unknown where several places fit
        > line 1: comment: ..4.......4.....
        > line 2: comment: L...............
        > line 3: comment: 0...............
        > line 4: comment: ........

        ffffe001`12345010  82 b7 0e ee 7f 1a 7e c2 34 7f 06 6e
        ffffe001`12345020  d0 8f 5d c7 51 24 00 02 6b 6e 54 55
        ffffe001`12345030  94 a0 65 68 5d 64 d4 54 4a 87 21 a9
        > windbg-db: 3 rows of an address and single bytes; a back-tick in the address
        >   0xffffe00112345010: 82b70eee????????????????347f066ed08f5dc7????????????????6b6e545594a06568????????????????4a8721a9
        > line 1: note: each row lacks 4 bytes: the others are placed by the ASCII column or by the mark in the middle of the row, and unknown where several places fit

        8056e340  82 b7 0e ee 7f 1a 7e c2 34 7f 06 6e
        8056e350  d0 8f 5d c7 51 24 00 02 6b 6e 54 55
        8056e360  94 a0 65 68 5d 64 d4 54 4a 87 21 a9
        > windbg-db: 3 rows of an address and single bytes
        >   0x8056e340: 82b70eee7f1a7ec2347f066e????????d08f5dc7512400026b6e5455????????94a065685d64d4544a8721a9
        > line 1: note: each row ends 4 bytes before the next one begins: the missing bytes are assumed to be at the end of each row

        8056e340  12
        8056e350  00
        8056e360  34
        > windbg-db: 3 rows of an address and single bytes
        >   0x8056e340: ??????????????????????????????????????????????????????????????????
        > line 1: note: each row ends 15 bytes before the next one begins: the rows may be cut off, so the last number of each is unknown

        0x404060:⇥0x39501a7fee0eb782⇥0xf34c27ef0be
        0x404070:⇥0xe3472451c75d8fd0⇥0xe6b02004340
        0x404080:⇥0x98c4645d6865a094⇥0x74a54d4b80b
        > gdb: 3 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0x404060: 82b70eee7f1a5039????????????????d08f5dc7512447e3????????????????94a065685d64c498????????????????
        > line 1: note: `0xf34c27ef0be` and 2 numbers in the rows behind are not as wide as other columns: their bytes are unknown

        0x404070:⇥0000000000000a4c⇥0xffffe0010fe3c080
        0x404080:⇥0000000000000000⇥0xffffe00111f0e3a0
        0x4040a0:⇥0000000000000003⇥0x000000d2f2eff7a8
        > error: no bytes found. Line 1: `0000000000000a4c` after the address is not a number: expected bytes, or words of two, four or eight bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn addresses_whose_rows_were_cut_are_no_bytes() {
    check(&expect![[r#"
        ffffe001`
        ffffe001`
        ffffe001`
        > error: no bytes found. Line 1: it has an address but no bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        0x40
        0x40
        0x40
        > plain-hex: 3 lines of hexadecimal digits only, without addresses
        >   404040
        > line 1: note: all lines are equal: they may be the beginnings of addresses whose rest was cut off

        00000000  10 a0 34 12 01e0 ff ff 10 98 34 12 01 e0 ff ff
        00000010  4c 0a 00 00 0000 00 00 80 c0 e3 0f 01 e0 ff ff
        00000020  30 12 00 12 01e0 ff ff c0 12 00 12 01 e0 ff ff
        > error: no bytes found. Line 1: `01e0` has more or fewer digits than the numbers before it: the row is damaged or cut off. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

         0000 82b70eee 7f1a
         0010 d08f5dc7 5124
         0020 94a06568 5d64
        > objdump: 3 rows of a short offset and groups of bytes, in their order
        >   82b70eee7f1a????????????????????d08f5dc75124????????????????????94a065685d64
        > or plain-hex: the first number of each line may also be bytes
        > line 1: note: each row ends 10 bytes before the next one begins: the missing bytes are assumed to be at the end of each row

        ffffe0010 a0 34 12 01 e0 ff ff-10 98 34 12 01 e0 ff ff
        ffffe004c 0a 00 00 00 00 00 00-80 c0 e3 0f 01 e0 ff ff
        ffffe0000 00 00 00 00 00 00 00-a0 e3 f0 11 01 e0 ff ff
        ffffe0030 12 00 12 01 e0 ff ff-c0 12 00 12 01 e0 ff ff
        ffffe0003 00 00 00 00 00 00 00-a8 f7 ef f2 d2 00 00 00
        ffffe0000 00 00 00 05 00 00 00-13 00 01 00 00 00 00 00
        ffffe0040 00 00 00 00 00 00 00-80 5a 34 12 01 e0 ff ff
        ffffe0000 60 34 12 01 e0 ff ff-00 10 00 00 07 00 00 00
        ffffe0009 00 00 00 00 00 00 00
        > error: no bytes found. Line 5: many rows contradict the rows beside them: the numbers before them are not addresses, or are wrong. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn a_row_without_its_front_is_no_end_of_the_row_before() {
    check(&expect![[r#"
        0000050    0010    0000    001c    0003    0007    0000    0000    0000
        0000060    5800    1234    e001    ffff    e6f7    c4d5    a2b3    01d9
            0000    0000    0000    6000    1234    e001    ffff
        0000080    1000    0000    0000    0000
        > hexdump: 3 rows of an offset in hexadecimal and numbers of two bytes, the lowest byte last
        >   100000001c00030007000000000000000058341201e0fffff7e6d5c4b3a2d901????????????????????????????????00100000000000??
        > line 3: `0000    0000    0000    6000    1234    e001    ffff`: it does not begin with an address, unlike the rows
    "#]]);
}

#[test]
fn the_last_number_of_xxd_is_whole_beside_its_characters() {
    check(&expect![[r#"
        00000000: 1234a010 ffffe001 12349810 ffffe001  ..4.......4.....
        00000010: 00000a4c 00000000 0fe3c080 ffffe001  L...............
        00000020: 11f0e3a0 ffff
        > xxd-words: 3 rows of an offset with a colon and numbers of four bytes, the lowest byte last; an ASCII column that agrees in 2
        >   10a0341201e0ffff1098341201e0ffff4c0a00000000000080c0e30f01e0ffffa0e3f011????????
        > line 3: note: `ffff` is not as wide as its column: its bytes are unknown
    "#]]);
}

#[test]
fn two_numbers_may_be_an_address_and_its_number() {
    check(&expect![[r#"
        ffffe001`1234a010 ffffe001`12349810
        > windbg-dq: 1 row of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
        >   0xffffe0011234a010: 1098341201e0ffff
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes
    "#]]);
}

#[test]
fn numbers_of_lines_are_no_offsets() {
    check(&expect![[r#"
        1⇥(gdb) x/136xb &buf
        2⇥0x7fffffffe010 <buf>:⇥0x10⇥0xa0⇥0x34⇥0x12⇥0x01⇥0xe0⇥0xff⇥0xff
        3⇥0x7fffffffe018 <buf+8>:⇥0x10⇥0x98⇥0x34⇥0x12⇥0x01⇥0xe0⇥0xff⇥0xff
        4⇥0x7fffffffe020 <buf+16>:⇥0x4c⇥0x0a⇥0x00⇥0x00⇥0x00⇥0x00⇥0x00⇥0x00
        5⇥0x7fffffffe028 <buf+24>:⇥0x80⇥0xc0⇥0xe3⇥0x0f⇥0x01⇥0xe0⇥0xff⇥0xff
        6⇥0x7fffffffe030 <buf+32>:⇥0xa0⇥0xe3⇥0xf0⇥0x11⇥0x01⇥0xe0⇥0xff⇥0xff
        7⇥0x7fffffffe038 <buf+40>:⇥0x00⇥0x00⇥0x00⇥0x00⇥0x00⇥0x00⇥0x00⇥0x00
        8⇥0x7fffffffe040 <buf+48>:⇥0x30⇥0x12⇥0x00⇥0x12⇥0x01⇥0xe0⇥0xff⇥0xff
        9⇥0x7fffffffe048 <buf+56>:⇥0xc0⇥0x12⇥0x00⇥0x12⇥0x01⇥0xe0⇥0xff⇥0xff
        10⇥0x7fffffffe050 <buf+64>:⇥0xa8⇥0xf7⇥0xef⇥0xf2⇥0xd2⇥0x00⇥0x00⇥0x00
        11⇥0x7fffffffe058 <buf+72>:⇥0xb0⇥0xf7⇥0xef⇥0xf2⇥0xd2⇥0x00⇥0x00⇥0x00
        > gdb: 10 rows of an address with a colon and single bytes; each row begins where the one before it ends; the command `x/136xb &buf`
        >   0x7fffffffe010: 10a0341201e0ffff1098341201e0ffff4c0a00000000000080c0e30f01e0ffffa0e3f01101e0ffff00000000000000003012001201e0ffffc012001201e0ffffa8f7eff2d2000000b0f7eff2d2000000
        > line 1: note: every line begins with its number, which is ignored
        > line 1: Prompt
        > line 2: comment: buf
        > line 3: comment: buf+8
        > line 4: comment: buf+16
        > line 5: comment: buf+24
        > line 6: comment: buf+32
        > line 7: comment: buf+40
        > line 8: comment: buf+48
        > line 9: comment: buf+56
        > line 10: comment: buf+64
        > line 11: comment: buf+72
    "#]]);
}

#[test]
fn rows_in_quotation_marks_are_no_characters() {
    check(&expect![[r#"
        "00000000: 10a0 3412 01e0 ffff",
        "00000008: 1098 3412 01e0 ffff",
        "00000010: 4c0a 0000 0000 0000"
        > xxd: 3 rows of an offset with a colon and groups of bytes, in their order; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000
        > or xxd-words: 3 rows of an offset with a colon and numbers of two bytes, the lowest byte last; each row begins where the one before it ends

        rows = [
            'ffffe001`12345010  10 a0 34 12 01 e0 ff ff-10 98 34 12 01 e0 ff ff  ..4.......4.....\n' +
            'ffffe001`12345020  4c 0a 00 00 00 00 00 00-c0 e0 0f 3e 01 e0 ff ff  L..........\'....\n',
        ];
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees in 1
        >   0xffffe00112345010: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff
        > line 3: note: the ASCII column does not agree with the bytes: one of the two was changed
        > line 1: `rows = [`: it does not begin with an address, unlike the rows

        {"dump": ["0x7fffffffe710:\t0x10\t0xa0\t0x34\t0x12\t0x01\t0xe0\t0xff\t0xff", "0x7fffffffe718:\t0x10\t0x98\t0x34\t0x12\t0x01\t0xe0\t0xff\t0xff"]}
        > gdb: 2 rows of an address with a colon and single bytes; each row begins where the one before it ends
        >   0x7fffffffe710: 10a0341201e0ffff1098341201e0ffff

        "8056e340  1234a010 ffffe001 12349810 ffffe001"
        "8056e350  00000a4c 00000000 3e0fe0c0 ffffe001"
        > windbg-dd: 2 rows of an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0x8056e340: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff
        > or rows: 2 rows of an address and groups of bytes, in their order; each row begins where the one before it ends

        "00000000: 10a0 3412 01e0 ffff\n00000008: 1098 3412 01e0 ffff\n"
        > xxd: 2 rows of an offset with a colon and groups of bytes, in their order; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff
        > or xxd-words: 2 rows of an offset with a colon and numbers of two bytes, the lowest byte last; each row begins where the one before it ends

        "10:a0:34:12:01:e0:ff:ff"
        "10:98:34:12:01:e0:ff:ff"
        > plain-hex: hexadecimal digits in quotation marks
        >   10a0341201e0ffff1098341201e0ffff
        > or string-literal: the quotation marks: each character a byte

        "4d5a9000 03000000 04000000 ffff0000"
        "b8000000 00000000 40000000 00000000"
        > plain-hex: hexadecimal digits in quotation marks
        >   4d5a90000300000004000000ffff0000b8000000000000004000000000000000
        > or string-literal: the quotation marks: each character a byte

        [
          "0x10",   <-- flink
          "0xa0",
          "0x34",
          "0x12"
        ]
        > plain-hex: bytes of two digits, each in quotation marks
        >   10a03412
        > or python-bytes: bytes in Python: 16 elements of 1 byte
        > line 1: Code
        > line 6: Code
    "#]]);
}

#[test]
fn words_before_the_first_row_are_a_line_of_their_own() {
    check(&expect![[r#"
        I see this: ffffe001`12345010  10 a0 34 12 01 e0 ff ff-10 98 34 12 01 e0 ff ff  ..4.......4..... ffffe001`12345020  4c 0a 00 00 00 00 00 00-c0 e0 0f 3e 01 e0 ff ff  L..........>....
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0xffffe00112345010: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff

        The list at 00007ff6a0b01000 is broken: 00007ff6a0b01000  10 a0 34 12 01 e0 ff ff-10 98 34 12 01 e0 ff ff  ..4.......4..... 00007ff6a0b01010  4c 0a 00 00 00 00 00 00-c0 e0 0f 3e 01 e0 ff ff  L..........>....
        > windbg-db: 2 rows of an address and single bytes; a hyphen between bytes; an ASCII column that agrees
        >   0x7ff6a0b01000: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff

        (qemu) xp /17gx 0x7ffe1000 000000007ffe1000: 0xffffe0011234a010 0xffffe00112349810 000000007ffe1010: 0x0000000000000a4c 0xffffe0013e0fe0c0
        > gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0x7ffe1000: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff

        Contents of section .data: 404000 10a03412 01e0ffff 10983412 01e0ffff  ..4.......4..... 404010 4c0a0000 00000000 c0e00f3e 01e0ffff  L..........>....
        > objdump: 2 rows of a short offset and groups of bytes, in their order; an ASCII column that agrees
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff

        Address  Hex                                              ASCII 00007FF6A0B01000  10 A0 34 12 01 E0 FF FF 10 98 34 12 01 E0 FF FF  ..4.......4..... 00007FF6A0B01010  4C 0A 00 00 00 00 00 00 C0 E0 0F 3E 01 E0 FF FF  L..........>....
        > ida: 2 rows of an address and single bytes; an ASCII column that agrees
        >   0x7ff6a0b01000: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff

        Dump: 00000000: 10a0 3412 01e0 ffff
        00000008: 1098 3412 01e0 ffff
        > xxd: 2 rows of an offset with a colon and groups of bytes, in their order; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff
        > or xxd-words: 2 rows of an offset with a colon and numbers of two bytes, the lowest byte last; each row begins where the one before it ends

        (ffffe001`12345010  10 a0 34 12 01 e0 ff ff-10 98 34 12 01 e0 ff ff  ..4.......4.....
        ffffe001`12345020  4c 0a 00 00 00 00 00 00-c0 e0 0f 3e 01 e0 ff ff  L..........>....)
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees in 1
        >   0xffffe00112345010: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff
        > line 2: comment: L..........>....)
    "#]]);
}

#[test]
fn rows_without_a_blank_between_them() {
    check(&expect![[r#"
        ffffe00112345010  ffffe0011234a010 ffffe00112349810ffffe00112345020  0000000000000a4c ffffe0013e0fe0c0ffffe00112345030  0000000000000000 0000000000000000
        > windbg-dq: 3 rows of an address and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0xffffe00112345010: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff00000000000000000000000000000000
        > or rows: 3 rows of an address and groups of bytes, in their order; each row begins where the one before it ends

        000000007ffe1000: 0x10 0xa0 0x34 0x12 0x01 0xe0 0xff 0xff000000007ffe1008: 0x10 0x98 0x34 0x12 0x01 0xe0 0xff 0xff
        > gdb: 2 rows of an address with a colon and single bytes; each row begins where the one before it ends
        >   0x7ffe1000: 10a0341201e0ffff1098341201e0ffff

        000000 10 a0 34 12 01 e0 ff ff000008 10 98 34 12 01 e0 ff ff000010 4c 0a 00 00 00 00 00 00000018
        > od-hex: 3 rows of an offset in hexadecimal and single bytes; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000

        0000  10 a0 34 12 01 e0 ff ff 10 98 34 12 01 e0 ff ff0010  4c 0a 00 00 00 00 00 00 c0 e0 0f 3e 01 e0 ff ff
        > offsets: 2 rows of a short offset and single bytes; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff
        > or plain-hex: the first number of each line may also be bytes

        0x00007FF6A0B01000  10 a0 34 12 01 e0 ff ff  ..4..... 0x00007FF6A0B01008  10 98 34 12 01 e0 ff ff  ..4.....
        > volshell: 2 rows of an address with `0x` and single bytes; an ASCII column that agrees
        >   0x7ff6a0b01000: 10a0341201e0ffff1098341201e0ffff
    "#]]);
}

#[test]
fn a_dump_begins_with_its_first_row_though_the_address_of_that_is_damaged() {
    check(&expect![[r#"
        0x7ffffffe710:⇥0xffffe0011234a010⇥0xffffe00112349810
        0x7fffffffe720:⇥0x0000000000000a4c⇥0xffffe0013e0fe0c0
        0x7fffffffe730:⇥0x0000000000000000⇥0x0000000000000000
        > gdb: 3 rows of an address with a colon and numbers of eight bytes, the lowest byte last
        >   0x7fffffffe710: ????????????????????????????????4c0a000000000000c0e00f3e01e0ffff00000000000000000000000000000000
        > line 1: `0x7ffffffe710:  0xffffe0011234a010  0xffffe00112349810`: lines 2 to 3 are consecutive, and before them is 0x7fffffffe710: a digit of its address was lost or changed, so its bytes are unknown

        000000000: 10a0 3412 01e0 ffff
        00000008: 1098 3412 01e0 ffff
        00000010: 4c0a 0000 0000 0000
        > xxd: 3 rows of an offset with a colon and groups of bytes, in their order
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000
        > or xxd-words: 3 rows of an offset with a colon and numbers of two bytes, the lowest byte last
        > line 1: note: its address is damaged: the rows beside it place it at 0x0

        .data:0040400  10 A0 34 12 01 E0 FF FF 10 98 34 12 01 E0 FF FF
        .data:00404010  4C 0A 00 00 00 00 00 00 C0 E0 0F 3E 01 E0 FF FF
        .data:00404020  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        > ida: 3 rows of an address and single bytes
        >   0x404000: 10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff00000000000000000000000000000000
        > line 1: note: its address is damaged: the rows beside it place it at 0x404000

        00001000  10 a0 34 12 01 e0 ff ff  10 98 34 12 01 e0 ff ff  |..4.......4.....|
        00000010  4c 0a 00 00 00 00 00 00  c0 e0 0f 3e 01 e0 ff ff  |L..........>....|
        00000020  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
        00000030  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
        > hexdump-c: 4 rows of an offset and single bytes; an ASCII column that agrees
        >   ????????????????????????????????4c0a000000000000c0e00f3e01e0ffff0000000000000000000000000000000000000000000000000000000000000000
        >   10a0341201e0ffff1098341201e0ffff
        > line 1: note: its address is 0x1000, but lines 2 to 4 are consecutive, and before them is 0x0: the address looks mistyped. Its bytes are kept at that address

        (lldb) memory read 0x100003f50
        0x100003f60: 10 a0 34 12 01 e0 ff ff 10 98 34 12 01 e0 ff ff  ..4.......4.....
        > xxd: 1 row of an offset with a colon and single bytes; an ASCII column that agrees; the command `memory read 0x100003f50`
        >   ????????????????????????????????10a0341201e0ffff1098341201e0ffff
        > line 1: note: it prints from 0x100003f50, but the first row is at 0x100003f60: the 16 bytes between them are unknown
        > line 1: Prompt
    "#]]);
}

#[test]
fn a_column_of_offsets_has_no_bytes() {
    check_text(
        "> 0x0,0x10\n> 0x1,0xa0\n> 0x2,0x34\n> 0x3,0x12",
        &expect![[r#"
            > plain-hex: 4 lines of hexadecimal digits only, without addresses
            >   10a03412
        "#]],
    );
    check(&expect![[r#"
        ```
        // 0x0,0x10
        // 0x1,0xa0
        // 0x2,0x34
        // 0x3,0x12
        ```
        > plain-hex: 4 lines of hexadecimal digits only, without addresses
        >   10a03412

        <pre>0x0,0x10
        0x1,0xa0
        0x2,0x34
        0x3,0x12</pre>
        > plain-hex: 4 lines of hexadecimal digits only, without addresses
        >   10a03412

        0x0,0x10
        0x2,0x34
        0x1,0xa0
        0x3,0x12
        0x3,0x12
        0x4,0xz1
        0x5,0xe0
        > xxd: 6 rows of an offset with a colon and single bytes
        >   10a03412??e0
        > line 6: `"0x4,0xz1`: it does not begin with an address, unlike the rows

        0xx,0x10
        0x1,0xa0
        0x2,0x34
        0x3,0x12
        > xxd: 4 rows of an offset with a colon and single bytes; each row begins where the one before it ends
        >   ??a03412

        0x1000,0x10,0xa0,0x34,0x12,0x01,0xe0,0xff,0xff
        0x1008,0x10,0x98,0x34,0x12,0x01,0xe0,0xff,0xff
        > xxd: 2 rows of an offset with a colon and single bytes; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff

        | Offset | Value |
        |---|---|
        | 0x00 | 0xffffe0011234a010 |
        | 0x08 | 0xffffe00112349810 |
        | 0x10 | 0x0000000000000a4c |
        > gdb: 3 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000
        > line 1: Fence
        > line 2: Fence

        0x1000;10a0341201e0ffff
        0x1008;1098341201e0ffff
        > error: no bytes found. Line 1: `1000` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        | 0x00 | ffffe0011234a010 |
        | 0x08 | ffffe00112349810 |
        | 0x10 | 0000000000000a4c |
        > error: no bytes found. Line 1: `00` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn records_whose_last_column_is_missing() {
    check(&expect![[r#"
        :1000000010A0341201E0FFFF1098341201E0FF
        :100010004C0A000000000000C0E00F3E01E0FF
        :0000
        > error: no bytes found. Line 1: it is not a record: expected a colon, a length, an address, a type, that many bytes and a checksum. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn decimal_offsets_of_hxd() {
    check(&expect![[r#"
        Offset(d) 00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15

        00000000  10 A0 34 12 01 E0 FF FF 10 98 34 12 01 E0 FF FF  ..4.......4.....
        0000001A  4C 0A 00 00 00 00 00 00 C0 E0 0F 3E 01 E0 FF FF  L..........>....
        00000032  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
        > hxd: 3 rows of an offset and single bytes; an ASCII column that agrees in 2
        >   10a0341201e0ffff1098341201e0ffff4c0a000000000000c0e00f3e01e0ffff00000000000000000000000000000000
        > line 4: note: its address is damaged: the rows beside it place it at 0x10
        > line 1: Heading
    "#]]);
}

#[test]
fn an_empty_place_in_a_list_is_no_byte_less() {
    for text in [
        "11-22-33-44-55-66-77-88-...-aa-bb-cc-dd-ee-ff-10-11",
        "11:22:33:44:55:66:77:88::aa:bb:cc:dd:ee:ff:10:11",
        "11,22,33,44,55,66,77,88,,aa,bb,cc,dd,ee,ff,10,11",
        "11;22;33;44;55;66;77;88;;aa;bb;cc;dd;ee;ff;10;11",
        "11|22|33|44|55|66|77|88||aa|bb|cc|dd|ee|ff|10|11",
        "%11%22%33%44%55%66%77%88%%aa%bb%cc%dd%ee%ff%10%11",
        "0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, ..., 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff",
        "0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn bytes_behind_a_prompt_are_bytes() {
    for prompt in ["0: kd> ", ">>> ", "(gdb) ", "0:000> "] {
        check_text(
            &format!(
                "{prompt}b9 f0 f6 91 d5 74 e4 02 d1 84 79 71 05 97 9a ab\n48 9e 0b 70 81 0a 4e 0e"
            ),
            &expect![[r#"
                > plain-hex: 2 lines of hexadecimal digits only, without addresses
                >   b9f0f691d574e402d184797105979aab489e0b70810a4e0e
            "#]],
        );
    }
}

#[test]
fn a_character_too_many_is_no_byte_too_few() {
    check(&expect![[r#"
        00000000: 41 42 43 44 00 11 22 33 44 55 66 77 88 99 61 62  ABBCD.."3DUfw..ab
        00000010: 41 42 43 44 00 11 22 33 44 55 66 77 88 99 61 62  ABCD.."3DUfw..ab

        > xxd: 2 rows of an offset with a colon and single bytes; an ASCII column that agrees in 1
        >   4142434400112233445566778899616241424344001122334455667788996162
        > line 1: comment: ABBCD.."3DUfw..ab
    "#]]);
}

#[test]
fn characters_of_a_lost_number_are_no_comment() {
    check(&expect![[r#"
        ffffe001`12345010  000000d2 f2eff7b0 000000d2 ................
        ffffe001`12345020  00000003 0000000c 00110007 00000000 ................
        > windbg-dc: 2 rows of an address and numbers of four bytes, the lowest byte last; a back-tick in the address; an ASCII column that agrees in 1
        >   0xffffe00112345010: ????????????????????????????????030000000c0000000700110000000000
        > line 1: comment: ................
    "#]]);
    check(&expect![[r#"
        00000000: b9f0f691 d174e402 05979aab  ................
        00000010: 489e0b70 810a4e0e ede99772 9eb984d7  H..p..N....r....
        > xxd: 2 rows of an offset with a colon and groups of bytes, in their order; an ASCII column that agrees in 1
        >   ????????????????????????????????489e0b70810a4e0eede997729eb984d7
        > line 1: note: it has one number fewer than other rows: the last one or any other may be missing, so its bytes are unknown
        > line 1: comment: ................
    "#]]);
}

#[test]
fn an_address_is_no_number() {
    check(&expect![[r#"
        0x00: 0x02e474d591f6f0b9 0x08: 0xab9a9705717984d1
        > gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   b9f0f691d574e402d184797105979aab

        0X00: 0X02E474D591F6F0B9
        0X08: 0XAB9A9705717984D1
        > gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   b9f0f691d574e402d184797105979aab

        EB FFFFE001`12345010 B9 F0 F6 91 D5 74 E4 02 D1 84 79 71 05 97 9A AB
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address
        >   0xffffe00112345010: b9f0f691d574e402d184797105979aab

        10: eb ffffe001`12345010 b9 f0 f6 91 d5 74 e4 02
        11: eb ffffe001`12345018 d1 84 79 71 05 97 9a ab
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; each row begins where the one before it ends
        >   0xffffe00112345010: b9f0f691d574e402d184797105979aab
        > line 1: note: every line begins with its number, which is ignored

        1⇥0x0,0xb9
        2⇥0x1,0xf0
        3⇥0x2,0xf6
        4⇥0x3,0x91
        5⇥0x4,0xd5
        > plain-numbered: 5 lines of hexadecimal digits only, without addresses
        >   b9f0f691d5
        > line 1: note: every line begins with its number, which is ignored

        offset;qword
        0x00;0x02e474d591f6f0b9
        0x10;0xab9a9705717984d1
        > error: no bytes found. Line 1: `00` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        +0000000 185 240 246 145 213 116 228   2 209 132 121 113   5 151 154 171
        +0000020  72 158  11 112 129  10  78  14 237 233 151 114 158 185 132 215
        > od: 2 rows of an offset in octal and single bytes; each row begins where the one before it ends
        >   b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7

        0x00:0x02e474d591f6f0b9
        0x08:0xab9a9705717984d1
        > error: no bytes found. Line 1: `0x00:0x02e474d591f6f0b9` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        12345010b9f0f691d574e402d184797105979aab
        12345020489e0b70810a4e0eede997729eb984d7
        123450302cb2fdd8589616902a03bf78fa4f9e9b
        > error: no bytes found. Line 1: `12345010` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn rows_joined_with_a_heading_or_a_declaration() {
    check(&expect![[r#"
        0  1  2  3  4  5  6  7  8  9  A  B  C  D  E  F   0123456789ABCDEF 0000h:  B9 F0 F6 91 D5 74 E4 02 D1 84 79 71 05 97 9A AB  .....t....yq.... 0010h:  48 9E 0B 70 81 0A 4E 0E ED E9 97 72 9E B9 84 D7  H..p..N....r....
        > offsets: 2 rows of a short offset and single bytes; an ASCII column that agrees
        >   b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7

        .data:0000000140003000  db 0B9h, 0F0h, 0F6h, 0F4h .data:0000000140003004  db 0D1h, 84h, 79h, 71h
        > ida: 2 rows of an address and single bytes; each row begins where the one before it ends
        >   0x140003000: b9f0f6f4d1847971
    "#]]);
}

#[test]
fn a_heading_or_characters_tell_the_order_of_groups() {
    check(&expect![[r#"
        Contents of section .data:
         404000 b9f0f691 d574e402 d1847971 05979aab
         404010 489e0b70 810a4e0e ede99772 9eb984d7
        > objdump: 2 rows of a short offset and groups of bytes, in their order; each row begins where the one before it ends
        >   b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7
        > line 1: Heading

         404000 b9f0f691 d574e402 d1847971 05979aab
         404010 489e0b70 810a4e0e ede99772 9eb984d7
        > od-hex: 2 rows of an offset in hexadecimal and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   91f6f0b902e474d5717984d1ab9a9705700b9e480e4e0a817297e9edd784b99e
        > or objdump: 2 rows of a short offset and groups of bytes, in their order; each row begins where the one before it ends

        00007f3  b9f0 f691 d574 e402 d184 7971 0597 9aab  .....t....yq....
        0000803  489e 0b70 810a 4e0e ede9 9772 9eb9 84d7  H..p..N....r....
        0000813  2cb2 fdd8 5896 1690 2a03 bf78 fa4f 9e9b  ,...X...*..x.O..
        > objdump: 3 rows of a short offset and groups of bytes, in their order; an ASCII column that agrees
        >   b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d72cb2fdd8589616902a03bf78fa4f9e9b

        ffffe001`12345010  1234a010 ffffe001 12349810 ffffe001 ..4..
        .....4.....
        ffffe001`12345020  00000a4c 00000000 0fe3c080 ffffe001 L....
        ...........
        ffffe001`12345030  00000000 00000000 11f0e3a0 ffffe001 .....
        ...........
        > windbg-dd: 3 rows of an address and numbers of four bytes, the lowest byte last; a back-tick in the address; each row begins where the one before it ends
        >   0xffffe00112345010: 10a0341201e0ffff1098341201e0ffff4c0a00000000000080c0e30f01e0ffff0000000000000000a0e3f01101e0ffff
        > line 1: comment: ..4..
        > line 2: `.....4.....`: it does not begin with an address, unlike the rows
        > line 3: comment: L....
        > line 4: Gap
        > line 5: comment: .....
        > line 6: Gap
    "#]]);
}

#[test]
fn the_base_stays_where_the_first_row_cannot_be_read() {
    check(&expect![[r#"
        eb ffffe001`12345010 b9 f0 f6 91 d5 74 e4 02 d1 84 79 71 05 97 9a zz
        eb ffffe001`12345020 48 9e 0b 70 81 0a 4e 0e ed e9 97 72 9e b9 84 d7
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address in 1
        >   0xffffe00112345010: b9f0f691d574e402d184797105979a??489e0b70810a4e0eede997729eb984d7
        > line 1: note: `zz` is not a number: its bytes are unknown

        ffff7a5c1c0│+0x0000: 0x02e474d591f6f0b9
        0x00007ffff7a5c1c8│+0x0008: 0xab9a9705717984d1
        0x00007ffff7a5c1d0│+0x0010: 0x0e4e0a81700b9e48
        > telescope: 2 rows of an address with a bar and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0x7ffff7a5c1c0: ????????????????d184797105979aab489e0b70810a4e0e
        > line 1: `ffff7a5c1c0│+0x0000: 0x02e474d591f6f0b9`: it does not begin with an address, unlike the rows

        0: b9f0 f691 d574 e402 d184 7971 0597 9aab  .....t....yq....
        00000010: 489e 0b70 810a 4e0e ede9 9772 9eb9 84d7  H..p..N....r....
        > xxd: 1 row of an offset with a colon and groups of bytes, in their order; an ASCII column that agrees
        >   ????????????????????????????????489e0b70810a4e0eede997729eb984d7
        > or xxd-decimal: 1 row of a decimal offset with a colon and groups of bytes, in their order; an ASCII column that agrees
        > line 1: `0: b9f0 f691 d574 e402 d184 7971 0597 9aab  .....t....yq....`: it does not begin with an address, unlike the rows

        0: 10111001 11110000 11110110 10010001 11010101 01110100  .....t
        00000006: 11100100 00000010 11010001 10000100 01111001 01110001  ....yq
        > xxd-bits: 1 row of an offset with a colon and single bytes in binary; an ASCII column that agrees
        >   ????????????e402d1847971
        > line 1: `0: 10111001 11110000 11110110 10010001 11010101 01110100  .....t`: it does not begin with an address, unlike the rows

        10:zz000000B9F0F691D574E402D184797105979AABB0
        :10001000489E0B70810A4E0EEDE997729EB984D712
        > error: line 1 looks like bytes, but `zz000000B9F0F691D574E402D184797105979AABB0` is not hexadecimal: expected two digits per byte, or ??. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn rows_cut_off_within_a_byte() {
    check(&expect![[r#"
        # 1a2b3010 b9 f0 f6 91 d5 74 e4 02-d1 
        # 1a2b3020 48 9e 0b 70 81 0a 4e 0e-ed 
        # 1a2b3030 2c b2 fd d8 58 96 16 90-2a 
        > windbg-db: 3 rows of an address and single bytes; a hyphen between bytes
        >   0x1a2b3010: b9f0f691d574e402d1??????????????489e0b70810a4e0eed??????????????2cb2fdd8589616902a
        > line 1: note: each row ends 7 bytes before the next one begins: the missing bytes are assumed to be at the end of each row

        # 1a2b3010 b9 f0 f6 91 d5 74 e4 02-d1 84 79 71 05 97 9a a
        # 1a2b3020 48 9e 0b 70 81 0a 4e 0e-ed e9 97 72 9e b9 84 d
        # 1a2b3030 48 9e 0b 70 81 0a 4e 0e
        > windbg-db: 3 rows of an address and single bytes; a hyphen between bytes in 2; each row begins where the one before it ends
        >   0x1a2b3010: b9f0f691d574e402d184797105979a??489e0b70810a4e0eede997729eb984??489e0b70810a4e0e
        > line 1: note: `a` is not as wide as its column: its bytes are unknown
        > line 2: note: `d` is not as wide as its column: its bytes are unknown

        0x7fffffffe010: 10 a0 34 12 01 e0 ff f
        0x7fffffffe020: 4c 0a 00 00 00 00 00 0
        0x7fffffffe030: 00 00 00 00 00 00 00 0
        > xxd: 3 rows of an offset with a colon and single bytes
        >   10a0341201e0ff??????????????????4c0a0000000000??????????????????00000000000000??
        > line 1: note: `f` and 2 numbers in the rows behind are not as wide as other columns: their bytes are unknown
        > line 1: note: each row ends 8 bytes before the next one begins: the missing bytes are assumed to be at the end of each row

        00000000: b9 f0 f6 91 d5 74 e4 02 d1 84
        00000010: 48 9e 0b 70 81 0a 4e 0e ed e9
        00000020: 2c b2 fd d8 58 96 16 90 2a 03
        00000030: a2 eb e8 21 54 f6 06 e3 fb 07
        > xxd: 4 rows of an offset with a colon and single bytes
        >   b9f0f691d574e402d184????????????489e0b70810a4e0eede9????????????2cb2fdd8589616902a03????????????a2ebe82154f606e3fb07
        > or xxd-decimal: 4 rows of a decimal offset with a colon and single bytes; each row begins where the one before it ends
        > line 1: note: each row ends 6 bytes before the next one begins: the missing bytes are assumed to be at the end of each row
    "#]]);
}

#[test]
fn a_prompt_before_a_row() {
    check(&expect![[r#"
        0: kd> 0010:8056E340 91F6F0B9 02E474D5 717984D1 AB9A9705
        0: kd> 0010:8056E350 700B9E48 0E4E0A81 7297E9ED D784B99E
        > softice: 2 rows of a segment and an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0x8056e340: b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7

        0: kd> .data:0000000140003000  db 0B9h, 0F0h, 0F6h, 91h
        .data:0000000140003004  db 0D1h, 84h, 79h, 71h
        > ida: 2 rows of an address and single bytes; each row begins where the one before it ends
        >   0x140003000: b9f0f691d1847971

        0: kd> b9 f0 f6 9 d5 74 e4 02
        48 9e 0b 70 81 0a 4e 0e
        > error: line 1 looks like bytes, but `0` has an odd number of digits: expected two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn chats_and_logs_begin_each_line() {
    check(&expect![[r#"
        [12:00] bob: ffffe001`12345010  b9 f0 f6 91 d5 74 e4 02-d1 84 79 71 05 97 9a ab  .....t....yq....
        [12:01] bob: ffffe001`12345020  48 9e 0b 70 81 0a 4e 0e-ed e9 97 72 9e b9 84 d7  H..p..N....r....
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0xffffe00112345010: b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7

        bob  12:00  ffffe001`12345010  b9 f0 f6 91 d5 74 e4 02-d1 84 79 71 05 97 9a ab  .....t....yq....
        bob  12:01  ffffe001`12345020  48 9e 0b 70 81 0a 4e 0e-ed e9 97 72 9e b9 84 d7  H..p..N....r....
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0xffffe00112345010: b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7

        2024-05-06 12:34:10,123 DEBUG [0042] b9 f0 f6 91 d5 74 e4 02
        2024-05-06 12:34:11,123 DEBUG [0042] d1 84 79 71 05 97 9a ab
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   b9f0f691d574e402d184797105979aab

        <alice> Offset(h) 00 01 02 03
        <alice> 00000000  B9 F0 F6 91
        <alice> 00000004  D5 74 E4 02
        > hxd: 2 rows of an offset and single bytes; each row begins where the one before it ends
        >   b9f0f691d574e402
        > line 1: Heading

        +0: kd> db ffffe001`12345010 L20
        +ffffe001`12345010  b9 f0 f6 91 d5 74 e4 02-d1 84 79 71 05 97 9a ab  .....t....yq....
        +ffffe001`12345020  48 9e 0b 70 81 0a 4e 0e-ed e9 97 72 9e b9 84 d7  H..p..N....r....
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees; the command `db ffffe001`12345010 L20`
        >   0xffffe00112345010: b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7
        > line 1: Prompt

        +- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF
        +0x000007f3  b9f0 f691 d574 e402 d184 7971 0597 9aab  .....t....yq....
        +0x00000803  489e 0b70 810a 4e0e ede9 9772 9eb9 84d7  H..p..N....r....
        > radare2: 2 rows of an address with `0x` and groups of bytes, in their order; an ASCII column that agrees
        >   b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d7
        > line 1: Heading
    "#]]);
}

/// The name of a value makes its first line shorter.
#[test]
fn an_export_of_the_registry() {
    check(&expect![[r#"
        Windows Registry Editor Version 5.00

        [HKEY_LOCAL_MACHINE\SOFTWARE\X]
        "Blob"=hex:b9,f0,f6,91,d5,74,e4,02,d1,84,79,71,05,97,9a,ab,48,9e,0b,70,81,0a,\
          4e,0e,ed,e9,97,72,9e,b9,84,d7,2c,b2,fd,d8,58,96,16,90,2a,03,bf,78,fa,4f,9e,\
          9b,a2,eb,e8,21,54,f6,06,e3,fb,07,f3,3e,e8,28,ff,0b,49,76,cf,bd,10,16,cc,a3,\
          f4,24,74,a3,33,2f,3e,7c,04,c9,17,3a,18,c9,4e,82,7a,5b,05,7a,7d,3b,35,4b,89,\
          c6,d0,13,cf,ed,ee,eb,85,13,1e,0f,65,da,82,c4,34,6e,3a,d4,37,91,3b,e9,de,48,\
          cc,79,40,43,ce,dd,73,ca,5e,b9,fd,59,d0,6a
        > plain-hex: 6 lines of hexadecimal digits only, without addresses
        >   b9f0f691d574e402d184797105979aab489e0b70810a4e0eede997729eb984d72cb2fdd8589616902a03bf78fa4f9e9ba2ebe82154f606e3fb07f33ee828ff0b4976cfbd1016cca3f42474a3332f3e7c04c9173a18c94e827a5b057a7d3b354b89c6d013cfedeeeb85131e0f65da82c4346e3ad437913be9de48cc794043cedd73ca5eb9fd59d06a
        > line 1: Fence
        > line 3: Fence
    "#]]);
}

#[test]
fn a_message_in_bytes_leaves_a_gap() {
    check(&expect![[r#"
        b9f0f691d574e402d184797105979aab
        489e0b70DBGPRINT: volsnap 0x12
        810a4e0eede997729eb984d7
        2cb2fdd8589616902a03bf78fa4f9e9b
        > error: line 2 looks like bytes, but `489e0b70DBGPRINT` is not hexadecimal: expected two digits per byte, or ??. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}
