//! Layouts from symbol files, printed one line per slot.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;
use crate::arch::Arch;
use crate::ctype::CType;
use crate::layout::Gap;
use crate::release::Release;
use crate::sample;
use crate::types::TypeKind;

/// The layout of a structure with these members on x64; the only nested types are those of [`sample::types`].
fn layout(size: u32, members: &[&str]) -> Result<Layout, NoLayout> {
    let mut class = LayoutClass {
        align: None,
        ..sample::class(TypeKind::Struct, (size, 1), members)
    };
    // Declarations have no arrays without elements, but symbol files do.
    for member in class.members.iter_mut().map(Arc::make_mut) {
        if let (CType::Array(_, count), "Nothing") =
            (&mut member.declaration.ty, &*member.declaration.name)
        {
            *count = 0;
        }
    }
    let release = Release::FIRST;
    let at = (
        Point::new(release, Arch::X64),
        Scope::of_release(release, Arch::X64),
    );
    let name = TypeName::parse_symbol("_T").unwrap();
    of_class(&name, &class, &sample::types(), at, "test", None)
}

#[track_caller]
fn check(size: u32, members: &[&str], expected: &Expect) {
    let mut text = String::new();
    for slot in layout(size, members).unwrap().slots {
        let _ = match slot {
            Slot::Gap(Gap { offset, size, kind }) => {
                writeln!(text, "{offset}+{size} ({})", kind.as_str())
            }
            Slot::Member(member) => {
                assert_eq!(member.published, Some(member.offset));
                assert_eq!(member.certainty, Certainty::SymbolFiles);
                let bits = member.bits.known_bits().unwrap_or_default();
                let bits = bits.iter().map(|field| {
                    let (bit, width) = (field.range.bit(), field.range.width());
                    format!("\n  {bit}+{width} {} {}", field.row, field.name)
                });
                let (row, bits) = (&member.row, bits.collect::<String>());
                let Member {
                    offset,
                    size,
                    declaration,
                    ..
                } = &member;
                writeln!(text, "{offset}+{size} {row}: {declaration}{bits}")
            }
        };
    }
    expected.assert_eq(&text);
}

