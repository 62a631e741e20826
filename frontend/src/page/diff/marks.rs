//! The two layouts of a comparison, drawn: what is one member has one key in both, and a mark says what became of it.

use std::collections::BTreeMap;

use strata_core::diff::{Change, Diff, Kind};
use strata_core::{Dataset, Layout};

use crate::page::Diagram;
use crate::page::diagram::Mark;

/// The earlier layout and the later one.
pub(super) fn diagrams(dataset: &Dataset, diff: &Diff, from: &Layout, to: &Layout) -> [Diagram; 2] {
    let marks: BTreeMap<String, Mark> = diff
        .changes
        .iter()
        .filter(|change| change.bit().is_none())
        .filter_map(|change| Some((change.row()?.to_string(), mark(change))))
        .collect();
    let later = later_keys(diff, from);
    let mut before = Diagram::new(from, dataset.catalogue());
    for run in &mut before.runs {
        if let Some(key) = later.get(&run.key) {
            run.key.clone_from(key);
        }
    }
    let after = Diagram::new(to, dataset.catalogue());
    let of = |key: &str| marks.get(key).copied();
    [before.marked(of), after.marked(of)]
}

/// By which row the later layout knows the members of the earlier one, where that is another.
fn later_keys(diff: &Diff, from: &Layout) -> BTreeMap<String, String> {
    let changed = diff.changes.iter().filter_map(|change| {
        let one_member = change.from_bit.is_none() && change.to_bit.is_none();
        let (before, after) = (change.from.as_ref()?, change.to.as_ref()?);
        one_member.then_some((&before.row, &after.row))
    });
    let carried = diff
        .carried_over
        .iter()
        .map(|(before, after)| (before, &after.row));
    changed
        .chain(carried)
        .filter(|(_, after)| from.member(after.as_str()).is_none())
        .map(|(before, after)| (before.to_string(), after.to_string()))
        .collect()
}

fn mark(change: &Change) -> Mark {
    let only_elsewhere = change.explained_by.is_some() || change.kinds[..] == [Kind::Moved];
    if change.is(Kind::Added) {
        Mark::Added
    } else if change.is(Kind::Removed) {
        Mark::Removed
    } else if only_elsewhere {
        Mark::Moved
    } else {
        Mark::Changed
    }
}
