//! A path segment as the visitor wrote it: checked for being writable in a URL, not for meaning.
//!
//! The server turns segments into names, versions and architectures, and those back into segments.

use std::fmt;

/// The longest segment that is read, in bytes after decoding. Longer than any name or version.
pub const SEGMENT_LIMIT: usize = 160;

/// A decoded path segment: not empty, no control characters, at most [`SEGMENT_LIMIT`] bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Segment(pub(super) Box<str>);

impl Segment {
    /// Takes a decoded text; `None` when none of our URLs may contain it.
    pub fn new(text: &str) -> Option<Self> {
        let good = !text.is_empty()
            && text.len() <= SEGMENT_LIMIT
            && text != "."
            && text != ".."
            && !text.chars().any(char::is_control);
        good.then(|| Self(text.into()))
    }

    /// Decodes a path segment: percent-encoded UTF-8.
    pub fn decode(encoded: &str) -> Option<Self> {
        if encoded.len() > SEGMENT_LIMIT * 3 {
            return None;
        }
        let mut bytes = Vec::with_capacity(encoded.len());
        let mut rest = encoded.bytes();
        while let Some(byte) = rest.next() {
            if byte == b'%' {
                let high = hex_digit(rest.next()?)?;
                let low = hex_digit(rest.next()?)?;
                bytes.push(high << 4 | low);
            } else {
                bytes.push(byte);
            }
        }
        Self::new(std::str::from_utf8(&bytes).ok()?)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        percent(&self.0, f)
    }
}

/// Writes a text percent-encoded, so that no byte of it has a meaning in a URL.
pub(super) fn percent(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    text.bytes().try_for_each(|byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            write!(f, "{}", char::from(byte))
        } else {
            write!(f, "%{byte:02X}")
        }
    })
}

/// The text percent-encoded, so that no byte of it has a meaning in a URL.
pub fn percent_encoded(text: &str) -> String {
    fmt::from_fn(|f| percent(text, f)).to_string()
}

/// `{version}/{arch}`, as the visitor wrote them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PointSegments {
    pub version: Segment,
    pub arch: Segment,
}

impl PointSegments {
    pub fn decode(version: &str, arch: &str) -> Option<Self> {
        Some(Self {
            version: Segment::decode(version)?,
            arch: Segment::decode(arch)?,
        })
    }
}

impl fmt::Display for PointSegments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.version, self.arch)
    }
}
