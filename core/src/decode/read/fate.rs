//! What became of a line, and the reasons for which one gives nothing.

use std::fmt;

use super::{Dialect, Lookalike, Problem};
use crate::decode::limits::{EXCERPT_LIMIT, GAP_LIMIT};

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFate {
    /// Its number, from 1.
    pub line: usize,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What stands around the bytes in a language: a declaration, brackets, a comment.
    Code,
    /// Not understood.
    Skipped(Skip),
}

/// Why a line gives no bytes, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does not begin with an address, though the rows around it do.
    NoAddress,
    /// It begins with an address, but no byte follows.
    NoByte,
    /// Something in it is no byte.
    NotHex(String),
    /// A run of digits leaves half a byte over.
    OddDigits(String),
    /// A number of several bytes, of which nobody says in which order they lie.
    WideNumber(String),
    /// There is no digit in it.
    NoDigit,
    /// Its address lies before the first row's.
    Backwards {
        /// Its address.
        address: u64,
        /// The first row's.
        first: u64,
    },
    /// Its address lies far behind the rows before it.
    Distant {
        /// Its address.
        address: u64,
        /// The address behind the rows before it.
        end: u64,
    },
    /// Its bytes would pass the last address there is.
    PastTheLast,
    /// Something is wrong with an element of an array or with a text in quotation marks.
    Literal(Problem),
    /// There is neither an array nor a text in quotation marks in it, though there are some around it.
    NoLiteral,
    /// It is no Base64: a character that is none of its alphabet, or an end at which something is left over.
    NotBase64(Option<char>),
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
            Self::NoAddress => f.write_str(
                "it does not begin with an address, as a row of `db` does (8056e340 or fffff803`451e0c86)",
            ),
            Self::NoByte => {
                f.write_str("it begins with an address, but no byte of two digits follows")
            }
            Self::NotHex(token) => {
                write!(f, "`{token}` is no hexadecimal: expected two digits a byte, or ??")
            }
            Self::OddDigits(token) => write!(
                f,
                "`{token}` has an odd number of digits: expected two for each byte"
            ),
            Self::WideNumber(token) => write!(
                f,
                "`{token}` is a number of several bytes that does not say in which order they lie: expected two digits a byte"
            ),
            Self::NoDigit => f.write_str("there is no hexadecimal digit in it"),
            Self::Backwards { address, first } => write!(
                f,
                "its address 0x{address:x} lies before 0x{first:x}, where the dump begins: paste the rows in order, or each dump by itself"
            ),
            Self::Distant { address, end } => write!(
                f,
                "its address 0x{address:x} lies more than 0x{GAP_LIMIT:x} bytes behind 0x{end:x}, where the rows before it end: paste each dump by itself"
            ),
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
