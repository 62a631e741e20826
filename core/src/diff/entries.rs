//! The entries of a diff: the change of each member, in reading order.

use super::explain::{Sides, Walk};
use super::pairing::Pairing;
use super::{Change, Explanation, Kind};
use crate::catalogue::Catalogue;
use crate::layout::{Layout, Member};
use crate::name::RowId;

/// The changes in order, and the members that only continue in another row.
pub(super) fn changes<'a>(
    types: &'a Catalogue,
    a: &'a Layout,
    b: &'a Layout,
    pairing: &Pairing<'_>,
) -> (Vec<Change>, Vec<(RowId, Member)>) {
    let sides = Sides::new(types, a, b);
    let mut entries: Vec<(Order, Change)> = Vec::new();
    let mut carried_over = Vec::new();
    // A removed member is listed after its former predecessor.
    let mut anchors: Vec<(usize, u64)> = Vec::new();
    let mut walk = Walk::default();
    for kept in &pairing.kept {
        let (from, to) = (sides.from[kept.from].0, sides.to[kept.to].0);
        let place = walk.step(&sides, kept);
        if kept.in_order {
            anchors.push((kept.from, u64::from(to.offset.get()) + 1));
        }
        let kinds = kinds(from, to, &sides);
        if !kinds.is_empty() {
            let explained_by = place.explanation(&kinds, from, to, &sides);
            entries.push((
                Order::at(to),
                entry(kinds, Some(from), Some(to), place.carried, explained_by),
            ));
        } else if (&from.row, &from.ty) != (&to.row, &to.ty) {
            carried_over.push((from.row.clone(), to.clone()));
        }
    }
    let gone = |place: usize| {
        let after = anchors.partition_point(|anchor| anchor.0 < place);
        let behind = after.checked_sub(1).map_or(0, |last| anchors[last].1);
        Order(behind, 0, sides.from[place].0.offset.get())
    };
    let left = |place: usize| {
        let kept = pairing.kept.iter().find(|kept| kept.from == place);
        kept.map_or_else(|| gone(place), |kept| Order::at(sides.to[kept.to].0))
    };
    let plain = |kind, from, to| entry(vec![kind], from, to, false, None);
    for &place in &pairing.removed {
        let from = sides.from[place].0;
        entries.push((gone(place), plain(Kind::Removed, Some(from), None)));
    }
    for &place in &pairing.added {
        let to = sides.to[place].0;
        entries.push((Order::at(to), plain(Kind::Added, None, Some(to))));
    }
    for &(place, holder, bit) in &pairing.to_bits {
        let (from, to) = (sides.from[place].0, sides.to[holder].0);
        let mut change = plain(Kind::ToBits, Some(from), Some(to));
        change.to_bit = Some(bit.clone());
        rename(&mut change, from.name.as_deref(), Some(&bit.name));
        entries.push((gone(place), change));
    }
    for &(holder, bit, place) in &pairing.from_bits {
        let (from, to) = (sides.from[holder].0, sides.to[place].0);
        let mut change = plain(Kind::FromBits, Some(from), Some(to));
        change.from_bit = Some(bit.clone());
        rename(&mut change, Some(&bit.name), to.name.as_deref());
        entries.push((Order::at(to), change));
    }
    // A bit is listed right after the member that holds it.
    for (field, kinds) in &pairing.fields {
        let holder = |side: Option<(usize, _)>, members: &[(&'a Member, u64)]| {
            side.and_then(|(place, _)| members.get(place))
                .map(|member| member.0)
        };
        let (from, to) = (holder(field.from, &sides.from), holder(field.to, &sides.to));
        let mut change = entry(kinds.clone(), from, to, false, None);
        change.from_bit = field.from.map(|it| it.1.clone());
        change.to_bit = field.to.map(|it| it.1.clone());
        let order = match (to, field.from) {
            (Some(to), _) => Order::at(to),
            (None, Some((place, _))) => left(place),
            (None, None) => continue,
        };
        entries.push((order, change));
    }
    entries.sort_by_key(|entry| entry.0);
    let changes = entries.into_iter().map(|entry| entry.1).collect();
    (changes, carried_over)
}

/// Sort key of an entry: the offset in the second layout (if removed: of its predecessor), then that in the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Order(u64, u8, u32);

impl Order {
    fn at(to: &Member) -> Self {
        Self(u64::from(to.offset.get()) + 1, 0, 0)
    }
}

fn entry(
    kinds: Vec<Kind>,
    from: Option<&Member>,
    to: Option<&Member>,
    carried: bool,
    explained_by: Option<Explanation>,
) -> Change {
    Change {
        kinds,
        from: from.cloned(),
        to: to.cloned(),
        from_bit: None,
        to_bit: None,
        carried,
        explained_by,
    }
}

fn rename(change: &mut Change, from: Option<&str>, to: Option<&str>) {
    if from != to {
        change.kinds.push(Kind::Renamed);
    }
}

fn kinds(from: &Member, to: &Member, sides: &Sides<'_>) -> Vec<Kind> {
    let resized = from.size != to.size;
    let by_width = resized && sides.width_explains(from, to);
    let retyped = !sides.same_type(from, to) && !by_width || !from.bits.same_as(&to.bits);
    [
        (from.offset != to.offset, Kind::Moved),
        (resized, Kind::Resized),
        (retyped, Kind::Retyped),
        (from.name != to.name, Kind::Renamed),
    ]
    .into_iter()
    .filter_map(|(is, kind)| is.then_some(kind))
    .collect()
}
