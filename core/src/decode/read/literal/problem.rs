//! What is wrong with a literal: an element, a text, the way it is written.

use std::fmt;

use crate::decode::limits::LITERAL_DEPTH_LIMIT;

/// What is wrong with a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It begins as a number, but is none.
    NotANumber(String),
    /// A name or an expression.
    NotAValue(String),
    /// A number too large for its element.
    DoesNotFit {
        /// The number as it stands.
        text: String,
        /// How many bytes the element has.
        width: u32,
    },
    /// A number of several bytes where nothing says how wide the elements are.
    WidthUnknown(String),
    /// A type whose width depends on the machine, or that holds no integers.
    VagueType(String),
    /// Two commas with nothing between them.
    Missing,
    /// Two elements with no comma between them.
    NoComma(String),
    /// Marks that leave elements out, with more elements behind them.
    Elided,
    /// Too many brackets in one another.
    TooDeep,
    /// An escape that is none, or whose length nobody can tell.
    Escape(String),
    /// A character of which nobody says which bytes it has.
    Character(char),
    /// A kind of quoted text that is not read.
    Prefix(String),
    /// A text that should be hexadecimal or Base64 and is not.
    Encoding(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(text) => write!(
                f,
                "`{text}` is no number: hexadecimal is written 0x4d, 4dh or $4d"
            ),
            Self::NotAValue(text) => write!(
                f,
                "`{text}` stands where a number should: put the value in its place"
            ),
            Self::DoesNotFit { text, width } => {
                let plural = if *width == 1 { "" } else { "s" };
                write!(
                    f,
                    "`{text}` does not fit into an element of {width} byte{plural}"
                )
            }
            Self::WidthUnknown(text) => write!(
                f,
                "`{text}` has several bytes, and nothing says how wide an element is: declare the array (uint16_t, DWORD, u64 …)"
            ),
            Self::VagueType(text) => write!(
                f,
                "elements of type `{text}` are no integers of a known width: declare them as uint32_t or uint64_t"
            ),
            Self::Missing => f.write_str("between two commas there is no element"),
            Self::NoComma(text) => write!(f, "there is no comma before `{text}`"),
            Self::Elided => f.write_str("its dots leave elements out, and nobody says how many"),
            Self::TooDeep => write!(
                f,
                "it has more than {LITERAL_DEPTH_LIMIT} brackets in one another"
            ),
            Self::Escape(text) => write!(
                f,
                "`{text}` is no escape of one byte: write two hexadecimal digits, and end the text (`\"\"`) where a third would follow"
            ),
            Self::Character(c) => write!(
                f,
                "which bytes `{c}` has depends on the encoding of the source: write it as \\x and two hexadecimal digits"
            ),
            Self::Prefix(text) => write!(f, "texts that begin with `{text}` are not read"),
            Self::Encoding(what) => write!(f, "the text in it is no {what}"),
        }
    }
}
