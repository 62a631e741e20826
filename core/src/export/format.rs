//! The formats in one table: names, options and printers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::name::TypeName;
use crate::point::Point;
use crate::words::{ParseWordError, words};

use super::model::Unit;
use super::reserved::{self, Reserved};
use super::{NESTING_LIMIT, bt, c, cstruct, csv, dt, enumeration, hexpat, isf, ksy, md, pahole};
use super::{rust, synthetic};

macro_rules! facts {
    ($($(#[doc = $doc:literal])* $fact:ident: $of:ty = $usual:expr,)*) => {
        struct FormatRow {
            word: &'static str,
            reserved: fn() -> &'static Reserved,
            write: fn(&Unit, Options) -> String,
            $($fact: $of,)*
        }

        impl FormatRow {
            /// The defaults of the table.
            const USUAL: Self = Self {
                word: "",
                reserved: || &reserved::NONE,
                write: |_, _| String::new(),
                $($fact: $usual,)*
            };
        }

        impl Format {
            $($(#[doc = $doc])*
            pub const fn $fact(self) -> $of {
                self.row().$fact
            })*
        }
    };
}

facts! {
    /// The name shown to users.
    title: &'static str = "",
    /// The tools that read the format, in a few words.
    readers: &'static str = "",
    /// The media type. All formats are UTF-8.
    media_type: &'static str = "text/plain; charset=utf-8",
    /// The file extension, without the dot.
    extension: &'static str = "",
    /// The default depth of nested types.
    usual_depth: usize = NESTING_LIMIT,
    /// Whether [`Options::pointers`] has an effect.
    chooses_pointers: bool = false,
}

macro_rules! formats {
    ($(#[doc = $doc:literal] $name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Format {
            $(#[doc = $doc] $name,)*
        }

        impl Format {
            /// In display order.
            pub const ALL: [Self; [$(Self::$name,)*].len()] = [$(Self::$name,)*];

            const fn row(self) -> &'static FormatRow {
                match self {
                    $(Self::$name => const { &FormatRow { $($field: $value,)* ..FormatRow::USUAL } },)*
                }
            }
        }
    };
}

formats! {
    /// A header for C compilers, IDA and Ghidra.
    C {
        word: "c", title: "C header", readers: "C and C++ compilers, IDA, Ghidra", extension: "h",
        media_type: "text/x-c; charset=utf-8", reserved: || &reserved::C, chooses_pointers: true, write: c::write,
    }
    /// The output of WinDbg's `dt`.
    Dt {
        word: "dt", title: "WinDbg dt", readers: "WinDbg users and scripts", extension: "dt.txt",
        // As `dt` without `-r`.
        usual_depth: 0,
        write: |unit, _| dt::write(unit),
    }
    /// A header for WinDbg's SyntheticTypes.
    Synthetic {
        word: "synthetic", title: "WinDbg SyntheticTypes", readers: "WinDbg, by dx and SyntheticTypes",
        extension: "synthetic.h", media_type: "text/x-c; charset=utf-8", reserved: || &reserved::SYNTHETIC,
        write: |unit, _| synthetic::write(unit),
    }
    /// A symbol file of Volatility 3.
    Isf {
        word: "isf", title: "Volatility 3 ISF", readers: "Volatility 3", extension: "json",
        // Not plain JSON, the media type of the API's own answers.
        media_type: "application/x-isf+json",
        write: |unit, _| isf::write(unit),
    }
    /// Definitions for rustc.
    Rust {
        word: "rust", title: "Rust", readers: "rustc, with and without std", extension: "rs",
        media_type: "text/x-rust; charset=utf-8", reserved: || &reserved::RUST, chooses_pointers: true,
        write: |unit, options| rust::write(unit, options.pointers),
    }
    /// A specification for Kaitai Struct.
    Ksy {
        word: "ksy", title: "Kaitai Struct", readers: "Kaitai Struct: its Web IDE, and readers in many languages",
        // No YAML media type: clients that accept YAML would get it as an answer of the API.
        extension: "ksy", media_type: "text/x-ksy; charset=utf-8",
        write: |unit, _| ksy::write(unit),
    }
    /// Definitions for dissect.cstruct.
    CStruct {
        word: "cstruct", title: "dissect.cstruct", readers: "Python, by dissect.cstruct", extension: "cstruct",
        reserved: || &reserved::CSTRUCT, write: |unit, _| cstruct::write(unit),
    }
    /// A pattern for ImHex.
    HexPat {
        word: "hexpat", title: "ImHex pattern", readers: "ImHex", extension: "hexpat",
        reserved: || &reserved::HEXPAT, write: |unit, _| hexpat::write(unit),
    }
    /// A table, a row for each member.
    Csv {
        word: "csv", title: "CSV", readers: "Spreadsheets and scripts", extension: "csv",
        media_type: "text/csv; charset=utf-8", write: |unit, _| csv::write(unit),
    }
    /// Markdown.
    Md {
        word: "md", title: "Markdown", readers: "Wikis, issues and reports", extension: "md",
        media_type: "text/markdown; charset=utf-8", write: |unit, _| md::write(unit),
    }
    /// The output of pahole.
    Pahole {
        word: "pahole", title: "pahole text", readers: "pahole users and scripts", extension: "pahole",
        write: |unit, _| pahole::write(unit),
    }
    /// A template of 010 Editor.
    Template010 {
        word: "010", title: "010 Editor template", readers: "010 Editor", extension: "bt",
        reserved: || &reserved::TEMPLATE_010, write: |unit, _| bt::write(unit),
    }
}

/// Options of a format. A format ignores those without effect on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    pub pointers: Pointers,
    /// The prefix of each name that a header defines, so that headers of two versions can be included together.
    pub prefix: Affix,
    pub suffix: Affix,
    pub windows_types: WindowsTypes,
}

words! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Pointers parsed as "a way to write pointers" {
        /// As pointers, for tools with the layout's pointer width.
        #[default]
        Typed = "typed",
        /// As integers of the pointer width, with the target in a comment, for any tool.
        AsIntegers = "integers",
    }
}

words! {
    /// Whether a header defines the types of Windows' own headers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum WindowsTypes parsed as "a way to take types of Windows" {
        /// The header defines them and is self-contained.
        #[default]
        Defined = "defined",
        /// Windows' headers are included before and define [`WINDOWS_TYPES`].
        Included = "included",
    }
}

