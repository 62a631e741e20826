//! The history on the wire: layout classes as columns, members as rows, a cell for each.

use strata_core::diff::Delta;
use strata_core::diff::wire::KindDto;
use strata_core::history::{Cell, Column, Place, Row, State};

use crate::api::prelude::*;

answers! {
    /// Consecutive points of one architecture that share a layout, or that have none for the same reason.
    #[schemars(rename = "LayoutClass")]
    pub(super) struct Class(column: &Column) with {
        let (state, size) = match column.state {
            State::Stated(size) => (ClassState::Stated, Some(size.get())),
            State::Absent => (ClassState::Absent, None),
            State::NotStated => (ClassState::NotStated, None),
        };
    } {
        /// The architecture.
        #[schemars(with = "words::Arch")]
        arch: String = column.arch.to_string(),
        /// The points, in order. A release stands before its builds.
        #[schemars(with = "Vec<words::Point>")]
        points: Vec<String> = column.points.iter().map(ToString::to_string).collect(),
        /// What the source says of them.
        state: ClassState = state,
        /// The structure's size in bytes; null where there is no layout.
        size: Option<u32> = size,
    }

    /// A member, or a bit field that never was a member of its own, through the layout classes.
    pub(super) struct MemberHistory(row: &Row) {
        /// What it is called, as of its last class; the row where the source knows no name.
        label: String = row.label.clone(),
        /// The rows that give it: more than one where they continue one another, or where it became bits.
        rows: Vec<String> = row.sources().into_iter().map(ToString::to_string).collect(),
        /// The row of the integer, if it is a bit field that never was a member of its own.
        holder: Option<String> = row.holder.as_ref().map(ToString::to_string),
        /// One for each layout class, in their order.
        cells: Vec<MemberCell> = row.cells.iter().map(MemberCell::new).collect(),
    }

    /// A member in one layout class.
    struct MemberCell(cell: &Cell) {
        /// Where it is.
        #[serde(flatten)]
        place: MemberPlace = MemberPlace::from(&cell.place),
        /// What became of it since the class before on the same architecture.
        #[schemars(with = "words::Mark")]
        mark: &'static str = cell.mark.as_str(),
        /// All aspects of that.
        changes: Vec<KindDto> = cell.kinds.iter().copied().map(KindDto::from).collect(),
        /// By how many bytes it moved; null where it is not in both.
        moved_by: Option<i64> = cell.by.map(Delta::get),
    }
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
