//! Parses the text of a debugger or an editor into a [`Space`] and reports the outcome of every line.
//!
//! `detect` decides from all lines which dialect the text is in; each kind of dialect has a file that parses it. An
//! unrecognised line is listed with its number and the reason; a line that would shift the bytes after it is an error.

mod assemble;
mod base64;
mod broken;
mod cells;
mod chars;
mod detect;
mod dialect;
mod format;
mod guid;
pub(super) mod html;
mod joined;
mod literal;
mod literal_output;
mod outcome;
mod plain;
mod pointers;
pub(super) mod prefix;
pub(super) mod prompt;
mod records;
mod rewrite;
mod row;
mod row_address;
mod row_stats;
mod rows;
pub(super) mod text;
mod unsupported;
mod work;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

pub use self::dialect::Dialect;
pub use self::format::AddressKind;
pub use self::outcome::{LineOutcome, Outcome, Problem, Skip, SkipReason};
pub use self::unsupported::UnsupportedDialect;

pub(super) use self::outcome::excerpt;

use self::cells::Order;
use self::detect::Detected;
use self::format::LineFormat;
use self::prefix::StrippedLines;
use self::rewrite::Decimals;
use self::row_address::{AddressNotation, RowAddress, parse_row_address, parse_short_offset};
use self::text::{Line, is_hex, unprefixed};
use super::limits::{
    ARRAYS_LIMIT, BYTES_LIMIT, LINES_LIMIT, OTHER_READINGS_LIMIT, REGIONS_LIMIT, TEXT_LIMIT,
};
use super::listing::{self, Listing, Tool};
use super::memory::{Byte, Memory, TooManyBytes};
use super::space::Space;

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
    /// Returns the lines that gave nothing, each with its number and the reason.
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
    const fn no_bytes(line: usize, skip: Skip) -> Self {
        let among = None;
        Self::NoBytes { line, skip, among }
    }

    /// Creates the error for a line that shifts the bytes after it.
    fn damaged(line: usize, reason: SkipReason, text: &str) -> Self {
        let skip = Skip::new(reason, text);
        Self::Damaged { line, skip }
    }

    /// Adds the number of lines and the sampling step, if not every line was examined.
    fn with_sampling(mut self, lines: usize, step: usize) -> Self {
        if let Self::NoBytes { among, .. } = &mut self {
            *among = (step > 1).then_some((lines, step));
        }
        self
    }
}

