//! Text out of a debugger or an editor → [`Space`], and a report of what became of every line.
//!
//! `detect` decides from all lines which dialect the text is in; one file a dialect reads it. A line
//! that is not understood is listed with its number and the reason; what would give wrong bytes is an error.

mod assemble;
mod base64;
mod broken;
mod cells;
mod chars;
pub(super) mod clean;
mod detect;
mod dialect;
mod fate;
mod format;
mod gathered;
mod guid;
pub(super) mod html;
mod joined;
mod lead;
mod literal;
mod lookalike;
mod plain;
mod pointers;
pub(super) mod prompt;
mod records;
mod rewrite;
mod row;
mod rows;
mod tally;
pub(super) mod text;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

pub use self::dialect::Dialect;
pub use self::fate::{Fate, LineFate, Problem, Reason, Skip};
pub use self::format::Places;
pub use self::lookalike::Lookalike;

pub(super) use self::fate::excerpt;

use self::cells::Order;
use self::clean::Clean;
use self::detect::Detected;
use self::text::{Line, is_hex};
use super::limits::{
    ARRAYS_LIMIT, BYTES_LIMIT, LINES_LIMIT, OTHER_READINGS_LIMIT, REGIONS_LIMIT, TEXT_LIMIT,
};
use super::listing::{self, Listing, Tool};
use super::memory::{Byte, Memory, TooManyBytes};
use super::space::Space;

/// What was read, and how.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
    /// What is worth knowing about lines that were read.
    pub notes: Vec<Note>,
}

/// What is worth knowing about a line that was read: a declared length that is not kept, an end that is missing.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Note {
    pub line: usize,
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
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Candidate {
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
    TextTooLong { bytes: usize },
    /// More than [`LINES_LIMIT`] lines.
    #[error(
        "the text has more than {LINES_LIMIT} lines: paste the part that holds the structure, or pass the bytes as a file"
    )]
    TooManyLines,
    /// More than [`BYTES_LIMIT`] bytes.
    #[error(
        "line {line} passes 0x{BYTES_LIMIT:x} bytes, which is as many as are read: paste the part that holds the structure"
    )]
    TooManyBytes { line: usize },
    /// More than [`REGIONS_LIMIT`] regions.
    #[error(
        "line {line} begins another region, and at most {REGIONS_LIMIT} are read: paste the part that holds the structure"
    )]
    TooManyRegions { line: usize },
    /// More than [`ARRAYS_LIMIT`] arrays.
    #[error(
        "line {line} begins another array, and at most {ARRAYS_LIMIT} are read: paste the one that holds the structure"
    )]
    TooManyArrays { line: usize },
    /// A layout, as `dt` and `dx` print it: no bytes.
    #[error(
        "line {line} begins a layout as {} prints it, which tells no bytes: paste the output of `db` for the address that was given to it",
        tool.title()
    )]
    Listing { line: usize, tool: Tool },
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
        "no bytes found{}. Line {line}: {skip}. Paste the output of a debugger (`db`, `dq`, `x/16xb`), or bytes in hexadecimal such as `4d 5a 90 00`",
        among.map_or_else(String::new, |(lines, step)| format!(" (one in {step} of {lines} was looked at)"))
    )]
    NoBytes {
        line: usize,
        skip: Skip,
        /// How many lines there are, and of how many of them one was looked at, where not all were.
        among: Option<(usize, usize)>,
    },
    /// A dialect that is recognised but not read.
    #[error(
        "line {line} looks like {lookalike}, which is not read. {}",
        lookalike.advice()
    )]
    NotReadYet { line: usize, lookalike: Lookalike },
    /// A line that should be bytes is damaged, and there is no address to tell where the next ones belong.
    #[error(
        "line {line} looks like bytes, but {skip}. Without addresses, what follows would land at the wrong offset: correct the line, or take it out with everything before it"
    )]
    Damaged { line: usize, skip: Skip },
}

impl ReadError {
    /// The same, where not every line was looked at, but one in so many.
    fn among(mut self, lines: usize, step: usize) -> Self {
        if let Self::NoBytes { among, .. } = &mut self {
            *among = (step > 1).then_some((lines, step));
        }
        self
    }
}

