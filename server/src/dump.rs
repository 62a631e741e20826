//! The text of a dump, in whatever encoding it was saved: UTF-8, or UTF-16 as PowerShell's `>` writes it.

use std::borrow::Cow;

use thiserror::Error;

const LITTLE_ENDIAN: [u8; 2] = [0xff, 0xfe];
const BIG_ENDIAN: [u8; 2] = [0xfe, 0xff];

/// Bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the text is neither UTF-8 nor UTF-16 with a byte order mark")]
pub struct NoText;

/// The text that the bytes are.
///
/// # Errors
///
/// When they are none.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, NoText> {
    if let Some(rest) = bytes.strip_prefix(&LITTLE_ENDIAN) {
        return utf_16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(&BIG_ENDIAN) {
        return utf_16(rest, u16::from_be_bytes);
    }
    let text = std::str::from_utf8(bytes);
    text.map(Cow::Borrowed).map_err(|_| NoText)
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, NoText> {
    let (pairs, rest) = bytes.as_chunks();
    let text = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .collect::<Result<String, _>>()
        .map_err(|_| NoText)?;
    if rest.is_empty() {
        Ok(text.into())
    } else {
        Err(NoText)
    }
}

/// Whether bytes look like text: no control characters but those that divide lines and columns.
#[must_use]
pub fn is_text(bytes: &[u8]) -> bool {
    let plain = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1a}');
    text(bytes).is_ok_and(|text| text.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_in_each_of_its_encodings() {
        assert_eq!(text(b"00 01").unwrap(), "00 01");
        assert_eq!(text(b"\xff\xfe0\x001\x00").unwrap(), "01");
        assert_eq!(text(b"\xfe\xff\x000\x001").unwrap(), "01");
        for bytes in [&b"\xff"[..], b"\xff\xfe0", b"\xff\xfe\x00\xd8", b"\xc3"] {
            assert_eq!(text(bytes), Err(NoText), "{bytes:x?}");
        }
    }

    #[test]
    fn bytes_are_told_from_text() {
        assert!(is_text(b"fffff800`12345678  00 01 02\r\n"));
        assert!(is_text(b""));
        for bytes in [&b"\0"[..], b"MZ\x90\0", b"\x01\x02", b"\xff\xff"] {
            assert!(!is_text(bytes), "{bytes:x?}");
        }
    }
}
