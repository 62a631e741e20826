//! Which rows describe the same member: a row can continue another one.

use std::collections::BTreeMap;

use crate::layout::Layout;
use crate::name::RowId;

/// Maps each row to the row that it continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage(BTreeMap<RowId, RowId>);

impl Lineage {
    pub fn of<'a>(layouts: impl IntoIterator<Item = &'a Layout>) -> Self {
        let mut lineage = Self::default();
        for member in layouts.into_iter().flat_map(Layout::members) {
            if let Some(earlier) = &member.continues {
                lineage.link(&member.row, earlier);
            }
        }
        lineage
    }

    /// Records that `row` continues `earlier`. The first record for a row wins.
    pub fn link(&mut self, row: &RowId, earlier: &RowId) {
        if !self.0.contains_key(row) {
            self.0.insert(row.clone(), earlier.clone());
        }
    }

    /// Whether no row continues another.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The links: (a row, the row that it continues).
    pub fn links(&self) -> impl Iterator<Item = (&RowId, &RowId)> {
        self.0.iter()
    }

    /// Returns a row, the row that it continues, the row that this one continues, and so on. Cycles end.
    pub fn chain<'a>(&'a self, row: &'a RowId) -> impl Iterator<Item = &'a RowId> {
        let further = |row: &&'a RowId| self.0.get(*row);
        std::iter::successors(Some(row), further).take(self.0.len() + 1)
    }

    /// The first row of the member of `row`; in a cycle of rows, any of its rows.
    pub fn root<'a>(&'a self, row: &'a RowId) -> &'a RowId {
        self.chain(row).last().unwrap_or(row)
    }

    /// Returns whether both rows describe the same member.
    pub fn same(&self, a: &RowId, b: &RowId) -> bool {
        a == b || self.root(a) == self.root(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_followed_and_circles_end() {
        let row = |id: &str| id.parse::<RowId>().unwrap();
        let mut lineage = Lineage::default();
        lineage.link(&row("c"), &row("b"));
        lineage.link(&row("b"), &row("a"));
        assert!(lineage.same(&row("a"), &row("c")));
        assert!(!lineage.same(&row("a"), &row("d")));
        lineage.link(&row("a"), &row("c"));
        let _ = lineage.root(&row("a"));
    }
}
