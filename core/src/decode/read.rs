//! Text out of a debugger or an editor → [`Space`], and a report of what became of every line.
//!
//! `detect` decides from all lines which dialect the text is in; one file a dialect reads it. A line
//! that is not understood is listed with its number and the reason; what would give wrong bytes is an error.

mod address;
mod assemble;
mod base64;
mod db;
mod detect;
mod fate;
mod guid;
mod literal;
mod lookalike;
mod plain;
pub(super) mod prompt;
pub(super) mod text;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::fmt;

use thiserror::Error;

pub use self::fate::{Fate, LineFate, Reason, Skip};
pub use self::literal::Problem;
pub use self::lookalike::Lookalike;

pub(super) use self::fate::excerpt;

use self::detect::Detected;
use super::limits::{ARRAYS_LIMIT, BYTES_LIMIT, LINES_LIMIT, TEXT_LIMIT};
use super::memory::{Memory, TooManyBytes};
use super::space::Space;

/// What a text was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// No text at all: bytes.
    Raw,
    /// Hexadecimal digits without addresses.
    Plain,
    /// WinDbg's `db`: an address, bytes of two digits, perhaps their characters.
    WindbgDb,
    /// An array in C or C++, `xxd -i` included.
    CArray,
    /// An array in C#.
    CSharpArray,
    /// An array in Java.
    JavaArray,
    /// An array or a text of bytes in Rust.
    RustArray,
    /// Bytes in Python.
    PythonBytes,
    /// An array in Pascal.
    PascalArray,
    /// An array in JavaScript.
    JavaScriptArray,
    /// A slice or an array in Go.
    GoSlice,
    /// Lines for an assembler.
    Assembler,
    /// Texts in quotation marks.
    StringLiteral,
    /// Base64.
    Base64,
    /// GUIDs in their usual notation.
    Guid,
}

impl Dialect {
    /// Every one that is read.
    pub const ALL: [Self; 15] = [
        Self::Raw,
        Self::Plain,
        Self::WindbgDb,
        Self::CArray,
        Self::CSharpArray,
        Self::JavaArray,
        Self::RustArray,
        Self::PythonBytes,
        Self::PascalArray,
        Self::JavaScriptArray,
        Self::GoSlice,
        Self::Assembler,
        Self::StringLiteral,
        Self::Base64,
        Self::Guid,
    ];

    /// Its id: `raw`, `plain-hex`, `windbg-db`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Plain => "plain-hex",
            Self::WindbgDb => "windbg-db",
            Self::CArray => "c-array",
            Self::CSharpArray => "csharp-array",
            Self::JavaArray => "java-array",
            Self::RustArray => "rust-array",
            Self::PythonBytes => "python-bytes",
            Self::PascalArray => "pascal-array",
            Self::JavaScriptArray => "javascript-array",
            Self::GoSlice => "go-slice",
            Self::Assembler => "assembler",
            Self::StringLiteral => "string-literal",
            Self::Base64 => "base64",
            Self::Guid => "guid",
        }
    }

    /// What to call it in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Raw => "raw bytes",
            Self::Plain => "plain hexadecimal",
            Self::WindbgDb => "WinDbg `db`",
            Self::CArray => "an array in C or C++",
            Self::CSharpArray => "an array in C#",
            Self::JavaArray => "an array in Java",
            Self::RustArray => "an array in Rust",
            Self::PythonBytes => "bytes in Python",
            Self::PascalArray => "an array in Pascal",
            Self::JavaScriptArray => "an array in JavaScript",
            Self::GoSlice => "a slice in Go",
            Self::Assembler => "lines for an assembler",
            Self::StringLiteral => "text in quotation marks",
            Self::Base64 => "Base64",
            Self::Guid => "GUIDs",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What was read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The bytes.
    pub space: Space,
    /// What they were read from.
    pub dialect: Dialect,
    /// What shows that it is this dialect, in one sentence.
    pub why: String,
    /// What else the text may be, the likelier first: other readings that give other bytes.
    pub also: Vec<Candidate>,
    /// What became of every line that is not blank, in order. Empty for raw bytes.
    pub lines: Vec<LineFate>,
    /// What is worth knowing about lines that were read.
    pub notes: Vec<Note>,
}

/// What is worth knowing about a line that was read: a declared length that is not kept, an end that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its number, from 1.
    pub line: usize,
    /// What it is, in one sentence.
    pub text: String,
}

impl Reading {
    /// The lines that gave nothing, each with its number and the reason.
    pub fn skipped(&self) -> impl Iterator<Item = (usize, &Skip)> {
        self.lines.iter().filter_map(|line| match &line.fate {
            Fate::Skipped(skip) => Some((line.line, skip)),
            _ => None,
        })
    }
}

/// A dialect in which a text can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which.
    pub dialect: Dialect,
    /// What speaks for it, in one sentence.
    pub why: String,
}

