//! The space of one decoding: a requested base address takes precedence over the one in the input.

use std::cell::Cell;

use super::limits::FOLLOW_LIMIT;
use super::memory::Memory;
use super::space::{RegionOffset, Space};
use crate::arch::Arch;

/// A space with the addresses of its regions in one decoding.
#[derive(Debug)]
pub(super) struct View<'a> {
    space: &'a Space,
    arch: Arch,
    /// The region with a requested base, and that base.
    given: Option<(usize, u64)>,
    /// The base addresses of regions in ascending order, with the region's index.
    bases: Vec<(u64, usize)>,
    /// The number of reads at addresses still allowed.
    left: Cell<usize>,
}

impl<'a> View<'a> {
    /// Creates a view in which `region` has the base address `base`, if given.
    pub(super) fn new(space: &'a Space, arch: Arch, region: usize, base: Option<u64>) -> Self {
        let given = base.map(|base| (region, base));
        let mut view = Self {
            space,
            arch,
            given,
            bases: Vec::new(),
            left: Cell::new(FOLLOW_LIMIT),
        };
        let regions = 0..space.regions().len();
        let bases = regions.filter_map(|region| Some((view.base(region)?, region)));
        view.bases = bases.collect();
        view.bases.sort_unstable();
        view
    }

    pub(super) fn space(&self) -> &'a Space {
        self.space
    }

    pub(super) fn arch(&self) -> Arch {
        self.arch
    }

    pub(super) fn base(&self, region: usize) -> Option<u64> {
        let given = self.given.filter(|(given, _)| *given == region);
        let base = match given {
            Some((_, base)) => base,
            None => self.space.region(region)?.base()?,
        };
        Some(truncate_sign_extension(base, self.arch))
    }

    /// Returns the place of the byte at an address. A requested base takes precedence over others.
    pub(super) fn locate(&self, address: u64) -> Option<RegionOffset> {
        let address = truncate_sign_extension(address, self.arch);
        let given = self.given.map(|(region, _)| region);
        given
            .and_then(|region| self.inside(region, address))
            .or_else(|| {
                let behind = self.bases.partition_point(|(base, _)| *base <= address);
                let (_, region) = self.bases.get(behind.checked_sub(1)?)?;
                self.inside(*region, address)
            })
    }

    /// Reads a number of up to 8 bytes at an address, also across regions; `None` if a byte is unknown, or the limit is
    /// reached.
    pub(super) fn number(&self, address: u64, bytes: u32) -> Option<u64> {
        self.left.set(self.left.get().checked_sub(1)?);
        let place = self.locate(address)?;
        let memory = self.space.region(place.region)?;
        if memory.len() - place.at >= bytes as usize {
            return memory.number(place.at, bytes).whole();
        }
        (0..bytes.min(8)).try_fold(0, |number, at| {
            let place = self.locate(address.checked_add(u64::from(at))?)?;
            let byte = self.space.region(place.region)?.number(place.at, 1);
            Some(number | byte.whole()? << (8 * at))
        })
    }

    fn inside(&self, region: usize, address: u64) -> Option<RegionOffset> {
        let distance = address.checked_sub(self.base(region)?)?;
        let at = usize::try_from(distance).ok()?;
        let len = self.space.region(region).map_or(0, Memory::len);
        (at < len).then_some(RegionOffset { region, at })
    }
}

/// Returns the processor's address: debuggers sign-extend x86 addresses to 64 bits.
pub(super) const fn truncate_sign_extension(address: u64, arch: Arch) -> u64 {
    match arch {
        Arch::X86 if address >= 0xffff_ffff_8000_0000 => address & 0xffff_ffff,
        _ => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_that_is_given_counts_before_the_one_that_was_read() {
        let region = |base, len| Memory::new(vec![0; len]).unwrap().with_base(base);
        let space = Space::new(vec![
            region(Some(0x5000), 0x10),
            region(None, 0x10),
            region(Some(0x1000), 0x20),
        ]);
        let place = |region, at| Some(RegionOffset { region, at });
        let view = View::new(&space, Arch::X64, 1, None);
        assert_eq!(view.locate(0x101f), place(2, 0x1f));
        assert_eq!(view.locate(0x1020), None);
        assert_eq!(view.locate(0xfff), None);
        assert_eq!(view.locate(0x5008), place(0, 8));
        let view = View::new(&space, Arch::X64, 1, Some(0x1008));
        assert_eq!(view.locate(0x1008), place(1, 0));
        assert_eq!(view.locate(0x1018), None, "the last that begins before it");
        assert_eq!(view.locate(0x1007), place(2, 7));
    }

    #[test]
    fn addresses_of_x86_may_carry_their_sign() {
        let memory = Memory::new(vec![0; 8]).unwrap();
        let space = memory.with_base(Some(0xffff_ffff_8056_e340)).into();
        let view = View::new(&space, Arch::X86, 0, None);
        let expected = Some(RegionOffset { region: 0, at: 4 });
        assert_eq!(view.locate(0x8056_e344), expected);
        assert_eq!(view.locate(0xffff_ffff_8056_e344), expected);
        assert_eq!(view.base(0), Some(0x8056_e340));
    }
}
