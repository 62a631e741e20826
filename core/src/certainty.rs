//! How certain a cell is, derived from its source.

use std::str::FromStr;

use crate::words::{ParseWordError, words};

words! {
    /// How certain the position of a member is at a point.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Certainty {
        /// A symbol file of exactly this release, restated in the data, agrees.
        Confirmed = "confirmed",
        /// The source took it from symbol files.
        SymbolFiles = "symbol-files",
        /// The source took it from inspection of binaries.
        Inspected = "inspected",
        /// Position from inspection; the source took name and type from a known structure.
        Inferred = "inferred",
        /// The published value cannot be right; only this one fits.
        Corrected = "corrected",
        /// The published value cannot be right; this one was chosen among several that fit.
        Chosen = "chosen",
        /// The source states bytes without knowing their meaning.
        Unaccounted = "unaccounted",
    }
}

impl Certainty {
    /// Those that data files state; the others are derived from errata and symbol files.
    const STATED: [Self; 4] = [
        Self::SymbolFiles,
        Self::Inspected,
        Self::Inferred,
        Self::Unaccounted,
    ];

    /// Returns whether a symbol file or a binary shows the position, so that no remark is needed.
    pub const fn is_plain(self) -> bool {
        matches!(self, Self::Confirmed | Self::SymbolFiles | Self::Inspected)
    }

    /// Returns the meaning as one sentence.
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

/// Parses a certainty that data files can state.
impl FromStr for Certainty {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let stated = Self::of(text).filter(|it| Self::STATED.contains(it));
        let allowed = || Self::STATED.map(Self::as_str);
        stated.ok_or_else(|| ParseWordError::new(text, "a certainty", &allowed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_files_state_no_derived_certainty() {
        for certainty in Certainty::ALL {
            let word = certainty.as_str();
            let parsed = word.parse::<Certainty>();
            match certainty {
                Certainty::Confirmed | Certainty::Corrected | Certainty::Chosen => {
                    let expected = format!(
                        "`{word}` is not a certainty: expected symbol-files, inspected, inferred or unaccounted"
                    );
                    assert_eq!(parsed.unwrap_err().to_string(), expected);
                }
                _ => assert_eq!(parsed, Ok(certainty)),
            }
        }
        assert!("infered".parse::<Certainty>().is_err());
    }
}
