//! WinDbg's wider words, its physical addresses, and several commands in one paste.

use expect_test::expect;

use super::check;

#[test]
fn db_dw_and_dd_show_the_same_bytes() {
    // https://github.com/x64dbg/x64dbg/issues/1940
    check(
        "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................\n\
         00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000\n\
         00007ff8`02f42280  ccccc3cc cccccccc 00841f0f 00000000",
        &expect![[r#"
            windbg-mixed: 3 rows of an address and numbers of several sizes, the lowest byte last; a back-tick in the address; a hyphen between bytes in 1; an ASCII column that agrees in 1
              at 0x7ff802f42280
              ccc3cccccccccccc0f1f840000000000
        "#]],
    );
}

#[test]
fn words_that_could_not_be_read() {
    check(
        "0: kd> dq fffff803`451e0ff0 L4\n\
         fffff803`451e0ff0  00000000`00000001 ????????`????????\n\
         fffff803`451e1000  ????????`???????? ????????`????????\n\
         0: kd> dd 8056eff8 l4\n\
         8056eff8  00000001 00000002 ???????? ????????\n\
         0: kd> dw 8056f008 l3\n\
         8056f008  0001 ???? 0003",
        &expect![[r#"
            windbg-mixed: 4 rows of an address and numbers of several sizes, the lowest byte last; a back-tick in the address in 2; the command `dq fffff803`451e0ff0 L4`
              at 0xfffff803451e0ff0
              0100000000000000????????????????
              ????????????????????????????????
              at 0x8056eff8
              0100000002000000????????????????
              0100????0300
            line 1: prompt
            line 4: prompt
            line 6: prompt
        "#]],
    );
}

#[test]
fn symbols_are_kept() {
    check(
        "fffff804`0de009e0  fffff804`0d6b6990 nt!HalpTimerQueryHostPerformanceCounter\n\
         fffff804`0de009e8  fffff804`0d6b69a0 nt!HalpTimer+0x10\n\
         fffff804`0de009f0  00000000`00000000\n\
         fffff804`0de009f8  00000000`00000007 <-- count",
        &expect![[r#"
            windbg-dqs: 4 rows of an address and numbers of eight bytes, the lowest byte last; a back-tick in the address; each row begins where the one before it ends
              at 0xfffff8040de009e0
              90696b0d04f8ffffa0696b0d04f8ffff
              00000000000000000700000000000000
            line 1: note: nt!HalpTimerQueryHostPerformanceCounter
            line 2: note: nt!HalpTimer+0x10
            line 4: note: count
        "#]],
    );
    check(
        "8056e340  804e37c5 nt!KiServiceTable+0x10\n8056e344  00000000\n",
        &expect![[r#"
            windbg-dds: 2 rows of an address and numbers of four bytes, the lowest byte last; each row begins where the one before it ends
              at 0x8056e340
              c5374e8000000000
            line 1: note: nt!KiServiceTable+0x10
        "#]],
    );
}

#[test]
fn physical_addresses_are_no_addresses() {
    check(
        "kd> !dc [c] e9000\n\
         # e9000 000ea002 000ea002 000ea002 000ea002 ................\n\
         # e9010 000ea002 000ea002 000ea002 000ea002 ................",
        &expect![[r#"
            windbg-physical: 2 rows of `#`, a physical address and numbers of four bytes, the lowest byte last; an ASCII column that agrees; the command `!dc [c] e9000`
              02a00e0002a00e0002a00e0002a00e00
              02a00e0002a00e0002a00e0002a00e00
            line 1: prompt
        "#]],
    );
    check(
        "# 1208040 00000000`01209063 00000000`00000000\n#  1208050 00000000`00000001",
        &expect![[r#"
            windbg-physical: 2 rows of `#`, a physical address and numbers of eight bytes, the lowest byte last; each row begins where the one before it ends
              63902001000000000000000000000000
              0100000000000000
        "#]],
    );
    check(
        "#        0 53 ff 00 f0 53 ff 00 f0-c3 e2 00 f0 53 ff 00 f0 S...S.......S...",
        &expect![[r#"
            windbg-physical: 1 row of `#`, a physical address and single bytes; a hyphen between bytes; an ASCII column that agrees
              53ff00f053ff00f0c3e200f053ff00f0
        "#]],
    );
}

#[test]
fn a_first_row_whose_address_is_damaged_leaves_unknown_bytes() {
    check(
        "ffffa80c`la2b3c40  40 4c 2b 1a 0c a8 ff ff-40 4c 2b 1a 0c a8 ff ff  @L+.....@L+.....\n\
         ffffa80c`1a2b3c50  a4 01 00 00 00 00 00 00-40 5c 2b 1a 0c a8 ff ff  ........@\\+.....\n\
         ffffa80c`1a2b3c60  40 6c 2b 1a 0c a8 ff ff-40 7c 2b 1a 0c a8 ff ff  @l+.....@|+.....",
        &expect![[r#"
            windbg-db: 3 rows of an address and single bytes; a back-tick in the address in 2; a hyphen between bytes in 2; an ASCII column that agrees in 2
              at 0xffffa80c1a2b3c40
              404c2b1a0ca8ffff404c2b1a0ca8ffff
              a401000000000000405c2b1a0ca8ffff
              406c2b1a0ca8ffff407c2b1a0ca8ffff
        "#]],
    );
    // The same with another address.
    check(
        "ffffa80c`la2b2c40  40 4c 2b 1a 0c a8 ff ff-40 4c 2b 1a 0c a8 ff ff  @L+.....@L+.....\n\
         ffffa80c`1a2b3c50  a4 01 00 00 00 00 00 00-40 5c 2b 1a 0c a8 ff ff  ........@\\+.....",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; a back-tick in the address; a hyphen between bytes; an ASCII column that agrees
              at 0xffffa80c1a2b3c50
              a401000000000000405c2b1a0ca8ffff
            line 1: `ffffa80c`la2b2c40  40 4c 2b 1a 0c a8 ff ff-40 4c 2b 1a 0c a8 ff ff  @L+.....@L+.....`: it does not begin with an address, unlike the rows
        "#]],
    );
}

#[test]
fn rows_left_out_are_unknown() {
    check(
        "8056e340  00000001 00000002\n...\n8056e350  00000003 00000004\n--snip--\n8056e360  00000005 <-- flink\n8056e364  0000",
        &expect![[r#"
            windbg-mixed: 4 rows of an address and numbers of several sizes, the lowest byte last
              at 0x8056e340
              0100000002000000????????????????
              0300000004000000????????????????
              05000000????????
            also rows: 4 rows of an address and groups of bytes, in their order
            line 2: gap
            line 4: gap
            line 5: note: flink
        "#]],
    );
}

#[test]
fn regions_come_in_the_order_of_the_text() {
    check(
        "8056e340  4d 5a\n8056e330  00\n80600000  01\n8056e342  90\n8056e331  05",
        &expect![[r#"
            windbg-db: 5 rows of an address and single bytes
              at 0x8056e340
              4d5a90
              at 0x8056e330
              0005
              at 0x80600000
              01
        "#]],
    );
    // Rows out of order still form one region.
    check(
        "8056e350  00000003 00000004 00000005 00000006\n8056e340  4d 5a 90 00 03 00 00 00-04 00 00 00 ff ff 00 00  MZ..............",
        &expect![[r#"
            windbg-mixed: 2 rows of an address and numbers of several sizes, the lowest byte last; a hyphen between bytes in 1; an ASCII column that agrees in 1
              at 0x8056e340
              4d5a90000300000004000000ffff0000
              03000000040000000500000006000000
            also rows: 2 rows of an address and groups of bytes, in their order; a hyphen between bytes in 1; an ASCII column that agrees in 1
        "#]],
    );
}

#[test]
fn instructions_are_no_bytes() {
    check(
        "nt!KiSystemCall64:\n\
         fffff803`451e0c86 0f01f8          swapgs\n\
         fffff803`451e0c89 c3              ret\n\
         fffff803`451e0c8a 4889            mov     rax,rcx\n\
         0: kd> db fffff803`451e0c86 l4\n\
         fffff803`451e0c86  0f 01 f8 c3                                      ....",
        &expect![[r#"
            windbg-db: 1 row of an address and single bytes; a back-tick in the address; an ASCII column that agrees; the command `db fffff803`451e0c86 l4`
              at 0xfffff803451e0c86
              0f01f8c3
            line 1: `nt!KiSystemCall64:`: it does not begin with an address, unlike the rows
            line 2: `fffff803`451e0c86 0f01f8          swapgs`: its numbers have 3 bytes, a size that this dialect does not have
            line 3: `fffff803`451e0c89 c3              ret`: it looks like a disassembly, but the text is read as WinDbg `db`
            line 4: `fffff803`451e0c8a 4889            mov     rax,rcx`: it looks like a disassembly, but the text is read as WinDbg `db`
            line 5: prompt
        "#]],
    );
}

#[test]
fn debris_of_web_pages() {
    check(
        "<pre>0: kd&gt; dq fffff802\\`31612000 L2<br>\n\
         fffff802\\`31612000&nbsp; 00000000\\`00000001 00000000\\`00000002<br />\n\
         &gt; fffff802'31612010  00000000'00000003\n\
         ; fffff802`31612018  00000000`00000004 // PsJobType\n\
         8) fffff802`31612020  3c 62 72 3e  &lt;br&gt;\n\
         </pre>",
        &expect![[r#"
            windbg-mixed: 4 rows of an address and numbers of several sizes, the lowest byte last; a back-tick in the address; an ASCII column that agrees in 1; the command `dq fffff802\`31612000 L2`
              at 0xfffff80231612000
              01000000000000000200000000000000
              03000000000000000400000000000000
              3c62723e
            line 1: prompt
            line 4: note: PsJobType
            line 6: fence
        "#]],
    );
}
