//! The history on the wire: layout classes as columns, members as rows, a cell for each.

use schemars::JsonSchema;
use serde::Serialize;
use strata_core::diff::wire::KindDto;
use strata_core::history::{Cell, Column, Place, Row, State};
use strata_core::wire::words;

/// Consecutive points of one architecture that share a layout, or that have none for the same reason.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LayoutClass")]
pub(super) struct Class {
    /// The architecture.
    #[schemars(with = "words::Arch")]
    arch: String,
    /// The points, in order. A release stands before its builds.
    #[schemars(with = "Vec<words::Point>")]
    points: Vec<String>,
    /// What the source says of them.
    state: ClassState,
    /// The structure's size in bytes; null where there is no layout.
    size: Option<u32>,
}

/// What a source says of a structure at a point.
#[derive(Debug, Serialize, JsonSchema)]
enum ClassState {
    /// It has a layout.
    #[serde(rename = "stated")]
    Stated,
    /// It is not there.
    #[serde(rename = "absent")]
    Absent,
    /// Nothing.
    #[serde(rename = "not stated")]
    NotStated,
}

/// A member, or a bit field that never was a member of its own, through the layout classes.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MemberHistory {
    /// What it is called, as of its last class; the row where the source knows no name.
    label: String,
    /// The rows that give it: more than one where they continue one another, or where it became bits.
    rows: Vec<String>,
    /// The row of the integer, if it is a bit field that never was a member of its own.
    holder: Option<String>,
    /// One for each layout class, in their order.
    cells: Vec<MemberCell>,
}

/// A member in one layout class.
#[derive(Debug, Serialize, JsonSchema)]
struct MemberCell {
    /// Where it is.
    #[serde(flatten)]
    place: MemberPlace,
    /// What became of it since the class before on the same architecture.
    #[schemars(with = "words::Mark")]
    mark: &'static str,
    /// All aspects of that.
    changes: Vec<KindDto>,
    /// By how many bytes it moved; null where it is not in both.
    moved_by: Option<i64>,
}

/// Where a member is at a point.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "state")]
enum MemberPlace {
    /// It is a member of its own.
    #[serde(rename = "stated")]
    Stated {
        /// The row that gives it here.
        row: String,
        /// In bytes from the start of the structure.
        offset: u32,
        /// In bytes.
        size: u32,
    },
    /// It is some bits of another member.
    #[serde(rename = "stated as bits")]
    Bits {
        /// The row that gives it here.
        row: String,
        /// The row of the member that holds it.
        holder: String,
        /// Where that member begins.
        offset: u32,
        /// The lowest bit.
        bit: u8,
        /// How many bits.
        width: u8,
        /// The integer in which just these bits are set.
        #[schemars(with = "words::Hex")]
        mask: String,
    },
    /// It is there under another row, which has a history of its own because at some point both rows are there.
    #[serde(rename = "elsewhere")]
    Elsewhere {
        /// That row.
        row: String,
    },
    /// It is not there.
    #[serde(rename = "absent")]
    Absent,
    /// The source does not say.
    #[serde(rename = "not stated")]
    NotStated,
}

impl From<&Column> for Class {
    fn from(column: &Column) -> Self {
        let (state, size) = match column.state {
            State::Stated(size) => (ClassState::Stated, Some(size.get())),
            State::Absent => (ClassState::Absent, None),
            State::NotStated => (ClassState::NotStated, None),
        };
        Self {
            arch: column.arch.to_string(),
            points: column.points.iter().map(ToString::to_string).collect(),
            state,
            size,
        }
    }
}

impl From<&Row> for MemberHistory {
    fn from(row: &Row) -> Self {
        Self {
            label: row.label.clone(),
            rows: row.sources().into_iter().map(ToString::to_string).collect(),
            holder: row.holder.as_ref().map(ToString::to_string),
            cells: row.cells.iter().map(MemberCell::from).collect(),
        }
    }
}

impl From<&Cell> for MemberCell {
    fn from(cell: &Cell) -> Self {
        Self {
            place: MemberPlace::from(&cell.place),
            mark: cell.mark.as_str(),
            changes: cell.kinds.iter().copied().map(KindDto::from).collect(),
            moved_by: cell.by.map(strata_core::diff::Delta::get),
        }
    }
}

impl From<&Place> for MemberPlace {
    fn from(place: &Place) -> Self {
        match place {
            Place::At { row, offset, size } => Self::Stated {
                row: row.to_string(),
                offset: offset.get(),
                size: size.get(),
            },
            Place::Bit {
                holder,
                row,
                offset,
                range,
            } => Self::Bits {
                row: row.to_string(),
                holder: holder.to_string(),
                offset: offset.get(),
                bit: range.bit(),
                width: range.width(),
                mask: format!("{:#x}", range.mask()),
            },
            Place::Elsewhere(row) => Self::Elsewhere {
                row: row.to_string(),
            },
            Place::Absent => Self::Absent,
            Place::NotStated => Self::NotStated,
        }
    }
}
