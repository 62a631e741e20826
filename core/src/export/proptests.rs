//! Whatever members a nested type claims to have: each keeps its place, every byte has one, no name is there twice.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::{tiles, unit, with};
use super::*;
use crate::catalogue::{Catalogue, Scope};
use crate::sample;
use crate::types::{TypeKind, TypeMember};
use crate::units::ByteOffset;

/// A member within 0x20 bytes, perhaps a bit field; some names recur.
pub(super) fn member() -> impl Strategy<Value = String> {
    let types = prop::sample::select(vec![
        ("UCHAR", 1),
        ("USHORT", 2),
        ("ULONG", 4),
        ("VOID *", 8),
    ]);
    (types, 0u32..0x18, 0u8..8, 1u8..4, any::<bool>(), 0u8..20).prop_map(
        |((ty, size), offset, bit, width, is_bits, name)| {
            let fits = is_bits && u32::from(bit) + u32::from(width) <= size * 8;
            match fits {
                true => format!("0x{offset:x}:{bit} {ty} N{name} : {width};"),
                false => format!("0x{offset:x} {ty} N{name};"),
            }
        },
    )
}

/// The places of everything that has a meaning: in bits, with how many there are.
fn places(items: &[Item]) -> Vec<(u32, u32)> {
    let start = |offset: ByteOffset| offset.get() * 8;
    let mut all = Vec::new();
    for item in items {
        match item {
            Item::Field(field) => all.push((start(field.offset), field.size.get() * 8)),
            Item::Bits(bits) => {
                let named = bits.fields.iter().filter(|field| field.name.is_some());
                all.extend(named.map(|field| {
                    let bit = start(bits.offset) + u32::from(field.range.bit());
                    (bit, u32::from(field.range.width()))
                }));
            }
            Item::Pad(_) => {}
            Item::Overlay(overlay) => {
                let inside = overlay.alternatives.iter();
                all.extend(inside.flat_map(|items| places(items)));
            }
        }
    }
    all
}

/// The names of everything that has one.
fn names(items: &[Item]) -> Vec<&str> {
    let mut all = Vec::new();
    for item in items {
        match item {
            Item::Field(field) => all.push(field.name.as_str()),
            Item::Bits(bits) => {
                all.push(&bits.name);
                let named = bits.fields.iter();
                all.extend(named.filter_map(|field| field.name.as_deref()));
            }
            Item::Pad(pad) => all.push(&pad.name),
            Item::Overlay(overlay) => {
                all.push(&overlay.name);
                let inside = overlay.alternatives.iter();
                all.extend(inside.flat_map(|items| names(items)));
            }
        }
    }
    all
}

/// The same, as the type states it.
fn stated(members: &[String]) -> Vec<(u32, u32)> {
    let place = |member: &String| {
        let member: TypeMember = member.parse().unwrap();
        let start = member.offset.get() * 8;
        let scope = Scope::of_release(crate::Release::FIRST, crate::Arch::X64);
        let measure = |ty| Catalogue::default().measure(ty, scope);
        match member.bits {
            Some(bits) => (start + u32::from(bits.bit()), bits.width().into()),
            None => (
                start,
                measure(&member.declaration.ty).unwrap().size.get() * 8,
            ),
        }
    };
    members.iter().map(place).collect()
}

/// The longest line that a format needs for a member.
const LINE_LIMIT: usize = 300;

/// Whether a text has a name, however it writes capital letters.
fn says(text: &str, name: &str) -> bool {
    text.to_ascii_lowercase()
        .contains(&name.to_ascii_lowercase())
}

proptest! {
    #[test]
    fn members_keep_their_places(
        members in prop::collection::vec(member(), 1..24),
        is_union in any::<bool>(),
    ) {
        let kind = if is_union { TypeKind::Union } else { TypeKind::Struct };
        let lines: Vec<&str> = members.iter().map(String::as_str).collect();
        let types = with(Catalogue::default(), "ANY", kind, (0x20, 8), &lines);
        let layout = sample::layout("X 6.1/x64 0x20\n 0x00+0x20 any ANY Any;");
        let definitions = definitions(&layout, &types, 1, Format::C.reserved());
        let any = &definitions[0];
        tiles(any);
        prop_assert_eq!(any.alternatives().is_some(), is_union);

        let (mut is, mut stated) = (places(&any.items), stated(&members));
        is.sort_unstable();
        stated.sort_unstable();
        prop_assert_eq!(is, stated);

        let names = names(&any.items);
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        prop_assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn every_format_says_every_member(
        members in prop::collection::vec(member(), 1..24),
        is_union in any::<bool>(),
    ) {
        let kind = if is_union { TypeKind::Union } else { TypeKind::Struct };
        let lines: Vec<&str> = members.iter().map(String::as_str).collect();
        let types = with(Catalogue::default(), "ANY", kind, (0x20, 8), &lines);
        for format in Format::ALL {
            let unit = unit("X 6.1/x64 0x20\n 0x00+0x20 any ANY Any;", &types, 1, format);
            let text = format.write(&unit, Options::default());
            for name in unit.definitions.iter().flat_map(Definition::fields).map(|it| &it.name) {
                prop_assert!(says(&text, name), "{} has no {}", format, name);
            }
            let longest = text.lines().map(str::len).max();
            prop_assert!(longest < Some(LINE_LIMIT), "{}: {:?}", format, longest);
        }
    }
}
