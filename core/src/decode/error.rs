//! Why bytes cannot be decoded: what was asked, what is there, what to ask instead.

use thiserror::Error;

use super::limits::{INSTANCES_LIMIT, SHAPES_LIMIT, VALUES_LIMIT};
use crate::name::StructureName;
use crate::point::Point;
use crate::units::ByteSize;

/// Why bytes cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// There are none.
    #[error("there are no bytes to decode: paste a dump or choose a file")]
    NoBytes,
    /// The region asked for is not there.
    #[error("there is no region {region}: the bytes lie in {regions}, counted from 0")]
    NoSuchRegion {
        /// The region asked for.
        region: usize,
        /// How many there are.
        regions: usize,
    },
    /// `at` is behind the end.
    #[error(
        "there is nothing at offset 0x{at:x}: the bytes end at 0x{bytes:x}; choose an offset below that"
    )]
    AtBeyondEnd {
        /// The offset asked for.
        at: u64,
        /// How many bytes there are.
        bytes: usize,
    },
    /// `count` is 0.
    #[error("a count of 0 decodes nothing: ask for at least 1")]
    CountZero,
    /// `count` is above [`INSTANCES_LIMIT`].
    #[error("{count} structures are too many: at most {INSTANCES_LIMIT} are decoded at once")]
    CountTooHigh {
        /// The count asked for.
        count: u32,
    },
    /// Not even the first byte of the last instance is there.
    #[error(
        "{count} structures of {size} bytes do not begin within the 0x{left:x} bytes that there are from the offset on: ask for at most {fit}"
    )]
    CountBeyondEnd {
        /// The count asked for.
        count: u32,
        /// How large one is.
        size: ByteSize,
        /// How many bytes there are.
        left: usize,
        /// How many begin within the bytes.
        fit: usize,
    },
    /// More than [`VALUES_LIMIT`] values.
    #[error(
        "{count} structures come to {values} values, and at most {VALUES_LIMIT} are decoded at once: decode them in slices, with a lower count and a higher offset"
    )]
    TooManyValues {
        /// The count asked for.
        count: u32,
        /// How many values that is.
        values: usize,
    },
    /// The layout has no bytes.
    #[error("the layout of {structure} at {point} has no bytes: there is nothing to decode")]
    EmptyLayout {
        /// Which structure.
        structure: StructureName,
        /// At which point.
        point: Point,
    },
    /// More than [`SHAPES_LIMIT`] parts.
    #[error(
        "the nested types of {structure} at {point} unfold to more than {SHAPES_LIMIT} parts: types that hold each other this often are a mistake in the data"
    )]
    TypesTooLarge {
        /// Which structure.
        structure: StructureName,
        /// At which point.
        point: Point,
    },
}
