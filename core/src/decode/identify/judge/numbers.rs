//! What numbers say: handles, enumerations, bit fields, times, GUIDs, and numbers that are rather something else.

use std::sync::Arc;

use super::{At, Judge};
use crate::decode::identify::sign::Sign;
use crate::decode::shape::Bit;

/// Handles of a process are seldom above this.
const HANDLES: u64 = 0x10_0000;

/// Values of an enumeration may go on behind the known ones; they do not go this far.
const ENUM_VALUES: u64 = 0x1000;

/// The times from 1995 to 2050, in units of 100 ns since 1601.
const TIMES: std::ops::Range<u64> = 0x01b9_b90a_9f21_c000..0x01f7_630b_e39d_8000;

impl Judge<'_> {
    pub(super) fn handle(&mut self, at: At) {
        let wide = self.class.wide();
        let Some(value) = self.number(at.offset, self.class.arch.pointer().get()) else {
            return;
        };
        let kernel = match wide {
            true => 0xffff_ffff_8000_0000,
            false => 0x8000_0000,
        };
        let multiple = value.is_multiple_of(4);
        let sign = match value {
            ..HANDLES if multiple => Sign::HandleSmall,
            _ if (kernel..kernel + HANDLES).contains(&value) && multiple => Sign::HandleOfKernel,
            _ if wide && !matches!(value >> 32, 0 | 0xffff_ffff) => Sign::HandleHoldsPointer,
            _ => return,
        };
        self.sign(at, sign, value);
    }

    pub(super) fn enumeration(&mut self, at: At, size: u32, values: &[(u64, Arc<str>)]) {
        self.looks_like_pointer(at, size);
        let Some(value) = self.number(at.offset, size) else {
            return;
        };
        if values.iter().any(|(known, _)| *known == value) {
            self.sign(at, Sign::EnumValueKnown, value);
        } else if value >= ENUM_VALUES {
            self.sign(at, Sign::EnumValueUnknown, value);
        }
    }

    pub(super) fn bits(&mut self, at: At, size: u32, fields: &[Bit]) {
        self.looks_like_pointer(at, size);
        let Some(value) = self.number(at.offset, size) else {
            return;
        };
        let named = fields.iter().fold(0, |named, bit| named | bit.range.mask());
        let unnamed = value & !named;
        if unnamed != 0 {
            self.sign(at, Sign::BitsWithoutName, unnamed);
            return;
        }
        let without = (8 * size.min(8)).saturating_sub(named.count_ones()).min(6);
        let each = Sign::BitsAllNamed.weight(self.class.wide());
        let weight = each.saturating_mul(without.cast_signed());
        self.weigh(at, Sign::BitsAllNamed, weight, value, "");
    }

    pub(super) fn time(&mut self, at: At) {
        self.looks_like_pointer(at, 8);
        if let Some(value) = self.number(at.offset, 8)
            && TIMES.contains(&value)
        {
            self.sign(at, Sign::TimePlausible, value);
        }
    }

    pub(super) fn guid(&mut self, at: At) {
        let (first, second) = (
            self.whole(at.offset, 8),
            self.whole(at.offset.saturating_add(8), 8),
        );
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        let (version, variant) = (first >> 60, second >> 6 & 3);
        if matches!(version, 1..=5) && variant == 2 {
            self.sign(at, Sign::GuidVersion, version);
        }
    }

    /// Whether a number, with what follows it, is rather an address of the kernel.
    pub(super) fn looks_like_pointer(&mut self, at: At, size: u32) {
        let width = self.class.arch.pointer().get();
        // Masks have any bits; with 32 bits, half of what they can be looks so.
        if !at.offset.is_multiple_of(width) || at.element && !self.class.wide() {
            return;
        }
        let Some(value) = self.number(at.offset, width) else {
            return;
        };
        let high = value >> 32;
        let looks = match self.class.wide() {
            // Times and counts below zero begin with ones, too.
            true if size >= 8 => (0xffff_8000..0xffff_ff00).contains(&high),
            true => (0xffff_8000..0xffff_fff0).contains(&high),
            false => (0x8000_0000..0xfffe_0000).contains(&value) && value.is_multiple_of(4),
        };
        if looks {
            let weight = Sign::NumberHoldsPointer.weight(self.class.wide());
            let weight = if size >= 8 { weight / 2 } else { weight };
            self.weigh(at, Sign::NumberHoldsPointer, weight, value, "");
        }
    }

    /// Whether a number of 32 bits is rather two of 16. Elements of arrays are often masks, which look like anything.
    pub(super) fn looks_like_two(&mut self, at: At, size: u32) {
        if size != 4 || !at.outer || at.element {
            return;
        }
        let Some(value) = self.number(at.offset, 4) else {
            return;
        };
        if matches!((value >> 16, value & 0xffff), (1..0x100, 1..0x100)) {
            self.sign(at, Sign::NumberHoldsTwo, value);
        }
    }
}
