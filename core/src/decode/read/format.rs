//! How the lines of a dump are written: the address column, the numbers and their order, what stands behind them.
//!
//! A line format is a value. `row` reads by it, detection scores it, the round-trip tests print by it; which dialect has which is
//! the table in `dialect`.

use borsh::{BorshDeserialize, BorshSerialize};

use super::Dialect;
use super::cells::{Notation, Order};
use super::chars::Beside;
use super::lead::{self, Kind, Lead};

/// What the numbers before rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Places {
    /// There are none.
    None,
    /// Addresses, which a pointer can hold.
    Addresses,
    /// Physical addresses, which no pointer holds.
    Physical,
    /// Offsets in a file or from somewhere that is not told.
    Offsets,
}

impl Places {
    pub const ALL: [Self; 4] = [Self::None, Self::Addresses, Self::Physical, Self::Offsets];

    /// `none`, `addresses`, `physical` or `offsets`.
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

/// Something about a row that speaks for one tool or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks(pub(super) u16);

impl Marks {
    pub(super) const NONE: Self = Self(0);
    /// A hyphen between two bytes.
    pub(super) const HYPHEN: Self = Self(1);
    /// Two blanks between the bytes of a half row each.
    pub(super) const HALVES: Self = Self(1 << 1);
    /// Digits from A to F.
    pub(super) const UPPER: Self = Self(1 << 2);
    /// Digits from a to f.
    pub(super) const LOWER: Self = Self(1 << 3);
    /// Characters between bars.
    pub(super) const BARS: Self = Self(1 << 4);
    /// Characters between angles.
    pub(super) const ANGLES: Self = Self(1 << 5);
    /// Characters between lines of a box.
    pub(super) const BOX: Self = Self(1 << 6);
    /// Two blanks or more between the address and the numbers.
    pub(super) const APART: Self = Self(1 << 7);
    /// Characters that say what the numbers say.
    pub(super) const CHARACTERS: Self = Self(1 << 8);
    /// Four blanks or more between the address and the numbers.
    pub(super) const FAR: Self = Self(1 << 9);
    /// One blank between the address and the numbers.
    pub(super) const CLOSE: Self = Self(1 << 10);
    /// Groups of two bytes.
    pub(super) const PAIRS: Self = Self(1 << 11);

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn common(self, other: Self) -> u32 {
        (self.0 & other.0).count_ones()
    }
}

/// How the lines of a dialect are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineFormat {
    /// The first of the dialects with this format; which of them a text is in, its numbers tell.
    pub(super) dialect: Dialect,
    /// How the address may be written.
    pub(super) leads: &'static [Kind],
    /// How many digits an address with nothing around it may have, a bit for each count.
    pub(super) digits: u32,
    /// What to call the address in a sentence.
    pub(super) names: &'static str,
    /// In what its digits are written.
    pub(super) radix: u32,
    pub(super) places: Places,
    /// How many blanks follow the address.
    pub(super) blanks: usize,
    /// Whether nothing stands behind the bytes but their characters or a note, however many blanks there are.
    pub(super) strict: bool,
    pub(super) notation: Notation,
    pub(super) order: Order,
    /// How many bytes a number may have, a bit for each; `ANY` for as many as one likes.
    pub(super) units: u16,
    /// What a row may not have.
    pub(super) refuses: Marks,
    /// What every row has.
    pub(super) requires: Marks,
    /// What speaks for this format.
    pub(super) likes: Marks,
    /// Which characters may stand behind the numbers.
    pub(super) beside: Beside,
    /// Whether a star repeats the row before it, and an address alone ends the dump.
    pub(super) stars: bool,
    /// Whether blanks before the first byte of a row stand for bytes that were not copied.
    pub(super) indented: bool,
    /// Whether what the bytes mean stands behind them: an instruction, a declaration.
    pub(super) explained: bool,
    /// Whether a number at the end of a row that has fewer digits was cut off. The last of `xxd -e` has as many as there are bytes.
    pub(super) cut: bool,
    /// How many bytes a number has that does not say so itself; 0 where only a command or the addresses say so.
    pub(super) unit: usize,
}

