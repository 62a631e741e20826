//! Property tests for any members of a type: by the rules of C alone, the text has the right offsets.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::model::{Definition, Item, Type};
use super::super::proptests::{member, of_members};
use super::super::tests::with;
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
