//! A structure through all its points: columns are layout classes, rows are members, a cell has the member's place
//! there and its change since the column before.
//!
//! `columns` decides which points share a layout, `order` in which order the rows stand and which rows of the source
//! share one, `cells` what each cell says. Stated, absent and not stated stay three different answers throughout.

mod cells;
mod columns;
mod of;
mod order;
mod runs;

#[cfg(test)]
mod tests;

use crate::arch::Arch;
use crate::diff::{Delta, Kind, Lineage};
use crate::layout::Layout;
use crate::name::{RowId, TypeName};
use crate::point::Point;
use crate::release::Release;
use crate::units::{BitRange, ByteOffset, ByteSize};

pub use crate::diff::Mark;
pub use runs::{Run, runs};
pub(crate) use runs::{Runs, runs_within};

/// A structure at all its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// `None` where there is no layout.
    pub structure: Option<TypeName>,
    /// Layout classes, and runs of points without a layout: by architecture, then in the order of the ladder.
    pub columns: Vec<Column>,
    /// Members and bit fields, each once, in the order of every column; members that moved past others at their last place.
    pub rows: Vec<Row>,
}

/// Consecutive points of one architecture that share a layout, or that have none for the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub arch: Arch,
    /// Ascending, not empty.
    pub points: Vec<Point>,
    pub state: State,
}

/// Whether the source has a structure at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Stated(ByteSize),
    Absent,
    NotStated,
}

/// A point without a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Without {
    pub release: Release,
    pub arch: Arch,
    /// Whether the source says that the structure does not exist; otherwise it does not cover the point.
    pub absent: bool,
}

/// A member in all columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The source's rows that this is, the latest last: more than one where they continue one another.
    pub ids: Vec<RowId>,
    /// The row of the integer, if it is a bit field that never was a member of its own.
    pub holder: Option<RowId>,
    /// The label in the last column.
    pub label: String,
    /// Parallel to the columns.
    pub cells: Vec<Cell>,
}

/// A member in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub place: Place,
    /// The weightiest change since the previous column with a layout.
    pub mark: Mark,
    /// Every aspect, where `mark` is the weightiest.
    pub kinds: Vec<Kind>,
    /// How far it moved since the column before, where it is in both.
    pub by: Option<Delta>,
}

/// Where a member is at a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    At {
        /// The source's row that states it at the point.
        row: RowId,
        offset: ByteOffset,
        size: ByteSize,
    },
    /// Bits of another member.
    Bit {
        /// The row of that member.
        holder: RowId,
        /// The source's row that states the bits.
        row: RowId,
        /// Where that member begins.
        offset: ByteOffset,
        range: BitRange,
    },
    /// Under another row of the table, which this one continues or which continues it, and with which it shares no row
    /// because some column has both.
    Elsewhere(RowId),
    Absent,
    NotStated,
}

/// The history of a structure: all its layouts, in any order, and the points that have none.
pub fn history(layouts: &[Layout], without: &[Without]) -> History {
    let drafts = columns::columns(layouts, without);
    let lineage = Lineage::of(layouts);
    let rows = cells::rows(&drafts, &lineage);
    History {
        structure: layouts.first().map(|layout| layout.structure.clone()),
        columns: drafts.into_iter().map(|draft| draft.column).collect(),
        rows,
    }
}

impl History {
    /// The row of the table that the source's row of that id gives: a member's before a bit field's.
    pub fn row(&self, id: &str) -> Option<&Row> {
        let holds = |row: &&Row| row.sources().iter().any(|own| own.as_str() == id);
        let member =
            |row: &&Row| row.holder.is_none() && row.ids.iter().any(|own| own.as_str() == id);
        let found = self.rows.iter().find(member);
        found.or_else(|| self.rows.iter().find(holds))
    }

    /// The place of a row at each point.
    pub fn places<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (Point, &'a Place)> + 'a {
        let columns = self.columns.iter().zip(&row.cells);
        columns.flat_map(|(column, cell)| {
            let place = &cell.place;
            column.points.iter().map(move |point| (*point, place))
        })
    }
}

impl Row {
    /// The source's rows for it in any column: its own, and those of bits that it became or was.
    pub fn sources(&self) -> Vec<&RowId> {
        let mut rows: Vec<&RowId> = self.ids.iter().collect();
        for cell in &self.cells {
            if let Place::Bit { row, .. } = &cell.place
                && !rows.contains(&row)
            {
                rows.push(row);
            }
        }
        rows
    }
}
