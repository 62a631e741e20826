//! What became of each member from one layout to another, as the diff tells it: which slot it was, and which it is.

use std::collections::BTreeMap;

use strata_core::diff::{Change, Diff, Kind, Mark};
use strata_core::layout::Slot;
use strata_core::{Layout, RowId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) mark: Mark,
    /// Its slot in the earlier layout; of a bit field, that of the integer which held it.
    pub(super) from: Option<usize>,
    /// Its slot in the later layout, likewise.
    pub(super) to: Option<usize>,
    /// Where it is only in one of them: the slot of the other behind which it would stand.
    pub(super) behind: Option<usize>,
}

/// What became of every member: those of the earlier layout in their order, then those that are new.
pub(super) fn fates(diff: &Diff, from: &Layout, to: &Layout) -> Vec<Fate> {
    let (old, new) = (slots(from), slots(to));
    let place = |slots: &BTreeMap<&RowId, usize>, row: &RowId| slots.get(row).copied();
    let carried = |row: &RowId| {
        let mut pairs = diff.carried_over.iter();
        pairs.find_map(|(before, after)| (before == row).then_some(&after.row))
    };
    let mut fates: Vec<Fate> = Vec::new();
    let mut last = None;
    for (row, at) in in_order(from) {
        let change = diff.changes.iter().find(|it| is_own(it, row, true));
        let to = match change {
            Some(change) => change.to.as_ref().map(|member| &member.row),
            None => carried(row).or(Some(row)),
        };
        let to = to.and_then(|row| place(&new, row));
        let mark = change.map_or(Mark::Same, Change::mark);
        // A bit of an integer says nothing of where its neighbours went.
        if mark != Mark::ToBits {
            last = to.or(last);
        }
        fates.push(Fate {
            mark: if to.is_none() { Mark::Gone } else { mark },
            from: Some(at),
            to,
            behind: last,
        });
    }
    let mut behind = None;
    for (row, at) in in_order(to) {
        let known = fates
            .iter()
            .find(|fate| fate.to == Some(at) && fate.mark != Mark::ToBits);
        if let Some(fate) = known {
            behind = fate.from.or(behind);
            continue;
        }
        let change = diff.changes.iter().find(|it| is_own(it, row, false));
        let holder = change.filter(|change| change.is(Kind::FromBits));
        let holder = holder.and_then(|change| place(&old, &change.from.as_ref()?.row));
        fates.push(Fate {
            mark: if holder.is_some() {
                Mark::FromBits
            } else {
                Mark::New
            },
            from: holder,
            to: Some(at),
            behind,
        });
    }
    fates
}

/// Whether a change is that of the member itself, and not of a bit field within it.
fn is_own(change: &Change, row: &RowId, earlier: bool) -> bool {
    let (side, bit) = if earlier {
        (&change.from, &change.from_bit)
    } else {
        (&change.to, &change.to_bit)
    };
    let is_here = side.as_ref().is_some_and(|member| member.row == *row);
    is_here && bit.is_none() && change.bit().is_none()
}

fn in_order(layout: &Layout) -> impl Iterator<Item = (&RowId, usize)> {
    let slots = layout.slots.iter().enumerate();
    slots.filter_map(|(at, slot)| match slot {
        Slot::Member(member) => Some((&member.row, at)),
        Slot::Gap(_) => None,
    })
}

fn slots(layout: &Layout) -> BTreeMap<&RowId, usize> {
    in_order(layout).collect()
}
