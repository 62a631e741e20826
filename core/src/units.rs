//! Byte offsets, byte sizes and bit ranges: one type for each, printed in hexadecimal, with checked arithmetic.

use std::fmt;
use std::str::FromStr;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

/// The text is not an offset or size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a number of bytes: expected hexadecimal such as 0x5C, or decimal")]
pub struct ParseUnitError(String);

/// Parses `0x5C`, `0x5c` or `92`; no sign and no blanks.
fn parse_u32(text: &str) -> Result<u32, ParseUnitError> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = digits.map_or((text, 10), |digits| (digits, 16));
    let all_digits = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    all_digits
        .then(|| u32::from_str_radix(digits, radix).ok())
        .flatten()
        .ok_or_else(|| ParseUnitError(text.to_owned()))
}

macro_rules! byte_unit {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize,
        )]
        pub struct $name(u32);

        impl $name {
            pub const ZERO: Self = Self(0);

            pub const fn new(bytes: u32) -> Self {
                Self(bytes)
            }

            pub const fn get(self) -> u32 {
                self.0
            }

            /// The number of bytes, as an index into a slice.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "0x{:02x}", self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseUnitError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                parse_u32(text).map(Self)
            }
        }
    };
}

byte_unit! {
    /// The offset of a member, in bytes from the start of its structure. Printed as `0x5c`.
    ByteOffset
}

byte_unit! {
    /// A number of bytes. Printed as `0x18`.
    ByteSize
}

impl ByteOffset {
    /// Returns `None` if the sum exceeds 32 bits.
    pub fn checked_add(self, size: ByteSize) -> Option<Self> {
        self.0.checked_add(size.0).map(Self)
    }

    /// Saturates at the largest offset.
    pub fn saturating_add(self, size: ByteSize) -> Self {
        Self(self.0.saturating_add(size.0))
    }

    /// Returns the distance from `start` to `self`; `None` if `self` is before `start`.
    pub fn distance_from(self, start: Self) -> Option<ByteSize> {
        self.0.checked_sub(start.0).map(ByteSize)
    }

    /// Returns the first multiple of `align` at or after this offset; saturates. An alignment of 0 counts as 1.
    pub fn align_up(self, align: ByteSize) -> Self {
        let align = align.0.max(1);
        Self(self.0.checked_next_multiple_of(align).unwrap_or(u32::MAX))
    }

    /// Returns whether the offset is a multiple of `align`. An alignment of 0 counts as 1.
    pub fn is_aligned(self, align: ByteSize) -> bool {
        self.0.is_multiple_of(align.0.max(1))
    }
}

impl ByteSize {
    /// Returns the size of `count` elements of this size; `None` if it exceeds 32 bits.
    pub fn checked_mul(self, count: u32) -> Option<Self> {
        self.0.checked_mul(count).map(Self)
    }
}

/// Bits of an integer.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    BorshSerialize,
    BorshDeserialize,
    Serialize,
    JsonSchema,
)]
pub struct BitRange {
    /// The lowest bit.
    bit: u8,
    /// The number of bits.
    width: u8,
}

impl BitRange {
    /// Returns the range of `width` bits from `bit`; `None` if it is empty or exceeds 64 bits.
    pub fn new(bit: u8, width: u8) -> Option<Self> {
        let fits = width >= 1 && u32::from(bit) + u32::from(width) <= 64;
        fits.then_some(Self { bit, width })
    }

    /// Returns the bits set in `mask`; `None` if there are none or they are not adjacent.
    pub fn from_mask(mask: u64) -> Option<Self> {
        let bit = mask.trailing_zeros();
        let width = mask.count_ones();
        let range = Self::new(u8::try_from(bit).ok()?, u8::try_from(width).ok()?)?;
        (range.mask() == mask).then_some(range)
    }

    pub const fn bit(self) -> u8 {
        self.bit
    }

    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns an integer with exactly these bits set.
    pub const fn mask(self) -> u64 {
        (u64::MAX >> (64 - self.width as u32)) << self.bit
    }

    /// Returns the value of these bits, shifted down to bit 0.
    pub const fn extract(self, value: u64) -> u64 {
        (value & self.mask()) >> self.bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_round_trip() {
        for text in ["0x00", "0x5c", "0x13a8"] {
            assert_eq!(text.parse::<ByteOffset>().unwrap().to_string(), text);
        }
        assert_eq!("0x0120".parse::<ByteOffset>(), Ok(ByteOffset::new(0x120)));
        for text in ["", "0x", "5C", "+1", "0x 1", "0x100000000"] {
            assert!(text.parse::<ByteOffset>().is_err(), "{text}");
        }
    }

    #[test]
    fn masks_and_bits_agree() {
        let wow = BitRange::from_mask(0x10).unwrap();
        assert_eq!((wow.bit(), wow.width(), wow.mask()), (4, 1, 0x10));
        assert_eq!(BitRange::from_mask(0x05), None);
        assert_eq!(BitRange::from_mask(0), None);
        assert_eq!(BitRange::new(0, 64).unwrap().mask(), u64::MAX);
        assert_eq!(BitRange::new(4, 3).unwrap().extract(0xff), 7);
        assert_eq!(BitRange::new(60, 5), None);
    }
}
