//! Errors of decoding: the request, what exists, and what to request instead.

use std::fmt;

use thiserror::Error;

use super::limits::{BYTES_LIMIT, INSTANCES_LIMIT, REGIONS_SHOWN, SHAPES_LIMIT, VALUES_LIMIT};
use super::view::View;
use crate::name::{MemberPath, TypeName};
use crate::point::Point;
use crate::units::ByteSize;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    #[error("there are no bytes to decode: paste a dump or choose a file")]
    NoBytes,
    #[error("there is no region {region}: the bytes lie in {regions}, counted from 0")]
    NoSuchRegion { region: usize, regions: usize },
    #[error("there is no byte at 0x{address:x}: {there}")]
    AddressNotThere { address: u64, there: Regions },
    #[error(
        "{structure} at {point} has no member `{path}`: the bytes can begin at a member of the layout or at one inside it, such as Links or Table[3].ListHead"
    )]
    NoSuchMember {
        structure: TypeName,
        point: Point,
        path: MemberPath,
    },
    /// More than [`BYTES_LIMIT`] bytes lie before `from`.
    #[error(
        "`{path}` lies 0x{offset:x} bytes behind the start of the structure, and at most 0x{BYTES_LIMIT:x} bytes are added before those that are there"
    )]
    MemberTooFar { path: MemberPath, offset: u32 },
    /// The bytes would pass the end of the address space.
    #[error(
        "0x{bytes:x} bytes from address 0x{base:x} on pass the end of the address space: choose a lower base"
    )]
    BaseTooHigh { base: u64, bytes: usize },
    #[error(
        "there is nothing at offset 0x{at:x}: the bytes end at 0x{bytes:x}; choose an offset below that"
    )]
    AtBeyondEnd { at: u64, bytes: usize },
    #[error("a count of 0 decodes nothing: ask for at least 1")]
    CountZero,
    /// `count` is above [`INSTANCES_LIMIT`].
    #[error("{count} structures are too many: at most {INSTANCES_LIMIT} are decoded at once")]
    CountTooHigh { count: u32 },
    /// The first byte of the last instance is missing.
    #[error(
        "{count} structures of {size} bytes do not begin within the 0x{left:x} bytes that there are from the offset on: ask for at most {fit}"
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
        "{count} structures come to {values} values, and at most {VALUES_LIMIT} are decoded at once: decode them in slices, with a lower count and a higher offset"
    )]
    TooManyValues { count: u32, values: usize },
    #[error("the layout of {structure} at {point} has no bytes: there is nothing to decode")]
    EmptyLayout { structure: TypeName, point: Point },
    /// More than [`SHAPES_LIMIT`] parts.
    #[error(
        "the nested types of {structure} at {point} unfold to more than {SHAPES_LIMIT} parts: types that hold each other this often are a mistake in the data"
    )]
    TypesTooLarge { structure: TypeName, point: Point },
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
                "no address is known of these bytes; give that of the first, or decode at an offset",
            );
        }
        f.write_str("the bytes lie at ")?;
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
