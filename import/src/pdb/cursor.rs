//! Reads numbers and texts from a slice of bytes. All numbers of a PDB file are little-endian.

/// A position in bytes. Every method that reads returns `None` if the bytes end too early, and then does not move.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The unread bytes.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..count)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, _) = self.rest().split_first_chunk()?;
        self.at += N;
        Some(*taken)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// The bytes up to the next zero byte, and skips that.
    pub(super) fn zero_terminated(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest();
        let length = rest.iter().position(|byte| *byte == 0)?;
        self.at += length + 1;
        rest.get(..length)
    }

    /// Reads a number: below 0x8000 it is stored directly, otherwise after the code of its width.
    pub(super) fn number(&mut self) -> Option<i128> {
        let before = self.at;
        let number = match self.u16()? {
            small @ ..0x8000 => Some(small.into()),
            0x8000 => self.array().map(|it| i8::from_le_bytes(it).into()),
            0x8001 => self.array().map(|it| i16::from_le_bytes(it).into()),
            0x8002 => self.u16().map(i128::from),
            0x8003 => self.array().map(|it| i32::from_le_bytes(it).into()),
            0x8004 => self.u32().map(i128::from),
            0x8009 => self.array().map(|it| i64::from_le_bytes(it).into()),
            0x800a => self.u64().map(i128::from),
            _ => None,
        };
        if number.is_none() {
            self.at = before;
        }
        number
    }
}
