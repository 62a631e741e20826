//! Merges the source's rows into rows of the table and sorts these: in an order that holds in every column, as far as
//! the columns agree.
//!
//! Rows that continue one another are one member and are merged, unless some column has both. Merges that keep the
//! order intact (`LoggerId`, which only became narrower) precede the sort; a member that moved to another part of the
//! structure (`BuffersLost`) is listed at its last position.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::Lineage;
use crate::name::RowId;

/// The rows of the table, each with the source's rows merged in it. `columns` are the source's rows in each
/// column's order, the oldest column first.
pub(super) fn merge(columns: &[Vec<&RowId>], lineage: &Lineage) -> Vec<Vec<RowId>> {
    let mut numbers: BTreeMap<&RowId, usize> = BTreeMap::new();
    let mut ids: Vec<&RowId> = Vec::new();
    for row in columns.iter().flatten() {
        numbers.entry(row).or_insert_with(|| {
            ids.push(row);
            ids.len() - 1
        });
    }
    let numbered = |column: &Vec<&RowId>| column.iter().map(|row| numbers[row]).collect();
    let columns: Vec<Vec<usize>> = columns.iter().map(numbered).collect();
    let mut groups = Groups::new(ids.len());
    for (number, id) in ids.iter().enumerate() {
        if let Some(earlier) = earlier(id, lineage, &numbers) {
            groups.join(number, earlier, &columns);
        }
    }
    let mut order = groups.sorted(&columns);
    for (number, id) in ids.iter().enumerate() {
        if let Some(earlier) = earlier(id, lineage, &numbers) {
            groups.fold(number, earlier, &columns, &mut order);
        }
    }
    let members = |group: &usize| {
        let within = ids.iter().enumerate();
        let own = within.filter(|(number, _)| groups.of[*number] == *group);
        own.map(|(_, id)| (*id).clone()).collect()
    };
    order.iter().map(members).collect()
}

/// The nearest row that `id` continues and that is in some column.
fn earlier(id: &RowId, lineage: &Lineage, numbers: &BTreeMap<&RowId, usize>) -> Option<usize> {
    let mut chain = lineage.chain(id).skip(1);
    chain.find_map(|row| numbers.get(row).copied())
}

/// Groups of rows; each row has the index of the representative of its group.
struct Groups {
    of: Vec<usize>,
}

impl Groups {
    fn new(rows: usize) -> Self {
        Self {
            of: (0..rows).collect(),
        }
    }

    /// Merges two rows, unless they meet in a column or one comes before the other.
    fn join(&mut self, row: usize, earlier: usize, columns: &[Vec<usize>]) {
        let (a, b) = (self.of[row], self.of[earlier]);
        let after = self.edges(columns);
        if a != b && !self.meet(a, b, columns) && !reaches(&after, a, b) && !reaches(&after, b, a) {
            self.unite(a, b);
        }
    }

    /// Merges two rows even if one comes before the other, unless they meet in a column. The merged row takes the
    /// position of the one in the later column.
    fn fold(&mut self, row: usize, earlier: usize, columns: &[Vec<usize>], order: &mut Vec<usize>) {
        let (a, b) = (self.of[row], self.of[earlier]);
        if a == b || self.meet(a, b, columns) {
            return;
        }
        let (stays, goes) = if self.latest(a, columns) < self.latest(b, columns) {
            (b, a)
        } else {
            (a, b)
        };
        order.retain(|group| *group != goes);
        self.unite(goes, stays);
    }

    /// Returns whether some column has both.
    fn meet(&self, a: usize, b: usize, columns: &[Vec<usize>]) -> bool {
        columns.iter().any(|column| {
            let has = |group| column.iter().any(|row| self.of[*row] == group);
            has(a) && has(b)
        })
    }

    /// The last column that has the group.
    fn latest(&self, group: usize, columns: &[Vec<usize>]) -> Option<usize> {
        let has = |column: &Vec<usize>| column.iter().any(|row| self.of[*row] == group);
        columns.iter().rposition(has)
    }

    fn unite(&mut self, group: usize, into: usize) {
        for of in self.of.iter_mut().filter(|of| **of == group) {
            *of = into;
        }
    }

    /// Returns, for each group, the groups directly after it in some column.
    fn edges(&self, columns: &[Vec<usize>]) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut after: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for column in columns {
            for pair in column.windows(2) {
                let (a, b) = (self.of[pair[0]], self.of[pair[1]]);
                after.entry(a).or_default().insert(b);
            }
        }
        after
    }

    /// Sorts the groups topologically. If columns contradict one another, the oldest row comes first.
    fn sorted(&self, columns: &[Vec<usize>]) -> Vec<usize> {
        let after = self.edges(columns);
        let mut waiting: BTreeMap<usize, usize> = self.of.iter().map(|group| (*group, 0)).collect();
        for later in after.values().flatten() {
            *waiting.entry(*later).or_default() += 1;
        }
        let free = waiting.iter().filter(|entry| *entry.1 == 0);
        let mut ready: BTreeSet<usize> = free.map(|entry| *entry.0).collect();
        let mut order = Vec::with_capacity(waiting.len());
        while let Some(next) = ready.pop_first().or_else(|| waiting.keys().next().copied()) {
            waiting.remove(&next);
            order.push(next);
            for later in after.get(&next).into_iter().flatten() {
                if let Some(before) = waiting.get_mut(later) {
                    *before = before.saturating_sub(1);
                    if *before == 0 {
                        ready.insert(*later);
                    }
                }
            }
        }
        order
    }
}

/// Returns whether a path leads from `from` to `to`.
fn reaches(after: &BTreeMap<usize, BTreeSet<usize>>, from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut todo = vec![from];
    while let Some(next) = todo.pop() {
        for later in after.get(&next).into_iter().flatten() {
            if *later == to {
                return true;
            }
            if seen.insert(*later) {
                todo.push(*later);
            }
        }
    }
    false
}
