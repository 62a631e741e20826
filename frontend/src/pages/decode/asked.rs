//! Where to decode and how many, as typed, and what that means.

use strata_core::MemberPath;
use strata_core::decode::Options;
use thiserror::Error;

/// Where to decode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// In which region of what was pasted, from 0.
    pub region: usize,
    fields: [String; Field::ALL.len()],
}

/// What can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The offset in the region at which the structure begins. Empty: at its beginning.
    At,
    /// The address at which the structure begins. Empty: the offset says.
    Address,
    /// The member with which the bytes begin. Empty: they begin with the structure.
    From,
    /// The address of the region's first byte. Empty: as the dump has it.
    Base,
    /// How many structures lie one behind the other. Empty: one.
    Count,
}

impl Field {
    /// All of them, in the order in which they stand.
    pub const ALL: [Self; 5] = [Self::At, Self::Address, Self::From, Self::Base, Self::Count];

    /// The id of its element.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::At => "decode-at",
            Self::Address => "decode-address",
            Self::From => "decode-from",
            Self::Base => "decode-base",
            Self::Count => "decode-count",
        }
    }

    /// What stands over it, and an example of what to type.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::At => ("Structure starts at offset", "0x0"),
            Self::Address => ("or at address", "fffff803`451e0c80"),
            Self::From => ("The dump starts at member", "Links"),
            Self::Base => ("Address of first byte", "as in the dump"),
            Self::Count => ("Number of structures", "1"),
        }
    }

    const fn place(self) -> usize {
        match self {
            Self::At => 0,
            Self::Address => 1,
            Self::From => 2,
            Self::Base => 3,
            Self::Count => 4,
        }
    }
}

/// Why the fields mean nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskedError {
    /// The offset is no number.
    #[error("`{0}` is no offset: expected hexadecimal such as 0x20, or decimal")]
    At(String),
    /// An address is none.
    #[error("`{0}` is no address: expected hexadecimal such as fffff803`451e0c80")]
    Address(String),
    /// The member is none.
    #[error("`{0}` is no member: expected a way to one such as Links or HookId[2]")]
    From(String),
    /// The count is no number.
    #[error("`{0}` is no count: expected a number such as 3")]
    Count(String),
}

impl Asked {
    /// What stands in a field.
    #[must_use]
    pub fn field(&self, field: Field) -> &str {
        self.fields.get(field.place()).map_or("", String::as_str)
    }

    /// Puts that into a field.
    pub fn set(&mut self, field: Field, text: String) {
        if let Some(old) = self.fields.get_mut(field.place()) {
            *old = text;
        }
    }

    /// One structure, or the member of it, at that place of that region.
    pub fn go(&mut self, region: usize, at: u64, from: &str) {
        self.region = region;
        self.set(Field::At, format!("0x{at:x}"));
        self.set(Field::From, from.to_owned());
        for field in [Field::Address, Field::Base, Field::Count] {
            self.set(field, String::new());
        }
    }

    /// What was asked.
    ///
    /// # Errors
    ///
    /// The first field that means nothing.
    pub fn options(&self) -> Result<Options, AskedError> {
        let defaults = Options::default();
        let count = |text: &str| u32::try_from(number(text)?).ok();
        Ok(Options {
            region: self.region,
            at: self
                .read(Field::At, number, AskedError::At)?
                .unwrap_or(defaults.at),
            address: self.read(Field::Address, address, AskedError::Address)?,
            from: self.read(Field::From, member, AskedError::From)?,
            base: self.read(Field::Base, address, AskedError::Address)?,
            count: self
                .read(Field::Count, count, AskedError::Count)?
                .unwrap_or(defaults.count),
        })
    }

    fn read<T>(
        &self,
        field: Field,
        read: fn(&str) -> Option<T>,
        error: fn(String) -> AskedError,
    ) -> Result<Option<T>, AskedError> {
        let text = self.field(field).trim();
        match text.is_empty() {
            true => Ok(None),
            false => read(text).map(Some).ok_or_else(|| error(text.to_owned())),
        }
    }
}

fn member(text: &str) -> Option<MemberPath> {
    text.parse().ok()
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

    fn asked(fields: &[(Field, &str)]) -> Result<Options, AskedError> {
        let mut asked = Asked::default();
        for (field, text) in fields {
            asked.set(*field, (*text).to_owned());
        }
        asked.options()
    }

    #[test]
    fn empty_fields_are_the_defaults() {
        let blank = Field::ALL.map(|field| (field, " "));
        assert_eq!(asked(&blank), Ok(Options::default()));
    }

    #[test]
    fn numbers_are_read_as_debuggers_write_them() {
        let options = Options {
            at: 0x20,
            base: Some(0xffff_f803_451e_0c80),
            count: 12,
            from: Some("Links.Blink".parse().unwrap()),
            ..Options::default()
        };
        for [at, base, count] in [
            ["0x20", "fffff803`451e0c80", "12"],
            ["32", "0xfffff803451e0c80", "0xc"],
        ] {
            let fields = [
                (Field::At, at),
                (Field::Base, base),
                (Field::Count, count),
                (Field::From, "Links.Blink"),
            ];
            assert_eq!(asked(&fields), Ok(options.clone()));
        }
    }

    #[test]
    fn what_is_no_number_is_said() {
        for (field, text, error) in [
            (Field::At, "2g", AskedError::At as fn(String) -> AskedError),
            (Field::Base, "+1", AskedError::Address),
            (Field::Address, "zz", AskedError::Address),
            (Field::From, "a b", AskedError::From),
            (Field::Count, "99999999999", AskedError::Count),
        ] {
            assert_eq!(asked(&[(field, text)]), Err(error(text.to_owned())));
        }
    }

    #[test]
    fn going_somewhere_leaves_nothing_of_where_one_was() {
        let mut asked = Asked::default();
        asked.set(Field::Address, "fffff80345`1e0c80".to_owned());
        asked.set(Field::Count, "7".to_owned());
        asked.go(2, 0x40, "Links");
        let options = Options {
            region: 2,
            at: 0x40,
            from: Some("Links".parse().unwrap()),
            ..Options::default()
        };
        assert_eq!(asked.options(), Ok(options));
    }
}
