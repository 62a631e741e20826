//! Regression tests: texts that were once silently read as wrong bytes.

use expect_test::expect;

use super::super::{ReadError, read};
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
            line 1: `The file, at 12:30:`: it is not a record: expected a colon, a length, an address, a type, that many bytes and a checksum
            line 2: fence
            line 5: fence
        "#]],
    );
}

#[test]
fn lines_that_lost_their_start() {
    check(
        "45678:\t0x00464e00\t0x7ae07900\n0xffffa08012345680:\t0x994a2500\t0x2f000000\n0xffffa08012345688:\t0x002d0a72\t0x8e00004a",
        &expect![[r#"
            gdb: 3 rows of an address with a colon and numbers of four bytes, the lowest byte last
              at 0xffffa08012345680
              00254a990000002f720a2d004a00008e
            line 1: `45678:  0x00464e00  0x7ae07900`: lines 2 to 3 are consecutive, and before them is 0xffffa08012345678: a digit of its address was lost or changed, so its bytes are unknown
        "#]],
    );
    check(
        "5000  3a003000`00a50000 6b000000`ff000011\nfffff802`12345010  32002361`ff000cff 5a450000`ff2dffea\nfffff802`12345020  4c8fff37`d341e39d 6124004d`00000000",
        &expect![[r#"
            windbg-dq: 3 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
              at 0xfffff80212345010
              ff0c00ff61230032eaff2dff0000455a
              9de341d337ff8f4c000000004d002461
            line 1: `5000  3a003000`00a50000 6b000000`ff000011`: its address is written in another way and far from the others: a digit of its address was lost or changed, so its bytes are unknown
        "#]],
    );
    check(
        "ffffa080`12345670  2e00ffff ff780012 1c67006d 00000000\nffffa080`12345680  e3000000 30448ea0 61005200 000b0000\n 69003cc0 00f3ffbb",
        &expect![[r#"
            windbg-dd: 3 rows of an address and numbers of four bytes, the lowest byte last; a back-tick in the address in 2
              at 0xffffa08012345670
              ffff002e120078ff6d00671c00000000
              000000e3a08e44300052006100000b00
            line 3: `69003cc0 00f3ffbb`: its address is written in another way and far from the others: a digit of its address was lost or changed, so its bytes are unknown
        "#]],
    );
}

#[test]
fn a_mark_in_place_of_a_digit_is_no_comment() {
    check(
        "5c 21 ff 00 93 00 00 ff\n00 ff ff 00 a5 #3 6c 26\n00 ff 70 f3 00 ff ff ff",
        &expect![[r#"
            plain-hex: 2 lines of hexadecimal digits only, without addresses
              5c21ff00930000ff00ffff00a5??6c26
              00ff70f300ffffff
        "#]],
    );
}

#[test]
fn a_row_behind_a_heading_is_told() {
    check(
        "- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF 0x000007f0  ff00 ff00 0000 ed00 00ff 0000 ff00 8652  ...............R\n0x00000800  eb46 8f09 ffb6 fbff ca85 5972 ff94 a6be  .F........Yr....",
        &expect![[r#"
            radare2: 1 row of an address with `0x` and groups of bytes, in their order; an ASCII column that agrees
              eb468f09ffb6fbffca855972ff94a6be
            line 1: `- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF 0x000007f0  ff00 ff00 0000 ed00 00ff 0000 ff00 865…`: it does not begin with an address, unlike the rows
        "#]],
    );
}

#[test]
fn a_telescope_with_padded_numbers_shows_a_lost_digit() {
    check(
        "0x00007ffe12340000│+0x0000: 0xf4ff7bf5f56a0000\n0x00007ffe12340008│+0x0008: 0x0000c06c96de9fff\n0x00007ffe12340010│+0x0010: 0x500ff0018f80057",
        &expect![[r#"
            telescope: 3 rows of an address with a bar and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
              at 0x7ffe12340000
              00006af5f57bfff4ff9fde966cc00000
              ????????????????
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
            line 2: `0x1008:  0x33333333  0x444444445`: `0x444444445` is not hexadecimal: expected two digits per byte, or ??
        "#]],
    );
}

#[test]
fn a_comment_is_no_physical_address() {
    check(
        "# a3 be 79 65 c6 05 42 b2 12 2f 00 2d 88 e5 62 21",
        &expect![[r#"
            error: no bytes found. Line 1: `#` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    check(
        "# 4d5a9000 03000000 04000000 ffff0000",
        &expect![[r#"
        error: no bytes found. Line 1: its numbers have 4 bytes, a size that this dialect does not have. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]],
    );
}

#[test]
fn addresses_alone_are_no_bytes() {
    check(
        "ffffe001`12345010\nffffe001`12345020\nffffe001`12345030",
        &expect![[r#"
            error: no bytes found. Line 1: it has an address but no bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    check(
        "8056e340\n8056e350\n8056e360",
        &expect![[r#"
        error: no bytes found. Line 1: it has an address but no bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]],
    );
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

/// Checks the first note of each line, and the bytes.
fn noted(text: &str, expected: &expect_test::Expect) {
    let reading = read(text).unwrap();
    let regions = reading.space.regions().iter();
    let regions = regions.map(|region| region.raw(0, region.len()) + "\n");
    let notes = reading.notes.iter();
    let notes = notes.map(|note| format!("line {}: {}\n", note.line, note.text));
    let skipped = reading.skipped();
    let skipped = skipped.map(|(line, skip)| format!("line {line}: {skip}\n"));
    expected.assert_eq(&regions.chain(notes).chain(skipped).collect::<String>());
}

#[test]
fn a_number_is_not_the_address_that_was_lost() {
    noted(
        "# 1208040 ff9200ff`00e00000 00004900`00010010\n\
         # 1208050 00000100`1000e000 00000100`001000b7\n\
         # 004101e0`e00000e0 00e0e000`ff690000\n\
         # 1208070 00000000`00000001 00000000`00000002",
        &expect![[r#"
            0000e000ff0092ff100001000049000000e0001000010000b700100000010000????????????????????????????????01000000000000000200000000000000
            line 3: lines 2 and 4 leave exactly 0x10 bytes at 0x1208060: a digit of its address was lost or changed, so its bytes are unknown
        "#]],
    );
    noted(
        "0 303a6265 61646265\n\
         000010 20313a30 62306534 38393065 31633330\n\
         000020 20313a30 62306534 38393065 31633330\n\
         000030 20313a30 62306534 38393065 31633330\n\
         000040",
        &expect![[r#"
            ????????????????????????????????303a3120346530626530393830336331303a3120346530626530393830336331303a3120346530626530393830336331
            line 1: its address has 8 digits, but the others have 6: a digit was lost or added
        "#]],
    );
}

#[test]
fn a_row_that_lost_a_byte_is_known_where_its_characters_say_so() {
    noted(
        "00000000: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00  MZ..............\n\
         00000010: 4d 5a 90 00 03 00 41 00 04 00 00 00 ff 00 00  MZ....A.........",
        &expect![[r#"
            4d5a90000300000004000000ffff00004d5a9000030041??????????????????
        "#]],
    );
    // The missing number may be any.
    noted(
        "00000000: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n\
         00000010: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00\n\
         00000020: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00",
        &expect![[r#"
            4d5a90000300000004000000ffff0000????????????????????????????????4d5a90000300000004000000ffff0000
            line 2: it has one number fewer than other rows: the last one or any other may be missing, so its bytes are unknown
        "#]],
    );
}

#[test]
fn a_row_whose_address_is_damaged_lies_between_the_rows_beside_it() {
    noted(
        "8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00\n\
         8O5Ge35Q  b8 00 00 00 00 00 00 00-40 00 00 00 00 00 00 00\n\
         8056e360  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00",
        &expect![[r#"
            4d5a90000300000004000000ffff0000b80000000000000040000000000000004d5a90000300000004000000ffff0000
            line 2: its address is damaged: the rows beside it place it at 0x8056e350
        "#]],
    );
    // A missing number fits between them.
    noted(
        "8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00\n\
         8O5Ge35Q  b8 00 00 00 00 00 00 00-40 00 00 00 00 00 00 00\n\
         8056e370  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00",
        &expect![[r#"
            4d5a90000300000004000000ffff0000????????????????????????????????????????????????????????????????4d5a90000300000004000000ffff0000
            line 2: it does not begin with an address, unlike the rows
        "#]],
    );
}

#[test]
fn what_a_pointer_leads_to_does_not_lie_behind_it() {
    noted(
        "ffffe001`12345010  ffffe001`20000010  00000000`00000005 nt!Thing\n\
         ffffe001`12345018  ffffe001`20000020  00000000`00000007 nt!Thing+0x1\n\
         ffffe001`12345020  ffffe001`20000010  00000000`00000006 nt!Thing+0x2",
        &expect![[r#"
            1000002001e0ffff2000002001e0ffff1000002001e0ffff
            line 3: it has 0x6 at 0xffffe00120000010, but line 1 has 0x5 there
        "#]],
    );
}

#[test]
fn the_last_address_may_be_mistyped() {
    noted(
        "00000000: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n\
         00000010: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n\
         00000020: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n\
         00000033: 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00",
        &expect![[r#"
            4d5a90000300000004000000ffff00004d5a90000300000004000000ffff00004d5a90000300000004000000ffff0000
            4d5a90000300000004000000ffff0000
            line 4: its address is 0x33, but lines 1 to 3 are consecutive, and after them is 0x30: the address looks mistyped. Its bytes are kept at that address
        "#]],
    );
}

#[test]
fn numbers_at_the_end_of_all_rows_may_be_cut() {
    noted(
        "8056e340  12345678 0000\n8056e350  12345678 0001\n8056e360  12345678 0002",
        &expect![[r#"
            78563412????????????????????????78563412????????????????????????78563412????????
            line 1: `0000` and 2 numbers in the rows behind are not as wide as other columns: their bytes are unknown
            line 1: each row ends 8 bytes before the next one begins: the rows may be cut off, so the last number of each is unknown
        "#]],
    );
    noted(
        "0x7fffffffe710:\t0x12345678\n0x7fffffffe720:\t0x12345679\n0x7fffffffe730:\t0x1234567a",
        &expect![[r#"
            ????????????????????????????????????????????????????????????????????????
            line 1: each row ends 12 bytes before the next one begins: the rows may be cut off, so the last number of each is unknown
        "#]],
    );
}

#[test]
fn a_number_of_gdb_has_as_many_digits_as_those_beside_it() {
    noted(
        "0x7fffffffe710:\t0x00000001\t0x000000002\t0x00000003\t0x00000004",
        &expect![[r#"
            01000000????????0300000004000000
            line 1: `0x000000002` is not as wide as its column: its bytes are unknown
        "#]],
    );
    noted(
        "0x1000:\t0x01\t0x02\t0x03\t0x04\n0x1004:\t0x01\t0x0 2\t0x03\t0x04",
        &expect![[r#"
            01020304
            line 2: `2` has more or fewer digits than the numbers before it: the row is damaged or cut off
        "#]],
    );
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
    check(
        "S00600004844521B\nS113000082B70EEE7F1A5039BEF07EC2347F066E80\nS1130010D08F5DC7512447E3404300026B6E5455B3\nS5030002FA\nS9030000FC",
        &expect![[r#"
            intel-hex: 2 records of a length, an address, bytes and a checksum
              82b70eee7f1a5039bef07ec2347f066e
              d08f5dc7512447e3404300026b6e5455
            line 1: code
            line 4: code
            line 5: end
        "#]],
    );
    check(
        "S3150800000082B70EEE7F1A5039BEF07EC2347F066E76\nS31508000010D08F5DC7512417E3404300026B6E5455A9\nS2130010D08F5DC7512447E3404300026B6E5455B3\nS70508000000F2",
        &expect![[r#"
            intel-hex: 2 records of a length, an address, bytes and a checksum
              82b70eee7f1a5039bef07ec2347f066e
              ????????????????????????????????
            line 3: `S2130010D08F5DC7512447E3404300026B6E5455B3`: it is not a record: expected a colon, a length, an address, a type, that many bytes and a checksum
            line 4: end
        "#]],
    );
}

#[test]
fn base64_behind_a_mark() {
    let line = "TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAA";
    for mark in ["+", "+ ", "- ", "> ", ">"] {
        let text = format!("{mark}{line}\n{mark}{line}\n{mark}{line}\n{mark}TVo=");
        check(
            &text,
            &expect![[r#"
            base64: only Base64 characters and padding
              4d5a90000300000004000000ffff0000
              b8000000000000004000000000000000
              000000004d5a90000300000004000000
              ffff0000b80000000000000040000000
              00000000000000004d5a900003000000
              04000000ffff0000b800000000000000
              4000000000000000000000004d5a
        "#]],
        );
    }
    // Here the `+` is a digit.
    check(
        &format!("+{}\n+{}", &line[1..], &line[1..]),
        &expect![[r#"
        base64: only Base64 characters: digits, and letters beyond hexadecimal in both cases
          f95a90000300000004000000ffff0000
          b8000000000000004000000000000000
          00000000f95a90000300000004000000
          ffff0000b80000000000000040000000
          0000000000000000
    "#]],
    );
    let short = &line[2..];
    check(
        &format!("+{short}\n+{short}\n+{short}\n+{short}"),
        &expect![[r#"
            error: no bytes found. Line 1: `+qQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAA` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn addresses_in_tables() {
    for text in [
        "Location,Bytes\n00401000,4d 5a 90 00\n00401004,03 00 00 00",
        "\"Location\",\"Code Unit\",\"Bytes\"\n\"00401000\",\"db[4]\",\"4d 5a 90 00\"\n\"00401004\",\"db[4]\",\"03 00 00 00\"",
    ] {
        check(
            text,
            &expect![[r#"
            gdb: 2 rows of an address with a colon and single bytes; each row begins where the one before it ends
              at 0x401000
              4d5a900003000000
            line 1: fence
        "#]],
        );
    }
    check(
        "Memory viewer\n00401000 - 4D 5A 90 00  - MZ..\n00401004 - 03 00 00 00  - ....",
        &expect![[r#"
            ida: 2 rows of an address and single bytes; an ASCII column that agrees
              at 0x401000
              4d5a900003000000
            line 1: `Memory viewer`: it does not begin with an address, unlike the rows
        "#]],
    );
    check(
        "00401000,4D\n00401001,5A\n00401002,90\n00401003,00\n00401004,03",
        &expect![[r#"
            gdb: 5 rows of an address with a colon and single bytes; each row begins where the one before it ends
              at 0x401000
              4d5a900003
        "#]],
    );
    check(
        "0x401000,0x4D\n0x401001,0x5A\n0x401002,0x90\n0x401003,0x00",
        &expect![[r#"
            gdb: 4 rows of an address with a colon and single bytes; each row begins where the one before it ends
              at 0x401000
              4d5a9000
        "#]],
    );
}

#[test]
fn numbers_of_lines_that_count_by_tens() {
    check(
        "10 a4 7f 00 00 31 22 ef 90\n20 11 22 33 44 55 66 77 88\n30 aa bb cc dd ee ff 00 11",
        &expect![[r#"
            plain-numbered: 3 lines of hexadecimal digits only, without addresses
              a47f00003122ef901122334455667788
              aabbccddeeff0011
            also plain-hex: the first number of each line may also be bytes
        "#]],
    );
    check(
        "10 a4 7f 00\n20 11 22 33\n30 aa bb cc",
        &expect![[r#"
            offsets: 3 rows of a short offset and single bytes
              a47f00??????????????????????????
              112233??????????????????????????
              aabbcc
            also plain-hex: the first number of each line may also be bytes
            also plain-numbered: the first number of each line may be its line number
        "#]],
    );
}

#[test]
fn a_column_that_all_rows_lack_is_unknown() {
    check(
        "\
ffffe001`12345010  63 82 b7 68 63 62 1a 50 39 be f0 7e  c..hca...b.P9..~\n\
ffffe001`12345020  c2 68 34 68 7f 8f 5d c7 51 24 47 61  .h4h..Mn..].Q$Ga\n\
ffffe001`12345030  61 e3 40 43 00 55 94 a0 65 66 62 65  a.@C..knTU..efbe\n\
ffffe001`12345040  68 5d 68 64 c4 54 4a 87 21 a9 9a 68  h]hd.....TJ.!..h\n\
",
        &expect![[r#"
            windbg-db: 4 rows of an address and single bytes; a back-tick in the address
              at 0xffffe00112345010
              6382b76863????????621a5039bef07e
              c26834687f????????8f5dc751244761
              61e3404300????????5594a065666265
              685d6864c4????????544a8721a99a68
            line 1: note: c..hca...b.P9..~
            line 2: note: .h4h..Mn..].Q$Ga
            line 3: note: a.@C..knTU..efbe
            line 4: note: h]hd.....TJ.!..h
        "#]],
    );
}

#[test]
fn digits_and_texts_in_quotation_marks_are_no_one_array() {
    check(
        "[\"10\", \"a0\", \"34\", \"12\"]\n[\"10\"",
        &expect![[r#"
        error: line 2 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]],
    );
    check(
        "\"00401000\",\"db[4]\",\"10 a0 34 12\"",
        &expect![[r#"
        error: line 1 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]],
    );
    check(
        "data = bytes.fromhex(\"4d 5a 90 00\")\ndata = bytes.?romhex(\"4d 5a 0 00\")",
        &expect![[r#"
            error: line 2 looks like bytes, but the text in it is not hexadecimal with two digits per byte. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
        "#]],
    );
}

#[test]
fn a_list_of_digits_may_be_cut() {
    noted(
        "['0x10', '0xa0', '0x34', '0x12']\n['0x10', '0xa0', '0x34', '0x12'",
        &expect![[r#"
            10a0341210a03412
            line 2: the array is not closed: its end may be missing
        "#]],
    );
}

#[test]
fn rows_of_a_table_may_change_places() {
    noted(
        "\"00401004\",\"db[4]\",\"01 e0 ff ff\"\n\"00401000\",\"db[4]\",\"10 a0 34 12\"\n\"0040100c\",\"db[4]\",\"01 e0 ff ff\"\n\"00401008\",\"db[4]\",\"10 98 34 12\"",
        &expect![[r#"
            10a0341201e0ffff1098341201e0ffff
        "#]],
    );
}

#[test]
fn a_row_that_begins_as_the_one_before_it_is_no_rest_of_that() {
    noted(
        "0x3a15edf192a7c491    7830200000000000                     ..... 0x\n0x3a15edf192a7c499    0000000000000000                     ........",
        &expect![[r#"
            00000000002030780000000000000000
        "#]],
    );
    noted(
        "0000 41424344 20414243 44454630 20303030  ABCD ABCDEF0 000\n0060 41424344 20414243 44454630 20303030  ABCD ABCDEF0 000",
        &expect![[r#"
            41424344204142434445463020303030????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????41424344204142434445463020303030
        "#]],
    );
    noted(
        "ffffe001`12345030  00000000`00000001 00000000`00000002\nffffe001`12345020  00000000`00000003 00000000`00000004\nffffe001`12345010  00000000`00000005 00000000`00000006\nffffe001`12345040  00000000`00000007 00000000`00000008",
        &expect![[r#"
            05000000000000000600000000000000030000000000000004000000000000000100000000000000020000000000000007000000000000000800000000000000
        "#]],
    );
}

#[test]
fn question_marks_are_numbers_or_characters() {
    noted(
        "#   4b5d5 ???????? ????",
        &expect![[r#"
            ????????
        "#]],
    );
    noted(
        "1D5B713A ?? ?",
        &expect![[r#"
            ??
        "#]],
    );
    noted(
        "#   223f8 ???? ???? ???? 0000",
        &expect![[r#"
        ????????????0000
    "#]],
    );
}

#[test]
fn the_first_row_is_there_though_it_cannot_be_read() {
    noted(
        "ffffe001`12345010\nffffe001`12345018  ffffe001`12349810\nffffe001`12345020  00000000`00000a4c",
        &expect![[r#"
            ????????????????1098341201e0ffff4c0a000000000000
            line 1: it has an address but no bytes
        "#]],
    );
    noted(
        "ffffe001`1234501\nffffe001`12345018  ffffe001`12349810\nffffe001`12345020  00000000`00000a4c",
        &expect![[r#"
            ????????????????1098341201e0ffff4c0a000000000000
            line 1: it does not begin with an address, unlike the rows
        "#]],
    );
    noted(
        "ffffe001`12345010#?ffffe001`1234a010\nffffe001`12345018  ffffe001`12349810\nffffe001`12345020  00000000`00000a4c",
        &expect![[r#"
            ????????????????1098341201e0ffff4c0a000000000000
            line 1: it does not begin with an address, unlike the rows
        "#]],
    );
    noted(
        "S113000010A03412#?E0FFFF1098341201E0FFFF4A\nS11300104C0A00000000000080C0E30F01E0FFFF75",
        &expect![[r#"
            ????????????????????????????????4c0a00000000000080c0e30f01e0ffff
            line 1: only its address can be read: its 16 bytes are unknown
        "#]],
    );
    noted(
        "┌────────┬─────────────────────────┬─────────────────────────┬────────┬────────┐\n│00000000│ 10 a0 34 12 01 e0 ff \n│00000010│ 4c 0a 00 00 00 00 00 00 ┊ 80 c0 e3 0f 01 e0 ff ff │L×××××××┊••••••••│\n│00000020│ 00 00 00 00 00 00 00 00 ┊ a0 e3 f0 11 01 e0 ff ff │××××××××┊••••••••│",
        &expect![[r#"
            10a0341201e0ff??????????????????4c0a00000000000080c0e30f01e0ffff0000000000000000a0e3f01101e0ffff
            line 2: it ends 9 bytes before the next row begins, and other rows have that many more: it may be cut off
        "#]],
    );
    noted(
        "8056e340  12\n8056e350  00000a4c 00000000 0fe3c080 ffffe001\n8056e360  00000000 00000000 11f0e3a0 ffffe001",
        &expect![[r#"
            ????????????????????????????????4c0a00000000000080c0e30f01e0ffff0000000000000000a0e3f01101e0ffff
            line 1: it ends 12 bytes before the next row begins, and other rows have that many more: it may be cut off
            line 1: `12` is not as wide as its column: its bytes are unknown
        "#]],
    );
}

#[test]
fn what_a_missing_column_leaves_open_is_unknown() {
    noted(
        "ffffe001`12345010  10 a0 ff ff-10 98 34 12 01 e0 ff ff  ..4.......4.....\nffffe001`12345020  4c 0a 00 00-80 c0 e3 0f 01 e0 ff ff  L...............\nffffe001`12345030  30 12 ff ff-c0 12 00 12 01 e0 ff ff  0...............\nffffe001`12345040  09 00 00 00                          ........",
        &expect![[r#"
            10??????????ffff1098341201e0ffff4c??????????000080c0e30f01e0ffff30??????????ffffc012001201e0ffff09??????????0000
            line 1: each row lacks 4 bytes: the others are placed by the ASCII column or by the mark in the middle of the row, and unknown where several places fit
        "#]],
    );
    noted(
        "ffffe001`12345010  82 b7 0e ee 7f 1a 7e c2 34 7f 06 6e\nffffe001`12345020  d0 8f 5d c7 51 24 00 02 6b 6e 54 55\nffffe001`12345030  94 a0 65 68 5d 64 d4 54 4a 87 21 a9",
        &expect![[r#"
            82b70eee????????????????347f066ed08f5dc7????????????????6b6e545594a06568????????????????4a8721a9
            line 1: each row lacks 4 bytes: the others are placed by the ASCII column or by the mark in the middle of the row, and unknown where several places fit
        "#]],
    );
    noted(
        "8056e340  82 b7 0e ee 7f 1a 7e c2 34 7f 06 6e\n8056e350  d0 8f 5d c7 51 24 00 02 6b 6e 54 55\n8056e360  94 a0 65 68 5d 64 d4 54 4a 87 21 a9",
        &expect![[r#"
            82b70eee7f1a7ec2347f066e????????d08f5dc7512400026b6e5455????????94a065685d64d4544a8721a9
            line 1: each row ends 4 bytes before the next one begins: the missing bytes are assumed to be at the end of each row
        "#]],
    );
    noted(
        "8056e340  12\n8056e350  00\n8056e360  34",
        &expect![[r#"
        ??????????????????????????????????????????????????????????????????
        line 1: each row ends 15 bytes before the next one begins: the rows may be cut off, so the last number of each is unknown
    "#]],
    );
    noted(
        "0x404060:\t0x39501a7fee0eb782\t0xf34c27ef0be\n0x404070:\t0xe3472451c75d8fd0\t0xe6b02004340\n0x404080:\t0x98c4645d6865a094\t0x74a54d4b80b",
        &expect![[r#"
            82b70eee7f1a5039????????????????d08f5dc7512447e3????????????????94a065685d64c498????????????????
            line 1: `0xf34c27ef0be` and 2 numbers in the rows behind are not as wide as other columns: their bytes are unknown
        "#]],
    );
    check(
        "0x404070:\t0000000000000a4c\t0xffffe0010fe3c080\n0x404080:\t0000000000000000\t0xffffe00111f0e3a0\n0x4040a0:\t0000000000000003\t0x000000d2f2eff7a8",
        &expect![[r#"
            error: no bytes found. Line 1: `0000000000000a4c` after the address is not a number: expected bytes, or words of two, four or eight bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn addresses_whose_rows_were_cut_are_no_bytes() {
    check(
        "ffffe001`\nffffe001`\nffffe001`",
        &expect![[r#"
        error: no bytes found. Line 1: it has an address but no bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]],
    );
    noted(
        "0x40\n0x40\n0x40",
        &expect![[r#"
            404040
            line 1: all lines are equal: they may be the beginnings of addresses whose rest was cut off
        "#]],
    );
    check(
        "00000000  10 a0 34 12 01e0 ff ff 10 98 34 12 01 e0 ff ff\n00000010  4c 0a 00 00 0000 00 00 80 c0 e3 0f 01 e0 ff ff\n00000020  30 12 00 12 01e0 ff ff c0 12 00 12 01 e0 ff ff",
        &expect![[r#"
            error: no bytes found. Line 1: `00000000` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    check(
        " 0000 82b70eee 7f1a\n 0010 d08f5dc7 5124\n 0020 94a06568 5d64",
        &expect![[r#"
            error: no bytes found. Line 1: `0000` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
    check(
        "ffffe0010 a0 34 12 01 e0 ff ff-10 98 34 12 01 e0 ff ff\nffffe004c 0a 00 00 00 00 00 00-80 c0 e3 0f 01 e0 ff ff\nffffe0000 00 00 00 00 00 00 00-a0 e3 f0 11 01 e0 ff ff\nffffe0030 12 00 12 01 e0 ff ff-c0 12 00 12 01 e0 ff ff\nffffe0003 00 00 00 00 00 00 00-a8 f7 ef f2 d2 00 00 00\nffffe0000 00 00 00 05 00 00 00-13 00 01 00 00 00 00 00\nffffe0040 00 00 00 00 00 00 00-80 5a 34 12 01 e0 ff ff\nffffe0000 60 34 12 01 e0 ff ff-00 10 00 00 07 00 00 00\nffffe0009 00 00 00 00 00 00 00",
        &expect![[r#"
            error: no bytes found. Line 5: many rows contradict the rows beside them: the numbers before them are not addresses, or are wrong. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]],
    );
}

#[test]
fn a_row_without_its_front_is_no_end_of_the_row_before() {
    check(
        "0000050    0010    0000    001c    0003    0007    0000    0000    0000\n0000060    5800    1234    e001    ffff    e6f7    c4d5    a2b3    01d9\n    0000    0000    0000    6000    1234    e001    ffff\n0000080    1000    0000    0000    0000",
        &expect![[r#"
            hexdump: 3 rows of an offset in hexadecimal and numbers of two bytes, the lowest byte last
              100000001c0003000700000000000000
              0058341201e0fffff7e6d5c4b3a2d901
              ????????????????????????????????
              00100000000000??
            line 3: `0000    0000    0000    6000    1234    e001    ffff`: it does not begin with an address, unlike the rows
        "#]],
    );
}

#[test]
fn the_last_number_of_xxd_is_whole_beside_its_characters() {
    check(
        "00000000: 1234a010 ffffe001 12349810 ffffe001  ..4.......4.....\n00000010: 00000a4c 00000000 0fe3c080 ffffe001  L...............\n00000020: 11f0e3a0 ffff",
        &expect![[r#"
            xxd-words: 3 rows of an offset with a colon and numbers of four bytes, the lowest byte last; an ASCII column that agrees in 2
              10a0341201e0ffff1098341201e0ffff
              4c0a00000000000080c0e30f01e0ffff
              a0e3f011????????
        "#]],
    );
}

#[test]
fn two_numbers_may_be_an_address_and_its_number() {
    check(
        "ffffe001`1234a010 ffffe001`12349810",
        &expect![[r#"
        windbg-dq: 1 row of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
          at 0xffffe0011234a010
          1098341201e0ffff
        also plain-words: every word has as many digits as a number of one, two, four or eight bytes
    "#]],
    );
}

#[test]
fn numbers_of_lines_are_no_offsets() {
    check(
        "1\t(gdb) x/136xb &buf\n2\t0x7fffffffe010 <buf>:\t0x10\t0xa0\t0x34\t0x12\t0x01\t0xe0\t0xff\t0xff\n3\t0x7fffffffe018 <buf+8>:\t0x10\t0x98\t0x34\t0x12\t0x01\t0xe0\t0xff\t0xff\n4\t0x7fffffffe020 <buf+16>:\t0x4c\t0x0a\t0x00\t0x00\t0x00\t0x00\t0x00\t0x00\n5\t0x7fffffffe028 <buf+24>:\t0x80\t0xc0\t0xe3\t0x0f\t0x01\t0xe0\t0xff\t0xff\n6\t0x7fffffffe030 <buf+32>:\t0xa0\t0xe3\t0xf0\t0x11\t0x01\t0xe0\t0xff\t0xff\n7\t0x7fffffffe038 <buf+40>:\t0x00\t0x00\t0x00\t0x00\t0x00\t0x00\t0x00\t0x00\n8\t0x7fffffffe040 <buf+48>:\t0x30\t0x12\t0x00\t0x12\t0x01\t0xe0\t0xff\t0xff\n9\t0x7fffffffe048 <buf+56>:\t0xc0\t0x12\t0x00\t0x12\t0x01\t0xe0\t0xff\t0xff\n10\t0x7fffffffe050 <buf+64>:\t0xa8\t0xf7\t0xef\t0xf2\t0xd2\t0x00\t0x00\t0x00\n11\t0x7fffffffe058 <buf+72>:\t0xb0\t0xf7\t0xef\t0xf2\t0xd2\t0x00\t0x00\t0x00",
        &expect![[r#"
            gdb: 10 rows of an address with a colon and single bytes; each row begins where the one before it ends; the command `x/136xb &buf`
              at 0x7fffffffe010
              10a0341201e0ffff1098341201e0ffff
              4c0a00000000000080c0e30f01e0ffff
              a0e3f01101e0ffff0000000000000000
              3012001201e0ffffc012001201e0ffff
              a8f7eff2d2000000b0f7eff2d2000000
            line 1: prompt
            line 2: note: buf
            line 3: note: buf+8
            line 4: note: buf+16
            line 5: note: buf+24
            line 6: note: buf+32
            line 7: note: buf+40
            line 8: note: buf+48
            line 9: note: buf+56
            line 10: note: buf+64
            line 11: note: buf+72
        "#]],
    );
}
