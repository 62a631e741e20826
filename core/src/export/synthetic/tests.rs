//! Property tests for any members of a type: by the rules of C alone, the text has the right offsets.

use std::collections::BTreeMap;

use expect_test::expect;
use proptest::prelude::*;

use super::super::model::{Definition, Item, Type};
use super::super::proptests::{member, of_members};
use super::super::tests::{check_printed, with};
use super::super::{Format, definitions};
use super::realigned;
use crate::sample;

/// Sizes and alignments as a compiler computes them from the declarations in their order.
#[derive(Default)]
struct Compiler(BTreeMap<String, (u32, u32)>);

impl Compiler {
    fn define(&mut self, definition: &Definition) {
        let (size, align) = self.structure(&definition.items, 0);
        assert_eq!(size, definition.measure.size.get(), "{definition:#?}");
        self.0.insert(definition.name.clone(), (size, align));
    }

    fn structure(&self, items: &[Item], start: u32) -> (u32, u32) {
        let (mut at, mut most) = (0_u32, 1);
        for item in items {
            let (size, align) = self.item(item);
            at = at.next_multiple_of(align);
            assert_eq!(start + at, item.offset().get(), "{item:#?}");
            at += size;
            most = most.max(align);
        }
        (at.next_multiple_of(most), most)
    }

    fn item(&self, item: &Item) -> (u32, u32) {
        match item {
            Item::Field(field) => self.ty(&field.ty),
            Item::Bits(bits) => (bits.storage.size.get(), bits.storage.size.get()),
            Item::Pad(pad) => (pad.size.get(), 1),
            Item::Overlay(overlay) => {
                let start = overlay.offset.get();
                let all = overlay.alternatives.iter();
                let all = all.map(|items| self.structure(items, start));
                let both = all.reduce(|one, two| (one.0.max(two.0), one.1.max(two.1)));
                let (size, align) = both.unwrap();
                let size = size.next_multiple_of(align);
                assert_eq!(size, overlay.size.get(), "{overlay:#?}");
                (size, align)
            }
        }
    }

    fn ty(&self, ty: &Type) -> (u32, u32) {
        match ty {
            Type::Array { element, count, .. } => {
                let (size, align) = self.ty(element);
                (size * count, align)
            }
            Type::Definition { name, .. } => self.0[name],
            Type::Scalar(_) | Type::Pointer(_) | Type::Bytes { .. } => {
                (ty.measure().size.get(), ty.measure().align.get())
            }
        }
    }
}

proptest! {
    #[test]
    fn a_compiler_places_what_is_written(
        members in prop::collection::vec(member(), 1..24),
        is_union in any::<bool>(),
        size in 0x20_u32..0x29,
        at in 0_u32..8,
    ) {
        let types = with(&of_members(is_union, size, &members));
        let (end, all) = (at + 3 * size, 3 * size);
        let layout = format!("X 6.1/x64 {end:#x}\n {at:#x}+{all:#x} any ANY Any [3];");
        let layout = sample::layout(&layout);
        let definitions = definitions(&layout, &types, 1, Format::Synthetic.reserved());
        let mut compiler = Compiler::default();
        for definition in &realigned(&definitions) {
            compiler.define(definition);
        }
    }
}

#[test]
fn what_is_not_aligned_is_bytes() {
    check_printed(
        Format::Synthetic,
        "X 6.1/x64 0x20
         0x00+0x07 odd ODD Odd;
         0x07+0x04 far ULONG Far;
         0x0c near ULONG Near;
         0x10+0x0e odds ODD Odds [2];
         0x1e+0x02 end USHORT End;",
        "struct ODD 7/1
         0x00 ULONG A;
         0x04:1 USHORT B : 3;
         0x06 UCHAR C;",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x20 bytes
             * Written by Strata from data 0
             * In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader("path of this file", "module")
             *   and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance("_X", address)
             * Pointers have 8 bytes. Those to structures are void *, because others need types of the module.
             * An array of structures overlaps bytes of its size, because only one of its elements is counted.
             */

            typedef struct _ODD {
                /* 0x0000 */ unsigned char A[4]; /* ULONG */
                /* 0x0004 */ unsigned char Bits_0x04[2]; /* bits of USHORT: B 1+3 */
                /* 0x0006 */ unsigned char C; /* UCHAR */
            } ODD; /* 0x0007 */

            typedef struct _X {
                /* 0x0000 */ ODD Odd;
                /* 0x0007 */ unsigned char Far[4]; /* ULONG */
                /* 0x000b */ unsigned char Padding_0x0B[1];
                /* 0x000c */ unsigned long Near; /* ULONG */
                union {
                    /* 0x0010 */ ODD Odds[2];
                    /* 0x0010 */ unsigned char Skipped_0x10[14];
                };
                /* 0x001e */ unsigned short End; /* USHORT */
            } X; /* 0x0020 */
        "#]],
    );
}

#[test]
fn arrays_have_one_dimension_and_structures_lie_over_their_bytes() {
    check_printed(
        Format::Synthetic,
        "X 6.1/x64 0x78
         0x00 grid ULONG Grid [2][3];
         0x18+0x60 lists LIST_ENTRY Lists [3][2];",
        "",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x78 bytes
             * Written by Strata from data 0
             * In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader("path of this file", "module")
             *   and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance("_X", address)
             * Pointers have 8 bytes. Those to structures are void *, because others need types of the module.
             * An array of structures overlaps bytes of its size, because only one of its elements is counted.
             */

            typedef struct _LIST_ENTRY {
                /* 0x0000 */ void *Flink; /* LIST_ENTRY * */
                /* 0x0008 */ void *Blink; /* LIST_ENTRY * */
            } LIST_ENTRY; /* 0x0010 */

            typedef struct _X {
                /* 0x0000 */ unsigned long Grid[6]; /* ULONG */
                union {
                    /* 0x0018 */ LIST_ENTRY Lists[6];
                    /* 0x0018 */ unsigned char Skipped_0x18[96];
                };
            } X; /* 0x0078 */
        "#]],
    );
}

#[test]
fn words_of_its_reader_are_no_names() {
    check_printed(
        Format::Synthetic,
        "X 6.1/x64 0x18
         0x00 a ULONG IN;
         0x04 b ULONG targetSize;
         0x08 c ULONG long;
         0x10 d PVOID *Skipped;",
        "",
        &expect![[r#"
            /*
             * X at 6.1/x64, 0x18 bytes
             * Written by Strata from data 0
             * In WinDbg: dx Debugger.Utility.Analysis.SyntheticTypes.ReadHeader("path of this file", "module")
             *   and then: dx Debugger.Utility.Analysis.SyntheticTypes.CreateInstance("_X", address)
             * Pointers have 8 bytes. Those to structures are void *, because others need types of the module.
             * An array of structures overlaps bytes of its size, because only one of its elements is counted.
             */

            typedef struct _X {
                /* 0x0000 */ unsigned long IN_; /* ULONG */
                /* 0x0004 */ unsigned long targetSize_; /* ULONG */
                /* 0x0008 */ unsigned long long_; /* ULONG */
                /* 0x000c */ unsigned char Padding_0x0C[4];
                /* 0x0010 */ void **Skipped;
            } X; /* 0x0018 */
        "#]],
    );
}
