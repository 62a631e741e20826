//! At which point a text says that it is.

use crate::arch::Arch;
use crate::point::Point;
use crate::release::Version;

/// What a text says of where it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// In which version.
    pub version: Option<Version>,
    /// On which architecture.
    pub arch: Option<Arch>,
}

impl Stated {
    /// All of it.
    #[must_use]
    pub const fn at(point: Point) -> Self {
        Self {
            version: Some(point.version),
            arch: Some(point.arch),
        }
    }

    /// What a text says, as our exports write it: `6.2/x64`.
    #[must_use]
    pub fn in_text(text: &str) -> Option<Self> {
        point(text).map(Self::at)
    }

    /// The point, if both are stated.
    #[must_use]
    pub fn point(self) -> Option<Point> {
        Some(Point {
            version: self.version?,
            arch: self.arch?,
        })
    }

    /// What is stated here, and of the rest what is stated there.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            version: self.version.or(other.version),
            arch: self.arch.or(other.arch),
        }
    }

    /// Whether a point is none that is excluded.
    #[must_use]
    pub fn allows(self, point: Point) -> bool {
        self.version.is_none_or(|version| version == point.version)
            && self.arch.is_none_or(|arch| arch == point.arch)
    }
}

/// The first point in a text, as our exports write it: `6.2/x64`.
pub(super) fn point(text: &str) -> Option<Point> {
    text.split_whitespace().find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        word.contains('/').then(|| word.parse().ok())?
    })
}
