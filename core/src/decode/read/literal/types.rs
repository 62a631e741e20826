//! How many bytes an element has, from the words of its declaration.

use super::language::Language;

/// What the words of a declaration say about the width of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Bytes(u32),
    /// Of a type that has no width of its own, or holds no integers.
    Vague,
}

/// Types in lower case. `long` is told apart by the language.
const TYPES: [(&str, Width); 73] = [
    ("byte", Width::Bytes(1)),
    ("char", Width::Bytes(1)),
    ("uchar", Width::Bytes(1)),
    ("schar", Width::Bytes(1)),
    ("sbyte", Width::Bytes(1)),
    ("boolean", Width::Bytes(1)),
    ("bool", Width::Bytes(1)),
    ("char8_t", Width::Bytes(1)),
    ("uint8_t", Width::Bytes(1)),
    ("int8_t", Width::Bytes(1)),
    ("uint8", Width::Bytes(1)),
    ("int8", Width::Bytes(1)),
    ("__int8", Width::Bytes(1)),
    ("u8", Width::Bytes(1)),
    ("i8", Width::Bytes(1)),
    ("shortint", Width::Bytes(1)),
    ("bytes", Width::Bytes(1)),
    ("bytearray", Width::Bytes(1)),
    ("uint8array", Width::Bytes(1)),
    ("int8array", Width::Bytes(1)),
    ("uint8clampedarray", Width::Bytes(1)),
    ("short", Width::Bytes(2)),
    ("ushort", Width::Bytes(2)),
    ("word", Width::Bytes(2)),
    ("smallint", Width::Bytes(2)),
    ("wchar", Width::Bytes(2)),
    ("wchar_t", Width::Bytes(2)),
    ("char16_t", Width::Bytes(2)),
    ("uint16_t", Width::Bytes(2)),
    ("int16_t", Width::Bytes(2)),
    ("uint16", Width::Bytes(2)),
    ("int16", Width::Bytes(2)),
    ("__int16", Width::Bytes(2)),
    ("u16", Width::Bytes(2)),
    ("i16", Width::Bytes(2)),
    ("uint16array", Width::Bytes(2)),
    ("int16array", Width::Bytes(2)),
    ("int", Width::Bytes(4)),
    ("uint", Width::Bytes(4)),
    ("unsigned", Width::Bytes(4)),
    ("signed", Width::Bytes(4)),
    ("dword", Width::Bytes(4)),
    ("ulong", Width::Bytes(4)),
    ("ulong32", Width::Bytes(4)),
    ("dword32", Width::Bytes(4)),
    ("uint32_t", Width::Bytes(4)),
    ("int32_t", Width::Bytes(4)),
    ("uint32", Width::Bytes(4)),
    ("int32", Width::Bytes(4)),
    ("__int32", Width::Bytes(4)),
    ("char32_t", Width::Bytes(4)),
    ("u32", Width::Bytes(4)),
    ("i32", Width::Bytes(4)),
    ("integer", Width::Bytes(4)),
    ("cardinal", Width::Bytes(4)),
    ("longword", Width::Bytes(4)),
    ("uint32array", Width::Bytes(4)),
    ("int32array", Width::Bytes(4)),
    ("qword", Width::Bytes(8)),
    ("ulonglong", Width::Bytes(8)),
    ("longlong", Width::Bytes(8)),
    ("dword64", Width::Bytes(8)),
    ("ulong64", Width::Bytes(8)),
    ("uint64_t", Width::Bytes(8)),
    ("int64_t", Width::Bytes(8)),
    ("uint64", Width::Bytes(8)),
    ("int64", Width::Bytes(8)),
    ("__int64", Width::Bytes(8)),
    ("u64", Width::Bytes(8)),
    ("i64", Width::Bytes(8)),
    ("biguint64array", Width::Bytes(8)),
    ("bigint64array", Width::Bytes(8)),
    ("_qword", Width::Bytes(8)),
];

/// Types of which nobody can say how wide they are without the machine, and those that are no integers.
const VAGUE: [&str; 19] = [
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "usize",
    "isize",
    "ulong_ptr",
    "long_ptr",
    "dword_ptr",
    "nativeint",
    "nativeuint",
    "pvoid",
    "handle",
    "float",
    "double",
    "f32",
    "f64",
    "single",
];

/// Words that may stand before a type and say nothing about its width.
const QUALIFIERS: [&str; 17] = [
    "var",
    "let",
    "mut",
    "auto",
    "const",
    "static",
    "volatile",
    "constexpr",
    "extern",
    "inline",
    "public",
    "private",
    "internal",
    "readonly",
    "final",
    "struct",
    "register",
];

/// The width of elements, gathered word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gathered<'t> {
    width: Option<Width>,
    /// The word that gave it.
    word: &'t str,
}

impl<'t> Gathered<'t> {
    /// Whether the word belongs to a type.
    pub(super) fn knows(word: &str) -> bool {
        of(word).is_some() || QUALIFIERS.iter().any(|it| it.eq_ignore_ascii_case(word))
    }

    /// Takes one more word of the declaration. The first that has a width decides, but for those that only
    /// qualify another (`unsigned char`, `long long`).
    pub(super) fn add(&mut self, word: &'t str) {
        let Some(width) = of(word) else { return };
        let qualifies = |before: &str| ["unsigned", "signed", "long"].contains(&before);
        let width = match (self.width, word) {
            (Some(_), "int") => return,
            (Some(_), "long") if self.word == "long" => Width::Bytes(8),
            (Some(_), _) if !qualifies(self.word) => return,
            _ => width,
        };
        (self.width, self.word) = (Some(width), word);
    }

    /// Forgets what was gathered: a type follows.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The width and the word that gave it.
    pub(super) fn width(self, language: Language) -> Option<(Width, &'t str)> {
        let wide = matches!(language, Language::CSharp | Language::Java);
        let width = match (self.word, self.width?) {
            ("long" | "ulong", _) if wide => Width::Bytes(8),
            ("char", _) if wide => Width::Bytes(2),
            (_, width) => width,
        };
        Some((width, self.word))
    }
}

fn of(word: &str) -> Option<Width> {
    if word.eq_ignore_ascii_case("long") {
        return Some(Width::Bytes(4));
    }
    if VAGUE.iter().any(|vague| vague.eq_ignore_ascii_case(word)) {
        return Some(Width::Vague);
    }
    let found = TYPES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, width)| *width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_of_declarations() {
        for (words, language, expected) in [
            ("const unsigned char data", Language::C, Some(1)),
            ("unsigned short int x", Language::C, Some(2)),
            ("unsigned x", Language::C, Some(4)),
            ("unsigned long x", Language::C, Some(4)),
            ("unsigned long long int x", Language::C, Some(8)),
            ("unsigned __int64 x", Language::C, Some(8)),
            ("static const uint16_t word", Language::C, Some(2)),
            ("DWORD x", Language::C, Some(4)),
            ("ulong x", Language::CSharp, Some(8)),
            ("long x", Language::Java, Some(8)),
            ("data", Language::C, None),
        ] {
            let mut gathered = Gathered::default();
            words.split(' ').for_each(|word| gathered.add(word));
            let width = gathered.width(language).map(|(width, _)| width);
            assert_eq!(width, expected.map(Width::Bytes), "{words}");
        }
        let mut gathered = Gathered::default();
        gathered.add("size_t");
        assert_eq!(gathered.width(Language::C), Some((Width::Vague, "size_t")));
    }
}
