//! Numbers in queries: what they may be, and a sentence about what they are not.

use std::ops::RangeInclusive;

use crate::error::Error;

/// A count: decimal, within bounds.
pub(super) fn count(name: &str, text: &str, bounds: RangeInclusive<u32>) -> Result<u32, Error> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| {
            let (first, last) = (bounds.start(), bounds.end());
            Error::Malformed(format!("`{name}` is a number from {first} to {last}"))
        })
}

/// An offset: decimal, or hexadecimal after `0x`.
pub(super) fn offset(name: &str, text: &str) -> Result<u64, Error> {
    let decimal = || {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    hexadecimal(text).or_else(decimal).ok_or_else(|| {
        Error::Malformed(format!(
            "`{name}` is an offset in bytes: hexadecimal such as 0x58, or decimal"
        ))
    })
}

/// An address: hexadecimal after `0x`.
pub(super) fn address(name: &str, text: &str) -> Result<u64, Error> {
    hexadecimal(text).ok_or_else(|| {
        Error::Malformed(format!(
            "`{name}` is an address: hexadecimal such as 0xfffff80312345678"
        ))
    })
}

fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    let good = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    good.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        assert_eq!(count("limit", "200", 1..=200).unwrap(), 200);
        for text in ["", "0", "201", "+1", "-1", "1.0", "0x1", "99999999999"] {
            assert!(count("limit", text, 1..=200).is_err(), "{text}");
        }
        assert_eq!(offset("at", "0X1f").unwrap(), 31);
        assert_eq!(offset("at", "31").unwrap(), 31);
        for text in ["", "0x", "1f", "-1", "0x10000000000000000", "0x+1"] {
            assert!(offset("at", text).is_err(), "{text}");
        }
        assert_eq!(address("base", "0xffffffffffffffff").unwrap(), u64::MAX);
        assert!(address("base", "4096").is_err());
    }
}
