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
        #[schemars(with = "words::Arch")]
        arch: String = column.arch.to_string(),
        /// The points, in order; a release comes before its builds.
        #[schemars(with = "Vec<words::Point>")]
        points: Vec<String> = column.points.iter().map(ToString::to_string).collect(),
        /// Whether the source states a layout at these points.
        state: ClassState = state,
        /// The size of the structure in bytes; null if there is no layout.
        size: Option<u32> = size,
    }

    /// A member, or a bit field that was never a member of its own, in all layout classes.
    pub(super) struct MemberHistory(row: &Row) {
        /// The name in the last class; the id of the row if the source knows no name.
        label: String = row.label.clone(),
        /// The rows of the member: several if they continue one another, or if the member became bits.
        rows: Vec<String> = row.sources().into_iter().map(ToString::to_string).collect(),
        /// The row of the integer, for a bit field that was never a member of its own.
        holder: Option<String> = row.holder.as_ref().map(ToString::to_string),
        /// A cell for each layout class, in the order of `classes`.
        cells: Vec<MemberCell> = row.cells.iter().map(MemberCell::new).collect(),
    }

    /// A member in one layout class.
    struct MemberCell(cell: &Cell) {
        #[serde(flatten)]
        place: MemberPlace = MemberPlace::from(&cell.place),
        /// The most important change since the previous class of the same architecture.
        #[schemars(with = "words::Mark")]
        mark: &'static str = cell.mark.as_str(),
        /// All kinds of change since that class.
        changes: Vec<KindDto> = cell.kinds.iter().copied().map(KindDto::from).collect(),
        /// The distance in bytes that the member moved; null if it is not in both classes.
        moved_by: Option<i64> = cell.by.map(Delta::get),
    }
}

/// Whether a source states a layout at a point.
#[derive(Debug, Serialize, JsonSchema)]
enum ClassState {
    /// The source states a layout.
    #[serde(rename = "stated")]
    Stated,
    /// The source says that the structure does not exist.
    #[serde(rename = "absent")]
    Absent,
    /// The source does not say.
    #[serde(rename = "not stated")]
    NotStated,
}

/// The place of a member at a point.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "state")]
enum MemberPlace {
    /// A member of its own.
    #[serde(rename = "stated")]
    Stated {
        /// The row of the member at this point.
        row: String,
        /// In bytes from the start of the structure.
        offset: u32,
        /// In bytes.
        size: u32,
    },
    /// Bits of another member.
    #[serde(rename = "stated as bits")]
    Bits {
        /// The row of the bits at this point.
        row: String,
        /// The row of the member that contains the bits.
        holder: String,
        /// The offset of that member, in bytes from the start of the structure.
        offset: u32,
        /// The lowest bit.
        bit: u8,
        /// The number of bits.
        width: u8,
        /// The integer with only these bits set.
        #[schemars(with = "words::Hex")]
        mask: String,
    },
    /// The member exists under another row, which has a history of its own because both rows exist at some point.
    #[serde(rename = "elsewhere")]
    Elsewhere {
        /// The other row.
        row: String,
    },
    /// The source says that the member does not exist.
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
