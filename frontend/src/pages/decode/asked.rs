//! Where to decode and how many, as typed, and what that means.

use strata_core::decode::Options;
use thiserror::Error;

/// The fields as they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The offset in the bytes at which the structure begins. Empty: at their beginning.
    pub at: String,
    /// The address of the first byte. Empty: as the dump has it.
    pub base: String,
    /// How many structures lie one behind the other. Empty: one.
    pub count: String,
}

/// Why the fields mean nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskedError {
    /// The offset is no number.
    #[error("`{0}` is no offset: expected hexadecimal such as 0x20, or decimal")]
    At(String),
    /// The base is no address.
    #[error("`{0}` is no address: expected hexadecimal such as fffff803`451e0c80")]
    Base(String),
    /// The count is no number.
    #[error("`{0}` is no count: expected a number such as 3")]
    Count(String),
}

impl Asked {
    /// What was asked.
    ///
    /// # Errors
    ///
    /// The first field that means nothing.
    pub fn options(&self) -> Result<Options, AskedError> {
        let defaults = Options::default();
        Ok(Options {
            at: field(&self.at, number, AskedError::At)?.unwrap_or(defaults.at),
            base: field(&self.base, address, AskedError::Base)?,
            count: field(
                &self.count,
                |text| u32::try_from(number(text)?).ok(),
                AskedError::Count,
            )?
            .unwrap_or(defaults.count),
            ..defaults
        })
    }
}

fn field<T>(
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    error: impl Fn(String) -> AskedError,
) -> Result<Option<T>, AskedError> {
    let text = text.trim();
    match text.is_empty() {
        true => Ok(None),
        false => read(text).map(Some).ok_or_else(|| error(text.to_owned())),
    }
}

/// `0x20` or `32`.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => digits_of(digits, 16),
        None => digits_of(text, 10),
    }
}

/// Hexadecimal, with or without `0x` and the debugger's back-tick.
fn address(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    digits_of(&digits.unwrap_or(text).replace(['`', '_'], ""), 16)
}

/// Digits only: no sign.
fn digits_of(text: &str, radix: u32) -> Option<u64> {
    let digits = text.chars().all(|c| c.is_digit(radix));
    digits.then(|| u64::from_str_radix(text, radix).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(at: &str, base: &str, count: &str) -> Result<Options, AskedError> {
        let [at, base, count] = [at, base, count].map(str::to_owned);
        Asked { at, base, count }.options()
    }

    #[test]
    fn empty_fields_are_the_defaults() {
        assert_eq!(asked("", " ", ""), Ok(Options::default()));
    }

    #[test]
    fn numbers_are_read_as_debuggers_write_them() {
        let options = Options {
            at: 0x20,
            base: Some(0xffff_f803_451e_0c80),
            count: 12,
            ..Options::default()
        };
        assert_eq!(
            asked("0x20", "fffff803`451e0c80", "12"),
            Ok(options.clone())
        );
        assert_eq!(asked("32", "0xfffff803451e0c80", "0xc"), Ok(options));
    }

    #[test]
    fn what_is_no_number_is_said() {
        assert_eq!(asked("2g", "", ""), Err(AskedError::At("2g".to_owned())));
        assert_eq!(asked("", "+1", ""), Err(AskedError::Base("+1".to_owned())));
        let count = "99999999999".to_owned();
        assert_eq!(asked("", "", &count), Err(AskedError::Count(count)));
    }
}
