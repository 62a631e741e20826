//! Bytes with three states: known, unknown within the memory, beyond its end. A memory also has a base address.
//!
//! A memory is one run of bytes; a bitmap marks the unknown ones, and is empty if all are known.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use super::limits::BYTES_LIMIT;

use crate::words::words;

pub(crate) const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// One byte of a memory, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    Known(u8),
    /// Within the memory, but the debugger could not read it or the dump omits it.
    Unreadable,
    /// Outside the memory.
    Beyond,
}

impl Byte {
    /// Returns the byte as dumps print it beside the digits: itself if it is printable ASCII.
    pub const fn character(self) -> char {
        match self {
            Self::Known(byte @ b' '..=b'~') => byte as char,
            Self::Known(_) => '.',
            Self::Unreadable => '?',
            Self::Beyond => ' ',
        }
    }
}

/// `4d`, `??` for an unreadable byte, `··` for one beyond the memory.
impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(byte) => write!(f, "{byte:02x}"),
            Self::Unreadable => f.write_str("??"),
            Self::Beyond => f.write_str("··"),
        }
    }
}

words! {
    /// How many bytes of a value are known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum State {
        Known = "known",
        Partial = "partial",
        Unknown = "unknown",
    }
}

/// More than [`BYTES_LIMIT`] bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("more than 0x{BYTES_LIMIT:x} bytes, the limit: pass the part with the structure")]
pub struct TooManyBytes;

/// Known and unknown bytes, with their address.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Memory {
    bytes: Vec<u8>,
    /// One bit per byte, set if the byte is unknown; bytes beyond the last word are known.
    unknown: Vec<u64>,
    base: Option<u64>,
}

impl Memory {
    pub(super) const EMPTY: &Self = &Self {
        bytes: Vec::new(),
        unknown: Vec::new(),
        base: None,
    };

    /// Creates a memory of known bytes.
    pub fn new(bytes: Vec<u8>) -> Result<Self, TooManyBytes> {
        if bytes.len() > BYTES_LIMIT {
            return Err(TooManyBytes);
        }
        Ok(Self {
            bytes,
            ..Self::default()
        })
    }

    /// Sets the address of the first byte.
    #[must_use]
    pub fn with_base(mut self, base: Option<u64>) -> Self {
        self.base = base;
        self
    }

    /// Returns the address of the first byte, if known.
    pub fn base(&self) -> Option<u64> {
        self.base
    }

