//! Languages, and the words and marks that give them away.

use crate::decode::read::Dialect;

/// A language in which bytes are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    C,
    CSharp,
    Java,
    Rust,
    Python,
    Pascal,
    JavaScript,
    Go,
    Assembler,
    /// A text in quotation marks that nothing else surrounds.
    Text,
}

/// How much a word says about the language: another language may have it too, or none has.
pub(super) const WEAK: u8 = 1;
pub(super) const STRONG: u8 = 2;

/// Words, in lower case, and the languages that they give away.
const WORDS: [(&str, Language, u8); 40] = [
    ("unsigned", Language::C, STRONG),
    ("uint8_t", Language::C, STRONG),
    ("uint16_t", Language::C, STRONG),
    ("uint32_t", Language::C, STRONG),
    ("uint64_t", Language::C, STRONG),
    ("uchar", Language::C, STRONG),
    ("ushort", Language::CSharp, WEAK),
    ("dword", Language::C, WEAK),
    ("qword", Language::C, WEAK),
    ("constexpr", Language::C, STRONG),
    ("std", Language::C, STRONG),
    ("new", Language::CSharp, WEAK),
    ("readonly", Language::CSharp, STRONG),
    ("sbyte", Language::CSharp, STRONG),
    ("frombase64string", Language::CSharp, STRONG),
    ("final", Language::Java, STRONG),
    ("u8", Language::Rust, STRONG),
    ("u16", Language::Rust, STRONG),
    ("u32", Language::Rust, STRONG),
    ("u64", Language::Rust, STRONG),
    ("i8", Language::Rust, STRONG),
    ("i16", Language::Rust, STRONG),
    ("i32", Language::Rust, STRONG),
    ("i64", Language::Rust, STRONG),
    ("vec", Language::Rust, WEAK),
    ("mut", Language::Rust, STRONG),
    ("bytes", Language::Python, WEAK),
    ("bytearray", Language::Python, STRONG),
    ("fromhex", Language::Python, STRONG),
    ("unhexlify", Language::Python, STRONG),
    ("b64decode", Language::Python, STRONG),
    ("array", Language::Pascal, WEAK),
    ("of", Language::Pascal, STRONG),
    ("let", Language::JavaScript, WEAK),
    ("var", Language::JavaScript, WEAK),
    ("uint8array", Language::JavaScript, STRONG),
    ("uint16array", Language::JavaScript, STRONG),
    ("uint32array", Language::JavaScript, STRONG),
    ("biguint64array", Language::JavaScript, STRONG),
    ("atob", Language::JavaScript, STRONG),
];

impl Language {
    /// The language that a word gives away, and how surely.
    pub(super) fn of_word(word: &str) -> Option<(Self, u8)> {
        let found = WORDS
            .iter()
            .find(|(known, ..)| known.eq_ignore_ascii_case(word));
        found.map(|(_, language, strength)| (*language, *strength))
    }

    /// Whether an escape `\x` has two digits and no more.
    pub(super) const fn two_digits(self) -> bool {
        matches!(
            self,
            Self::Rust | Self::Python | Self::JavaScript | Self::Go
        )
    }

    /// Whether a text in such marks has no escapes.
    pub(super) const fn is_raw(self, mark: char) -> bool {
        matches!((self, mark), (Self::Pascal | Self::Assembler, _))
    }

    /// Whether a zero before a number's digits makes them octal.
    pub(super) const fn octal(self) -> bool {
        matches!(self, Self::C | Self::Java | Self::JavaScript | Self::Go)
    }

    /// Whether what stands in single quotes is a text, and not one character.
    pub(super) const fn quotes_texts(self) -> bool {
        matches!(
            self,
            Self::Python | Self::JavaScript | Self::Pascal | Self::Assembler | Self::Text
        )
    }

    pub(super) const fn dialect(self) -> Dialect {
        match self {
            Self::C => Dialect::CArray,
            Self::CSharp => Dialect::CSharpArray,
            Self::Java => Dialect::JavaArray,
            Self::Rust => Dialect::RustArray,
            Self::Python => Dialect::PythonBytes,
            Self::Pascal => Dialect::PascalArray,
            Self::JavaScript => Dialect::JavaScriptArray,
            Self::Go => Dialect::GoSlice,
            Self::Assembler => Dialect::Assembler,
            Self::Text => Dialect::StringLiteral,
        }
    }
}
