//! Finds columns of addresses that would be read as bytes: their rows are missing, or are in no known format.

use super::outcome::{Skip, SkipReason, excerpt};
use super::row_address::{
    AddressNotation, DIGITS, RowAddress, parse_row_address, parse_short_offset,
};
use super::text::{Line, is_hex, unprefixed};
use super::{Note, ReadError, joined, prompt, rows};

/// The fewest addresses without rows that are reported as such.
const LEAST_ADDRESSES: usize = 3;

/// The fewest bytes of a row.
const LEAST_STEP: u64 = 4;

/// At most one in this many lines of ascending addresses is something else.
const OTHERS: usize = 4;

/// The number of digits in an offset of `od`, which is odd.
const OD_DIGITS: usize = 7;

/// Parses an address with the prefix `0x` that a blank or another mark separates from the row.
fn separated_address(text: &str) -> Option<RowAddress<'_>> {
    let (address, rest) = text.split_once([',', ';', '|', ' '])?;
    let addr = parse_short_offset(address.trim().strip_prefix("0x")?)?;
    addr.rest.is_empty().then_some(RowAddress { rest, ..addr })
}

/// The digits of an address that no blank separates from its row.
const GLUED: [usize; 3] = [16, 12, 8];

/// Parses an address with this number of digits, directly followed by a whole row of 16 bytes without blanks.
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

/// Parses the offset in a line that has only an offset and one value: `0x5,0x4d`.
fn value_at(text: &str) -> Option<u64> {
    let (at, value) = text.trim().split_once(',')?;
    let digits = value
        .trim()
        .strip_prefix("0x")
        .filter(|digits| is_hex(digits));
    u64::from_str_radix(digits.and(at.strip_prefix("0x"))?, 16).ok()
}

/// Returns a note if all lines repeat one word, as truncated rows do; an error if that word is not a number.
pub(super) fn repeated_word_note(rows: &[&Line<'_>]) -> Result<Option<Note>, ReadError> {
    let [first, _, ..] = rows else {
        return Ok(None);
    };
    let word = first.text.trim();
    if word.contains(' ') || rows.iter().any(|line| line.text.trim() != word) {
        return Ok(None);
    }
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let line = first.number;
    if digits.len() > DIGITS {
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
/// equal steps, each alone on its line or followed by about as many bytes as the step. After a command, a single one is
/// enough.
pub(super) fn address_column<'l, 't>(
    rows: &[&'l Line<'t>],
    is_commanded: bool,
) -> Option<(&'l Line<'t>, SkipReason)> {
    let first = rows.first()?;
    let words = rows.iter().flat_map(|line| line.text.split(' '));
    let values: Vec<u64> = words.filter_map(value_at).collect();
    let are_most = values.len() >= LEAST_ADDRESSES && 2 * values.len() >= rows.len();
    let pairs = values.iter().zip(values.iter().skip(1));
    if are_most && OTHERS * pairs.filter(|(at, next)| at >= next).count() < values.len() {
        let (address, _) = first.text.split_once(',').unwrap_or_default();
        return Some((first, SkipReason::Address(excerpt(address))));
    }
    // The final offset of `od`.
    let is_end = |addr: RowAddress<'_>| addr.rest.is_empty() && addr.digits.len() == OD_DIGITS;
    let is_row = first.text.trim().contains(' ');
    if is_row && parse_row_address(&rows.last()?.text).is_some_and(is_end) {
        return Some((first, SkipReason::Address(excerpt(&first.text))));
    }
    let addrs = rows.iter().map(|line| {
        let text = prompt::strip_comment_markers(&line.text).trim();
        let addr = parse_row_address(text).or_else(|| separated_address(text));
        addr.or_else(|| GLUED.iter().find_map(|digits| glued_address(text, *digits)))
    });
    // Other lines may stand around the addresses.
    let addrs: Vec<RowAddress<'_>> = addrs.flatten().collect();
    if let [one] = addrs[..]
        && is_commanded
        && one.rest.is_empty()
    {
        return Some((first, SkipReason::NoByte));
    }
    let [one, _, ..] = addrs[..] else {
        return None;
    };
    let pairs = addrs.iter().zip(addrs.iter().skip(1));
    let steps = pairs.map(|(one, next)| next.value.checked_sub(one.value));
    let step = steps.clone().flatten().filter(|step| *step > 0).min()?;
    // Rows may be missing or repeated.
    let is_multiple = |it: &Option<u64>| it.is_some_and(|it| it > 0 && it.is_multiple_of(step));
    let others = steps.filter(|it| !is_multiple(it)).count();
    let counts =
        OTHERS * others < addrs.len() && OTHERS * addrs.len() >= (OTHERS - 1) * (rows.len() - 1);
    let is_step = (LEAST_STEP..=joined::LONGEST).contains(&step);
    let digits = one.rest.bytes().filter(u8::is_ascii_hexdigit).count() as u64;
    let digits = digits - one.rest.matches("0x").count() as u64;
    // The row has as many hexadecimal digits as the step has bytes: half to twice as many.
    let is_alone = one.rest.is_empty();
    let most = step.saturating_mul(2);
    // The numbers of an array all have the same width.
    let words = one.rest.split([' ', ',', ';', '|']).map(unprefixed);
    let mut words = words.filter(|word| !word.is_empty());
    let word = words.next().unwrap_or_default();
    let are_alike = words.all(|it| it.len() == word.len());
    let is_usual = step == rows::USUAL_ROW as u64 && are_alike;
    let is_other = word.len() != one.digits.len();
    // Between two rows, others may be missing.
    let is_part = is_other && digits > 0 && most.is_multiple_of(digits);
    let is_exact = digits == most && is_usual || is_part;
    let is_row = is_alone || is_exact;
    let is_enough = addrs.len() >= LEAST_ADDRESSES || is_exact;
    let reason = match is_alone {
        true => SkipReason::NoByte,
        false => SkipReason::Address(one.digits.to_owned()),
    };
    (counts && is_step && is_row && is_enough).then_some((first, reason))
}
