//! The formats: what each is called wherever it can be asked for, and who prints it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::model::Unit;
use super::{bt, c, cstruct, csv, dt, enumeration, hexpat, isf, ksy, md, pahole, rust, synthetic};

/// A format that layouts are exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// A header for a C compiler, IDA and Ghidra.
    C,
    /// The text that WinDbg's `dt` writes.
    Dt,
    /// A header for WinDbg's SyntheticTypes.
    Synthetic,
    /// A symbol file of Volatility 3.
    Isf,
    /// Definitions for rustc.
    Rust,
    /// A specification for Kaitai Struct.
    Ksy,
    /// Definitions for dissect.cstruct.
    CStruct,
    /// A pattern for ImHex.
    HexPat,
    /// A table, a row for each member.
    Csv,
    /// A text in Markdown.
    Md,
    /// The text of pahole.
    Pahole,
    /// A template of 010 Editor.
    Template010,
}

/// What there is to know of a format: each stands beside its printer.
pub(super) struct Form {
    /// The word for it.
    pub(super) word: &'static str,
    /// What people are shown.
    pub(super) title: &'static str,
    /// Who reads it, in a few words.
    pub(super) readers: &'static str,
    /// The media type.
    pub(super) media_type: &'static str,
    /// How files of it end, without the dot.
    pub(super) extension: &'static str,
    /// The words that cannot be names in it.
    pub(super) reserved: &'static [&'static str],
    /// How deep nested types are defined where nothing else is asked for.
    pub(super) usual_depth: usize,
    /// Whether [`Options::pointers`] says anything to it.
    pub(super) chooses_pointers: bool,
    /// The printer.
    pub(super) write: fn(&Unit, Options) -> String,
}

/// What of a format can be chosen. A format to which a choice means nothing ignores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// How pointers are written.
    pub pointers: Pointers,
}

/// How pointers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pointers {
    /// As pointers: right for a tool whose pointers are as wide as the layout's.
    #[default]
    Typed,
    /// As integers of their width, with what they lead to in a comment: right for any tool.
    AsIntegers,
}

/// Why a text names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a format of exports: expected {list}", list = list(&Format::ALL.map(Format::as_str)))]
pub struct ParseFormatError(pub String);

/// Why a text does not say how pointers are written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a way to write pointers: expected {list}", list = list(&Pointers::ALL.map(Pointers::as_str)))]
pub struct ParsePointersError(pub String);

/// `a, b or c`.
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

impl Format {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 12] = [
        Self::C,
        Self::Dt,
        Self::Synthetic,
        Self::Isf,
        Self::Rust,
        Self::Ksy,
        Self::CStruct,
        Self::HexPat,
        Self::Csv,
        Self::Md,
        Self::Pahole,
        Self::Template010,
    ];

    const fn form(self) -> &'static Form {
        match self {
            Self::C => &c::FORM,
            Self::Dt => &dt::FORM,
            Self::Synthetic => &synthetic::FORM,
            Self::Isf => &isf::FORM,
            Self::Rust => &rust::FORM,
            Self::Ksy => &ksy::FORM,
            Self::CStruct => &cstruct::FORM,
            Self::HexPat => &hexpat::FORM,
            Self::Csv => &csv::FORM,
            Self::Md => &md::FORM,
            Self::Pahole => &pahole::FORM,
            Self::Template010 => &bt::FORM,
        }
    }

    /// The word for it: `c`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.form().word
    }

    /// What people are shown.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.form().title
    }

    /// Who reads it, in a few words.
    #[must_use]
    pub const fn readers(self) -> &'static str {
        self.form().readers
    }

    /// The media type. All formats are UTF-8.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        self.form().media_type
    }

    /// How files of it end, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        self.form().extension
    }

    /// The words that cannot be names in it.
    #[must_use]
    pub const fn reserved(self) -> &'static [&'static str] {
        self.form().reserved
    }

    /// How deep nested types are defined where nothing else is asked for.
    #[must_use]
    pub const fn usual_depth(self) -> usize {
        self.form().usual_depth
    }

    /// Whether [`Options::pointers`] says anything to it.
    #[must_use]
    pub const fn chooses_pointers(self) -> bool {
        self.form().chooses_pointers
    }

    /// The text of a unit that was made for this format.
    #[must_use]
    pub fn write(self, unit: &Unit, options: Options) -> String {
        match unit.values.is_empty() {
            true => (self.form().write)(unit, options),
            false => enumeration::write(self, unit),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|it| it.as_str() == text);
        found.ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

impl Pointers {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Typed, Self::AsIntegers];

    /// `typed` or `integers`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Typed => "typed",
            Self::AsIntegers => "integers",
        }
    }
}

impl fmt::Display for Pointers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Pointers {
    type Err = ParsePointersError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|it| it.as_str() == text);
        found.ok_or_else(|| ParsePointersError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip_and_mistakes_say_what_is_expected() {
        for format in Format::ALL {
            assert_eq!(format.as_str().parse(), Ok(format));
        }
        for pointers in Pointers::ALL {
            assert_eq!(pointers.as_str().parse(), Ok(pointers));
        }
        let mistake = "far".parse::<Pointers>().unwrap_err().to_string();
        assert_eq!(
            mistake,
            "`far` is not a way to write pointers: expected typed or integers"
        );
        let mistake = "C".parse::<Format>().unwrap_err().to_string();
        assert!(mistake.contains("expected c"), "{mistake}");
    }
}
