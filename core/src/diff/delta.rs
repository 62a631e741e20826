//! Signed byte distances.

use std::fmt;

use crate::units::{ByteOffset, ByteSize};

/// A signed number of bytes, printed as `+0x8` or `−0x4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delta(i64);

impl Delta {
    pub const ZERO: Self = Self(0);

    pub fn between(from: ByteOffset, to: ByteOffset) -> Self {
        Self(i64::from(to.get()) - i64::from(from.get()))
    }

    pub fn of_size(from: ByteSize, to: ByteSize) -> Self {
        Self(i64::from(to.get()) - i64::from(from.get()))
    }

    /// Returns the number of bytes; negative towards the start.
    pub const fn get(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { '−' } else { '+' };
        write!(f, "{sign}{:#x}", self.0.unsigned_abs())
    }
}
