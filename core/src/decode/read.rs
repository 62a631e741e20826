//! Parses the text of a debugger or an editor into a [`Space`](super::space::Space) and reports the outcome of every line.
//!
//! The steps for a text:
//!
//! 1. [`rewrite`] turns rare notations into usual ones, line by line; [`text`] splits the text into lines.
//! 2. [`prefix`] strips the prefix of all lines; the rest goes through step 1 once more.
//! 3. [`joined`] puts each row on one line: it joins wrapped and broken rows, and splits lines with several rows.
//! 4. The lines are parsed by [`records`] if they have checksums; [`detect`] scores the line formats of the table in
//!    [`dialect`]; without addresses a layout, a GUID, a literal or Base64 come first, then plain hexadecimal, and
//!    [`doubts`] refuses what may be no bytes. [`address_steps`] reads rows of no line format.
//! 5. [`rows`] reads each line (`row_address`, `cells`, `chars`), compares the rows (`rows::damage`), and places them
//!    (`assemble`); [`plain`] and [`literal`] append the bytes of each line to those before.
//!
//! A line that is not recognised is listed with its number and the reason; a line that would shift the bytes after it is an
//! error.

mod address_column;
mod address_steps;
mod assemble;
mod base64;
mod broken;
mod cells;
mod chars;
mod detect;
mod dialect;
mod doubts;
mod format;
mod guid;
pub(super) mod html;
mod joined;
mod literal;
mod literal_output;
mod number_size;
mod outcome;
mod plain;
pub(super) mod prefix;
pub(super) mod prompt;
mod reading;
mod records;
mod rewrite;
mod row;
mod row_address;
mod row_stats;
mod rows;
pub(super) mod text;
mod unsupported;
mod words;
mod work;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use self::dialect::Dialect;
pub use self::format::AddressKind;
pub use self::outcome::{LineOutcome, Outcome, Problem, Skip, SkipReason};
pub use self::reading::{Candidate, Note, ParsedInput, ReadError, Reading};
pub use self::text::split as split_lines;
pub use self::unsupported::UnsupportedDialect;

pub(super) use self::outcome::excerpt;

use self::address_column::{address_column, repeated_word_note};
use self::cells::Order;
use self::detect::Detected;
use self::format::LineFormat;
use self::prefix::StrippedLines;
use self::prompt::ContextLine;
use self::rewrite::Decimals;
use self::text::Line;
use super::limits::{OTHER_READINGS_LIMIT, TEXT_LIMIT};
use super::listing::{self, Listing};
use super::memory::{Memory, TooManyBytes};

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
    let text = &*rewrite::plain(text);
    let is_list = dialect == Some(Dialect::PythonBytes);
    let list = is_list.then(|| Decimals::of(text, true)).flatten();
    let list = list.map(|decimals| decimals.write());
    let text = list.as_deref().unwrap_or(text);
    let lines = text::lines(text)?;
    if lines.is_empty() {
        return Err(ReadError::Empty);
    }
    match prefix::strip_prefixes(&lines) {
        Some(clean) => parse_stripped(&clean, dialect, text, &lines),
        None => parse_rows(text, lines, dialect),
    }
}

