//! Decodes many structures to a table of numbers, for spreadsheets and scripts: a row per instance, a column per leaf
//! of the [`Plan`](super::plan::Plan). Without values and findings it is a hundred times as fast as
//! [`decode`](super::decode).

use std::fmt::Write as _;

use super::memory::{Memory, State};
use super::plan::{self, Plan, PlanError};
use super::space::Space;
use super::view::View;
use super::{DecodeError, Options, array_count, prepare};
use crate::catalogue::Catalogue;
use crate::layout::Layout;

/// Adjacent instances of a structure, to be read as numbers.
#[derive(Debug)]
pub struct Table<'a> {
    plan: Plan,
    memory: &'a Memory,
    /// The offset of the first instance in the memory; negative if it begins before it.
    start: i64,
    /// The address of the memory's first byte, if known.
    base: Option<u64>,
    count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The options cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Prepares the instances that the options select.
///
/// # Errors
///
/// Those of decoding, without the limit on values, and those of a plan.
pub fn table<'a>(
    layout: &Layout,
    types: &Catalogue,
    space: &'a Space,
    options: &Options,
) -> Result<Table<'a>, TableError> {
    let view = View::new(space, layout.arch(), options.region, options.base);
    let (mut fields, start) = prepare(layout, types, &view, options)?;
    let mut size = layout.size.get();
    if options.count == 1 {
        array_count::extend(&mut fields, layout, &start);
        size = fields.last().map_or(size, |last| size.max(last.end()));
    }
    Ok(Table {
        plan: plan::of_fields(&fields, layout.arch(), size)?,
        memory: start.memory,
        start: start.at,
        base: view.base(start.region),
        count: options.count,
    })
}

impl Table<'_> {
    /// Returns the paths of the leaves: `Links.Flink`, `Flags`, `HookId[2]`.
    pub fn columns(&self) -> &[Box<str>] {
        self.plan.paths()
    }

    /// Visits every instance with its offset and its leaves; `None` for a leaf with an unknown byte.
    pub fn rows(&self, mut visitor: impl FnMut(i64, &[Option<u64>])) {
        let size = self.plan.size();
        let mut bytes = vec![0; size];
        let mut row = Vec::with_capacity(self.plan.leaves().len());
        for index in 0..i64::from(self.count) {
            let at = self.start.saturating_add(index.saturating_mul(size as i64));
            row.clear();
            let whole = usize::try_from(at)
                .ok()
                .and_then(|at| self.memory.known(at, size));
            if let Some(whole) = whole {
                self.plan.read(whole, |_, value| row.push(Some(value)));
            } else {
                for (place, byte) in (at..).zip(&mut bytes) {
                    *byte = self.known(place).unwrap_or_default();
                }
                self.plan.read(&bytes, |leaf, value| {
                    let place = at.saturating_add(i64::from(leaf.offset.get()));
                    row.push(self.is_known(place, leaf.size.index()).then_some(value));
                });
            }
            visitor(at, &row);
        }
    }

    fn known(&self, place: i64) -> Option<u8> {
        let place = usize::try_from(place).ok()?;
        self.memory.known(place, 1)?.first().copied()
    }

    fn is_known(&self, place: i64, size: usize) -> bool {
        let place = usize::try_from(place);
        place.is_ok_and(|place| self.memory.state(place, size) == State::Known)
    }

    /// Formats the table as CSV (RFC 4180): the offset of each instance, its address if known, then its numbers in
    /// hexadecimal; a cell is empty if a byte is unknown.
    pub fn to_csv(&self) -> String {
        let mut text = "offset,address".to_owned();
        for column in self.columns() {
            text.push(',');
            text.push_str(column);
        }
        text.push_str("\r\n");
        self.rows(|at, row| {
            let sign = if at < 0 { "-" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{sign}{:#x},", at.unsigned_abs());
            if let Some(address) = self.base.and_then(|base| base.checked_add_signed(at)) {
                let _ = write!(text, "{address:#x}");
            }
            for value in row {
                text.push(',');
                if let Some(value) = value {
                    let _ = write!(text, "{value:#x}");
                }
            }
            text.push_str("\r\n");
        });
        text
    }
}
