//! The history of a structure over all its points: columns are layout classes, rows are members; a cell has the
//! member's place and its change since the previous column.
//!
//! `columns` groups points that share a layout, `order` sorts the rows and merges rows of the source, `cells` computes
//! each cell. Stated, absent and not stated stay distinct throughout.

mod build;
mod cells;
mod columns;
mod inside;
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
pub use inside::{LayoutAt, layouts_around};
pub use runs::{Run, runs};
pub(crate) use runs::{Runs, runs_within};

/// A structure at all its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// `None` if there is no layout.
    pub structure: Option<TypeName>,
    /// Layout classes, and runs of points without a layout: by architecture, then by release.
    pub columns: Vec<Column>,
    /// Members and bit fields, each once, in the order of all columns; one that moved past others at its last place.
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

/// Whether the source states a structure at a point.
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
    /// Whether the structure does not exist there; if false, the source does not cover the point.
    pub absent: bool,
}

/// A member in all columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The source's rows of this member, the latest last; several if they continue one another.
    pub ids: Vec<RowId>,
    /// The row of the integer, for a bit field that never was a member of its own.
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
    /// The most important change since the previous column with a layout.
    pub mark: Mark,
    /// All aspects of the change; `mark` is the most important.
    pub kinds: Vec<Kind>,
    /// The distance moved since the previous column; `None` if it did not move or is not in both.
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
        /// The offset of that member.
        offset: ByteOffset,
        range: BitRange,
    },
    /// In another row of the table, which this one continues or which continues it. They are not merged because some
    /// column has both.
    Elsewhere(RowId),
    Absent,
    NotStated,
}

/// Returns the history of a structure from all its layouts, in any order, and its points without a layout.
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

impl Column {
    /// Returns the first point of its layout, which represents the column; `None` where it has no layout.
    pub fn point(&self) -> Option<Point> {
        let stated = matches!(self.state, State::Stated(_));
        self.points.first().copied().filter(|_| stated)
    }
}

impl Place {
    /// Returns the offset; for a bit field, that of its integer, with the bits.
    pub const fn offset_and_bits(&self) -> Option<(ByteOffset, Option<BitRange>)> {
        match self {
            Self::At { offset, .. } => Some((*offset, None)),
            Self::Bit { offset, range, .. } => Some((*offset, Some(*range))),
            Self::Elsewhere(_) | Self::Absent | Self::NotStated => None,
        }
    }

    /// Returns the row in its layout; for a bit field, that of its integer.
    pub const fn row(&self) -> Option<&RowId> {
        match self {
            Self::At { row, .. } | Self::Bit { holder: row, .. } => Some(row),
            Self::Elsewhere(_) | Self::Absent | Self::NotStated => None,
        }
    }
}

impl Cell {
    /// Returns whether its member did not change since the previous column.
    pub const fn is_quiet(&self) -> bool {
        matches!(self.mark, Mark::Same | Mark::First | Mark::Blank)
    }

    /// Returns the marks of the change: a move and a new size beside the weightiest mark, which comes last.
    pub fn marks(&self) -> Vec<Mark> {
        let mark = self.mark;
        let beside = [
            (Kind::Moved, Mark::MovedWithRest),
            (Kind::Resized, Mark::Resized),
        ];
        let moved = [Mark::MovedWithRest, Mark::MovedAlone].contains(&mark);
        // Bits that were a member lie elsewhere anyway.
        let became = [Mark::ToBits, Mark::FromBits].contains(&mark);
        let beside = beside.into_iter().filter(|(kind, own)| {
            let told = *own == mark || became || (moved && *kind == Kind::Moved);
            self.kinds.contains(kind) && !told
        });
        beside.map(|(_, own)| own).chain([mark]).collect()
    }
}

impl History {
    /// Returns the row of the table for an id of a source's row: that of a member before that of a bit field.
    pub fn row(&self, id: &str) -> Option<&Row> {
        let holds = |row: &&Row| row.sources().iter().any(|own| own.as_str() == id);
        let member =
            |row: &&Row| row.holder.is_none() && row.ids.iter().any(|own| own.as_str() == id);
        let found = self.rows.iter().find(member);
        found.or_else(|| self.rows.iter().find(holds))
    }

    /// Returns the place of a row at each point.
    pub fn places<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (Point, &'a Place)> + 'a {
        let columns = self.columns.iter().zip(&row.cells);
        columns.flat_map(|(column, cell)| {
            let place = &cell.place;
            column.points.iter().map(move |point| (*point, place))
        })
    }
}

impl Row {
    /// Returns the source's rows in any column: its own, and those of bits that it became or was.
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
