//! A pair of values, one for each architecture that the articles have a column for.

use crate::arch::Arch;

/// One value for x86 and one for x64.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerArch<T> {
    /// The x86 column.
    pub x86: T,
    /// The x64 column.
    pub x64: T,
}

impl<T> PerArch<T> {
    /// The value of that column; `None` for an architecture that has none.
    #[must_use]
    pub const fn get(&self, arch: Arch) -> Option<&T> {
        match arch {
            Arch::X86 => Some(&self.x86),
            Arch::X64 => Some(&self.x64),
            Arch::Arm64 => None,
        }
    }

    /// The value of that column, to change it.
    pub const fn get_mut(&mut self, arch: Arch) -> Option<&mut T> {
        match arch {
            Arch::X86 => Some(&mut self.x86),
            Arch::X64 => Some(&mut self.x64),
            Arch::Arm64 => None,
        }
    }
}
