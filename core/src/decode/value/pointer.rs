//! Pointers, and their classification by the bits of the address.

use crate::arch::Arch;
use crate::decode::space::RegionOffset;
use crate::words::words;

/// A pointer with its class and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    pub address: u64,
    pub class: PointerClass,
    /// The place that it points to; `None` if no region has that address.
    pub target: Option<RegionOffset>,
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PointerClass {
        Null = "null",
        /// In the lower half of the address space.
        User = "user",
        /// In the upper half, which the kernel uses.
        Kernel = "kernel",
        /// The value -1, which is not an address.
        MinusOne = "minus-one",
        /// In neither half: with 64 bits, the upper 17 are neither all 0 nor all 1.
        NonCanonical = "non-canonical",
    }
}

impl Pointer {
    /// Creates a pointer without a target.
    pub const fn new(address: u64, arch: Arch) -> Self {
        let (user_end, kernel, minus_one) = match arch {
            Arch::X86 => (0x8000_0000, 0x8000_0000, 0xffff_ffff),
            Arch::X64 | Arch::Arm64 => (0x8000_0000_0000, 0xffff_8000_0000_0000, u64::MAX),
        };
        let class = match address {
            0 => PointerClass::Null,
            _ if address == minus_one => PointerClass::MinusOne,
            _ if address < user_end => PointerClass::User,
            _ if address >= kernel => PointerClass::Kernel,
            _ => PointerClass::NonCanonical,
        };
        Self {
            address,
            class,
            target: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_have_classes() {
        use PointerClass::{Kernel, MinusOne, NonCanonical, Null, User};
        for (arch, address, class) in [
            (Arch::X86, 0, Null),
            (Arch::X86, 0x7fff_ffff, User),
            (Arch::X86, 0x8000_0000, Kernel),
            (Arch::X64, 0x7fff_ffff_ffff, User),
            (Arch::X64, 0x8000_0000_0000, NonCanonical),
            (Arch::X64, 0xffff_7fff_ffff_ffff, NonCanonical),
            (Arch::X64, 0xffff_8000_0000_0000, Kernel),
            (Arch::X86, 0xffff_ffff, MinusOne),
            (Arch::Arm64, u64::MAX, MinusOne),
            (Arch::Arm64, u64::MAX - 1, Kernel),
        ] {
            assert_eq!(Pointer::new(address, arch).class, class, "{address:x}");
        }
    }
}
