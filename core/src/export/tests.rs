//! Layouts and their definitions, printed with one line per item.

use expect_test::{Expect, expect};

use super::*;
use crate::catalogue::Catalogue;
use crate::layout::{self, Slot};
use crate::sample;
use crate::types::{SizeAndAlign, TypeKind};
use crate::units::{ByteOffset, ByteSize};

fn check(layout: &str, types: &str, depth: usize, expected: &Expect) {
    let layout = sample::layout(layout);
    let definitions = definitions(&layout, &with(types), depth, Format::C.reserved());
    let mut text = String::new();
    for definition in &definitions {
        tiles(definition);
        draw(definition, &mut text);
    }
    expected.assert_eq(&text);
}

/// Creates a unit with only definitions.
pub(super) fn unit(layout: &str, types: &str, depth: usize, format: Format) -> Unit {
    let layout = sample::layout(layout);
    Unit {
        provenance: Provenance::bare(&layout),
        arch: layout.arch(),
        definitions: definitions(&layout, &with(types), depth, format.reserved()),
        values: layout.values.clone(),
    }
}

/// Checks the text of a layout with its nested types.
#[track_caller]
pub(super) fn check_printed(format: Format, layout: &str, types: &str, expected: &Expect) {
    let unit = unit(layout, types, NESTING_LIMIT, format);
    expected.assert_eq(&format.write(&unit, Options::default()));
}

/// Checks that items are contiguous, in overlays, too.
pub(super) fn tiles(definition: &Definition) {
    let end = run(&definition.items, ByteOffset::ZERO);
    assert_eq!(end.get(), definition.measure.size.get(), "{definition:#?}");
}

fn run(items: &[Item], start: ByteOffset) -> ByteOffset {
    let mut end = start;
    for item in items {
        assert_eq!(item.offset(), end, "{item:#?}");
        end = end.saturating_add(item.size());
        if let Item::Overlay(overlay) = item {
            let alternatives = overlay.alternatives.iter();
            let ends = alternatives.map(|items| run(items, overlay.offset));
            assert_eq!(ends.max(), Some(end), "{overlay:#?}");
        }
        if let Item::Field(field) = item {
            assert_eq!(field.ty.measure().size, field.size, "{field:#?}");
        }
        if let Item::Bits(bits) = item {
            let fields = bits.fields.iter();
            let width = fields.map(|field| u32::from(field.range.width()));
            assert_eq!(width.sum::<u32>(), bits.storage.size.get() * 8, "{bits:#?}");
        }
    }
    end
}

fn draw(definition: &Definition, text: &mut String) {
    let SizeAndAlign { size, align } = definition.measure;
    let (kind, name) = (definition.kind.as_str(), &definition.name);
    *text += &format!("{kind} {name} {size} align {}\n", align.get());
    draw_items(&definition.items, 1, text);
}

fn draw_items(items: &[Item], level: usize, text: &mut String) {
    for item in items {
        let what = match item {
            Item::Field(field) => {
                let comment = match field.comment.as_str() {
                    "" => String::new(),
                    comment => format!("  ({comment})"),
                };
                format!("{}: {}{comment}", field.name, told(&field.ty))
            }
            Item::Bits(bits) => {
                let fields = bits.fields.iter().map(|field| {
                    let name = field.name.as_deref().unwrap_or("-");
                    format!("{name} {}+{}", field.range.bit(), field.range.width())
                });
                let fields: Vec<String> = fields.collect();
                let storage = told(&Type::Scalar(bits.storage.clone()));
                format!("{}: bits of {storage}: {}", bits.name, fields.join(", "))
            }
            Item::Pad(pad) => format!("{}: {} bytes", pad.name, pad.size.get()),
            Item::Overlay(overlay) => format!("{}: {}", overlay.name, overlay.size),
        };
        *text += &format!("{}{} {what}\n", "  ".repeat(level), item.offset());
        if let Item::Overlay(overlay) = item {
            for (number, items) in overlay.alternatives.iter().enumerate() {
                *text += &format!("{}or {number}\n", "  ".repeat(level + 1));
                draw_items(items, level + 2, text);
            }
        }
    }
}

