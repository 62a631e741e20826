//! The expected records, from the layouts and types alone: nothing here depends on the exports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::export::Format;
use strata_core::layout::Member;
use strata_core::{Layout, TypeName};

/// Structures and unions, by name.
pub(crate) type Records = BTreeMap<String, Record>;

/// A structure or a union.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    /// In bytes.
    pub(crate) size: u32,
    /// Its members, with bit fields and members of anonymous unions, without padding.
    pub(crate) members: BTreeSet<Place>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// In bits from the start of its record.
    pub(crate) bit: u32,
    pub(crate) name: String,
    pub(crate) extent: Extent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Extent {
    /// A size in bytes.
    Bytes(u32),
    /// The width of a bit field.
    Bits(u32),
}

/// Prefixes of names that an exported definition invents for padding.
const INVENTED: [&str; 4] = ["Padding_0x", "Hole_0x", "Skipped_0x", "Unused_0x"];

pub(crate) fn invented(name: &str) -> bool {
    INVENTED.iter().any(|start| name.starts_with(start))
}

pub(crate) fn called(name: &str, format: Format) -> String {
    match format.reserved().contains(&name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

pub(crate) fn spelled(records: Records, format: Format) -> Records {
    let member = |place: Place| Place {
        name: called(&place.name, format),
        ..place
    };
    let records = records.into_iter().map(|(name, record)| {
        let members = record.members.into_iter().map(member).collect();
        (called(&name, format), Record { members, ..record })
    });
    records.collect()
}

/// The differences between the expected records and a reader's.
pub(crate) fn differences(reader: &str, expected: &Records, found: &Records) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, record) in expected {
        let Some(found) = found.get(name) else {
            wrong.push(format!("{reader} has no {name}"));
            let members = record.members.iter();
            wrong.extend(members.map(|place| format!("{name}: {reader} has no {place:?}")));
            continue;
        };
        if found.size != record.size {
            let (found, size) = (found.size, record.size);
            wrong.push(format!(
                "{name}: {reader} says {found:#x} bytes, it has {size:#x}"
            ));
        }
        let missing = record.members.difference(&found.members);
        wrong.extend(missing.map(|place| format!("{name}: {reader} has no {place:?}")));
        let surplus = found.members.difference(&record.members);
        wrong.extend(surplus.map(|place| format!("{name}: {reader} has {place:?}")));
    }
    let unknown = found.keys().filter(|name| !expected.contains_key(*name));
    wrong.extend(unknown.map(|name| format!("{reader} has {name}")));
    wrong
}

/// A layout and the types that it contains, through at most `depth` levels.
pub(crate) fn records(layout: &Layout, types: &Catalogue, depth: usize) -> Records {
    records_by(|ty| ty.by_value().cloned(), layout, types, depth)
}

/// The same without types that have no bytes.
pub(crate) fn records_in_bytes(layout: &Layout, types: &Catalogue, depth: usize) -> Records {
    fn has_bytes(ty: &CType) -> bool {
        match ty {
            CType::Array(inner, count) => *count > 0 && has_bytes(inner),
            _ => true,
        }
    }
    let by_value = |ty: &CType| ty.by_value().filter(|_| has_bytes(ty)).cloned();
    records_by(by_value, layout, types, depth)
}

fn records_by(
    by_value: impl Fn(&CType) -> Option<TypeName>,
    layout: &Layout,
    types: &Catalogue,
    depth: usize,
) -> Records {
    let mut records = Records::new();
    let own = Record {
        size: layout.size.get(),
        members: layout.members().flat_map(places).collect(),
    };
    records.insert(layout.structure.c_identifier(), own);
    let held = |member: &Member| by_value(&member.ty);
    let mut level: BTreeSet<TypeName> = layout.members().filter_map(held).collect();
    for _ in 0..depth {
        let mut next = BTreeSet::new();
        for name in level {
            let Some((record, inside)) = nested(&by_value, &name, layout, types) else {
                continue;
            };
            records.insert(name.c_identifier(), record);
            next.extend(inside);
        }
        level = next;
    }
    records
}

fn places(member: &Member) -> Vec<Place> {
    let start = member.offset.get() * 8;
    let unknown = || format!("Unknown_0x{:02X}", member.offset.get());
    let fields = member.bits.known_bits().unwrap_or_default();
    let mut places = Vec::new();
    // Symbol files state no integer around bit fields.
    if member.name.is_some() || fields.is_empty() {
        places.push(Place {
            bit: start,
            name: member.name.as_deref().map_or_else(unknown, str::to_owned),
            extent: Extent::Bytes(member.size.get()),
        });
    }
    for field in fields {
        places.push(Place {
            bit: start + u32::from(field.range.bit()),
            name: field.name.to_string(),
            extent: Extent::Bits(field.range.width().into()),
        });
    }
    places
}

/// A type with known members, and the types that it contains.
fn nested(
    by_value: impl Fn(&CType) -> Option<TypeName>,
    name: &TypeName,
    of: &Layout,
    types: &Catalogue,
) -> Option<(Record, Vec<TypeName>)> {
    let layout = types.class(name, of.scope())?;
    let known = layout.members.first()?;
    assert!(!known.declaration.name.is_empty(), "{name}");
    let place = |member: &Arc<strata_core::types::TypeMember>| {
        let ty = &member.declaration.ty;
        let measure = types.measure(ty, of.scope());
        let bytes = measure.expect("the built-in types are measured").size.get();
        let (bit, extent) = match member.bits {
            Some(range) => (range.bit().into(), Extent::Bits(range.width().into())),
            None => (0, Extent::Bytes(bytes)),
        };
        Place {
            bit: member.offset.get() * 8 + bit,
            name: member.declaration.name.to_string(),
            extent,
        }
    };
    let record = Record {
        size: layout.size.get(),
        members: layout.members.iter().map(place).collect(),
    };
    let held = layout.members.iter();
    let held = held.filter_map(|member| by_value(&member.declaration.ty));
    Some((record, held.collect()))
}
