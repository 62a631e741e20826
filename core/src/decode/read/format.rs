//! The line format of a dump: the address column, the numbers and their byte order, the text after them.
//!
//! A line format is a value: `row` parses with it, detection scores it, the round-trip tests print with it. The table
//! in `dialect` assigns line formats to dialects.

use borsh::{BorshDeserialize, BorshSerialize};

use super::Dialect;
use super::cells::{Notation, Order};
use super::chars::CharacterColumn;
use super::row_address::{self, AddressNotation, RowAddress};

/// The meaning of the address column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum AddressKind {
    /// There is no address column.
    None,
    /// Virtual addresses, which pointers can hold.
    Addresses,
    /// Physical addresses, which pointers do not hold.
    Physical,
    /// Offsets in a file or from an unknown start.
    Offsets,
}

impl AddressKind {
    pub const ALL: [Self; 4] = [Self::None, Self::Addresses, Self::Physical, Self::Offsets];

    /// Returns `none`, `addresses`, `physical` or `offsets`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Addresses => "addresses",
            Self::Physical => "physical",
            Self::Offsets => "offsets",
        }
    }
}

/// Features of a row that speak for or against a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowFeatures(pub(super) u16);

impl RowFeatures {
    pub(super) const NONE: Self = Self(0);
    /// A hyphen between two bytes.
    pub(super) const HYPHEN: Self = Self(1);
    /// Two blanks between the halves of a row.
    pub(super) const HALVES: Self = Self(1 << 1);
    /// Digits from A to F.
    pub(super) const UPPER: Self = Self(1 << 2);
    /// Digits from a to f.
    pub(super) const LOWER: Self = Self(1 << 3);
    /// Characters between vertical bars: `|MZ..|`.
    pub(super) const BARS: Self = Self(1 << 4);
    /// Characters between angle brackets: `>MZ..<`.
    pub(super) const ANGLES: Self = Self(1 << 5);
    /// Characters between box-drawing lines: `│MZ..│`.
    pub(super) const BOX: Self = Self(1 << 6);
    /// At least two blanks between the address and the numbers.
    pub(super) const APART: Self = Self(1 << 7);
    /// Characters that agree with the numbers.
    pub(super) const CHARACTERS: Self = Self(1 << 8);
    /// At least four blanks between the address and the numbers.
    pub(super) const FAR: Self = Self(1 << 9);
    /// One blank between the address and the numbers.
    pub(super) const CLOSE: Self = Self(1 << 10);
    /// Groups of two bytes.
    pub(super) const PAIRS: Self = Self(1 << 11);
    /// Characters between asterisks: `*MZ..*`.
    pub(super) const STARS: Self = Self(1 << 12);

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn common(self, other: Self) -> u32 {
        (self.0 & other.0).count_ones()
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LineFormat {
    /// The first dialect with this format; the numbers of a text decide which of them it is.
    pub(super) dialect: Dialect,
    pub(super) notations: &'static [AddressNotation],
    /// A bit mask of the digit counts that a bare address may have.
    pub(super) digits: u32,
    /// The description of the address column, for use in a sentence.
    pub(super) names: &'static str,
    pub(super) radix: u32,
    pub(super) address_kind: AddressKind,
    /// The usual number of blanks after the address.
    pub(super) blanks: usize,
    /// Whether only characters or a comment may follow the bytes, whatever the number of blanks.
    pub(super) strict: bool,
    pub(super) notation: Notation,
    pub(super) order: Order,
    /// A bit mask of the sizes in bytes that a number may have; `ANY` for all.
    pub(super) units: u16,
    /// Features that a row must not have.
    pub(super) refuses: RowFeatures,
    pub(super) requires: RowFeatures,
    /// Features that speak for this format.
    pub(super) likes: RowFeatures,
    /// Which characters may follow the numbers.
    pub(super) characters: CharacterColumn,
    /// Whether a star repeats the row before it, and an address alone ends the dump.
    pub(super) stars: bool,
    /// Whether blanks before a row's first byte stand for bytes that were not copied.
    pub(super) indented: bool,
    /// Whether the meaning of the bytes follows them: an instruction, a declaration.
    pub(super) explained: bool,
    /// Whether a number with fewer digits at the end of a row was truncated. `xxd -e` prints a shorter last number.
    pub(super) cut: bool,
    /// The size of numbers that do not show it; 0 if only a command or the addresses determine it.
    pub(super) unit: usize,
}

pub(super) const ONE: u16 = 1 << 1;
pub(super) const TWO: u16 = 1 << 2;
pub(super) const FOUR: u16 = 1 << 4;
pub(super) const EIGHT: u16 = 1 << 8;
pub(super) const WORDS: u16 = TWO | FOUR | EIGHT;
/// The last bit stands for all sizes without a bit of their own.
pub(super) const ANY: u16 = u16::MAX;

/// The digits of an address of 32 or 64 bits.
const WHOLE: u32 = 1 << 8 | 1 << 16;
/// Returns the mask of at least this many digits.
pub(super) const fn from(digits: u32) -> u32 {
    0x1_ffff & u32::MAX << digits
}

/// The defaults of line formats.
pub(super) const BASE: LineFormat = LineFormat {
    dialect: Dialect::Rows,
    notations: &[AddressNotation::Bare],
    digits: WHOLE,
    names: "an address",
    radix: 16,
    address_kind: AddressKind::Offsets,
    blanks: 2,
    strict: false,
    notation: Notation::Hex,
    order: Order::Number,
    units: ONE | WORDS,
    refuses: RowFeatures::BARS
        .and(RowFeatures::ANGLES)
        .and(RowFeatures::BOX),
    requires: RowFeatures::NONE,
    likes: RowFeatures::NONE,
    characters: CharacterColumn::Characters,
    stars: false,
    indented: false,
    explained: false,
    cut: true,
    unit: 0,
};

/// `od` and `hexdump`: an offset, words, delimited characters.
pub(super) const OD: LineFormat = LineFormat {
    digits: from(7),
    names: "an offset in hexadecimal",
    blanks: 1,
    strict: true,
    notation: Notation::HexOrOctal,
    refuses: RowFeatures::BARS.and(RowFeatures::BOX),
    likes: RowFeatures::ANGLES,
    characters: CharacterColumn::Framed,
    stars: true,
    ..BASE
};

/// `xxd`; tcpdump prints `0x0010:`.
pub(super) const XXD: LineFormat = LineFormat {
    notations: &[AddressNotation::Colon, AddressNotation::Hexed],
    names: "an offset with a colon",
    blanks: 1,
    order: Order::Memory,
    units: ANY,
    likes: RowFeatures::CHARACTERS,
    refuses: RowFeatures::ANGLES.and(RowFeatures::BOX),
    stars: true,
    ..BASE
};

/// radare2 and Volatility: an address with `0x` and without a colon.
pub(super) const PREFIXED: LineFormat = LineFormat {
    notations: &[AddressNotation::Prefixed],
    names: "an address with `0x`",
    address_kind: AddressKind::Addresses,
    ..BASE
};

/// Bytes after an offset so short that it may be a byte.
pub(super) const SHORT: LineFormat = LineFormat {
    notations: &[AddressNotation::Short],
    names: "a short offset",
    blanks: 1,
    units: ONE,
    refuses: RowFeatures::ANGLES.and(RowFeatures::BOX),
    ..BASE
};

impl Default for LineFormat {
    fn default() -> Self {
        BASE
    }
}

impl LineFormat {
    /// Parses the address of a row, if this format accepts it.
    pub(super) fn parse_address<'t>(&self, text: &'t str) -> Option<RowAddress<'t>> {
        let found = match self.is_short() {
            true => row_address::parse_short_offset(text),
            false => row_address::parse_row_address(text),
        };
        found.filter(|addr| self.accepts(addr))
    }

    /// Whether its offsets may also be bytes.
    pub(super) fn is_short(&self) -> bool {
        self.notations.contains(&AddressNotation::Short)
    }

    /// Whether rows may begin with this address.
    pub(super) fn accepts(&self, addr: &RowAddress<'_>) -> bool {
        let whole = || self.digits >> addr.digits.len() & 1 == 1;
        self.notations.contains(&addr.kind) && (addr.kind != AddressNotation::Bare || whole())
    }

    /// Returns the row's address in the format's radix.
    pub(super) fn address(&self, addr: &RowAddress<'_>) -> Option<u64> {
        addr.value_in(self.radix)
    }

    /// Whether a number may have this many bytes.
    pub(super) const fn accepts_size(&self, unit: usize) -> bool {
        let bit = if unit < 15 { unit } else { 15 };
        self.units & 1 << bit != 0
    }
}