fn told(ty: &Type) -> String {
    match ty {
        Type::Scalar(of) => format!("{:?}{} {}", of.value, of.size.get(), of.declared),
        Type::Pointer(pointer) => format!("Pointer{} {}", pointer.size.get(), pointer.declared),
        Type::Array {
            element,
            count,
            any_size,
        } => {
            let any = if *any_size { " or more" } else { "" };
            format!("{count}{any} of {}", told(element))
        }
        Type::Definition { name, kind, .. } => format!("{} {name}", kind.as_str()),
        Type::Bytes { size, declared } => format!("{} bytes {declared}", size.get()),
    }
}

/// Returns the samples, and for every release on x64 the types of a text: a line such as `struct HEAD 8/4`, then a line
/// per member.
pub(super) fn with(text: &str) -> Catalogue {
    let mut types = sample::types();
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(head) = lines.next() {
        let [kind, name, measure] = head.split(' ').collect::<Vec<&str>>()[..] else {
            panic!("{head}");
        };
        let kind = match kind {
            "struct" => TypeKind::Struct,
            "union" => TypeKind::Union,
            _ => TypeKind::Enum,
        };
        let (size, align) = measure.split_once('/').unwrap();
        let size: ByteSize = size.parse().unwrap();
        let measure = (size.get(), align.parse().unwrap());
        let members: Vec<&str> =
            std::iter::from_fn(|| lines.next_if(|line| line.ends_with(';'))).collect();
        let class = sample::class(kind, measure, &members);
        sample::state(&mut types, name, vec![class]);
    }
    types
}

