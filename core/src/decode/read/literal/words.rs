//! The words of source text: the language they indicate, the element width of a type, the encoding that a function
//! decodes.

use crate::decode::read::Dialect;
use crate::decode::read::base64::Encoding;
use crate::decode::read::outcome::Problem;

/// A language, and the strength of the evidence for it.
pub(super) type Hint = Option<(Dialect, u8)>;

/// Other languages use the word, too.
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

const C: Hint = Some((Dialect::CArray, STRONG));
const C_SHARP: Hint = Some((Dialect::CSharpArray, STRONG));
const RUST: Hint = Some((Dialect::RustArray, STRONG));
const PYTHON: Hint = Some((Dialect::PythonBytes, STRONG));
const SCRIPT: Hint = Some((Dialect::JavaScriptArray, STRONG));

const HEX: WordMeaning = WordMeaning::Decodes(Encoding::Hex);
const BASE64: WordMeaning = WordMeaning::Decodes(Encoding::Base64);

/// All known words in lower case, by meaning and language.
#[rustfmt::skip]
const WORDS: [(WordMeaning, Hint, &str); 40] = [
    (WordMeaning::Type(1), None, "byte bytearrayof ubytearrayof char schar boolean bool char8_t int8_t uint8 int8 __int8 shortint"),
    (WordMeaning::Type(1), C, "uint8_t uchar"),
    (WordMeaning::Type(1), C_SHARP, "sbyte"),
    (WordMeaning::Type(1), RUST, "u8 i8"),
    (WordMeaning::Type(1), weak(Dialect::PythonBytes), "bytes"),
    (WordMeaning::Type(1), PYTHON, "bytearray"),
    (WordMeaning::Type(1), SCRIPT, "uint8array int8array uint8clampedarray"),
    (WordMeaning::Type(2), None, "short word smallint wchar wchar_t char16_t int16_t uint16 int16 __int16"),
    (WordMeaning::Type(2), C, "uint16_t"),
    (WordMeaning::Type(2), weak(Dialect::CSharpArray), "ushort"),
    (WordMeaning::Type(2), RUST, "u16 i16"),
    (WordMeaning::Type(2), SCRIPT, "uint16array int16array"),
    (WordMeaning::Type(4), None, "int uint signed long ulong ulong32 dword32 int32_t uint32 int32 __int32 char32_t integer cardinal longword"),
    (WordMeaning::Type(4), C, "unsigned uint32_t"),
    (WordMeaning::Type(4), weak(Dialect::CArray), "dword"),
    (WordMeaning::Type(4), RUST, "u32 i32"),
    (WordMeaning::Type(4), SCRIPT, "uint32array int32array"),
    (WordMeaning::Type(8), None, "ulonglong longlong dword64 ulong64 int64_t uint64 int64 __int64 _qword"),
    (WordMeaning::Type(8), C, "uint64_t"),
    (WordMeaning::Type(8), weak(Dialect::CArray), "qword"),
    (WordMeaning::Type(8), RUST, "u64 i64"),
    (WordMeaning::Type(8), SCRIPT, "biguint64array bigint64array"),
    (WordMeaning::Vague, None, "size_t ssize_t ptrdiff_t intptr_t uintptr_t usize isize ulong_ptr long_ptr dword_ptr nativeint nativeuint pvoid handle float double f32 f64 single"),
    (WordMeaning::Qualifier, None, "auto const static volatile extern inline public private internal struct register"),
    (WordMeaning::Qualifier, C, "constexpr"),
    (WordMeaning::Qualifier, C_SHARP, "readonly"),
    (WordMeaning::Qualifier, Some((Dialect::JavaArray, STRONG)), "final"),
    (WordMeaning::Qualifier, RUST, "mut"),
    (WordMeaning::Qualifier, weak(Dialect::JavaScriptArray), "let var"),
    (HEX, None, "a2b_hex fromhexstring"),
    (HEX, PYTHON, "fromhex unhexlify"),
    (BASE64, None, "decodestring a2b_base64"),
    (BASE64, C_SHARP, "frombase64string"),
    (BASE64, PYTHON, "b64decode"),
    (BASE64, SCRIPT, "atob"),
    (WordMeaning::Nothing, C, "std"),
    (WordMeaning::Nothing, Some((Dialect::PascalArray, STRONG)), "of"),
    (WordMeaning::Nothing, weak(Dialect::PascalArray), "array"),
    (WordMeaning::Nothing, weak(Dialect::CSharpArray), "new"),
    (WordMeaning::Nothing, weak(Dialect::RustArray), "vec"),
];

/// Bit *n* is set at a first letter that a known word of *n* letters has: few others share both.
const LENGTHS: [u32; 128] = {
    let mut lengths = [0; 128];
    let mut list = 0;
    while list < WORDS.len() {
        let words = WORDS[list].2.as_bytes();
        let (mut begin, mut at) = (0, 0);
        while at <= words.len() {
            if at == words.len() || words[at] == b' ' {
                lengths[words[begin] as usize] |= 1_u32 << (at - begin);
                begin = at + 1;
            }
            at += 1;
        }
        list += 1;
    }
    lengths
};

