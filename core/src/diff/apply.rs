//! The way back from a diff to a layout.

use std::collections::BTreeMap;

use super::{Diff, Kind};
use crate::layout::{Layout, Member, Slot};

impl Diff {
    /// The layout that this diff leads to, made from the one that it starts from.
    ///
    /// Members of which the diff says nothing are taken as they are, with their certainty and errata. Of any other
    /// layout than the one that the diff starts from, this makes something that need not tile the structure.
    pub fn apply(&self, from: &Layout) -> Layout {
        // Each row with its new member, if any.
        let mut fate: BTreeMap<&str, Option<&Member>> = BTreeMap::new();
        let mut new: Vec<&Member> = Vec::new();
        // A bit that came, went or changed is in the entry of the member that holds it.
        for change in self.changes.iter().filter(|it| it.bit().is_none()) {
            let (before, after) = (change.from.as_ref(), change.to.as_ref());
            if change.is(Kind::ToBits) {
                fate.extend(before.map(|before| (before.row.as_str(), None)));
            } else if change.is(Kind::FromBits) {
                new.extend(after);
            } else if let Some(before) = before {
                fate.insert(before.row.as_str(), after);
            } else {
                new.extend(after);
            }
        }
        for (row, member) in &self.carried_over {
            fate.insert(row.as_str(), Some(member));
        }
        let members = from
            .members()
            .filter_map(|member| match fate.get(member.row.as_str()) {
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
            kind: self.to.kind,
            size: self.to.size,
            source: self.to.source.clone(),
            slots,
            values: self.to.values.clone(),
            bits_given: self.to.bits_given,
        }
    }
}
