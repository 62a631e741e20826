//! What the rows of each dialect look like: how the address is written, how the numbers, in which order their bytes lie.
//!
//! A table; `row` reads by it, `detect` chooses from it. What is likelier stands first.

use borsh::{BorshDeserialize, BorshSerialize};

use super::Dialect;
use super::cells::{Notation, Order};
use super::chars::Beside;
use super::lead::{self, Kind, Kinds, Lead};

/// What the numbers before rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Places {
    /// Nothing: there are none.
    None,
    /// Addresses, which a pointer can hold.
    Addresses,
    /// Physical addresses, which no pointer holds.
    Physical,
    /// Offsets in a file or from somewhere that is not told.
    Offsets,
}

impl Places {
    /// Every one.
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

/// What the rows of a dialect look like.
#[derive(Debug)]
pub(super) struct Grammar {
    /// The dialects whose rows look so; which of them it is, their numbers tell.
    pub(super) dialects: &'static [Dialect],
    /// How the address may be written.
    pub(super) leads: Kinds,
    /// How many digits an address with nothing around it may have, a bit for each count.
    pub(super) digits: u32,
    /// What to call the address in a sentence.
    pub(super) names: &'static str,
    /// In what its digits are written.
    pub(super) radix: u32,
    /// What it is.
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
    /// What speaks for this dialect.
    pub(super) likes: Marks,
    /// Which characters may stand behind the numbers.
    pub(super) beside: Beside,
    /// Whether a star repeats the row before it, and an address alone ends the dump.
    pub(super) stars: bool,
    /// Whether blanks before the first byte of a row stand for bytes that were not copied.
    pub(super) indented: bool,
    /// Whether what the bytes mean stands behind them: an instruction, a declaration.
    pub(super) explained: bool,
    /// How many bytes a number has that does not say so itself; 0 where only a command or the addresses say so.
    pub(super) unit: usize,
}

const ONE: u16 = 1 << 1;
const WORDS: u16 = 1 << 2 | 1 << 4 | 1 << 8;
/// The last bit is for all sizes that have none of their own.
const ANY: u16 = u16::MAX;

/// As many digits as an address of 32 or 64 bits has.
const WHOLE: u32 = 1 << 8 | 1 << 16;
/// At least so many digits.
const fn from(digits: u32) -> u32 {
    0x1_ffff & u32::MAX << digits
}

const FRAMES: Marks = Marks::BARS.and(Marks::ANGLES).and(Marks::BOX);

/// What most have in common.
const BASE: Grammar = Grammar {
    dialects: &[],
    leads: Kinds::of(&[Kind::Bare]),
    digits: WHOLE,
    names: "an address",
    radix: 16,
    places: Places::Offsets,
    blanks: 2,
    strict: false,
    notation: Notation::Hex,
    order: Order::Number,
    units: ONE | WORDS,
    refuses: FRAMES,
    likes: Marks::NONE,
    beside: Beside::Characters,
    stars: false,
    indented: false,
    explained: false,
    unit: 0,
};

const OD: Grammar = Grammar {
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

const XXD: Grammar = Grammar {
    // tcpdump writes `0x0010:`.
    leads: Kinds::of(&[Kind::Colon, Kind::Hexed]),
    names: "an offset with a colon",
    blanks: 1,
    order: Order::Memory,
    units: ANY,
    likes: Marks::CHARACTERS,
    stars: true,
    ..BASE
};

const SHORT: Grammar = Grammar {
    leads: Kinds::of(&[Kind::Short]),
    names: "a short offset",
    blanks: 1,
    units: ONE,
    refuses: Marks::ANGLES.and(Marks::BOX),
    ..BASE
};

/// Every grammar.
pub(super) static GRAMMARS: [Grammar; 26] = [
    Grammar {
        dialects: &[
            Dialect::WindbgDb,
            Dialect::WindbgDw,
            Dialect::WindbgDd,
            Dialect::WindbgDc,
            Dialect::WindbgDq,
            Dialect::WindbgDqs,
            Dialect::WindbgDds,
            Dialect::WindbgMixed,
        ],
        leads: Kinds::of(&[Kind::Ticked, Kind::Bare]),
        places: Places::Addresses,
        likes: Marks::HYPHEN.and(Marks::APART).and(Marks::LOWER),
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::WindbgPhysical],
        leads: Kinds::of(&[Kind::Hash]),
        names: "`#`, a physical address",
        places: Places::Physical,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::XxdBits],
        leads: Kinds::of(&[Kind::Colon]),
        names: "an offset with a colon",
        blanks: 1,
        notation: Notation::Binary,
        units: ONE,
        likes: Marks::CHARACTERS,
        stars: true,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Xxd],
        ..XXD
    },
    Grammar {
        dialects: &[Dialect::XxdDecimal],
        radix: 10,
        names: "a decimal offset with a colon",
        ..XXD
    },
    Grammar {
        dialects: &[Dialect::XxdWords],
        leads: Kinds::of(&[Kind::Colon]),
        names: "an offset with a colon",
        blanks: 1,
        units: WORDS,
        stars: true,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::HexdumpC],
        digits: from(8),
        names: "an offset",
        units: ONE,
        refuses: Marks::ANGLES.and(Marks::BOX).and(Marks::HYPHEN),
        likes: Marks::HALVES.and(Marks::BARS).and(Marks::APART),
        stars: true,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Hexdump],
        units: WORDS | ONE,
        ..OD
    },
    Grammar {
        dialects: &[Dialect::Od],
        radix: 8,
        names: "an offset in octal",
        ..OD
    },
    Grammar {
        dialects: &[Dialect::OdHex],
        digits: from(6),
        ..OD
    },
    Grammar {
        dialects: &[Dialect::OdDecimal],
        radix: 10,
        names: "an offset in decimal",
        ..OD
    },
    Grammar {
        dialects: &[Dialect::Gdb],
        // QEMU's monitor writes none.
        leads: Kinds::of(&[Kind::Hexed, Kind::Colon]),
        names: "an address with a colon",
        places: Places::Addresses,
        blanks: 1,
        notation: Notation::Numbers,
        beside: Beside::Nothing,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Hxd],
        digits: from(8),
        names: "an offset",
        units: ONE,
        indented: true,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::ImHex],
        digits: from(8),
        names: "an offset",
        units: ONE,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Radare2],
        leads: Kinds::of(&[Kind::Prefixed]),
        names: "an address with `0x`",
        places: Places::Addresses,
        order: Order::Memory,
        units: ANY & !ONE,
        likes: Marks::PAIRS,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Radare2Words],
        leads: Kinds::of(&[Kind::Prefixed]),
        names: "an address with `0x`",
        places: Places::Addresses,
        notation: Notation::Prefixed,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Volshell],
        leads: Kinds::of(&[Kind::Prefixed]),
        names: "an address with `0x`",
        places: Places::Addresses,
        likes: Marks::FAR,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::SoftIce],
        leads: Kinds::of(&[Kind::Segment]),
        names: "a segment and an address",
        places: Places::Addresses,
        blanks: 1,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Pwndbg],
        leads: Kinds::of(&[Kind::Bare, Kind::Counted]),
        places: Places::Addresses,
        refuses: Marks::BARS.and(Marks::ANGLES),
        likes: Marks::FAR
            .and(Marks::APART)
            .and(Marks::LOWER)
            .and(Marks::BOX),
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Telescope],
        leads: Kinds::of(&[Kind::Barred]),
        names: "an address with a bar",
        places: Places::Addresses,
        notation: Notation::Prefixed,
        beside: Beside::Nothing,
        unit: 8,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::X64dbg],
        leads: Kinds::of(&[Kind::Bare, Kind::Relative, Kind::Label]),
        places: Places::Addresses,
        units: ONE,
        likes: Marks::UPPER.and(Marks::CLOSE),
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Ida],
        leads: Kinds::of(&[Kind::Bare, Kind::Section]),
        places: Places::Addresses,
        strict: true,
        units: ONE,
        likes: Marks::UPPER.and(Marks::APART),
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Ghidra],
        places: Places::Addresses,
        blanks: 1,
        units: ONE,
        explained: true,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Rows],
        leads: Kinds::of(&[Kind::Bare, Kind::Prefixed]),
        digits: from(8),
        places: Places::Addresses,
        order: Order::Memory,
        units: ANY,
        refuses: Marks::NONE,
        ..BASE
    },
    Grammar {
        dialects: &[Dialect::Offsets],
        ..SHORT
    },
    Grammar {
        dialects: &[Dialect::OffsetsDecimal],
        radix: 10,
        names: "a short decimal offset",
        ..SHORT
    },
];

impl Grammar {
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
        self.leads.has(Kind::Short)
    }

    /// Whether rows may begin so.
    pub(super) fn accepts(&self, lead: &Lead<'_>) -> bool {
        let whole = || self.digits >> lead.digits.len() & 1 == 1;
        self.leads.has(lead.kind) && (lead.kind != Kind::Bare || whole())
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

/// The grammar of a dialect; `None` where its texts have no addresses.
pub(super) fn of(dialect: Dialect) -> Option<&'static Grammar> {
    GRAMMARS
        .iter()
        .find(|grammar| grammar.dialects.contains(&dialect))
}
