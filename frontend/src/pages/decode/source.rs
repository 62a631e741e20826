//! What is to be decoded: a text that was pasted, or a file; and as which of the two the file was taken.

use std::sync::Arc;

use strata_core::Point;
use strata_core::decode::read::{self, Dialect, Pasted};

/// The longest text that the page reads: it does so in one go, and more would hold up the browser.
pub const TEXT_LIMIT: usize = 16 << 20;
/// What is looked at to tell a text from bytes.
const LOOKED_AT: usize = 4096;

/// What is to be decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Nothing yet.
    #[default]
    Nothing,
    /// A text.
    Text {
        /// The text.
        text: Arc<str>,
        /// From the layout at which point the page made it; `None` where it is the visitor's.
        made_at: Option<Point>,
    },
    /// A file.
    File(Arc<File>),
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What it is called.
    pub name: String,
    /// All of it.
    pub bytes: Arc<[u8]>,
    /// As what it is taken.
    pub taken: Taken,
}

/// As what a file is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// As the bytes themselves.
    Bytes,
    /// As a text that shows bytes.
    Text,
}

impl Taken {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Bytes => Self::Text,
            Self::Text => Self::Bytes,
        }
    }

    /// What that is in words, and the way to the other one.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Bytes => ("as raw bytes", "Take it as text"),
            Self::Text => ("as text, for it looks like a dump", "Take it as raw bytes"),
        }
    }
}

impl File {
    /// A file, taken as what it looks like.
    #[must_use]
    pub fn new(name: String, bytes: Vec<u8>) -> Self {
        let taken = match looks_like_text(&bytes) {
            true => Taken::Text,
            false => Taken::Bytes,
        };
        Self {
            name,
            bytes: bytes.into(),
            taken,
        }
    }

    /// The same file, taken as the other thing.
    #[must_use]
    pub fn taken_otherwise(&self) -> Self {
        Self {
            taken: self.taken.other(),
            ..self.clone()
        }
    }
}

/// A text, where there is one, and what it was read as, or why it was not.
pub type Read = (Option<Arc<str>>, Result<Pasted, String>);

impl Source {
    /// What is in it, as that dialect where one was chosen; `None` where there is nothing to read.
    #[must_use]
    pub fn read(&self, dialect: Option<Dialect>) -> Option<Read> {
        match self {
            Self::Nothing => None,
            Self::Text { text, .. } if text.trim().is_empty() => None,
            Self::Text { text, .. } => Some(read_text(Arc::clone(text), dialect)),
            Self::File(file) => Some(match file.taken {
                Taken::Bytes => {
                    let reading = read::raw(file.bytes.to_vec());
                    let reading = reading.map_err(|error| error.to_string());
                    (None, reading.map(Pasted::Bytes))
                }
                Taken::Text => match text_of(&file.bytes) {
                    Some(text) => read_text(text.into(), dialect),
                    None => (
                        None,
                        Err("this file is no text: take it as bytes".to_owned()),
                    ),
                },
            }),
        }
    }
}

fn read_text(text: Arc<str>, dialect: Option<Dialect>) -> Read {
    if text.len() > TEXT_LIMIT {
        let why = format!(
            "the text has {} MiB, and this page reads at most {} MiB at once: paste the part that holds the structure, \
             choose a file of raw bytes, or use `strata decode`",
            text.len() >> 20,
            TEXT_LIMIT >> 20
        );
        return (None, Err(why));
    }
    let read = match dialect {
        None => read::pasted(&text),
        Some(dialect) => read::read_as(&text, dialect).map(Pasted::Bytes),
    };
    (Some(text), read.map_err(|error| error.to_string()))
}

/// The text that a file holds: UTF-8, or UTF-16 with a byte order mark, as debuggers log it.
fn text_of(bytes: &[u8]) -> Option<String> {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.as_chunks().0.iter().map(|pair| unit(*pair));
        char::decode_utf16(units)
            .collect::<Result<String, _>>()
            .ok()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => units(rest, u16::from_be_bytes),
        _ => std::str::from_utf8(bytes).ok().map(str::to_owned),
    }
}

/// Whether a file is a text that shows bytes: it begins with characters only, and the decoder can read some of it.
fn looks_like_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let head = match text_of(head) {
        Some(text) => text,
        // A character may be cut in two at the end.
        None => match head.utf8_chunks().next() {
            Some(chunk) if chunk.valid().len() + 4 > head.len() => chunk.valid().to_owned(),
            _ => return false,
        },
    };
    let plain = |c: char| !c.is_control() || c.is_ascii_whitespace();
    // The last line may be cut in two.
    let whole = match bytes.len() > LOOKED_AT {
        true => head
            .rsplit_once('\n')
            .map_or(head.as_str(), |(lines, _)| lines),
        false => &head,
    };
    !whole.trim().is_empty() && whole.chars().all(plain) && read::pasted(whole).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str =
        "fffff803`451e0c80  48 d3 c2 48 33 d0 48 0f-ca 00 00 00 00 00 00 00  H..H3.H.........\r\n";

    fn taken(bytes: &[u8]) -> Taken {
        File::new("f".to_owned(), bytes.to_vec()).taken
    }

    /// How many bytes a file holds, as it is taken.
    fn bytes(file: File) -> usize {
        let (_, read) = Source::File(Arc::new(file)).read(None).unwrap();
        match read.unwrap() {
            Pasted::Bytes(reading) => reading.space.len(),
            Pasted::Listing(listing) => panic!("{listing:?}"),
        }
    }

    #[test]
    fn a_log_is_text_and_a_blob_is_bytes() {
        assert_eq!(taken(DUMP.as_bytes()), Taken::Text);
        assert_eq!(taken(DUMP.repeat(100).as_bytes()), Taken::Text);
        assert_eq!(taken(&[0; 64]), Taken::Bytes);
        assert_eq!(taken(b"nothing that could be bytes"), Taken::Bytes);
        assert_eq!(taken(b""), Taken::Bytes);
    }

    #[test]
    fn a_log_in_utf_16_is_read() {
        let units = DUMP.encode_utf16().flat_map(u16::to_le_bytes);
        let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
        let file = File::new("log".to_owned(), bytes);
        assert_eq!(file.taken, Taken::Text);
        assert_eq!(bytes(file), 16);
    }

    #[test]
    fn a_file_can_be_taken_otherwise() {
        let file = File::new("log".to_owned(), b"00 11 22 33".to_vec());
        assert_eq!(bytes(file.clone()), 4);
        assert_eq!(bytes(file.taken_otherwise()), 11);
    }

    #[test]
    fn nothing_is_not_an_error() {
        let blank = Source::Text {
            text: " \n".into(),
            made_at: None,
        };
        assert!(blank.read(None).is_none() && Source::Nothing.read(None).is_none());
    }
}
