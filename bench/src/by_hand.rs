//! A hand-written reader for one layout, ETW_REALTIME_CONSUMER at 6.2 on x64.

use strata_bench_decoder::add;

const SIZE: usize = 0x88;

/// The checksum of every leaf of every structure.
pub(crate) fn sum(bytes: &[u8]) -> u32 {
    bytes.as_chunks().0.iter().fold(0, one)
}

fn one(sum: u32, bytes: &[u8; SIZE]) -> u32 {
    let u64_at = |at: usize| u64::from_le_bytes(load(bytes, at));
    let u32_at = |at: usize| u64::from(u32::from_le_bytes(load(bytes, at)));
    let u16_at = |at: usize| u64::from(u16::from_le_bytes(load(bytes, at)));
    let mut sum = sum;
    // From Links (two pointers) to UserBufferListHead.
    for at in (0x00..0x50).step_by(8) {
        sum = add(sum, u64_at(at));
    }
    sum = add(sum, u32_at(0x50)); // BuffersLost
    sum = add(sum, u32_at(0x54)); // EmptyBuffersCount
    sum = add(sum, u16_at(0x58)); // LoggerId
    let flags = u64::from(bytes[0x5a]);
    sum = add(sum, flags);
    for bit in 0..5 {
        sum = add(sum, (flags >> bit) & 1);
    }
    sum = add(sum, u32_at(0x60)); // ReservedBufferSpaceBitMap.SizeOfBitMap
    sum = add(sum, u64_at(0x68)); // ReservedBufferSpaceBitMap.Buffer
    sum = add(sum, u64_at(0x70)); // ReservedBufferSpace
    sum = add(sum, u32_at(0x78)); // ReservedBufferSpaceSize
    sum = add(sum, u32_at(0x7c)); // UserPagesAllocated
    add(sum, u32_at(0x80)) // UserPagesReused
}

/// One load: from separate bytes, the compiler would make one load each.
#[inline]
fn load<const N: usize>(bytes: &[u8; SIZE], at: usize) -> [u8; N] {
    bytes[at..].first_chunk().copied().unwrap_or([0; N])
}
