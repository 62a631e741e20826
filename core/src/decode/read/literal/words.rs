//! The words of source text: the language they indicate, the element width of a type, the encoding that a function
//! decodes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::decode::read::Dialect::{
    self, Assembler, CArray, CSharpArray, GoSlice, JavaArray, JavaScriptArray, PascalArray,
    PythonBytes, RustArray,
};
use crate::decode::read::base64::Encoding;
use crate::decode::read::outcome::Problem;

/// A language, and the strength of the evidence for it.
pub(super) type Hint = Option<(Dialect, u8)>;

/// Other languages use the word as well.
pub(super) const WEAK: u8 = 1;
pub(super) const STRONG: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordMeaning {
    /// A type of this many bytes.
    Type(u32),
    /// A type whose width depends on the platform, or that is not an integer type.
    Vague,
    /// A word in the place of a type that is not known.
    Unknown,
    /// A qualifier before a type.
    Qualifier,
    /// A function that decodes a string.
    Decodes(Encoding),
    /// Only a hint at the language.
    Nothing,
}

const fn weak(language: Dialect) -> Hint {
    Some((language, WEAK))
}

const C: Hint = Some((CArray, STRONG));
const C_SHARP: Hint = Some((CSharpArray, STRONG));
const RUST: Hint = Some((RustArray, STRONG));
const PYTHON: Hint = Some((PythonBytes, STRONG));
const SCRIPT: Hint = Some((JavaScriptArray, STRONG));

const HEX: WordMeaning = WordMeaning::Decodes(Encoding::Hex);
const BASE64: WordMeaning = WordMeaning::Decodes(Encoding::Base64);

/// The most letters of a known word.
const LONGEST_WORD: usize = 17;

/// All known words in lower case, by meaning and language.
#[rustfmt::skip]
const WORDS: [(WordMeaning, Hint, &str); 40] = [
    (WordMeaning::Type(1), None, "byte bytearrayof ubytearrayof char schar boolean bool char8_t int8_t uint8 int8 __int8 shortint"),
    (WordMeaning::Type(1), C, "uint8_t uchar"),
    (WordMeaning::Type(1), C_SHARP, "sbyte"),
    (WordMeaning::Type(1), RUST, "u8 i8"),
    (WordMeaning::Type(1), weak(PythonBytes), "bytes"),
    (WordMeaning::Type(1), PYTHON, "bytearray"),
    (WordMeaning::Type(1), SCRIPT, "uint8array int8array uint8clampedarray"),
    (WordMeaning::Type(2), None, "short word smallint wchar wchar_t char16_t int16_t uint16 int16 __int16"),
    (WordMeaning::Type(2), C, "uint16_t"),
    (WordMeaning::Type(2), weak(CSharpArray), "ushort"),
    (WordMeaning::Type(2), RUST, "u16 i16"),
    (WordMeaning::Type(2), SCRIPT, "uint16array int16array"),
    (WordMeaning::Type(4), None, "int uint signed long ulong ulong32 dword32 int32_t uint32 int32 __int32 char32_t integer cardinal longword"),
    (WordMeaning::Type(4), C, "unsigned uint32_t"),
    (WordMeaning::Type(4), weak(CArray), "dword"),
    (WordMeaning::Type(4), RUST, "u32 i32"),
    (WordMeaning::Type(4), SCRIPT, "uint32array int32array"),
    (WordMeaning::Type(8), None, "ulonglong longlong dword64 ulong64 int64_t uint64 int64 __int64 _qword"),
    (WordMeaning::Type(8), C, "uint64_t"),
    (WordMeaning::Type(8), weak(CArray), "qword"),
    (WordMeaning::Type(8), RUST, "u64 i64"),
    (WordMeaning::Type(8), SCRIPT, "biguint64array bigint64array"),
    (WordMeaning::Vague, None, "size_t ssize_t ptrdiff_t intptr_t uintptr_t usize isize ulong_ptr long_ptr dword_ptr nativeint nativeuint pvoid handle float double f32 f64 single"),
    (WordMeaning::Qualifier, None, "auto const static volatile extern inline public private internal struct register"),
    (WordMeaning::Qualifier, C, "constexpr"),
    (WordMeaning::Qualifier, C_SHARP, "readonly"),
    (WordMeaning::Qualifier, Some((JavaArray, STRONG)), "final"),
    (WordMeaning::Qualifier, RUST, "mut"),
    (WordMeaning::Qualifier, weak(JavaScriptArray), "let var"),
    (HEX, None, "a2b_hex fromhexstring"),
    (HEX, PYTHON, "fromhex unhexlify"),
    (BASE64, None, "decodestring a2b_base64"),
    (BASE64, C_SHARP, "frombase64string"),
    (BASE64, PYTHON, "b64decode"),
    (BASE64, SCRIPT, "atob"),
    (WordMeaning::Nothing, C, "std"),
    (WordMeaning::Nothing, Some((PascalArray, STRONG)), "of"),
    (WordMeaning::Nothing, weak(PascalArray), "array"),
    (WordMeaning::Nothing, weak(CSharpArray), "new"),
    (WordMeaning::Nothing, weak(RustArray), "vec"),
];