impl Reading {
    /// What was read, where the text states no addresses and nothing else is to be told.
    fn new(space: Space, dialect: Dialect, why: impl Into<String>) -> Self {
        Self {
            space,
            places: Places::None,
            starts: Vec::new(),
            dialect,
            why: why.into(),
            also: Vec::new(),
            lines: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The reading; an error where nothing was read.
    fn checked(mut self) -> Result<Self, ReadError> {
        joined::together(&mut self.lines);
        if !self.space.is_empty() {
            return Ok(self);
        }
        let first = self.skipped().next();
        let (line, skip) = first.ok_or(ReadError::NoRows)?;
        let skip = skip.clone();
        let among = None;
        Err(ReadError::NoBytes { line, skip, among })
    }

    /// Whether it tells a byte that another reading does not, wherever they lie.
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

    /// Names another reading, if it gives other bytes.
    fn offer(&mut self, other: Result<Self, ReadError>) {
        let other = other.ok().filter(|other| other.differs(self));
        self.also.extend(other.map(|other| Candidate {
            dialect: other.dialect,
            why: other.why,
        }));
    }
}

/// What a text is: bytes, or a layout.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Pasted {
    Bytes(Reading),
    /// A layout, as a debugger prints it.
    Listing(Listing),
}

/// Reads the bytes of a text in whatever dialect it is. A layout, which tells none, is an error: see [`pasted`].
pub fn read(text: &str) -> Result<Reading, ReadError> {
    bytes(pasted(text)?)
}

/// Reads a text in whatever dialect it is, be it bytes or a layout.
pub fn pasted(text: &str) -> Result<Pasted, ReadError> {
    text_as(text, None)
}

/// Reads a text as that dialect, whatever it looks like.
pub fn read_as(text: &str, dialect: Dialect) -> Result<Reading, ReadError> {
    bytes(text_as(text, Some(dialect))?)
}

/// The other readings of a text, which give other bytes: of those that a reading names, at most [`OTHER_READINGS_LIMIT`].
#[must_use]
pub fn others(text: &str, reading: &Reading) -> Vec<Reading> {
    let dialects = reading.also.iter().map(|also| also.dialect);
    let read = dialects.filter_map(|dialect| read_as(text, dialect).ok());
    read.take(OTHER_READINGS_LIMIT).collect()
}

/// Takes bytes as they are.
pub fn raw(bytes: Vec<u8>) -> Result<Reading, TooManyBytes> {
    let memory = Memory::new(bytes)?;
    Ok(Reading::new(memory.into(), Dialect::Raw, "bytes, not text"))
}

fn bytes(pasted: Pasted) -> Result<Reading, ReadError> {
    match pasted {
        Pasted::Bytes(reading) => Ok(reading),
        Pasted::Listing(Listing { tool, members, .. }) => Err(ReadError::Listing {
            line: members.first().map_or(1, |member| member.line),
            tool,
        }),
    }
}

/// Reads a text as a dialect, or in whatever dialect it is.
fn text_as(text: &str, dialect: Option<Dialect>) -> Result<Pasted, ReadError> {
    if text.len() > TEXT_LIMIT {
        return Err(ReadError::TextTooLong { bytes: text.len() });
    }
    let text = &*rewrite::plain(text);
    let rows = joined::apart(text::lines(text)?);
    if rows.lines.is_empty() {
        return Err(ReadError::Empty);
    }
    let raw = || lines_as(text, &rows.lines, dialect);
    let mut pasted = match clean::clean(&rows.lines) {
        Some(clean) => either(&clean, dialect, &rows.lines, raw)?,
        None => raw()?,
    };
    if let Pasted::Bytes(reading) = &mut pasted {
        rows.tell(reading);
    }
    Ok(pasted)
}

/// The same of lines before which something stands, without that; as they are, where that is likelier or gives nothing.
fn either(
    clean: &Clean<'_>,
    dialect: Option<Dialect>,
    lines: &[Line<'_>],
    raw: impl Fn() -> Result<Pasted, ReadError>,
) -> Result<Pasted, ReadError> {
    let held = dialect.map(|dialect| match dialect {
        Dialect::PlainNumbered if clean.numbered => Dialect::Plain,
        dialect => dialect,
    });
    let cleaned = || match lines_as(&clean.text(), &clean.lines, held)? {
        Pasted::Bytes(reading) if clean.numbered => Ok(Pasted::Bytes(numbered(reading, lines))),
        pasted => Ok(pasted),
    };
    match dialect {
        // The numbers of the lines are bytes, if they can be.
        Some(Dialect::Plain | Dialect::PlainWords | Dialect::Malfind) if clean.numbered => {
            raw().or_else(|_| cleaned())
        }
        None if clean.doubtful => {
            let mut pasted = raw()?;
            if let (Pasted::Bytes(reading), Ok(Pasted::Bytes(mut other))) = (&mut pasted, cleaned())
            {
                other.why = LINES.to_owned();
                reading.offer(Ok(other));
            }
            Ok(pasted)
        }
        _ => cleaned().or_else(|error| raw().map_err(|_| error)),
    }
}

/// A reading of lines before which their numbers stood, and the one in which the numbers are bytes.
fn numbered(mut reading: Reading, lines: &[Line<'_>]) -> Reading {
    if reading.dialect == Dialect::Plain {
        reading.dialect = Dialect::PlainNumbered;
        reading.offer(plain::read(lines, Order::Memory, BYTES.to_owned()));
    }
    if let Some(first) = lines.first() {
        let text = "every line begins with its number, which is not read".to_owned();
        let line = first.number;
        reading.notes.insert(0, Note { line, text });
    }
    reading
}

/// The same of lines as they stand.
fn lines_as(text: &str, lines: &[Line<'_>], dialect: Option<Dialect>) -> Result<Pasted, ReadError> {
    if let Some(dialect) = dialect {
        return asked(text, lines, dialect).map(Pasted::Bytes);
    }
    let listing = listing::of_lines(lines);
    if let Some(listing) = listing.as_ref().filter(|it| it.skipped.is_empty()) {
        return Ok(Pasted::Listing(listing.clone()));
    }
    if let Some(reading) = records::read(lines) {
        return reading.map(Pasted::Bytes);
    }
    let detected = detect::detect(lines);
    // Rows with addresses are what they are, whatever stands around them.
    if !matches!(detected, Ok(Detected::Rows { .. })) {
        if let Some(listing) = listing {
            return Ok(Pasted::Listing(listing));
        }
        if let Some(reading) = written(text, lines) {
            return reading.map(Pasted::Bytes);
        }
    }
    numbers(lines, detected?).map(Pasted::Bytes)
}

/// Reads lines as that dialect.
fn asked(text: &str, lines: &[Line<'_>], dialect: Dialect) -> Result<Reading, ReadError> {
    if let Some(format) = dialect.format() {
        return rows::read(lines, format, detect::unit(lines, format));
    }
    let literal = || literal::read(text, lines, Some(dialect));
    let read = match dialect {
        Dialect::Base64 => literal().or_else(|| base64::read(lines, true)),
        Dialect::Plain | Dialect::Malfind | Dialect::PlainWords => {
            let order = match dialect {
                Dialect::PlainWords => Order::Number,
                _ => Order::Memory,
            };
            let reading = plain::read(lines, order, "as was asked for".to_owned());
            match reading.is_ok() {
                true => return reading,
                false => Some(literal().unwrap_or(reading)),
            }
        }
        Dialect::Guid => guid::read(lines).or_else(literal),
        Dialect::IntelHex => records::read(lines).or_else(literal),
        _ => literal(),
    };
    let reading = read.ok_or(ReadError::NotThat(dialect))??;
    let is_that = reading.dialect == dialect;
    is_that
        .then_some(reading)
        .ok_or(ReadError::NotThat(dialect))
}

/// Reads a text without addresses that is more than numbers; `None` where it is not.
fn written(text: &str, lines: &[Line<'_>]) -> Option<Result<Reading, ReadError>> {
    guid::read(lines)
        .or_else(|| literal::read(text, lines, None))
        .or_else(|| base64::read(lines, false))
}

/// Why what looks like offsets or the numbers of lines may be bytes.
const BYTES: &str = "the first number of each line may be bytes, too";

/// Why what looks like bytes may be the numbers of lines.
const LINES: &str = "the first number of each line may be the number of the line";

/// Why plain hexadecimal may be numbers.
const NUMBERS: &str = "every word has as many digits as a number of one, two, four or eight bytes";

/// Reads numbers, with addresses or without.
fn numbers(lines: &[Line<'_>], detected: Detected) -> Result<Reading, ReadError> {
    let words = || plain::read(lines, Order::Number, NUMBERS.to_owned());
    let (mut reading, others, base64) = match detected {
        Detected::Rows { format, unit, also } => {
            let others = also.into_iter();
            let others = others.map(|format| rows::read(lines, format, unit));
            let bytes = || plain::read(lines, Order::Memory, BYTES.to_owned());
            let bytes = format.is_short().then(bytes);
            let reading = rows::read(lines, format, unit)?;
            (reading, others.chain(bytes).collect(), None)
        }
        Detected::Plain { order, why, either } => {
            if let Some((line, reason)) = addresses(lines) {
                let skip = Skip::new(reason, &line.text);
                let (line, among) = (line.number, None);
                return Err(ReadError::NoBytes { line, skip, among });
            }
            let other = either.then(words);
            let mut reading = plain::read(lines, order, why)?;
            reading.notes.extend(alike(lines)?);
            (reading, Vec::from_iter(other), base64::candidate(lines))
        }
    };
    // A column of numbers looks like addresses; no address is that low.
    let is_low = |start: &u64| *start < rows::LOWEST_ADDRESS;
    let is_column = matches!(reading.dialect, Dialect::WindbgDq | Dialect::WindbgDqs)
        && reading.starts.len() > 1
        && reading.starts.iter().any(is_low);
    let words = is_column.then(words).and_then(Result::ok);
    let rows = words.map(|words| Ok(std::mem::replace(&mut reading, words)));
    for other in others.into_iter().chain(rows) {
        reading.offer(other);
    }
    reading.also.extend(base64);
    Ok(reading)
}

/// How many addresses without rows there are at least.
const LEAST_ADDRESSES: usize = 3;

/// How many digits an address has at least, and at most.
const LEAST_DIGITS: usize = 4;
const MOST_DIGITS: usize = 16;

/// How many bytes a row has at least.
const LEAST_STEP: u64 = 4;

/// A note on lines that all say the same word: they may be the beginnings of rows that were cut. An error where the word is no number.
fn alike(lines: &[Line<'_>]) -> Result<Option<Note>, ReadError> {
    let rows = lines
        .iter()
        .filter(|line| prompt::around(&line.text).is_none());
    let mut texts = rows.clone().map(|line| line.text.trim());
    let Some((first, word)) = rows.clone().next().zip(texts.next()) else {
        return Ok(None);
    };
    let count = rows.clone().count();
    if count < 2 || word.contains(' ') || !texts.all(|text| text == word) {
        return Ok(None);
    }
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let line = first.number;
    if digits.len() > MOST_DIGITS {
        return Ok(None);
    }
    if !digits.len().is_multiple_of(2) || !is_hex(digits) {
        let skip = Skip::new(Reason::NoByte, &first.text);
        let among = None;
        return Err(ReadError::NoBytes { line, skip, among });
    }
    let text =
        "all lines say the same: they may be the beginnings of addresses, and the rest was cut off";
    let text = text.to_owned();
    Ok((count >= LEAST_ADDRESSES).then_some(Note { line, text }))
}

/// The first line of a text of addresses whose rows were not copied, or are none: numbers that count on in equal steps, each
/// alone in its line, or with about as many bytes behind it.
fn addresses<'l, 't>(lines: &'l [Line<'t>]) -> Option<(&'l Line<'t>, Reason)> {
    let rows = lines
        .iter()
        .filter(|line| prompt::around(&line.text).is_none());
    let first = rows.clone().next()?;
    let is_alone = |lead: &lead::Lead<'_>| lead.rest.is_empty();
    let short = |text| lead::short(text).filter(|lead| lead.digits.len() >= LEAST_DIGITS);
    let leads = rows.map(|line| lead::lead(line.text.trim()).or_else(|| short(line.text.trim())));
    // Something may be said above them.
    let leads = leads.skip_while(Option::is_none);
    let leads: Vec<lead::Lead<'_>> = leads.collect::<Option<_>>()?;
    let [one, two, ..] = leads[..] else {
        return None;
    };
    let step = two.value.checked_sub(one.value)?;
    let mut pairs = leads.iter().zip(leads.iter().skip(1));
    let counts = pairs.all(|(one, next)| one.value.checked_add(step) == Some(next.value));
    let is_step = (LEAST_STEP..=joined::LONGEST).contains(&step);
    let digits = one.rest.bytes().filter(u8::is_ascii_hexdigit).count() as u64;
    // As many digits as the bytes of a row have, or a quarter of them.
    let is_row = is_alone(&one) || (step / 2..=step.saturating_mul(2)).contains(&digits);
    let reason = match is_alone(&one) {
        true => Reason::NoByte,
        false => Reason::Address(one.digits.to_owned()),
    };
    (counts && is_step && is_row && leads.len() >= LEAST_ADDRESSES).then_some((first, reason))
}
