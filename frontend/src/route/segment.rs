//! A path segment as the visitor wrote it: checked for being writable in a URL, not for meaning.
//!
//! The server turns segments into names, versions and architectures, and those back into segments.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

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

    /// Decodes a path segment: percent-encoded UTF-8. Invalid encodings are kept verbatim.
    pub fn decode(encoded: &str) -> Option<Self> {
        let text = percent_decode_str(encoded).decode_utf8().ok()?;
        Self::new(&text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        percent_encoded(&self.0).fmt(f)
    }
}

/// All bytes but those without a meaning in any part of a URL.
const MEANINGFUL: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The text percent-encoded, so that no byte of it has a meaning in a URL.
pub fn percent_encoded(text: &str) -> impl fmt::Display {
    utf8_percent_encode(text, MEANINGFUL)
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
