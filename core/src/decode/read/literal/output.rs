//! What reading literals gives: a region for each array, the outcome of each line; or the problem that stops it.

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use crate::decode::limits::{BYTES_LIMIT, LITERAL_DEPTH_LIMIT};
use crate::decode::memory::{Byte, Memory};
use crate::decode::read::Note;
use crate::decode::read::fate::{Fate, LineFate};

/// Why reading stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something is wrong in that line.
    Problem(usize, Problem),
    /// More bytes than are read.
    TooManyBytes(usize),
    /// More arrays than are read.
    TooManyArrays(usize),
}

/// What is wrong with a literal.
#[derive(Clone, Debug, PartialEq, Eq, Error, BorshSerialize, BorshDeserialize)]
pub enum Problem {
    /// It begins as a number, but is none.
    #[error("`{0}` is no number: hexadecimal is written 0x4d, 4dh or $4d")]
    NotANumber(String),
    /// A name or an expression.
    #[error("`{0}` stands where a number should: put the value in its place")]
    NotAValue(String),
    /// A number too large for its element.
    #[error("`{text}` does not fit into an element of {width} byte{}", if *width == 1 { "" } else { "s" })]
    DoesNotFit {
        /// The number as it stands.
        text: String,
        /// How many bytes the element has.
        width: u32,
    },
    /// A number of several bytes where nothing says how wide the elements are.
    #[error(
        "`{0}` has several bytes, and nothing says how wide an element is: declare the array (uint16_t, DWORD, u64 …)"
    )]
    WidthUnknown(String),
    /// A type whose width depends on the machine, or that holds no integers.
    #[error(
        "elements of type `{0}` are no integers of a known width: declare them as uint32_t or uint64_t"
    )]
    VagueType(String),
    /// Two commas with nothing between them.
    #[error("between two commas there is no element")]
    Missing,
    /// Two elements with no comma between them.
    #[error("there is no comma before `{0}`")]
    NoComma(String),
    /// Dots that leave elements out, with more elements behind them.
    #[error("its dots leave elements out, and nobody says how many")]
    Elided,
    /// Too many brackets in one another.
    #[error("it has more than {LITERAL_DEPTH_LIMIT} brackets in one another")]
    TooDeep,
    /// An escape that is none, or whose length nobody can tell.
    #[error(
        "`{0}` is no escape of one byte: write two hexadecimal digits, and end the text (`\"\"`) where a third would follow"
    )]
    Escape(String),
    /// A character of which nobody says which bytes it has.
    #[error(
        "which bytes `{0}` has depends on the encoding of the source: write it as \\x and two hexadecimal digits"
    )]
    Character(String),
    /// A kind of string that is not read.
    #[error("texts that begin with `{0}` are not read")]
    Prefix(String),
    /// A string that should be hexadecimal or Base64 and is not.
    #[error("the text in it is no {0}")]
    Encoding(String),
}

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) regions: Vec<Memory>,
    /// The lines that gave bytes, in order.
    pub(super) fates: Vec<LineFate>,
    pub(super) notes: Vec<Note>,
    /// Runs of lines that belong to a literal, bytes or not.
    pub(super) code: Vec<(usize, usize)>,
    /// The line in which the last array ends.
    pub(super) end: usize,
    /// How many bytes there are in all arrays.
    total: usize,
}

impl Output {
    /// What comes next is an array of its own.
    pub(super) fn begin(&mut self) {
        if self.regions.last().is_none_or(|region| !region.is_empty()) {
            self.regions.push(Memory::default());
        }
    }

    /// Takes a byte that stands in that line.
    pub(super) fn push(&mut self, line: usize, byte: Option<u8>) -> Result<(), Stop> {
        if self.total >= BYTES_LIMIT {
            return Err(Stop::TooManyBytes(line));
        }
        self.total += 1;
        if self.regions.is_empty() {
            self.begin();
        }
        let region = self.regions.len().saturating_sub(1);
        let Some(memory) = self.regions.last_mut() else {
            return Ok(());
        };
        let at = memory.len();
        memory.push(byte).map_err(|_| Stop::TooManyBytes(line))?;
        match self.fates.last_mut() {
            Some(last) if last.line == line => {
                if let Fate::Bytes {
                    region: before,
                    count,
                    ..
                } = &mut last.fate
                    && *before == region
                {
                    *count += 1;
                }
            }
            _ => {
                let count = 1;
                let fate = Fate::Bytes { region, at, count };
                self.fates.push(LineFate::new(line, fate));
            }
        }
        Ok(())
    }

    /// How many bytes the array has that is being read.
    pub(super) fn len(&self) -> usize {
        self.regions.last().map_or(0, Memory::len)
    }

    /// Takes the bytes of the array from there on once more, so many times.
    pub(super) fn repeat(&mut self, line: usize, from: usize, times: u64) -> Result<(), Stop> {
        let behind = self.len();
        let times = if from == behind { 0 } else { times };
        for at in (0..times).flat_map(|_| from..behind) {
            let byte = self.regions.last().and_then(|array| match array.byte(at) {
                Byte::Known(byte) => Some(byte),
                _ => None,
            });
            self.push(line, byte)?;
        }
        Ok(())
    }

    pub(super) fn note(&mut self, line: usize, text: String) {
        self.notes.push(Note { line, text });
    }
}
