//! The outcome of each line, and the reasons why a line gives no bytes.

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use super::{Dialect, UnsupportedDialect};
use crate::decode::limits::{EXCERPT_LIMIT, LITERAL_DEPTH_LIMIT};

#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct LineOutcome {
    /// The line number, from 1.
    pub line: usize,
    pub outcome: Outcome,
    /// The text of a row besides its address, its bytes and their characters: a symbol, a comment.
    pub note: Option<String>,
}

impl LineOutcome {
    /// Creates an outcome without a note.
    pub(super) const fn new(line: usize, outcome: Outcome) -> Self {
        let note = None;
        Self {
            line,
            outcome,
            note,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Outcome {
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
    pub reason: SkipReason,
    /// The line, cut after [`EXCERPT_LIMIT`] characters.
    pub text: String,
}

impl Skip {
    pub(super) fn new(reason: SkipReason, text: &str) -> Self {
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
pub enum SkipReason {
    #[error("it does not begin with an address, unlike the rows")]
    NoAddress,
    /// The digits of its address, and the digits of all other addresses.
    #[error("its address has {0} digits, but the others have {1}: a digit was lost or added")]
    AddressDigits(usize, usize),
    #[error("the characters at its end include those of `{0}`: it is data, not an address")]
    AddressShown(String),
    #[error("its characters are those of its numbers in another order of the bytes")]
    Order,
    /// The evidence from the rows beside it.
    #[error("{0}: a digit of its address was lost or changed, so its bytes are unknown")]
    Misplaced(String),
    #[error("the command before it prints no memory")]
    OtherCommand,
    #[error("it has an address but no bytes")]
    NoByte,
    #[error(
        "many rows contradict the rows beside them: the numbers before them are not addresses, or are wrong"
    )]
    Disagree,
    #[error(
        "`{0}` after the address is not a number: expected bytes, or words of two, four or eight bytes"
    )]
    NoNumber(String),
    /// A decimal number.
    #[error(
        "the number of bytes of `{0}` is not known: paste the command (`x/8db`), too, or a second row"
    )]
    Unsized(String),
    #[error("its numbers have {0} bytes, a size that this dialect does not have")]
    Unit(usize),
    #[error("the debugger could not read this memory")]
    Unreadable,
    /// The bytes of a row.
    #[error(
        "it does not have the {0} bytes between its address and the next, or its address is not among those of the rows"
    )]
    Step(u64),
    /// A label in place of the first address.
    #[error("the address of `{0}` is not known: paste the row before it, too")]
    Unplaced(String),
    #[error("it repeats the row above, but no row or address below shows where it ends")]
    NoRepeat,
    /// An address with a colon.
    #[error("`{0}` is an address, but the row after it is not in a known format")]
    Address(String),
    /// An Intel HEX record.
    #[error(
        "it is not a record: expected a colon, a length, an address, a type, that many bytes and a checksum"
    )]
    NoRecord(String),
    #[error("its checksum does not match its bytes: a digit was changed")]
    Checksum,
    #[error("it follows the end of a file, so the base of its address is not known")]
    AfterEnd,
    #[error("`{0}` is not hexadecimal: expected two digits per byte, or ??")]
    NotHex(String),
    #[error(
        "`{0}` has more or fewer digits than the numbers before it: the row is damaged or cut off"
    )]
    OtherSize(String),
    #[error(
        "`{0}` has more than one blank beside it, like a decimal number: expected hexadecimal or octal"
    )]
    Spread(String),
    #[error(
        "`{0}` is separated otherwise than the bytes beside it: it may be a count, a checksum or a time"
    )]
    Apart(String),
    #[error(
        "every other number is one more than the one before, like the numbers of elements: paste the values without them"
    )]
    Index,
    #[error("it may number the columns of the rows below it: remove it")]
    Columns,
    #[error(
        "`{0}` and other numbers stand beside those in brackets: paste the bytes alone, or all of them in brackets"
    )]
    Beside(String),
    #[error("the text in quotation marks is numbers: paste them without the quotation marks")]
    Quoted,
    #[error("`{0}` has an odd number of digits: expected two digits per byte")]
    OddDigits(String),
    #[error("`{0}` is a number of several bytes in an unknown order: expected two digits per byte")]
    WideNumber(String),
    /// Its bytes, and those of most others.
    #[error("it has {0} bytes and the other rows {1}: some were lost or added")]
    RowSize(usize, usize),
    #[error("`{0}` is not a number of 2, 4, 8 or 16 hexadecimal digits")]
    NoWord(String),
    #[error("it has no hexadecimal digits")]
    NoDigit,
    #[error("it says that bytes were left out, but not how many")]
    LeftOut,
    #[error("its bytes exceed the 64-bit address space")]
    PastTheLast,
    #[error("{0}")]
    Literal(Problem),
    /// The text has other literals.
    #[error("it has neither an array nor a text in quotation marks")]
    NoLiteral,
    /// The invalid character, or `None` if the end is missing or text follows it.
    #[error("{}", .0.as_ref().map_or_else(
        || "it is not valid Base64: its end is missing, or something follows it".to_owned(),
        |c| format!("`{c}` is not a Base64 character"),
    ))]
    NotBase64(Option<String>),
    #[error("it looks like {lookalike}, but the text is read as {}", dialect.title())]
    Other {
        lookalike: UnsupportedDialect,
        dialect: Dialect,
    },
}

/// What is wrong with a literal.
#[derive(Clone, Debug, PartialEq, Eq, Error, BorshSerialize, BorshDeserialize)]
pub enum Problem {
    #[error("`{0}` is not a number: hexadecimal is written 0x4d, 4dh or $4d")]
    NotANumber(String),
    /// A name or an expression.
    #[error("`{0}` is in the place of a number: write the value instead")]
    NotAValue(String),
    #[error("`{text}` does not fit into an element of {width} byte{}", if *width == 1 { "" } else { "s" })]
    DoesNotFit { text: String, width: u32 },
    #[error(
        "`{0}` has several bytes, but the width of an element is not known: declare the array (uint16_t, DWORD, u64 …)"
    )]
    WidthUnknown(String),
    #[error(
        "elements of type `{0}` are not integers of a known width: declare them as uint32_t or uint64_t"
    )]
    VagueType(String),
    #[error("an element is missing between two commas")]
    Missing,
    #[error("a comma is missing before `{0}`")]
    NoComma(String),
    #[error("its dots leave out an unknown number of elements")]
    Elided,
    #[error("its brackets are nested more than {LITERAL_DEPTH_LIMIT} deep")]
    TooDeep,
    #[error(
        "`{0}` is not an escape of one byte: write two hexadecimal digits, and end the text (`\"\"`) before a third"
    )]
    Escape(String),
    #[error(
        "the bytes of `{0}` depend on the encoding of the source: write it as \\x and two hexadecimal digits"
    )]
    Character(String),
    #[error("texts that begin with `{0}` are not supported")]
    Prefix(String),
    #[error(
        "a line ends after `{0}`, which may continue in the next line: join the lines, or put commas between the elements"
    )]
    Wrapped(String),
    #[error(
        "`{0}` may be an element or a line number: put commas between the elements, or remove the line numbers"
    )]
    Numbered(String),
    #[error(
        "the text that begins with `{0}` is not closed: join its lines, or add the quotation mark"
    )]
    Unclosed(String),
    #[error("the text in it is not {0}")]
    Encoding(String),
    #[error("the text has both sides of a diff: remove the lines that begin with `-`")]
    BothSides,
}
