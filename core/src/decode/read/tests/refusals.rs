//! Unsupported texts and their error messages.

use expect_test::expect;

use super::{check, check_text};
use crate::decode::read::read;

#[test]
fn refusals() {
    check(&expect![[r#"
        hello world
        > error: no bytes found. Line 1: `hello` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        0x12345678, 0x9abcdef0
        > plain-words: 1 line of numbers without addresses, the lowest byte last
        >   78563412f0debc9a

        0: kd> db nt!x
        > error: the text has a command but not its output: paste the rows that follow it, too

        fffff8a0`0006dd20  00000000`00000000 494c4556`49480008
        > windbg-dq: 1 row of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address
        >   0xfffff8a00006dd20: 00000000000000000800484956454c49

        fffff802`5c000000  00905a4d 00000003 00000004 0000ffff  MZ..............
        > windbg-dc: 1 row of an address and numbers of four bytes, the lowest byte last; a back-tick in the address; an ASCII column that agrees
        >   0xfffff8025c000000: 4d5a90000300000004000000ffff0000

        00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000
        > windbg-dw: 1 row of an address and numbers of two bytes, the lowest byte last; a back-tick in the address
        >   0x7ff802f42280: ccc3cccccccccccc0f1f840000000000

        8056e340 ccccc3cc cccccccc 00841f0f 00000000
        8056e350 00000000 00000000 00000000 00000000
        > windbg-dd: 2 rows of an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0x8056e340: ccc3cccccccccccc0f1f84000000000000000000000000000000000000000000
        > or rows: 2 rows of an address and groups of bytes, in their order; each row begins where the one before it ends

        00000000: 4d5a 9000 0300 0000  MZ......
        > xxd: 1 row of an offset with a colon and groups of bytes, in their order; an ASCII column that agrees
        >   4d5a900003000000

        00000000  4d 5a 90 00 03 00 00 00  04 00 00 00 ff ff 00 00  |MZ..............|
        00000010
        > hexdump-c: 1 row of an offset and single bytes; an ASCII column that agrees
        >   4d5a90000300000004000000ffff0000
        > line 2: End

           +0x4b0 ExceptionPortState : Pos 0, 3 Bits
        > error: line 1 begins a layout printed by WinDbg `dt`, which has no bytes: paste the output of `db` for the same address
    "#]]);
    for text in ["", " \r\n\t\n"] {
        check_text(
            text,
            &expect![[r#"
                > error: the text is empty: paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
            "#]],
        );
    }
}

#[test]
fn a_word_among_sentences_is_no_byte() {
    for (word, is_read) in [("cafe", false), ("caf3", true), ("deadbeefdeadbeef", true)] {
        let text = "the quick brown fox\n".repeat(17) + word;
        assert_eq!(read(&text).is_ok(), is_read, "{word}");
    }
}
