//! The bytes of a reading by their places.

use std::collections::BTreeMap;

use strata_core::decode::memory::Byte;
use strata_core::decode::read::{AddressKind, Reading};

/// The start of each region of a reading, which lie far apart where there are no addresses.
pub(crate) fn starts(reading: &Reading) -> Vec<u64> {
    match reading.address_kind {
        AddressKind::None => (0..)
            .map(|region: u64| region << 32)
            .take(reading.space.regions().len())
            .collect(),
        _ => reading.starts.clone(),
    }
}

/// The known bytes of a reading by their addresses.
pub(crate) fn known(reading: &Reading) -> BTreeMap<u64, u8> {
    let mut known = BTreeMap::new();
    for (start, memory) in starts(reading).iter().zip(reading.space.regions()) {
        for at in 0..memory.len() {
            if let Byte::Known(byte) = memory.byte(at) {
                known.insert(start.wrapping_add(at as u64), byte);
            }
        }
    }
    known
}