/// The types of guiddef.h, winnt.h and ntdef.h that are the same in every version.
pub const WINDOWS_TYPES: &[&str] = &[
    "GROUP_AFFINITY",
    "GUID",
    "LARGE_INTEGER",
    "LIST_ENTRY",
    "LIST_ENTRY32",
    "LIST_ENTRY64",
    "LUID",
    "PROCESSOR_NUMBER",
    "SINGLE_LIST_ENTRY",
    "STRING",
    "ULARGE_INTEGER",
    "UNICODE_STRING",
];

/// The longest prefix or suffix, in bytes.
pub const AFFIX_LIMIT: usize = 32;

/// A prefix or suffix of names: a part of an identifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Affix {
    /// Padded with zeros.
    text: [u8; AFFIX_LIMIT],
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not allowed {1} a name: expected at most {AFFIX_LIMIT} letters, digits and underscores{2}"
)]
pub struct ParseAffixError(String, &'static str, &'static str);

impl Affix {
    /// Parses an affix that can begin a name.
    pub fn prefix(text: &str) -> Result<Self, ParseAffixError> {
        let no_digit = !text.starts_with(|c: char| c.is_ascii_digit());
        let mistake = || ParseAffixError(text.to_owned(), "before", ", no digit first");
        Self::new(text).filter(|_| no_digit).ok_or_else(mistake)
    }

    /// Parses an affix that can end a name.
    pub fn suffix(text: &str) -> Result<Self, ParseAffixError> {
        let mistake = || ParseAffixError(text.to_owned(), "after", "");
        Self::new(text).ok_or_else(mistake)
    }

    fn new(text: &str) -> Option<Self> {
        let mut own = [0; AFFIX_LIMIT];
        let is_word = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        own.get_mut(..text.len())
            .filter(|_| is_word)?
            .copy_from_slice(text.as_bytes());
        Some(Self { text: own })
    }

    pub fn as_str(&self) -> &str {
        let text = std::str::from_utf8(&self.text).unwrap_or_default();
        text.trim_end_matches('\0')
    }
}

