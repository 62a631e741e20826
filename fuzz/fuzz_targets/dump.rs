//! Fuzzes the reader of dumps: any text is read or refused, every line has an outcome, and bytes printed like WinDbg's
//! `db` read back the same.
#![no_main]

use std::fmt::Write as _;

use libfuzzer_sys::fuzz_target;
use strata_core::decode::memory::{Byte, Memory};
use strata_core::decode::read::{Reading, read, read_as};

/// Larger readings are not printed and read back, which takes time.
const PRINTED_LIMIT: usize = 0x1000;

fuzz_target!(|text: &[u8]| {
    let text = String::from_utf8_lossy(text);
    let Ok(reading) = read(&text) else { return };
    tells_of_lines(&reading);
    for other in &reading.also {
        if let Ok(reading) = read_as(&text, other.dialect) {
            assert_eq!(reading.dialect, other.dialect);
            tells_of_lines(&reading);
        }
    }
    for memory in reading.space.regions() {
        if memory.len() <= PRINTED_LIMIT {
            reads_back(memory);
        }
    }
});

/// Each line has one outcome, in order.
fn tells_of_lines(reading: &Reading) {
    let numbers: Vec<usize> = reading.lines.iter().map(|line| line.line).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

/// The region printed as `db` reads back as the same region.
fn reads_back(memory: &Memory) {
    // Below 64 KiB, the number before a row is an offset.
    let base = memory.base().unwrap_or(0x10_0000);
    let known = (0..memory.len()).any(|at| matches!(memory.byte(at), Byte::Known(_)));
    if !known || base.checked_add(memory.len() as u64).is_none() {
        return;
    }
    let mut text = String::new();
    for at in (0..memory.len()).step_by(16) {
        let address = base + at as u64;
        let _ = write!(text, "{:08x}`{:08x} ", address >> 32, address & 0xffff_ffff);
        for at in at..memory.len().min(at + 16) {
            let _ = match memory.byte(at) {
                Byte::Known(byte) => write!(text, " {byte:02x}"),
                _ => write!(text, " ??"),
            };
        }
        text.push('\n');
    }
    let again = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [region] = again.space.regions() else {
        panic!("one region became {}\n{text}", again.space.regions().len());
    };
    assert_eq!(region.base(), Some(base), "{text}");
    assert_eq!(
        region.raw(0, region.len()),
        memory.raw(0, memory.len()),
        "{text}"
    );
}
