//! One value per architecture, as in the columns of a table.

use crate::arch::Arch;

/// One value for each architecture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerArch<T> {
    pub x86: T,
    pub x64: T,
    /// The arm64 column. Articles have none; a user's own table can have one.
    pub arm64: T,
}

impl<T> PerArch<T> {
    pub const fn get(&self, arch: Arch) -> Option<&T> {
        Some(match arch {
            Arch::X86 => &self.x86,
            Arch::X64 => &self.x64,
            Arch::Arm64 => &self.arm64,
        })
    }

    /// Returns the column of `arch`, mutable.
    pub const fn get_mut(&mut self, arch: Arch) -> Option<&mut T> {
        Some(match arch {
            Arch::X86 => &mut self.x86,
            Arch::X64 => &mut self.x64,
            Arch::Arm64 => &mut self.arm64,
        })
    }
}
