//! A point: a version and an architecture. Every layout belongs to one point.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::arch::Arch;
use crate::release::{ParseVersionError, Release, Version};
use crate::words::ParseWordError;

/// A version and an architecture, printed and read as `6.1/x64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    pub version: Version,
    pub arch: Arch,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePointError {
    #[error("`{0}` is not a point: expected a version and an architecture, as in 6.1/x64")]
    Form(String),
    /// The part before the slash is not a version.
    #[error(transparent)]
    Version(#[from] ParseVersionError),
    /// The part after the slash is not an architecture.
    #[error(transparent)]
    Arch(#[from] ParseWordError),
}

impl Point {
    pub const fn new(release: Release, arch: Arch) -> Self {
        Self {
            version: Version::Release(release),
            arch,
        }
    }

    /// Returns whether Windows exists for this architecture at this release. Always true for a single image.
    pub fn can_exist(self) -> bool {
        match self.version {
            Version::Release(release) => release.exists_for(self.arch),
            Version::Build(_) | Version::Pdb(_) => true,
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.version, self.arch)
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (version, arch) = text
            .split_once('/')
            .ok_or_else(|| ParsePointError::Form(text.to_owned()))?;
        Ok(Self {
            version: version.parse()?,
            arch: arch.parse()?,
        })
    }
}
