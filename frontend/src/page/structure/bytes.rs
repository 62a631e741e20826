//! The layouts of a structure on one architecture as strips of bytes: one for each column of its history, with gaps for those
//! that have no layout.

use strata_core::lookup::Reason;
use strata_core::{Arch, Layout};

use super::history::{Column, HistoryTable, State};
use crate::page::Strips;
use crate::page::strips::{Of, Piece};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    pub arch: Arch,
    /// The layouts, oldest first.
    pub strips: Strips,
}

impl Bytes {
    pub(in crate::page) fn new(of: Of<'_>, layouts: &[Layout], table: &HistoryTable) -> Self {
        let arch = table.arch;
        let piece = |column: &Column| {
            let why = match column.state {
                State::Stated(_) => {
                    let point = column.point(arch)?;
                    let layout = layouts.iter().find(|layout| layout.point == point)?;
                    return Some(Piece::Strip((layout, column.span())));
                }
                State::Absent => Reason::Absent,
                State::NotStated => Reason::NotStated,
            };
            let mut ends = vec![column.releases.first()?.clone()];
            ends.extend(column.releases.get(1..).and_then(<[String]>::last).cloned());
            Some(Piece::Gap(ends, why))
        };
        let pieces = table.columns.iter().filter_map(piece).collect();
        Self {
            arch,
            strips: Strips::with_gaps(of, pieces),
        }
    }
}
