//! How certain a cell is, from what says so.

use thiserror::Error;

use crate::words::words;

words! {
    /// How certain a member's place at a point is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Certainty or ParseCertaintyError {
        /// A symbol file of this very release, restated in the data, gives the same.
        Confirmed = "confirmed",
        /// The source took it from symbol files.
        SymbolFiles = "symbol-files",
        /// The source took it from inspection of binaries.
        Inspected = "inspected",
        /// Place from inspection; name and type carried over by the source from a structure that is known.
        Inferred = "inferred",
        /// The published value cannot be right, and only this one fits.
        Corrected = "corrected",
        /// The published value cannot be right, and this one was chosen among several that fit.
        Chosen = "chosen",
        /// The source states bytes without knowing their meaning.
        Unaccounted = "unaccounted",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a certainty: expected symbol-files, inspected, inferred or unaccounted")]
pub struct ParseCertaintyError(pub String);

impl Certainty {
    /// Whether a symbol file or a binary shows it, so that no remark is needed.
    pub const fn is_plain(self) -> bool {
        matches!(self, Self::Confirmed | Self::SymbolFiles | Self::Inspected)
    }

    /// The meaning of the word, as one sentence.
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
