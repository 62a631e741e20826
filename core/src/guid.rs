//! GUIDs: parsing and printing in the form that Windows uses.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A globally unique identifier, printed as `{9e814aad-3204-11d2-9a82-006008a86939}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guid(pub [u8; 16]);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a GUID: expected {{9e814aad-3204-11d2-9a82-006008a86939}}, with or without braces"
)]
pub struct ParseGuidError(String);

/// `ORDER[i]` is the index, in the printed digits, of byte `i` in memory: the first three fields are little-endian.
const ORDER: [usize; 16] = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

impl FromStr for Guid {
    type Err = ParseGuidError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseGuidError(text.chars().take(64).collect());
        let inside = text.strip_prefix('{').map(|rest| rest.strip_suffix('}'));
        let inside = inside.unwrap_or(Some(text)).ok_or_else(error)?;
        let lengths = inside.split('-').map(str::len);
        let hex = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
        if !lengths.eq([8, 4, 4, 4, 12]) || !inside.bytes().all(hex) {
            return Err(error());
        }
        let digits = u128::from_str_radix(&inside.replace('-', ""), 16).map_err(|_| error())?;
        let written = digits.to_be_bytes();
        Ok(Self(ORDER.map(|at| written.get(at).copied().unwrap_or(0))))
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e, g, h, i, tail @ ..] = self.0;
        write!(
            f,
            "{{{:08x}-{:04x}-{:04x}-",
            u32::from_le_bytes([a, b, c, d]),
            u16::from_le_bytes([e, g]),
            u16::from_le_bytes([h, i])
        )?;
        for (place, byte) in tail.into_iter().enumerate() {
            let hyphen = if place == 2 { "-" } else { "" };
            write!(f, "{hyphen}{byte:02x}")?;
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guids_print_as_windows_prints_them() {
        let mut bytes = [0; 16];
        for (byte, value) in bytes.iter_mut().zip(0x10..) {
            *byte = value;
        }
        assert_eq!(
            Guid(bytes).to_string(),
            "{13121110-1514-1716-1819-1a1b1c1d1e1f}"
        );
        assert_eq!(
            "{13121110-1514-1716-1819-1a1b1c1d1e1f}".parse(),
            Ok(Guid(bytes))
        );
        assert_eq!(
            "13121110-1514-1716-1819-1A1B1C1D1E1F".parse(),
            Ok(Guid(bytes))
        );
        for text in [
            "",
            "{13121110-1514-1716-1819-1a1b1c1d1e1f",
            "13121110151417161819-1a1b1c1d1e1f",
            "1312111g-1514-1716-1819-1a1b1c1d1e1f",
            "+3121110-1514-1716-1819-1a1b1c1d1e1f",
        ] {
            assert!(text.parse::<Guid>().is_err(), "{text}");
        }
    }
}
