//! Classifies a `HANDLE` by its number.
//!
//! The lowest two bits belong to the application ("Why are kernel HANDLEs always a multiple of four?", Raymond Chen,
//! The Old New Thing, 21 January 2005, after `OBJ_HANDLE_TAGBITS` in ntdef.h). A handle of the kernel's own table has
//! all bits from 31 on set (`KERNEL_HANDLE_FLAG` as ReactOS defines it and tests it against Windows).

use crate::arch::Arch;
use crate::words::words;

/// The lowest bits of a handle, which the system ignores.
const TAG: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    pub number: u64,
    pub class: HandleClass,
    /// The lowest two bits, which the system ignores.
    pub tag: u8,
}

words! {
    /// The handle table that a handle belongs to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HandleClass {
        Null = "null",
        /// -1 or -2, which stand for the current process and the current thread; -1 also for no file.
        Pseudo = "pseudo",
        Kernel = "kernel",
        Process = "process",
    }
}

impl Handle {
    pub const fn new(number: u64, arch: Arch) -> Self {
        let signed = match arch {
            Arch::X86 => number << 32 >> 32,
            Arch::X64 | Arch::Arm64 => number,
        };
        let from_the_top = match arch {
            Arch::X86 => !signed & 0xffff_ffff,
            Arch::X64 | Arch::Arm64 => !signed,
        };
        let class = match signed {
            0 => HandleClass::Null,
            _ if from_the_top < 2 => HandleClass::Pseudo,
            _ if from_the_top < 0x8000_0000 => HandleClass::Kernel,
            _ => HandleClass::Process,
        };
        let tag = match class {
            HandleClass::Null | HandleClass::Pseudo => 0,
            HandleClass::Kernel | HandleClass::Process => (number & TAG) as u8,
        };
        Self { number, class, tag }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_have_classes_and_tags() {
        use HandleClass::{Kernel, Null, Process, Pseudo};
        for (arch, number, class, tag) in [
            (Arch::X86, 0, Null, 0),
            (Arch::X86, 0x1f0, Process, 0),
            (Arch::X86, 0x1f1, Process, 1),
            (Arch::X86, 0x8000_01f0, Kernel, 0),
            (Arch::X86, 0xffff_ffff, Pseudo, 0),
            (Arch::X64, 0x8000_01f0, Process, 0),
            (Arch::X64, 0xffff_ffff_8000_01f3, Kernel, 3),
            (Arch::X64, 0xffff_ffff_0000_01f0, Process, 0),
            (Arch::X64, u64::MAX - 1, Pseudo, 0),
        ] {
            assert_eq!(
                Handle::new(number, arch),
                Handle { number, class, tag },
                "{number:x}"
            );
        }
    }
}