pub(super) const ONE: u16 = 1 << 1;
pub(super) const TWO: u16 = 1 << 2;
pub(super) const FOUR: u16 = 1 << 4;
pub(super) const EIGHT: u16 = 1 << 8;
pub(super) const WORDS: u16 = TWO | FOUR | EIGHT;
/// The last bit is for all sizes that have none of their own.
pub(super) const ANY: u16 = u16::MAX;

/// As many digits as an address of 32 or 64 bits has.
const WHOLE: u32 = 1 << 8 | 1 << 16;
/// At least so many digits.
pub(super) const fn from(digits: u32) -> u32 {
    0x1_ffff & u32::MAX << digits
}

/// What most have in common.
pub(super) const BASE: LineFormat = LineFormat {
    dialect: Dialect::Rows,
    leads: &[Kind::Bare],
    digits: WHOLE,
    names: "an address",
    radix: 16,
    places: Places::Offsets,
    blanks: 2,
    strict: false,
    notation: Notation::Hex,
    order: Order::Number,
    units: ONE | WORDS,
    refuses: Marks::BARS.and(Marks::ANGLES).and(Marks::BOX),
    requires: Marks::NONE,
    likes: Marks::NONE,
    beside: Beside::Characters,
    stars: false,
    indented: false,
    explained: false,
    cut: true,
    unit: 0,
};

/// `od` and `hexdump`: an offset, words, their characters in a frame.
pub(super) const OD: LineFormat = LineFormat {
    digits: from(7),
    names: "an offset in hexadecimal",
    blanks: 1,
    strict: true,
    notation: Notation::HexOrOctal,
    refuses: Marks::BARS.and(Marks::BOX),
    likes: Marks::ANGLES,
    beside: Beside::Framed,
    stars: true,
    ..BASE
};

/// `xxd`; tcpdump writes `0x0010:`.
pub(super) const XXD: LineFormat = LineFormat {
    leads: &[Kind::Colon, Kind::Hexed],
    names: "an offset with a colon",
    blanks: 1,
    order: Order::Memory,
    units: ANY,
    likes: Marks::CHARACTERS,
    stars: true,
    ..BASE
};

/// radare2 and Volatility: an address with `0x` and without a colon.
pub(super) const PREFIXED: LineFormat = LineFormat {
    leads: &[Kind::Prefixed],
    names: "an address with `0x`",
    places: Places::Addresses,
    ..BASE
};

/// Bytes behind an offset so short that it may be a byte.
pub(super) const SHORT: LineFormat = LineFormat {
    leads: &[Kind::Short],
    names: "a short offset",
    blanks: 1,
    units: ONE,
    refuses: Marks::ANGLES.and(Marks::BOX),
    ..BASE
};

impl LineFormat {
    /// What a row begins with, if it may begin so.
    pub(super) fn lead<'t>(&self, text: &'t str) -> Option<Lead<'t>> {
        let found = match self.is_short() {
            true => lead::short(text),
            false => lead::lead(text),
        };
        found.filter(|lead| self.accepts(lead))
    }

    /// Whether its offsets may as well be bytes.
    pub(super) fn is_short(&self) -> bool {
        self.leads.contains(&Kind::Short)
    }

    /// Whether rows may begin so.
    pub(super) fn accepts(&self, lead: &Lead<'_>) -> bool {
        let whole = || self.digits >> lead.digits.len() & 1 == 1;
        self.leads.contains(&lead.kind) && (lead.kind != Kind::Bare || whole())
    }

    /// The address that the row states.
    pub(super) fn address(&self, lead: &Lead<'_>) -> Option<u64> {
        match self.radix {
            16 => Some(lead.value),
            radix => u64::from_str_radix(lead.digits, radix).ok(),
        }
    }

    /// Whether a number may have so many bytes.
    pub(super) const fn takes(&self, unit: usize) -> bool {
        let bit = if unit < 15 { unit } else { 15 };
        self.units & 1 << bit != 0
    }
}
