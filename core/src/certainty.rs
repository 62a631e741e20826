//! How certain a cell is, from what says so.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How certain a member's place at a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// A symbol file of this very release, restated in the data, gives the same.
    Confirmed,
    /// The source took it from symbol files.
    SymbolFiles,
    /// The source took it from inspection of binaries.
    Inspected,
    /// Place from inspection; name and type carried over by the source from a structure that is known.
    Inferred,
    /// The published value cannot be right, and only this one fits.
    Corrected,
    /// The published value cannot be right, and this one was chosen among several that fit.
    Chosen,
    /// The source itself only says that there are bytes of which it knows nothing.
    Unaccounted,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a certainty: expected symbol-files, inspected, inferred or unaccounted")]
pub struct ParseCertaintyError(pub String);

impl Certainty {
    /// The most certain first.
    pub const ALL: [Self; 7] = [
        Self::Confirmed,
        Self::SymbolFiles,
        Self::Inspected,
        Self::Inferred,
        Self::Corrected,
        Self::Chosen,
        Self::Unaccounted,
    ];

    /// The word for it, as in the data files and the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::SymbolFiles => "symbol-files",
            Self::Inspected => "inspected",
            Self::Inferred => "inferred",
            Self::Corrected => "corrected",
            Self::Chosen => "chosen",
            Self::Unaccounted => "unaccounted",
        }
    }

    /// Whether somebody saw it as it is stated, in a symbol file or in a binary, so that nothing need be said of it.
    pub const fn is_plain(self) -> bool {
        matches!(self, Self::Confirmed | Self::SymbolFiles | Self::Inspected)
    }

    /// One sentence that says what the word means.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Confirmed => "A public symbol file of this very release gives the same.",
            Self::SymbolFiles => "The source took it from public symbol files.",
            Self::Inspected => "The source took it from inspection of binaries.",
            Self::Inferred => {
                "The place is from inspection; name and type are carried over from a related structure."
            }
            Self::Corrected => "The published value cannot be right; only this one fits.",
            Self::Chosen => {
                "The published value cannot be right; this one was chosen among several that fit."
            }
            Self::Unaccounted => "The source only says that these bytes are there.",
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Certainty {
    type Err = ParseCertaintyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|certainty| certainty.as_str() == text)
            .ok_or_else(|| ParseCertaintyError(text.to_owned()))
    }
}
