//! Numbers as languages and assemblers write them: `0x4D`, `4Dh`, `$4D`, `&H4D`, `77`, `0115`, `0b0100_1101`, `0x4d_u8`.

use super::problem::Problem;

/// What follows the digits, and how many bytes it says that the number has; 0 where it says nothing.
const SUFFIXES: [(&str, u32); 26] = [
    ("u", 0),
    ("l", 0),
    ("ul", 0),
    ("lu", 0),
    ("ll", 0),
    ("ull", 0),
    ("llu", 0),
    ("z", 0),
    ("uz", 0),
    ("n", 0),
    ("y", 1),
    ("uy", 1),
    ("u8", 1),
    ("i8", 1),
    ("ui8", 1),
    ("u16", 2),
    ("i16", 2),
    ("ui16", 2),
    ("u32", 4),
    ("i32", 4),
    ("ui32", 4),
    ("u64", 8),
    ("i64", 8),
    ("ui64", 8),
    ("s", 2),
    ("us", 2),
];

/// A number without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u64,
    /// How many hexadecimal digits it was written with.
    pub(super) hex: Option<usize>,
    /// How many bytes its suffix says it has.
    pub(super) width: Option<u32>,
}

/// The number that `text` is; `octal` where a zero before the digits means that they are octal.
pub(super) fn number(text: &str, octal: bool) -> Result<Number, Problem> {
    let digits: String = text.chars().filter(|c| *c != '_' && *c != '\'').collect();
    let digits = digits.to_ascii_lowercase();
    let bad = || Problem::NotANumber(text.to_owned());
    if let Some(hex) = digits
        .strip_prefix('$')
        .or_else(|| digits.strip_prefix("&h"))
    {
        return finish(text, hex.trim_end_matches('&'), 16, None);
    }
    let assembler = digits.strip_suffix('h').filter(|hex| is_hex(hex));
    if let Some(hex) = assembler {
        return finish(text, hex, 16, None);
    }
    let (rest, radix) = match digits.get(..2) {
        Some("0x") => (digits.get(2..), 16),
        Some("0b") => (digits.get(2..), 2),
        Some("0o") => (digits.get(2..), 8),
        _ => (Some(digits.as_str()), 10),
    };
    let rest = rest.unwrap_or_default();
    let end = rest
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(end);
    let width = match suffix {
        "" => 0,
        suffix => SUFFIXES
            .iter()
            .find(|(known, _)| *known == suffix)
            .map(|(_, width)| *width)
            .ok_or_else(bad)?,
    };
    let width = (width > 0).then_some(width);
    if radix == 10 && octal && digits.len() > 1 && digits.starts_with('0') {
        return finish(text, digits, 8, width);
    }
    finish(text, digits, radix, width)
}

fn is_hex(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

fn finish(text: &str, digits: &str, radix: u32, width: Option<u32>) -> Result<Number, Problem> {
    let all = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    if !all {
        return Err(Problem::NotANumber(text.to_owned()));
    }
    let value = u64::from_str_radix(digits, radix);
    let value = value.map_err(|_| Problem::DoesNotFit {
        text: text.to_owned(),
        width: 8,
    })?;
    Ok(Number {
        value,
        hex: (radix == 16).then_some(digits.len()),
        width,
    })
}

impl Number {
    /// Its bytes in an element of `width` bytes, the lowest first; `None` where it does not fit.
    pub(super) fn bytes(self, negative: bool, width: u32) -> Option<[u8; 8]> {
        let bits = width.min(8) * 8;
        let fits = if negative {
            self.value <= 1 << (bits - 1)
        } else {
            bits == 64 || self.value >> bits == 0
        };
        let value = if negative {
            self.value.wrapping_neg()
        } else {
            self.value
        };
        fits.then(|| value.to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation() {
        for (text, value) in [
            ("0x4D", 0x4d),
            ("0X4d", 0x4d),
            ("4Dh", 0x4d),
            ("0FFFFh", 0xffff),
            ("0b1h", 0xb1),
            ("$4D", 0x4d),
            ("&H4D", 0x4d),
            ("77", 77),
            ("0115", 0o115),
            ("0o115", 0o115),
            ("0b0100_1101", 0x4d),
            ("0x4d_u8", 0x4d),
            ("77u", 77),
            ("0x4dUL", 0x4d),
            ("0x12'34", 0x1234),
            ("0xFFFFFFFFFFFFFFFFull", u64::MAX),
            ("0", 0),
        ] {
            assert_eq!(
                number(text, true).map(|number| number.value),
                Ok(value),
                "{text}"
            );
        }
        assert_eq!(number("010", false).map(|number| number.value), Ok(10));
        for text in [
            "4d",
            "0x",
            "0xZZ",
            "08",
            "0b12",
            "77q",
            "4dg",
            "0x1ffffffffffffffff",
        ] {
            assert!(number(text, true).is_err(), "{text}");
        }
    }

    #[test]
    fn what_fits() {
        let fits = |value, negative, width| {
            let number = Number {
                value,
                hex: None,
                width: None,
            };
            number.bytes(negative, width).map(|bytes| bytes[0])
        };
        assert_eq!(fits(255, false, 1), Some(0xff));
        assert_eq!(fits(256, false, 1), None);
        assert_eq!(fits(128, true, 1), Some(0x80));
        assert_eq!(fits(129, true, 1), None);
        assert_eq!(fits(112, true, 1), Some(0x90));
        assert_eq!(fits(u64::MAX, false, 8), Some(0xff));
        assert_eq!(fits(1 << 63, true, 8), Some(0));
        assert_eq!(fits((1 << 63) + 1, true, 8), None);
    }
}
