//! Ranges of releases, and the *Versions* column: the releases that a row or a size covers, in the sources' notation.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::release::{ParseReleaseError, Release};

/// A range of releases, both ends included: `6.0` or `6.1 to 1607`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    first: Release,
    last: Release,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseSpanError {
    #[error(transparent)]
    Release(#[from] ParseReleaseError),
    #[error("`{first} to {last}` ends before it begins")]
    Backward { first: Release, last: Release },
    #[error(
        "no releases are named: expected a range such as `6.1`, `5.0 to 6.0`, `6.1 and higher` or `6.0 only`"
    )]
    Empty,
}

impl Span {
    /// Returns the range from `first` to `last`; an error if `last` is before `first`.
    pub fn new(first: Release, last: Release) -> Result<Self, ParseSpanError> {
        if first <= last {
            Ok(Self { first, last })
        } else {
            Err(ParseSpanError::Backward { first, last })
        }
    }

    pub const fn one(release: Release) -> Self {
        Self {
            first: release,
            last: release,
        }
    }

    /// Returns releases, which are in order, as ranges without gaps.
    pub fn of(releases: impl IntoIterator<Item = Release>) -> Vec<Self> {
        let mut spans: Vec<Self> = Vec::new();
        for release in releases {
            match spans.last_mut() {
                Some(span) if span.last.next() == Some(release) => span.last = release,
                _ => spans.push(Self::one(release)),
            }
        }
        spans
    }

    pub const fn first(self) -> Release {
        self.first
    }

    pub const fn last(self) -> Release {
        self.last
    }

    pub fn contains(self, release: Release) -> bool {
        self.first <= release && release <= self.last
    }

    pub fn releases(self) -> impl DoubleEndedIterator<Item = Release> {
        Release::all().filter(move |release| self.contains(*release))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            self.first.fmt(f)
        } else {
            write!(f, "{} to {}", self.first, self.last)
        }
    }
}

impl FromStr for Span {
    type Err = ParseSpanError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(" to ") {
            Some((first, last)) => Self::new(first.trim().parse()?, last.trim().parse()?),
            None if text.trim().is_empty() => Err(ParseSpanError::Empty),
            None => Ok(Self::one(text.trim().parse()?)),
        }
    }
}

/// One part of a *Versions* column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionsTerm {
    /// `6.0 only`.
    Only(Release),
    /// `6.2`, `5.0 to 6.0`.
    Within(Span),
    /// `6.1 and higher`: up to the source's last release.
    From(Release),
    /// `not in 6.0`: a gap.
    NotIn(Span),
}

impl fmt::Display for VersionsTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only(release) => write!(f, "{release} only"),
            Self::Within(span) => span.fmt(f),
            Self::From(release) => write!(f, "{release} and higher"),
            Self::NotIn(span) => write!(f, "not in {span}"),
        }
    }
}

impl FromStr for VersionsTerm {
    type Err = ParseSpanError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if let Some(release) = text.strip_suffix(" and higher") {
            Ok(Self::From(release.trim().parse()?))
        } else if let Some(release) = text.strip_suffix(" only") {
            Ok(Self::Only(release.trim().parse()?))
        } else if let Some(span) = text.strip_prefix("not in ") {
            Ok(Self::NotIn(span.parse()?))
        } else {
            Ok(Self::Within(text.parse()?))
        }
    }
}

/// The releases that a row or a size covers, in the sources' notation: `5.0 to 5.2; not in 6.0; 6.1 and higher`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Versions(Vec<VersionsTerm>);

impl Versions {
    pub fn terms(&self) -> &[VersionsTerm] {
        &self.0
    }

    /// Returns whether `release` is covered. `and higher` ends at `last_release`, the last release of the source.
    pub fn covers(&self, release: Release, last_release: Release) -> bool {
        let said = |term: &VersionsTerm| match *term {
            VersionsTerm::Only(only) => only == release,
            VersionsTerm::Within(span) => span.contains(release),
            VersionsTerm::From(first) => first <= release && release <= last_release,
            VersionsTerm::NotIn(_) => false,
        };
        let denied = |term: &VersionsTerm| matches!(term, VersionsTerm::NotIn(span) if span.contains(release));
        self.0.iter().any(said) && !self.0.iter().any(denied)
    }

    pub fn releases(&self, last_release: Release) -> impl DoubleEndedIterator<Item = Release> + '_ {
        Release::all().filter(move |release| self.covers(*release, last_release))
    }

    /// Returns the covered releases as ranges without gaps, in order.
    pub fn spans(&self, last_release: Release) -> Vec<Span> {
        Span::of(self.releases(last_release))
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            term.fmt(f)?;
        }
        Ok(())
    }
}

impl FromStr for Versions {
    type Err = ParseSpanError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(';')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(text: &str) -> String {
        let versions: Versions = text.parse().unwrap();
        assert_eq!(versions.to_string(), text);
        let last_release = "10.0".parse().unwrap();
        versions
            .releases(last_release)
            .map(Release::id)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_notation_of_the_versions_column() {
        assert_eq!(covered("5.0 to 6.0"), "5.0 5.1 5.2 6.0");
        assert_eq!(covered("6.1 and higher"), "6.1 6.2 6.3 10.0");
        assert_eq!(covered("6.0 only"), "6.0");
        assert_eq!(covered("6.2"), "6.2");
        assert_eq!(
            covered("5.0 to 5.2; not in 6.0; 6.1 and higher"),
            "5.0 5.1 5.2 6.1 6.2 6.3 10.0"
        );
    }

    #[test]
    fn releases_without_a_gap_are_one_span() {
        let versions: Versions = "5.0 to 5.2; not in 6.0; 6.1 and higher".parse().unwrap();
        let spans = versions.spans("10.0".parse().unwrap());
        let text: Vec<String> = spans.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["5.0 to 5.2", "6.1 to 10.0"]);
    }

    #[test]
    fn invalid_versions_columns() {
        for text in ["", "6.0 to 5.0", "6.4", "6.1 and lower", "6.1;", "not in"] {
            assert!(text.parse::<Versions>().is_err(), "{text}");
        }
    }
}
