//! Reading looks at each part of a text only a few times, whatever the text is: counted, not timed.

use proptest::prelude::*;

use super::super::work;
use crate::decode::read::parse_input;

/// How often each byte may be looked at.
const TIMES: usize = 160;

/// What may begin something whose end is sought, or look like the beginning of a row; `¦` stands between two.
const OPENERS: &str = "\"¦'¦`¦\\¦/*¦*/¦//¦/¦*¦(¦)¦[¦]¦{¦}¦<¦>¦#¦~¦\"\"\"¦r\"¦x'¦b\"¦0x¦$¦&¦&H¦:¦;¦,¦=¦-¦+¦\
    .¦?¦|¦│¦┊¦!¦_¦@¦\n¦ ¦  ¦\t¦0¦1¦4d¦MZ¦TVqQ¦hex¦S1¦:10¦db ¦00:¦0010¦00000010¦\
    fffff803`451e0c86¦+0x¦ 0x¦<a ¦&lt;¦#if ¦<<EOF¦```¦\u{1b}[¦ - ¦kd> ¦0:000> ¦[1.2] ¦\
    ...¦dt ¦x/8xb ¦\\x4d";

/// The same, of several marks.
const UNITS: &str = "\"\\¦'\\¦(/* ¦/* (¦\"\"\"\\¦'''\\¦\"hex\" ¦\"hex\" + ¦x=1,y ¦x'00' ¦x'00 ¦[1,¦\
    [\"4d\",¦{1,1}¦{{1,1},¦#\u{24}¦# 1¦abcdef ¦0x1234 ¦0x1234 <a ¦<a.b ¦00:00 ¦+00 ¦\
    #if x\n¦8056e340  4d 5a\n8056e340  4d 5b\n¦0000000 5a4d 0090\n0000003\n¦\
    +0x000 a : b\n¦`` ¦~~~ ¦$1,¦'4d' + ¦x = [4¦nt!a+0x1 ";

/// Reads the text; how often each byte was looked at.
fn times(text: &str) -> usize {
    work::take();
    let _ = parse_input(text);
    work::take() / text.len().max(1)
}

#[track_caller]
fn check(unit: &str) {
    for size in [1 << 12, 1 << 15] {
        let text = unit.repeat(size / unit.len().max(1));
        let times = times(&text);
        assert!(times <= TIMES, "{unit:?}: {times} times for {size} bytes");
    }
}

#[test]
fn junk_is_looked_at_a_few_times() {
    for opener in OPENERS.split('¦') {
        check(opener);
        check(&format!("{opener} "));
        check(&format!("{opener}\n"));
        check(&format!("x={opener}"));
    }
    UNITS.split('¦').for_each(check);
}

/// Rows at places where others lie, each of which says something else.
#[test]
fn rows_that_disagree_are_looked_at_a_few_times() {
    let rows = |byte: &str| {
        let row = |at: usize| format!("{:08x}  {byte} {byte} {byte}\n", 0x8056_e340 + 16 * at);
        (0..1000).map(row).collect::<String>()
    };
    let text = rows("4d") + &rows("5a");
    assert!(times(&text) <= TIMES);
    // An address that the rows beside it do not leave to it, again and again.
    let row = |at: usize| {
        let address = if at % 2 == 1 { 0x1000 * at } else { 16 * at };
        format!(
            "{:08x}  4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n",
            0x8056_0000 + address
        )
    };
    let text: String = (0..2000).map(row).collect();
    assert!(times(&text) <= TIMES);
}

/// Rows in source code, and rows of no dialect.
#[test]
fn long_texts_are_looked_at_a_few_times() {
    let rows = |row: fn(usize) -> String| (0..2000).map(row).collect::<String>();
    let array = rows(|at| format!("    0x4d, 0x5a, 0x90, 0x00, // 0x{:04x}\n", 4 * at));
    let texts = [
        format!("unsigned char data[] = {{\n{array}}};\n"),
        rows(|at| format!("[0x{:08x}] 4d 5a 90 00 03 00 00 00 | MZ......\n", 8 * at)),
        rows(|at| format!("{} | 77, 90, 144, 0, 3, 0, 0, 200\n", 8 * at)),
    ];
    for text in texts {
        let times = times(&text);
        assert!(times <= TIMES, "{times} times: {}", &text[..80]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn repeats_are_looked_at_a_few_times(unit in prop::collection::vec(prop::sample::select(OPENERS.split('¦').collect::<Vec<_>>()), 1..=6)) {
        let unit = unit.concat();
        let text = unit.repeat((1 << 14) / unit.len());
        let times = times(&text);
        prop_assert!(times <= TIMES, "{unit:?}: {times} times");
    }
}
