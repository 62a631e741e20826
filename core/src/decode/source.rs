//! The input: a pasted text or a file, and its contents. Both are serialized with Borsh: the decode page passes a
//! [`Source`] to its worker and receives the [`Contents`], so that parsing a long text does not block the page.

use std::borrow::Cow;

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use super::read::{self, Dialect, ParsedInput};

/// The bytes of a file that are examined to distinguish a text from bytes.
const SAMPLE: usize = 4096;

/// How the bytes of a file are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum FileKind {
    /// The bytes to decode.
    Bytes,
    /// A text with bytes or a layout.
    Text,
}

impl FileKind {
    pub const fn other(self) -> Self {
        match self {
            Self::Bytes => Self::Text,
            Self::Text => Self::Bytes,
        }
    }

    /// Returns text, if the file begins with a text that can be parsed in part; otherwise bytes.
    pub fn detect(file: &[u8]) -> Self {
        let sample = file.get(..SAMPLE).unwrap_or(file);
        let sample = match (text(sample), sample.utf8_chunks().next()) {
            (Ok(text), _) => text,
            // The sample may end within a character.
            (Err(NoText), Some(chunk)) if chunk.valid().len() + 4 > sample.len() => {
                Cow::Borrowed(chunk.valid())
            }
            _ => return Self::Bytes,
        };
        // The sample may also end within a line.
        let lines = match sample.rsplit_once('\n') {
            Some((lines, _)) if file.len() > SAMPLE => lines,
            _ => &*sample,
        };
        let printable = |c: char| !c.is_control() || c.is_ascii_whitespace();
        let is_text = !lines.trim().is_empty() && lines.chars().all(printable);
        match is_text && read::parse_input(lines).is_ok() {
            true => Self::Text,
            false => Self::Bytes,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Source {
    /// A file; a pasted text as UTF-8.
    pub bytes: Vec<u8>,
    /// The interpretation; `None` for that of [`FileKind::detect`].
    pub kind: Option<FileKind>,
    /// The dialect of a text; `None` to detect it.
    pub dialect: Option<Dialect>,
}

#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Contents {
    pub kind: FileKind,
    /// The text, if the file was interpreted as one.
    pub text: Option<String>,
    /// Bytes or a layout, or an error message.
    pub read: Result<ParsedInput, String>,
}

impl Source {
    pub fn read(self) -> Contents {
        let kind = self.kind.unwrap_or_else(|| FileKind::detect(&self.bytes));
        if kind == FileKind::Bytes {
            let read = read::raw(self.bytes).map(ParsedInput::Bytes);
            let read = read.map_err(|error| error.to_string());
            return Contents {
                kind,
                text: None,
                read,
            };
        }
        let (text, read) = match text(&self.bytes) {
            Ok(text) => {
                let read = match self.dialect {
                    None => read::parse_input(&text),
                    Some(dialect) => read::read_as(&text, dialect).map(ParsedInput::Bytes),
                };
                let read = read.map_err(|error| error.to_string());
                (Some(text.into_owned()), read)
            }
            Err(error) => (None, Err(error.to_string())),
        };
        Contents { kind, text, read }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the text is neither UTF-8 nor UTF-16")]
pub struct NoText;

/// Decodes a text in UTF-8 or UTF-16, as debuggers and PowerShell write their logs.
///
/// # Errors
///
/// If it is neither.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, NoText> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => match unmarked_utf_16(bytes) {
            Some(unit) => utf_16(bytes, unit),
            None => {
                let text = std::str::from_utf8(bytes);
                text.map(Cow::Borrowed).map_err(|_| NoText)
            }
        },
    }
}

/// Returns the byte order of UTF-16 without a byte order mark: nearly every second byte is zero, and no other.
pub fn unmarked_utf_16(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let is_in_order = |unit: fn([u8; 2]) -> u16| {
        let letters = pairs
            .iter()
            .filter(|pair| (1..=0xff).contains(&unit(**pair)));
        rest.is_empty() && letters.count() * 10 > pairs.len() * 9
    };
    let orders: [fn([u8; 2]) -> u16; 2] = [u16::from_le_bytes, u16::from_be_bytes];
    orders.into_iter().find(|order| is_in_order(*order))
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, NoText> {
    let (pairs, rest) = bytes.as_chunks();
    let text =
        char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<String, _>>();
    match text {
        Ok(text) if rest.is_empty() => Ok(text.into()),
        _ => Err(NoText),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str =
        "fffff803`451e0c80  48 d3 c2 48 33 d0 48 0f-ca 00 00 00 00 00 00 00  H..H3.H.........\r\n";

    fn read(bytes: &[u8], kind: Option<FileKind>) -> Contents {
        let bytes = bytes.to_vec();
        let source = Source {
            bytes,
            kind,
            dialect: None,
        };
        source.read()
    }

    fn count(contents: &Contents) -> usize {
        match contents.read.as_ref().unwrap() {
            ParsedInput::Bytes(reading) => reading.space.len(),
            ParsedInput::Listing(listing) => panic!("{listing:?}"),
        }
    }

    #[test]
    fn text_is_read_in_each_of_its_encodings() {
        assert_eq!(text(b"00 01").unwrap(), "00 01");
        assert_eq!(text(b"\xff\xfe0\x001\x00").unwrap(), "01");
        assert_eq!(text(b"\xfe\xff\x000\x001").unwrap(), "01");
        assert_eq!(text(b"0\x001\x00").unwrap(), "01");
        assert_eq!(text(b"\x000\x001").unwrap(), "01");
        for bytes in [&b"\xff"[..], b"\xff\xfe0", b"\xff\xfe\x00\xd8", b"\xc3"] {
            assert_eq!(text(bytes), Err(NoText), "{bytes:x?}");
        }
    }

    #[test]
    fn a_log_is_text_and_a_blob_is_bytes() {
        let long = DUMP.repeat(100);
        // The end of the sample is within a character.
        let umlauts = format!("{DUMP}{}", "ä".repeat(4096));
        for (file, expected) in [
            (DUMP.as_bytes(), FileKind::Text),
            (long.as_bytes(), FileKind::Text),
            (umlauts.as_bytes(), FileKind::Text),
            (&[0; 64], FileKind::Bytes),
            (b"nothing that could be bytes", FileKind::Bytes),
            (b"", FileKind::Bytes),
        ] {
            assert_eq!(FileKind::detect(file), expected, "{file:?}");
        }
    }

    #[test]
    fn a_log_in_utf_16_is_read() {
        let units = DUMP.encode_utf16().flat_map(u16::to_le_bytes);
        let log: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
        let contents = read(&log, None);
        assert_eq!(contents.kind, FileKind::Text);
        assert_eq!(
            (count(&contents), contents.text.as_deref()),
            (16, Some(DUMP))
        );
    }

    #[test]
    fn a_file_can_be_interpreted_otherwise() {
        let text = read(b"00 11 22 33", None);
        let bytes = read(b"00 11 22 33", Some(text.kind.other()));
        assert_eq!((count(&text), count(&bytes)), (4, 11));
    }

    /// Contents survive serialization: for every dialect, a layout, and lines skipped for each kind of reason.
    #[test]
    fn contents_round_trip() {
        let samples = Dialect::ALL.into_iter().map(Dialect::sample);
        let layout = "ntdll!_X\n   +0x000 Links : _LIST_ENTRY\n   +0x010 Next : Ptr64 Ptr64 _X\n   +0x018 Bits : Pos 3, 2 Bits\n   +bad\n";
        let skipped = [
            "00 01\nnot a byte\n+0x20: zz\n",
            "QUJD\nRE\u{a7}G\n",
            "char a[] = {1, 0x1ff, name, 'ä', \"\\u00e4\", 2};\n",
        ];
        for text in samples.chain([layout, ""]).chain(skipped) {
            let contents = read(text.as_bytes(), Some(FileKind::Text));
            let sent = borsh::to_vec(&contents).unwrap();
            assert_eq!(
                borsh::from_slice::<Contents>(&sent).unwrap(),
                contents,
                "{text}"
            );
        }
    }
}