    /// Returns the number of bytes, known or not.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the number of unknown bytes.
    pub fn unreadable(&self) -> usize {
        self.unknown
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Returns the number of unknown bytes from `at` on.
    pub(super) fn unreadable_from(&self, at: usize) -> usize {
        let end = self.unknown.len().saturating_mul(64);
        (at..end).filter(|at| self.is_unknown(*at)).count()
    }

    pub fn byte(&self, at: usize) -> Byte {
        match self.bytes.get(at) {
            None => Byte::Beyond,
            Some(_) if self.is_unknown(at) => Byte::Unreadable,
            Some(byte) => Byte::Known(*byte),
        }
    }

    /// Returns the bytes from `at` on, `None` for unknown ones.
    pub(super) fn bytes(&self, at: usize, count: usize) -> Vec<Option<u8>> {
        let byte = |at| match self.byte(at) {
            Byte::Known(byte) => Some(byte),
            Byte::Unreadable | Byte::Beyond => None,
        };
        (at..at + count).map(byte).collect()
    }

    /// Returns the `size` bytes from `at` on, if all are known.
    pub fn known(&self, at: usize, size: usize) -> Option<&[u8]> {
        let end = at.checked_add(size)?;
        let bytes = self.bytes.get(at..end)?;
        let clear = self.unknown.is_empty() || !(at..end).any(|at| self.is_unknown(at));
        clear.then_some(bytes)
    }

    /// Returns how many of the `size` bytes from `at` on are known; [`State::Known`] for no bytes.
    pub fn state(&self, at: usize, size: usize) -> State {
        let end = at.saturating_add(size);
        let inside = end.min(self.len());
        if inside <= at && size > 0 {
            return State::Unknown;
        }
        if self.unknown.is_empty() && inside == end {
            return State::Known;
        }
        let known = (at..inside).filter(|at| !self.is_unknown(*at)).count();
        match known {
            known if known == size => State::Known,
            0 => State::Unknown,
            _ => State::Partial,
        }
    }

    /// Returns the little-endian number of the `size` bytes from `at` on, limited to 8 bytes.
    pub fn number(&self, at: usize, size: u32) -> Number {
        let bytes = size.min(8);
        if let Some(known) = self.known(at, bytes as usize) {
            let mut eight = [0; 8];
            for (place, byte) in eight.iter_mut().zip(known) {
                *place = *byte;
            }
            return Number {
                bits: u64::from_le_bytes(eight),
                known: mask(bytes),
                bytes,
            };
        }
        let mut number = Number {
            bits: 0,
            known: 0,
            bytes,
        };
        for place in 0..bytes {
            if let Some(Byte::Known(byte)) = at.checked_add(place as usize).map(|at| self.byte(at))
            {
                number.bits |= u64::from(byte) << (8 * place);
                number.known |= 0xff << (8 * place);
            }
        }
        number
    }

    /// Formats the `size` bytes from `at` on in lower-case hexadecimal, two digits per byte, `??` for unknown ones.
    pub fn raw(&self, at: usize, size: usize) -> String {
        let mut raw = String::with_capacity(2 * size.min(BYTES_LIMIT));
        for at in at..at.saturating_add(size.min(BYTES_LIMIT)) {
            match self.byte(at) {
                Byte::Known(byte) => {
                    let digit = |nibble: u8| char::from(HEX_DIGITS[usize::from(nibble & 0xf)]);
                    raw.extend([digit(byte >> 4), digit(byte)]);
                }
                Byte::Unreadable | Byte::Beyond => raw.push_str("??"),
            }
        }
        raw
    }

    /// Copies the available bytes among `size` from `at` on. Bytes before the first are unknown; they are allocated, so
    /// the caller limits their number.
    pub(super) fn window(&self, at: i64, size: usize) -> Self {
        let before = usize::try_from(at.saturating_neg()).unwrap_or(0).min(size);
        let start = usize::try_from(at).unwrap_or(0).min(self.len());
        let end = start.saturating_add(size - before).min(self.len());
        let mut window = Self {
            bytes: vec![0; before],
            unknown: Vec::new(),
            base: self.base.and_then(|base| base.checked_add_signed(at)),
        };
        window
            .bytes
            .extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
        (0..before).for_each(|at| window.set_unknown(at, true));
        if !self.unknown.is_empty() {
            for at in (start..end).filter(|at| self.is_unknown(*at)) {
                window.set_unknown(at - start + before, true);
            }
        }
        window
    }

    /// Creates a memory of unknown bytes. The caller checks the size.
    pub(super) fn unknown(size: usize) -> Self {
        Self {
            bytes: vec![0; size],
            unknown: vec![u64::MAX; size.div_ceil(64)],
            base: None,
        }
        .trimmed()
    }

    /// Removes bitmap bits beyond the end, and words after the last unknown byte.
    pub(super) fn trimmed(mut self) -> Self {
        let rest = self.len() % 64;
        if rest != 0
            && self.unknown.len() > self.len() / 64
            && let Some(last) = self.unknown.last_mut()
        {
            *last &= (1 << rest) - 1;
        }
        while self.unknown.last() == Some(&0) {
            self.unknown.pop();
        }
        self
    }

    pub(super) fn extend(&mut self, bytes: &[Option<u8>]) -> Result<(), TooManyBytes> {
        if self.len() + bytes.len() > BYTES_LIMIT {
            return Err(TooManyBytes);
        }
        let start = self.len();
        self.bytes
            .extend(bytes.iter().map(|byte| byte.unwrap_or(0)));
        for (at, byte) in (start..).zip(bytes) {
            if byte.is_none() {
                self.set_unknown(at, true);
            }
        }
        Ok(())
    }

    /// Copies the known bytes among `count` of another memory from `from` on. Returns the index of the first one that
    /// has another known value here.
    pub(super) fn merge(
        &mut self,
        at: usize,
        other: &Self,
        from: usize,
        count: usize,
    ) -> Option<usize> {
        let fresh = other.unknown.is_empty() && self.is_unknown_throughout(at, count);
        if fresh
            && let Some(bytes) = other.bytes.get(from..from.checked_add(count)?)
            && let Some(place) = self.bytes.get_mut(at..at.checked_add(count)?)
        {
            place.copy_from_slice(bytes);
            self.set_known(at, count);
            return None;
        }
        for place in 0..count {
            let Byte::Known(is) = other.byte(from + place) else {
                continue;
            };
            match self.byte(at + place) {
                Byte::Known(was) if was != is => return Some(place),
                Byte::Known(_) | Byte::Beyond => {}
                Byte::Unreadable => self.reveal(at + place, is),
            }
        }
        None
    }

    /// Marks a byte as unknown.
    pub(super) fn mark_unknown(&mut self, at: usize) {
        let words = self.bytes.len().div_ceil(64).max(self.unknown.len());
        self.unknown.resize(words, 0);
        for (word, mask) in self.words(at, 1) {
            if let Some(word) = self.unknown.get_mut(word) {
                *word |= mask;
            }
        }
    }

    fn is_unknown_throughout(&self, at: usize, count: usize) -> bool {
        self.words(at, count).all(|(word, mask)| {
            self.unknown
                .get(word)
                .is_some_and(|word| word & mask == mask)
        })
    }

    fn set_known(&mut self, at: usize, count: usize) {
        for (word, mask) in self.words(at, count) {
            if let Some(word) = self.unknown.get_mut(word) {
                *word &= !mask;
            }
        }
    }

    /// Iterates over the words of the bitmap for these bytes, with the mask of their bits.
    fn words(&self, at: usize, count: usize) -> impl Iterator<Item = (usize, u64)> + use<> {
        let end = at.saturating_add(count);
        (at / 64..end.div_ceil(64)).map(move |word| {
            let low = at.saturating_sub(word * 64).min(63);
            let high = end.saturating_sub(word * 64).min(64);
            let below = u64::MAX >> (64 - high.max(1));
            (word, below & u64::MAX << low)
        })
    }

    /// Whether the bytes are equal, regardless of the addresses.
    pub(super) fn holds_the_same(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.unknown == other.unknown
    }

    #[cfg(test)]
    pub(super) fn push(&mut self, byte: Option<u8>) -> Result<(), TooManyBytes> {
        if self.len() >= BYTES_LIMIT {
            return Err(TooManyBytes);
        }
        self.bytes.push(byte.unwrap_or(0));
        if byte.is_none() {
            self.set_unknown(self.len() - 1, true);
        }
        Ok(())
    }

    /// Sets a byte; does nothing outside the memory.
    pub(super) fn reveal(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.bytes.get_mut(at) {
            *place = byte;
            self.set_unknown(at, false);
        }
    }

    fn is_unknown(&self, at: usize) -> bool {
        let word = self.unknown.get(at / 64);
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn set_unknown(&mut self, at: usize, unknown: bool) {
        let word = at / 64;
        if unknown && self.unknown.len() <= word {
            self.unknown.resize(word + 1, 0);
        }
        if let Some(word) = self.unknown.get_mut(word) {
            let bit = 1 << (at % 64);
            *word = if unknown { *word | bit } else { *word & !bit };
        }
    }
}

/// A number of at most 64 bits, some possibly unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The bits; unknown ones are 0.
    pub bits: u64,
    /// Mask of the known bits.
    pub known: u64,
    /// The number of bytes, at most 8.
    pub bytes: u32,
}

impl Number {
    /// Returns the number, `None` unless every bit is known.
    pub fn whole(self) -> Option<u64> {
        (self.known == mask(self.bytes)).then_some(self.bits)
    }
}

/// Returns a mask of the lowest `bytes` bytes; all 64 bits from 8 bytes on.
pub(super) const fn mask(bytes: u32) -> u64 {
    match bytes {
        0 => 0,
        1..8 => u64::MAX >> (64 - 8 * bytes),
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gapped() -> Memory {
        let mut memory = Memory::new(vec![0x11, 0x22]).unwrap();
        for byte in [None, Some(0x44), None] {
            memory.push(byte).unwrap();
        }
        memory.with_base(Some(0x1000))
    }

    #[test]
    fn three_states() {
        let memory = gapped();
        assert_eq!(memory.byte(1), Byte::Known(0x22));
        assert_eq!(memory.byte(2), Byte::Unreadable);
        assert_eq!(memory.byte(5), Byte::Beyond);
        assert_eq!(memory.byte(usize::MAX), Byte::Beyond);
        assert_eq!((memory.len(), memory.unreadable()), (5, 2));
        assert_eq!(memory.raw(1, 5), "22??44????");
        assert_eq!(memory.state(0, 2), State::Known);
        assert_eq!(memory.state(0, 3), State::Partial);
        assert_eq!(memory.state(4, 4), State::Unknown);
        assert_eq!(memory.state(9, 1), State::Unknown);
        assert_eq!(memory.known(0, 2), Some(&[0x11, 0x22][..]));
        assert_eq!(memory.known(0, 3), None);
        assert_eq!(memory.known(usize::MAX, 2), None);
    }

    #[test]
    fn bytes_are_printed_as_in_dumps() {
        let known = [0x4d, 0x07].map(Byte::Known);
        let printed = [known[0], known[1], Byte::Unreadable, Byte::Beyond]
            .map(|byte| format!("{byte} {}", byte.character()));
        assert_eq!(printed, ["4d M", "07 .", "?? ?", "··  "]);
    }

    #[test]
    fn numbers_know_their_bits() {
        let memory = gapped();
        assert_eq!(memory.number(0, 2).whole(), Some(0x2211));
        let partial = memory.number(0, 4);
        assert_eq!((partial.bits, partial.known), (0x4400_2211, 0xff00_ffff));
        assert_eq!(partial.whole(), None);
        assert_eq!(memory.number(0, 0).whole(), Some(0));
    }

    #[test]
    fn windows_keep_states_and_addresses() {
        let window = gapped().window(2, 100);
        assert_eq!(window.raw(0, 4), "??44????");
        assert_eq!((window.len(), window.base()), (3, Some(0x1002)));
        let mut filled = window;
        filled.reveal(0, 0x33);
        assert_eq!(filled.raw(0, 2), "3344");
        assert_eq!(filled.unreadable(), 1);
        let before = gapped().window(-3, 6);
        assert_eq!(before.raw(0, 7), "??????1122????");
        assert_eq!((before.len(), before.base()), (6, Some(0xffd)));
        assert_eq!((before.unreadable(), before.byte(6)), (4, Byte::Beyond));
        assert_eq!(gapped().window(-3, 2).raw(0, 2), "????");
        assert_eq!(gapped().window(9, 2).len(), 0);
        assert_eq!(gapped().window(i64::MIN, 1).len(), 1);
    }
}
