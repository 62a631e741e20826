//! WinDbg's wider words, its physical addresses, and several commands in one paste.

use expect_test::expect;

use super::check;

#[test]
fn db_dw_and_dd_show_the_same_bytes() {
    // https://github.com/x64dbg/x64dbg/issues/1940
    check(&expect![[r#"
        00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................
        00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000
        00007ff8`02f42280  ccccc3cc cccccccc 00841f0f 00000000
        > windbg-mixed: 3 rows of an address and numbers of several sizes, the lowest byte last; a back-tick in the address; a hyphen between bytes in 1; an ASCII column that agrees in 1
        >   0x7ff802f42280: ccc3cccccccccccc0f1f840000000000
    "#]]);
}

#[test]
fn words_that_could_not_be_read() {
    check(&expect![[r#"
        0: kd> dq fffff803`451e0ff0 L4
        fffff803`451e0ff0  00000000`00000001 ????????`????????
        fffff803`451e1000  ????????`???????? ????????`????????
        0: kd> dd 8056eff8 l4
        8056eff8  00000001 00000002 ???????? ????????
        0: kd> dw 8056f008 l3
        8056f008  0001 ???? 0003
        > windbg-mixed: 4 rows of an address and numbers of several sizes, the lowest byte last; a back-tick in the address in 2; the command `dq fffff803`451e0ff0 L4`
        >   0xfffff803451e0ff0: 0100000000000000????????????????????????????????????????????????
        >   0x8056eff8: 0100000002000000????????????????0100????0300
        > line 1: Prompt
        > line 4: Prompt
        > line 6: Prompt
    "#]]);
}

#[test]
fn symbols_are_kept() {
    check(&expect![[r#"
        fffff804`0de009e0  fffff804`0d6b6990 nt!HalpTimerQueryHostPerformanceCounter
        fffff804`0de009e8  fffff804`0d6b69a0 nt!HalpTimer+0x10
        fffff804`0de009f0  00000000`00000000
        fffff804`0de009f8  00000000`00000007 <-- count
        > windbg-dqs: 4 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address; each row begins where the one before it ends
        >   0xfffff8040de009e0: 90696b0d04f8ffffa0696b0d04f8ffff00000000000000000700000000000000
        > line 1: comment: nt!HalpTimerQueryHostPerformanceCounter
        > line 2: comment: nt!HalpTimer+0x10
        > line 4: comment: count

        8056e340  804e37c5 nt!KiServiceTable+0x10
        8056e344  00000000
        > windbg-dds: 2 rows of an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0x8056e340: c5374e8000000000
        > line 1: comment: nt!KiServiceTable+0x10
    "#]]);
}

#[test]
fn physical_addresses_are_no_addresses() {
    check(&expect![[r#"
        kd> !dc [c] e9000
        # e9000 000ea002 000ea002 000ea002 000ea002 ................
        # e9010 000ea002 000ea002 000ea002 000ea002 ................
        > windbg-physical: 2 rows of `#`, a physical address and numbers of four bytes, the lowest byte last; an ASCII column that agrees; the command `!dc [c] e9000`
        >   02a00e0002a00e0002a00e0002a00e0002a00e0002a00e0002a00e0002a00e00
        > line 1: Prompt

        # 1208040 00000000`01209063 00000000`00000000
        #  1208050 00000000`00000001
        > windbg-physical: 2 rows of `#`, a physical address and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
        >   639020010000000000000000000000000100000000000000

        #        0 53 ff 00 f0 53 ff 00 f0-c3 e2 00 f0 53 ff 00 f0 S...S.......S...
        > windbg-physical: 1 row of `#`, a physical address and single bytes; a hyphen between bytes; an ASCII column that agrees
        >   53ff00f053ff00f0c3e200f053ff00f0
    "#]]);
}

#[test]
fn a_first_row_whose_address_is_damaged_leaves_unknown_bytes() {
    check(&expect![[r#"
        ffffa80c`la2b3c40  40 4c 2b 1a 0c a8 ff ff-40 4c 2b 1a 0c a8 ff ff  @L+.....@L+.....
        ffffa80c`1a2b3c50  a4 01 00 00 00 00 00 00-40 5c 2b 1a 0c a8 ff ff  ........@\+.....
        ffffa80c`1a2b3c60  40 6c 2b 1a 0c a8 ff ff-40 7c 2b 1a 0c a8 ff ff  @l+.....@|+.....
        > windbg-db: 3 rows of an address and single bytes; a back-tick in the address in 2; a hyphen between bytes in 2; an ASCII column that agrees in 2
        >   0xffffa80c1a2b3c40: 404c2b1a0ca8ffff404c2b1a0ca8ffffa401000000000000405c2b1a0ca8ffff406c2b1a0ca8ffff407c2b1a0ca8ffff
        > line 1: note: its address is damaged: the rows beside it place it at 0xffffa80c1a2b3c40
    "#]]);
    // The same with another address.
    check(&expect![[r#"
        ffffa80c`la2b2c40  40 4c 2b 1a 0c a8 ff ff-40 4c 2b 1a 0c a8 ff ff  @L+.....@L+.....
        ffffa80c`1a2b3c50  a4 01 00 00 00 00 00 00-40 5c 2b 1a 0c a8 ff ff  ........@\+.....
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
        >   0xffffa80c1a2b3c50: a401000000000000405c2b1a0ca8ffff
        > line 1: `ffffa80c`la2b2c40  40 4c 2b 1a 0c a8 ff ff-40 4c 2b 1a 0c a8 ff ff  @L+.....@L+.....`: it does not begin with an address, unlike the rows
    "#]]);
}

#[test]
fn rows_left_out_are_unknown() {
    check(&expect![[r#"
        8056e340  00000001 00000002
        ...
        8056e350  00000003 00000004
        --snip--
        8056e360  00000005 <-- flink
        8056e364  0000
        > windbg-mixed: 4 rows of an address and numbers of several sizes, the lowest byte last
        >   0x8056e340: 0100000002000000????????????????0300000004000000????????????????05000000????????
        > or rows: 4 rows of an address and groups of bytes, in their order
        > line 6: note: `0000` is not as wide as its column: its bytes are unknown
        > line 2: Gap
        > line 4: Gap
        > line 5: comment: flink
    "#]]);
}

#[test]
fn regions_come_in_the_order_of_the_text() {
    check(&expect![[r#"
        8056e340  4d 5a
        8056e330  00
        80600000  01
        8056e342  90
        8056e331  05
        > windbg-db: 5 rows of an address and single bytes
        >   0x8056e340: 4d5a90
        >   0x8056e330: 0005
        >   0x80600000: 01
    "#]]);
    // Rows out of order still form one region.
    check(&expect![[r#"
        8056e350  00000003 00000004 00000005 00000006
        8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............
        > windbg-mixed: 2 rows of an address and numbers of several sizes, the lowest byte last; a hyphen between bytes in 1; an ASCII column that agrees in 1
        >   0x8056e340: 4d5a90000300000004000000ffff000003000000040000000500000006000000
        > or rows: 2 rows of an address and groups of bytes, in their order; a hyphen between bytes in 1; an ASCII column that agrees in 1
    "#]]);
}

#[test]
fn instructions_are_no_bytes() {
    check(&expect![[r#"
        nt!KiSystemCall64:
        fffff803`451e0c86 0f01f8          swapgs
        fffff803`451e0c89 c3              ret
        fffff803`451e0c8a 4889            mov     rax,rcx
        0: kd> db fffff803`451e0c86 l4
        fffff803`451e0c86  0f 01 f8 c3                                      ....
        > windbg-db: 1 row of an address and single bytes; a back-tick in the address; an ASCII column that agrees; the command `db fffff803`451e0c86 l4`
        >   0xfffff803451e0c86: 0f01f8c3
        > line 1: `nt!KiSystemCall64:`: it does not begin with an address, unlike the rows
        > line 2: `fffff803`451e0c86 0f01f8          swapgs`: its numbers have 3 bytes, a size that this dialect does not have
        > line 3: `fffff803`451e0c89 c3              ret`: it looks like a disassembly, but the text is read as WinDbg `db`
        > line 4: `fffff803`451e0c8a 4889            mov     rax,rcx`: it looks like a disassembly, but the text is read as WinDbg `db`
        > line 5: Prompt
    "#]]);
}

#[test]
fn debris_of_web_pages() {
    check(&expect![[r#"
        <pre>0: kd&gt; dq fffff802\`31612000 L2<br>
        fffff802\`31612000&nbsp; 00000000\`00000001 00000000\`00000002<br />
        &gt; fffff802'31612010  00000000'00000003
        ; fffff802`31612018  00000000`00000004 // PsJobType
        8) fffff802`31612020  3c 62 72 3e  &lt;br&gt;
        </pre>
        > windbg-mixed: 4 rows of an address and numbers of several sizes, the lowest byte last; a back-tick in the address; an ASCII column that agrees in 1; the command `dq fffff802\`31612000 L2`
        >   0xfffff80231612000: 01000000000000000200000000000000030000000000000004000000000000003c62723e
        > line 1: Prompt
        > line 4: comment: PsJobType
        > line 6: Fence
    "#]]);
}

#[test]
fn commands_that_write_and_arrays_of_dx() {
    check(&expect![[r#"
        0: kd> eb fffff803`451e0c86 4d 5a 90 0
        0: kd> eb fffff803`451e0c8a 03 00
        > windbg-db: 2 rows of an address and single bytes; a back-tick in the address; each row begins where the one before it ends
        >   0xfffff803451e0c86: 4d5a90??0300
        > line 1: note: `0` is not as wide as its column: its bytes are unknown

        ed 8056eff8 1 0x5a4d
        ed 8056f000 ffffffff 0
        > windbg-dd: 2 rows of an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
        >   0x8056eff8: 010000004d5a0000ffffffff00000000
        > or rows: 2 rows of an address and groups of bytes, in their order; each row begins where the one before it ends

        eq nt!KiSystemCall64 4d5a
        > error: no bytes found. Line 1: `eq` is not hexadecimal: expected two digits per byte, or ??. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`

        0: kd> dx -r1 (*((ntkrnlmp!unsigned char (*)[4])0xffffe00012345678))
        (*((ntkrnlmp!unsigned char (*)[4])0xffffe00012345678))                 [Type: unsigned char [4]]
            [0]              : 0x4d 'M' [Type: unsigned char]
            [1]              : 0x5a 'Z' [Type: unsigned char]
            [2]              : 0x0 [Type: unsigned char]
            [3]              : 0x90 [Type: unsigned char]
        > xxd: 4 rows of an offset with a colon and single bytes; each row begins where the one before it ends
        >   4d5a0090
        > line 1: Prompt
        > line 2: `(*((ntkrnlmp!unsigned char (*)[4])0xffffe00012345678))                 [Type: unsigned char [4]]`: it does not begin with an address, unlike the rows
    "#]]);
}
