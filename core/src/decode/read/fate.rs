//! What became of a line, and the reasons for which one gives nothing.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

use super::{Dialect, Lookalike, Problem};
use crate::decode::limits::EXCERPT_LIMIT;

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct LineFate {
    /// Its number, from 1.
    pub line: usize,
    /// What became of it.
    pub fate: Fate,
    /// What stands in a row besides its address, its bytes and their characters: a symbol, somebody's note.
    pub note: Option<String>,
}

impl LineFate {
    /// The fate of a line without a note.
    pub(super) const fn new(line: usize, fate: Fate) -> Self {
        let note = None;
        Self { line, fate, note }
    }
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Fate {
    /// It was read.
    Bytes {
        /// In which region of the space, from 0.
        region: usize,
        /// Where its first byte lies in the region.
        at: usize,
        /// How many bytes it gave, unknown ones included.
        count: usize,
    },
    /// A debugger's prompt, with or without a command.
    Prompt,
    /// The mark that begins or ends a block of code.
    Fence,
    /// It says that something was left out here: `...`, `--snip--`.
    Gap,
    /// It says where the dump ends.
    End,
    /// It names the columns.
    Heading,
    /// What stands around the bytes in a language: a declaration, brackets, a comment.
    Code,
    /// Not understood.
    Skipped(Skip),
}

/// Why a line gives no bytes, and its text.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Skip {
    /// Why.
    pub reason: Reason,
    /// The line, cut after [`EXCERPT_LIMIT`] characters.
    pub text: String,
}

impl Skip {
    pub(super) fn new(reason: Reason, text: &str) -> Self {
        Self {
            reason,
            text: excerpt(text),
        }
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// The text without blanks around it, cut after [`EXCERPT_LIMIT`] characters.
pub(in crate::decode) fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(EXCERPT_LIMIT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Why a line gives no bytes.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Reason {
    /// It does not begin with an address, though the rows around it do.
    NoAddress,
    /// Its address has so many digits, where all others have so many: one was lost, or is too many.
    AddressDigits(usize, usize),
    /// Its address is none: the rows beside it show which it should be.
    Misplaced(String),
    /// It begins with an address, but nothing follows.
    NoByte,
    /// It begins with an address, but what follows is no number.
    NoNumber(String),
    /// A decimal number of which nobody says how many bytes it has.
    Unsized(String),
    /// Its numbers have another size than those of this dialect.
    Unit(usize),
    /// The debugger could not read what lies there.
    Unreadable,
    /// A label in the place of the first address.
    Unplaced(String),
    /// A star that repeats nothing.
    NoRepeat,
    /// It begins with an address with a colon, but what follows is no row.
    Address(String),
    /// It is no record of Intel HEX.
    NoRecord(String),
    /// The checksum of a record is not that of its bytes.
    Checksum,
    /// Something in it is no byte.
    NotHex(String),
    /// Something in a row has another number of digits than the numbers before it.
    OtherSize(String),
    /// Numbers with more than one blank between them, as only decimal ones have.
    Spread(String),
    /// A run of digits leaves half a byte over.
    OddDigits(String),
    /// A number of several bytes, of which nobody says in which order they lie.
    WideNumber(String),
    /// Something in it is no number of one, two, four or eight bytes.
    NoWord(String),
    /// There is no digit in it.
    NoDigit,
    /// It says that bytes were left out, but not how many.
    LeftOut,
    /// Its bytes would pass the last address there is.
    PastTheLast,
    /// Something is wrong with an element of an array or with a text in quotation marks.
    Literal(Problem),
    /// There is neither an array nor a text in quotation marks in it, though there are some around it.
    NoLiteral,
    /// It is no Base64: a character that is none of its alphabet, or an end at which something is left over.
    NotBase64(Option<String>),
    /// It is a row of another dialect than the text.
    Other {
        /// What it looks like.
        lookalike: Lookalike,
        /// What the text is read as.
        dialect: Dialect,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAddress => f.write_str("it does not begin with an address, as the rows do"),
            Self::AddressDigits(own, all) => write!(
                f,
                "its address has {own} digits, where the others have {all}: a digit was lost, or added"
            ),
            Self::Misplaced(why) => write!(
                f,
                "{why}: its address lost a digit, or has another, so that its bytes are unknown"
            ),
            Self::NoByte => f.write_str("it begins with an address, but nothing follows"),
            Self::NoNumber(token) => write!(
                f,
                "`{token}` behind the address is no number: expected bytes, or words of two, four or eight bytes"
            ),
            Self::Unsized(token) => write!(
                f,
                "nothing says how many bytes `{token}` has: paste the command (`x/8db`), too, or a second row"
            ),
            Self::Unit(bytes) => write!(
                f,
                "its numbers have {bytes} bytes, which those of this dialect do not have"
            ),
            Self::Unreadable => f.write_str("the debugger could not read what lies there"),
            Self::Unplaced(label) => write!(
                f,
                "nothing says which address `{label}` is: paste the row before it, too"
            ),
            Self::NoRepeat => f.write_str(
                "it repeats the row above, but no row and no address below says how far",
            ),
            Self::Address(token) => write!(
                f,
                "`{token}` is an address, and what follows is no row of a known form"
            ),
            Self::NoRecord(_) => f.write_str(
                "it is no record: expected a colon, a length, an address, a kind, as many bytes and a checksum",
            ),
            Self::Checksum => {
                f.write_str("its checksum is not that of its bytes: a digit was changed")
            }
            Self::NotHex(token) => {
                write!(
                    f,
                    "`{token}` is no hexadecimal: expected two digits a byte, or ??"
                )
            }
            Self::OtherSize(token) => write!(
                f,
                "`{token}` has another number of digits than those before it: the row is damaged, or cut"
            ),
            Self::Spread(token) => write!(
                f,
                "`{token}` has more than one blank beside it, as decimal numbers have: expected hexadecimal or octal ones"
            ),
            Self::OddDigits(token) => write!(
                f,
                "`{token}` has an odd number of digits: expected two for each byte"
            ),
            Self::WideNumber(token) => write!(
                f,
                "`{token}` is a number of several bytes that does not say in which order they lie: expected two digits a byte"
            ),
            Self::NoWord(token) => write!(
                f,
                "`{token}` is no number of 2, 4, 8 or 16 hexadecimal digits"
            ),
            Self::LeftOut => f.write_str("it says that bytes were left out, but not how many"),
            Self::NoDigit => f.write_str("there is no hexadecimal digit in it"),
            Self::PastTheLast => f.write_str("its bytes would pass the last address of 64 bits"),
            Self::Literal(problem) => problem.fmt(f),
            Self::NoLiteral => {
                f.write_str("there is neither an array nor a text in quotation marks in it")
            }
            Self::NotBase64(Some(c)) => write!(f, "`{c}` is no character of Base64"),
            Self::NotBase64(None) => {
                f.write_str("it is no Base64: its end is missing, or something stands behind it")
            }
            Self::Other { lookalike, dialect } => write!(
                f,
                "it looks like {lookalike}, but the text is read as {}",
                dialect.title()
            ),
        }
    }
}