/// Whether the word is in the list, ignoring case.
pub(super) fn is_among(words: &str, word: &str) -> bool {
    // A byte loop: the list is too short to repay the setup of a substring search.
    let mut words = words.as_bytes().split(|byte| *byte == b' ');
    words.any(|known| known.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns the meaning of a word, and the language it indicates.
pub(super) fn look_up(word: &str) -> Option<(WordMeaning, Hint)> {
    static KNOWN: LazyLock<BTreeMap<&str, (WordMeaning, Hint)>> = LazyLock::new(|| {
        let lists = WORDS.iter().flat_map(|(means, hint, words)| {
            let words = words.split(' ');
            words.map(|word| (word, (*means, *hint)))
        });
        lists.collect()
    });
    let word = (word.len() <= LONGEST_WORD).then(|| word.to_ascii_lowercase())?;
    KNOWN.get(&*word).copied()
}

/// Whether an escape `\x` has exactly two digits.
pub(super) const fn has_two_digits(it: Dialect) -> bool {
    matches!(it, RustArray | PythonBytes | JavaScriptArray | GoSlice)
}

/// Whether strings have no escapes.
pub(super) const fn is_raw(language: Dialect) -> bool {
    matches!(language, PascalArray | Assembler)
}

/// Whether a leading zero makes a number octal.
pub(super) const fn is_octal(language: Dialect) -> bool {
    matches!(language, CArray | JavaArray | JavaScriptArray | GoSlice)
}

/// Whether single quotes hold a character, not a string.
pub(super) const fn has_characters(it: Dialect) -> bool {
    matches!(it, CArray | CSharpArray | JavaArray | RustArray | GoSlice)
}

/// The element type, built word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Type<'t> {
    /// The word that determines the width, and its meaning.
    decided: Option<(&'t str, WordMeaning)>,
}

impl<'t> Type<'t> {
    /// Adds a word of the declaration. The first word with a width determines it, except for modifiers (`unsigned
    /// char`, `long long`).
    pub(super) fn add(&mut self, word: &'t str, means: WordMeaning) {
        if let WordMeaning::Qualifier | WordMeaning::Decodes(_) | WordMeaning::Nothing = means {
            return;
        }
        let is_long = self.is("long");
        if is_long && is_among("long", word) {
            self.decided = Some((word, WordMeaning::Type(8)));
        } else if self.decided.is_none() || self.is_sign() || is_long && !is_among("int", word) {
            self.decided = Some((word, means));
        }
    }

    /// Whether one of these words determines the width.
    fn is(self, words: &str) -> bool {
        self.word().is_some_and(|word| is_among(words, word))
    }

    /// Returns the word that determines the width.
    pub(super) fn word(self) -> Option<&'t str> {
        self.decided.map(|(word, _)| word)
    }

    /// Whether it has a sign but no type yet: `unsigned`.
    pub(super) fn is_sign(self) -> bool {
        self.is("unsigned signed")
    }

    /// Returns the word in the place of the type, if that is not known.
    pub(super) fn unknown(self) -> Option<&'t str> {
        let unknown = self
            .decided
            .filter(|(_, means)| *means == WordMeaning::Unknown);
        unknown.map(|(word, _)| word)
    }

    /// Returns the element width in bytes, if a type determines it.
    pub(super) fn width(self, language: Dialect) -> Result<Option<u32>, Problem> {
        let wide = matches!(language, CSharpArray | JavaArray);
        match self.decided {
            Some(("long" | "ulong", _)) if wide => Ok(Some(8)),
            Some(("char", _)) if wide => Ok(Some(2)),
            Some((_, WordMeaning::Type(width))) => Ok(Some(width)),
            Some((word, _)) => Err(Problem::VagueType(word.to_owned())),
            None => Ok(None),
        }
    }
}

/// Returns the width of the type in a declaration in bytes, if it has one.
pub(in crate::decode::read) fn width(
    words: &str,
    language: Dialect,
) -> Result<Option<u32>, Problem> {
    let mut ty = Type::default();
    for word in words.split(' ') {
        if let Some((means, _)) = look_up(word) {
            ty.add(word, means);
        }
    }
    ty.width(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_of_declarations() {
        for (expected, declarations) in [
            (1, "const unsigned char data|UNSIGNED CHAR x"),
            (2, "unsigned short int x|static const uint16_t word"),
            (4, "unsigned x|unsigned long x|unsigned int x|DWORD x"),
            (8, "unsigned long long int x|unsigned __int64 x|LONG LONG x"),
        ] {
            for words in declarations.split('|') {
                assert_eq!(width(words, CArray), Ok(Some(expected)), "{words}");
            }
        }
        assert_eq!(width("ulong x", CSharpArray), Ok(Some(8)));
        assert_eq!(width("long x", JavaArray), Ok(Some(8)));
        assert_eq!(width("data", CArray), Ok(None));
        let vague = Err(Problem::VagueType("size_t".to_owned()));
        assert_eq!(width("size_t", CArray), vague);
    }
}
