//! Twelve ways in which a row suffers on its way, applied to every row of every dump that has addresses: no byte that is shown as
//! known is another than the one that was there, but for the damages that nobody can see.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use strata_core::decode::memory::Byte;
use strata_core::decode::read::{AddressKind, Outcome, Reading, read, read_as};

/// A damage: what is done to the lines of a text at the number of a row.
type Damage = fn(&mut Vec<String>, usize);

const DAMAGES: [(&str, Damage); 12] = [
    ("row missing", |lines, at| {
        lines.remove(at);
    }),
    ("row doubled", |lines, at| {
        lines.insert(at, lines[at].clone());
    }),
    ("rows swapped", |lines, at| {
        let next = (at + 1).min(lines.len() - 1);
        lines.swap(at, next);
    }),
    ("row cut", |lines, at| {
        let length = lines[at].chars().count();
        lines[at] = lines[at].chars().take(length * 2 / 3).collect();
    }),
    ("digit lost", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            lines[at].remove(place);
        }
    }),
    ("line break lost", |lines, at| {
        if at + 1 < lines.len() {
            let next = lines.remove(at + 1);
            lines[at] = format!("{} {next}", lines[at].trim_end());
        }
    }),
    ("character replaced", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            lines[at].replace_range(place..=place, "z");
        }
    }),
    ("column cut", |lines, _| {
        for line in lines {
            let length = line.chars().count();
            *line = line.chars().take(length.saturating_sub(9)).collect();
        }
    }),
    ("note added", |lines, at| {
        lines[at].push_str("  <- this one");
    }),
    ("row broken", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            let behind = lines[at].split_off(place + 1);
            lines.insert(at + 1, behind);
        }
    }),
    ("start lost", |lines, at| {
        let address = lines[at].split(' ').next().unwrap_or_default();
        if address.is_ascii() && address.len() > 8 {
            lines[at] = lines[at].split_off(5);
        }
    }),
    ("hard wrap", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            let width = lines[at][..=place].chars().count();
            *lines = lines.iter().flat_map(|line| wrapped(line, width)).collect();
        }
    }),
];

/// A line, broken after every so many characters.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let pieces = characters.chunks(width).map(|it| it.iter().collect());
    pieces.collect()
}

/// Whether the damaged text is what a tool prints of other bytes, so that nobody can see the damage: a row that is missing beside
/// a star, which then repeats the row before it, or repeats it further; a number that lost digits where a tool does not fill numbers up
/// with zeros; an address without its start beside which stands at most one other.
fn leaves_no_trace(damage: &str, lines: &[String], at: usize, reading: &Reading) -> bool {
    match damage {
        "row missing" => {
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let mut beside = beside.filter_map(|at| lines.get(at));
            beside.any(|line| line.trim() == "*")
        }
        "digit lost" | "row cut" | "column cut" => {
            let unfilled = ["gdb", "telescope"];
            let dialect = reading.dialect.to_string();
            unfilled.iter().any(|it| dialect.starts_with(it))
        }
        // The address of one other row does not show that of the row.
        "start lost" => {
            let rows = reading.lines.iter();
            rows.filter(|line| matches!(line.outcome, Outcome::Bytes { .. }))
                .count()
                <= 2
        }
        _ => false,
    }
}

/// A digit in the middle of a row, of which none beside it is the same.
fn digit(row: &str) -> Option<usize> {
    let bytes = row.as_bytes();
    let is_digit = |at: &usize| bytes[*at].is_ascii_hexdigit() && bytes[at + 1].is_ascii_hexdigit();
    (row.len() * 2 / 5..row.len().saturating_sub(1)).find(is_digit)
}

/// The known bytes of a reading by their addresses.
fn known(reading: &Reading) -> BTreeMap<u64, u8> {
    let mut known = BTreeMap::new();
    for (start, memory) in reading.starts.iter().zip(reading.space.regions()) {
        for at in 0..memory.len() {
            if let Byte::Known(byte) = memory.byte(at) {
                known.insert(start.wrapping_add(at as u64), byte);
            }
        }
    }
    known
}

/// Whether a reading has unknown bytes there: nobody knows what they are.
fn is_within(reading: &Reading, at: u64) -> bool {
    let regions = reading.starts.iter().zip(reading.space.regions());
    let mut spans = regions.map(|(start, memory)| (*start, memory.len() as u64));
    spans.any(|(start, length)| at.wrapping_sub(start) < length)
}

#[test]
fn no_byte_is_shown_that_was_not_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/dumps");
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|file| file.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    names.sort();
    let (mut tried, mut traceless) = (0, 0);
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for path in names {
        let text = fs::read_to_string(&path).expect("a dump is text");
        let Ok(reading) = read(&text) else { continue };
        let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
        if reading.address_kind == AddressKind::None {
            continue;
        }
        let truth = known(&reading);
        let rows = reading.lines.iter();
        let rows = rows.filter(|line| matches!(line.outcome, Outcome::Bytes { .. }));
        for row in rows.filter(|row| row.line <= lines.len()) {
            for (name, damage) in DAMAGES {
                let mut damaged = lines.clone();
                damage(&mut damaged, row.line - 1);
                let Ok(read) = read(&damaged.join("\n")) else {
                    continue;
                };
                tried += 1;
                let is_wrong = |(at, byte): (&u64, &u8)| match truth.get(at) {
                    Some(there) => there != byte,
                    None => !is_within(&reading, *at),
                };
                let wrong_of =
                    |read: &Reading| known(read).iter().filter(|it| is_wrong(*it)).count();
                let count = wrong_of(&read);
                // Where two readings are possible, both are offered.
                let text = damaged.join("\n");
                let others = read
                    .also
                    .iter()
                    .filter_map(|it| read_as(&text, it.dialect).ok());
                let is_offered = others.into_iter().any(|other| wrong_of(&other) == 0);
                if count > 0 && leaves_no_trace(name, &lines, row.line - 1, &reading) {
                    traceless += 1;
                } else if count > 0 && !is_offered {
                    let file = path.file_stem().unwrap_or_default().to_string_lossy();
                    let case = format!("{file} line {}: {count}", row.line);
                    wrong.entry(name).or_default().push(case);
                }
            }
        }
    }
    println!(
        "{tried} damaged texts were read, {traceless} of them without a trace of what was done"
    );
    assert!(wrong.is_empty(), "wrong bytes: {wrong:#?}");
    assert!(tried > 5_900, "only {tried}");
}
