//! Nested types as layouts, as text.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::sample;

#[track_caller]
fn check(name: &str, expected: &Expect) {
    let types = sample::types();
    let layouts = types.layouts(types.find(name).unwrap());
    let last = layouts.last().unwrap();
    let mut text = format!("{} at {} points, {}\n", name, layouts.len(), last.point);
    for slot in &last.slots {
        let _ = match slot {
            Slot::Gap(gap) => writeln!(text, "{}+{} {}", gap.offset, gap.size, gap.kind.as_str()),
            Slot::Member(member) => {
                let bits = member.bits.known().unwrap_or_default();
                let bits = bits
                    .iter()
                    .map(|bit| format!(" {}:{}", bit.name, bit.range.bit()));
                let (row, title) = (&member.row, member.title());
                let bits = bits.collect::<String>();
                writeln!(
                    text,
                    "{}+{} {row} {title}{bits}",
                    member.offset, member.size
                )
            }
        };
    }
    expected.assert_eq(&text);
}

#[test]
fn what_lies_over_one_another_is_one_slot() {
    check(
        "LARGE_INTEGER",
        &expect![[r#"
        LARGE_INTEGER at 45 points, 11-24H2/x64
        0x00+0x08 quad-part union of LowPart, QuadPart, HighPart
    "#]],
    );
    check(
        "EVENT",
        &expect![[r#"
            EVENT at 45 points, 11-24H2/x64
            0x00+0x01 type Type
            0x01+0x01 at-1 UCHAR Absolute:0 Wake:1
            0x02+0x06 hole
        "#]],
    );
    check(
        "BUCKET",
        &expect![[r#"
        BUCKET at 45 points, 11-24H2/x64
        0x00+0x20 heads Heads
        0x20+0x08 lock Lock
        0x28+0x08 hole
    "#]],
    );
}

/// A union whose members change is another type, though its slot stays where it is.
#[test]
fn what_changes_within_a_union_is_a_change() {
    let union_at = |second: &str| {
        let members = ["0x00 ULONG Whole;", second].map(|member| member.parse().unwrap());
        let measure = Measure::natural(4);
        let measured = members
            .each_ref()
            .map(|member: &TypeMember| (member, measure));
        of_group(&measured, ByteOffset::ZERO, ByteOffset::new(4)).unwrap()
    };
    let [one, same, other] =
        ["0x00 LONG Part;", "0x00 LONG Part;", "0x00 LONG Other;"].map(union_at);
    assert_eq!(one.ty, same.ty);
    assert_ne!(one.ty, other.ty);
    assert_eq!(one.declaration, "union of Whole, Part");
    assert!(matches!(&one.ty, CType::Named(name) if is_anonymous_union(name)));
}

#[test]
fn a_type_without_end_has_no_layout() {
    let types = sample::types();
    let knot = types.find("KNOT").unwrap();
    let layouts = types.layouts(knot);
    assert!(layouts.iter().all(|layout| layout.slots.len() == 1));
}
