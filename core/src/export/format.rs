//! The formats: what each is called wherever it can be asked for, and who prints it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::model::Unit;
use super::{c, cstruct, isf, ksy, rust, synthetic};

/// A format that layouts are exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// A header for a C compiler, IDA and Ghidra.
    C,
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
    pub const ALL: [Self; 6] = [
        Self::C,
        Self::Synthetic,
        Self::Isf,
        Self::Rust,
        Self::Ksy,
        Self::CStruct,
    ];

    /// The word for it: `c`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Synthetic => "synthetic",
            Self::Isf => "isf",
            Self::Rust => "rust",
            Self::Ksy => "ksy",
            Self::CStruct => "cstruct",
        }
    }

    /// What people are shown.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::C => "C header",
            Self::Synthetic => "WinDbg SyntheticTypes",
            Self::Isf => "Volatility 3 ISF",
            Self::Rust => "Rust",
            Self::Ksy => "Kaitai Struct",
            Self::CStruct => "dissect.cstruct",
        }
    }

    /// Who reads it, in a few words.
    #[must_use]
    pub const fn readers(self) -> &'static str {
        match self {
            Self::C => "C and C++ compilers, IDA, Ghidra",
            Self::Synthetic => "WinDbg, by `dx` and SyntheticTypes",
            Self::Isf => "Volatility 3",
            Self::Rust => "rustc, with and without std",
            Self::Ksy => "Kaitai Struct: its Web IDE, and readers in many languages",
            Self::CStruct => "Python, by dissect.cstruct",
        }
    }

    /// The media type, without parameters. All formats are UTF-8.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::C | Self::Synthetic => "text/x-c",
            Self::Isf => "application/json",
            Self::Rust => "text/x-rust",
            Self::Ksy => "application/yaml",
            Self::CStruct => "text/plain",
        }
    }

    /// How files of it end, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::C => "h",
            Self::Synthetic => "synthetic.h",
            Self::Isf => "json",
            Self::Rust => "rs",
            Self::Ksy => "ksy",
            Self::CStruct => "cstruct",
        }
    }

    /// The words that cannot be names in it.
    #[must_use]
    pub const fn reserved(self) -> &'static [&'static str] {
        match self {
            Self::C => c::RESERVED,
            Self::Synthetic => synthetic::RESERVED,
            Self::Isf | Self::Ksy => &[],
            Self::Rust => rust::RESERVED,
            Self::CStruct => cstruct::RESERVED,
        }
    }

    /// The text of a unit that was made for this format.
    #[must_use]
    pub fn write(self, unit: &Unit, options: Options) -> String {
        match self {
            Self::C => c::write(unit, options.pointers),
            Self::Synthetic => synthetic::write(unit),
            Self::Isf => isf::write(unit),
            Self::Rust => rust::write(unit, options.pointers),
            Self::Ksy => ksy::write(unit),
            Self::CStruct => cstruct::write(unit),
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
