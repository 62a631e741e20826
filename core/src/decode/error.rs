//! Errors of decoding: the request, what exists, and what to request instead.

use std::fmt;

use thiserror::Error;

use super::identify::JUDGED_VALUES_LIMIT;
use super::limits::{
    BYTES_LIMIT, INSTANCES_LIMIT, LEAVES_LIMIT, REGIONS_SHOWN, SHAPES_LIMIT, VALUES_LIMIT,
};
use super::view::View;
use crate::name::{MemberPath, TypeName};
use crate::point::Point;
use crate::units::ByteSize;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    #[error("there are no bytes to decode: paste a dump or choose a file")]
    NoBytes,
    #[error("there is no region {region}: the bytes are in {regions}, counted from 0")]
    NoSuchRegion { region: usize, regions: usize },
    #[error("there is no byte at 0x{address:x}: {there}")]
    AddressNotThere { address: u64, there: Regions },
    #[error(
        "{structure} at {point} has no member `{path}`: expected a member of the layout or one inside it, such as Links or Table[3].ListHead"
    )]
    NoSuchMember {
        structure: TypeName,
        point: Point,
        path: MemberPath,
    },
    /// More than [`BYTES_LIMIT`] bytes lie before `from`.
    #[error(
        "`{path}` is 0x{offset:x} bytes after the start of the structure; at most 0x{BYTES_LIMIT:x} bytes can be missing before the input"
    )]
    MemberTooFar { path: MemberPath, offset: u32 },
    /// The bytes would pass the end of the address space.
    #[error(
        "0x{bytes:x} bytes from address 0x{base:x} on exceed the address space: choose a lower base"
    )]
    BaseTooHigh { base: u64, bytes: usize },
    #[error(
        "there are no bytes at offset 0x{at:x}: the bytes end at 0x{bytes:x}; choose a lower offset"
    )]
    AtBeyondEnd { at: u64, bytes: usize },
    #[error("the count is 0: expected at least 1")]
    CountZero,
    /// `count` is above [`INSTANCES_LIMIT`].
    #[error("{count} structures are too many: the limit is {INSTANCES_LIMIT}")]
    CountTooHigh { count: u32 },
    /// The first byte of the last instance is missing.
    #[error(
        "{count} structures of {size} bytes are too many for the 0x{left:x} bytes from the offset on: ask for at most {fit}"
    )]
    CountBeyondEnd {
        count: u32,
        /// Size of one instance.
        size: ByteSize,
        left: u64,
        /// Number of instances that begin within the bytes.
        fit: u64,
    },
    /// More than [`VALUES_LIMIT`] values.
    #[error(
        "{count} structures have {values} values; the limit is {VALUES_LIMIT}: decode them in slices, with a lower count and a higher offset"
    )]
    TooManyValues { count: u32, values: usize },
    /// More than [`JUDGED_VALUES_LIMIT`] values.
    #[error(
        "the layouts to compare have {values} values; the limit is {JUDGED_VALUES_LIMIT} (JUDGED_VALUES_LIMIT): give fewer structures, fewer bytes, or an architecture"
    )]
    TooManyJudged { values: usize },
    /// The result is not wanted any more.
    #[error("the work was cancelled")]
    Cancelled,
    #[error("the layout of {structure} at {point} has no bytes: there is nothing to decode")]
    EmptyLayout { structure: TypeName, point: Point },
    /// More than [`SHAPES_LIMIT`] parts.
    #[error(
        "{structure} at {point} has more than {SHAPES_LIMIT} (SHAPES_LIMIT) members, nested ones included, each array as one: it is too large to decode"
    )]
    TypesTooLarge { structure: TypeName, point: Point },
    /// More than [`LEAVES_LIMIT`] leaves.
    #[error(
        "{structure} at {point} has more than {LEAVES_LIMIT} (LEAVES_LIMIT) numbers, addresses and bit fields, all arrays unfolded: it is too large to decode"
    )]
    TooManyLeaves { structure: TypeName, point: Point },
}

/// The available addresses. Displays as words after a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The first and the last address of the first [`REGIONS_SHOWN`] regions that have addresses.
    shown: Vec<(u64, u64)>,
    /// The number of further regions with addresses.
    more: usize,
}

impl Regions {
    pub(super) fn of(view: &View<'_>) -> Self {
        let regions = view.space().regions().iter().enumerate();
        let mut ranges = regions.filter_map(|(region, memory)| {
            let first = view.base(region)?;
            let behind = (memory.len() as u64).checked_sub(1)?;
            Some((first, first.saturating_add(behind)))
        });
        Self {
            shown: ranges.by_ref().take(REGIONS_SHOWN).collect(),
            more: ranges.count(),
        }
    }
}

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shown.is_empty() {
            return f.write_str(
                "the address of these bytes is not known; give that of the first byte, or decode at an offset",
            );
        }
        f.write_str("the bytes are at ")?;
        for (place, (first, last)) in self.shown.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}0x{first:x} to 0x{last:x}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, " and in {more} more regions"),
        }
    }
}
