//! What addresses say: where the structure lies, pointers, links of lists, buffers of texts.

use super::{At, Judge};
use crate::arch::Arch;
use crate::decode::identify::sign::Sign;
use crate::decode::value::{Pointer, PointerClass};
use crate::mode::Mode;

/// How many bytes at either end of an address space are never mapped.
const UNMAPPED: u64 = 0x1_0000;

impl Judge<'_> {
    /// Where the structure lies. A dump of a file begins at 0: that is no address.
    pub(super) fn address(&mut self) {
        let class = self.class;
        let Some(address) = self.bytes.base().filter(|base| *base >= UNMAPPED) else {
            return;
        };
        if class.arch == Arch::X86 && address > u64::from(u32::MAX) {
            self.mark(Sign::AddressTooWide, 0, address);
        } else {
            if !address.is_multiple_of(u64::from(class.align.max(1))) {
                self.mark(Sign::AddressMisaligned, 0, address);
            }
            let other = match class.mode {
                Some(Mode::Kernel) => PointerClass::User,
                Some(Mode::User) => PointerClass::Kernel,
                None => PointerClass::NonCanonical,
            };
            if Pointer::new(address, class.arch).class == other {
                self.mark(Sign::AddressOfOtherMode, 0, address);
            }
        }
        self.evidence.close();
    }

    fn width(&self) -> u32 {
        self.class.arch.pointer().get()
    }

    /// What is wrong with a value as an address, whoever holds it.
    fn no_address(&self, value: u64) -> Option<Sign> {
        let top = match self.class.wide() {
            true => u64::MAX,
            false => u64::from(u32::MAX),
        };
        let class = Pointer::new(value, self.class.arch).class;
        let (high, low) = (value >> 32, value & u64::from(u32::MAX));
        match value {
            _ if class == PointerClass::NonCanonical => Some(Sign::NonCanonicalPointer),
            ..UNMAPPED => Some(Sign::PointerTooLow),
            _ if value > top - UNMAPPED => Some(Sign::PointerTooHigh),
            _ if (1..UNMAPPED).contains(&high) && low < UNMAPPED => Some(Sign::PointerHoldsTwo),
            _ => None,
        }
    }

    pub(super) fn pointer(&mut self, at: At) {
        let Some(value) = self.number(at.offset, self.width()) else {
            return;
        };
        let aims = at.outer && self.class.aims.get(at.field).copied().unwrap_or(false);
        let sign = match self.no_address(value) {
            Some(sign) if at.outer || sign == Sign::NonCanonicalPointer => Some(sign),
            // Nested types keep thread ids and -1 in pointers.
            Some(_) => None,
            None => self.by_mode(value, aims),
        };
        if let Some(sign) = sign {
            self.sign(at, sign, value);
        }
    }

    /// What a good address says, by the mode that it and the structure belong to.
    fn by_mode(&self, value: u64, aims: bool) -> Option<Sign> {
        let kernel = Pointer::new(value, self.class.arch).class == PointerClass::Kernel;
        match (kernel, self.class.mode) {
            (true, Some(Mode::User)) => Some(Sign::KernelAddressInUserMode),
            (true, _) => Some(Sign::KernelAddress),
            (false, Some(Mode::User)) => Some(Sign::UserAddress),
            (false, Some(Mode::Kernel)) if aims => Some(Sign::StructureInUserMode),
            (false, _) => None,
        }
    }

    pub(super) fn list(&mut self, at: At) {
        let width = self.width();
        let behind = At {
            offset: at.offset.saturating_add(width),
            ..at
        };
        let (flink, blink) = (
            self.whole(at.offset, width),
            self.whole(behind.offset, width),
        );
        let bad = self.link(at, flink, ".Flink") | self.link(behind, blink, ".Blink");
        let (Some(flink), Some(blink)) = (flink, blink) else {
            return;
        };
        if bad || (flink, blink) == (0, 0) {
            return;
        }
        let own = self.bytes.base();
        let own = own.and_then(|own| own.checked_add(u64::from(at.offset)));
        let class = |value| Pointer::new(value, self.class.arch).class;
        let sign = match own.map(|own| (own == flink, own == blink)) {
            Some((true, true)) => Sign::ListEmpty,
            Some((true, false) | (false, true)) => Sign::ListLinksDisagree,
            _ if flink == 0 || blink == 0 => Sign::ListLinksDisagree,
            _ if class(flink) == class(blink) => Sign::ListLinks,
            _ => return,
        };
        self.sign(at, sign, flink);
    }

    /// What speaks against a link; whether anything does.
    fn link(&mut self, at: At, value: Option<u64>, suffix: &'static str) -> bool {
        let Some(value) = value.filter(|value| *value != 0) else {
            return false;
        };
        let kernel = Pointer::new(value, self.class.arch).class == PointerClass::Kernel;
        let sign = match (self.no_address(value), self.class.mode) {
            (Some(sign), _) => sign,
            (None, _) if !value.is_multiple_of(u64::from(self.width())) => Sign::ListLinkMisaligned,
            (None, Some(Mode::Kernel)) if !kernel => Sign::ListLinkInUserMode,
            (None, Some(Mode::User)) if kernel => Sign::KernelAddressInUserMode,
            _ => return false,
        };
        self.part_of(at, sign, value, suffix);
        true
    }

    pub(super) fn text(&mut self, at: At) {
        let width = self.width();
        let behind = |bytes| At {
            offset: at.offset.saturating_add(bytes),
            ..at
        };
        let length = self.whole(at.offset, 2);
        let maximum = self.whole(behind(2).offset, 2);
        let place = behind(width);
        let buffer = self.whole(place.offset, width);
        let wrong = buffer
            .filter(|buffer| *buffer != 0)
            .and_then(|buffer| self.no_address(buffer));
        if let (Some(sign), Some(buffer)) = (wrong, buffer) {
            self.part_of(place, sign, buffer, ".Buffer");
        }
        let Some(length) = length.filter(|length| *length > 0) else {
            return;
        };
        let sign = if maximum.is_some_and(|maximum| length > maximum) {
            Sign::LengthAboveMaximum
        } else if length % 2 == 1 {
            Sign::LengthOdd
        } else if buffer == Some(0) {
            Sign::TextWithoutBuffer
        } else if maximum.is_some() && buffer.is_some() && wrong.is_none() {
            Sign::TextSane
        } else {
            return;
        };
        self.sign(at, sign, length);
    }
}
