//! An array of structures read leaf by leaf into a checksum: by the plan that core makes of a layout, and by a loop written
//! by hand for that layout. The checksums must be equal.

use std::hint::black_box;
use std::time::Instant;

use strata_core::decode::plan;
use strata_core::lookup;
use strata_server::data::DataFiles;

use crate::median;

/// How many structures lie in the array.
const COUNT: usize = 20_000;
/// How often each side is measured.
const ROUNDS: usize = 15;
/// Size of ETW_REALTIME_CONSUMER at 6.2 on x64.
const SIZE: usize = 0x88;

pub(crate) fn run() -> Result<(), String> {
    let (_, dataset) = DataFiles::built_in()
        .load()
        .map_err(|mistakes| format!("{mistakes:?}"))?;
    let found = lookup::layout(&dataset, "ETW_REALTIME_CONSUMER", "6.2", "x64")
        .map_err(|missing| missing.detail)?;
    let plan = plan::leaves(found.layout, dataset.types()).map_err(|error| error.to_string())?;
    let bytes = noise(COUNT * SIZE);
    let ours = || plan.checksum(&bytes);
    let theirs = || bytes.chunks_exact(SIZE).fold(0, by_hand);
    if ours() != theirs() {
        return Err("the checksums differ".to_owned());
    }
    let (mut by_plan, mut hand) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        by_plan.push(time(&ours));
        hand.push(time(&theirs));
    }
    let ratios = by_plan
        .iter()
        .zip(&hand)
        .map(|(plan, hand)| plan / hand)
        .collect();
    let (plan_rate, hand_rate) = (COUNT as f64 / median(by_plan), COUNT as f64 / median(hand));
    println!(
        "decode: {} leaves of ETW_REALTIME_CONSUMER 6.2/x64, checksums equal",
        plan.leaves().len()
    );
    println!(
        "  core's plan     {:8.2} million structures/s",
        plan_rate / 1e6
    );
    println!(
        "  by hand         {:8.2} million structures/s",
        hand_rate / 1e6
    );
    println!(
        "  time, plan / by hand: {:.2} (median of {ROUNDS} rounds; aim: at most 3)",
        median(ratios)
    );
    Ok(())
}

fn time(work: &impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// Bytes that look random and are the same in every run.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let step = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..length).map(step).collect()
}

/// What somebody would write for this one layout.
fn by_hand(sum: u64, bytes: &[u8]) -> u64 {
    let Ok(bytes): Result<&[u8; SIZE], _> = bytes.try_into() else {
        return sum;
    };
    let u64_at = |at: usize| u64::from_le_bytes(load(bytes, at));
    let u32_at = |at: usize| u64::from(u32::from_le_bytes(load(bytes, at)));
    let u16_at = |at: usize| u64::from(u16::from_le_bytes(load(bytes, at)));
    let mut sum = sum;
    // Links (two pointers) up to UserBufferListHead.
    for at in (0x00..0x50).step_by(8) {
        sum = plan::fold(sum, u64_at(at));
    }
    sum = plan::fold(sum, u32_at(0x50)); // BuffersLost
    sum = plan::fold(sum, u32_at(0x54)); // EmptyBuffersCount
    sum = plan::fold(sum, u16_at(0x58)); // LoggerId
    let flags = u64::from(bytes[0x5a]);
    sum = plan::fold(sum, flags);
    for bit in 0..5 {
        sum = plan::fold(sum, (flags >> bit) & 1);
    }
    sum = plan::fold(sum, u32_at(0x60)); // ReservedBufferSpaceBitMap.SizeOfBitMap
    sum = plan::fold(sum, u64_at(0x68)); // ReservedBufferSpaceBitMap.Buffer
    sum = plan::fold(sum, u64_at(0x70)); // ReservedBufferSpace
    sum = plan::fold(sum, u32_at(0x78)); // ReservedBufferSpaceSize
    sum = plan::fold(sum, u32_at(0x7c)); // UserPagesAllocated
    plan::fold(sum, u32_at(0x80)) // UserPagesReused
}

/// One load: spelt byte by byte, the compiler would make a load of each.
#[inline]
fn load<const N: usize>(bytes: &[u8; SIZE], at: usize) -> [u8; N] {
    bytes[at..].first_chunk().copied().unwrap_or([0; N])
}