impl From<Pointers> for Options {
    fn from(pointers: Pointers) -> Self {
        Self {
            pointers,
            ..Self::default()
        }
    }
}

impl Options {
    /// Returns the name of a type or enumerator, with prefix and suffix.
    pub(super) fn affixed(&self, name: &str) -> String {
        match self.is_included(name) {
            true => name.to_owned(),
            false => format!("{}{name}{}", self.prefix.as_str(), self.suffix.as_str()),
        }
    }

    /// Whether Windows' own headers define this type.
    pub(super) fn is_included(&self, name: &str) -> bool {
        self.windows_types == WindowsTypes::Included && WINDOWS_TYPES.contains(&name)
    }
}

impl Format {
    pub const fn as_str(self) -> &'static str {
        self.row().word
    }

    /// Returns the words that cannot be names in the format.
    pub fn reserved(self) -> &'static Reserved {
        (self.row().reserved)()
    }

    /// Prints a unit that was prepared for this format.
    pub fn write(self, unit: &Unit, options: Options) -> String {
        match unit.values.is_empty() {
            true => (self.row().write)(unit, options),
            false => enumeration::write(self, unit, options),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Format {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|it| it.as_str() == text);
        let allowed = || Self::ALL.map(Self::as_str);
        found.ok_or_else(|| ParseWordError::new(text, "a format of exports", &allowed()))
    }
}

/// Returns the file name of an export: `ETW_PMC_SUPPORT-2004-x64.h`.
pub fn file_name(structure: &TypeName, point: Point, format: Format) -> String {
    let Point { version, arch } = point;
    format!("{structure}-{version}-{arch}.{}", format.extension())
}

/// Returns the path in an archive: `c/ETW_PMC_SUPPORT/ETW_PMC_SUPPORT-2004-x64.h`.
pub fn path_in_archive(structure: &TypeName, point: Point, format: Format) -> String {
    let name = file_name(structure, point, format);
    format!("{format}/{structure}/{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_structure_point_and_format() {
        let name: TypeName = "ETW_PMC_SUPPORT".parse().unwrap();
        let point = "10.0.19041.264/x64".parse().unwrap();
        assert_eq!(
            path_in_archive(&name, point, Format::C),
            "c/ETW_PMC_SUPPORT/ETW_PMC_SUPPORT-10.0.19041.264-x64.h"
        );
    }

    #[test]
    fn words_round_trip_and_mistakes_say_what_is_expected() {
        for format in Format::ALL {
            assert_eq!(format.as_str().parse(), Ok(format));
        }
        for pointers in Pointers::ALL {
            assert_eq!(pointers.as_str().parse(), Ok(pointers));
        }
        for types in WindowsTypes::ALL {
            assert_eq!(types.as_str().parse(), Ok(types));
        }
        let mistake = "far".parse::<Pointers>().unwrap_err().to_string();
        assert_eq!(
            mistake,
            "`far` is not a way to write pointers: expected typed or integers"
        );
        let mistake = "C".parse::<Format>().unwrap_err().to_string();
        assert!(mistake.contains("expected c"), "{mistake}");
    }

    #[test]
    fn names_with_affixes_are_identifiers() {
        let options = Options {
            prefix: Affix::prefix("W10_").unwrap(),
            suffix: Affix::suffix("_2").unwrap(),
            windows_types: WindowsTypes::Included,
            ..Options::default()
        };
        assert_eq!(options.affixed("EPROCESS"), "W10_EPROCESS_2");
        assert_eq!(options.affixed("GUID"), "GUID");
        assert_eq!(Options::default().affixed("GUID"), "GUID");
        let longest = "x".repeat(AFFIX_LIMIT);
        assert_eq!(Affix::prefix(&longest).unwrap().as_str(), longest);
        for mistake in ["1x", "a b", "é", "a\0", &"x".repeat(AFFIX_LIMIT + 1)] {
            assert!(Affix::prefix(mistake).is_err(), "{mistake}");
        }
        assert_eq!(
            Affix::suffix("-").unwrap_err().to_string(),
            "`-` is not allowed after a name: expected at most 32 letters, digits and underscores"
        );
    }
}
