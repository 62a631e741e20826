//! Reading of dumps, in mebibytes of text per second: long dumps of the commonest dialects, and the fixtures of all,
//! which are as short as most pasted dumps.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use strata_core::decode::read::{Dialect, read, read_as};

use crate::median;
use crate::subject::noise;

/// The bytes in each dump.
const BYTES: usize = 4 << 20;
/// How often each is measured.
const ROUNDS: usize = 5;

/// The least measuring time for the fixtures of a dialect, which are read repeatedly.
const LEAST: Duration = Duration::from_millis(20);

pub(crate) fn run() -> Result<(), String> {
    let bytes = noise(BYTES);
    println!(
        "read: dumps of {} MiB, median of {ROUNDS} rounds",
        BYTES >> 20
    );
    println!("  dialect               text   read as it is   as what it looks like");
    for (dialect, row) in ROWS {
        long(dialect, &print(row, &bytes), &bytes)?;
    }
    long(Dialect::Plain, &plain(&bytes), &bytes)?;
    fixtures()
}

/// Measures one long dump.
fn long(dialect: Dialect, text: &str, bytes: &[u8]) -> Result<(), String> {
    let known = rate(text, |text| {
        read_as(text, dialect).map(|reading| reading.space)
    })?;
    let found = rate(text, |text| read(text).map(|reading| reading.space))?;
    let reading = read(text).map_err(|error| error.to_string())?;
    if reading.space.first().known(0, BYTES) != Some(bytes) {
        return Err(format!(
            "{dialect} is read as {} or wrongly",
            reading.dialect
        ));
    }
    let mib = text.len() as f64 / f64::from(1 << 20);
    let id = dialect.as_str();
    println!("  {id:18} {mib:4.0} MiB {known:9.0} MiB/s {found:13.0} MiB/s");
    Ok(())
}

/// The bytes in hexadecimal, sixteen per row, without addresses.
fn plain(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (at, byte) in (1..).zip(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}{}", if at % 16 == 0 { '\n' } else { ' ' });
    }
    text
}

/// Formats sixteen bytes with their address.
type Row = fn(u64, &[u8]) -> String;

/// The formats of rows in long dumps.
const ROWS: [(Dialect, Row); 4] = [
    (Dialect::WindbgDb, |address, bytes| {
        let (first, second) = bytes.split_at(8);
        let (first, second) = (pairs(first, " "), pairs(second, " "));
        format!(
            "{}  {first}-{second}  {}",
            ticked(address),
            characters(bytes)
        )
    }),
    (Dialect::WindbgDq, |address, bytes| {
        let words = bytes.chunks(8).map(|word| {
            let word = word
                .iter()
                .rev()
                .fold(0, |all, byte| all << 8 | u64::from(*byte));
            ticked(word)
        });
        format!(
            "{}  {}",
            ticked(address),
            words.collect::<Vec<_>>().join(" ")
        )
    }),
    (Dialect::Xxd, |address, bytes| {
        let groups: Vec<String> = bytes.chunks(2).map(|group| pairs(group, "")).collect();
        format!("{address:08x}: {}  {}", groups.join(" "), characters(bytes))
    }),
    (Dialect::HexdumpC, |address, bytes| {
        let (first, second) = bytes.split_at(8);
        let (first, second) = (pairs(first, " "), pairs(second, " "));
        format!("{address:08x}  {first}  {second}  |{}|", characters(bytes))
    }),
];

fn ticked(number: u64) -> String {
    format!("{:08x}`{:08x}", number >> 32, number & 0xffff_ffff)
}

fn pairs(bytes: &[u8], between: &str) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(between)
}

fn characters(bytes: &[u8]) -> String {
    let shown = |byte: &u8| match byte {
        0x20..=0x7e => char::from(*byte),
        _ => '.',
    };
    bytes.iter().map(shown).collect()
}

/// A dump of the bytes, sixteen per row.
fn print(row: Row, bytes: &[u8]) -> String {
    let rows = (0..).step_by(16).zip(bytes.chunks(16));
    let rows: Vec<String> = rows
        .map(|(address, bytes)| row(address, bytes) + "\n")
        .collect();
    rows.concat()
}

/// Measures the fixtures of every dialect.
fn fixtures() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/dumps");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut texts: BTreeMap<&str, (Dialect, Vec<String>)> = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path).map_err(failed)?).into_owned();
        // Some fixtures must be refused.
        if let Ok(reading) = read(&text) {
            let of = texts.entry(reading.dialect.as_str());
            let (_, texts) = of.or_insert((reading.dialect, Vec::new()));
            texts.push(text);
        }
    }
    println!("read: the fixtures, median of {ROUNDS} rounds");
    println!("  dialect           texts    bytes   read as it is   as what it looks like");
    for (id, (dialect, texts)) in &texts {
        let bytes: usize = texts.iter().map(String::len).sum();
        let known = rate_of_all(texts, |text| drop(read_as(text, *dialect)));
        let found = rate_of_all(texts, |text| drop(read(text)));
        let count = texts.len();
        println!("  {id:18}{count:5} {bytes:8} {known:9.1} MiB/s {found:13.1} MiB/s");
    }
    Ok(())
}

/// Mebibytes per second, for texts too short to be timed one by one.
fn rate_of_all(texts: &[String], read: impl Fn(&str)) -> f64 {
    let round = || {
        let (start, mut bytes) = (Instant::now(), 0);
        while start.elapsed() < LEAST {
            for text in texts {
                read(text);
                bytes += text.len();
            }
        }
        bytes as f64 / f64::from(1 << 20) / start.elapsed().as_secs_f64()
    };
    median((0..ROUNDS).map(|_| round()).collect())
}

/// Mebibytes per second.
fn rate<T, E: ToString>(text: &str, read: impl Fn(&str) -> Result<T, E>) -> Result<f64, String> {
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(read(text).map_err(|error| error.to_string())?);
        rates.push(text.len() as f64 / f64::from(1 << 20) / start.elapsed().as_secs_f64());
    }
    Ok(median(rates))
}
