//! Refuses readings without addresses whose bytes may be something else: addresses, checksums and times, the numbers of
//! elements, the numbers of columns, numbers beside a list, the characters of quoted numbers; and rows with addresses beside
//! which most lines are decimal, or no rows.

use super::cells::Order;
use super::outcome::{Outcome, Skip, SkipReason, excerpt};
use super::prefix::line_number;
use super::row_address::{DIGITS, WHOLE_DIGITS, parse_row_address};
use super::text::{Line, is_hex, uncoded, unprefixed};
use super::words::{Radix, Word, usual_separator, words};
use super::{Dialect, ReadError, Reading, UnsupportedDialect};
use crate::decode::memory::{Byte, Memory};

/// The fewest elements whose numbers do not count up by chance.
const COUNTED_LEAST: usize = 8;
/// The most columns of a dump.
const COLUMNS_LIMIT: usize = 64;
/// The fewest digits of an address before a list.
const ADDRESS_DIGITS: usize = 4;
/// How many numbers may stand in the line of a list beside it: its length, its address, those of a comment.
const BESIDE_LIMIT: usize = 3;
/// The fewest numbers in quotation marks that are no text.
const QUOTED_LEAST: usize = 4;
/// The numbers of digits of padded numbers.
const WIDTHS: [usize; 4] = [2, 4, 8, 16];

