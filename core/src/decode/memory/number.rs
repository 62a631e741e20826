//! A number read from memory, of which some bytes may be unknown.

/// A number of at most 64 bits of which some bits may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The bits; those that are unknown are 0.
    pub bits: u64,
    /// Which bits are known.
    pub known: u64,
    /// How many bytes it has, at most 8.
    pub bytes: u32,
}

impl Number {
    /// The number, where every bit is known.
    #[must_use]
    pub fn whole(self) -> Option<u64> {
        (self.known == mask(self.bytes)).then_some(self.bits)
    }
}

/// An integer in which the bits of so many bytes are set; of all 64 from 8 bytes on.
pub(in crate::decode) const fn mask(bytes: u32) -> u64 {
    match bytes {
        0 => 0,
        1..8 => u64::MAX >> (64 - 8 * bytes),
        _ => u64::MAX,
    }
}
