//! Nested types as layouts, so that they are drawn, compared and followed through the releases as structures are.
//!
//! The members of a nested type may lie over one another; the slots of a layout tile it. What lies over one another is one
//! slot: an integer with its bit fields, or a union that is called by what is in it. Two unions are of one type where they
//! have the same members at the same places: what changed within one is seen as a change of its type.

use crate::arch::Arch;
use crate::certainty::Certainty;
use crate::ctype::CType;
use crate::layout::{BitField, Bits, Layout, Member, Slot};
use crate::name::{RowId, TypeName};
use crate::point::Point;
use crate::release::Release;
use crate::resolve::{gap, row_id};
use crate::units::ByteOffset;

use super::{Measure, NestedType, TypeLayout, TypeMember, Types};

/// How many members of a union its name tells.
const NAMED: usize = 3;

/// The names of the types of unions begin so; the rest of such a name tells one union from another, and nobody is shown it.
const UNION: &str = "anonymous_union_";

/// Whether a type is that of a union which [`Types::layouts`] found in a nested type.
#[must_use]
pub fn is_anonymous_union(name: &TypeName) -> bool {
    name.as_str().starts_with(UNION)
}

/// A member and how large it is.
type Measured<'a> = (&'a TypeMember, Measure);

impl Types {
    /// What a nested type looks like at each release at which it is known, by architecture, in the order of the ladder.
    /// Nothing for a type without members, and nothing at points at which the type of a member is not known.
    ///
    /// How sure each member is cannot be told: that is the business of the type's source.
    #[must_use]
    pub fn layouts(&self, ty: &NestedType) -> Vec<Layout> {
        let points = Arch::STATED
            .into_iter()
            .flat_map(|arch| Release::all().map(move |release| (release, arch)));
        let there = points.filter(|(release, arch)| release.exists_for(*arch));
        let layouts = there.filter_map(|(release, arch)| {
            let layout = self.layout(&ty.name, release, arch)?;
            let at = At {
                types: self,
                release,
                arch,
            };
            let slots = at.slots(layout)?;
            Some(Layout {
                structure: ty.name.as_str().parse().ok()?,
                point: Point::new(release, arch),
                release,
                size: layout.measure.size,
                source: layout.source.as_ref().unwrap_or(&ty.source).clone(),
                slots,
            })
        });
        layouts.collect()
    }
}

/// A point, and what types are there.
#[derive(Clone, Copy)]
struct At<'a> {
    types: &'a Types,
    release: Release,
    arch: Arch,
}

impl At<'_> {
    /// Members and gaps; `None` where there are no members, or one of them has no size or lies beyond the end.
    fn slots(self, layout: &TypeLayout) -> Option<Vec<Slot>> {
        let measured = |member| self.measured(member);
        let members: Option<Vec<Measured<'_>>> = layout.members.iter().map(measured).collect();
        let mut members = members.filter(|members| !members.is_empty())?;
        members.sort_by_key(|(member, _)| member.offset);
        let mut slots: Vec<Slot> = Vec::new();
        let mut end = ByteOffset::ZERO;
        let mut rest = members.as_slice();
        while let Some(group) = first_group(rest) {
            let ((first, _), behind) = (group.first()?, rest.get(group.len()..)?);
            let align = group.iter().map(|(_, measure)| measure.align).max()?;
            slots.extend(gap(end, first.offset, align).map(Slot::Gap));
            end = group_end(group);
            let mut member = of_group(group, first.offset, end)?;
            let is_row = |slot: &Slot| matches!(slot, Slot::Member(own) if own.row == member.row);
            if slots.iter().any(is_row) {
                member.row = at_offset(first.offset)?;
            }
            slots.push(Slot::Member(member));
            rest = behind;
        }
        let structure_end = ByteOffset::new(layout.measure.size.get());
        slots.extend(gap(end, structure_end, layout.measure.align).map(Slot::Gap));
        (end <= structure_end).then_some(slots)
    }

    fn measured<'a>(self, member: &'a TypeMember) -> Option<Measured<'a>> {
        let ty = &member.declaration.ty;
        let measure = self.types.measure(ty, self.release, self.arch)?;
        Some((member, measure))
    }
}

