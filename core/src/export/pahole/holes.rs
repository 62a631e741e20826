//! Where in a structure there is nothing, as pahole counts it (`class__find_holes` of dwarves.c): between members, behind the
//! last, and before the first; whole bytes apart from bits of a byte or an integer that bit fields leave.

use std::ops::Range;

use super::super::model::{Bits, Field, Item, Overlay};

/// A member as C has it: bit fields each for itself, a union as one.
pub(super) struct Member<'a> {
    pub(super) what: What<'a>,
    /// In bytes; of a bit field, that of its integer.
    pub(super) offset: u32,
    /// In bytes; of a bit field, that of its integer.
    pub(super) size: u32,
    /// Of a bit field: the first bit, and how many.
    pub(super) bits: Option<(u32, u32)>,
}

/// What a member is.
#[derive(Clone, Copy)]
pub(super) enum What<'a> {
    Field(&'a Field),
    /// A bit field of that name.
    Bit(&'a Bits, &'a str),
    Overlay(&'a Overlay),
}

/// What is behind a member.
#[derive(Clone, Copy, Default)]
pub(super) struct Hole {
    pub(super) bytes: u32,
    pub(super) bits: u32,
}

/// What is where in a structure is nothing.
pub(super) struct Holes {
    pub(super) before: Hole,
    /// Behind each member but the last.
    pub(super) behind: Vec<Hole>,
    /// Bytes behind the last member.
    pub(super) padding: u32,
    /// Bits behind the last member, in its integer.
    pub(super) bit_padding: u32,
}

pub(super) fn members(items: &[Item]) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    for item in items {
        let (offset, size) = (item.offset().get(), item.size().get());
        let member = |what| Member {
            what,
            offset,
            size,
            bits: None,
        };
        match item {
            Item::Field(field) => members.push(member(What::Field(field))),
            Item::Overlay(overlay) => members.push(member(What::Overlay(overlay))),
            Item::Pad(_) => {}
            Item::Bits(bits) => {
                let named = bits.fields.iter();
                members.extend(named.filter_map(|field| {
                    let place = (field.range.bit().into(), field.range.width().into());
                    let name = field.name.as_deref()?;
                    Some(Member {
                        bits: Some(place),
                        ..member(What::Bit(bits, name))
                    })
                }));
            }
        }
    }
    members
}

/// What is not in the members of a structure that lies in that range of bytes.
pub(super) fn find(members: &[Member<'_>], range: Range<u32>) -> Holes {
    let at = |bytes: u32| u64::from(bytes) * 8;
    let mut seen = at(range.start);
    // Where the integer ends that bit fields are being taken from.
    let mut integer_end = None;
    let mut holes = Vec::new();
    for member in members {
        let start = at(member.offset) + u64::from(member.bits.unwrap_or_default().0);
        let width = member
            .bits
            .map_or(at(member.size), |(_, width)| width.into());
        let mut hole = Hole::default();
        if let Some(end) = integer_end {
            let end = start.min(end);
            hole.bits = narrow(end.saturating_sub(seen));
            seen = seen.max(end);
        }
        if member.bits.is_some() {
            let integer = at(member.offset);
            if seen < integer {
                hole.bytes = narrow((integer - seen) / 8);
                seen = integer;
            }
            hole.bits += narrow(start.saturating_sub(seen));
            integer_end = Some(integer + at(member.size));
        } else {
            hole.bytes = narrow((start / 8).saturating_sub(seen / 8));
            integer_end = None;
        }
        seen = start + width;
        holes.push(hole);
    }
    let end = at(range.end);
    let integer_end = integer_end.map_or(seen, |integer_end| integer_end.min(end));
    let mut holes = holes.into_iter();
    Holes {
        before: holes.next().unwrap_or_default(),
        behind: holes.collect(),
        padding: narrow(end.saturating_sub(integer_end) / 8),
        bit_padding: narrow(integer_end.saturating_sub(seen)),
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
