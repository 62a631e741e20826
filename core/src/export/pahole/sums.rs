//! What pahole adds up.

use super::CACHE_LINE;
use super::holes::{Hole, Holes, Member};

/// What a structure comes to.
#[derive(Default)]
pub(super) struct Sums {
    members: usize,
    bytes: u32,
    bits: u32,
    holes: (u32, u32),
    bit_holes: (u32, u32),
}

impl Sums {
    pub(super) fn hole(&mut self, hole: Hole) {
        let add = |sum: &mut (u32, u32), size: u32| {
            if size > 0 {
                *sum = (sum.0 + 1, sum.1.saturating_add(size));
            }
        };
        add(&mut self.holes, hole.bytes);
        add(&mut self.bit_holes, hole.bits);
    }

    pub(super) fn member(&mut self, member: &Member<'_>) {
        self.members += 1;
        match member.bits {
            Some((_, width)) => self.bits = self.bits.saturating_add(width),
            None => self.bytes = self.bytes.saturating_add(member.size),
        }
    }

    /// What is told behind the members of a structure of that size, line by line.
    pub(super) fn said(&self, size: u32, holes: &Holes) -> Vec<String> {
        let lines = size.div_ceil(CACHE_LINE);
        let Sums {
            members,
            bytes,
            bits,
            ..
        } = self;
        let ((holes_number, holes_sum), (bit_number, bit_sum)) = (self.holes, self.bit_holes);
        let mut all = vec![format!(
            "size: {size}, cachelines: {lines}, members: {members}"
        )];
        if holes_sum > 0 || bit_sum > 0 {
            let told = match holes_sum {
                0 => String::new(),
                sum => format!(", holes: {holes_number}, sum holes: {sum}"),
            };
            all.extend((*bytes > 0).then(|| format!("sum members: {bytes}{told}")));
            let told = match bit_sum {
                0 => format!(" ({} bytes)", bits / 8),
                sum => format!(", bit holes: {bit_number}, sum bit holes: {sum} bits"),
            };
            all.extend((*bits > 0).then(|| format!("sum bitfield members: {bits} bits{told}")));
        }
        let Holes {
            padding,
            bit_padding,
            ..
        } = holes;
        all.extend((*padding > 0).then(|| format!("padding: {padding}")));
        all.extend((*bit_padding > 0).then(|| format!("bit_padding: {bit_padding} bits")));
        let last = size % CACHE_LINE;
        all.extend((last > 0).then(|| format!("last cacheline: {last} bytes")));
        all
    }
}
