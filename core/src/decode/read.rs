//! Text out of a debugger or an editor → [`Space`], and a report of what became of every line.
//!
//! `detect` decides from all lines which dialect the text is in; one file a dialect reads it. A line
//! that is not understood is listed with its number and the reason; what would give wrong bytes is an error.

mod assemble;
mod cells;
mod chars;
mod command;
mod detect;
mod dialect;
mod fate;
mod grammar;
mod heading;
mod html;
mod lead;
mod lookalike;
mod noise;
mod plain;
mod prompt;
mod row;
mod rows;
mod tally;
mod text;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use self::dialect::Dialect;
pub use self::fate::{Fate, LineFate, Reason, Skip};
pub use self::grammar::Places;
pub use self::lookalike::Lookalike;

use self::cells::Order;
use self::detect::Detected;
use super::limits::{BYTES_LIMIT, LINES_LIMIT, REGIONS_LIMIT, TEXT_LIMIT};
use super::memory::{Memory, TooManyBytes};
use super::space::Space;

/// What was read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The bytes. Where the text states addresses, each region has one; offsets and physical addresses are none.
    pub space: Space,
    /// What the numbers before the rows are.
    pub places: Places,
    /// Where each region begins, as the text states it; empty where it states nothing.
    pub starts: Vec<u64>,
    /// What they were read from.
    pub dialect: Dialect,
    /// What shows that it is this dialect, in one sentence.
    pub why: String,
    /// What else the text may be, the likelier first: other readings that give other bytes.
    pub also: Vec<Candidate>,
    /// What became of every line that is not blank, in order. Empty for raw bytes.
    pub lines: Vec<LineFate>,
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
    /// More than [`REGIONS_LIMIT`] regions.
    #[error(
        "line {line} begins another region, and at most {REGIONS_LIMIT} are read: paste the part that holds the structure"
    )]
    TooManyRegions {
        /// The line.
        line: usize,
    },
    /// The text is not of the dialect that was asked for.
    #[error("the text cannot be read as {}: no line of it is that", .0.title())]
    NotThat(Dialect),
    /// There is nothing but blanks.
    #[error(
        "the text is empty: paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`"
    )]
    Empty,
    /// There are only prompts, commands and marks.
    #[error(
        "the text holds a command, but not what it printed: paste the rows that follow it, too"
    )]
    NoRows,
    /// No line could be read.
    #[error(
        "no line could be read as bytes; line {line} could not because {skip}. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`"
    )]
    NoBytes {
        /// The first line that is not blank.
        line: usize,
        /// Why it could not be read.
        skip: Skip,
    },
    /// A dialect that is recognised but not read.
    #[error(
        "line {line} looks like {lookalike}, which is not read. {}",
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
    /// The reading; an error where nothing was read.
    fn checked(self) -> Result<Self, ReadError> {
        if !self.space.is_empty() {
            return Ok(self);
        }
        let first = self.skipped().next();
        let (line, skip) = first.ok_or(ReadError::NoRows)?;
        let skip = skip.clone();
        Err(ReadError::NoBytes { line, skip })
    }

    /// Whether another reading gives other bytes, wherever they lie.
    fn differs(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.space.regions(), other.space.regions());
        let same = |(ours, theirs): (&Memory, &Memory)| ours.holds_the_same(theirs);
        ours.len() != theirs.len() || !ours.iter().zip(theirs).all(same)
    }
}

/// Reads a text in whatever dialect it is.
pub fn read(text: &str) -> Result<Reading, ReadError> {
    let lines = lines(text)?;
    let detected = detect::detect(&lines)?;
    // Documents without rows (arrays, string literals, listings) are told apart in `detect` and read here.
    let (mut reading, others) = match detected {
        Detected::Rows {
            grammar,
            unit,
            also,
        } => {
            let others = also.into_iter();
            let others = others.map(|grammar| rows::read(&lines, grammar, unit));
            (rows::read(&lines, grammar, unit)?, others.collect())
        }
        Detected::Plain { order, why, either } => {
            let other = either.then(|| plain::read(&lines, Order::Number, NUMBERS.to_owned()));
            (plain::read(&lines, order, why)?, Vec::from_iter(other))
        }
    };
    let others = others.into_iter().flatten();
    let others = others.filter(|other| other.differs(&reading));
    reading.also = others
        .map(|other| Candidate {
            dialect: other.dialect,
            why: other.why,
        })
        .collect();
    Ok(reading)
}

/// Why plain hexadecimal may be numbers.
const NUMBERS: &str = "every word has as many digits as a number of one, two, four or eight bytes";

/// Reads a text as that dialect, whatever it looks like.
pub fn read_as(text: &str, dialect: Dialect) -> Result<Reading, ReadError> {
    let lines = lines(text)?;
    match grammar::of(dialect) {
        Some(grammar) => rows::read(&lines, grammar, detect::unit(&lines, grammar)),
        None => {
            let order = match dialect {
                Dialect::Plain | Dialect::Malfind => Order::Memory,
                Dialect::PlainWords => Order::Number,
                _ => return Err(ReadError::NotThat(dialect)),
            };
            plain::read(&lines, order, "as was asked for".to_owned())
        }
    }
}

fn lines(text: &str) -> Result<Vec<text::Line<'_>>, ReadError> {
    if text.len() > TEXT_LIMIT {
        return Err(ReadError::TextTooLong { bytes: text.len() });
    }
    let lines = text::lines(text)?;
    if lines.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(lines)
}

/// Takes bytes as they are.
pub fn raw(bytes: Vec<u8>) -> Result<Reading, TooManyBytes> {
    Ok(Reading {
        space: Memory::new(bytes)?.into(),
        places: Places::None,
        starts: Vec::new(),
        dialect: Dialect::Raw,
        why: "bytes, not text".to_owned(),
        also: Vec::new(),
        lines: Vec::new(),
    })
}
