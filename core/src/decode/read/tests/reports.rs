//! Words behind an address with a colon, and rows of reports: their order and their size.

use expect_test::expect;

use super::check;

#[test]
fn words_behind_a_colon_are_numbers_where_something_shows_it() {
    check(&expect![[r#"
        Top of Stack: (sp=0x00007fa56a99b560)
        0x00007fa56a99b560:   00007fa5711ce5c8 00007fa571d809e0
        > openocd: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last
        >   0x7fa56a99b560: c8e51c71a57f0000e009d871a57f0000
        > line 1: Heading

        0x00007fa56a99b560:   00007fa5711ce5c8 00007fa571d809e0
        > openocd: 1 row of an address with a colon and numbers of eight bytes, the lowest byte last
        >   0x7fa56a99b560: c8e51c71a57f0000e009d871a57f0000
        > or xxd: 1 row of an offset with a colon and groups of bytes, in their order

        0xb23c533c:   b7723b66 b1386200 00000000 00000000
        0xb02df412:   52 00 47 5f 43 4f 4e 56 45 52 54 45 52 5f 43 4f
        > openocd: 2 rows of an address with a colon and numbers of several sizes, the lowest byte last
        >   0xb23c533c: 663b72b7006238b10000000000000000
        >   0xb02df412: 5200475f434f4e5645525445525f434f
        > or xxd: 2 rows of an offset with a colon and groups of bytes, in their order

        0x00007fffffffe4dc: 64 63 62 61
        > xxd: 1 row of an offset with a colon and single bytes
        >   64636261

        uboot> md.l 0x4E000004 1            //
        4e000004: 00000003    ....
        uboot> md.b 0x4E000010 1
        4e000010: ec    .
        > xxd-words: 2 rows of an offset with a colon and numbers of several sizes, the lowest byte last; an ASCII column that agrees; the command `uboot> md.l 0x4E000004 1            //`
        >   03000000????????????????ec
        > line 1: Prompt
        > line 3: `uboot> md.b 0x4E000010 1`: it does not begin with an address, unlike the rows

        4e000004: 00000003    ....
        4e000010: ec    .
        > xxd: 2 rows of an offset with a colon and groups of bytes, in their order; an ASCII column that agrees
        >   00000003????????????????ec
        > or xxd-words: 2 rows of an offset with a colon and numbers of several sizes, the lowest byte last; an ASCII column that agrees

        3ffef270:  3ffef2f0 3ffef2f8 3ffef7c0 4020131f
        3ffef280:  7736fd50 ffffffe3 677e9996 ffffffce
        > xxd-words: 2 rows of an offset with a colon and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   f0f2fe3ff8f2fe3fc0f7fe3f1f13204050fd3677e3ffffff96997e67ceffffff
        > or xxd: 2 rows of an offset with a colon and groups of bytes, in their order; each row begins where the one before it ends

        Stack: (0xc8811d68 to 0xc8812000)
        1d60:                   c8811df8 e5823000 00000000 c00201dc 00000000 00000000
        1d80: c0bfb0d4 60000013 00000000 c006c558 00000001 00000000 e5823000 c053fbd4
        > xxd-words: 2 rows of an offset with a colon and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   f81d81c8003082e500000000dc0102c00000000000000000d4b0bfc0130000600000000058c506c00100000000000000003082e5d4fb53c0
        > line 1: Heading

        crash> rd -x ffffffffc09e7a89 2
        ffffffffc09e7a89: 63000000000a7325 6d6f72665f79706f
        > xxd-words: 1 row of an offset with a colon and numbers of eight bytes, the lowest byte last; the command `crash> rd -x ffffffffc09e7a89 2`
        >   25730a00000000636f70795f66726f6d
        > line 1: Prompt

        crash> rd -d ratelimit_pages
        c148b618:          2186
        > error: line 1 looks like bytes in decimal digits or as characters, which is not supported. Paste the same bytes in hexadecimal, such as `xxd`, `od -t x1` or `x/16xb` print.

        Elements0:000> dd (0x02f101402139-1)
        02f101402138: 00000879 00800000
        > xxd-words: 1 row of an offset with a colon and numbers of four bytes, the lowest byte last; the command `Elements0:000> dd (0x02f101402139-1)`
        >   7908000000008000
        > line 1: Prompt

        dd if=/dev/mem bs=1 count=8 | xxd
        00000000: 0102 0304 0506 0708  ........
        > xxd: 1 row of an offset with a colon and groups of bytes, in their order; an ASCII column that agrees
        >   0102030405060708
        > or xxd-words: 1 row of an offset with a colon and numbers of two bytes, the lowest byte last; an ASCII column that agrees
        > line 1: `dd if=/dev/mem bs=1 count=8 | xxd`: it does not begin with an address, unlike the rows
    "#]]);
}

#[test]
fn the_last_word_of_xxd_is_padded_with_blanks() {
    check(&expect![[r#"
        00000000: 00905a4d 00000003  MZ......
        00000008:       ff           .
        > xxd-words: 2 rows of an offset with a colon and numbers of several sizes, the lowest byte last; an ASCII column that agrees
        >   4d5a900003000000ff

        00000000: 0000000300905a4d  MZ......
        00000008:         00000003  ....
        > xxd-words: 2 rows of an offset with a colon and numbers of several sizes, the lowest byte last; an ASCII column that agrees
        >   4d5a90000300000003000000
    "#]]);
}

#[test]
fn pointers_have_the_size_of_the_debuggee() {
    check(&expect![[r#"
        gef>  x/a 0xffffd0d0
        0xffffd0d0:⇥0x80484b0
        gef>  x/4c 0xffffd0d8
        0xffffd0d8:⇥0x68⇥0x65⇥0x6c⇥0x6c
        > gdb: 2 rows of an address with a colon and numbers of several sizes, the lowest byte last; the command `x/a 0xffffd0d0`
        >   0xffffd0d0: b0840408????????68656c6c
        > line 1: Prompt
        > line 3: Prompt

        0xffd58254│+0x0018: 0x00000001
        0xffd58258│+0x001c: 0xffd582bc  →  0x00000315
        > telescope: 2 rows of an address with a bar and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0xffd58254: 01000000bc82d5ff
        > line 2: comment: →  0x00000315

        0000| 0xffffd3b0 --> 0xffffd3cc ("AAA%AAsA")
        0004| 0xffffd3b4 --> 0xffffd454 --> 0xad54c02e
        0008| 0xffffd3b8 ("AAA%AAsA")
        0012| 0xffffd3bc --> 0x0
        > telescope: 3 rows of an address with a bar and numbers of four bytes, the lowest byte last
        >   0xffffd3b0: ccd3ffff54d4ffff????????00000000
        > line 1: comment: ("AAA%AAsA")
        > line 2: comment: → 0xad54c02e
        > line 3: `0xffffd3b8│+0008: ?`: `?` after the address is not a number: expected bytes, or words of two, four or eight bytes

        0000| 0x8049ffc --> 0x0
        0004| 0x804a000 --> 0x8049f14 --> 0x1
        > telescope: 2 rows of an address with a bar and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0x8049ffc: 00000000149f0408
        > line 2: comment: → 0x1

        0000| 0x7fffffffda60 --> 0x7fffffffdb88 --> 0x7fffffffdf14 ("/home")
        0008| 0x7fffffffda68 --> 0x100000000
        > telescope: 2 rows of an address with a bar and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   0x7fffffffda60: 88dbffffff7f00000000000001000000
        > line 1: comment: → 0x7fffffffdf14 ("/home")
    "#]]);
}

#[test]
fn reports_name_the_rows() {
    check(&expect![[r#"
        48 8b bd b8 ea ff ff e8 <0f>
        0b e9 12 ff ff ff 0f 1f 00
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   488bbdb8eaffffe80f0be912ffffff0f1f00

        [  180.285803][T16199] RIP: 0033:0x7f7453b659ea
        [  180.285904][T16199] Code: 48 8b 0d a9 f4 0b 00 f7 0f 05 <48> 3d 01
        f0 ff ff 73 01
        [  180.286086][T16199] RSP: 002b:00007ffd42f27758 EFLAGS: 00000246
        > plain-hex: 2 lines of hexadecimal digits only, without addresses
        >   488b0da9f40b00f70f05483d01f0ffff7301
        > line 1: `[  180.285803][T16199] RIP: 0033:0x7f7453b659ea`: `[` is not hexadecimal: expected two digits per byte, or ??
        > line 4: `[  180.286086][T16199] RSP: 002b:00007ffd42f27758 EFLAGS: 00000246`: `[` is not hexadecimal: expected two digits per byte, or ??

        Object ffff8800693bc588: 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b 6b a5  kkkkkkkkkkkkkkk.
        Redzone ffff8800693bc598: cc cc cc cc cc cc cc cc                          ........
         ffff8800693bc000 0000000000000000 ffff8800693bc558 ffff88006923bb78
        > volshell: 2 rows of an address with `0x` and single bytes; an ASCII column that agrees
        >   0xffff8800693bc588: 6b6b6b6b6b6b6b6b6b6b6b6b6b6b6ba5cccccccccccccccc
        > line 3: `ffff8800693bc000 0000000000000000 ffff8800693bc558 ffff88006923bb78`: it does not begin with an address, unlike the rows

        0160 - 07 3b 10 dd 70 ba 2b da-57 1d b5 e0 4a 21 f3 f7   .;..p.+.W...J!..
        0170 - 0e ea 98 ab 6e 85 b5 98-fa                        ....n....
        > offsets: 2 rows of a short offset and single bytes; an ASCII column that agrees
        >   073b10dd70ba2bda571db5e04a21f3f70eea98ab6e85b598fa
        > or plain-hex: the first number of each line may also be bytes
    "#]]);
}

#[test]
fn frames_of_a_stack_are_left_out() {
    check(&expect![[r#"
        0:000> dd esi L4
        3de73d64  ae2ad3c4 4b05c7d9 329d17eb f5242dbf
        0:000> kv
        ChildEBP RetAddr  Args to Child
        0012eb5c 74a7ad46 00110204 00000055 000f03a2 USER32!SendMessageW+0x1a
        0012eb7c 74a7ad46 00110204 00000055 000f03a2 USER32!SendMessageW+0x1a
        0:000> dd esi+10 L4
        3de73d74  0bc800ae 00e3a6e9 2aea6fab 93ed28d5
        > windbg-dd: 2 rows of an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends; the command `dd esi L4`
        >   0x3de73d64: c4d32aaed9c7054beb179d32bf2d24f5ae00c80be9a6e300ab6fea2ad528ed93
        > line 4: note: the frames of a stack (`k`) are left out
        > line 1: Prompt
        > line 3: Prompt
        > line 4: `ChildEBP RetAddr  Args to Child`: it looks like `k` (the frames of a stack), but the text is read as WinDbg `dd`
        > line 5: `0012eb5c 74a7ad46 00110204 00000055 000f03a2 USER32!SendMessageW+0x1a`: it looks like `k` (the frames of a stack), but the text is read as WinDbg `dd`
        > line 6: `0012eb7c 74a7ad46 00110204 00000055 000f03a2 USER32!SendMessageW+0x1a`: it looks like `k` (the frames of a stack), but the text is read as WinDbg `dd`
        > line 7: Prompt

        0012eb5c 74a7ad46 00110204 00000055 000f03a2 USER32!SendMessageW+0x1a
        0:000> kv
        ChildEBP RetAddr  Args to Child
        0012eb7c 74a7ad46 00110204 00000055 000f03a2 USER32!SendMessageW+0x1a
        > error: line 1 looks like `k` (the frames of a stack), which is not supported. Paste the output of `db` for the same address.
    "#]]);
}
