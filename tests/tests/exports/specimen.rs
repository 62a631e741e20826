//! What is exported for the proofs: every layout, and layouts with a mistake in them.

use strata_core::dataset::Structure;
use strata_core::export::{self, Format, Provenance, Unit};
use strata_core::layout::{Bits, Member, Slot};
use strata_core::types::Types;
use strata_core::units::{BitRange, ByteOffset};
use strata_core::{Arch, Layout};
use strata_tests::data::dataset;

/// What stands for the version of the data.
pub(crate) const DATA: &str = "0000000000000000";

/// Every layout of an architecture, of releases and builds.
pub(crate) fn all(arch: Arch) -> Vec<(&'static Structure, &'static Layout)> {
    let of = |structure: &'static Structure| {
        let layouts = structure.layouts.iter().chain(&structure.builds);
        layouts.map(move |layout| (structure, layout))
    };
    let layouts = dataset().structures().iter().flat_map(of);
    layouts
        .filter(|(_, layout)| layout.arch() == arch)
        .collect()
}

/// One layout.
pub(crate) fn one(name: &str, version: &str, arch: &str) -> (&'static Structure, &'static Layout) {
    let found = strata_core::lookup::layout(dataset(), name, version, arch).expect("it is stated");
    (found.structure, found.layout)
}

/// What is printed of a layout and types, which need not be those of the dataset.
pub(crate) fn unit(
    (structure, layout): (&Structure, &Layout),
    types: &Types,
    format: Format,
    depth: usize,
) -> Unit {
    let definitions = export::definitions(layout, types, depth, format.reserved());
    Unit {
        provenance: Provenance::of(dataset(), (structure, layout), &definitions, DATA),
        arch: layout.arch(),
        definitions,
    }
}

/// The layout with another member of that name.
pub(crate) fn planted(layout: &Layout, name: &str, change: impl Fn(&mut Member)) -> Layout {
    let mut layout = layout.clone();
    let members = layout.slots.iter_mut().filter_map(|slot| match slot {
        Slot::Member(member) if member.name.as_deref() == Some(name) => Some(member),
        _ => None,
    });
    let changed = members.map(change).count();
    assert_eq!(changed, 1, "{name}");
    layout
}

/// So many bytes further.
pub(crate) fn moved(offset: ByteOffset, by: u32) -> ByteOffset {
    ByteOffset::new(offset.get() + by)
}

/// The bits of a member, the last one bit further.
pub(crate) fn last_bit_moved(bits: &mut Bits) {
    let Bits::Known(fields) = bits else {
        panic!("no bits are known");
    };
    let last = fields.last_mut().expect("it has bits");
    last.range = BitRange::new(last.range.bit() + 1, last.range.width()).expect("there is room");
}

/// The types of the dataset, with one in which the last member lies further.
pub(crate) fn with_moved_member(name: &str, by: u32) -> Types {
    let mut types = Types::default();
    for ty in dataset().types().iter() {
        let mut ty = ty.clone();
        if ty.name.as_str() == name {
            for layout in &mut ty.layouts {
                let last = layout.members.last_mut().expect("it has members");
                last.offset = moved(last.offset, by);
                layout.measure.size = strata_core::ByteSize::new(layout.measure.size.get() + by);
            }
        }
        types.insert(ty).expect("each is there once");
    }
    types
}
