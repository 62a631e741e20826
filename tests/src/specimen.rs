//! What exports are made of, layouts with a planted mistake, and bytes of structures.

use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::dataset::Structure;
use strata_core::export::{self, Format, Provenance, Unit};
use strata_core::layout::{Bits, Member, Slot};
use strata_core::units::{BitRange, ByteOffset, ByteSize};

use crate::data::dataset;

/// The version of the data in exports.
pub const DATA: &str = "0000000000000000";

/// The unit that a format prints for a layout; the types may differ from the dataset's.
pub fn unit(
    (structure, layout): (&Structure, &Layout),
    types: &Catalogue,
    format: Format,
    depth: usize,
) -> Unit {
    let definitions = export::definitions(layout, types, depth, format.reserved());
    Unit {
        provenance: Provenance::of(dataset(), (structure, layout), &definitions, DATA),
        arch: layout.arch(),
        definitions,
        values: Vec::new(),
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Mistake {
    /// The member is one byte further.
    Offset,
    /// The member is a `USHORT`.
    Size,
    /// The last bit field is one bit further.
    Bit,
}

impl Mistake {
    fn make(self, member: &mut Member) {
        match self {
            Self::Offset => member.offset = ByteOffset::new(member.offset.get() + 1),
            Self::Size => {
                member.ty = "USHORT".parse().expect("it is a type");
                member.size = ByteSize::new(2);
            }
            Self::Bit => {
                let Bits::Known(fields) = &mut member.bits else {
                    panic!("no bits are known");
                };
                let last = fields.last_mut().expect("it has bits");
                let range = BitRange::new(last.range.bit() + 1, last.range.width());
                last.range = range.expect("there is room");
            }
        }
    }
}

/// The layout with a mistake in the member with this name.
pub fn planted(layout: &Layout, name: &str, mistake: Mistake) -> Layout {
    let mut layout = layout.clone();
    let members = layout.slots.iter_mut().filter_map(|slot| match slot {
        Slot::Member(member) if member.name.as_deref() == Some(name) => Some(member),
        _ => None,
    });
    let changed = members.map(|member| mistake.make(member)).count();
    assert_eq!(changed, 1, "{name}");
    layout
}

/// Zeros, with 64-bit numbers at offsets.
pub fn filled(size: usize, numbers: &[(usize, u64)]) -> Vec<u8> {
    let mut bytes = vec![0; size];
    for (at, number) in numbers {
        bytes[*at..at + 8].copy_from_slice(&number.to_le_bytes());
    }
    bytes
}