/// Checks a reading without addresses.
///
/// # Errors
///
/// The first line of which the reading may have taken something else for bytes.
pub(super) fn check(text: &str, lines: &[Line<'_>], reading: &Reading) -> Result<(), ReadError> {
    let regions = reading.space.regions();
    let first = lines.first().map_or(1, |line| line.number);
    let is_list = !matches!(reading.dialect, Dialect::Base64 | Dialect::StringLiteral);
    let is_language = reading.dialect.is_language();
    let is_string =
        reading.dialect == Dialect::StringLiteral || is_language && text.contains(['"', '\'']);
    let columns = || column_numbers(reading).filter(|_| reading.dialect == Dialect::Plain);
    let beside = || numbers_beside(lines, reading).filter(|_| is_language);
    let is_plain = matches!(reading.dialect, Dialect::Plain | Dialect::PlainWords);
    let uneven = || uneven_row(lines, reading).filter(|_| is_plain);
    let (number, reason) = if is_list && regions.iter().any(counts_elements) {
        (first, SkipReason::Index)
    } else if let Some(number) = columns() {
        (number, SkipReason::Columns)
    } else if let Some((number, reason)) = uneven() {
        (number, reason)
    } else if let Some((number, word)) = beside() {
        (number, SkipReason::Beside(word))
    } else if is_string && regions.iter().any(spells_numbers) {
        (first, SkipReason::Quoted)
    } else {
        return Ok(());
    };
    let text = line_text(lines, number).unwrap_or_default();
    Err(ReadError::damaged(number, reason, text))
}

/// Checks a reading of rows with addresses.
///
/// # Errors
///
/// A line with an address that is no row, if there are so many of them that the rows are no rows, either: their numbers are
/// decimal, or words.
pub(super) fn check_rows(lines: &[Line<'_>], reading: Reading) -> Result<Reading, ReadError> {
    let odd = || uncounted_number(lines, &reading);
    if let Some((line, address)) = address_behind(&reading).or_else(odd) {
        let text = line_text(lines, line).unwrap_or_default();
        let skip = Skip::new(SkipReason::Address(excerpt(address)), text);
        return Err(ReadError::no_bytes(line, skip));
    }
    let rows = counted_lines(&reading).count();
    let decimal = reading.skipped().filter(|(number, _)| {
        let words = line_text(lines, *number).map(words).unwrap_or_default();
        let [address, numbers @ ..] = &words[..] else {
            return false;
        };
        let is_address = address.text.len() >= ADDRESS_DIGITS && is_hex(address.digits());
        is_address && are_decimal(leading_numbers(numbers))
    });
    let decimal: Vec<usize> = decimal.map(|(line, _)| line).collect();
    if let [line, ..] = decimal[..]
        && 2 * decimal.len() >= rows
    {
        let lookalike = UnsupportedDialect::Decimal;
        return Err(ReadError::Unsupported { line, lookalike });
    }
    let format = reading.dialect.format();
    let are_groups = format.is_some_and(|format| format.order == Order::Memory);
    let is_grouped = |text: &str| words(text).get(1).is_some_and(|it| it.digits().len() > 2);
    // Each other line, and how many of them for a row show that the rows are no rows.
    let others = reading.skipped().filter_map(|(line, skip)| {
        let most = match skip.reason {
            SkipReason::AddressShown(_) | SkipReason::Order => 0,
            SkipReason::NoNumber(_) => 2,
            // The characters contradict the order of the bytes.
            SkipReason::NotHex(_) if are_groups && is_grouped(&skip.text) => 1,
            SkipReason::NotHex(_) => 3,
            _ => return None,
        };
        Some((most, line, skip))
    });
    let others: Vec<(usize, usize, &Skip)> = others.collect();
    let refuting = others.iter().find(|(most, ..)| others.len() >= most * rows);
    match refuting {
        Some((_, line, skip)) => Err(ReadError::no_bytes(*line, (*skip).clone())),
        None => Ok(reading),
    }
}

/// Returns the note of the first row if the notes of all are numbers: they may be the addresses, and what looks like
/// addresses may be data.
fn address_behind(reading: &Reading) -> Option<(usize, &str)> {
    let rows = reading.lines.iter();
    let mut rows = rows.filter(|line| matches!(line.outcome, Outcome::Bytes { .. }));
    let first = rows.clone().next()?;
    let least = if rows.clone().nth(1).is_some() {
        1
    } else {
        ADDRESS_DIGITS
    };
    let is_number = |note: &str| {
        let mut words = note.rsplit(' ').filter(|word| !word.is_empty());
        let last = words
            .next()
            .unwrap_or_default()
            .trim_start_matches(['$', '+']);
        let is_marked = words
            .next()
            .is_none_or(|mark| [";", "//", "@", "|", "-", "<-"].contains(&mark));
        let digits = last
            .trim_end_matches('h')
            .split(['-', '.'])
            .next()
            .map(unprefixed);
        is_marked && digits.is_some_and(|it| it.len() >= least && is_hex(it))
    };
    let are_numbers = rows.all(|line| line.note.as_deref().is_some_and(is_number));
    Some((first.line, first.note.as_deref()?)).filter(|_| are_numbers)
}

/// Returns the number before the address of a row if the numbers before those of all rows do not count the lines: they may be
/// the addresses, and what looks like addresses may be data.
fn uncounted_number<'l>(lines: &'l [Line<'_>], reading: &Reading) -> Option<(usize, &'l str)> {
    let rows = counted_lines(reading).map(|(line, _)| {
        let text = line_text(lines, line)?.trim_start();
        let (number, row) = line_number(text)?;
        let word = text.split(' ').next()?;
        Some((
            line,
            number,
            word,
            parse_row_address(row.trim_start())?.value,
        ))
    });
    let rows: Vec<(usize, usize, &str, u64)> = rows.collect::<Option<_>>()?;
    let (first, others) = rows.split_first()?;
    let is_own = reading.starts.first() == Some(&first.3);
    let mut pairs = rows.iter().zip(others);
    let (row, _) = pairs.find(|((line, number, ..), (next_line, next, ..))| {
        let step = next.checked_sub(*number);
        step != Some(1) && step != Some(next_line - line)
    })?;
    is_own.then_some((row.0, row.2))
}

/// Returns the words before the first that has other characters than decimal digits.
pub(super) fn leading_numbers<'w, 'l>(words: &'w [Word<'l>]) -> &'w [Word<'l>] {
    let is_number = |word: &Word<'_>| word.text.bytes().all(|b| b.is_ascii_digit());
    let end = words.iter().position(|word| !is_number(word));
    words.get(..end.unwrap_or(words.len())).unwrap_or_default()
}

