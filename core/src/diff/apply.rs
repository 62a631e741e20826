//! Applies a diff to a layout.

use std::collections::BTreeMap;

use super::{Diff, Kind};
use crate::layout::{Layout, Member, Slot};

impl Diff {
    /// Returns the second layout of the diff, built from the first.
    ///
    /// Members without an entry are copied with their certainty and errata. If `from` is not the first layout of the
    /// diff, the result need not tile the structure.
    pub fn apply(&self, from: &Layout) -> Layout {
        // The new member of each row; `None` if it is gone.
        let mut later: BTreeMap<&str, Option<&Member>> = BTreeMap::new();
        let mut new: Vec<&Member> = Vec::new();
        // Changed bits are part of the entry of the member that holds them.
        for change in self.changes.iter().filter(|it| it.bit().is_none()) {
            let (before, after) = (change.from.as_ref(), change.to.as_ref());
            if change.is(Kind::ToBits) {
                later.extend(before.map(|before| (before.row.as_str(), None)));
            } else if change.is(Kind::FromBits) {
                new.extend(after);
            } else if let Some(before) = before {
                later.insert(before.row.as_str(), after);
            } else {
                new.extend(after);
            }
        }
        for (row, member) in &self.carried_over {
            later.insert(row.as_str(), Some(member));
        }
        let members = from
            .members()
            .filter_map(|member| match later.get(member.row.as_str()) {
                None => Some(member),
                Some(after) => *after,
            });
        let stayed = from.gaps().filter(|gap| !self.gaps_gone.contains(gap));
        let gaps = stayed.chain(&self.gaps_new).map(|gap| Slot::Gap(*gap));
        let mut slots: Vec<Slot> = members
            .chain(new)
            .cloned()
            .map(Slot::Member)
            .chain(gaps)
            .collect();
        slots.sort_by_key(Slot::offset);
        Layout {
            structure: self.structure.clone(),
            point: self.to.point,
            release: self.to.release,
            image: self.to.image,
            between: self.to.between,
            kind: self.to.kind,
            size: self.to.size,
            source: self.to.source.clone(),
            slots,
            values: self.to.values.clone(),
            bits_given: self.to.bits_given,
        }
    }
}
