//! Dumps read into bytes, in mebibytes of text a second, dialect by dialect: long ones, of every
//! tool that core's tests can write, and the fixtures of all, which are as short as what is pasted mostly is.

/// The writers with which core's tests go there and back.
#[expect(
    dead_code,
    reason = "the tests print what cannot be read, too, and end lines in two ways"
)]
#[path = "../../core/src/decode/read/properties/printers.rs"]
mod printers;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use strata_core::decode::read::{Dialect, read, read_as};

use crate::median;
use crate::subject::noise;

use self::printers::{PRINTERS, Printer, Style};

/// How many bytes each dump shows.
const BYTES: usize = 4 << 20;
/// How often each is measured.
const ROUNDS: usize = 5;

/// How long the fixtures of a dialect are read again and again.
const LEAST: Duration = Duration::from_millis(20);

pub(crate) fn run() -> Result<(), String> {
    let bytes = noise(BYTES);
    println!(
        "read: dumps of {} MiB, median of {ROUNDS} rounds",
        BYTES >> 20
    );
    println!("  dialect               text   read as it is   as what it looks like");
    let mut done: Vec<Dialect> = Vec::new();
    for printer in PRINTERS {
        if !done.contains(&printer.dialect) {
            done.push(printer.dialect);
            long(printer.dialect, &print(printer, &bytes), &bytes)?;
        }
    }
    long(Dialect::Plain, &plain(&bytes), &bytes)?;
    fixtures()
}

/// One long dump.
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

/// The bytes in hexadecimal, sixteen a row, without addresses.
fn plain(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (at, byte) in (1..).zip(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}{}", if at % 16 == 0 { '\n' } else { ' ' });
    }
    text
}

/// A dump of the bytes, sixteen a row.
fn print(printer: Printer, bytes: &[u8]) -> String {
    let style = Style {
        words: 16 / printer.unit,
        characters: printer.characters,
        crlf: false,
    };
    let mut text = String::from(printer.head);
    for (at, row) in bytes.chunks(16).enumerate() {
        let row: Vec<Option<u8>> = row.iter().copied().map(Some).collect();
        text.push_str(&(printer.print)(16 * at as u64, &row, printer, style));
        text.push('\n');
    }
    text
}

/// The fixtures of every dialect.
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
        // Some fixtures are there to be refused.
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

/// How many mebibytes a second are read of texts that are too short for the clock.
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
