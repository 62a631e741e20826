//! Texts and properties that a file of texts cannot hold.

use super::show;
use crate::decode::read::{Dialect, read, read_as};
use expect_test::expect;

const ROW: &str =
    "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................";

#[test]
fn debris_around_rows() {
    let text = format!(
        "Here is what I see:\r\n\r\n```\r\n0: kd> db 00007ff8`02f42280 L20\r\n{ROW}   <---- the export\r\n// 00007ff8\\`02f42290\u{a0}\u{a0}00 01\u{a0}02\t// PsJobType\r\n7  00007ff8'02f42293  03 04   ..\r\n00007ff8`02f42295\t05 06 07\t...\r\n```\r\n> {}\r\n",
        "00007ff8`02f42298  08"
    );
    expect![[r#"
        > windbg-db: 5 rows of an address and single bytes; a back-tick in the address; a hyphen between bytes in 1; an ASCII column that agrees in 3; the command `db 00007ff8`02f42280 L20`
        >   0x7ff802f42280: ccc3cccccccccccc0f1f840000000000000102030405060708
        > line 1: `Here is what I see:`: it does not begin with an address, unlike the rows
        > line 3: Fence
        > line 4: Prompt
        > line 5: comment: the export
        > line 6: comment: PsJobType
        > line 9: Fence
    "#]]
    .assert_eq(&show(&text));
}

#[test]
fn decimals_that_may_be_hexadecimal() {
    let text = "  16\n  20\n  30\n  45\n  99\n  12\n  11\n  13";
    let reading = read_as(text, Dialect::PythonBytes).unwrap();
    assert_eq!(reading.space.first().raw(0, 8), "10141e2d630c0b0d");
    let reading = read_as("[10, 20, 30, 45]", Dialect::RustArray).unwrap();
    assert_eq!(reading.space.first().raw(0, 4), "10203045");
}

#[test]
fn nothing() {
    for text in ["", " \r\n\t\n"] {
        expect![[r#"
            > error: the text is empty: paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`
        "#]]
        .assert_eq(&show(text));
    }
}

#[test]
fn a_word_among_sentences_is_no_byte() {
    for (word, is_read) in [("cafe", false), ("caf3", true), ("deadbeefdeadbeef", true)] {
        let text = "the quick brown fox\n".repeat(17) + word;
        assert_eq!(read(&text).is_ok(), is_read, "{word}");
    }
}
