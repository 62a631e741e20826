//! The kinds of evidence, each with its weight and the reason for the weight.

/// What was seen in the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// The bytes end before the structure does. Dumps are cut short often, but rather at the end than before.
    TooFewBytes,
    /// There are as many bytes as the structure has: who dumps a structure asks for its size.
    ExactSize,
    /// There are as many bytes as several structures have, or rows of 16 that hold one.
    WholeMultiple,
    /// There are as many bytes as the structure has with some elements more of the array of any size at its end. Every fourth or
    /// eighth number of bytes is that.
    WholeElements,
    /// The address has more than 32 bits, and x86 has none such.
    AddressTooWide,
    /// The address is no multiple of the alignment that compilers and pools keep to.
    AddressMisaligned,
    /// The address is one of the mode in which the structure is not kept.
    AddressOfOtherMode,
    /// Padding is not zero. Pools are mostly cleared, but not always: once in 20 it may be right all the same.
    PaddingNotZero,
    /// A `BOOLEAN` is above 1. Compilers write 0 and 1; code that writes something else is rare.
    BooleanAboveOne,
    /// A pointer is not canonical: the processor would refuse it. Some are encoded or tagged, very few.
    NonCanonicalPointer,
    /// A pointer leads to the first 64 KiB, where Windows maps nothing: it is a number.
    PointerTooLow,
    /// A pointer leads to the last 64 KiB: it is -1, or another small number below zero.
    PointerTooHigh,
    /// A pointer's halves are both small: on x64 two numbers beside one another look so, addresses next to never.
    PointerHoldsTwo,
    /// What is kept in user mode holds an address of the kernel.
    KernelAddressInUserMode,
    /// A list of the kernel is linked to user mode.
    ListLinkInUserMode,
    /// The kernel points to a structure in user mode. It does so, but more often to its own.
    StructureInUserMode,
    /// A link of a list is no multiple of a pointer's size.
    ListLinkMisaligned,
    /// Only one link of a list is null, or only one points to the list itself.
    ListLinksDisagree,
    /// The `Length` of a `UNICODE_STRING` is above its `MaximumLength`.
    LengthAboveMaximum,
    /// The `Length` of a `UNICODE_STRING` is half a character too long.
    LengthOdd,
    /// A `UNICODE_STRING` has a length, but no buffer.
    TextWithoutBuffer,
    /// A handle is as large as an address.
    HandleHoldsPointer,
    /// Numbers together make an address of the kernel.
    NumberHoldsPointer,
    /// Both halves of a number are small and neither is zero: one number is so once in thousands, two mostly.
    NumberHoldsTwo,
    /// A value of an enumeration is far beyond the known ones.
    EnumValueUnknown,
    /// Bits are set for which no bit field is known.
    BitsWithoutName,
    /// A pointer leads to the kernel. With 64 bits, little else looks so.
    KernelAddress,
    /// A pointer of user mode leads to user mode.
    UserAddress,
    /// Both links of a list are addresses of the same mode.
    ListLinks,
    /// The head of a list points to itself, with both links: by chance, nothing does.
    ListEmpty,
    /// A `BOOLEAN` is 1.
    BooleanTrue,
    /// Every bit that is set has a name. Counts for each bit that has none, up to six.
    BitsAllNamed,
    /// A value of an enumeration is a known one, and not 0.
    EnumValueKnown,
    /// A `UNICODE_STRING` has even lengths in the right order and a buffer.
    TextSane,
    /// 64 bits are a time between 1995 and 2050 as Windows counts it.
    TimePlausible,
    /// A `GUID` has the version and variant of those that are made today; one in 13 does by chance.
    GuidVersion,
    /// A handle is a small multiple of four, as handles of processes are.
    HandleSmall,
    /// A handle is one of the kernel's own: the upper half of the address space, and little in it.
    HandleOfKernel,
}

