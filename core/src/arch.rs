//! Processor architectures with the names that Windows uses.

use std::str::FromStr;

use crate::units::ByteSize;
use crate::words::{ParseWordError, words};

words! {
    /// A processor architecture for which Windows is built.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Arch {
        X86 = "x86",
        X64 = "x64",
        Arm64 = "arm64",
    }
}

impl Arch {
    /// The architectures for which articles give offsets, in column order.
    pub const IN_ARTICLES: [Self; 2] = [Self::X86, Self::X64];

    /// In order of preference, for choosing a default.
    pub const PREFERRED: [Self; 3] = [Self::X64, Self::X86, Self::Arm64];

    const ALIASES: [(&str, Self); 10] = [
        ("amd64", Self::X64),
        ("x86_64", Self::X64),
        ("x86-64", Self::X64),
        ("64-bit", Self::X64),
        ("win64", Self::X64),
        ("i386", Self::X86),
        ("i686", Self::X86),
        ("32-bit", Self::X86),
        ("win32", Self::X86),
        ("aarch64", Self::Arm64),
    ];

    /// Returns the architecture with this name or alias (case ignored): `x64`, `amd64`, `64-bit`.
    pub fn from_alias(word: &str) -> Option<Self> {
        let mut aliases = Self::ALIASES.iter();
        let alias = aliases.find(|(name, _)| name.eq_ignore_ascii_case(word));
        word.parse().ok().or(alias.map(|(_, arch)| *arch))
    }

    pub const fn pointer(self) -> ByteSize {
        match self {
            Self::X86 => ByteSize::new(4),
            Self::X64 | Self::Arm64 => ByteSize::new(8),
        }
    }

    /// Returns the machine number of the PE format, which symbol files use too.
    pub const fn machine(self) -> u16 {
        match self {
            Self::X86 => 0x14c,
            Self::X64 => 0x8664,
            Self::Arm64 => 0xaa64,
        }
    }
}

impl FromStr for Arch {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|arch| arch.as_str().eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                ParseWordError::new(text, "an architecture", &Self::ALL.map(Self::as_str))
            })
    }
}
