//! What reading a text gives: bytes with the outcome of each line, a layout, or the reason why there are none.

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use super::text::Line;
use super::{
    AddressKind, Dialect, LineOutcome, Outcome, Skip, SkipReason, UnsupportedDialect, joined,
};
use crate::decode::limits::{ARRAYS_LIMIT, BYTES_LIMIT, LINES_LIMIT, REGIONS_LIMIT, TEXT_LIMIT};
use crate::decode::listing::{Listing, Tool};
use crate::decode::memory::{Byte, Memory};
use crate::decode::space::Space;

/// The bytes of a text, its dialect, and the outcome of each line.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Reading {
    /// The bytes. Regions have addresses only where the text states virtual ones, not offsets or physical addresses.
    pub space: Space,
    /// What the numbers in the address column are.
    pub address_kind: AddressKind,
    /// The start of each region as the text states it; empty if the text states none.
    pub starts: Vec<u64>,
    /// The dialect as which the text was parsed.
    pub dialect: Dialect,
    /// The evidence for the dialect, in one sentence.
    pub why: String,
    /// Other dialects in which the text gives different bytes, the likelier first.
    pub also: Vec<Candidate>,
    /// The outcome of every line that is not blank, in order. Empty for raw bytes.
    pub lines: Vec<LineOutcome>,
    /// Warnings about lines that were parsed.
    pub notes: Vec<Note>,
}

/// A warning about a parsed line: a declared length that does not match, a missing terminator.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Note {
    pub line: usize,
    pub text: String,
}

impl Reading {
    /// Adds skipped outcomes for lines that were left out.
    pub(super) fn skip(&mut self, lines: &[Line<'_>], reason: &SkipReason) {
        if lines.is_empty() {
            return;
        }
        let skipped = lines.iter().map(|line| {
            let skip = Skip::new(reason.clone(), &line.text);
            LineOutcome::new(line.number, Outcome::Skipped(skip))
        });
        self.lines.extend(skipped);
        self.lines.sort_by_key(|outcome| outcome.line);
    }

    /// Whether it has several regions or unknown bytes.
    pub(super) fn has_gaps(&self) -> bool {
        let [region] = self.space.regions() else {
            return true;
        };
        (0..region.len()).any(|at| !matches!(region.byte(at), Byte::Known(_)))
    }

    /// Whether a row begins where the row before it ends.
    pub(super) fn continues(&self) -> bool {
        let places = self.lines.iter().filter_map(|line| match line.outcome {
            Outcome::Bytes { region, at, count } => Some((region, at, at + count)),
            _ => None,
        });
        let mut pairs = places.clone().zip(places.skip(1));
        pairs.any(|((region, _, end), (next, at, _))| (region, end) == (next, at))
    }

    /// Whether no line was skipped and no byte between the first and the last is unknown.
    pub(super) fn is_whole(&self) -> bool {
        self.skipped().next().is_none() && !self.has_gaps()
    }

    /// Returns the skipped lines, each with its number and the reason.
    pub fn skipped(&self) -> impl Iterator<Item = (usize, &Skip)> {
        self.lines.iter().filter_map(|line| match &line.outcome {
            Outcome::Skipped(skip) => Some((line.line, skip)),
            _ => None,
        })
    }
}

/// A dialect in which a text can also be parsed.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Candidate {
    pub dialect: Dialect,
    /// The evidence for it, in one sentence.
    pub why: String,
}