/// Parses lines without their common prefix, or with it if that is likelier or the dialect needs it.
fn parse_stripped(
    clean: &StrippedLines<'_>,
    dialect: Option<Dialect>,
    text: &str,
    lines: &[Line<'_>],
) -> Result<ParsedInput, ReadError> {
    let held = dialect.map(|dialect| match dialect {
        Dialect::PlainNumbered if clean.numbered => Dialect::Plain,
        dialect => dialect,
    });
    let raw = || parse_rows(text, lines.to_vec(), dialect);
    let cleaned = || {
        let text = clean.text();
        // The text after the prefix may have a notation of its own.
        let parsed = match rewrite::plain(&text) {
            Cow::Owned(plain) => parse_rows(&plain, text::lines(&plain)?, held),
            Cow::Borrowed(text) => parse_rows(text, clean.lines.clone(), held),
        };
        match parsed? {
            ParsedInput::Bytes(reading) if clean.numbered => {
                Ok(ParsedInput::Bytes(numbered(reading, lines)))
            }
            parsed => Ok(parsed),
        }
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
            ReadError::Damaged { .. } | ReadError::Unsupported { .. } => Err(error),
            error if matches!(&error, ReadError::NoBytes { skip, .. } if skip.reason == SkipReason::OtherCommand) => Err(error),
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

/// Parses lines as they are, after their rows are restored.
fn parse_rows(
    text: &str,
    lines: Vec<Line<'_>>,
    dialect: Option<Dialect>,
) -> Result<ParsedInput, ReadError> {
    let rows = joined::split_rows(lines);
    let parsed = match dialect {
        Some(dialect) => parse_as(text, &rows.lines, dialect).map(ParsedInput::Bytes),
        None => parse_lines(text, &rows.lines),
    };
    let mut parsed = parsed.map_err(|error| rows.refused(error))?;
    if let ParsedInput::Bytes(reading) = &mut parsed {
        rows.report(reading);
    }
    Ok(parsed)
}

/// Parses lines with one row each in the dialect that fits them best.
fn parse_lines(text: &str, lines: &[Line<'_>]) -> Result<ParsedInput, ReadError> {
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
    let has_format = matches!(detected, Ok(Detected::Rows { .. }));
    // Characters may show the order in which no dialect has the bytes.
    let is_order_open = detected.as_ref().is_ok_and(Detected::is_order_open);
    let reading = match listing {
        _ if has_format => parse_numbers(lines, detected?),
        Some(listing) => return Ok(ParsedInput::Listing(listing)),
        None => parse_without_format(text, lines, detected),
    };
    let rows = match &reading {
        Ok(reading) if has_format && !is_order_open && reading.is_whole() => None,
        Ok(reading) if has_format => address_steps::find(lines, Some(reading)),
        _ => address_steps::find(lines, None),
    };
    let Some(rows) = rows else {
        let reading = match has_format {
            true => doubts::check_rows(lines, reading?).map(|mut reading| {
                reading.add_candidate(address_steps::read_other(lines, Some(&reading)));
                reading
            }),
            false => reading,
        };
        return reading.map(ParsedInput::Bytes);
    };
    let reading = match reading {
        Ok(_) if has_format => rows.read(),
        // Rows state addresses; an array may look like rows whose bytes are not certain.
        Ok(reading) => {
            let is_array = reading.dialect.is_language();
            let own = rows.read();
            let contradicts = rows.contradicts(&own, &reading, usize::MAX);
            match own {
                Err(error) if contradicts && !is_array => Err(error),
                // Numbers of an array may differ by their count by chance.
                Ok(own) if !is_array || rows.is_complete() => {
                    let has_more = contradicts || reading.address_kind == AddressKind::None;
                    Ok(if has_more { own } else { reading })
                }
                _ => Ok(reading),
            }
        }
        Err(error) => rows.read().map_err(|_| error),
    };
    reading.map(ParsedInput::Bytes)
}

/// Parses lines that have no line format: literals, numbers without addresses.
fn parse_without_format(
    text: &str,
    lines: &[Line<'_>],
    detected: Result<Detected, ReadError>,
) -> Result<Reading, ReadError> {
    let mut reading = match parse_literal(text, lines) {
        Some(reading) => reading?,
        None => parse_numbers(lines, detected?)?,
    };
    doubts::check(text, lines, &reading)?;
    if reading.dialect == Dialect::Plain && Decimals::of(text, true).is_some() {
        let (dialect, why) = (Dialect::PythonBytes, DECIMALS.to_owned());
        reading.also.insert(0, Candidate { dialect, why });
    }
    Ok(reading)
}

/// Parses the rows beside the frames that WinDbg's `k` prints up to the next prompt; `None` if there are no rows.
fn parse_beside_frames(lines: &[Line<'_>]) -> Option<Reading> {
    let is_prompt = |line: &Line<'_>| {
        let around = prompt::context_line(&line.text);
        matches!(around, Some(ContextLine::Prompt(_)))
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
    reading.skip(&frames, &SkipReason::Other { lookalike, dialect });
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
        let reading = rows::read(lines, &format, detect::unit(lines, &format));
        if dialect != Dialect::Rows {
            return reading;
        }
        let has_format = matches!(detect::detect(lines), Ok(Detected::Rows { .. }));
        let formatted = reading.as_ref().ok();
        let formatted = formatted.filter(|reading| has_format || reading.is_whole());
        if let Ok(other) = address_steps::read_other(lines, reading.as_ref().ok()) {
            return Ok(other);
        }
        return match address_steps::find(lines, formatted) {
            Some(rows) => rows.read(),
            None => reading,
        };
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

/// Whether nothing distinguishes the address of a row from its numbers: they are written alike, and no row begins where another
/// ends.
fn are_alike(lines: &[Line<'_>], reading: &Reading) -> bool {
    let rows = reading.lines.iter().zip(lines);
    let rows = rows.filter(|(row, _)| matches!(row.outcome, Outcome::Bytes { .. }));
    let rows: Vec<&Line<'_>> = rows.map(|(_, line)| line).collect();
    let is_alike = |line: &&Line<'_>| match &words::words(&line.text)[..] {
        [first, second, others @ ..] => {
            let mut all = others.iter().chain([first]);
            let are_as_long = all.all(|it| it.digits().len() == second.digits().len());
            // Another separator may be in the middle of a row.
            let apart = others.iter().filter(|it| it.before != second.before);
            are_as_long && apart.count() <= usize::from(others.len() > 2)
        }
        _ => false,
    };
    let is_commanded = reading
        .lines
        .iter()
        .any(|line| line.outcome == Outcome::Prompt);
    !is_commanded && !reading.continues() && rows.iter().all(is_alike)
}

/// Parses numbers, with or without an address column.
fn parse_numbers(lines: &[Line<'_>], detected: Detected) -> Result<Reading, ReadError> {
    let words = || plain::read(lines, Order::Number, NUMBERS.to_owned());
    let (mut reading, others, base64) = match detected {
        Detected::Rows {
            format, unit, also, ..
        } => {
            let others = also.into_iter();
            let others = others.map(|format| rows::read(lines, &format, unit));
            let bytes = || plain::read(lines, Order::Memory, BYTES.to_owned());
            let reading = rows::read(lines, &format, unit)?;
            // Before its numbers, a tool prints two blanks.
            let is_close = || {
                reading.dialect == Dialect::WindbgDq
                    && reading.skipped().next().is_none()
                    && lines.iter().all(|line| !line.text.trim().contains("  "))
            };
            let are_alike = are_alike(lines, &reading);
            let words = (is_close() || are_alike).then(words);
            let groups = are_alike.then(bytes);
            // Of several numbers apart from each other, none is an address.
            let are_unread = [&words, &groups]
                .iter()
                .all(|it| matches!(it, Some(Err(_))));
            let is_apart = are_alike && reading.starts.len() > 1 && are_unread;
            let is_alone = |skip: &Skip| skip.reason == SkipReason::NoByte;
            let alone = reading.skipped().find(|(_, skip)| is_alone(skip));
            if let Some((line, skip)) = alone.filter(|_| are_alike) {
                return Err(ReadError::no_bytes(line, skip.clone()));
            }
            if let Some(first) = lines.first().filter(|_| is_apart) {
                let skip = Skip::new(SkipReason::NoAddress, &first.text);
                return Err(ReadError::no_bytes(first.number, skip));
            }
            let bytes = format.is_short().then(bytes).or(groups);
            (reading, others.chain(bytes).chain(words).collect(), None)
        }
        Detected::Plain {
            order,
            why,
            either,
            rows: format,
        } => {
            let mut is_commanded = false;
            let around = |line: &&Line<'_>| match prompt::context_line(&line.text) {
                Some(context) => {
                    is_commanded |= matches!(context, ContextLine::Prompt(Some(_)));
                    false
                }
                None => true,
            };
            let rows: Vec<&Line<'_>> = lines.iter().filter(around).collect();
            if let Some((line, reason)) = address_column(&rows, is_commanded) {
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