/// What is to be said of a sign.
pub(super) struct Facts {
    pub(super) id: &'static str,
    /// In tenths of a bit, with 64 bits.
    wide: i32,
    /// In tenths of a bit, with 32 bits, where an address looks more like any other number.
    narrow: i32,
    /// What stands before the value, and what behind it.
    pub(super) words: (&'static str, &'static str),
}

impl Sign {
    /// Its id: that of the decoder's rule where there is one.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.facts().id
    }

    /// What it counts in tenths of a bit: above 0 for a layout, below 0 against it.
    #[must_use]
    pub const fn weight(self, wide: bool) -> i32 {
        let facts = self.facts();
        if wide { facts.wide } else { facts.narrow }
    }

    /// Whether it is about how many bytes there are.
    pub(super) const fn of_size(self) -> bool {
        matches!(
            self,
            Self::TooFewBytes | Self::ExactSize | Self::WholeMultiple | Self::WholeElements
        )
    }

    #[rustfmt::skip]
    pub(super) const fn facts(self) -> Facts {
        const fn facts(id: &'static str, wide: i32, narrow: i32, before: &'static str, behind: &'static str) -> Facts {
            Facts { id, wide, narrow, words: (before, behind) }
        }
        match self {
            Self::TooFewBytes => facts("too-few-bytes", -10, -10, "the structure has 0x", " bytes, and fewer are there"),
            Self::ExactSize => facts("exact-size", 30, 30, "the length, 0x", " bytes, is exactly that of the structure"),
            Self::WholeMultiple => facts("whole-multiple", 10, 10, "there are 0x", " bytes, as whole structures or rows of 16 bytes have"),
            Self::WholeElements => facts("whole-elements", 10, 10, "there are 0x", " bytes, as the structure has with more elements of the array at its end"),
            Self::AddressTooWide => facts("address-too-wide", -200, -200, "the address 0x", " has more than 32 bits: these bytes do not come from x86"),
            Self::AddressMisaligned => facts("address-misaligned", -60, -60, "the address 0x", " is no multiple of the structure's alignment: it may begin elsewhere"),
            Self::AddressOfOtherMode => facts("address-of-other-mode", -60, -20, "the address 0x", " is in the other half of the address space: kernel structures have kernel addresses"),
            Self::PaddingNotZero => facts("padding-not-zero", -45, -45, "the padding is not zero at 0x", ": nothing is kept there"),
            Self::BooleanAboveOne => facts("boolean-above-one", -60, -60, "is 0x", ", but a BOOLEAN is 0 or 1"),
            Self::NonCanonicalPointer => facts("non-canonical-pointer", -80, -80, "is 0x", ", which is not canonical: no pointer looks so on x64 or arm64"),
            Self::PointerTooLow => facts("pointer-too-low", -60, -60, "is 0x", ": too low for a pointer, so probably a number"),
            Self::PointerTooHigh => facts("pointer-too-high", -20, -30, "is 0x", ", but nothing lies in the last 64 KiB"),
            Self::PointerHoldsTwo => facts("pointer-holds-two", -50, 0, "is 0x", ", which looks like two numbers beside one another"),
            Self::KernelAddressInUserMode => facts("kernel-address-in-user-mode", -80, -40, "is 0x", ", an address of the kernel, but the structure is kept in user mode"),
            Self::ListLinkInUserMode => facts("list-link-in-user-mode", -60, -40, "is 0x", ", an address of user mode, but the list is the kernel's"),
            Self::StructureInUserMode => facts("structure-in-user-mode", -15, -15, "is 0x", ", an address of user mode, but the structure is the kernel's"),
            Self::ListLinkMisaligned => facts("list-link-misaligned", -50, -40, "is 0x", ", but list entries lie at multiples of a pointer's size"),
            Self::ListLinksDisagree => facts("list-links-disagree", -40, -40, "has links that disagree: one of them is 0x", ", and only one"),
            Self::LengthAboveMaximum => facts("length-above-maximum", -60, -60, "has Length 0x", " above its MaximumLength: the text would not fit its buffer"),
            Self::LengthOdd => facts("length-odd", -50, -50, "has Length 0x", ", which is odd: a character of UTF-16 has two bytes"),
            Self::TextWithoutBuffer => facts("text-without-buffer", -40, -40, "has Length 0x", ", but no buffer"),
            Self::HandleHoldsPointer => facts("handle-holds-pointer", -50, 0, "is 0x", ", which is too large for a handle and looks like an address"),
            Self::NumberHoldsPointer => facts("number-holds-pointer", -60, -10, "begins 0x", ", which looks like an address of the kernel, but no pointer is kept there"),
            Self::NumberHoldsTwo => facts("number-holds-two", -60, -60, "is 0x", ", which looks like two numbers beside one another"),
            Self::EnumValueUnknown => facts("enum-value-unknown", -20, -20, "is 0x", ", which is far from the values known here"),
            Self::BitsWithoutName => facts("bits-without-name", -15, -15, "has bits 0x", " set that have no name here"),
            Self::KernelAddress => facts("kernel-address", 40, 10, "is 0x", ", an address of the kernel, as a pointer there would be"),
            Self::UserAddress => facts("user-address", 15, 5, "is 0x", ", an address of user mode, as a pointer there would be"),
            Self::ListLinks => facts("list-links", 60, 25, "has Flink 0x", " and a Blink like it, as a list would"),
            Self::ListEmpty => facts("list-empty", 80, 60, "points to itself at 0x", ": as the head of a list, the list is empty"),
            Self::BooleanTrue => facts("boolean-true", 15, 15, "is 0x", ", as a BOOLEAN would be"),
            Self::BitsAllNamed => facts("bits-all-named", 5, 5, "is 0x", ": every bit that is set has a name"),
            Self::EnumValueKnown => facts("enum-value-known", 10, 10, "is 0x", ", a known value of the enumeration"),
            Self::TextSane => facts("text-sane", 40, 30, "has Length 0x", " within its MaximumLength, and a buffer"),
            Self::TimePlausible => facts("time-plausible", 20, 20, "is 0x", ", a time between 1995 and 2050"),
            Self::GuidVersion => facts("guid-version", 25, 25, "is a GUID of version 0x", ", as those that are made today"),
            Self::HandleSmall => facts("handle-small", 15, 10, "is 0x", ", a small multiple of four, as handles are"),
            Self::HandleOfKernel => facts("handle-of-kernel", 40, 20, "is 0x", ", as the kernel's own handles are"),
        }
    }

    /// Every sign.
    pub const ALL: [Self; 38] = [
        Self::TooFewBytes,
        Self::ExactSize,
        Self::WholeMultiple,
        Self::WholeElements,
        Self::AddressTooWide,
        Self::AddressMisaligned,
        Self::AddressOfOtherMode,
        Self::PaddingNotZero,
        Self::BooleanAboveOne,
        Self::NonCanonicalPointer,
        Self::PointerTooLow,
        Self::PointerTooHigh,
        Self::PointerHoldsTwo,
        Self::KernelAddressInUserMode,
        Self::ListLinkInUserMode,
        Self::StructureInUserMode,
        Self::ListLinkMisaligned,
        Self::ListLinksDisagree,
        Self::LengthAboveMaximum,
        Self::LengthOdd,
        Self::TextWithoutBuffer,
        Self::HandleHoldsPointer,
        Self::NumberHoldsPointer,
        Self::NumberHoldsTwo,
        Self::EnumValueUnknown,
        Self::BitsWithoutName,
        Self::KernelAddress,
        Self::UserAddress,
        Self::ListLinks,
        Self::ListEmpty,
        Self::BooleanTrue,
        Self::BitsAllNamed,
        Self::EnumValueKnown,
        Self::TextSane,
        Self::TimePlausible,
        Self::GuidVersion,
        Self::HandleSmall,
        Self::HandleOfKernel,
    ];
}
