//! Pairs bit fields that stayed bit fields or exist on one side only, and determines their changes.
//!
//! `pairing` handles members that became bits and bits that became members.

use super::pairing::Pairing;
use super::{Kind, Lineage};
use crate::layout::{BitField, Bits, Member};
use crate::name::RowId;

/// A bit field in the first layout, the second or both, with the index of the member that holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) from: Option<(usize, &'a BitField)>,
    pub(super) to: Option<(usize, &'a BitField)>,
}

/// Returns all changed bit fields: those of the second layout in its order, then removed ones.
///
/// If one layout does not state the bits of a member that both have, its bits are neither added nor removed.
pub(super) fn changed<'a>(
    lineage: &Lineage,
    from: &[&'a Member],
    to: &[&'a Member],
    pairing: &Pairing<'a>,
) -> Vec<(Field<'a>, Vec<Kind>)> {
    let partner = |place: usize| pairing.kept.iter().find(|kept| kept.from == place);
    let stated = |member: Option<&&Member>| member.is_none_or(|it| it.bits != Bits::NotStated);
    let mut before: Vec<(usize, &BitField)> = fields(from)
        .filter(|(holder, field)| {
            let became = |it: &(usize, &BitField, usize)| it.0 == *holder && it.1.row == field.row;
            !pairing.from_bits.iter().any(became)
                && stated(partner(*holder).and_then(|kept| to.get(kept.to)))
        })
        .collect();
    let mut after: Vec<Field<'a>> = fields(to)
        .filter(|(holder, field)| {
            let was = |it: &(usize, usize, &BitField)| it.1 == *holder && it.2.row == field.row;
            let kept = pairing.kept.iter().find(|kept| kept.to == *holder);
            !pairing.to_bits.iter().any(was) && stated(kept.and_then(|kept| from.get(kept.from)))
        })
        .map(|field| Field {
            from: None,
            to: Some(field),
        })
        .collect();
    let held_alike = |a: usize, b: usize| partner(a).is_some_and(|kept| kept.to == b);
    let root = |field: &'a BitField| origin(lineage, field);
    join(&mut before, &mut after, |a, b| {
        held_alike(a.0, b.0) && a.1.row == b.1.row
    });
    join(&mut before, &mut after, |a, b| a.1.row == b.1.row);
    join(&mut before, &mut after, |a, b| root(a.1) == root(b.1));
    let gone = before.into_iter().map(|field| Field {
        from: Some(field),
        to: None,
    });
    after
        .into_iter()
        .chain(gone)
        .map(|field| (field, kinds(&field, held_alike)))
        .filter(|(_, kinds)| !kinds.is_empty())
        .collect()
}

fn fields<'a>(members: &[&'a Member]) -> impl Iterator<Item = (usize, &'a BitField)> {
    members.iter().enumerate().flat_map(|(place, member)| {
        let fields = member.bits.known_bits().unwrap_or_default();
        fields.iter().map(move |field| (place, field))
    })
}

/// The first row of its lineage, as a member or as a bit.
fn origin<'a>(lineage: &'a Lineage, field: &'a BitField) -> &'a RowId {
    lineage.root(field.continues.as_ref().unwrap_or(&field.row))
}

/// Pairs equal fields that are still unpaired.
fn join<'a>(
    before: &mut Vec<(usize, &'a BitField)>,
    after: &mut [Field<'a>],
    same: impl Fn(&(usize, &'a BitField), &(usize, &'a BitField)) -> bool,
) {
    for field in after.iter_mut().filter(|field| field.from.is_none()) {
        let Some(now) = &field.to else { continue };
        if let Some(place) = before.iter().position(|was| same(was, now)) {
            field.from = Some(before.remove(place));
        }
    }
}

fn kinds(field: &Field<'_>, held_alike: impl Fn(usize, usize) -> bool) -> Vec<Kind> {
    let (Some(from), Some(to)) = (field.from, field.to) else {
        return vec![if field.to.is_some() {
            Kind::Added
        } else {
            Kind::Removed
        }];
    };
    let (was, is) = (from.1, to.1);
    let moved = !held_alike(from.0, to.0) || was.range.bit() != is.range.bit();
    [
        (moved, Kind::Moved),
        (was.range.width() != is.range.width(), Kind::Resized),
        (was.name != is.name, Kind::Renamed),
    ]
    .into_iter()
    .filter_map(|(is, kind)| is.then_some(kind))
    .collect()
}
