//! Property tests for any members of a nested type: each keeps its offset, all bytes are covered, names are unique.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::{tiles, unit, with};
use super::*;
use crate::catalogue::{Catalogue, Scope};
use crate::sample;
use crate::types::TypeMember;
use crate::units::ByteOffset;

/// Generates a member within 0x20 bytes, optionally a bit field; some names recur.
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

/// Formats a type with these members.
pub(super) fn of_members(is_union: bool, size: u32, members: &[String]) -> String {
    let kind = if is_union { "union" } else { "struct" };
    format!("{kind} ANY {size}/8\n{}", members.join("\n"))
}

/// Returns the first bit and the width of everything with a meaning.
fn places(definition: &Definition) -> Vec<(u32, u32)> {
    let start = |offset: ByteOffset| offset.get() * 8;
    let entries = definition.entries().into_iter();
    let places = entries.filter_map(|entry| match entry {
        Entry::Field(field) => Some((start(field.offset), field.size.get() * 8)),
        Entry::Bit(_, field, bits) => {
            let bit = start(bits.offset) + u32::from(field.range.bit());
            Some((bit, u32::from(field.range.width())))
        }
        Entry::Pad(_) => None,
    });
    places.collect()
}

fn names(items: &[Item]) -> Vec<&str> {
    let names = Item::within(items).into_iter().map(|item| match item {
        Item::Field(field) => vec![field.name.as_str()],
        Item::Bits(bits) => {
            let named = bits.fields.iter();
            let named = named.filter_map(|field| field.name.as_deref());
            named.chain([bits.name.as_str()]).collect()
        }
        Item::Pad(pad) => vec![pad.name.as_str()],
        Item::Overlay(overlay) => vec![overlay.name.as_str()],
    });
    names.flatten().collect()
}

/// Returns the same from the members of the type.
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

/// The most characters that a format needs for a member.
const LINE_LIMIT: usize = 300;

/// Whether a text has a name, ignoring case.
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
        let types = with(&of_members(is_union, 0x20, &members));
        let layout = sample::layout("X 6.1/x64 0x20\n 0x00+0x20 any ANY Any;");
        let definitions = definitions(&layout, &types, 1, Format::C.reserved());
        let any = &definitions[0];
        tiles(any);
        prop_assert_eq!(any.alternatives().is_some(), is_union);

        let (mut is, mut stated) = (places(any), stated(&members));
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
        let types = of_members(is_union, 0x20, &members);
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