#[test]
fn bit_fields_lie_over_their_integer() {
    check(
        "X 6.1/x64 0x08
         0x00 flags UCHAR Flags;
           0x01 up Up
           0x0c kind Kind
         0x04 more ULONG More;
           0x80000000 last Last",
        "",
        0,
        &expect![[r#"
            struct X 0x08 align 4
              0x00 Union_0x00: 0x01
                or 0
                  0x00 Flags: Unsigned1 UCHAR
                or 1
                  0x00 Bits_0x00: bits of Unsigned1 UCHAR: Up 0+1, - 1+1, Kind 2+2, - 4+4
              0x01 Padding_0x01: 3 bytes
              0x04 Union_0x04: 0x04
                or 0
                  0x04 More: Unsigned4 ULONG
                or 1
                  0x04 Bits_0x04: bits of Unsigned4 ULONG: - 0+31, Last 31+1
        "#]],
    );
}

#[test]
fn bits_that_nobody_states_are_the_integer_alone() {
    let mut layout = sample::layout("X 6.1/x64 0x04\n 0x00 flags ULONG Flags;");
    if let Some(Slot::Member(member)) = layout.slots.first_mut() {
        member.bits = layout::Bits::NotStated;
    }
    let definitions = definitions(&layout, &Catalogue::default(), 0, Format::Dt.reserved());
    let [Item::Field(field)] = definitions[0].items.as_slice() else {
        panic!("{definitions:#?}");
    };
    assert_eq!(field.comment, "bits not stated");
}

#[test]
fn members_without_a_name_and_gaps_say_where_they_are() {
    check(
        "X 6.1/x64 0x20
         0x00 a ULONG int;
         0x04+4 hole
         0x08 b unknown PVOID
         0x10 c unknown UCHAR [3]
         0x18 d HANDLE Handle;",
        "",
        0,
        &expect![[r#"
            struct X 0x20 align 8
              0x00 int_: Unsigned4 ULONG
              0x04 Padding_0x04: 4 bytes
              0x08 Unknown_0x08: Pointer8 PVOID  (unknown PVOID)
              0x10 Unknown_0x10: 3 of Unsigned1 UCHAR  (unknown UCHAR [3])
              0x13 Padding_0x13: 5 bytes
              0x18 Handle: Pointer8 HANDLE
        "#]],
    );
}

const NESTED: &str = "X 6.1/x64 0x48
         0x00+0x08 when LARGE_INTEGER When;
         0x08+0x30 bucket BUCKET Bucket;
         0x38 list LIST_ENTRY *List;
         0x40 any BUCKET *Any [ANYSIZE_ARRAY];";

#[test]
fn nothing_is_defined_at_depth_0() {
    check(
        NESTED,
        "",
        0,
        &expect![[r#"
            struct X 0x48 align 8
              0x00 When: 8 bytes LARGE_INTEGER
              0x08 Bucket: 48 bytes BUCKET
              0x38 List: Pointer8 LIST_ENTRY *
              0x40 Any: 1 or more of Pointer8 BUCKET *
        "#]],
    );
}

#[test]
fn what_is_deeper_than_asked_is_bytes() {
    check(
        "X 6.1/x64 0x30\n 0x00+0x30 bucket BUCKET Bucket;",
        "",
        1,
        &expect![[r#"
            struct BUCKET 0x30 align 8
              0x00 Heads: 2 of 16 bytes LIST_ENTRY
              0x20 Lock: 8 bytes LARGE_INTEGER
              0x28 Hole_0x28: 8 bytes
            struct X 0x30 align 8
              0x00 Bucket: struct BUCKET
        "#]],
    );
}

#[test]
fn all_depths_are_defined_innermost_first() {
    check(
        NESTED,
        "",
        NESTING_LIMIT,
        &expect![[r#"
            union LARGE_INTEGER 0x08 align 8
              0x00 Union_0x00: 0x08
                or 0
                  0x00 LowPart: Unsigned4 ULONG
                  0x04 HighPart: Signed4 LONG
                or 1
                  0x00 QuadPart: Signed8 LONGLONG
            struct LIST_ENTRY 0x10 align 8
              0x00 Flink: Pointer8 LIST_ENTRY *
              0x08 Blink: Pointer8 LIST_ENTRY *
            struct BUCKET 0x30 align 8
              0x00 Heads: 2 of struct LIST_ENTRY
              0x20 Lock: union LARGE_INTEGER
              0x28 Hole_0x28: 8 bytes
            struct X 0x48 align 8
              0x00 When: union LARGE_INTEGER
              0x08 Bucket: struct BUCKET
              0x38 List: Pointer8 LIST_ENTRY *
              0x40 Any: 1 or more of Pointer8 BUCKET *
        "#]],
    );
}

#[test]
fn unions_within_unions_are_found_by_the_order_of_declaration() {
    check(
        "X 6.1/x64 0x08\n 0x00+0x08 head HEAD Head;",
        "struct HEAD 8/4
         0x00 UCHAR Type;
         0x01 UCHAR Flags;
         0x01:0 UCHAR Up : 1;
         0x01:4 UCHAR Down : 2;
         0x01:0 UCHAR Whole : 8;
         0x02 UCHAR Size;
         0x02 UCHAR Hand;
         0x00 LONG Lock;
         0x04 LONG Up;",
        1,
        &expect![[r#"
            struct HEAD 0x08 align 4
              0x00 Union_0x00: 0x04
                or 0
                  0x00 Type: Unsigned1 UCHAR
                  0x01 Union_0x01: 0x01
                    or 0
                      0x01 Flags: Unsigned1 UCHAR
                    or 1
                      0x01 Bits_0x01: bits of Unsigned1 UCHAR: Up 0+1, - 1+3, Down 4+2, - 6+2
                    or 2
                      0x01 Bits_0x01_0x01: bits of Unsigned1 UCHAR: Whole 0+8
                  0x02 Union_0x02: 0x01
                    or 0
                      0x02 Size: Unsigned1 UCHAR
                    or 1
                      0x02 Hand: Unsigned1 UCHAR
                or 1
                  0x00 Lock: Signed4 LONG
              0x04 Up_0x04: Signed4 LONG
            struct X 0x08 align 4
              0x00 Head: struct HEAD
        "#]],
    );
}

#[test]
fn what_no_order_explains_lies_side_by_side() {
    check(
        "X 6.1/x64 0x08\n 0x00+0x08 odd ODD Odd;",
        "struct ODD 8/4
         0x00 ULONG A;
         0x02 ULONG B;
         0x06 UCHAR C;
         0x04 ULONG D;",
        1,
        &expect![[r#"
            struct ODD 0x08 align 4
              0x00 Union_0x00: 0x08
                or 0
                  0x00 A: Unsigned4 ULONG
                  0x04 Skipped_0x04: 2 bytes
                  0x06 C: Unsigned1 UCHAR
                or 1
                  0x00 Skipped_0x00: 2 bytes
                  0x02 B: Unsigned4 ULONG
                or 2
                  0x00 Skipped_0x00_0x00: 4 bytes
                  0x04 D: Unsigned4 ULONG
            struct X 0x08 align 4
              0x00 Odd: struct ODD
        "#]],
    );
}

#[test]
fn a_union_is_as_large_as_it_says() {
    check(
        "X 6.1/x64 0x10\n 0x00+0x10 wide WIDE Wide;",
        "union WIDE 16/8
         0x00 ULONG A;",
        1,
        &expect![[r#"
            union WIDE 0x10 align 8
              0x00 Union_0x00: 0x10
                or 0
                  0x00 A: Unsigned4 ULONG
                or 1
                  0x00 Hole_0x00: 16 bytes
            struct X 0x10 align 8
              0x00 Wide: union WIDE
        "#]],
    );
}

#[test]
fn types_that_cannot_be_are_bytes() {
    check(
        "X 6.1/x64 0x14
         0x00+0x08 knot KNOT Knot;
         0x08+0x04 past PAST_END Past;
         0x0c+0x08 none NOBODY_KNOWS None;",
        "struct PAST_END 4/4
         0x00 ULONG A;
         0x04 ULONG B;",
        NESTING_LIMIT,
        &expect![[r#"
            union KNOT 0x08 align 8
              0x00 Union_0x00: 0x08
                or 0
                  0x00 A: 8 bytes KNOT
                or 1
                  0x00 B: 8 bytes KNOT
                or 2
                  0x00 C: 8 bytes KNOT
            struct X 0x14 align 8
              0x00 Knot: union KNOT
              0x08 Past: 4 bytes PAST_END
              0x0c None: 8 bytes NOBODY_KNOWS
        "#]],
    );
}

#[test]
fn an_enumeration_is_its_integer() {
    check(
        "X 6.1/x64 0x10\n 0x00+0x08 s STATE States [2];\n 0x08 p STATE *State;",
        "enum STATE 4/4",
        1,
        &expect![[r#"
            struct X 0x10 align 8
              0x00 States: 2 of Signed4 STATE
              0x08 State: Pointer8 STATE *
        "#]],
    );
}

/// For any number of nested unions.
#[test]
fn overlays_end_at_their_limit() {
    let members: Vec<String> = (0..200)
        .flat_map(|level| {
            let offset = level * 2;
            [
                format!("0x{offset:x} UCHAR A{level} [{}];", 402 - offset),
                format!("0x{offset:x} USHORT B{level};"),
            ]
        })
        .collect();
    let types = with(&format!("struct DEEP 402/2\n{}", members.join("\n")));
    let layout = sample::layout("X 6.1/x64 0x192\n 0x00+0x192 deep DEEP Deep;");
    let definitions = definitions(&layout, &types, 1, Format::Dt.reserved());
    tiles(&definitions[0]);
    assert_eq!(definitions[0].fields().len(), 400);
}