/// The first members, as far as they lie over one another; `None` where there are no members. They are in offset order.
fn first_group<'a, 'b>(members: &'a [Measured<'b>]) -> Option<&'a [Measured<'b>]> {
    let mut end = member_end(members.first()?);
    let mut count = 0;
    for member in members {
        if count > 0 && member.0.offset >= end {
            break;
        }
        end = end.max(member_end(member));
        count += 1;
    }
    members.get(..count)
}

fn member_end((member, measure): &Measured<'_>) -> ByteOffset {
    member.offset.saturating_add(measure.size)
}

fn group_end(group: &[Measured<'_>]) -> ByteOffset {
    group.iter().map(member_end).max().unwrap_or_default()
}

/// Members that lie over one another, as one.
fn of_group(group: &[Measured<'_>], start: ByteOffset, end: ByteOffset) -> Option<Member> {
    let is_whole = |it: &&Measured<'_>| it.0.offset == start && member_end(it) == end;
    let (widest, _) = group.iter().find(is_whole).or(group.first())?;
    let plain = || group.iter().filter(|(member, _)| member.bits.is_none());
    let fields = group
        .iter()
        .filter(|(member, _)| member.bits.is_some() && member.offset == start);
    let fields: Option<Vec<BitField>> = fields.map(|(member, _)| field(member)).collect();
    let fields = fields?;
    let integer_and_bits = plain().count() <= 1 && plain().all(|it| is_whole(&it));
    let ty = &widest.declaration.ty;
    let (name, declaration, ty) = match plain().next() {
        Some((member, _)) if integer_and_bits => {
            let declaration = &member.declaration;
            let name = declaration.name.clone();
            (Some(name), declaration.to_string(), ty.clone())
        }
        None if integer_and_bits => (None, ty.to_string(), ty.clone()),
        _ => (None, union_of(group), type_of(group)?),
    };
    // An integer that has no name of its own is not called by one of its bits, which are rows of their own.
    let called = match (&name, integer_and_bits) {
        (Some(name), _) => Some(name),
        (None, true) => None,
        (None, false) => Some(&widest.declaration.name),
    };
    let row = called.and_then(|name| row_id(name).parse().ok());
    Some(Member {
        row: row.or_else(|| at_offset(start))?,
        continues: None,
        name,
        description: None,
        declaration,
        ty,
        offset: start,
        size: end.distance_from(start)?,
        certainty: Certainty::SymbolFiles,
        published: Some(start),
        errata: Vec::new(),
        bits: match fields.is_empty() || !integer_and_bits {
            true => Bits::None,
            false => Bits::Known(fields),
        },
        sense: None,
    })
}

/// Its row is another than that of a member of the same name, which it goes on with where there was one.
fn field(member: &TypeMember) -> Option<BitField> {
    let name = &member.declaration.name;
    let row = row_id(name);
    Some(BitField {
        row: format!("bit-{row}").parse().ok()?,
        name: name.clone(),
        range: member.bits?,
        continues: row.parse().ok(),
        errata: Vec::new(),
    })
}

/// `union of Flags, Lock`.
fn union_of(group: &[Measured<'_>]) -> String {
    let names = group.iter().map(|(member, _)| &*member.declaration.name);
    let told: Vec<&str> = names.take(NAMED).collect();
    let more = if group.len() > NAMED { ", …" } else { "" };
    format!("union of {}{more}", told.join(", "))
}

/// A type that only unions with the same members at the same places have: its name is made of all of them (FNV-1a).
fn type_of(group: &[Measured<'_>]) -> Option<CType> {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (member, _) in group {
        let bits = member.bits.map_or(0..0, |bits| bits.bit()..bits.width());
        let told = format!("{} {} {bits:?};", member.offset, member.declaration);
        for byte in told.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Some(CType::Named(format!("{UNION}{hash:x}").parse().ok()?))
}

/// What is known by nothing but where it is.
fn at_offset(offset: ByteOffset) -> Option<RowId> {
    format!("at-{:x}", offset.get()).parse().ok()
}

#[cfg(test)]
mod tests;
