//! Several memory regions with addresses of their own: the whole input, in which pointers can be followed.

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Serialize;

use super::memory::Memory;

/// Memory regions in input order; the first is decoded by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Space {
    regions: Vec<Memory>,
}

/// A byte of the input that a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(rename = "Target")]
pub struct RegionOffset {
    /// The index of the region, from 0.
    pub region: usize,
    /// The offset in the region, in bytes.
    #[serde(rename = "offset")]
    pub at: usize,
}

impl Space {
    pub fn new(regions: Vec<Memory>) -> Self {
        Self { regions }
    }

    pub fn regions(&self) -> &[Memory] {
        &self.regions
    }

    /// Returns the default region: the first, or an empty one.
    pub fn first(&self) -> &Memory {
        self.regions.first().unwrap_or(Memory::EMPTY)
    }

    pub fn region(&self, region: usize) -> Option<&Memory> {
        self.regions.get(region)
    }

    /// Returns the number of bytes in all regions, known or not.
    pub fn len(&self) -> usize {
        self.regions.iter().map(Memory::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.regions.iter().all(Memory::is_empty)
    }

    pub fn unreadable(&self) -> usize {
        self.regions.iter().map(Memory::unreadable).sum()
    }

    /// Returns the place of the byte at an address; `None` if no region has it.
    pub fn locate(&self, address: u64) -> Option<RegionOffset> {
        let inside = |memory: &Memory| {
            let distance = address.checked_sub(memory.base()?)?;
            let at = usize::try_from(distance).ok()?;
            (at < memory.len()).then_some(at)
        };
        let mut regions = self.regions.iter().enumerate();
        regions.find_map(|(region, memory)| {
            let at = inside(memory)?;
            Some(RegionOffset { region, at })
        })
    }
}

impl From<Memory> for Space {
    fn from(memory: Memory) -> Self {
        Self::new(vec![memory])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_their_region() {
        let region = |base, len| Memory::new(vec![0; len]).unwrap().with_base(base);
        let space = Space::new(vec![
            region(Some(0x1000), 0x10),
            region(None, 0x10),
            region(Some(u64::MAX - 1), 2),
        ]);
        for (address, expected) in [
            (0xfff, None),
            (0x1000, Some((0, 0))),
            (0x100f, Some((0, 0xf))),
            (0x1010, None),
            (0, None),
            (u64::MAX, Some((2, 1))),
        ] {
            let expected = expected.map(|(region, at)| RegionOffset { region, at });
            assert_eq!(space.locate(address), expected, "0x{address:x}");
        }
        assert_eq!(space.len(), 0x22);
        assert!(Space::default().is_empty());
    }
}
