//! One cell of an offset column, in the sources' notation: `0x10 (5.0 to 6.0); 0x14`.
//!
//! It means 0x10 in the named releases and 0x14 in every other release that the row's *Versions* covers. A cell keeps
//! its notation (`Display` prints it, digits normalised); its value at a release is the *published* offset.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::release::Release;
use crate::span::{ParseSpanError, Span, Versions};
use crate::units::{ByteOffset, ParseUnitError};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellPart {
    /// `0x10 (5.0 to 6.0)`: this offset in the named releases.
    At(ByteOffset, Span),
    /// `0x14`: this offset in every other release that the row covers.
    Default(ByteOffset),
    /// `not in 6.0`: no offset, whatever the other parts state.
    NotIn(Span),
}

/// A cell of an offset column. Empty if the source left it blank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OffsetCell {
    parts: Vec<CellPart>,
    colon: bool,
}

/// The error of an offset cell, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct ParseCellError {
    /// The byte range in the cell's text that caused the error.
    pub at: std::ops::Range<usize>,
    pub kind: ParseCellErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseCellErrorKind {
    /// The offset is not valid.
    #[error(transparent)]
    Offset(#[from] ParseUnitError),
    /// The releases in parentheses or after `not in` are not valid.
    #[error(transparent)]
    Span(#[from] ParseSpanError),
    /// A parenthesis is not closed, or text follows it.
    #[error("expected `OFFSET (RELEASES)`, `OFFSET` or `not in RELEASES`, parts separated by `;`")]
    Form,
    /// Two parts have no releases.
    #[error("only one part may have no releases: it is the offset in all other releases")]
    TwoDefaults,
}

impl OffsetCell {
    pub fn parts(&self) -> &[CellPart] {
        &self.parts
    }

    pub fn is_blank(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns whether the source separates parts by `:` instead of `;`.
    pub fn has_colon(&self) -> bool {
        self.colon
    }

    /// Returns the offset that the cell states explicitly for `release`, even if the row does not cover it.
    pub fn explicit_offset(&self, release: Release) -> Option<ByteOffset> {
        self.parts.iter().find_map(|part| match *part {
            CellPart::At(offset, span) if span.contains(release) => Some(offset),
            _ => None,
        })
    }

    /// Returns whether the cell excludes `release` (`not in`).
    pub fn excludes(&self, release: Release) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, CellPart::NotIn(span) if span.contains(release)))
    }

    /// Returns the default offset: the part without releases.
    pub fn default_offset(&self) -> Option<ByteOffset> {
        self.parts.iter().find_map(|part| match *part {
            CellPart::Default(offset) => Some(offset),
            _ => None,
        })
    }

    /// Returns the offset at `release`, in a row that covers `versions` and a source up to `last_release`.
    pub fn offset_at(
        &self,
        release: Release,
        versions: &Versions,
        last_release: Release,
    ) -> Option<ByteOffset> {
        if self.excludes(release) {
            return None;
        }
        let default = || {
            self.default_offset()
                .filter(|_| versions.covers(release, last_release))
        };
        self.explicit_offset(release).or_else(default)
    }
}

impl fmt::Display for OffsetCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, part) in self.parts.iter().enumerate() {
            if place > 0 {
                f.write_str(if self.colon { ": " } else { "; " })?;
            }
            match part {
                CellPart::At(offset, span) => write!(f, "{offset} ({span})")?,
                CellPart::Default(offset) => write!(f, "{offset}")?,
                CellPart::NotIn(span) => write!(f, "not in {span}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for OffsetCell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cell = Self {
            parts: Vec::new(),
            colon: text.contains(':'),
        };
        if text.trim().is_empty() {
            return Ok(cell);
        }
        let mut start = 0;
        for part in text.split([';', ':']) {
            let end = start + part.len();
            let blame = |kind| ParseCellError {
                at: start..end,
                kind,
            };
            let parsed = parse_part(part.trim()).map_err(blame)?;
            if matches!(parsed, CellPart::Default(_)) && cell.default_offset().is_some() {
                return Err(blame(ParseCellErrorKind::TwoDefaults));
            }
            cell.parts.push(parsed);
            start = end + 1;
        }
        Ok(cell)
    }
}

fn parse_part(text: &str) -> Result<CellPart, ParseCellErrorKind> {
    if let Some(span) = text.strip_prefix("not in ") {
        return Ok(CellPart::NotIn(span.parse()?));
    }
    let Some((offset, rest)) = text.split_once('(') else {
        return Ok(CellPart::Default(text.parse()?));
    };
    let span = rest.strip_suffix(')').ok_or(ParseCellErrorKind::Form)?;
    Ok(CellPart::At(offset.trim().parse()?, span.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(cell: &str, versions: &str, release: &str) -> Option<u32> {
        let cell: OffsetCell = cell.parse().unwrap();
        let offset = cell.offset_at(
            release.parse().unwrap(),
            &versions.parse().unwrap(),
            "10.0".parse().unwrap(),
        );
        offset.map(ByteOffset::get)
    }

    #[test]
    fn the_default_holds_in_every_other_release() {
        let cell = "0x1C (5.0); 0x20 (5.1 to 5.2); not in 6.0; 0x1C";
        let versions = "5.0 to 5.2; not in 6.0; 6.1 and higher";
        assert_eq!(at(cell, versions, "5.2"), Some(0x20));
        assert_eq!(at(cell, versions, "6.0"), None);
        assert_eq!(at(cell, versions, "6.3"), Some(0x1c));
        assert_eq!(at(cell, versions, "1511"), None);
    }

    #[test]
    fn a_release_named_outside_versions_is_published_all_the_same() {
        assert_eq!(at("0x0C (6.0); 0x08", "6.1 and higher", "6.0"), Some(0x0c));
    }

    #[test]
    fn a_colon_reads_as_a_semicolon_and_is_remembered() {
        let cell: OffsetCell = "0x9C (5.1 to 5.2): 0x94 (6.0)".parse().unwrap();
        assert!(cell.has_colon());
        assert_eq!(cell.parts().len(), 2);
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }

    #[test]
    fn errors_point_to_the_part() {
        let error = "0x10 (5.0); 0xZZ".parse::<OffsetCell>().unwrap_err();
        assert_eq!(error.at, 11..16);
        for text in [
            "0x10; 0x14",
            "0x10 (5.0",
            "0x10 (9.9)",
            "x",
            "0x10 (5.0) y",
            ";",
        ] {
            assert!(text.parse::<OffsetCell>().is_err(), "{text}");
        }
    }
}
