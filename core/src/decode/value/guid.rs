//! `GUID`, as Windows prints it.

use std::fmt;

/// A globally unique identifier, printed as `{9e814aad-3204-11d2-9a82-006008a86939}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guid(pub [u8; 16]);

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
    }
}
