//! The outcome of each line, and the reasons why a line gives no bytes.

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use super::{Dialect, Lookalike};
use crate::decode::limits::{EXCERPT_LIMIT, LITERAL_DEPTH_LIMIT};

/// The outcome of one line.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct LineFate {
    /// The line number, from 1.
    pub line: usize,
    pub fate: Fate,
    /// The text of a row besides its address, its bytes and their characters: a symbol, a comment.
    pub note: Option<String>,
}

impl LineFate {
    /// Creates an outcome without a note.
    pub(super) const fn new(line: usize, fate: Fate) -> Self {
        let note = None;
        Self { line, fate, note }
    }
}

/// The kind of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Fate {
    /// The line gave bytes.
    Bytes {
        /// The index of the region in the space.
        region: usize,
        /// The offset of its first byte in the region.
        at: usize,
        /// The number of bytes, unknown ones included.
        count: usize,
    },
    /// A debugger's prompt, with or without a command.
    Prompt,
    /// The start or end of a code block.
    Fence,
    /// A mark that rows were left out: `...`, `--snip--`.
    Gap,
    /// The final address of a dump.
    End,
    /// The column names.
    Heading,
    /// Source code around the bytes: a declaration, brackets, a comment.
    Code,
    /// Not recognised.
    Skipped(Skip),
}

/// Why a line gives no bytes, and its text.
#[derive(Clone, Debug, PartialEq, Eq, Error, BorshSerialize, BorshDeserialize)]
#[error("{reason}")]
pub struct Skip {
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

/// Trims the text and cuts it after [`EXCERPT_LIMIT`] characters.
pub(in crate::decode) fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(EXCERPT_LIMIT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Why a line gives no bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error, BorshSerialize, BorshDeserialize)]
pub enum Reason {
    #[error("it does not begin with an address, as the rows do")]
    NoAddress,
    /// The digits of its address, and the digits of all other addresses.
    #[error("its address has {0} digits, where the others have {1}: a digit was lost, or added")]
    AddressDigits(usize, usize),
    /// The evidence from the rows beside it.
    #[error("{0}: its address lost a digit, or has another, so that its bytes are unknown")]
    Misplaced(String),
    #[error("it begins with an address, but nothing follows")]
    NoByte,
    #[error(
        "many rows say other bytes than those beside them: what stands before them is no address, or another one"
    )]
    Disagree,
    #[error(
        "`{0}` behind the address is no number: expected bytes, or words of two, four or eight bytes"
    )]
    NoNumber(String),
    /// A decimal number.
    #[error(
        "nothing says how many bytes `{0}` has: paste the command (`x/8db`), too, or a second row"
    )]
    Unsized(String),
    #[error("its numbers have {0} bytes, which those of this dialect do not have")]
    Unit(usize),
    #[error("the debugger could not read what lies there")]
    Unreadable,
    /// A label in place of the first address.
    #[error("nothing says which address `{0}` is: paste the row before it, too")]
    Unplaced(String),
    /// A star.
    #[error("it repeats the row above, but no row and no address below says how far")]
    NoRepeat,
    /// An address with a colon.
    #[error("`{0}` is an address, and what follows is no row of a known form")]
    Address(String),
    /// An Intel HEX record.
    #[error(
        "it is no record: expected a colon, a length, an address, a kind, as many bytes and a checksum"
    )]
    NoRecord(String),
    #[error("its checksum is not that of its bytes: a digit was changed")]
    Checksum,
    #[error("`{0}` is not hexadecimal: expected two digits a byte, or ??")]
    NotHex(String),
    #[error("`{0}` has another number of digits than those before it: the row is damaged, or cut")]
    OtherSize(String),
    #[error(
        "`{0}` has more than one blank beside it, as decimal numbers have: expected hexadecimal or octal ones"
    )]
    Spread(String),
    #[error("`{0}` has an odd number of digits: expected two for each byte")]
    OddDigits(String),
    #[error(
        "`{0}` is a number of several bytes that does not say in which order they lie: expected two digits a byte"
    )]
    WideNumber(String),
    #[error("`{0}` is no number of 2, 4, 8 or 16 hexadecimal digits")]
    NoWord(String),
    #[error("there is no hexadecimal digit in it")]
    NoDigit,
    #[error("it says that bytes were left out, but not how many")]
    LeftOut,
    #[error("its bytes would pass the last address of 64 bits")]
    PastTheLast,
    #[error("{0}")]
    Literal(Problem),
    /// The text has other literals.
    #[error("there is neither an array nor a text in quotation marks in it")]
    NoLiteral,
    /// The invalid character, or `None` if the end is missing or text follows it.
    #[error("{}", .0.as_ref().map_or_else(
        || "it is no Base64: its end is missing, or something stands behind it".to_owned(),
        |c| format!("`{c}` is no character of Base64"),
    ))]
    NotBase64(Option<String>),
    /// A row of another dialect than the text.
    #[error("it looks like {lookalike}, but the text is read as {}", dialect.title())]
    Other {
        lookalike: Lookalike,
        dialect: Dialect,
    },
}