impl Reading {
    /// Creates a reading without addresses, candidates, lines and notes.
    fn new(space: Space, dialect: Dialect, why: impl Into<String>) -> Self {
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
    fn checked(mut self) -> Result<Self, ReadError> {
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
    fn add_candidate(&mut self, other: Result<Self, ReadError>) {
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

/// Parses the bytes of a text in any dialect. A layout, which has no bytes, is an error: see [`parse_input`].
pub fn read(text: &str) -> Result<Reading, ReadError> {
    bytes(parse_input(text)?)
}

/// Parses a text in any dialect, whether it has bytes or a layout.
pub fn parse_input(text: &str) -> Result<ParsedInput, ReadError> {
    parse_text(text, None)
}

/// Parses a text in the given dialect, without detection.
pub fn read_as(text: &str, dialect: Dialect) -> Result<Reading, ReadError> {
    bytes(parse_text(text, Some(dialect))?)
}

/// Returns at most [`OTHER_READINGS_LIMIT`] readings for the candidates of a reading.
#[must_use]
pub fn candidate_readings(text: &str, reading: &Reading) -> Vec<Reading> {
    let dialects = reading.also.iter().map(|also| also.dialect);
    let read = dialects.filter_map(|dialect| read_as(text, dialect).ok());
    read.take(OTHER_READINGS_LIMIT).collect()
}

/// Wraps raw bytes in a reading; an error if there are too many.
pub fn raw(bytes: Vec<u8>) -> Result<Reading, TooManyBytes> {
    let memory = Memory::new(bytes)?;
    Ok(Reading::new(memory.into(), Dialect::Raw, "bytes, not text"))
}

fn bytes(parsed: ParsedInput) -> Result<Reading, ReadError> {
    match parsed {
        ParsedInput::Bytes(reading) => Ok(reading),
        ParsedInput::Listing(Listing { tool, members, .. }) => Err(ReadError::Listing {
            line: members.first().map_or(1, |member| member.line),
            tool,
        }),
    }
}

/// Parses a text in the given dialect; detects the dialect if there is none.
fn parse_text(text: &str, dialect: Option<Dialect>) -> Result<ParsedInput, ReadError> {
    if text.len() > TEXT_LIMIT {
        return Err(ReadError::TextTooLong { bytes: text.len() });
    }
    parse_rows(text, dialect, true)
}

/// Parses a text after its notations and its rows are restored to usual ones. `is_prefixed` if a common prefix of its
/// lines is to be stripped.
fn parse_rows(
    text: &str,
    dialect: Option<Dialect>,
    is_prefixed: bool,
) -> Result<ParsedInput, ReadError> {
    let text = &*rewrite::plain(text);
    let is_list = dialect == Some(Dialect::PythonBytes);
    let list = is_list.then(|| Decimals::of(text, true)).flatten();
    let list = list.map(|decimals| decimals.write());
    let text = list.as_deref().unwrap_or(text);
    let rows = joined::split_rows(text::lines(text)?);
    if rows.lines.is_empty() {
        return Err(ReadError::Empty);
    }
    let lines = &rows.lines;
    let raw = || parse_lines(text, lines, dialect);
    let clean = is_prefixed.then(|| prefix::strip_prefixes(lines)).flatten();
    let mut parsed = match clean {
        Some(clean) => parse_stripped(&clean, dialect, lines, raw)?,
        None => raw()?,
    };
    if let ParsedInput::Bytes(reading) = &mut parsed {
        rows.report(reading);
    }
    Ok(parsed)
}

/// Parses lines after their common prefix is stripped; as they are where that is likelier or needed.
fn parse_stripped(
    clean: &StrippedLines<'_>,
    dialect: Option<Dialect>,
    lines: &[Line<'_>],
    raw: impl Fn() -> Result<ParsedInput, ReadError>,
) -> Result<ParsedInput, ReadError> {
    let held = dialect.map(|dialect| match dialect {
        Dialect::PlainNumbered if clean.numbered => Dialect::Plain,
        dialect => dialect,
    });
    // The text behind the prefix may have a notation of its own. Rows of one line stay apart.
    let text = clean.text();
    let are_apart = clean
        .lines
        .is_sorted_by(|line, next| line.number < next.number);
    let parse = || match rewrite::plain(&text) {
        Cow::Owned(plain) if are_apart => parse_rows(&plain, held, false),
        _ => parse_lines(&text, &clean.lines, held),
    };
    let cleaned = || match parse()? {
        ParsedInput::Bytes(reading) if clean.numbered => {
            Ok(ParsedInput::Bytes(numbered(reading, lines)))
        }
        parsed => Ok(parsed),
    };
    match dialect {
        // The user asked for bytes: line numbers are taken as bytes if they can be.
        Some(Dialect::Plain | Dialect::PlainWords | Dialect::Malfind) if clean.numbered => {
            raw().or_else(|_| cleaned())
        }
        None if clean.doubtful => {
            let mut parsed = raw()?;
            if let (ParsedInput::Bytes(reading), Ok(ParsedInput::Bytes(mut other))) =
                (&mut parsed, cleaned())
            {
                other.why = LINES.to_owned();
                reading.add_candidate(Ok(other));
            }
            Ok(parsed)
        }
        _ => cleaned().or_else(|error| match error {
            ReadError::Damaged { .. } => Err(error),
            error => raw().map_err(|_| error),
        }),
    }
}

/// Marks a reading as one of numbered lines, and offers the reading in which the line numbers are bytes.
fn numbered(mut reading: Reading, lines: &[Line<'_>]) -> Reading {
    if reading.dialect == Dialect::Plain {
        reading.dialect = Dialect::PlainNumbered;
        reading.add_candidate(plain::read(lines, Order::Memory, BYTES.to_owned()));
    }
    if let Some(first) = lines.first() {
        let text = "every line begins with its number, which is ignored".to_owned();
        let line = first.number;
        reading.notes.insert(0, Note { line, text });
    }
    reading
}

/// Parses lines as they are, without stripping prefixes.
fn parse_lines(
    text: &str,
    lines: &[Line<'_>],
    dialect: Option<Dialect>,
) -> Result<ParsedInput, ReadError> {
    if let Some(dialect) = dialect {
        return parse_as(text, lines, dialect).map(ParsedInput::Bytes);
    }
    let listing = listing::of_lines(lines);
    if let Some(listing) = listing.as_ref().filter(|it| it.skipped.is_empty()) {
        return Ok(ParsedInput::Listing(listing.clone()));
    }
    if let Some(reading) = records::read(lines) {
        return reading.map(ParsedInput::Bytes);
    }
    let detected = detect::detect(lines);
    let lookalike = UnsupportedDialect::Frames;
    if matches!(&detected, Err(ReadError::Unsupported { lookalike: it, .. }) if *it == lookalike)
        && let Some(reading) = parse_beside_frames(lines)
    {
        return Ok(ParsedInput::Bytes(reading));
    }
    // Rows with addresses take precedence over layouts and literals.
    if !matches!(detected, Ok(Detected::Rows { .. })) {
        if let Some(listing) = listing {
            return Ok(ParsedInput::Listing(listing));
        }
        if let Some(reading) = parse_literal(text, lines) {
            return reading.map(ParsedInput::Bytes);
        }
    }
    let mut reading = parse_numbers(lines, detected?)?;
    if reading.dialect == Dialect::Plain && Decimals::of(text, true).is_some() {
        let (dialect, why) = (Dialect::PythonBytes, DECIMALS.to_owned());
        reading.also.insert(0, Candidate { dialect, why });
    }
    Ok(ParsedInput::Bytes(reading))
}

/// Parses the rows beside the frames that WinDbg's `k` prints up to the next prompt; `None` if there are no rows.
fn parse_beside_frames(lines: &[Line<'_>]) -> Option<Reading> {
    let is_prompt = |line: &Line<'_>| {
        let around = prompt::context_line(&line.text);
        matches!(around, Some(prompt::ContextLine::Prompt(_)))
    };
    let mut is_frame = false;
    let (frames, rows): (Vec<_>, Vec<_>) = lines.iter().cloned().partition(|line| {
        is_frame = unsupported::is_frame_heading(&line.text) || is_frame && !is_prompt(line);
        is_frame
    });
    if rows.is_empty() {
        return None;
    }
    let detected = detect::detect(&rows).ok();
    let detected = detected.filter(|detected| matches!(detected, Detected::Rows { .. }))?;
    let mut reading = parse_numbers(&rows, detected).ok()?;
    let text = "the frames of a stack (`k`) are left out".to_owned();
    let line = frames.first()?.number;
    reading.notes.push(Note { line, text });
    reading.notes.sort_by_key(|note| note.line);
    let (lookalike, dialect) = (UnsupportedDialect::Frames, reading.dialect);
    reading.lines.extend(frames.iter().map(|line| {
        let skip = Skip::new(SkipReason::Other { lookalike, dialect }, &line.text);
        LineOutcome::new(line.number, Outcome::Skipped(skip))
    }));
    reading.lines.sort_by_key(|outcome| outcome.line);
    Some(reading)
}

fn parse_as(text: &str, lines: &[Line<'_>], dialect: Dialect) -> Result<Reading, ReadError> {
    if let Some(format) = dialect.format() {
        // Rows with numbers of another size are in another dialect.
        let units = match dialect.unit() {
            0 => format.units,
            unit => 1 << unit,
        };
        let format = LineFormat { units, ..*format };
        return rows::read(lines, &format, detect::unit(lines, &format));
    }
    let literal = || literal::read(text, lines, Some(dialect));
    let read = match dialect {
        Dialect::Base64 => literal().or_else(|| base64::read(lines, true)),
        Dialect::Plain | Dialect::Malfind | Dialect::PlainWords => {
            let order = match dialect {
                Dialect::PlainWords => Order::Number,
                _ => Order::Memory,
            };
            let reading = plain::read(lines, order, "as requested".to_owned());
            match reading.is_ok() {
                true => return reading,
                false => Some(literal().unwrap_or(reading)),
            }
        }
        Dialect::Guid => guid::read(lines).or_else(literal),
        Dialect::IntelHex => records::read(lines).or_else(literal),
        _ => literal(),
    };
    let reading = read.ok_or(ReadError::WrongDialect(dialect))??;
    let is_that = reading.dialect == dialect;
    is_that
        .then_some(reading)
        .ok_or(ReadError::WrongDialect(dialect))
}

/// Parses GUIDs, literals or Base64; `None` if the text is none of them.
fn parse_literal(text: &str, lines: &[Line<'_>]) -> Option<Result<Reading, ReadError>> {
    guid::read(lines)
        .or_else(|| literal::read(text, lines, None))
        .or_else(|| base64::read(lines, false))
}

/// Why apparent offsets or line numbers may be bytes.
const BYTES: &str = "the first number of each line may also be bytes";

/// Why apparent bytes may be line numbers.
const LINES: &str = "the first number of each line may be its line number";

/// Why plain hexadecimal may be numbers.
const NUMBERS: &str = "every word has as many digits as a number of one, two, four or eight bytes";

/// Why plain hexadecimal may be decimal bytes.
const DECIMALS: &str = "no number has a letter or a leading zero: all may be decimal";

/// Parses numbers, with or without an address column.
fn parse_numbers(lines: &[Line<'_>], detected: Detected) -> Result<Reading, ReadError> {
    let words = || plain::read(lines, Order::Number, NUMBERS.to_owned());
    let (mut reading, others, base64) = match detected {
        Detected::Rows { format, unit, also } => {
            let others = also.into_iter();
            let others = others.map(|format| rows::read(lines, &format, unit));
            let bytes = || plain::read(lines, Order::Memory, BYTES.to_owned());
            let bytes = format.is_short().then(bytes);
            let reading = rows::read(lines, &format, unit)?;
            // Before its numbers, a tool prints two blanks.
            let may_be_words = reading.dialect == Dialect::WindbgDq
                && reading.skipped().next().is_none()
                && lines.iter().all(|line| !line.text.trim().contains("  "));
            let words = may_be_words.then(words);
            (reading, others.chain(bytes).chain(words).collect(), None)
        }
        Detected::Plain {
            order,
            why,
            either,
            rows: format,
        } => {
            let around = |line: &&Line<'_>| prompt::context_line(&line.text).is_none();
            let rows: Vec<&Line<'_>> = lines.iter().filter(around).collect();
            if let Some((line, reason)) = address_column(&rows) {
                let skip = Skip::new(reason, &line.text);
                return Err(ReadError::no_bytes(line.number, skip));
            }
            let other = either.then(words);
            let mut reading = plain::read(lines, order, why)?;
            reading.notes.extend(repeated_word_note(&rows)?);
            let found =
                format.map(|format| rows::read(lines, &format, detect::unit(lines, &format)));
            let others: Vec<_> = other.into_iter().chain(found).collect();
            (reading, others, base64::candidate(lines))
        }
    };
    // A column of low numbers looks like addresses, but real addresses are higher.
    let is_low = |start: &u64| *start < rows::LOWEST_ADDRESS;
    let is_column = matches!(reading.dialect, Dialect::WindbgDq | Dialect::WindbgDqs)
        && reading.starts.len() > 1
        && reading.starts.iter().any(is_low);
    let words = is_column.then(words).and_then(Result::ok);
    let rows = words.map(|words| Ok(std::mem::replace(&mut reading, words)));
    for other in others.into_iter().chain(rows) {
        reading.add_candidate(other);
    }
    reading.also.extend(base64);
    Ok(reading)
}

/// The fewest addresses without rows that are reported as such.
const LEAST_ADDRESSES: usize = 3;

/// The fewest and the most digits of an address.
const LEAST_DIGITS: usize = 4;
const MOST_DIGITS: usize = 16;

/// The fewest bytes of a row.
const LEAST_STEP: u64 = 4;

/// At most one in this many lines among addresses that ascend is another.
const OTHERS: usize = 4;

/// The digits of an offset of `od`, an odd number.
const OD_DIGITS: usize = 7;

/// Parses an address with the prefix `0x` that a blank or another mark separates from the row.
fn separated_address(text: &str) -> Option<RowAddress<'_>> {
    let (address, rest) = text.split_once([',', ';', '|', ' '])?;
    let lead = parse_short_offset(address.trim().strip_prefix("0x")?)?;
    lead.rest.is_empty().then_some(RowAddress { rest, ..lead })
}

/// The digits of an address that no blank separates from its row.
const GLUED: [usize; 3] = [16, 12, 8];

/// Parses an address of so many digits before a whole row of 16 bytes without blanks.
fn glued_address(text: &str, digits: usize) -> Option<RowAddress<'_>> {
    let (address, rest) = text.split_at_checked(digits)?;
    let is_row = is_hex(text) && rest.len() == 2 * rows::USUAL_ROW;
    let value = u64::from_str_radix(address, 16).ok().filter(|_| is_row)?;
    Some(RowAddress {
        kind: AddressNotation::Bare,
        value,
        digits: address,
        label: "",
        rest,
        is_hex: true,
    })
}

/// Parses the offset of a line with it and one value: `0x5,0x4d`.
fn value_at(text: &str) -> Option<u64> {
    let (at, value) = text.trim().split_once(',')?;
    let digits = value
        .trim()
        .strip_prefix("0x")
        .filter(|digits| is_hex(digits));
    u64::from_str_radix(digits.and(at.strip_prefix("0x"))?, 16).ok()
}

/// Returns a note if all lines repeat one word, as truncated rows do; an error if that word is not a number.
fn repeated_word_note(rows: &[&Line<'_>]) -> Result<Option<Note>, ReadError> {
    let [first, _, ..] = rows else {
        return Ok(None);
    };
    let word = first.text.trim();
    if word.contains(' ') || rows.iter().any(|line| line.text.trim() != word) {
        return Ok(None);
    }
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let line = first.number;
    if digits.len() > MOST_DIGITS {
        return Ok(None);
    }
    if !matches!(digits.len(), 2 | 4 | 8 | 16) || !is_hex(digits) {
        let skip = Skip::new(SkipReason::NoByte, &first.text);
        return Err(ReadError::no_bytes(line, skip));
    }
    let text =
        "all lines are equal: they may be the beginnings of addresses whose rest was cut off"
            .to_owned();
    Ok((rows.len() >= LEAST_ADDRESSES).then_some(Note { line, text }))
}

/// Returns the first line of a column of addresses whose rows are missing or not parsable: numbers that increase in
/// equal steps, each alone on its line or followed by about as many bytes as the step.
fn address_column<'l, 't>(rows: &[&'l Line<'t>]) -> Option<(&'l Line<'t>, SkipReason)> {
    let first = rows.first()?;
    let words = rows.iter().flat_map(|line| line.text.split(' '));
    let values: Vec<u64> = words.clone().filter_map(value_at).collect();
    let are_most = values.len() >= LEAST_ADDRESSES && 2 * values.len() >= words.count();
    let pairs = values.iter().zip(values.iter().skip(1));
    if are_most && OTHERS * pairs.filter(|(at, next)| at >= next).count() < values.len() {
        let (address, _) = first.text.split_once(',').unwrap_or_default();
        return Some((first, SkipReason::Address(excerpt(address))));
    }
    // What `od` prints last.
    let is_end = |lead: RowAddress<'_>| lead.rest.is_empty() && lead.digits.len() == OD_DIGITS;
    let is_row = first.text.trim().contains(' ');
    if is_row && parse_row_address(&rows.last()?.text).is_some_and(is_end) {
        return Some((first, SkipReason::Address(excerpt(&first.text))));
    }
    let leads = rows.iter().map(|line| {
        let text = prompt::strip_comment_markers(&line.text).trim();
        let short = || parse_short_offset(text).filter(|lead| lead.digits.len() >= LEAST_DIGITS);
        let lead = parse_row_address(text).or_else(short);
        let glued = || GLUED.iter().find_map(|digits| glued_address(text, *digits));
        lead.or_else(|| separated_address(text)).or_else(glued)
    });
    // Other lines may stand around the addresses.
    let leads: Vec<RowAddress<'_>> = leads.flatten().collect();
    let [one, _, ..] = leads[..] else {
        return None;
    };
    let pairs = leads.iter().zip(leads.iter().skip(1));
    let steps = pairs.map(|(one, next)| next.value.checked_sub(one.value));
    let step = steps.clone().flatten().filter(|step| *step > 0).min()?;
    // Rows may be missing or stand there twice.
    let is_multiple = |it: &Option<u64>| it.is_some_and(|it| it > 0 && it.is_multiple_of(step));
    let others = steps.filter(|it| !is_multiple(it)).count();
    let counts =
        OTHERS * others < leads.len() && OTHERS * leads.len() >= (OTHERS - 1) * (rows.len() - 1);
    let is_step = (LEAST_STEP..=joined::LONGEST).contains(&step);
    let digits = one.rest.bytes().filter(u8::is_ascii_hexdigit).count() as u64;
    let digits = digits - one.rest.matches("0x").count() as u64;
    // The row has as many hexadecimal digits as the step has bytes: half to twice as many.
    let is_alone = one.rest.is_empty();
    let most = step.saturating_mul(2);
    // Of an array, all numbers have the same width.
    let words = one.rest.split([' ', ',', ';', '|']).map(unprefixed);
    let mut words = words.filter(|word| !word.is_empty());
    let word = words.next().unwrap_or_default();
    let are_alike = words.all(|it| it.len() == word.len());
    let is_usual = step == rows::USUAL_ROW as u64 && are_alike;
    let is_other = word.len() != one.digits.len();
    // Between two rows, others may be missing.
    let is_part = is_other && digits > 0 && most.is_multiple_of(digits);
    let is_exact = digits == most && is_usual || is_part;
    let is_long = one.digits.len() >= LEAST_DIGITS && (step / 2..=most).contains(&digits);
    let is_row = is_alone || is_exact || is_long;
    let is_enough = leads.len() >= LEAST_ADDRESSES || is_exact;
    let reason = match is_alone {
        true => SkipReason::NoByte,
        false => SkipReason::Address(one.digits.to_owned()),
    };
    (counts && is_step && is_row && is_enough).then_some((first, reason))
}
