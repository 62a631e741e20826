//! Pairs the members of two layouts: by row, then by lineage, then as a bit field of another member. `fields` pairs the
//! remaining bit fields.

use std::collections::BTreeMap;

use super::fields::{self, Field};
use super::subsequence::longest_increasing;
use super::{Kind, Lineage};
use crate::layout::{BitField, Layout, Member};
use crate::name::RowId;

/// The members of both layouts, each in exactly one of these lists.
#[derive(Debug)]
pub(super) struct Pairing<'a> {
    /// Members in both layouts, in the order of the first.
    pub(super) kept: Vec<CommonMember>,
    /// (Member of the first layout, member of the second that holds it, its bit field there).
    pub(super) to_bits: Vec<(usize, usize, &'a BitField)>,
    /// (Member of the first layout, its bit field, member of the second that this became).
    pub(super) from_bits: Vec<(usize, &'a BitField, usize)>,
    /// Bit fields that never were members, or still are bits, with their changes.
    pub(super) fields: Vec<(Field<'a>, Vec<Kind>)>,
    /// Indices of members in the first layout only.
    pub(super) removed: Vec<usize>,
    /// Indices of members in the second layout only.
    pub(super) added: Vec<usize>,
}

/// A member that both layouts have.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonMember {
    /// Index among the members of the first layout.
    pub(super) from: usize,
    /// Index among the members of the second layout.
    pub(super) to: usize,
    /// Whether it keeps its position in the order, so that others moved past it.
    pub(super) in_order: bool,
}

pub(super) fn pair<'a>(lineage: &Lineage, a: &'a Layout, b: &'a Layout) -> Pairing<'a> {
    let from: Vec<&Member> = a.members().collect();
    let to: Vec<&Member> = b.members().collect();
    let mut partner: Vec<Option<usize>> = vec![None; from.len()];
    let mut free = vec![true; to.len()];
    join(&from, &to, &mut partner, &mut free, first_bit_of_unnamed);
    join(&from, &to, &mut partner, &mut free, |it| Some(&it.row));
    join(&from, &to, &mut partner, &mut free, |it| {
        Some(lineage.root(&it.row))
    });

    let unpaired = |place: &usize| partner[*place].is_none();
    let mut removed: Vec<usize> = (0..from.len()).filter(unpaired).collect();
    let mut added: Vec<usize> = (0..to.len()).filter(|place| free[*place]).collect();
    let to_bits = as_bits(lineage, &from, &mut removed, &to);
    let from_bits = as_bits(lineage, &to, &mut added, &from);

    let mut kept: Vec<CommonMember> = partner
        .iter()
        .enumerate()
        .filter_map(|(from, to)| {
            let in_order = false;
            to.map(|to| CommonMember { from, to, in_order })
        })
        .collect();
    let steps: Vec<(usize, bool)> = kept
        .iter()
        .map(|kept| (kept.to, from[kept.from].offset == to[kept.to].offset))
        .collect();
    for place in longest_increasing(&steps) {
        kept[place].in_order = true;
    }
    let mut pairing = Pairing {
        kept,
        fields: Vec::new(),
        to_bits,
        from_bits: from_bits
            .into_iter()
            .map(|(to, holder, bit)| (holder, bit, to))
            .collect(),
        removed,
        added,
    };
    pairing.fields = fields::changed(lineage, &from, &to, &pairing);
    pairing
}

/// The first bit field of an integer without a name, which identifies it: in symbol files, its row is its offset.
fn first_bit_of_unnamed(member: &Member) -> Option<&RowId> {
    let first = member.bits.known_bits()?.first()?;
    member.name.is_none().then_some(&first.row)
}

/// Pairs unpaired members with the same key, in order.
fn join<'m>(
    from: &[&'m Member],
    to: &[&'m Member],
    partner: &mut [Option<usize>],
    free: &mut [bool],
    key: impl Fn(&'m Member) -> Option<&'m RowId>,
) {
    let mut waiting: BTreeMap<&RowId, Vec<usize>> = BTreeMap::new();
    for place in (0..to.len()).rev().filter(|place| free[*place]) {
        if let Some(key) = key(to[place]) {
            waiting.entry(key).or_default().push(place);
        }
    }
    for (place, member) in from.iter().enumerate() {
        if partner[place].is_none()
            && let Some(key) = key(member)
            && let Some(next) = waiting.get_mut(key).and_then(Vec::pop)
        {
            partner[place] = Some(next);
            free[next] = false;
        }
    }
}

/// Removes those from `single` that are bit fields in the other layout; returns (member, holder, bit field).
fn as_bits<'a>(
    lineage: &Lineage,
    members: &[&Member],
    single: &mut Vec<usize>,
    others: &[&'a Member],
) -> Vec<(usize, usize, &'a BitField)> {
    let mut fields: BTreeMap<&RowId, (usize, &'a BitField)> = BTreeMap::new();
    for (holder, other) in others.iter().enumerate() {
        for field in other.bits.known_bits().into_iter().flatten() {
            if let Some(earlier) = &field.continues {
                fields
                    .entry(lineage.root(earlier))
                    .or_insert((holder, field));
            }
        }
    }
    let mut found = Vec::new();
    single.retain(
        |place| match fields.remove(lineage.root(&members[*place].row)) {
            Some((holder, field)) => {
                found.push((*place, holder, field));
                false
            }
            None => true,
        },
    );
    found
}