/// Why a text gives no bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error(
        "the text has {bytes} bytes; the limit is {TEXT_LIMIT}: paste the part with the structure, or pass the bytes as a file"
    )]
    TextTooLong { bytes: usize },
    #[error(
        "the text has more than {LINES_LIMIT} lines: paste the part with the structure, or pass the bytes as a file"
    )]
    TooManyLines,
    #[error(
        "line {line} exceeds the limit of 0x{BYTES_LIMIT:x} bytes: paste the part with the structure"
    )]
    TooManyBytes { line: usize },
    #[error(
        "line {line} begins another region; the limit is {REGIONS_LIMIT}: paste the part with the structure"
    )]
    TooManyRegions { line: usize },
    #[error(
        "line {line} begins another array; the limit is {ARRAYS_LIMIT}: paste the array with the structure"
    )]
    TooManyArrays { line: usize },
    /// A layout as `dt` and `dx` print it, which has no bytes.
    #[error(
        "line {line} begins a layout printed by {}, which has no bytes: paste the output of `db` for the same address",
        tool.title()
    )]
    Listing { line: usize, tool: Tool },
    #[error("the text cannot be read as {}: no line has this format", .0.title())]
    WrongDialect(Dialect),
    #[error(
        "the text is empty: paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`"
    )]
    Empty,
    /// There are only prompts, commands and code fences.
    #[error("the text has a command but not its output: paste the rows that follow it, too")]
    NoRows,
    #[error(
        "no bytes found{}. Line {line}: {skip}. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`",
        among.map_or_else(String::new, |(lines, step)| format!(" (one in {step} of {lines} was checked)"))
    )]
    NoBytes {
        line: usize,
        skip: Skip,
        /// The number of lines and the sampling step; `None` if every line was examined.
        among: Option<(usize, usize)>,
    },
    #[error(
        "line {line} looks like {lookalike}, which is not supported. {}",
        lookalike.advice()
    )]
    Unsupported {
        line: usize,
        lookalike: UnsupportedDialect,
    },
    /// A row of bytes is damaged, and there is no address that says where the next row belongs.
    #[error(
        "line {line} looks like bytes, but {skip}. Without addresses, the bytes after it would have wrong offsets: correct the line, or remove it with everything before it"
    )]
    Damaged { line: usize, skip: Skip },
}

impl ReadError {
    /// Creates the error for a text of which every line was examined; `line` is the first that has no bytes.
    pub(super) const fn no_bytes(line: usize, skip: Skip) -> Self {
        let among = None;
        Self::NoBytes { line, skip, among }
    }

    /// Creates the error for a line that shifts the bytes after it.
    pub(super) fn damaged(line: usize, reason: SkipReason, text: &str) -> Self {
        let skip = Skip::new(reason, text);
        Self::Damaged { line, skip }
    }

    /// Adds the number of lines and the sampling step, if not every line was examined.
    pub(super) fn with_sampling(mut self, lines: usize, step: usize) -> Self {
        if let Self::NoBytes { among, .. } = &mut self {
            *among = (step > 1).then_some((lines, step));
        }
        self
    }
}

impl Reading {
    /// Creates a reading without addresses, candidates, lines and notes.
    pub(super) fn new(space: Space, dialect: Dialect, why: impl Into<String>) -> Self {
        Self {
            space,
            address_kind: AddressKind::None,
            starts: Vec::new(),
            dialect,
            why: why.into(),
            also: Vec::new(),
            lines: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the reading; an error if it has no bytes.
    pub(super) fn checked(mut self) -> Result<Self, ReadError> {
        joined::merge_outcomes(&mut self.lines);
        if !self.space.is_empty() {
            return Ok(self);
        }
        let (line, skip) = self.skipped().next().ok_or(ReadError::NoRows)?;
        Err(ReadError::no_bytes(line, skip.clone()))
    }

    /// Whether it has a known byte that the other reading does not have, at the same offset of a region, whatever the
    /// addresses.
    fn differs(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.space.regions(), other.space.regions());
        let same = |(ours, theirs): (&Memory, &Memory)| {
            let is_theirs = |at| match ours.byte(at) {
                Byte::Known(byte) => theirs.byte(at) == Byte::Known(byte),
                Byte::Unreadable | Byte::Beyond => true,
            };
            let same_bytes = || (0..ours.len()).all(is_theirs);
            ours.holds_the_same(theirs) || ours.len() == theirs.len() && same_bytes()
        };
        ours.len() != theirs.len() || !ours.iter().zip(theirs).all(same)
    }

    /// Adds another reading as a candidate, if it gives different bytes.
    pub(super) fn add_candidate(&mut self, other: Result<Self, ReadError>) {
        let other = other.ok().filter(|other| other.differs(self));
        self.also.extend(other.map(|other| Candidate {
            dialect: other.dialect,
            why: other.why,
        }));
    }
}

/// A parsed text: bytes or a layout.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum ParsedInput {
    Bytes(Reading),
    /// A layout as a debugger prints it.
    Listing(Listing),
}