#[test]
fn members_of_anonymous_unions_overlap() {
    check(
        0x20,
        &[
            "0x00 ULONG LowPart;",
            "0x04 LONG HighPart;",
            "0x00 LONGLONG QuadPart;",
            "0x08 UCHAR After;",
            "0x10 LIST_ENTRY Links;",
            "0x10 VOID *Next;",
        ],
        &expect![[r#"
            0x00+0x04 LowPart: ULONG LowPart
            0x00+0x08 QuadPart: LONGLONG QuadPart
            0x04+0x04 HighPart: LONG HighPart
            0x08+0x01 After: UCHAR After
            0x09+0x07 (padding)
            0x10+0x10 Links: LIST_ENTRY Links
            0x10+0x08 Next: VOID *Next
        "#]],
    );
}

#[test]
fn gaps_are_padding_or_holes() {
    check(
        0x28,
        &[
            "0x00 UCHAR A;",
            "0x04 ULONG B;",
            "0x10 ULONG C;",
            "0x14 UCHAR D [3];",
            "0x18 VOID *E;",
        ],
        &expect![[r#"
            0x00+0x01 A: UCHAR A
            0x01+0x03 (padding)
            0x04+0x04 B: ULONG B
            0x08+0x08 (hole)
            0x10+0x04 C: ULONG C
            0x14+0x03 D: UCHAR D [3]
            0x17+0x01 (padding)
            0x18+0x08 E: VOID *E
            0x20+0x08 (hole)
        "#]],
    );
}

/// A gap is explained by the largest alignment of all members at the next offset.
#[test]
fn the_most_aligned_member_explains_a_gap() {
    check(
        0x10,
        &["0x00 UCHAR A;", "0x08 UCHAR B;", "0x08 ULONGLONG C;"],
        &expect![[r#"
            0x00+0x01 A: UCHAR A
            0x01+0x07 (padding)
            0x08+0x01 B: UCHAR B
            0x08+0x08 C: ULONGLONG C
        "#]],
    );
}

#[test]
fn bit_fields_are_those_of_the_integer_at_their_place() {
    check(
        0x10,
        &[
            "0x00 ULONG Flags;",
            "0x00:3 ULONG Up : 2;",
            "0x00:0 ULONG Down : 1;",
            "0x04 UCHAR Size;",
            "0x04:0 UCHAR Absolute : 1;",
            "0x05:0 UCHAR Bare : 1;",
            "0x05:1 UCHAR Wake : 7;",
            "0x08 VOID *Pointer;",
            "0x08:0 ULONGLONG Locked : 1;",
        ],
        &expect![[r#"
            0x00+0x04 Flags: ULONG Flags
              0+1 Down Down
              3+2 Up Up
            0x04+0x01 Size: UCHAR Size
              0+1 Absolute Absolute
            0x05+0x01 at-5: UCHAR
              0+1 Bare Bare
              1+7 Wake Wake
            0x06+0x02 (padding)
            0x08+0x08 Pointer: VOID *Pointer
            0x08+0x08 at-8: ULONGLONG
              0+1 Locked Locked
        "#]],
    );
}

#[test]
fn an_integer_declared_after_its_bit_fields_has_them() {
    check(
        0x10,
        &[
            "0x00:0 ULONG Early : 1;",
            "0x00:1 ULONG Other : 31;",
            "0x00 LONG Late;",
            "0x00 ULONG Again;",
            "0x04:0 USHORT Low : 16;",
            "0x04 ULONG Wide;",
            "0x08 VOID *Object;",
            "0x08:0 ULONGLONG RefCnt : 4;",
            "0x08 ULONGLONG Value;",
        ],
        &expect![[r#"
            0x00+0x04 Late: LONG Late
              0+1 Early Early
              1+31 Other Other
            0x00+0x04 Again: ULONG Again
            0x04+0x04 Wide: ULONG Wide
            0x04+0x02 at-4: USHORT
              0+16 Low Low
            0x08+0x08 Object: VOID *Object
            0x08+0x08 Value: ULONGLONG Value
              0+4 RefCnt RefCnt
        "#]],
    );
}

/// The fields of two anonymous structures in one union.
#[test]
fn two_lanes_of_bits_lie_over_one_another() {
    check(
        0x8,
        &[
            "0x00:0 ULONG A : 4;",
            "0x00:4 ULONG B : 28;",
            "0x00:0 ULONG C : 16;",
            "0x00:16 ULONG D : 16;",
            "0x04 ULONG Whole;",
            "0x04:0 ULONG A : 1;",
            "0x04:0 ULONG E : 2;",
            "0x04:0 USHORT F : 1;",
        ],
        &expect![[r#"
            0x00+0x04 at-0: ULONG
              0+4 A A
              4+28 B B
            0x00+0x04 at-0~2: ULONG
              0+16 C C
              16+16 D D
            0x04+0x04 Whole: ULONG Whole
              0+1 A~2 A
            0x04+0x04 at-4: ULONG
              0+2 E E
            0x04+0x02 at-4~2: USHORT
              0+1 F F
        "#]],
    );
}

/// A bit field of a larger integer does not belong to a smaller integer at the same offset.
#[test]
fn bit_fields_know_the_size_of_their_integer() {
    check(
        0x8,
        &[
            "0x00 UCHAR Byte;",
            "0x00:0 ULONGLONG Wide : 40;",
            "0x00 LONGLONG Signed;",
            "0x00:40 ULONGLONG Rest : 24;",
        ],
        &expect![[r#"
            0x00+0x01 Byte: UCHAR Byte
            0x00+0x08 Signed: LONGLONG Signed
              0+40 Wide Wide
              40+24 Rest Rest
        "#]],
    );
}

#[test]
fn packed_members_and_empty_arrays_leave_no_gap() {
    check(
        0x0a,
        &[
            "0x00 UCHAR A;",
            "0x01 ULONGLONG Packed;",
            "0x09 UCHAR B;",
            "0x0a ULONG Nothing [1];",
        ],
        &expect![[r#"
            0x00+0x01 A: UCHAR A
            0x01+0x08 Packed: ULONGLONG Packed
            0x09+0x01 B: UCHAR B
            0x0a+0x00 Nothing: ULONG Nothing [0]
        "#]],
    );
    check(
        0x8,
        &["0x00 ULONG Nothing [1];", "0x00 ULONGLONG Value;"],
        &expect![[r#"
            0x00+0x00 Nothing: ULONG Nothing [0]
            0x00+0x08 Value: ULONGLONG Value
        "#]],
    );
    check(0x8, &[], &expect![[""]]);
}

#[test]
fn every_slot_has_an_id_of_its_own() {
    check(
        0x10,
        &[
            "0x00 ULONG Value;",
            "0x00 LONG Value;",
            "0x04 ULONG Flags;",
            "0x04:0 ULONG Value : 1;",
            "0x08:0 ULONG A : 1;",
            "0x08:0 ULONG A : 2;",
            "0x0c ULONG value;",
        ],
        &expect![[r#"
            0x00+0x04 Value: ULONG Value
            0x00+0x04 Value~2: LONG Value
            0x04+0x04 Flags: ULONG Flags
              0+1 Value~3 Value
            0x08+0x04 at-8: ULONG
              0+1 A A
            0x08+0x04 at-8~2: ULONG
              0+2 A~2 A
            0x0c+0x04 value: ULONG value
        "#]],
    );
}

/// A member of a declared type has the space up to the next member.
#[test]
fn a_declared_type_fills_its_room() {
    check(
        0x20,
        &[
            "0x00 UNHEARD_OF A;",
            "0x08 UNHEARD_OF B [2];",
            "0x08 UCHAR C;",
            "0x10 UNHEARD_OF D;",
        ],
        &expect![[r#"
            0x00+0x08 A: UNHEARD_OF A
            0x08+0x08 B: UNHEARD_OF B [2]
            0x08+0x01 C: UCHAR C
            0x10+0x10 D: UNHEARD_OF D
        "#]],
    );
}

#[test]
fn a_member_beyond_the_end_is_refused() {
    let row = |members: &[&str]| match layout(0x8, members) {
        Err(NoLayout::Unsound { row }) => row,
        other => panic!("{other:?}"),
    };
    assert_eq!(row(&["0x00 ULONG A;", "0x06 ULONG B;"]), "B");
    assert_eq!(row(&["0x08:1 ULONG Bit : 1;"]), "Bit");
    assert_eq!(row(&["0x10 UNHEARD_OF A;"]), "A");
    assert_eq!(row(&["0xffffffff ULONGLONG A;"]), "A");
}

/// An enumeration has values but no members; its bytes are not a gap.
#[test]
fn an_enumeration_has_no_slots() {
    let value = crate::types::EnumValue {
        name: "PagedPool".into(),
        value: 1,
    };
    let class = LayoutClass {
        values: vec![value.clone()],
        ..LayoutClass::new(TypeKind::Enum, ByteSize::new(4))
    };
    let release = Release::FIRST;
    let at = (
        Point::new(release, Arch::X86),
        Scope::of_release(release, Arch::X86),
    );
    let name = TypeName::parse_symbol("_POOL_TYPE").unwrap();
    let layout = of_class(&name, &class, &sample::types(), at, "test", None).unwrap();
    assert_eq!((layout.slots, layout.values), (vec![], vec![value]));
    assert_eq!((layout.kind, layout.size.get()), (TypeKind::Enum, 4));
    assert_eq!(layout.structure.as_str(), "_POOL_TYPE");
}
