//! Hexadecimal without addresses, intact and damaged.

use expect_test::expect;

use super::super::{Dialect, read_as};
use super::{check, check_text};

#[test]
fn plain_hex() {
    check(&expect![[r#"
        4D5A9000
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a9000
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes
        > or base64: all characters are valid Base64, too, and their number fits

        4d 5a 90 00
        03 ?? 00
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   4d5a900003??00

        0x4d, 0x5a, 0x9,
        0x00 // magic
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   4d5a0900

        4D-5A-90-00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a9000

        4d:5a:90:00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a9000

        \x4d\x5a\x90
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a90

        0x4d0x5a0x900x00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a9000

        %4d%5a
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a

        4d5a90000
        300000004
        00
        > plain-hex: 3 lines of hexadecimal digits only, without addresses
        >   4d5a9000030000000400
        > or base64: all characters are valid Base64, too, and their number fits

        0x4d5a900003000000deadbeef
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a900003000000deadbeef

        4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a90000300000004000000ffff0000

        deadbeef cafebabe
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   deadbeefcafebabe
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes
    "#]]);
}

#[test]
fn a_mark_behind_a_letter_of_two_bytes() {
    check(&expect![[r#"
        0x4déx
        > error: no bytes found. Line 1: `0x4déx` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn plain_hex_with_debris() {
    check(&expect![[r#"
        Here it is:
        ```hex
        4d 5a 90 00
        ```
        0:000> 
        ; comment
        00 01 ; be careful
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   4d5a90000001
        > line 1: `Here it is:`: `Here` is not hexadecimal: expected two digits per byte, or ??
        > line 2: Fence
        > line 4: Fence
        > line 5: Prompt
        > line 6: `; comment`: `comment` is not hexadecimal: expected two digits per byte, or ??

        4d 5a 90 00
        4d 5a 9O 00
        01 02 03 04
        > error: line 2 looks like bytes, but `9O` is not hexadecimal: expected two digits per byte, or ??. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it

        4d 5a 90 00
        4d 5a 9O 00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a9000
        > line 2: `4d 5a 9O 00`: `9O` is not hexadecimal: expected two digits per byte, or ??
    "#]]);
}

#[test]
fn a_zero_at_the_end_may_be_the_beginning_of_a_number() {
    // gdb, wrapped within the prefix of the last number.
    check(&expect![[r#"
        0xffff80001000:⇥0x0000000000000039⇥0
        > gdb: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last
        >   0xffff80001000: 3900000000000000????????????????
        > line 1: note: `0` is not as wide as its column: its bytes are unknown

        0xffff80001000:⇥0x39⇥0x1a5⇥0x7⇥0
        > gdb: 1 row of an address with a colon and numbers of four bytes, the lowest byte last
        >   0xffff80001000: 39000000a501000007000000????????
        > line 1: note: `0` is not as wide as its column: its bytes are unknown

        0xffff80001000:⇥0
        0xffff80001008:⇥0
        0xffff80001010:⇥0x
        > gdb: 2 rows of an address with a colon and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0xffff80001000: ????????????????????????????????
        > line 1: note: `0` is not as wide as its column: its bytes are unknown
        > line 2: note: `0` is not as wide as its column: its bytes are unknown
        > line 3: `0xffff80001010:  0x`: `0x` after the address is not a number: expected bytes, or words of two, four or eight bytes
    "#]]);
    // But not of a decimal one.
    check(&expect![[r#"
        0xffff80001000:⇥0⇥7
        0xffff80001008:⇥3⇥0
        > gdb: 2 rows of an address with a colon and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0xffff80001000: 00000000070000000300000000000000

        (gdb) x/gd 0xffff80001000
        0xffff80001000:⇥0
        > gdb: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last; the command `x/gd 0xffff80001000`
        >   0xffff80001000: 0000000000000000
        > line 1: Prompt
    "#]]);
}

#[test]
fn dots_stand_for_bytes() {
    check(&expect![[r#"
        4d-5a-..-..-..-90-00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a??????9000

        {length = 16, bytes = 0x10a03412 01e0ffff ... 03000000 }
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   10a0341201e0ffff????????03000000
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes

        {length = 136, bytes = 0x10a03412 … 01e0ffff ... 03000000 }
        > error: no bytes found. Line 1: `…` after the address is not a number: expected bytes, or words of two, four or eight bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        4d 5a 90 00
        ... 01 02 03 04
        05 06 07 08
        > error: line 2 looks like bytes, but it says that bytes were left out, but not how many. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn a_row_that_lost_a_byte_moves_those_behind_it() {
    check(&expect![[r#"
        10 a0 34 12 01 e0 ff ff
        10 98 34 12 01 e0 ff ff
        4c 0a 00 00 00 00 00 00
        80 c0 e3 0f 01 e0 ff
        a0 e3 f0 11 01 e0 ff ff
        00 00 00 00 00 00 00 00
        30 12 00 12
        > error: line 4 looks like bytes, but it has 7 bytes and the other rows 8: some were lost or added. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it
    "#]]);
}

#[test]
fn data_of_events() {
    check(&expect![[r#"
        <Data Name="Bin">10A0341201E0FFFF</Data>
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   10a0341201e0ffff
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes
        > or base64: all characters are valid Base64, too, and their number fits

        <EventData>
        <Data Name="Name">x</Data>
        <Binary>10A0341201E0FFFF</Binary></EventData>
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   10a0341201e0ffff
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes
        > or base64: all characters are valid Base64, too, and their number fits
        > line 1: Fence
        > line 2: Fence

        <Data Name="One">10A0341201E0FFFF</Data>
        <Data Name="Two">1098341201E0FFFF</Data>
        > error: no bytes found. Line 1: `<Data` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
    "#]]);
}

#[test]
fn headings_and_fences_beside_bytes() {
    check(&expect![[r#"
        | dump |
        |------|
        | EKA0EgHg//8QmDQSAeD//0wKAAAA |
        > error: no bytes found. Line 1: `dump` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        dump
        ---
        EKA0EgHg//8QmDQSAeD//0wKAAAA
        > base64: only Base64 characters: digits, and letters beyond hexadecimal in both cases
        >   10a0341201e0ffff1098341201e0ffff4c0a000000
        > line 1: Fence
        > line 2: Fence

        ```0xffffe0011234a010
        0xffffe00112349810
        ```
        > plain-words: 2 lines of numbers without addresses, the lowest byte last
        >   10a0341201e0ffff1098341201e0ffff
        > line 3: Fence
    "#]]);
}

#[test]
fn decimals_that_may_be_hexadecimal() {
    let text = "  16\n  20\n  30\n  45\n  99\n  12\n  11\n  13";
    check_text(
        text,
        &expect![[r#"
        > plain-hex: 8 lines of hexadecimal digits only, without addresses
        >   1620304599121113
        > or python-bytes: no number has a letter or a leading zero: all may be decimal
        > or base64: all characters are valid Base64, too, and their number fits
    "#]],
    );
    let reading = read_as(text, Dialect::PythonBytes).unwrap();
    assert_eq!(reading.space.first().raw(0, 8), "10141e2d630c0b0d");
}

#[test]
fn bytes_in_commands_and_in_yaml() {
    check(&expect![[r#"
        SELECT 0x10A0341201E0FFFF4C0A
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   10a0341201e0ffff4c0a
        > or base64: all characters are valid Base64, too, and their number fits

        printf '\x10\xa0\x34\x12' > x.bin
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   10a03412

        echo -ne "\x10\xa0\x34\x12"
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   10a03412

        data: !!binary |
          EKA0EgHg//8QmDQSAeD//0wKAAAA
          gMDjDwHg//+g4/ARAeD//wAAAAAA
        > base64: `!!binary` before it says so
        >   10a0341201e0ffff1098341201e0ffff4c0a00000080c0e30f01e0ffffa0e3f01101e0ffff0000000000
        > line 1: Fence

        data: !!binary EKA0EgHg//8QmDQSAeD//0wKAAAA
        > base64: `!!binary` before it says so
        >   10a0341201e0ffff1098341201e0ffff4c0a000000
    "#]]);
}

#[test]
fn what_people_copy_with_a_dump() {
    check(&expect![[r#"
        [00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............
        00000010: 0300 3e00 0100 0000 d061 0000 0000 0000  ..>......a......
        > xxd: 2 rows of an offset with a colon and groups of bytes, in their order; an ASCII column that agrees
        >   7f454c4602010100000000000000000003003e0001000000d061000000000000

        the dump: 0000   7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00   .ELF............
        0010   03 00 3e 00 01 00 00 00 d0 61 00 00 00 00 00 00   ..>......a......
        > offsets: 2 rows of a short offset and single bytes; an ASCII column that agrees
        >   7f454c4602010100000000000000000003003e0001000000d061000000000000

        00000000h: 7F 45 4C 46 02 01 01 00 00 00 00 00 00 00 00 00 ; .ELF............
        00000010h: 03 00 3E 00 01 00 00 00 D0 61 00 00 00 00 00 00 ; ..>......a......
        > xxd: 2 rows of an offset with a colon and single bytes; each row begins where the one before it ends
        >   7f454c4602010100000000000000000003003e0001000000d061000000000000
        > line 1: comment: .ELF............
        > line 2: comment: ..>......a......

        - 77
        - 90
        - 144
        - 0
        - 3
        - 0
        - 0
        - 255
        > python-bytes: bytes in Python: 8 elements of 1 byte, written in decimal
        >   4d5a9000030000ff

        ```0000000 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00
        0000020 03 00 3e 00 01 00 00 00 d0 61 00 00 00 00 00 00
        0000040```
        > od: 2 rows of an offset in octal and single bytes; each row begins where the one before it ends
        >   7f454c4602010100000000000000000003003e0001000000d061000000000000
        > line 3: End

        <pre>
        ; 0000000 7f45 4c46 0201 0100 0000 0000 0000 0000
        ; 0000020
        </pre>
        > od: 1 row of an offset in octal and numbers of two bytes, the lowest byte last
        >   457f464c010200010000000000000000
        > line 1: Fence
        > line 3: End
        > line 4: Fence
    "#]]);
}

#[test]
fn what_is_lost_before_the_first_row_shifts_it() {
    check(&expect![[r#"
        0x4010 <buf>:⇥0xz00905a4d⇥0xffff00000004
        > error: no bytes found. Line 1: `0xz00905a4d` after the address is not a number: expected bytes, or words of two, four or eight bytes. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        [0x00905a4d 0x00000003
        0x00000004 0x0000ffff
        > error: line 1 looks like bytes, but a comma is missing before `0x00000003`. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it

        0x5,0x0e
        0x6,0xzb
        0x7,0x1
        0x9,0x00
        > error: no bytes found. Line 1: `0x5` is an address, but the row after it is not in a known format. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        8056e340 ccccc3cc cccccccc 00841f0f 00000000
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   8056e340ccccc3cccccccccc00841f0f00000000
        > or plain-words: every word has as many digits as a number of one, two, four or eight bytes
        > or windbg-dd: 1 row of an address and numbers of four bytes, the lowest byte last

        Here it is, from 13:20:
        4d 5a 90 00
        > plain-hex: 1 line of hexadecimal digits only, without addresses
        >   4d5a9000
        > line 1: `Here it is, from 13:20:`: `Here` is not hexadecimal: expected two digits per byte, or ??
    "#]]);
}