/// Whether numbers are bytes, of which one can only be decimal.
pub(super) fn are_decimal(numbers: &[Word<'_>]) -> bool {
    let is_only =
        |word: &Word<'_>| matches!(word.text.parse(), Ok(100..=u8::MAX)) && word.text.len() == 3;
    numbers.iter().all(|it| it.text.parse::<u8>().is_ok()) && numbers.iter().any(is_only)
}

/// The text of the line with this number; lines are sorted by number.
fn line_text<'l>(lines: &'l [Line<'_>], number: usize) -> Option<&'l str> {
    let at = lines.binary_search_by_key(&number, |line| line.number);
    lines.get(at.ok()?).map(|line| &*line.text)
}

/// Whether every other byte is one more than the one before: the elements have their numbers beside them.
fn counts_elements(region: &Memory) -> bool {
    let known = |at: usize| match region.byte(at) {
        Byte::Known(byte) => Some(byte),
        _ => None,
    };
    let pairs = region.len() / 2;
    let is_counted = |at: usize| {
        let before = known(2 * at - 2);
        before.is_some_and(|before| known(2 * at) == Some(before.wrapping_add(1)))
    };
    let differs = |at: usize| known(2 * at + 1) != known(1);
    pairs >= COUNTED_LEAST
        && region.len().is_multiple_of(2)
        && (1..pairs).all(is_counted)
        && (1..pairs).any(differs)
}

/// Returns the first line with bytes if it numbers the columns of the lines below it.
fn column_numbers(reading: &Reading) -> Option<usize> {
    let region = reading.space.first();
    let (line, count) = counted_lines(reading).next()?;
    let is_number =
        |at: usize| u8::try_from(at).is_ok_and(|number| region.byte(at) == Byte::Known(number));
    let are_numbers = (COUNTED_LEAST..=COLUMNS_LIMIT).contains(&count) && (0..count).all(is_number);
    let end = region.len().min(2 * count);
    // Bytes that count further are a pattern.
    let is_pattern = || (count..end).all(is_number);
    (are_numbers && end > count && !is_pattern()).then_some(line)
}

/// Returns the first line of bytes that begins with another number than the others, or with a number that is separated
/// otherwise; or the second in which a group of bytes has another size than the first.
fn uneven_row(lines: &[Line<'_>], reading: &Reading) -> Option<(usize, SkipReason)> {
    let mut apart = 0;
    counted_lines(reading).find_map(|(line, count)| {
        let text = uncoded(line_text(lines, line)?);
        let numbers = words(text);
        let numbers = numbers.split(|it| it.bytes(Radix::Hex).is_none());
        let mut numbers = numbers.filter(|it| !it.is_empty());
        let row = numbers.next()?;
        let mut bytes = 0;
        let own = row.iter().take_while(|it| {
            let is_own = bytes < count;
            bytes += it.bytes(Radix::Hex).unwrap_or(0);
            is_own
        });
        let (own, beside) = row.split_at(own.count());
        let is_long = |it: &&Word<'_>| it.digits().len() >= WHOLE_DIGITS;
        let beside = beside.first().filter(is_long).copied();
        let is_comment = |it: &Word<'_>| it.before.trim().starts_with([';', '|']);
        let other = beside.filter(|it| !is_comment(it));
        if let Some(address) = odd_number(own).or(other) {
            return Some((line, SkipReason::Address(excerpt(address.text))));
        }
        let is_closed = |it: &&Word<'_>| it.before.starts_with([')', '>', '*']);
        let behind = numbers.find_map(|it| it.first().filter(is_closed).copied());
        let uneven = uneven_group(own).or(beside);
        apart += usize::from(uneven.is_some());
        let found = behind.or_else(|| uneven.filter(|_| apart > 1))?;
        Some((line, SkipReason::Apart(excerpt(found.text))))
    })
}

/// Returns the number that is no byte like the others: another mark follows the first, or it has another width; or one
/// among them is as wide as an address.
fn odd_number<'l>(numbers: &[Word<'l>]) -> Option<Word<'l>> {
    let [first, second, others @ ..] = numbers else {
        return None;
    };
    let width = |word: &Word<'_>| word.digits().len().next_multiple_of(2);
    let mark = second.before.trim();
    let is_marked = others.iter().all(|it| it.before.trim() != mark);
    let (own, next) = (width(first), width(second));
    let is_run = own >= WHOLE_DIGITS && next > own.max(DIGITS);
    let is_address = match others {
        // The last number of a row may be shorter, but not longer.
        [] => own > 2 && own < next || own > next && !mark.is_empty(),
        _ => {
            let are_alike = others.iter().all(|it| width(it) == next);
            let is_wider = own > next && (next == 2 || !mark.is_empty());
            is_run || are_alike && (is_marked || own < next || is_wider)
        }
    };
    let are_bytes = others.last().is_some_and(|last| width(last) == 2);
    let wide = || {
        numbers
            .iter()
            .find(|it| are_bytes && width(it) >= WHOLE_DIGITS)
    };
    is_address.then_some(first).or_else(wide).copied()
}