/// Why a text gives no bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Longer than [`TEXT_LIMIT`].
    #[error(
        "the text has {bytes} bytes, and at most {TEXT_LIMIT} are read: paste the part that holds the structure, or pass the bytes as a file"
    )]
    TextTooLong {
        /// How long it is.
        bytes: usize,
    },
    /// More than [`LINES_LIMIT`] lines.
    #[error(
        "the text has more than {LINES_LIMIT} lines: paste the part that holds the structure, or pass the bytes as a file"
    )]
    TooManyLines,
    /// More than [`BYTES_LIMIT`] bytes.
    #[error(
        "line {line} passes 0x{BYTES_LIMIT:x} bytes, which is as many as are read: paste the part that holds the structure"
    )]
    TooManyBytes {
        /// Where that happened.
        line: usize,
    },
    /// More than [`ARRAYS_LIMIT`] arrays.
    #[error(
        "line {line} begins array number {}, and at most {ARRAYS_LIMIT} are read: paste the one that holds the structure",
        ARRAYS_LIMIT + 1
    )]
    TooManyArrays {
        /// Where that happened.
        line: usize,
    },
    /// There is nothing but blanks.
    #[error(
        "the text is empty: paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`"
    )]
    Empty,
    /// There are only prompts, commands and marks.
    #[error(
        "the text holds a command, but not what it printed: paste the rows that follow it, too"
    )]
    NoRows,
    /// No line could be read.
    #[error(
        "no line could be read as bytes; line {line} could not because {skip}. Paste the output of `db`, or bytes in hexadecimal such as `4d 5a 90 00`"
    )]
    NoBytes {
        /// The first line that is not blank.
        line: usize,
        /// Why it could not be read.
        skip: Skip,
    },
    /// A dialect that is recognised but not read.
    #[error(
        "line {line} looks like {lookalike}, which is not read yet. {}",
        lookalike.advice()
    )]
    NotReadYet {
        /// The first line that looks so.
        line: usize,
        /// What it looks like.
        lookalike: Lookalike,
    },
    /// Two rows give the same address different bytes.
    #[error(
        "lines {first} and {second} disagree about the byte at 0x{address:x}: 0x{was:02x} in line {first}, 0x{is:02x} in line {second}. Keep the one that you mean"
    )]
    Disagree {
        /// The line that came first.
        first: usize,
        /// The line that says otherwise.
        second: usize,
        /// The address of the first byte about which they disagree.
        address: u64,
        /// What the first says.
        was: u8,
        /// What the second says.
        is: u8,
    },
    /// A line that should be bytes is damaged, and there is no address to tell where the next ones belong.
    #[error(
        "line {line} looks like bytes, but {skip}. Without addresses, what follows would land at the wrong offset: correct the line, or take it out with everything before it"
    )]
    Damaged {
        /// Which line.
        line: usize,
        /// What is wrong with it.
        skip: Skip,
    },
}

impl Reading {
    /// What was read; an error where that is nothing.
    fn finish(
        memory: Memory,
        dialect: Dialect,
        why: String,
        lines: Vec<LineFate>,
    ) -> Result<Self, ReadError> {
        Self::of(memory.into(), dialect, why, lines)
    }

    /// What was read into several regions; an error where that is nothing.
    fn of(
        space: Space,
        dialect: Dialect,
        why: String,
        lines: Vec<LineFate>,
    ) -> Result<Self, ReadError> {
        let reading = Self {
            space,
            dialect,
            why,
            also: Vec::new(),
            lines,
            notes: Vec::new(),
        };
        if !reading.space.is_empty() {
            return Ok(reading);
        }
        let first = reading.skipped().next();
        let (line, skip) = first.ok_or(ReadError::NoRows)?;
        Err(ReadError::NoBytes {
            line,
            skip: skip.clone(),
        })
    }
}

/// Reads a text in whatever dialect it is.
pub fn read(text: &str) -> Result<Reading, ReadError> {
    if text.len() > TEXT_LIMIT {
        return Err(ReadError::TextTooLong { bytes: text.len() });
    }
    let lines = text::lines(text)?;
    let detected = detect::detect(&lines);
    if let Ok(Detected::Db { why }) = detected {
        return db::read(&lines, why);
    }
    if let Some(reading) = unaddressed(text, &lines) {
        return reading;
    }
    match detected? {
        Detected::Db { why } => db::read(&lines, why),
        Detected::Plain { why } => {
            let mut reading = plain::read(&lines, why)?;
            reading.also.extend(base64::candidate(&lines));
            Ok(reading)
        }
    }
}

/// Reads a text without addresses that is more than plain hexadecimal; `None` where it is not.
fn unaddressed(text: &str, lines: &[text::Line<'_>]) -> Option<Result<Reading, ReadError>> {
    if guid::detect(lines) {
        return Some(guid::read(lines));
    }
    if literal::detect(text, lines).is_some() {
        return Some(literal::read(text, lines, None));
    }
    base64::detect(lines).map(|why| base64::read(lines, why))
}

/// Takes bytes as they are.
pub fn raw(bytes: Vec<u8>) -> Result<Reading, TooManyBytes> {
    Ok(Reading {
        space: Memory::new(bytes)?.into(),
        dialect: Dialect::Raw,
        why: "bytes, not text".to_owned(),
        also: Vec::new(),
        lines: Vec::new(),
        notes: Vec::new(),
    })
}
