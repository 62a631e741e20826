//! Dumps read into bytes, in mebibytes of text a second, dialect by dialect.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use strata_core::decode::read::{Dialect, read, read_as};

use crate::median;
use crate::subject::noise;

/// How many bytes each dump shows.
const BYTES: usize = 4 << 20;
/// How often each is measured.
const ROUNDS: usize = 5;

/// A row of sixteen bytes.
type Print = fn(&mut String, u64, &[u8]) -> std::fmt::Result;

pub(crate) fn run() -> Result<(), String> {
    let bytes = noise(BYTES);
    println!(
        "read: dumps of {} MiB, median of {ROUNDS} rounds",
        BYTES >> 20
    );
    println!("  dialect           text   read as it is   as what it looks like");
    for (dialect, print) in PRINTERS {
        let mut text = String::new();
        for (at, row) in bytes.chunks(16).enumerate() {
            print(&mut text, 16 * at as u64, row).map_err(|error| error.to_string())?;
        }
        let known = rate(&text, |text| {
            read_as(text, dialect).map(|reading| reading.space)
        })?;
        let found = rate(&text, |text| read(text).map(|reading| reading.space))?;
        let reading = read(&text).map_err(|error| error.to_string())?;
        if reading.dialect != dialect || reading.space.first().known(0, BYTES) != Some(&bytes[..]) {
            return Err(format!(
                "{dialect} is read as {} or wrongly",
                reading.dialect
            ));
        }
        let mib = text.len() as f64 / f64::from(1 << 20);
        println!("  {dialect:16} {mib:4.0} MiB {known:7.0} MiB/s {found:13.0} MiB/s");
    }
    Ok(())
}

const PRINTERS: [(Dialect, Print); 8] = [
    (Dialect::WindbgDb, |text, at, row| {
        write!(text, "fffff803`{at:08x}  ")?;
        for (place, byte) in row.iter().enumerate() {
            write!(
                text,
                "{}{byte:02x}",
                ["", " ", "-"][usize::from(place > 0) + usize::from(place == 8)]
            )?;
        }
        text.push_str("  ");
        characters(text, row);
        text.push('\n');
        Ok(())
    }),
    (Dialect::WindbgDd, |text, at, row| {
        write!(text, "fffff803`{at:08x} ")?;
        for word in row.as_chunks().0 {
            write!(text, " {:08x}", u32::from_le_bytes(*word))?;
        }
        text.push('\n');
        Ok(())
    }),
    (Dialect::WindbgDq, |text, at, row| {
        write!(text, "fffff803`{at:08x} ")?;
        for word in row.as_chunks().0 {
            let word = u64::from_le_bytes(*word);
            write!(text, " {:08x}`{:08x}", word >> 32, word & 0xffff_ffff)?;
        }
        text.push('\n');
        Ok(())
    }),
    (Dialect::Xxd, |text, at, row| {
        write!(text, "{at:08x}:")?;
        for word in row.as_chunks().0 {
            write!(text, " {:04x}", u16::from_be_bytes(*word))?;
        }
        text.push_str("  ");
        characters(text, row);
        text.push('\n');
        Ok(())
    }),
    (Dialect::HexdumpC, |text, at, row| {
        write!(text, "{at:08x} ")?;
        for (place, byte) in row.iter().enumerate() {
            write!(text, "{} {byte:02x}", if place == 8 { " " } else { "" })?;
        }
        text.push_str("  |");
        characters(text, row);
        text.push_str("|\n");
        Ok(())
    }),
    (Dialect::Od, |text, at, row| {
        write!(text, "{at:07o}")?;
        for word in row.as_chunks().0 {
            write!(text, " {:06o}", u16::from_le_bytes(*word))?;
        }
        text.push('\n');
        Ok(())
    }),
    (Dialect::Gdb, |text, at, row| {
        write!(text, "0x7fff{at:08x}:")?;
        for word in row.as_chunks().0 {
            write!(text, "\t0x{:016x}", u64::from_le_bytes(*word))?;
        }
        text.push('\n');
        Ok(())
    }),
    (Dialect::Plain, |text, _, row| {
        for byte in row {
            write!(text, "{byte:02x} ")?;
        }
        text.push('\n');
        Ok(())
    }),
];

fn characters(text: &mut String, row: &[u8]) {
    text.extend(row.iter().map(|byte| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    }));
}

/// How many mebibytes a second are read.
fn rate<T, E: ToString>(text: &str, read: impl Fn(&str) -> Result<T, E>) -> Result<f64, String> {
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(read(text).map_err(|error| error.to_string())?);
        rates.push(text.len() as f64 / f64::from(1 << 20) / start.elapsed().as_secs_f64());
    }
    Ok(median(rates))
}