/// Returns the first number of a group that has another size than the first group.
fn uneven_group<'l>(numbers: &[Word<'l>]) -> Option<Word<'l>> {
    let behind = numbers.get(1..).unwrap_or_default();
    let usual = usual_separator(behind, Radix::Hex)?;
    let is_same = |_: &Word<'_>, next: &Word<'_>| next.separator(Radix::Hex) == usual;
    let mut groups = numbers.chunk_by(is_same);
    let first = groups.next()?.len();
    groups.find(|it| it.len() != first)?.first().copied()
}

/// Returns the first line in which many more numbers stand than were read, or bytes after a list; and the last of them.
fn numbers_beside(lines: &[Line<'_>], reading: &Reading) -> Option<(usize, String)> {
    counted_lines(reading).find_map(|(number, count)| {
        let text = line_text(lines, number)?;
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
        let numbers = parts.filter(|part| is_number(part));
        let last = numbers.clone().next_back()?;
        let bytes: usize = numbers.map(|word| word.len().div_ceil(2)).sum();
        let behind = text.rsplit_once(']').map_or("", |(_, behind)| behind);
        let behind = behind.split_ascii_whitespace();
        let behind = behind.take_while(|it| it.len() % 2 == 0 && is_hex(it));
        let before = text.split_once('[').map(|(before, _)| words(before));
        let is_address = match before.as_deref() {
            Some([it]) => it.text.len() >= ADDRESS_DIGITS && is_hex(it.digits()),
            _ => false,
        };
        let is_beside =
            is_address || bytes > 4 * (count + BESIDE_LIMIT) || behind.count() > BESIDE_LIMIT;
        is_beside.then(|| (number, excerpt(last)))
    })
}

/// The numbers of the lines with bytes, each with how many bytes it has.
fn counted_lines(reading: &Reading) -> impl Iterator<Item = (usize, usize)> + '_ {
    reading.lines.iter().filter_map(|line| match line.outcome {
        Outcome::Bytes { count, .. } => Some((line.line, count)),
        _ => None,
    })
}

/// Whether a word is a hexadecimal number with a decimal digit.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix("0x").unwrap_or(word);
    is_hex(digits) && digits.contains(|c: char| c.is_ascii_digit())
}

/// Whether the bytes are the characters of numbers: rows in quotation marks.
fn spells_numbers(region: &Memory) -> bool {
    let characters = (0..region.len()).map(|at| match region.byte(at) {
        Byte::Known(byte @ (b' '..=b'~' | b'\t' | b'\r' | b'\n')) => Some(char::from(byte)),
        _ => None,
    });
    let Some(text) = characters.collect::<Option<String>>() else {
        return false;
    };
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let is_padded = |word: &&&str| {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        is_hex(digits) && WIDTHS.contains(&digits.len())
    };
    let numbers = words.iter().filter(is_padded).count();
    numbers >= QUOTED_LEAST
        && 4 * numbers >= 3 * words.len()
        && words.iter().any(|word| is_number(word))
}
