//! Numbers as users type them, in queries and on the command line: parsers, and the expectations in their errors.

use std::ops::RangeInclusive;

use thiserror::Error;

/// The pattern that [`offset`] accepts.
pub const OFFSET: &str =
    "^(0[xX][0-9a-fA-F]{1,16}|0[nN][0-9]{1,19}|[0-9][0-9a-fA-F]{0,15}[hH]|[0-9]{1,19})$";
const DECIMAL_DIGITS: usize = 19;
const HEXADECIMAL_DIGITS: usize = 16;

/// The expectation, as the end of a sentence: "`limit`: expected …".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Expected {
    #[error("a number from {0} to {1}")]
    Count(u32, u32),
    #[error("an offset in bytes: hexadecimal such as 0x58, or decimal")]
    Offset,
    #[error(
        "an address: hexadecimal such as 0xfffff80312345678, or as WinDbg prints it, fffff803`12345678"
    )]
    Address,
}

/// A count: decimal, within bounds.
pub fn count(text: &str, bounds: RangeInclusive<u32>) -> Result<u32, Expected> {
    let number = decimal(text).and_then(|number| u32::try_from(number).ok());
    number
        .filter(|number| bounds.contains(number))
        .ok_or(Expected::Count(*bounds.start(), *bounds.end()))
}

/// An offset: decimal, also after WinDbg's `0n`, or hexadecimal after `0x` or before `h`.
pub fn offset(text: &str) -> Result<u64, Expected> {
    let marked = || {
        let digits = text.strip_suffix(['h', 'H'])?;
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
        hexadecimal(&format!("0x{digits}")).filter(|_| is_number)
    };
    hexadecimal(text)
        .or_else(marked)
        .or_else(|| decimal(decimal_digits(text).unwrap_or(text)))
        .ok_or(Expected::Offset)
}

/// An address: hexadecimal after `0x`, or as debuggers print addresses: with a backtick in the middle, or all 8 or 16 digits.
pub fn address(text: &str) -> Result<u64, Expected> {
    hexadecimal(text)
        .or_else(|| printed_address(text))
        .ok_or(Expected::Address)
}

/// Hexadecimal digits without a mark.
pub(crate) fn hex(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

fn printed_address(text: &str) -> Option<u64> {
    let bare = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    let digits = match bare.split_once('`') {
        Some((high, low)) if (1..=8).contains(&high.len()) && low.len() == 8 => {
            format!("0x{high}{low}")
        }
        None if bare.len() == 8 || bare.len() == 16 => format!("0x{bare}"),
        _ => return None,
    };
    hexadecimal(&digits)
}

/// The digits of a number that WinDbg reads as decimal: `0n88`.
pub(crate) fn decimal_digits(text: &str) -> Option<&str> {
    text.strip_prefix("0n").or_else(|| text.strip_prefix("0N"))
}

fn decimal(text: &str) -> Option<u64> {
    let good = (1..=DECIMAL_DIGITS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit());
    good.then(|| text.parse().ok()).flatten()
}

fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    let good = (1..=HEXADECIMAL_DIGITS).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    good.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}