/// What is wrong with a literal.
#[derive(Clone, Debug, PartialEq, Eq, Error, BorshSerialize, BorshDeserialize)]
pub enum Problem {
    /// A malformed number.
    #[error("`{0}` is no number: hexadecimal is written 0x4d, 4dh or $4d")]
    NotANumber(String),
    /// A name or an expression.
    #[error("`{0}` stands where a number should: put the value in its place")]
    NotAValue(String),
    /// A number too large for its element.
    #[error("`{text}` does not fit into an element of {width} byte{}", if *width == 1 { "" } else { "s" })]
    DoesNotFit { text: String, width: u32 },
    /// A number of several bytes without a known element width.
    #[error(
        "`{0}` has several bytes, and nothing says how wide an element is: declare the array (uint16_t, DWORD, u64 …)"
    )]
    WidthUnknown(String),
    /// A type whose width depends on the platform, or that is not an integer type.
    #[error(
        "elements of type `{0}` are no integers of a known width: declare them as uint32_t or uint64_t"
    )]
    VagueType(String),
    /// Two commas with nothing between them.
    #[error("between two commas there is no element")]
    Missing,
    /// Two elements without a comma between them.
    #[error("there is no comma before `{0}`")]
    NoComma(String),
    /// An ellipsis with more elements after it.
    #[error("its dots leave elements out, and nobody says how many")]
    Elided,
    /// Brackets nested too deeply.
    #[error("it has more than {LITERAL_DEPTH_LIMIT} brackets in one another")]
    TooDeep,
    /// An invalid escape, or one of ambiguous length.
    #[error(
        "`{0}` is no escape of one byte: write two hexadecimal digits, and end the text (`\"\"`) where a third would follow"
    )]
    Escape(String),
    /// A character whose encoding is unknown.
    #[error(
        "which bytes `{0}` has depends on the encoding of the source: write it as \\x and two hexadecimal digits"
    )]
    Character(String),
    /// An unsupported kind of string.
    #[error("texts that begin with `{0}` are not read")]
    Prefix(String),
    /// The last word of a line that may continue in the next line.
    #[error(
        "a line ends behind `{0}`, and nobody can tell whether it goes on in the next one: join the lines, or put commas between the elements"
    )]
    Wrapped(String),
    /// A number at the start of a line that may be a line number.
    #[error(
        "`{0}` may be an element, or the number of its line: put commas between the elements, or take the numbers of lines out"
    )]
    Numbered(String),
    /// A string that is not terminated in its line.
    #[error(
        "the text that begins with `{0}` is not closed: join its lines, or add the quotation mark"
    )]
    Unclosed(String),
    /// A string that should be hexadecimal or Base64 and is not.
    #[error("the text in it is no {0}")]
    Encoding(String),
}