/// Whether the word is in the list, ignoring case.
pub(super) fn is_among(words: &str, word: &str) -> bool {
    // A byte loop: the list is too short to repay the setup of a substring search.
    let mut words = words.as_bytes().split(|byte| *byte == b' ');
    words.any(|known| known.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns the meaning of a word, and the language it indicates.
pub(super) fn look_up(word: &str) -> Option<(WordMeaning, Hint)> {
    let first = usize::from(word.bytes().next()?.to_ascii_lowercase());
    let lengths = LENGTHS.get(first).copied().unwrap_or_default();
    let is_known = lengths.checked_shr(word.len() as u32)? & 1 == 1;
    let mut lists = WORDS.iter().filter(|_| is_known);
    let found = lists.find(|(.., words)| is_among(words, word));
    found.map(|(means, hint, _)| (*means, *hint))
}

/// The syntax of a language's strings and numbers.
pub(super) struct Syntax {
    /// Whether an escape `\x` has exactly two digits.
    pub(super) two_digits: bool,
    /// Whether strings have no escapes.
    pub(super) raw: bool,
    /// Whether a leading zero makes a number octal.
    pub(super) octal: bool,
    /// Whether single quotes hold a string, not a character.
    pub(super) single_quotes: bool,
}

impl Syntax {
    #[rustfmt::skip]
    pub(super) fn of(language: Dialect) -> Self {
        use Dialect::{
            Assembler, CArray, GoSlice, JavaArray, JavaScriptArray, PascalArray, PythonBytes, RustArray, StringLiteral,
        };
        Self {
            two_digits: matches!(language, RustArray | PythonBytes | JavaScriptArray | GoSlice),
            raw: matches!(language, PascalArray | Assembler),
            octal: matches!(language, CArray | JavaArray | JavaScriptArray | GoSlice),
            single_quotes: matches!(language, PythonBytes | JavaScriptArray | PascalArray | Assembler | StringLiteral),
        }
    }
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
        let is_type = matches!(
            means,
            WordMeaning::Type(_) | WordMeaning::Vague | WordMeaning::Unknown
        );
        if !is_type {
            return;
        }
        let Some(decided) = self.decided else {
            self.decided = Some((word, means));
            return;
        };
        let is_long = is_among("long", decided.0);
        self.decided = Some(match is_among("int", word) {
            _ if is_long && is_among("long", word) => (word, WordMeaning::Type(8)),
            true if !self.is_sign() => decided,
            false if !is_long && !self.is_sign() => decided,
            _ => (word, means),
        });
    }

    /// Returns the word that determines the width.
    pub(super) fn word(self) -> Option<&'t str> {
        self.decided.map(|(word, _)| word)
    }

    /// Whether it has a sign but no type yet: `unsigned`.
    pub(super) fn is_sign(self) -> bool {
        let decided = self.decided;
        decided.is_some_and(|(word, _)| is_among("unsigned signed", word))
    }

    /// Returns the word in the place of the type, if that is not known.
    pub(super) fn unknown(self) -> Option<&'t str> {
        let decided = self.decided;
        let unknown = decided.filter(|(_, means)| *means == WordMeaning::Unknown);
        unknown.map(|(word, _)| word)
    }

    /// Returns the element width in bytes, if a type determines it.
    pub(super) fn width(self, language: Dialect) -> Result<Option<u32>, Problem> {
        let wide = matches!(language, Dialect::CSharpArray | Dialect::JavaArray);
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
        for (words, language, expected) in [
            ("const unsigned char data", Dialect::CArray, Some(1)),
            ("unsigned short int x", Dialect::CArray, Some(2)),
            ("unsigned x", Dialect::CArray, Some(4)),
            ("unsigned long x", Dialect::CArray, Some(4)),
            ("unsigned long long int x", Dialect::CArray, Some(8)),
            ("unsigned int x", Dialect::CArray, Some(4)),
            ("unsigned __int64 x", Dialect::CArray, Some(8)),
            ("UNSIGNED CHAR x", Dialect::CArray, Some(1)),
            ("LONG LONG x", Dialect::CArray, Some(8)),
            ("static const uint16_t word", Dialect::CArray, Some(2)),
            ("DWORD x", Dialect::CArray, Some(4)),
            ("ulong x", Dialect::CSharpArray, Some(8)),
            ("long x", Dialect::JavaArray, Some(8)),
            ("data", Dialect::CArray, None),
        ] {
            assert_eq!(width(words, language), Ok(expected), "{words}");
        }
        let vague = Err(Problem::VagueType("size_t".to_owned()));
        assert_eq!(width("size_t", Dialect::CArray), vague);
    }
}
