//! Offsets that people keep in their tools, judged at every point of the built-in data.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use strata_core::Arch;
use strata_core::validity::{Judgement, claims, judge};
use strata_tests::data::dataset;

fn line(judgement: &Judgement) -> String {
    let (Some(first), Some(last)) = (judgement.points.first(), judgement.points.last()) else {
        return String::new();
    };
    let mut line = format!("  {first} to {last}: {}", judgement.verdict.as_str());
    if let Some(offset) = judgement.offset {
        let _ = write!(line, " at {offset}");
    }
    if let Some(bits) = judgement.bits {
        let _ = write!(line, ":{}", bits.bit());
    }
    if let Some(ty) = &judgement.ty {
        let _ = write!(line, ", {ty}");
    }
    line
}

#[track_caller]
fn check(table: &str, arch: Option<Arch>, expected: &Expect) {
    let read = claims(dataset(), table, None);
    let mut text = String::new();
    for claim in &read.claims {
        match judge(dataset(), claim, arch) {
            Ok(judged) => {
                let (name, member) = (&claim.structure.article.name, &judged.member);
                let _ = writeln!(text, "{}: {name} {member} {}", claim.line, claim.offset);
                for judgement in &judged.judgements {
                    let _ = writeln!(text, "{}", line(judgement));
                }
            }
            Err(unknown) => {
                let _ = writeln!(text, "{}: {unknown}", claim.line);
            }
        }
    }
    for refused in &read.refused {
        let _ = writeln!(text, "{} refused: {}", refused.line, refused.why);
    }
    expected.assert_eq(&text);
}

#[test]
fn a_member_that_moves_and_changes_its_type() {
    check(
        "ETW_REALTIME_CONSUMER LoggerId 0x58",
        Some(Arch::X64),
        &expect![[r#"
            1: ETW_REALTIME_CONSUMER LoggerId 0x58
              5.0/x64 to 6.0/x64: absent
              6.1/x64 to 6.1.7600.16385/x64: same at 0x58, ULONG
              6.2/x64 to 10.0.19041.264/x64: retyped at 0x58, USHORT
              20H2/x64 to 11-24H2/x64: not stated
        "#]],
    );
}

#[test]
fn a_member_that_becomes_a_bit() {
    check(
        "_ETW_REALTIME_CONSUMER.Disconnected 0x5e",
        Some(Arch::X64),
        &expect![[r#"
            1: ETW_REALTIME_CONSUMER Disconnected 0x5e
              5.0/x64 to 6.0/x64: absent
              6.1/x64 to 6.1.7600.16385/x64: same at 0x5e, BOOLEAN
              6.2/x64 to 10.0.19041.264/x64: retyped at 0x5a:2, UCHAR
              20H2/x64 to 11-24H2/x64: not stated
        "#]],
    );
}

#[test]
fn an_offset_alone_and_a_way_into_a_type() {
    check(
        "nt!_ETW_REALTIME_CONSUMER+0x60\nETW_REALTIME_CONSUMER Links.Blink 0x08",
        Some(Arch::X64),
        &expect![[r#"
            1: ETW_REALTIME_CONSUMER ReservedBufferSpaceBitMap 0x60
              5.0/x64 to 6.0/x64: absent
              6.1/x64 to 10.0.19041.264/x64: same at 0x60, RTL_BITMAP
              20H2/x64 to 11-24H2/x64: not stated
            2: ETW_REALTIME_CONSUMER Links.Blink 0x08
              5.0/x64 to 5.2/x64: absent
              6.0/x64 to 10.0.19041.264/x64: same at 0x08, LIST_ENTRY *
              20H2/x64 to 11-24H2/x64: not stated
        "#]],
    );
}

#[test]
fn tables_as_people_keep_them() {
    check(
        "structure,member,offset\r\n\
         ETW_DATA_SOURCE,NoSuchThing,0x10\r\n\
         # a remark\r\n\
         \r\n\
         #define ETW_DATA_SOURCE  Listt = 8 // what follows\r\n\
         ETW_REALTIME_CONSUMR LoggerId 0x58\r\n\
         ETW_REALTIME_CONSUMER LoggerId\r\n\
         ETW_REALTIME_CONSUMER LoggerId 0xzz\r\n\
         ETW_REALTIME_CONSUMER LoggerId 0x58 0x5c\r\n",
        Some(Arch::X86),
        &expect![[r#"
            2: ETW_DATA_SOURCE has no member `NoSuchThing` at any point
            5: ETW_DATA_SOURCE has no member `Listt` at any point
            9: ETW_REALTIME_CONSUMER LoggerId 0x58
              5.0/x86 to 6.0/x86: absent
              6.1/x86 to 6.1.7600.16385/x86: moved at 0x30, ULONG
              6.2/x86 to 10.0.19041.264/x86: moved at 0x30, USHORT
              20H2/x86 to 22H2/x86: not stated
              server-2022/x86 to 11-24H2/x86: absent
            6 refused: There is no structure `ETW_REALTIME_CONSUMR`. Did you mean ETW_REALTIME_CONSUMER?
            7 refused: no offset: expected `STRUCTURE MEMBER 0xOFFSET`
            8 refused: `0xzz` is no offset: expected hexadecimal such as 0x58, or decimal
        "#]],
    );
}

/// A layout's own offsets hold at its point.
#[test]
fn what_a_layout_says_holds_there() {
    for structure in dataset().structures() {
        for layout in &structure.layouts {
            for member in layout.members() {
                let Some(name) = member.name.as_deref() else {
                    continue;
                };
                let table = format!("{} {name} {}", structure.article.name, member.offset);
                let read = claims(dataset(), &table, None);
                let claim = read.claims.first().expect(&table);
                let judged = judge(dataset(), claim, Some(layout.arch())).expect(&table);
                let here = |it: &&Judgement| it.points.contains(&layout.point);
                let here = judged.judgements.iter().find(here).expect(&table);
                assert_eq!(
                    here.offset,
                    Some(member.offset),
                    "{table} at {}",
                    layout.point
                );
                assert!(judged.holds_at.is_some(), "{table}");
            }
        }
    }
}
